"use strict";
// Colours of Python, CUDA C++ and PTX: texts -> for each line a list of [class, text].

const words = (text) => new Set(text.split(" "));

const languages = {
  python: {
    pattern: /(?<c>#[^\n]*)|(?<s>(?:\b[rRbBuUfF]{1,2})?(?:"""(?:\\[^]|[^\\])*?(?:"""|$(?![^]))|'''(?:\\[^]|[^\\])*?(?:'''|$(?![^]))|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?))|(?<d>@[\w.]+)|(?<n>\b\d[\w.]*(?:(?<=[eE])[+-]\d+)?)|(?<w>[\p{L}_][\p{L}\p{N}_]*)/gu,
    keywords: words("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match case nonlocal not or pass raise return try while with yield"),
    types: words("int float bool complex str int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 boolean"),
  },
  cuda: {
    pattern: /(?<c>\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^])))|(?<s>"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])+'?)|(?<d>^[ \t]*#[^\n]*|\bPYCU_\w+|\b__\w+__\b)|(?<n>\b\d[\w.']*(?:(?<=[eE])[+-]\d+\w*)?)|(?<w>[\p{L}_][\p{L}\p{N}_]*)/gmu,
    keywords: words("alignas auto break case const constexpr continue default do else enum extern for if inline namespace new nullptr operator return sizeof static static_cast struct switch template true false this typename union using volatile while reinterpret_cast"),
    types: words("void bool char short int long float double unsigned signed int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t __half"),
  },
  ptx: {
    pattern: /(?<c>\/\/[^\n]*)|(?<d>^[ \t]*\.[\w]+|\.[a-z]\w*)|(?<n>\b(?:0[fFdDxX])?[\dA-Fa-f]+\b(?![\w.]))|(?<t>%[\w.]+)|(?<w>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
    keywords: new Set(),
    types: new Set(),
  },
};

/** For each line of the text its tokens; what has no class stands between them. */
function tokens(text, language) {
  const { pattern, keywords, types } = languages[language];
  const lines = [[]];
  const add = (kind, piece) => {
    const parts = piece.split("\n");
    for (let i = 0; i < parts.length; ++i) {
      if (i > 0) lines.push([]);
      if (parts[i]) lines[lines.length - 1].push([kind, parts[i]]);
    }
  };
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) add("", text.slice(end, match.index));
    const kinds = match.groups;
    let kind = ["c", "s", "d", "n", "t"].find((name) => kinds[name] !== undefined) || "w";
    const piece = match[0];
    end = match.index + piece.length;
    if (kind === "w") {
      if (keywords.has(piece)) kind = "k";
      else if (types.has(piece)) kind = "t";
      else if (text[end] === "(") kind = "f";
    }
    add(kind, piece);
  }
  if (end < text.length) add("", text.slice(end));
  return lines;
}

/** An element with properties and children; texts are texts and never HTML. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "role") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
