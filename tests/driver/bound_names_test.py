"""--bindings: which names of which functions a file speaks of."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
from bound_values import HEAD, Named, build, compare, kernel, run, write_bindings


def test_modules_of_the_program(tmp_path: Path) -> None:
    table = np.array([[1.5, 2.5]])
    deep = SimpleNamespace(N=5)
    params = SimpleNamespace(N=4, table=table, deep=deep, gain=lambda v: v + 0.5, SIZE=3)
    modules = {
        "lab.params": {
            "N": 4,
            "SIZE": 3,
            "table": table,
            "deep": Named(deep, {"path": "lab.params.deep"}),
            "gain": Named("gain_1", {"name": "gain_1"}),
        },
        "lab.params.deep": {"N": 5},
    }
    lines = [
        "out[0] = params.N + params.deep.N",
        "out[1] = params.table[0, 1] + params.table.shape[1]",
        "out[2] = params.gain(2)",
        "s = cuda.shared.array(params.SIZE + 1, params.table.dtype)",
        "out[3] = s.shape[0]",
        "if params.N == 4:",
        "    out[4] = 1",
    ]
    shared = SimpleNamespace(shared=SimpleNamespace(array=np.zeros))
    names = {
        "params": Named(params, {"path": "lab.params"}),
        "cuda": Named(shared, {"path": "numba.cuda"}),
    }
    source = HEAD + "\n\ndef gain_1(v):\n    return v + 0.5\n" + kernel(lines)
    compare(tmp_path, source, {"k": names}, modules)
    text = (tmp_path / "out" / "k.cu").read_text()
    assert "static constexpr int lab_params_N = 4;" in text


HELPERS = '''

@cuda.jit(device=True)
def scale_1(v):
    """The first."""
    return v * N + table[1]


@cuda.jit(device=True)
def scale_2(v):
    return v - N + table[0]
'''


def test_two_functions_see_other_values_under_one_name(tmp_path: Path) -> None:
    source = HEAD + HELPERS
    source += kernel(["out[0] = N", "out[1] = scale(2)", "out[2] = table[0]"], "k1")
    source += kernel(["out[0] = N", "out[1] = scale(2)", "out[2] = table[0]"], "k2")
    first, second = np.array([1.5, 2.5]), np.array([10.0, 20.0])
    functions = {
        "scale_1": {"N": 3, "table": first},
        "scale_2": {"N": 4.5, "table": second},
        "k1": {"N": 5, "scale": Named("scale_1", {"name": "scale_1"}), "table": second},
        "k2": {"N": 6, "scale": Named("scale_2", {"name": "scale_2"}), "table": first},
    }
    compare(tmp_path, source, functions)


def test_the_same_value_is_one_constant(tmp_path: Path) -> None:
    source = HEAD + kernel(["out[0] = N"], "k1") + kernel(["out[0] = N"], "k2")
    compare(tmp_path, source, {"k1": {"N": 5}, "k2": {"N": 5}})
    text = (tmp_path / "out" / "k.cu").read_text()
    assert text.count("constexpr int N") == 1
    assert "static constexpr int N = 5;" in text


INNER = [
    "def inner(v):",
    "    return v + N + M",
    "M = 100",
    "out[0] = inner(1)",
    "out[1] = (lambda N: N + K)(2)",
    "out[2] = (lambda v: v + N)(2)",
]


def test_functions_inside_see_the_names_of_the_one_around_them(tmp_path: Path) -> None:
    compare(tmp_path, HEAD + kernel(INNER), {"k": {"N": 3, "M": 7, "K": 50}})


def test_what_is_not_listed_is_looked_up_as_ever(tmp_path: Path) -> None:
    source = HEAD + "\nN = 3\n" + kernel(["out[0] = N"], "k1") + kernel(["out[0] = N"], "k2")
    module = build(tmp_path, source, {"k1": {"N": 5}})
    out = np.zeros(1)
    module.k1[1, 1](out)
    assert out[0] == 5
    module.k2[1, 1](out)
    assert out[0] == 3


def test_a_listed_function_sees_no_other_name(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + "\nSIZE = 3\n" + kernel(["out[0] = SIZE + len(SIZES)"]))
    path = write_bindings(tmp_path, {"k": {"SIZES": (1, 2)}})
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "`SIZE` is not defined" in done.stderr
    assert "there is `SIZES`" in done.stderr


def test_a_value_that_no_text_has_is_an_error_where_it_is_used(tmp_path: Path) -> None:
    bad = Named(None, {"unknown": "it is an open file"})
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = bad"]))
    path = write_bindings(tmp_path, {"k": {"bad": bad, "other": bad}})
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "k.py:6:14: error" in done.stderr
    assert "`bad` is not known while compiling: it is an open file" in done.stderr
    assert "help: pass it as an argument\n" in done.stderr
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = 1"]))
    assert run("check", "k.py", "--bindings", path, cwd=tmp_path).returncode == 0
