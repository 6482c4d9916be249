"""`numba.njit` on the CPU: what is compiled does what Numba's does, the rest runs as Python."""

import copy
import math
import os
import subprocess
import sys
import threading

import njit_cases
import numba
import numpy as np
import pytest
from harness import REPOSITORY
from pycu._numba import cpu, host, special

CALLS = [
    pytest.param(function, args, id=f"{function.__name__}-{number}")
    for function, calls in njit_cases.CASES
    for number, args in enumerate(calls)
]
_made = {}


def made(function, njit):
    """The function under a decorator, made once."""
    key = function, njit
    if key not in _made:
        _made[key] = function(njit) if function in njit_cases.FACTORIES else njit(function)
    return _made[key]


def outcome(function, args):
    """What a call returns, with its types, or raises, and what it leaves in its arguments."""
    given = copy.deepcopy(args)
    try:
        result = function(*given)
    except Exception as error:
        return type(error).__name__, error.args
    arrays = [one for one in given if isinstance(one, np.ndarray)]
    return described(result, arrays), [one.tolist() for one in arrays]


def described(value, given):
    """A result with its types, and where an array lies."""
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [described(one, given) for one in value]
    if isinstance(value, np.ndarray):
        shared = [np.may_share_memory(value, one) for one in given]
        same = [value is one for one in given]
        strides = value.strides if value.size else None
        flags = value.dtype.str, strides, value.flags.writeable
        return "array", value.tolist(), value.shape, flags, shared, same
    return type(value).__name__, value


@pytest.mark.parametrize("function,args", CALLS)
def test_compiled_functions_do_what_numbas_do(function, args, capfd):
    ours = made(function, cpu.njit)
    found = outcome(ours, args)
    assert found == outcome(made(function, numba.njit), args)
    assert ours.overloads, "it was not compiled"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("function,calls", njit_cases.PYTHON)
def test_what_is_not_compiled_runs_as_python(function, calls, capfd, monkeypatch):
    monkeypatch.setattr(cpu, "_said", set())
    ours = cpu.njit(function)
    for args in calls:
        before = outcome(function, args)
        printed = capfd.readouterr().out
        assert outcome(ours, args) == before
        assert capfd.readouterr().out == printed
    assert not ours.overloads
    ours(*calls[0])
    assert capfd.readouterr().err == ""


def test_why_a_function_runs_as_python_is_said_in_a_line(capfd, monkeypatch):
    monkeypatch.setattr(cpu, "_said", set())
    ours = cpu.njit(njit_cases.prints)
    ours(1), ours(2.5)
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("pycu: `prints` (") and "runs as Python: " in said
    assert "`print` in a function of the host" in said and "njit_cases.py:" in said


def test_functions_that_only_others_call_are_not_compiled():
    step = njit_cases.inner_first(cpu.njit)
    assert step(3) == 18
    square = step.py_func.__closure__[0].cell_contents
    assert square.overloads == {} and len(step.overloads) == 1
    assert square(3) == 9 and len(square.overloads) == 1


def test_arrays_that_share_memory_are_copied_as_numpy_does():
    a = np.arange(6.0)
    cpu.njit(njit_cases.copied)(a, a)
    np.testing.assert_array_equal(a, [0, 0, 1, 2, 3, 4])

    def of_a_tuple(t):
        t[0][1:] = t[1][:-1]

    b = np.arange(6.0)
    ours = cpu.njit(of_a_tuple)
    ours((b, b))
    np.testing.assert_array_equal(b, [0, 0, 1, 2, 3, 4])


@pytest.mark.parametrize("declared", ["int32(int32)", "float64(float64)", ["i4(i4)", "f8(f8)"]])
@pytest.mark.parametrize("value", [3, 2.75, -1.5, 2**31 + 5, True, np.uint8(7), 1j])
def test_arguments_become_the_declared_types(declared, value):
    def add(x):
        return x + 1

    ours, theirs = cpu.njit(declared)(add), numba.njit(declared)(add)
    assert ours.overloads
    found, expected = outcome(ours, (value,)), outcome(theirs, (value,))
    assert found[0] == expected[0]
    if found[0] != "TypeError":
        assert found == expected


def test_results_keep_their_memory():
    ours = cpu.njit(njit_cases.squares)
    kept = [ours(n) for n in (1000, 2000, 3000)]
    del ours
    assert [one[-1] for one in kept] == [999**2, 1999**2, 2999**2]
    back = cpu.njit(njit_cases.given_back)
    a = np.arange(5.0)
    same, part, mirrored = back(a)
    part[0] = 7
    mirrored[0] = 8
    del same
    assert a.tolist() == [0, 7, 2, 3, 8]


def test_declared_callees_convert_too():
    def factory(njit):
        @njit("float32(float32)")
        def third(x):
            return x / 3

        @njit
        def both(x):
            return third(x)

        return both

    assert factory(cpu.njit)(1.0) == factory(numba.njit)(1.0) != 1 / 3


def test_the_error_model_of_numpy():
    def divided(a, b):
        return a / b, a // b

    for args in [(1, 0), (1.0, 0.0), (-1.5, 0), (7, 2)]:
        ours = cpu.njit(error_model="numpy")(divided)
        found, expected = ours(*args), numba.njit(error_model="numpy")(divided)(*args)
        assert ours.overloads
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "options",
    [
        {"parallel": True},
        {"cache": True},
        {"nogil": True},
        {"fastmath": True},
        {"inline": "always"},
        {"error_model": "python"},
        {"boundscheck": False},
    ],
)
def test_options_are_taken(options):
    def halves(a):
        found = 0.0
        for i in special.prange(a.size):
            found += a[i] / 2
        return found

    ours = cpu.njit(**options)(halves)
    assert ours(np.arange(4.0)) == 3.0 and ours.overloads


def test_indices_are_checked_where_that_is_asked_for():
    def past(a):
        return a[a.size]

    with pytest.raises(IndexError):
        cpu.njit(boundscheck=True)(past)(np.zeros(3))


def test_globals_are_frozen_until_it_is_compiled_again():
    njit_cases.SCALE = 3
    ours = cpu.njit(njit_cases.constants)
    try:
        assert ours(0) == 4.5
        njit_cases.SCALE = 5
        assert ours(0) == 4.5
        ours.recompile()
        assert ours(0) == 7.5
    finally:
        njit_cases.SCALE = 3


def test_threads_compile_once_and_run_beside_each_other():
    ours = cpu.njit(nogil=True)(njit_cases.counts)
    found = []
    threads = [threading.Thread(target=lambda: found.append(ours(27))) for _ in range(8)]
    [one.start() for one in threads]
    [one.join() for one in threads]
    assert found == [111] * 8 and len(ours.overloads) == 1


def test_kernels_still_compile_such_functions():
    from pycu import cuda

    square = cpu.njit(lambda x: x * x)

    @cuda.jit
    def squares(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = square(a[i])

    a = np.arange(4.0)
    squares[1, 32](a)
    np.testing.assert_array_equal(a, [0, 1, 4, 9])
    assert math.isclose(square(2.0), 4.0)


def test_no_compiler_is_no_reason_to_fail(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from pycu._numba.cpu import njit\nprint(njit(lambda x: x + 1)(2))\n")
    python = str(REPOSITORY / "python")
    known = {"PYTHONPATH": python, "PATH": "", "PYCU_BINARY": "/nowhere"}
    done = subprocess.run(
        [sys.executable, script], env={**os.environ, **known}, capture_output=True, text=True
    )
    assert done.stdout == "3\n" and "runs as Python: " in done.stderr


def test_types_that_are_told():
    ours = cpu.njit(njit_cases.counts)
    ours(27)
    assert ours.signatures == [(numba_type(),)] == list(ours.overloads)
    assert ours.nopython_signatures[0].return_type == numba_type()
    assert host.result_type(ours.overloads[(numba_type(),)]) == numba_type()


def numba_type():
    from pycu import types

    return types.int64
