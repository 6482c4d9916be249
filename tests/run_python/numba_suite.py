"""Runs numba-cuda's own tests on pycu: `numba_suite.py [MODULE...]`, such as `cudapy.test_print`.

The tests are those of the installed numba-cuda; what they import of Numba is pycu. Without modules
all are run. `--list` holds the results to numba_suite.txt, which names every test that does not
pass with its reason; `--update` writes that list anew. Some modules import cffi:
`pip install -t FOLDER cffi` and `--packages FOLDER`.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE / "numba_suite.txt"
PACKAGE = HERE.parents[1] / "python"
PREFIX = "numba.cuda.tests."
FOLDERS = ("core", "cudadrv", "cudapy", "cudasim", "doc_examples", "nocuda")
MODULE_SECONDS = 900

# The name of a test below numba.cuda.tests, and what became of it: the outcome and its text.
Results = "dict[str, tuple[str, str]]"

# Why tests do not pass: what `outcome: message` looks like, and the heading. The first that fits
# counts; what none fits is missing in pycu.
REASONS = (
    (r"^skipped: ", "Skipped by the suite itself"),
    (r"the test took more than|did not end", "Takes too long"),
    (
        r"no CUDA driver|driver library|No module named 'cuda|cuda\.(core|bindings)",
        "Driver bindings",
    ),
    (r"No module named '(cupy|ml_dtypes|cffi|torch)", "Needs a package that is not there"),
    (
        r"no numba\.cuda\.(core\.)?(analysis|bytecode|caching|cgutils|cloudpickle|compiler|"
        r"controlflow|datamodel|descriptor|interpreter|ir|itanium_mangler|run_frontend|serialize|"
        r"tests|typeconv|typing|utils)|no numba\.core\.|has no base of",
        "Internals of Numba's compiler",
    ),
    (r"no numba\.cuda\.cudadrv", "Driver bindings and NVIDIA's compilers"),
    (
        r"makes CUDA C\+\+ and no PTX|no (PTX|SASS|LLVM)|pycu writes CUDA C\+\+",
        "PTX, SASS or LLVM text",
    ),
    (r"compiled for a GPU", "What is known of kernels on a GPU alone"),
)


def tests_folder() -> Path:
    """The folder of numba-cuda's tests; ModuleNotFoundError where it is not installed."""
    import importlib.util

    found = importlib.util.find_spec("numba_cuda")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("numba-cuda is not installed")
    return Path(next(iter(found.submodule_search_locations))) / "numba" / "cuda" / "tests"


def modules() -> list[str]:
    """All modules of tests, without `numba.cuda.tests.`."""
    root = tests_folder()
    found = [path for folder in FOLDERS for path in (root / folder).rglob("test_*.py")]
    return sorted(".".join(path.relative_to(root).with_suffix("").parts) for path in found)


def run_module(module: str, packages: Sequence[str] = ()) -> Results:
    """What became of the tests of a module, which has a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.json"
        environment = dict(os.environ)
        paths = [str(PACKAGE), *packages, environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        command = [sys.executable, str(HERE / "unittest_results.py"), PREFIX + module, str(path)]
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=MODULE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {module: ("error", f"the module did not end within {MODULE_SECONDS} s")}
        if not path.exists():
            return {module: ("error", f"exit code {done.returncode}: {done.stderr[-400:]}")}
        found = json.loads(path.read_text(encoding="utf-8"))
    return {name.removeprefix(PREFIX): (one[0], one[1]) for name, one in found.items()}


def run(
    names: Iterable[str], jobs: int = 2, packages: Sequence[str] = (), told: bool = False
) -> Results:
    """What became of the tests of modules."""

    def timed(module: str) -> Results:
        begin = time.monotonic()
        results = run_module(module, packages)
        if told:
            passed = sum(outcome == "passed" for outcome, _ in results.values())
            took = time.monotonic() - begin
            print(f"{took:6.1f} s {passed:4d} of {len(results):4d} {module}", flush=True)
        return results

    every: Results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for results in pool.map(timed, names):
            every.update(results)
    return every


def listed() -> dict[str, str]:
    """The tests of numba_suite.txt, and the heading that each stands under."""
    heading, found = "", {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line[1:].strip()
        elif line:
            found[line] = heading
    return found


def differences(results: Results, names: Iterable[str]) -> list[str]:
    """What is other than numba_suite.txt says, of tests in the modules that were run."""
    known = listed()
    prefixes = tuple(f"{name}." for name in names)
    new = [
        f"{test} does not pass ({outcome}: {reason[:200]})"
        for test, (outcome, reason) in results.items()
        if outcome != "passed" and test not in known
    ]
    gone = [
        f"{test} is listed, and {'passes' if test in results else 'is not there'}"
        for test in known
        if (test.startswith(prefixes) or test in prefixes)
        and results.get(test, ("passed", ""))[0] == "passed"
    ]
    return sorted(new + gone)


def reason_of(outcome: str, text: str) -> str:
    """The heading for a test that does not pass."""
    whole = f"{outcome}: {text}"
    for pattern, heading in REASONS:
        if re.search(pattern, whole):
            return heading
    code = re.search(r"error\[(PYCU\d+)\]: ([^\n]*)", text)
    if code:
        message = re.sub("`[^`]*`", "`...`", code[2].partition("\\n")[0])
        return f"Not yet: {code[1]} {message}"
    first = re.sub(r"0x[0-9a-f]+|/[\w./-]+|\d+", "...", text.partition("\n")[0])
    return f"Not yet: {first[:110]}"


def write_list(results: Results) -> None:
    """Writes numba_suite.txt; names that stand there keep their headings."""
    known = listed() if LIST.exists() else {}
    groups = collections.defaultdict(list)
    for test, (outcome, text) in results.items():
        if outcome != "passed":
            groups[known.get(test) or reason_of(outcome, text)].append(test)
    lines = []
    for heading in sorted(groups, key=lambda one: (one.startswith("Not yet"), one)):
        lines += [f"# {heading}", *sorted(groups[heading]), ""]
    LIST.write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="below numba.cuda.tests; all without them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--packages", action="append", default=[], help="a folder of packages")
    parser.add_argument("--json", type=Path, help="the file for all results")
    parser.add_argument("--list", action="store_true", help="hold the results to the list")
    parser.add_argument("--update", action="store_true", help="write the list anew")
    args = parser.parse_args()
    if args.update and args.modules:
        parser.error("--update is for all modules")
    names = args.modules or modules()
    results = run(names, args.jobs, args.packages, told=True)
    print(dict(collections.Counter(outcome for outcome, _ in results.values())))
    if args.json:
        args.json.write_text(json.dumps(results, indent=1, sort_keys=True), encoding="utf-8")
    if args.update:
        write_list(results)
    wrong = differences(results, names) if args.list else []
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
