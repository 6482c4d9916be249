"""`x.sigs.toml` as a recorded run writes it: read, merged, written.

A file that was recorded before is merged with what a run met. One that a person wrote stays as it
is, and gets what it does not have.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from pycu._jit.closures import (
    Closure,
    Items,
    Member,
    Named,
    Path,
    Value,
    base_name,
    digest,
    value_name,
)

HEADER = (
    "# Recorded by `pycu run --record`: what kernels were launched with. `pycu build` reads it."
)
_DECODER = json.JSONDecoder()
_HEAD = re.compile(r"^[ \t]*\[{1,2}[\w.\"' -]+\]{1,2}[ \t]*(?:#.*)?$", re.MULTILINE)

# by name: signatures, and the line that first launched each
Entries = dict[str, dict[str, str]]


@dataclass
class Content:
    """What a file says: signatures by name, constants as texts of Python, closures by name."""

    signatures: Entries = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    closures: dict[str, Closure] = field(default_factory=dict)
    # the line that first launched each closure, by its name
    places: dict[str, str] = field(default_factory=dict)

    def rename(self, old: str, new: str) -> None:
        """Gives a closure another name."""
        self.closures[new] = self.closures.pop(old)
        self.places[new] = self.places.pop(old, "")
        for text, where in self.signatures.pop(old, {}).items():
            self.signatures.setdefault(new, {}).setdefault(text, where)


def read(path: File) -> tuple[str, Content]:
    """The text of a file, and what it says where it was recorded; nothing for one of a person."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text, _content(text) if text.startswith(HEADER) else Content()


def write(path: File, old: str, content: Content) -> None:
    """Writes a file that says this, or adds to one of a person's what that does not name."""
    if old and not old.startswith(HEADER):
        _replace(path, _appended(old, content))
        return
    parts = [f"{HEADER}\n", f"[signatures]\n{''.join(_signatures(content).values())}"]
    for title, lines in (("constants", _constants(content)), ("closures", _closures(content))):
        if lines:
            parts.append(f"\n[{title}]\n{''.join(lines.values())}")
    _replace(path, "".join(parts))


# ---- Names of closures.


@dataclass
class Held:
    """What held a closure of a run: a variable of its module, and those that it was launched by."""

    variable: str | None = None
    launched_by: list[str] = field(default_factory=list)


def named(old: Content, wanted: dict[Closure, Held], taken: Iterable[str]) -> dict[Closure, str]:
    """A name for each closure of a run, and for those of `old`; none is one of the `taken`.

    A variable of the module is what it was in this run: what it was in another gets a name of its
    values in `old`. Other names of `old` stay. A name that held several closures names none.
    """
    used = {*taken, *old.closures}
    variables = _unique({one: [held.variable] for one, held in wanted.items() if held.variable})
    variables = {one: name for one, name in variables.items() if name not in taken}
    used.update(variables.values())
    for one, name in variables.items():
        before = old.closures.get(name)
        if before is not None and before != one:
            others = {held: other for other, held in old.closures.items()}
            old.rename(name, _free(before, others, used))
            used.update(old.closures)
        for other in [other for other, held in old.closures.items() if held == one]:
            if other != name:
                old.rename(other, name)
    names = {**{one: name for name, one in old.closures.items()}, **variables}
    launched = _unique({one: held.launched_by for one, held in wanted.items()})
    for one in [inner for outer in wanted for inner in outer.held]:
        if one not in names:
            name = launched.get(one, "")
            names[one] = name if name and name not in used else _free(one, names, used)
            used.add(names[one])
    return names


def _unique(wanted: dict[Closure, list[str]]) -> dict[Closure, str]:
    """For each the first of its names that no other has."""
    owners: dict[str, set[Closure]] = {}
    for one, names in wanted.items():
        for name in names:
            owners.setdefault(name, set()).add(one)
    own = {one: [name for name in names if len(owners[name]) == 1] for one, names in wanted.items()}
    return {one: names[0] for one, names in own.items() if names}


def _free(closure: Closure, names: dict[Closure, str], used: set[str]) -> str:
    """The name of a closure by its values, with more in it where another has that."""
    short = value_name(closure, names)
    long = re.sub(r"\W+", "_", closure.of) + short[len(base_name(closure)) :]
    return next(name for name in (short, long, f"{short}_{digest(closure)}") if name not in used)


# ---- Lines.


def _signatures(content: Content) -> dict[str, str]:
    lines = {}
    for name, texts in sorted(content.signatures.items()):
        where = ", ".join(dict.fromkeys(one for one in texts.values() if one))
        known = [text for text in texts if "?" not in text]
        written = json.dumps(sorted(known or texts), ensure_ascii=False)
        lines[name] = _line(name, written, where)
    return lines


def _constants(content: Content) -> dict[str, str]:
    return {
        name: _line(name, json.dumps(text, ensure_ascii=False))
        for name, text in sorted(content.constants.items())
    }


def _closures(content: Content) -> dict[str, str]:
    names = {one: name for name, one in content.closures.items()}
    lines = {}
    for name, one in sorted(content.closures.items()):
        values = ", ".join(f"{_key(free)} = {_value(value, names)}" for free, value in one.values)
        entry = f"{{of = {json.dumps(one.of, ensure_ascii=False)}, values = {{{values}}}}}"
        lines[name] = _line(name, entry, content.places.get(name, ""))
    return lines


def _line(name: str, written: str, where: str = "") -> str:
    comment = f"  # {where}" if where else ""
    return f"{json.dumps(name, ensure_ascii=False)} = {written}{comment}\n"


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_]+", name) else json.dumps(name, ensure_ascii=False)


def _value(value: Value, names: dict[Closure, str]) -> str:
    """A value as TOML has it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    parts: dict[str, str] = {}
    if isinstance(value, Closure):
        parts["name"] = json.dumps(names[value], ensure_ascii=False)
    elif isinstance(value, Named):
        parts["name"] = json.dumps(value.name, ensure_ascii=False)
    elif isinstance(value, Path):
        parts["path"] = json.dumps(value.path)
    elif isinstance(value, Member):
        parts["attribute"] = json.dumps(value.name, ensure_ascii=False)
        parts["of"] = _value(value.of, names)
    else:
        parts["tuple"] = f"[{', '.join(_value(item, names) for item in value.items)}]"
        if value.class_name:
            parts["class"] = json.dumps(value.class_name, ensure_ascii=False)
            parts["fields"] = json.dumps(value.fields, ensure_ascii=False)
    return f"{{{', '.join(f'{key} = {text}' for key, text in parts.items())}}}"


# ---- What was recorded before.


def _content(text: str) -> Content:
    content = Content()
    closures: dict[str, Any] = {}
    for line in text.splitlines():
        if not line.startswith('"'):
            continue
        name, end = _DECODER.raw_decode(line)
        value, behind = _parsed(line, end + len(" = "))
        where = line[behind:].lstrip(" #")
        if isinstance(value, str):
            content.constants[name] = value
        elif isinstance(value, dict):
            closures[name] = value
            content.places[name] = where
        else:
            content.signatures[name] = dict.fromkeys(value, where)
    for name in closures:
        content.closures[name] = _closure(name, closures)
    return content


def _parsed(line: str, at: int) -> tuple[Any, int]:
    """A value that `write` wrote, and where it ends: JSON, but for the keys of tables."""
    if line[at] not in "{[":
        return _DECODER.raw_decode(line, at)
    is_table, end = line[at] == "{", "}" if line[at] == "{" else "]"
    items: list[Any] = []
    at += 1
    while line[at] != end:
        key = ""
        if is_table:
            found = re.compile(r'("(?:[^"\\]|\\.)*"|\w+) = ').match(line, at)
            assert found is not None, f"no key at {at} of {line}"
            key, at = found[1], found.end()
        value, at = _parsed(line, at)
        items.append((json.loads(key) if key.startswith('"') else key, value))
        at = at + 2 if line.startswith(", ", at) else at
    made = dict(items) if is_table else [value for _, value in items]
    return made, at + 1


def _closure(name: str, entries: dict[str, Any]) -> Closure:
    entry = entries[name]
    values = {free: _read(value, entries) for free, value in entry["values"].items()}
    return Closure(entry["of"], tuple(sorted(values.items())))


def _read(value: Any, entries: dict[str, Any]) -> Value:
    if isinstance(value, str):
        return value
    if "name" in value:
        name = value["name"]
        return _closure(name, entries) if name in entries else Named(name)
    if "path" in value:
        return Path(value["path"])
    if "attribute" in value:
        return Member(value["attribute"], _read(value["of"], entries))
    items = tuple(_read(item, entries) for item in value["tuple"])
    return Items(items, value.get("class", ""), tuple(value.get("fields", ())))


# ---- Files of people.


def _appended(old: str, content: Content) -> str:
    """A person's text with what it does not name, each in its table."""
    old = text = _without_open(old, content.signatures)
    for title, lines in (
        ("signatures", _signatures(content)),
        ("constants", _constants(content)),
        ("closures", _closures(content)),
    ):
        new = "".join(line for name, line in lines.items() if not _has(old, title, name))
        if new:
            text = _put(text, title, new)
    return text


def _without_open(text: str, names: Iterable[str]) -> str:
    """A text without the entries of these names that have a `?` (`pycu --write-signatures`)."""
    place = _table(text, "signatures")
    if place is None:
        return text
    lines = text[slice(*place)]
    for name in names:
        entry = rf'^(?:# \?.*\n)*[ \t]*"?{re.escape(name)}"?[ \t]*=[^#\n]*\?[^#\n]*(?:#.*)?\n?'
        lines = re.sub(entry, "", lines, flags=re.MULTILINE)
    return text[: place[0]] + lines + text[place[1] :]


def _table(text: str, title: str) -> tuple[int, int] | None:
    """Where the lines of a table begin and end."""
    head = re.search(rf"^[ \t]*\[{title}\][ \t]*(?:#.*)?$\n?", text, re.MULTILINE)
    if head is None:
        return None
    behind = _HEAD.search(text, head.end())
    return head.end(), behind.start() if behind is not None else len(text)


def _has(text: str, title: str, name: str) -> bool:
    """Whether a table has a name, as a key or as a table of its own."""
    place = _table(text, title)
    lines = text[slice(*place)] if place is not None else ""
    key = rf'"?{re.escape(name)}"?'
    inside = re.search(rf"^\s*{key}\s*=", lines, re.MULTILINE)
    own = re.search(rf"^\s*\[{title}\.{key}\]", text, re.MULTILINE)
    return inside is not None or own is not None


def _put(text: str, title: str, lines: str) -> str:
    place = _table(text, title)
    if place is None:
        return f"{text.rstrip()}\n\n[{title}]\n{lines}"
    end = place[1]
    before, behind = text[:end].rstrip(), text[end:]
    return f"{before}\n{lines}" + (f"\n{behind}" if behind else "")


def _replace(path: File, text: str) -> None:
    """Writes beside the file and renames, so that there is never half of one."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
