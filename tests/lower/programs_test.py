"""Every program of the oracle through `pycu inspect --types`: the type of every variable.

A case agrees when pycu gives each assignment and the result Numba's type, or refuses what Numba
refuses. A case may be passed over only when pycu answers it with the one "later" code; how many
are is pinned below and may only fall. `MORE` lists what pycu takes on purpose and Numba does not.
"""

import ast
import json
import os
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYCU = Path(os.environ.get("PYCU_BINARY", ROOT / "build" / "bin" / "pycu"))
LATER = "PYCU0399"
PASSED_OVER = 2
# the state of a random generator, which has a name of its own
STATE = "Record(s0: uint64 @0, s1: uint64 @8; size 16)"

# Programs that Numba refuses and pycu takes; the reason is a decision of the language.
MORE = {
    "shared_expression_shape_refused": "a constant expression is a constant shape",
    "undecorated_helper_refused": "a helper without a decorator, with a warning",
    "class_constant_refused": "a constant of a class",
    "inplace_true_division": "`x /= y` of integers is `x / y`",
    "device_call_view_return": "a view of a parameter's memory",
    "device_call_view_return_inline": "Numba lists the line of the inlined return",
    "row_copy_refused": "a loop over the elements",
    "slice_augmented_refused": "a loop over the elements",
    "array_expression_refused": "a loop over the elements",
    "np_sqrt": "NumPy's functions of scalars",
    "np_abs": "NumPy's functions of scalars",
    "star_unpack": "star unpacking",
    "walrus": "`:=`",
    "set_refused": "`x in {a, b}`, as of a tuple",
    "generator_expression_refused": "a generator expression that feeds `sum`",
    "import_inside_refused": "`import` in a function",
    "warp_reduce_unsigned_refused": "shuffles of any type of 1 to 8 bytes",
    "iterate_tuple": "a loop over a tuple of several types",
    "iterate_tuple_mixed": "a loop over a tuple of several types",
    "recursion": "recursion without a signature",
    "recursion_changes_types": "recursion without a signature",
    "recursion_mutual": "recursion without a signature",
}

# Programs that Numba takes and pycu refuses.
LESS = {"grid_sync": "what the grid's sync() returns, which is no error code, is none here"}


def plain(type_name: str | None) -> str | None:
    """A type without the values of literals: Literal[int](3) is int64 in any operation."""
    if type_name is None:
        return None
    text = re.sub(
        r"Literal\[int\]\((-?\d+)\)",
        lambda m: "uint64" if int(m[1]) >= 2**63 else "int64",
        type_name,
    )
    text = re.sub(r"Literal\[bool\]\(\w+\)", "bool", text)

    def uniform(match: re.Match[str]) -> str:
        names = match[1].split(", ")
        return f"UniTuple({names[0]}, {len(names)})" if len(set(names)) == 1 else match[0]

    return re.sub(r"(?<!Uni)Tuple\(([^()]*)\)", uniform, text)


def inspect(source: str, sigs: list[str], folder: Path, name: str) -> tuple[Any, str]:
    path = folder / f"{name}.py"
    path.write_text(source)
    command = [str(PYCU), "inspect", "--types", "--json", "--color", "never", str(path)]
    for sig in sigs:
        command += ["--sig", f"f={sig}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1, 2), f"{name}: exit {run.returncode}\n{run.stderr}"
    return (json.loads(run.stdout) if run.stdout.strip() else None), run.stderr


def find_specialisation(types: Any, args: list[str]) -> Any:
    for entry in types["kernels"] + types["device_functions"]:
        if entry["name"] == "f":
            for specialisation in entry["specialisations"]:
                if specialisation["args"] == args:
                    return specialisation
    return None


def named_records(signatures: list[str]) -> tuple[str, list[str]]:
    """Definitions of the records that signatures spell, and the signatures with their names."""
    lines = []
    for spelling in sorted(set(re.findall(r"Record\([^()]*\)", signatures[0]))):
        fields = re.findall(r"(\w+): (\w+) @(\d+)", spelling)
        names, formats, offsets = (list(column) for column in zip(*fields))
        size = re.search(r"size (\d+)", spelling)
        assert size is not None
        layout = (
            f'{{"names": {names}, "formats": {formats}, '
            f'"offsets": {[int(o) for o in offsets]}, "itemsize": {size[1]}}}'
        )
        name = f"record_{len(lines)}"
        if spelling == STATE:
            name = "xoroshiro128p_type"
        else:
            lines.append(f"\nimport numpy\n{name} = numpy.dtype({layout})\n")
        signatures = [signature.replace(spelling, name) for signature in signatures]
    return "".join(lines), signatures


def assigned(source: str) -> set[tuple[str, int]]:
    """The names that a program sets, with their lines; Numba's copies of a join have none."""
    tree = ast.parse(source)
    names = {
        (node.id, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return names | {(n.name, n.lineno) for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def differences(case: dict[str, Any], found: Any, source: str) -> list[str]:
    places = assigned(source)
    listed = Counter((v["name"], v["line"], plain(v["type"])) for v in found["variables"])
    lines_of = source.splitlines()
    wrong = []
    for entry in case["variables"]:
        if len(entry) > 3:
            continue  # a phi
        name, type_name, lines = entry
        base = name.split(".")[0]
        if name != base and (base, lines[0]) not in places:
            continue  # a copy of a join, made where the variable is read
        key = (base, lines[0], plain(type_name))
        if lines_of[lines[0] - 1].strip().startswith("return "):
            # Numba gives what a closure returns the line of its `return`.
            key = next((k for k in listed if (k[0], k[2]) == (base, key[2])), key)
        if listed[key] == 0:
            here = [t for (n, line, t) in listed if n == base and line == lines[0]]
            wrong.append(f"{base} at line {lines[0]}: {here} and not {plain(type_name)}")
    if plain(found["returns"]) != plain(case["returns"]):
        wrong.append(f"returns {found['returns']} and not {case['returns']}")
    return wrong


def check_case(program: dict[str, Any], index: int, folder: Path) -> tuple[str, str]:
    """("agrees" | "later" | "more" | "differs", what)."""
    case = program["cases"][index]
    name = f"{program['name']}_{index}"
    args = ", ".join(case["args"])
    positional = args + "," if len(case["args"]) == 1 else args
    kernel = program["kind"] == "kernel"
    records, (args, positional) = named_records([args, positional])
    types, errors = inspect(
        program["source"] + records,
        [f"void({args})" if kernel else f"({positional})"],
        folder,
        name,
    )
    found = find_specialisation(types, case["args"]) if types else None
    if found is None and types:
        named = [e for e in types["kernels"] + types["device_functions"] if e["name"] == "f"]
        single = named[0]["specialisations"] if named else []
        found = single[0] if len(single) == 1 else None
    if "error" in case:
        if found is None and "error[" in errors:
            return "agrees", name
        if program["name"] in MORE:
            return "more", name
        return "differs", f"{name}: Numba refuses it: {case['error']}\n{errors}"
    if found is None and program["name"] in LESS:
        return "less", name
    if found is None:
        if LATER in errors:
            return "later", name
        return "differs", f"{name}: refused\n{errors}"
    wrong = differences(case, found, program["source"])
    if wrong and program["name"] in MORE:
        return "more", name
    return ("differs", f"{name}: " + "; ".join(wrong)) if wrong else ("agrees", name)


def test_programs(tmp_path: Path) -> None:
    programs = json.loads((ROOT / "testdata/oracle/programs.json").read_text())["programs"]
    cases = [(p, i) for p in programs for i in range(len(p["cases"]))]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda c: check_case(c[0], c[1], tmp_path), cases))
    counts = Counter(kind for kind, _ in results)
    print(f"programs.json: {dict(counts)}")
    differing = [what for kind, what in results if kind == "differs"]
    assert not differing, "\n".join(differing)
    later = sorted(what for kind, what in results if kind == "later")
    assert counts["later"] == PASSED_OVER, f"{counts['later']} passed over: {later}"
