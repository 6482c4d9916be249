// The sheet of kernels: signatures, registers, and how many warps a multiprocessor holds.

function svgElement(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Bars of active warps over the threads of a block. */
function occupancyPicture(entry, one) {
  const width = 300, height = 120, left = 26, bottom = 18, top = 6;
  const inner = height - bottom - top;
  const step = (width - left) / one.resident.length;
  const best = Math.max(...one.resident);
  const at = (warps) => top + inner - (warps / one.most) * inner;
  const sizes = one.resident.map((_, i) => 32 * (i + 1)).filter((_, i) => one.resident[i] === best);
  const title = svgElement("title", {}, `${entry.name}: active warps by block size on ${one.architecture}`);
  const told = best === 0 ? "No block has room." :
    `At most ${best} of ${one.most} warps, with blocks of ${sizes.join(", ")} threads. The table has every size.`;
  const picture = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" },
    title, svgElement("desc", {}, told));
  for (const warps of [0, one.most / 2, one.most]) {
    picture.append(svgElement("line", { class: "rule", x1: left, x2: width, y1: at(warps), y2: at(warps) }),
      svgElement("text", { x: left - 6, y: at(warps) + 3.5, "text-anchor": "end" }, String(warps)));
  }
  one.resident.forEach((warps, i) => {
    picture.append(svgElement("rect", {
      class: warps === best ? "best" : "bar-of", x: left + i * step + 1, y: at(warps),
      width: step - 2, height: top + inner - at(warps), rx: 1,
    }, svgElement("title", {}, `${32 * (i + 1)} threads: ${warps} warps, by ${one.limits[i]}`)));
  });
  for (const threads of [32, 256, 512, 768, 1024]) {
    const x = left + (threads / 32 - 0.5) * step;
    picture.append(svgElement("text", { x: Math.min(x, width - 13), y: height - 4, "text-anchor": "middle" }, String(threads)));
  }
  return picture;
}

/** The same as a table. */
function occupancyTable(entry) {
  const head = element("tr", {}, element("th", { scope: "col" }, "threads a block"));
  for (const one of entry.figures) {
    head.append(element("th", { scope: "col" }, `${one.architecture}: warps`), element("th", { scope: "col" }, "limited by"));
  }
  const body = element("tbody");
  entry.figures[0].resident.forEach((_, i) => {
    const row = element("tr", {}, element("th", { scope: "row" }, String(32 * (i + 1))));
    for (const one of entry.figures) {
      row.append(element("td", {}, `${one.resident[i]} of ${one.most}`), element("td", {}, one.limits[i]));
    }
    body.append(row);
  });
  return element("details", {}, element("summary", {}, "As a table"),
    element("div", { className: "scroll" }, element("table", {}, element("thead", {}, head), body)));
}

const bytes = (count) => `${count} byte${count === 1 ? "" : "s"}`;

function figuresOf(entry) {
  const all = element("div", { className: "figures" });
  for (const one of entry.figures) {
    all.append(element("figure", {},
      element("figcaption", {}, element("strong", {}, one.architecture), ` ${one.example}`, element("br"),
        `${one.registers} registers, ` + (one.spills ? `${bytes(one.spills)} spilled, ` : "no spills, ") +
        `${bytes(one.shared)} of shared memory`),
      occupancyPicture(entry, one)));
  }
  return [all, occupancyTable(entry)];
}

// ---- Rooflines.

const rounded = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3))));

/** Operations a second over operations a byte, both axes logarithmic. */
function rooflinePicture(name, work, roof) {
  const width = 300, height = 150, left = 44, bottom = 26, top = 8, right = 8;
  const intensity = (work.single + work.double) / (work.loaded + work.stored);
  const spanX = [Math.min(0.01, intensity / 2), Math.max(100, intensity * 2)];
  const spanY = [Math.min(10, work.attainable / 2), roof.single * 2];
  const on = (value, [low, high], from, to) => from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
  const x = (value) => on(value, spanX, left, width - right);
  const y = (value) => on(value, spanY, height - bottom, top);
  const told = `${rounded(intensity)} operations a byte allow at most ${rounded(work.attainable)} thousand million operations a second on an ${roof.name}.`;
  const picture = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" },
    svgElement("title", {}, `${name}: roofline of an ${roof.name}`), svgElement("desc", {}, told));
  for (let at = 10 ** Math.ceil(Math.log10(spanY[0]) - 1e-9); at <= spanY[1]; at *= 10) {
    picture.append(svgElement("line", { class: "rule", x1: left, x2: width - right, y1: y(at), y2: y(at) }),
      svgElement("text", { x: left - 5, y: Math.min(y(at) + 3.5, height - bottom - 1), "text-anchor": "end" }, at.toLocaleString("en")));
  }
  for (let at = 10 ** Math.ceil(Math.log10(spanX[0]) - 1e-9); at <= spanX[1] * 1.001; at *= 10) {
    picture.append(svgElement("text", { x: Math.min(x(at), width - 12), y: height - 14, "text-anchor": "middle" }, String(Number(at.toPrecision(1)))));
  }
  picture.append(svgElement("text", { x: (left + width) / 2, y: height - 2, "text-anchor": "middle" }, "operations a byte"));
  for (const [peak, label] of [[roof.single, "float32"], [roof.double, "float64"]]) {
    const ridge = Math.max(spanX[0], peak / roof.bandwidth);
    picture.append(svgElement("polyline", { class: "roof", points: `${x(spanX[0])},${y(Math.max(spanY[0], spanX[0] * roof.bandwidth))} ${x(ridge)},${y(peak)} ${x(spanX[1])},${y(peak)}` }),
      svgElement("text", { x: width - right, y: y(peak) + (label === "float64" ? 11 : -4), "text-anchor": "end" }, label));
  }
  picture.append(svgElement("line", { class: "drop", x1: x(intensity), x2: x(intensity), y1: y(work.attainable), y2: height - bottom }),
    svgElement("circle", { class: "best", cx: x(intensity), cy: y(work.attainable), r: 4 }));
  return picture;
}

/** What a thread computes and moves, in words, and its place under the roof. */
function workOf(name, work, data, isOnly) {
  const kinds = [[work.single, "float32"], [work.double, "float64"]].filter(([count]) => count > 0);
  const computed = kinds.map(([count, type]) => `${rounded(count)} ${type}`).join(" and ") || "no";
  const moved = work.loaded + work.stored;
  const all = [element("p", { className: "facts" }, isOnly ? "" : element("code", {}, `${work.signature}: `),
    `${computed} operations a thread; reads ${rounded(work.loaded)}, writes ${rounded(work.stored)} bytes`)];
  if (work.open_loops) all.push(element("p", { className: "note" }, "Loops whose turns are not known count once."));
  if (moved > 0 && work.single + work.double > 0) {
    all.push(element("figure", { className: "roofline" },
      element("figcaption", {}, `${rounded((work.single + work.double) / moved)} operations a byte: at most ${rounded(work.attainable)} · 10⁹ a second, `,
        element("strong", {}, data.roof.name)), rooflinePicture(name, work, data.roof)));
  }
  return element("details", { className: "work" }, element("summary", {}, "Operations and bytes, counted in the text"), ...all);
}

/** Functions in the order of the source, each with what is known of it; `go(line)` shows a line, and
 *  `place(line)` is how people call it. */
function kernelSheet(data, go, place) {
  const sheet = element("div", { className: "sheet" });
  for (const one of data.functions) {
    const link = element("a", { href: "#" }, one.name);
    link.addEventListener("click", (event) => { event.preventDefault(); go(one.first); });
    const list = element("ul");
    for (const signature of one.signatures) list.append(element("li", {}, signature));
    sheet.append(element("h3", {}, link),
      element("p", { className: "kind" }, `${one.kernel ? "kernel" : "device function"}, ${place(one.first)}`), list);
    for (const work of one.work) sheet.append(workOf(one.name, work, data, one.work.length === 1));
    // the entry that launches prefer is shown, others unfold
    const entries = data.entries.filter((entry) => one.kernel && entry.line === one.first);
    entries.forEach((entry, i) => {
      sheet.append(i === 0 ? element("div", { className: "entry" }, element("p", { className: "kind" }, `entry ${entry.name}`), ...figuresOf(entry))
        : element("details", { className: "entry" }, element("summary", {}, `entry ${entry.name}`), ...figuresOf(entry)));
    });
  }
  const others = data.entries.filter((entry) => !data.functions.some((one) => one.kernel && one.first === entry.line));
  for (const entry of others) sheet.append(element("h3", {}, entry.name), ...figuresOf(entry));
  if (data.functions.some((one) => one.work.length)) {
    sheet.append(element("p", { className: "note" },
      "Operations and bytes are counted in the Python, without running it: every access of arrays counts, as if there were no caches and " +
      "nothing stayed in registers; a function is one operation; of branches the larger one counts. A measured kernel may be on " +
      "either side. The roof is what NVIDIA's data sheet says."));
  }
  if (data.entries.length) {
    sheet.append(element("p", { className: "note" },
      "The pictures show the warps that a multiprocessor holds at once, for blocks of 32 to 1024 threads. They are computed from " +
      "the registers and the static shared memory that ptxas reports, and from the limits of each GPU; shared memory that a " +
      "launch asks for comes on top. Figures are of the PTX of the oldest of the three architectures."));
  } else if (data.cuda === null) {
    sheet.append(element("p", { className: "note" }, "There is no CUDA: nothing of this source is sound."));
  } else {
    sheet.append(element("p", { className: "note" }, "pycu annotate --ptx adds registers, spills, occupancy and PTX, where nvcc is found."));
  }
  return sheet;
}
