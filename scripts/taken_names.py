"""Lists the identifiers that C, C++ and CUDA headers take, for lib/support/taken_names.def.

Run with g++, clang and nvcc in PATH: `scripts/taken_names.py > lib/support/taken_names.def`.
With --check it prints the names that the headers of this machine have and the table lacks.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

TABLE = Path(__file__).parent.parent / "lib" / "support" / "taken_names.def"

HEADERS = (
    "assert ctype errno fenv float inttypes limits locale math setjmp signal stdalign "
    "stdarg stdbool stddef stdint stdio stdlib string time "
    "uchar wchar wctype strings unistd fcntl pthread sys/types sys/stat sys/time"
).split()

CPP_HEADERS = (
    "cmath cstdint cstring cstdlib cstddef limits type_traits utility array vector span atomic"
).split()

KEYWORDS = """
alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool
break case catch char char16_t char32_t char8_t class co_await co_return co_yield compl concept
const const_cast consteval constexpr constinit continue decltype default delete do double
dynamic_cast else enum explicit export extern false final float for friend goto if import inline int
long module mutable namespace new noexcept not not_eq nullptr operator or or_eq override private
protected public reflexpr register reinterpret_cast requires restrict return short signed sizeof
static static_assert static_cast struct switch synchronized template this thread_local throw true
try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor
xor_eq
""".split()

PUBLIC = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")


def run(command: list[str], text: str) -> str:
    """The standard output of a compiler that reads a program from standard input."""
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def macros() -> set[str]:
    """Every macro that the headers define, and those that compilers define by themselves."""
    c_text = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    cpp_text = "".join(f"#include <{name}>\n" for name in CPP_HEADERS)
    names: set[str] = set()
    for compiler, language, text in (
        ("gcc", "c", c_text),
        ("g++", "c++", cpp_text),
        ("clang", "c", c_text),
        ("clang++", "c++", cpp_text),
    ):
        extra = ["-std=gnu++17"] if language == "c++" else []
        output = run([compiler, "-x", language, *extra, "-dM", "-E", "-"], text)
        names.update(re.findall(r"#define (\w+)", output))
    return {name for name in names if PUBLIC.match(name)}


def declared() -> set[str]:
    """Every name that the C headers declare at file scope, and members of unscoped enums."""
    text = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    output = run(
        [
            "clang++",
            "-x",
            "c++",
            "-fsyntax-only",
            "-Xclang",
            "-ast-dump",
            "-fno-color-diagnostics",
            "-",
        ],
        text,
    )
    names: set[str] = set()
    depth: list[str] = []
    for line in output.splitlines():
        match = re.match(r"([|` -]*)(\w+Decl) 0x\S+ (.*)", line)
        if match is None:
            continue
        level = len(match[1]) // 2
        depth[level:] = [match[2]]
        outer = depth[:-1]
        transparent = {"TranslationUnitDecl", "LinkageSpecDecl", "EnumDecl"}
        if set(outer) - transparent or match[2] == "LinkageSpecDecl":
            continue
        rest = re.sub(r"<.*?>(?=\s|$)|(?<=\s)prev 0x\w+|parent 0x\w+", " ", match[3])
        rest = rest.split("'")[0]
        words = [word for word in rest.split() if PUBLIC.match(word)]
        noise = {
            "implicit",
            "used",
            "referenced",
            "struct",
            "union",
            "class",
            "enum",
            "definition",
            "line",
            "col",
            "invalid",
            "sloc",
        }
        words = [word for word in words if word not in noise]
        if words:
            names.add(words[-1])
    return names


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


def declared_by_cuda() -> set[str]:
    """Every name that a .cu file finds at file scope, but for those that begin with cuda."""
    text = run(["nvcc", "-E", "-x", "cu", "-std=c++17", "/dev/null"], "")
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
    return {name for name in names if PUBLIC.match(name) and not name.startswith("cuda")}


def wanted() -> dict[str, str]:
    """Name -> kind, the strongest kind first."""
    table = dict.fromkeys(declared(), "Declared")
    if shutil.which("nvcc") or "--check" not in sys.argv:
        table.update(dict.fromkeys(declared_by_cuda(), "Declared"))
    table.update(dict.fromkeys(macros(), "Macro"))
    table.update(dict.fromkeys(KEYWORDS, "Keyword"))
    return table


def main() -> int:
    """Prints the table, or with --check what it lacks."""
    table = wanted()
    if "--check" in sys.argv:
        have = set(re.findall(r"PYCU_TAKEN\((\w+),", TABLE.read_text()))
        missing = sorted(table.keys() - have)
        print("\n".join(missing))
        return 1 if missing else 0
    print("// Identifiers that C, C++, the C library and CUDA have taken, sorted.")
    print(
        "// Written by scripts/taken_names.py; tests/house_test.cpp holds it against the headers."
    )
    for name in sorted(table):
        print(f"PYCU_TAKEN({name}, {table[name]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
