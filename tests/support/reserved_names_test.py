"""Holds the table of reserved words to what the compilers and headers of this machine take.

PYCU_UPDATE=1 adds to the table what it lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "lib" / "support" / "reserved_words.def"
RUNTIME = ROOT / "templates" / "runtime"

# Names that Python code never keeps as they are, whatever follows.
NEVER_KEPT = re.compile(r"__|_[A-Z]|cuda|CUDA|pycu|PYCU")
PUBLIC = re.compile(r"[A-Za-z]\w*$")

# What a generated file may include, by what it uses.
INCLUDED = ["pycu.h", "pycu_grid.h", "pycu_half.h", "pycu_random.h", "pycu_debug.h"]

# What a program may include beside the header of a module.
C_HEADERS = """
assert ctype errno fenv float inttypes limits locale math setjmp signal stdalign stdarg stdbool
stddef stdint stdio stdlib string time uchar wchar wctype strings unistd fcntl pthread sys/types
sys/stat sys/time
""".split()
CPP_HEADERS = (
    "atomic array cmath cstddef cstdint cstdlib cstring limits span utility vector".split()
)

MACROS = {
    "gcc": ["gcc", "-x", "c", "-dM", "-E"],
    "g++": ["g++", "-x", "c++", "-std=gnu++17", "-dM", "-E"],
    "clang": ["clang", "-x", "c", "-dM", "-E"],
    "clang++": ["clang++", "-x", "c++", "-std=gnu++17", "-dM", "-E"],
    "nvcc": ["nvcc", "-x", "cu", "-E", "-Xcompiler", "-dM"],
}


def forms() -> dict[str, list[str]]:
    """Kind -> words as the table has them: `exp{,2,f}` is exp, exp2 and expf."""
    blocks = re.findall(r'PYCU_WORDS\((\w+), R"\(\n(.*?)\)"\)', TABLE.read_text(), re.DOTALL)
    return {kind: words.split() for kind, words in blocks}


def expanded(form: str) -> list[str]:
    head, brace, rest = form.partition("{")
    if not brace:
        return [form]
    parts, _, tail = rest.partition("}")
    return [head + part + end for part in parts.split(",") for end in expanded(tail)]


def reserved() -> dict[str, list[str]]:
    """Kind -> words."""
    return {
        kind: [w for form in all_of for w in expanded(form)] for kind, all_of in forms().items()
    }


def hold(kind: str, words: set[str]) -> None:
    """The table has the words; those of a kind above the given one may stay where they are."""
    missing = words - {word for have in reserved().values() for word in have}
    if missing and os.environ.get("PYCU_UPDATE"):
        merged = " ".join(sorted({*forms()[kind], *missing}, key=lambda form: expanded(form)[0]))
        lines = "\n".join(textwrap.wrap(merged, 99, break_on_hyphens=False))
        begin, end = f'PYCU_WORDS({kind}, R"(\n', '\n)")'
        pattern = re.escape(begin) + ".*?" + re.escape(end)
        text = re.sub(pattern, begin + lines + end, TABLE.read_text(), flags=re.DOTALL)
        TABLE.write_text(text)
    assert not missing


def output_of(command: list[str], source: Path, text: str) -> str:
    """What a compiler prints for a text, or a skip where it is not installed."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    source.write_text(text)
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("compiler", MACROS)
def test_every_macro_is_reserved(compiler: str, tmp_path: Path) -> None:
    headers = [f"<{name}.h>" for name in C_HEADERS]
    if compiler not in ("gcc", "clang"):
        headers = [f"<{name}>" for name in CPP_HEADERS] + [f'"{name}"' for name in INCLUDED]
    text = "".join(f"#include {header}\n" for header in headers)
    output = output_of([*MACROS[compiler], f"-I{RUNTIME}"], tmp_path / "empty.cu", text)
    macros = set(re.findall(r"^#define (\w+)", output, re.MULTILINE))
    assert "INFINITY" in macros  # the compiler did list them
    hold("Macro", {name for name in macros if not NEVER_KEPT.match(name)})


def test_what_c_headers_declare_is_reserved(tmp_path: Path) -> None:
    """Names at file scope, and members of unscoped enums."""
    command = "clang++ -x c++ -fsyntax-only -Xclang -ast-dump -fno-color-diagnostics".split()
    text = "".join(f"#include <{name}.h>\n" for name in C_HEADERS)
    names: set[str] = set()
    outer: list[str] = []
    for line in output_of(command, tmp_path / "headers.cpp", text).splitlines():
        match = re.match(r"([|` -]*)(\w+Decl) 0x\w+ (.*)", line)
        if match is None:
            continue
        outer[len(match[1]) // 2 :] = [match[2]]
        if set(outer[:-1]) - {"TranslationUnitDecl", "LinkageSpecDecl", "EnumDecl"}:
            continue
        if match[2] == "LinkageSpecDecl":
            continue
        rest = re.sub(r"<.*?>(?=\s|$)|(?<=\s)prev 0x\w+|parent 0x\w+", " ", match[3])
        noise = "implicit used referenced struct union class enum definition line col invalid sloc"
        words = [word for word in rest.split("'")[0].split() if PUBLIC.match(word)]
        names.update([word for word in words if word not in noise.split()][-1:])
    assert {"hypot", "time", "index"} <= names
    hold("Declared", names)


def without_parentheses(statement: list[str]) -> list[str]:
    """The tokens with `(` for whatever stands in parentheses, and without attributes."""
    flat: list[str] = []
    depth = 0
    for token in statement:
        if token == "(" and depth == 0:
            flat.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0 and token != ")":
            flat.append(token)
    for attribute in ("__attribute__", "__declspec"):
        while attribute in flat:
            at = flat.index(attribute)
            del flat[at : at + 2]
    return flat


def declared_by(statement: list[str]) -> set[str]:
    """The names of a declaration at file scope, up to its `;` or `{`."""
    flat = without_parentheses(statement)
    if not flat or flat[0] in ("using", "template", "static_assert"):
        return set()
    flat = flat[: flat.index("=")] if "=" in flat else flat
    kinds = ("struct", "union", "enum", "class", "namespace")
    names = {flat[i + 1] for i, token in enumerate(flat[:-1]) if token in kinds}
    is_function = "(" in flat[1:]
    return names | {flat[flat.index("(", 1) - 1] if is_function else flat[-1]}


def test_what_cuda_declares_is_reserved(tmp_path: Path) -> None:
    """Every name that a .cu file finds at file scope, but for those that begin with cuda."""
    text = output_of(["nvcc", "-E", "-x", "cu", "-std=c++17"], tmp_path / "empty.cu", "")
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r'"(\\.|[^"\\])*"', '""', text)
    names: set[str] = set()
    statement: list[str] = []
    parentheses = braces = 0
    for token in re.findall(r'\w+|""|[^\s\w]', text):
        if braces > 0:
            braces += (token == "{") - (token == "}")
        elif token in "{;}" and parentheses == 0:
            is_linkage = token == "{" and statement[-2:] == ["extern", '""']
            names |= set() if is_linkage else declared_by(statement)
            braces = int(token == "{" and not is_linkage)
            statement = statement[:1] if statement[:1] == ["typedef"] and braces else []
        else:
            parentheses += (token == "(") - (token == ")")
            statement.append(token)
    assert {"dim3", "rsqrt", "atomicAdd"} <= names
    hold("Declared", {name for name in names if PUBLIC.match(name) and not name.startswith("cuda")})


def test_the_words_are_sorted_and_stand_there_once() -> None:
    table = reserved()
    assert list(table) == ["Keyword", "Macro", "Declared"]
    for kind, words in table.items():
        firsts = [expanded(form)[0] for form in forms()[kind]]
        assert len(words) > 90 and len(words) == len({*words}) and firsts == sorted(firsts)
    every = [word for words in table.values() for word in words]
    assert len(every) == len(set(every))
