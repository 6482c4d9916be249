// The page: lines of both sides, what links them, messages, search, keys.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const chunkSize = 100;
const lineHeight = 20;
const padding = 8;

// ---- Types of names.

/** Of each line of Python the function that it is in; null for none. */
const functionAt = [];
for (const one of data.functions) {
  for (let line = one.first; line <= one.last; ++line) functionAt[line] = one;
}
const signatures = new Map();
for (const one of data.functions) {
  const name = one.name.split(".").pop();
  signatures.set(name, (signatures.get(name) || []).concat(one.signatures));
}

const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);

/** What is known of a name in a line: `i: int64`; nothing for most names. */
function typeOf(name, line, language) {
  const types = own(own(functionAt[line], language), name);
  if (types) return `${name}: ${types.join(" or ")}`;
  const constant = own(data.constants, name);
  if (constant && line > 0) return `${name}: ${constant}`;
  return signatures.has(name) ? signatures.get(name).map((one) => `${name}: ${one}`).join("\n") : "";
}

// ---- The sides.

/** A text by lines. `links[i]` is the line of Python that line i + 1 belongs to, 0 for none. */
class Side {
  constructor(view, text, language, links) {
    this.view = view;
    this.language = language;
    this.links = links;
    this.texts = text.replace(/\n$/, "").split("\n");
    this.lower = this.texts.map((one) => one.toLowerCase());
    this.tokens = tokens(text, language);
    this.lines = [];
    this.chunks = [];
    this.active = 0;
    this.ofPython = new Map();
    this.texts.forEach((_, i) => {
      const python = links[i] || 0;
      if (!this.ofPython.has(python)) this.ofPython.set(python, []);
      this.ofPython.get(python).push(i);
    });
    this.ofPython.delete(0);
    this.code = element("div", { className: "code", role: "list" });
    const columns = this.texts.reduce((most, one) => Math.max(most, one.length), 0);
    this.code.style.width = `max(100%, calc(${columns}ch + 12ch))`;
  }

  /** Makes the lines; `between(i)` gives what stands above and below one. */
  draw(between) {
    const painter = new IntersectionObserver((seen) => {
      for (const one of seen) {
        if (one.isIntersecting) {
          this.paint(this.chunks.indexOf(one.target));
          painter.unobserve(one.target);
        }
      }
    }, { root: this.view, rootMargin: "800px" });
    for (let first = 0; first < this.texts.length; first += chunkSize) {
      const chunk = element("div", { className: "chunk" });
      for (let i = first; i < Math.min(first + chunkSize, this.texts.length); ++i) {
        const { above, below, number, kind } = between(i);
        const line = element("div", { className: "l", role: "listitem", tabIndex: -1 }, this.texts[i]);
        line.dataset.n = number;
        line.index = i;
        if (this.links[i]) line.classList.add("linked");
        if (kind) line.classList.add(kind);
        this.lines.push(line);
        chunk.append(...above, line, ...below);
      }
      this.chunks.push(chunk);
      this.code.append(chunk);
      painter.observe(chunk);
    }
    this.lines[0].tabIndex = 0;
    this.measure();
    this.view.append(this.code);
    this.listen();
  }

  /** Says how high chunks are that have not been laid out. */
  measure() {
    for (const chunk of this.chunks) {
      let shown = 0;
      for (const child of chunk.children) {
        if (!child.classList.contains("out")) shown += child.classList.contains("msg") ? 3 : 1;
      }
      chunk.style.containIntrinsicSize = `auto ${shown * lineHeight}px`;
    }
  }

  /** Colours the lines of a chunk that comes into sight. */
  paint(chunk) {
    const first = chunk * chunkSize;
    for (let i = first; i < Math.min(first + chunkSize, this.lines.length); ++i) {
      this.lines[i].replaceChildren(...(this.tokens[i] || []).map(([kind, text]) => {
        const type = "wf".includes(kind || " ") ? typeOf(text, this.links[i], this.language) : "";
        if (kind === "f" && own(own(functionAt[this.links[i]], this.language), text)) kind = "w";  // u(i, j)
        if (!type && (kind === "" || kind === "w")) return document.createTextNode(text);
        const span = element("span", { className: kind === "w" ? "" : kind }, text);
        if (type) span.dataset.type = type;
        return span;
      }));
    }
  }

  listen() {
    const indexOf = (target) => {
      const line = target.closest && target.closest(".l");
      return line ? line.index : -1;
    };
    this.code.addEventListener("mouseover", (event) => {
      const i = indexOf(event.target);
      show(this, i);
      showType(event.target.closest("[data-type]"));
    });
    this.view.addEventListener("mouseleave", () => { show(this, -1); showType(null); });
    this.code.addEventListener("click", (event) => {
      const i = indexOf(event.target);
      if (i < 0 || String(getSelection())) return;
      this.focus(i);
      jump(this, i, false);
    });
    this.code.addEventListener("focusin", (event) => {
      const i = indexOf(event.target);
      if (i >= 0) { this.setActive(i); show(this, i); }
    });
  }

  setActive(i) {
    this.lines[this.active].tabIndex = -1;
    this.active = i;
    this.lines[i].tabIndex = 0;
  }

  focus(i) {
    this.setActive(i);
    this.lines[i].focus({ preventScroll: true });
    this.reveal(i, "nearest");
  }

  /** Scrolls this side alone, down and never sideways. */
  reveal(i, block) {
    const view = this.view.getBoundingClientRect();
    const line = this.lines[i].getBoundingClientRect();
    const off = line.top - view.top;
    if (block === "nearest" && off >= 0 && line.bottom <= view.bottom) return;
    const above = block === "nearest" ? (off < 0 ? 40 : view.height - 80) : view.height / 3;
    // no line is cut at the top; where chunks on the way are laid out late, the second look is right
    const top = Math.round((this.view.scrollTop + off - above) / lineHeight) * lineHeight;
    this.view.scrollTo({ top: top + padding, behavior: "instant" });
    requestAnimationFrame(() => {
      const again = this.lines[i].getBoundingClientRect().top - view.top - above;
      if (block !== "nearest" && Math.abs(again) > 2 * lineHeight) this.view.scrollBy({ top: again, behavior: "instant" });
    });
  }

  /** The next line that the search leaves, from i in a direction; -1 for none. */
  next(i, direction) {
    for (let at = i + direction; at >= 0 && at < this.lines.length; at += direction) {
      if (!this.lines[at].classList.contains("out")) return at;
    }
    return -1;
  }
}

/** Of each line of Python the one that its statement begins in. */
const statementLines = Array.from({ length: data.python.split("\n").length }, (_, i) => i + 1);
for (const [first, last] of data.statements) {
  for (let line = first; line <= last; ++line) statementLines[line - 1] = first;
}
const python = new Side($("python"), data.python, "python", statementLines);
const rights = [];
const tabs = [];

/** All sides, the one on the left first. */
const sides = () => [python, ...rights];

function selectTab(index) {
  tabs.forEach(({ tab, view }, i) => {
    tab.setAttribute("aria-selected", String(i === index));
    tab.tabIndex = i === index ? 0 : -1;
    view.hidden = i !== index;
  });
}

function addTab(name, id) {
  const view = element("div", { className: "view", id, role: "tabpanel" });
  const tab = element("button", { type: "button", role: "tab", id: `${id}-tab` }, name);
  tab.setAttribute("aria-controls", id);
  view.setAttribute("aria-labelledby", tab.id);
  const index = tabs.push({ tab, view }) - 1;
  tab.addEventListener("click", () => selectTab(index));
  tab.addEventListener("keydown", (event) => {
    const to = event.key === "ArrowRight" ? index + 1 : event.key === "ArrowLeft" ? index - 1 : -1;
    if (to >= 0 && to < tabs.length) { selectTab(to); tabs[to].tab.focus(); event.stopPropagation(); event.preventDefault(); }
  });
  document.querySelector("[role=tablist]").append(tab);
  $("right").append(view);
  return view;
}

// ---- What belongs together.

let lit = [];
let picked = [];

function linesOf(line) {
  return sides().flatMap((side) => (side.ofPython.get(line) || []).map((i) => side.lines[i]));
}

/** Whether a line of Python has some on the other side. */
const isLinked = (line) => rights.some((side) => side.ofPython.has(line));

/** Highlights what belongs to a line of a side; -1 for nothing. */
function show(side, i) {
  for (const line of lit) line.classList.remove("on");
  const line = i < 0 ? 0 : side.links[i];
  lit = line && (side !== python || isLinked(line)) ? linesOf(line) : [];
  for (const one of lit) one.classList.add("on");
  showStatus(side, i, line);
}

function pick(lines) {
  for (const line of picked) line.classList.remove("picked");
  picked = lines;
  for (const line of picked) line.classList.add("picked");
}

const shownRight = () => rights.find((side) => !side.view.hidden);

/** Shows the lines of the other side; with `moves` the focus goes there. */
function jump(side, i, moves) {
  const line = side.links[i];
  const other = side === python ? shownRight() || rights[0] : python;
  if (!line || !other) return;
  const to = (other.ofPython.get(line) || [-1])[0];
  if (to < 0 || (side === python && !isLinked(line))) return pick([]);
  if (other !== python) selectTab(tabs.findIndex(({ view }) => view === other.view));
  pick(linesOf(line));
  other.reveal(to, "start");
  if (moves) {
    other.setActive(to);
    other.lines[to].focus({ preventScroll: true });
  }
}

function showType(span) {
  const tip = $("tip");
  tip.hidden = !span;
  if (!span) return;
  tip.textContent = span.dataset.type;
  const at = span.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const top = at.top - box.height - 6;
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.width - 8))}px`;
  tip.style.top = `${top < 8 ? at.bottom + 6 : top}px`;
}

/** The foot of the page says of a line what the mouse finds at its names. */
function showStatus(side, i, line) {
  const foot = $("status");
  foot.replaceChildren();
  if (i < 0) {
    foot.append(idle);
    return;
  }
  const right = rights[0];
  const count = right ? (right.ofPython.get(line) || []).length : 0;
  const there = !line ? "from no line of Python" : !right ? "" :
    side === python ? (count ? `${count} line${count === 1 ? "" : "s"} of CUDA` : "no code of its own") : `from ${placeText(line)}`;
  foot.append(element("span", {}, `${side === python ? "Python" : side.language === "ptx" ? "PTX" : "CUDA"} ${side.lines[i].dataset.n}`));
  if (there) foot.append(element("span", {}, there));
  const types = new Set();
  for (const [kind, text] of side.tokens[i] || []) {
    const type = "wf".includes(kind || " ") ? typeOf(text, line, side.language) : "";
    if (type) types.add(type.split("\n")[0]);
  }
  if (types.size) foot.append(element("code", {}, [...types].join("   ")));
}
const idle = element("span", {}, "Point at a line to see what it became; click to go there.");

// ---- Messages.

/** A text whose words between backticks are code. */
function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, i) => (i % 2 ? element("code", {}, part) : part)).filter((part) => part !== "");
}

function messageBlock(one) {
  const block = element("div", { className: `msg ${one.severity}`, tabIndex: -1 },
    element("b", {}, one.severity), ...prose(one.message), element("span", { className: "code-name" }, one.code));
  const rows = new Map(one.labels.map((label) => {
    const where = label.file ? `${label.file}, line ${label.line}` : `line ${label.line}`;
    return [`${where}: ${label.text}`, [where, label.text]];
  }));
  const all = [...rows.values(), ...one.notes.map((note) => ["note", note]), ...one.help.map((help) => ["help", help])];
  for (const [name, text] of all) block.append(element("p", {}, element("em", {}, `${name}: `), ...prose(text)));
  return block;
}

const placed = new Map();
const blocks = [];
for (const one of data.messages) {
  const block = messageBlock(one);
  if (one.line === 0) {
    $("general").append(block);
  } else {
    if (!placed.has(one.line)) placed.set(one.line, []);
    placed.get(one.line).push({ one, block });
  }
  blocks.push({ one, block });
}

let message = -1;

/** Goes to a message and says so to those who hear the page. */
function goToMessage(index) {
  if (blocks.length === 0) return;
  message = (index + blocks.length) % blocks.length;
  const { one, block } = blocks[message];
  if (one.line > 0) python.reveal(one.line - 1, "start");
  if (one.line > 0) python.setActive(one.line - 1);
  block.focus({ preventScroll: true });
}

function drawCounts() {
  for (const severity of ["error", "warning"]) {
    const all = data.messages.filter((one) => one.severity === severity);
    if (all.length === 0) continue;
    const button = element("button", { type: "button", className: severity }, `${all.length} ${severity}${all.length === 1 ? "" : "s"}`);
    button.addEventListener("click", () => goToMessage(data.messages.indexOf(all[0])));
    $("counts").append(button);
  }
  if (data.messages.length === 0) $("counts").append(element("span", {}, "no messages"));
}

// ---- Search.

/** Leaves the lines that have the words, and those that belong to them. */
function search(words) {
  const wanted = words.trim().toLowerCase();
  const found = new Set();
  let count = 0;
  for (const side of sides()) {
    side.lower.forEach((text, i) => {
      side.lines[i].hit = wanted !== "" && text.includes(wanted);
      if (side.lines[i].hit) ++count;
      if (side.lines[i].hit && side.links[i]) found.add(side.links[i]);
    });
  }
  for (const side of sides()) {
    side.lines.forEach((line, i) => {
      line.classList.toggle("out", wanted !== "" && !line.hit && !found.has(side.links[i]));
    });
  }
  for (const [line, all] of placed) {
    for (const { block } of all) block.classList.toggle("out", python.lines[line - 1].classList.contains("out"));
  }
  for (const side of sides()) {
    side.measure();
    side.view.scrollTop = 0;
  }
  $("found").textContent = wanted === "" ? "" : `${count} line${count === 1 ? "" : "s"}`;
  showType(null);
}

function clear() {
  if ($("search").value) {
    $("search").value = "";
    search("");
  }
  pick([]);
  $("help").hidden = true;
  $("keys").setAttribute("aria-expanded", "false");
}

// ---- Keys.

function sideOfFocus() {
  const line = document.activeElement.closest && document.activeElement.closest(".l");
  return sides().find((side) => line && side.code.contains(line)) || null;
}

function move(direction) {
  const side = sideOfFocus() || python;
  const to = sideOfFocus() ? side.next(side.active, direction) : side.next(side.active - 1, 1);
  if (to >= 0) side.focus(to);
}

const keys = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  h: () => python.focus(python.active),
  l: () => { const side = shownRight() || rights[0]; if (side) { selectTab(tabs.findIndex(({ view }) => view === side.view)); side.focus(side.active); } },
  n: () => goToMessage(message + 1), p: () => goToMessage(message < 0 ? -1 : message - 1),
  Enter: () => { const side = sideOfFocus(); if (side) jump(side, side.active, true); },
  "/": () => { $("search").focus(); $("search").select(); },
  "?": () => $("keys").click(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    clear();
    if (document.activeElement === $("search")) python.focus(python.next(-1, 1) < 0 ? 0 : python.active);
    return;
  }
  const isTyping = document.activeElement === $("search");
  if (isTyping && (event.key === "Enter" || event.key === "ArrowDown")) {
    const to = python.next(-1, 1);
    if (to >= 0) python.focus(to);
    event.preventDefault();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const isButton = document.activeElement.closest("button, a, summary");
  if (isButton && event.key === "Enter") return;
  const action = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
  if (action) {
    action();
    event.preventDefault();
  }
});

// ---- Light and dark: what the system says, else what was chosen here.

function setTheme(name) {
  document.documentElement.dataset.theme = name;
}
const isDark = matchMedia("(prefers-color-scheme: dark)");
let chosen = null;
try { chosen = localStorage.getItem("pycu-theme"); } catch (error) { chosen = null; }
setTheme(chosen || (isDark.matches ? "dark" : "light"));
isDark.addEventListener("change", () => { if (!chosen) setTheme(isDark.matches ? "dark" : "light"); });
$("theme").addEventListener("click", () => {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  setTheme(chosen);
  try { localStorage.setItem("pycu-theme", chosen); } catch (error) { /* a page from a file may keep nothing */ }
});
$("keys").addEventListener("click", () => {
  $("help").hidden = !$("help").hidden;
  $("keys").setAttribute("aria-expanded", String(!$("help").hidden));
});
let pending = 0;
$("search").addEventListener("input", () => {
  cancelAnimationFrame(pending);
  pending = requestAnimationFrame(() => search($("search").value));
});

// ---- Drawing.

/** Of each line the cell that it is in; of no notebook none. */
const cellAt = [];
data.cells.forEach((cell, i) => {
  const end = i + 1 < data.cells.length ? data.cells[i + 1].line : python.texts.length + 1;
  for (let line = cell.line; line < end; ++line) cellAt[line] = cell;
});

/** Of a notebook the cell and the line in it, of any other source the line. */
function placeOf(line) {
  const cell = cellAt[line];
  return { cell: cell ? cell.number : 0, number: cell ? line - cell.line + 1 : line };
}

function placeText(line) {
  const { cell, number } = placeOf(line);
  return cell ? `cell ${cell}, line ${number}` : `line ${number}`;
}

$("title").textContent = data.title;
$("files").textContent = data.cuda === null ? data.source : `${data.source} → ${data.module}.cu`;
$("left-name").textContent = data.source;
drawCounts();
if (data.cuda !== null) rights.push(new Side(addTab(`${data.module}.cu`, "cuda"), data.cuda, "cuda", data.links));
if (data.ptx !== null) rights.push(new Side(addTab("PTX", "ptx"), data.ptx, "ptx", data.ptx_links));
python.draw((i) => {
  const { cell, number } = placeOf(i + 1);
  const told = placed.get(i + 1) || [];
  const severities = told.map(({ one }) => one.severity);
  return {
    above: cell && number === 1 ? [element("div", { className: "cell" }, `cell ${cell}`)] : [],
    below: told.map(({ block }) => block),
    number,
    kind: severities.includes("error") ? "error" : severities[0] || "",
  };
});
python.lines.forEach((line, i) => line.classList.toggle("linked", isLinked(python.links[i])));
for (const side of rights) {
  side.draw((i) => ({ above: [], below: [], number: i + 1, kind: "" }));
}
addTab("Kernels", "kernels").append(kernelSheet(data, (line) => { python.reveal(line - 1, "start"); python.focus(line - 1); }, placeText));
selectTab(0);
$("status").append(idle);
