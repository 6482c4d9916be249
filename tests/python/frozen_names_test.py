"""A module's name that changes has in device code the value that Numba would freeze.

The expected values are not written down: the launch of each script is replaced by a function that
notes the globals at that moment, which is when Numba compiles, and Python runs the script.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

HEAD = "import numpy as np\nfrom numba import cuda, float32\n\nx = np.zeros(32, np.float32)\n"
KERNEL = '@cuda.jit\ndef k(x: "float32[:]"):\n    x[cuda.grid(1)] = N\n'
SIGNED = '@cuda.jit("void(float32[:])")\ndef k(x):\n    x[cuda.grid(1)] = N\n'
HELPED = (
    "@cuda.jit(device=True)\ndef f(v):\n    return v * N\n\n"
    '@cuda.jit\ndef k(x: "float32[:]"):\n    x[0] = f(x[1])\n'
)

SCRIPTS = {
    "at the launch": f"N = 1\n{KERNEL}\nN = 2\nk[1, 32](x)\nN = 3\n",
    "at the first of two launches": f"N = 1\n{KERNEL}\nk[1, 32](x)\nN = 2\nk[1, 32](x)\n",
    "at the definition": f"N = 1\n{SIGNED}\nN = 2\nk[1, 32](x)\n",
    "at the end": f"N = 1\n{KERNEL}\nN = 2\n",
    "where main is called": f"N = 1\n{KERNEL}\n"
    "def main():\n    k[1, 32](x)\n\nN = 2\nmain()\nN = 3\n",
    "through two functions": f"N = 1\n{KERNEL}\n"
    "def go():\n    k[1, 32](x)\n\ndef main():\n    go()\n\nN = 2\n"
    'if __name__ == "__main__":\n    main()\nN = 3\n',
    "in a device function": f"N = 1\n{HELPED}\nN = 2\nk[1, 32](x)\nN = 3\n",
    "bound to another name": f"N = 1\n{KERNEL}\nrun = k\nN = 2\nrun[1, 32](x)\nN = 3\n",
    "by a sum": f"N = 1\n{KERNEL}\nN += 4\nk[1, 32](x)\nN += 4\n",
    "of a name built on it": f"M = 1\nN = M * 2\n{KERNEL}\nM = 5\nk[1, 32](x)\nN = M * 2\n",
    "forall": f"N = 1\n{KERNEL}\nN = 2\nk.forall(32)(x)\nN = 3\n",
}


class Kernel:
    """Stands for a kernel: notes the value of N when Numba would compile it."""

    def __init__(self, names: dict[str, Any], is_compiled: bool) -> None:
        self.names = names
        self.seen: list[Any] = []
        if is_compiled:
            self.compile()

    def compile(self) -> None:
        if not self.seen:
            self.seen.append(self.names["N"])

    def __getitem__(self, _: object) -> Any:
        return lambda *_: self.compile()

    def forall(self, _: int) -> Any:
        return lambda *_: self.compile()


def frozen_by_python(text: str) -> Any:
    """What N is when the kernel of a script is compiled first."""
    names: dict[str, Any] = {"np": np, "__name__": "__main__"}
    kernels: list[Kernel] = []

    class Cuda:
        @staticmethod
        def jit(given: Any = None, device: bool = False) -> Any:
            def make(function: Any, is_compiled: bool = False) -> Any:
                if device:
                    return function
                kernels.append(Kernel(names, is_compiled))
                return kernels[-1]

            if callable(given):
                return make(given)
            return lambda function: make(function, isinstance(given, str))

    names["cuda"] = Cuda
    body = text.replace("from numba import cuda, float32\n", "")
    exec(compile(body, "script", "exec"), names)  # noqa: S102
    return kernels[0].seen[0] if kernels[0].seen else names["N"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_value_is_the_one_at_compile_time(name: str, tmp_path: Path) -> None:
    text = HEAD + SCRIPTS[name]
    (tmp_path / "script.py").write_text(text)
    command = [str(harness.binary().absolute()), "transpile", "script.py", "-o", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "out" / "script.json").read_text())
    constants = {one["name"]: one["value"] for one in manifest["constants"]}
    assert constants["N"] == str(frozen_by_python(text))
    if len(re.findall(r"^N = ", text, re.M)) > 1:
        assert "PYCU0381" in done.stderr


def test_one_assignment_may_set_two_values(tmp_path: Path) -> None:
    """Each kernel has the value of its own launch, in extents, too."""
    program = (
        HEAD
        + "def set_n(n):\n    global N\n    N = n\n\n"
        + "@cuda.jit\ndef first(p):\n    p[0] = N\n\n"
        + "@cuda.jit\ndef second(p):\n    s = cuda.local.array(N + 100, float32)\n"
        + "    s[107] = 5\n    p[0] = s[107] * N\n\n"
        + "set_n(6)\nfirst[1, 1](x)\nset_n(8)\nsecond[1, 1](x)\n"
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    harness.build([path], tmp_path / "out")
    module = pycu.load(tmp_path / "out" / "program.json")
    results = np.zeros((2, 1), np.float32)
    module.first[1, 1](results[0])
    module.second[1, 1](results[1])
    assert results.tolist() == [[6], [40]]
    text = (tmp_path / "out" / "program.cu").read_text()
    values = dict(re.findall(r"static constexpr int (\w+) = (\d+);", text))
    extent = re.search(r"float s\[(\w+) \+ 100\]", text)
    assert extent and values[extent[1]] == "8", text
