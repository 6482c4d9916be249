"""Where launches stand in host code, and what becomes of those that are not certain."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import harness
import pytest

HEAD = """
import sys
import numpy as np
from numba import cuda


@cuda.jit
def k(x, n):
    x[cuda.grid(1)] = n


f32 = np.zeros(8, np.float32)
f64 = np.zeros(8)
"""
F32, F64 = "void(float32[::1], int64)", "void(float64[::1], int64)"

# A program's host code, and the signatures of `k` in the order of the launches.
PROGRAMS = {
    "plain": ("k[1, 8](f32, 1)", [F32]),
    "powers": (
        "import sys\nh = float(sys.argv[1])\nn = int(sys.argv[2])\n"
        "k[1, 8](f32, n**2)\nk[1, 8](f64, 3 * n**0)",
        [F32, F64],
    ),
    "stream_and_shared": ("s = cuda.stream()\nk[1, 8, s, 256](f32, 1)", [F32]),
    "configured": ("kk = k[(1, 1), (8,)]\nkk(f64, 2)", [F64]),
    "forall": ("k.forall(8)(f64, 2)", [F64]),
    "forall_configured": ("go = k.forall(len(f64))\ngo(f64, 2)", [F64]),
    "specialised": ("go = k.specialize(f32, 1)\ngo[1, 8](f32, 1)", [F32]),
    "several_types": ("k[1, 8](f64, 1)\nk[1, 8](f32, 1)\nk[1, 8](f64, 2)", [F64, F32]),
    "cupy": ("import cupy as cp\nk[1, 8](cp.zeros(8, np.float32), 1)", [F32]),
    "cupy_like": ("import cupy as cp\nx = cp.ones(8)\nk[1, 8](cp.ones_like(x), 1)", [F64]),
    "cupy_arange": ("import cupy as cp\nk[1, 8](cp.arange(8, dtype=np.float32), 1)", [F32]),
    "cupy_full": (
        "import cupy as cp\nx = cp.full(8, 1.5)\nk[1, 8](x, 1)\nk[1, 8](cp.full_like(x, 2), 1)",
        [F64],
    ),
    "cupy_linspace": ("import cupy as cp\nk[1, 8](cp.linspace(0, 1, 8), 1)", [F64]),
    "cupy_eye": (
        "import cupy as cp\nk[1, 8](cp.eye(8)[0], 1)\nk[1, 8](cp.identity(8)[1], 1)",
        [F64],
    ),
    "cupy_zeros_like": (
        "import cupy as cp\nx = cp.empty((4, 8))[0]\nk[1, 8](cp.zeros_like(x), 1)",
        [F64],
    ),
    "cupy_computes": (
        "import cupy as cp\nx = cp.asarray(f64, dtype=cp.float32)\nk[1, 8](x * 2 + x, 1)\n"
        "k[1, 8](cp.sqrt(x).astype(cp.float64), 1)\nk[1, 8](cp.stack([x, x]).sum(axis=0), 1)",
        [F32, F64],
    ),
    "cupy_numbers_are_arrays": (
        "import cupy as cp\nx = cp.asarray(f32)\n"
        "k[1, 8](x, float(x.sum()))\nk[1, 8](x, x[0].item())\nk[1, 8](x, int(cp.argmax(x)))",
        ["void(float32[::1], float64)", F32],
    ),
    "cupy_random": (
        "import cupy as cp\nk[1, 8](cp.random.rand(8, dtype=cp.float32), 1)\n"
        "k[1, 8](cp.random.random((2, 8))[1], 1)",
        [F32, F64],
    ),
    "cupy_and_the_host": (
        "import cupy as cp\nx = cp.array([1.5, float(sys.argv[1])], dtype='f4')\n"
        "k[1, 8](x.get(), 1)\nk[1, 8](cp.asnumpy(x) * np.pi, cp.int64(1))\n"
        "k[1, 8](x[cp.newaxis, ::-1][0, ::-1].real.copy(), 1)",
        [F32],
    ),
    "where_cuda_is": (
        "from numba.core import config\n"
        "GPU = cuda.is_available() and not config.ENABLE_CUDASIM\n"
        "if GPU:\n    k[1, 8](f32, 1)\nelse:\n    k[1, 8](f64, 1)",
        [F32],
    ),
    "renamed": ("launch = k\nlaunch[1, 8](f32, 1)", [F32]),
    "in_main": ("if __name__ == '__main__':\n    k[1, 8](f32, 1)", [F32]),
    "in_a_function": ("def main():\n    x = f32.copy()\n    k[1, 8](x, 1)\n\n\nmain()", [F32]),
    "nobody_calls_it": ("def test_k():\n    k[1, 8](f32, 1)", [F32]),
    "through_calls": (
        "def run(x, n=3):\n    k[1, 8](x, n)\n\n\n"
        "def both():\n    run(f32)\n    run(n=1, x=f64)\n\n\nboth()",
        [F32, F64],
    ),
    "called_by_what_nobody_calls": (
        "def run(x):\n    k[1, 8](x, 1)\n\n\ndef test_k():\n    run(f64)",
        [F64],
    ),
    "in_a_lambda": ("import timeit\ntimeit.timeit(lambda: k[1, 8](f32, 1), number=3)", [F32]),
    "a_callback": ("def go():\n    k[1, 8](f32, 1)\n\n\nprint(sum(map(go, [])))", [F32]),
    "methods_that_nobody_calls": (
        "import foo\nwidths = [2]\n\n\nclass A:\n    def __init__(self, n: int):\n"
        "        self.x = np.zeros(n)\n        self.parts = []\n\n"
        "    def add(self):\n        self.parts.append(f32)\n        foo.show(widths)\n\n"
        "    def run(self):\n        k[1, 8](self.x, 1)\n        for one in self.parts:\n"
        "            k[1, 8](one, widths[0])",
        [F64, F32],
    ),
    "what_a_loop_makes_anew": (
        "def go(x):\n    k[1, 8](x, 1)\n    return x * 2\n\n\n"
        "x = f32\nfor i in range(int(input())):\n"
        "    x = go(x)\n    y = []\n    y.append(x)\n    z = np.zeros(3)\n    z[0] = 1\n"
        "k[1, 8](y[0].astype(np.float64), 1)",
        [F32, F64],
    ),
    "in_a_loop": ("for step in range(100):\n    k[1, 8](f32, step)\n    f32 *= 0.5", [F32]),
    "swapped": (
        "a, b = f32, f32.copy()\nwhile a.sum() < 3:\n    k[1, 8](a, 1)\n    a, b = b, a",
        [F32],
    ),
    "mapped": (
        "a, b = map(cuda.to_device, (f32, f64))\nk[1, 8](a, 1)\nk[1, 8](b, 1)\n"
        "c, d = tuple(map(np.zeros_like, [f64, f32]))\nk[1, 8](c, *map(int, ['7']))",
        [F32, F64],
    ),
    "mapped_by_a_function": (
        "def scaled(x, by):\n    k[1, 8](x, 1)\n    return x * by\n\n\n"
        "a, b = map(scaled, [f32, f32], [2, np.float64(3)])\nk[1, 8](a, 1)\nk[1, 8](b, 1)",
        [F32, F64],
    ),
    "arrays_of_several_types": (
        "a, b = [cuda.to_device(x) for x in (f32, f64)]\nk[1, 8](a, 1)\n"
        "c = {name: x * 2 for name, x in zip(('a', 'b'), (f32, f64))}\nk[1, 8](c['b'], 1)",
        [F32, F64],
    ),
    "many_arrays": ("a = [cuda.to_device(x) for x in 70 * [f64]]\nk[1, 8](a[3], 1)", [F64]),
    "over_dtypes": (
        "for t in (np.float32, np.float64):\n    k[1, 8](np.zeros(8, t), 1)",
        [F32, F64],
    ),
    "both_branches": (
        "x = f32 if len(sys.argv) > 3 else np.ones(9, np.float32)\nk[1, 8](x, 1)",
        [F32],
    ),
    "in_branches": (
        "if len(sys.argv) > 3:\n    k[1, 8](f32, 1)\nelse:\n    k[1, 8](f64, 1)",
        [F32, F64],
    ),
    "not_taken": ("if False:\n    k[1, 8](f32, 1)\nk[1, 8](f64, 1)", [F64]),
    "after_a_return": (
        "def run(x):\n    if x is None:\n        return\n    k[1, 8](x, 1)\n\n\nrun(f32)",
        [F32],
    ),
    "returned": ("def make(n):\n    return np.zeros(n), n\n\n\nk[1, 8](*make(4))", [F64]),
    "a_closure": (
        "def make(x):\n    def go():\n        k[1, 8](x, 1)\n    return go\n\n\nmake(f32)()",
        [F32],
    ),
    "with_and_try": (
        "try:\n    with cuda.defer_cleanup():\n        k[1, 8](f32, 1)\nfinally:\n    pass",
        [F32],
    ),
    "a_global": (
        "data = None\n\n\ndef setup():\n    global data\n    data = f32\n\n\n"
        "setup()\nk[1, 8](data, 1)",
        [F32],
    ),
    "in_out": ("k[1, 8](cuda.InOut(f64), 1)", [F64]),
    "an_int_parameter": ("def main(n: int):\n    k[1, 8](np.zeros(n), n)", [F64]),
    "size_from_outside": ("n = int(sys.argv[1])\nk[1, 8](np.zeros(n), n)", [F64]),
    "elsewhere_unknown": ("def run(x):\n    k[1, 8](x, 1)\n\n\nk[1, 8](f32, 1)", [F32]),
}

# Host code that leaves the types open, and why.
QUESTIONS = {
    "a_file": ("k[1, 8](np.load('x.npy'), 1)", "`numpy.load` reads a file"),
    "a_parameter": ("def run(x):\n    k[1, 8](x, 1)", "it is a parameter of `run`"),
    "two_types": (
        "x = f32\nif len(sys.argv) > 1:\n    x = f64\nk[1, 8](x, 1)",
        "it is not the same on every path",
    ),
    "two_layouts": (
        "x = np.zeros((3, 4))\nif len(sys.argv) > 1:\n    x = np.zeros((4, 3)).T\nk[1, 8](x, 1)",
        "it is not the same on every path",
    ),
    "a_loop": (
        "x = np.zeros(8, np.int32)\nfor i in range(int(input())):\n"
        "    k[1, 8](x, 1)\n    x = x / 2",
        "it changes its type in a loop",
    ),
    "a_module": ("from .data import x\nk[1, 8](x, 1)", "it comes from the module `.data`"),
    "flags": ("f32.flags.writeable = False\nk[1, 8](f32, 1)", "its `writeable` is assigned"),
    "flags_of_an_attribute": (
        "class A:\n    def __init__(self):\n        self.x = f32.copy()\n\n\na = A()\n"
        "a.x.flags.writeable = False\nk[1, 8](a.x, 1)",
        "its `writeable` is assigned",
    ),
    "new_shape": ("f32.shape = (2, 4)\nk[1, 8](f32, 1)", "its `shape` is assigned"),
    "an_object": ("class A:\n    pass\n\n\nk[1, 8](A().x, 1)", "`A` has no such attribute"),
    "a_class_of_a_library": (
        "import tensorflow as tf\n\n\nclass A(tf.Module):\n    pass\n\n\nk[1, 8](A().x, 1)",
        "a base sets it",
    ),
    "a_class_with_rules_of_its_own": (
        "class A:\n    def __getattr__(self, name):\n        return f32\n\n\nk[1, 8](A().x, 1)",
        "it is an object of a class",
    ),
    "an_object_that_others_get": (
        "import foo\n\n\nclass A:\n    def __init__(self):\n        self.x = f32\n\n\n"
        "a = A()\nfoo.change(a)\nk[1, 8](a.x, 1)",
        "its items change",
    ),
    "one_of_two_objects": (
        "class A:\n    def __init__(self, x):\n        self.x = x\n\n\na, b = A(f32), A(f32)\n"
        "c = a if len(sys.argv) > 1 else b\nc.x = f64\nk[1, 8](a.x, 1)",
        "its items change",
    ),
    "a_decorated_function": (
        "@print\ndef make():\n    return f32\n\n\nk[1, 8](make(), 1)",
        "`make` has a decorator",
    ),
    "open_arguments": ("k[1, 8](*sys.argv)", "the number of arguments"),
    "a_late_global": (
        "data = None\n\n\ndef setup():\n    global data\n    data = f32\n\n\n"
        "def run():\n    k[1, 8](data, 1)",
        "a function changes it",
    ),
    "endless": (
        "def f(n):\n    return f(n - 1)\n\n\nk[1, 8](f(3), 1)",
        "a function calls itself",
    ),
}

# Arrays of extents that nobody knows, in front of which stands `n, m, x = ...`, and the layout that
# NumPy gives them for every value: C, F, or neither for certain.
LAYOUTS = {
    "x": "C",
    "x.T": "F",
    "np.zeros((n, m), order='F')": "F",
    "x[:n // 2]": "C",
    "x[1:]": "C",
    "x[:, :300]": "A",
    "x[:, :m]": "C",
    "x[:, :x.shape[1]]": "C",
    "x[:, :n]": "A",
    "x[::2]": "A",
    "x[::-1]": "A",
    "x[:, 0][:, None]": "A",
    "x[:, :300].copy()": "C",
    "x[:, :300].astype('f4')": "C",
    "x.T.copy()": "C",
    "x.T.copy('K')": "F",
    "np.copy(x[:, ::2].T)": "F",
    "np.ascontiguousarray(x.T)": "C",
    "np.asfortranarray(x[:, :300])": "F",
    "x.reshape(-1, 4)": "C",
    "x.reshape(n * m, 1)": "C",
    "x.T.reshape(-1, 2)": "A",
    "x.T.reshape(-1, 2, order='F')": "F",
    "x[:, :300].ravel().reshape(2, -1)": "C",
    "x + 1": "C",
    "x + x.T.T[:, :m]": "C",
    "x.T + x.T": "F",
    "x + np.zeros(m)": "C",
    "x[:, :1] + np.zeros(m)": "C",
    "x.T * np.zeros((m, n), order='F')": "F",
    "x.T + np.zeros((m, n))": "C",
    "x.T + np.zeros((int(sys.argv[3]), n))": "A",
    "np.zeros((n, 5, m)).sum(axis=1)": "C",
    "np.zeros((n, 5, m)).transpose(2, 0, 1)[0]": "A",
    "np.zeros((n, 5, m)).swapaxes(0, 2).max(axis=1)": "F",
    "np.stack([x[0], x[1]])": "C",
    "np.concatenate([x, x])": "C",
    "np.zeros(m)[None, :]": "C",
    "np.broadcast_to(np.zeros(m), (n, m)) * 2": "C",
    "np.broadcast_to(np.zeros(m), (n, m)).copy('K')": "F",
    "np.zeros((m + 1, n)).T[:n, :m + 1]": "F",
    "np.array([[0.0] * 3, x[0, :3]])": "C",
    "np.zeros((n, m), np.complex64).real": "A",
    "(x if n > 3 else np.zeros((m, n)))": "C",
    "np.random.rand(n, m)[m:]": "C",
}
# The same of an array that a loop makes anew, and of one that lies in a list.
IN_LOOPS = {
    "y = x\nfor i in range(n):\n    y = np.zeros((i, y.shape[0]))": "C",
    "y = x.T\nwhile y.sum() > 3:\n    y = np.zeros((m, n + 1)).T": "F",
    "y = x\nfor i in range(n):\n    y = np.zeros((i, m))[:, :m]": "C",
    "y = x[:, :n]\nfor i in range(n):\n    y = np.zeros((i, m))[:, :i]": "A",
    "y = x[:, :n]\nfor i in range(n):\n    y = y[1:, :i]\ny = y.copy()": "C",
    "e = m\nfor i in range(n):\n    e = e + 1\ny = np.zeros((n, m))[:, :e]": "A",
    "e = m\nfor i in range(n):\n    e = e // 2\ny = np.zeros((n, e))[:, :e]": "C",
    "e = m\nfor i in range(n):\n    y = np.zeros((n, m))[:, :e]\n    e = int(sys.argv[i])": "A",
    "last = m\nfor i in range(n):\n    e = int(sys.argv[i])\n"
    "    y = np.zeros((n, e))[:, :last]\n    last = e": "A",
    "xs = [np.zeros(int(a)) for a in sys.argv]\n"
    "for a, b in zip(xs, xs):\n    y = np.zeros((n, a.size))[:, :a.size]": "C",
    "xs = []\nfor a in sys.argv:\n    xs.append(np.zeros((n, int(a))))\ny = xs[0]": "C",
    "xs = []\nfor a in sys.argv:\n    e = int(a)\n    xs.append(np.zeros((n, e)))\n"
    "y = np.zeros((n, e))[:, :xs[0].shape[1]]": "A",
    "e = np.int8(m)\ny = np.zeros((n, e * e))[:, :m * m]": "A",
}


def inspect(tmp_path: Path, host: str) -> tuple[dict[str, list[str]], str]:
    source = tmp_path / "launches.py"
    source.write_text(HEAD + host + "\n")
    command = [harness.binary(), "inspect", "--signatures", "--json", source]
    result = subprocess.run([str(one) for one in command], capture_output=True, text=True)
    return json.loads(result.stdout)["signatures"], result.stderr


def test_functions_of_a_factory_may_hold_each_other(tmp_path: Path) -> None:
    signatures, messages = inspect(
        tmp_path,
        """
def make(n):
    def even(i):
        return i == 0 or odd(i - 1)

    def odd(i):
        return i != 0 and even(i - 1)

    @cuda.jit
    def fill(x):
        if even(cuda.grid(1)):
            x[0] = n

    return fill


def go():
    for n in (1, 2, 1):
        make(n)[1, 8](f32)


go()
""",
    )
    named = {name: each for name, each in signatures.items() if "." not in name}
    assert named == {"fill_n1": ["void(float32[::1])"], "fill_n2": ["void(float32[::1])"]}, messages


def test_a_number_of_cupy_is_an_array_without_dimensions(tmp_path: Path) -> None:
    _, messages = inspect(tmp_path, "import cupy as cp\nx = cp.ones(8)\nk[1, 8](x, x.sum())")
    assert 'cannot take `Array(float64, 0, "C")`' in messages


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_launch_gives_types(name: str, tmp_path: Path) -> None:
    host, expected = PROGRAMS[name]
    signatures, messages = inspect(tmp_path, host)
    assert signatures == {"k": expected}, messages
    assert ("PYCU0216" in messages) == (name == "elsewhere_unknown"), messages


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_not_certain_is_a_question(name: str, tmp_path: Path) -> None:
    host, why = QUESTIONS[name]
    signatures, messages = inspect(tmp_path, host)
    assert signatures == {}
    assert messages.count("PYCU0205") == 1, messages
    assert why in messages
    assert "void(?" in messages


def layout_of(signature: str) -> str:
    first = signature[signature.index("[") + 1 : signature.index("]")]
    return "C" if first.endswith("::1") else "F" if first.startswith("::1") else "A"


def test_a_layout_is_what_is_certain_for_every_extent(tmp_path: Path) -> None:
    wrong = []
    sizes = "n, m = int(sys.argv[1]), int(sys.argv[2])\nx = np.zeros((n, m))\n"
    cases = [(f"y = {text}", layout) for text, layout in LAYOUTS.items()] + list(IN_LOOPS.items())
    for text, layout in cases:
        # However long a comment is.
        seen = set()
        for comment in ("", "# x\n", "# any\n# more\n"):
            signatures, messages = inspect(tmp_path, f"{comment}{sizes}{text}\nk[1, 8](y, 1)")
            seen.add(layout_of(signatures["k"][0]) if signatures else messages)
        if seen != {layout}:
            wrong.append(f"{text}: {layout}, not {seen}")
    assert not wrong, "\n".join(wrong)


def test_a_launch_belongs_to_the_last_definition_before_it(tmp_path: Path) -> None:
    again = "\n\n@cuda.jit\ndef k(x, n):\n    x[0] = n\n\n\n"
    signatures, _ = inspect(tmp_path, f"k[1, 8](f32, 1){again}k[1, 8](f64, 1)")
    assert signatures == {"k": [F64]}


def test_signatures_that_are_written_win(tmp_path: Path) -> None:
    other = "@cuda.jit('void(int8[:])')\ndef other(x):\n    x[0] = 1\n\n\nother[1, 1](f32)\n"
    annotated = "@cuda.jit\ndef third(x: 'int8[:]', n):\n    x[0] = n\n\n\nthird[1, 1](f32, 2.5)\n"
    signatures, _ = inspect(tmp_path, f"{other}{annotated}k[1, 8](f32, 1)")
    assert signatures == {
        "k": [F32],
        "other": ["void(int8[:])"],
        "third": ["void(int8[:], float64)"],
    }


def test_the_source_of_every_signature_is_shown(tmp_path: Path) -> None:
    helper = "@cuda.jit('void(int8[:])')\ndef other(x):\n    x[0] = 1\n\n\n"
    source = tmp_path / "sources.py"
    source.write_text(HEAD + helper + "k[1, 8](f32, 1)\nk[1, 8](f64, 1)\n")
    command = [str(harness.binary()), "inspect", "--signatures", str(source)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert '"void(float32[::1], int64)",  # a launch, line 19' in text
    assert '"void(float64[::1], int64)",  # a launch, line 20' in text
    assert '"other" = ["void(int8[:])"]  # the decorator, line 14' in text


def test_every_specialisation_runs(tmp_path: Path) -> None:
    import numpy as np
    import pycu

    source = tmp_path / "both.py"
    source.write_text(HEAD + "k[1, 8](f32, 1)\nk[1, 8](f64, 1)\n")
    harness.build([source], tmp_path / "out")
    module = pycu.load(tmp_path / "out" / "both.json")
    for dtype in (np.float32, np.float64):
        x = np.zeros(8, dtype)
        module.k[1, 8](x, 7)
        assert x.tolist() == [7] * 8
    with pytest.raises(TypeError):
        module.k[1, 8](np.zeros(8, np.int16), 7)


def test_long_host_code_is_followed_in_little_time(tmp_path: Path) -> None:
    chain = "if f32[0] == 0:\n    n = 0\n"
    chain += "".join(f"elif f32[0] == {i}:\n    n = {i}\n" for i in range(1, 90))
    nest = "x = " + "(" * 150 + "f32" + ")" * 150 + "\n"
    total = "n = " + " + ".join(["n"] * 80) + "\n"
    doubling = "def f0():\n    return 1\n\n\n"
    doubling += "".join(f"def f{i}():\n    f{i - 1}()\n    f{i - 1}()\n\n\n" for i in range(1, 20))
    signatures, _ = inspect(tmp_path, chain + nest + "k[1, 8](x, n)\n" + total)
    assert signatures == {"k": [F32]}
    # Too much is a question, and not a wait.
    signatures, messages = inspect(tmp_path, doubling + "f19()\nk[1, 8](f32, 1)\n")
    assert signatures == {"k": [F32]} or "too long to follow" in messages


# Numbers of rows and columns: either may be one, and less or more than the slices' bounds.
EXTENTS = [(1, 1), (1, 400), (400, 1), (4, 300), (5, 299), (6, 4), (300, 300)]


def test_a_class_may_have_many_methods(tmp_path: Path) -> None:
    # Each method that nobody calls may run behind any of the others: not all of them are followed.
    methods = "".join(
        f"    def m{i}(self):\n        self.a{i} = np.zeros(3)\n        k[1, 8](f32 * {i}, 1)\n\n"
        for i in range(400)
    )
    signatures, errors = inspect(tmp_path, "class A:\n" + methods)
    assert (signatures["k"], errors) == ([F32], "")


def test_every_extent_is_taken(tmp_path: Path) -> None:
    """A library built for a layout that is certain refuses no launch that Numba runs."""
    import numpy as np
    import pycu

    setup = "n, m = int(sys.argv[1]), int(sys.argv[2])\nx = np.zeros((n, m))\n"
    lines = ["import sys", "import numpy as np", "from numba import cuda", "", setup]
    for i, text in enumerate(LAYOUTS):
        lines += ["@cuda.jit", f"def k{i}(x, n):", "    if x.size > 0:", "        x[0, 0] = n"]
        lines += [f"y = {text}", f"k{i}[1, 1](y, 1)"]
    source = tmp_path / "extents.py"
    source.write_text("\n".join(lines) + "\n")
    harness.build([source], tmp_path / "out")
    module = pycu.load(tmp_path / "out" / "extents.json")
    for n, m in EXTENTS:
        names: dict[str, Any] = {
            "np": np,
            "sys": SimpleNamespace(argv=["", str(n), str(m), str(m)]),
        }
        exec(setup, names)
        for i, text in enumerate(LAYOUTS):
            try:
                y = eval(text, names)
            except (ValueError, IndexError):
                continue  # it does not fit these extents
            getattr(module, f"k{i}")[1, 1](y, 7)
            assert y.size == 0 or y[0, 0] == 7, text
