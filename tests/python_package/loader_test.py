"""`pycu.load` and launches, against a library written by hand (loader_module.c)."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pycu
import pytest
from pycu import _arguments

SOURCE = Path(__file__).with_name("loader_module.c")


def scalar(name: str, dtype: str) -> dict[str, Any]:
    return {"name": name, "type": dtype, "kind": "scalar", "dtype": dtype, "c_type": dtype}


def array(name: str, dtype: str, spelling: str, layout: str, rank: int, **more: Any) -> dict:
    return {
        "name": name,
        "type": f"{dtype}{spelling}",
        "kind": "array",
        "dtype": dtype,
        "rank": rank,
        "layout": layout,
        "readonly": False,
        "written": False,
        "c_type": "",
        **more,
    }


def one(symbol: str, *args: dict[str, Any]) -> dict[str, Any]:
    return {
        "signature": f"void({', '.join(arg['type'] for arg in args)})",
        "symbol": symbol,
        "args": list(args),
        "entries": ["contiguous", "strided"],
        "engine": "loops",
        "shared_bytes": 0,
        "dynamic_shared": False,
    }


def kernel(name: str, *specialisations: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "qualname": name,
        "line": 1,
        "symbol": f"hand_{name}",
        "specialisations": list(specialisations),
    }


def hand_manifest() -> dict[str, Any]:
    pair = {
        "name": "t",
        "type": "Tuple(int32, float64)",
        "kind": "tuple",
        "items": [scalar("t_0", "int32"), scalar("t_1", "float64")],
    }
    out0 = array("out", "float64", "[()]", "A", 0, written=True)
    return {
        "schema": 1,
        "module": "hand",
        "source": "hand.py",
        "hash": "",
        "kernels": [
            kernel(
                "saxpy",
                one(
                    "hand_saxpy__f4_a1f4a_a1f4a",
                    scalar("a", "float32"),
                    array("x", "float32", "[:]", "A", 1),
                    array("y", "float32", "[:]", "A", 1, written=True),
                ),
            ),
            kernel(
                "fill",
                one(
                    "hand_fill__a2i4c_i4",
                    array("out", "int32", "[:, ::1]", "C", 2, written=True),
                    scalar("value", "int32"),
                ),
            ),
            kernel(
                "echo",
                one(
                    "hand_echo__a1f8a_b1_i1_u1_i8_u8_f4_f8_t2i4f8",
                    array("out", "float64", "[:]", "A", 1, written=True),
                    scalar("b", "bool"),
                    scalar("i1", "int8"),
                    scalar("u1", "uint8"),
                    scalar("i8", "int64"),
                    scalar("u8", "uint64"),
                    scalar("f4", "float32"),
                    scalar("f8", "float64"),
                    pair,
                ),
            ),
            kernel(
                "Group.pick",
                one("hand_pick__a0f8a_i4", out0, scalar("n", "int32")),
                one("hand_pick__a0f8a_i8", out0, scalar("n", "int64")),
                one("hand_pick__a0f8a_f8", out0, scalar("n", "float64")),
            ),
            kernel("fail", one("hand_fail__v")),
        ],
        "device_functions": [],
        "constants": [],
        "skipped": [{"name": "broken", "line": 9, "code": "PYCU0301"}],
    }


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("hand")
    compiler = next(found for found in map(shutil.which, ("cc", "gcc", "clang")) if found)
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden", "-shared", "-fPIC"]
    for name, more in (("hand", []), ("hand_cuda", ['-DTARGET="cuda"'])):
        library = str(out / f"lib{name}.so")
        subprocess.run([compiler, *flags, *more, str(SOURCE), "-o", library], check=True)
    (out / "hand.json").write_text(json.dumps(hand_manifest()))
    return out


@pytest.fixture
def k(folder: Path) -> Any:
    return pycu.load(folder / "hand.json")


def test_results_land_in_the_callers_memory(k: Any) -> None:
    x = np.arange(10, dtype=np.float32)
    y = np.ones(10, np.float32)
    k.saxpy[5, 2](2.0, x, y)
    assert np.array_equal(y, 1 + 2 * np.arange(10))
    assert k.saxpy.last_entry() == "contiguous"


@pytest.mark.parametrize("view", [slice(None, None, 3), slice(None, None, -1), slice(5, 5)])
def test_any_strides_are_taken(k: Any, view: slice) -> None:
    base = np.zeros(30, np.float32)
    expected = base.copy()
    expected[view] += 1
    y = base[view]
    k.saxpy[1, 64](1.0, np.ones_like(y), y)
    assert np.array_equal(base, expected)
    if y.size:
        assert k.saxpy.last_entry() == "strided"


def test_one_array_may_be_passed_twice_and_with_stride_zero(k: Any) -> None:
    y = np.ones(4, np.float32)
    k.saxpy[1, 4](1.0, y, y)
    assert np.array_equal(y, np.full(4, 2.0))
    k.saxpy[1, 4](1.0, np.broadcast_to(np.float32(3), 4), y)
    assert np.array_equal(y, np.full(4, 5.0))


def refused(call: Any, *values: Any) -> str:
    with pytest.raises(TypeError) as caught:
        call(*values)
    return str(caught.value)


def test_wrong_arrays_are_refused_by_name(k: Any) -> None:
    x = np.ones(4, np.float32)
    call = k.saxpy[1, 4]
    assert refused(call, 1.0, x.astype(np.float64), x) == (
        "saxpy: argument `x` is float64[::1], the kernel takes float32[:]: another dtype"
    )
    assert refused(call, 1.0, x, np.ones((2, 2), np.float32)) == (
        "saxpy: argument `y` is float32[:, ::1], the kernel takes float32[:]: another rank"
    )
    assert refused(call, 1.0, [1.0], x) == (
        "saxpy: argument `x` is a Python list, the kernel takes float32[:]"
    )
    assert "other byte order" in refused(call, 1.0, x.astype(x.dtype.newbyteorder()), x)
    assert "is a masked array" in refused(call, 1.0, np.ma.masked_array(x), x)
    y = x.copy()
    y.flags.writeable = False
    assert refused(call, 1.0, x, y) == "saxpy: argument `y` is read-only, the kernel writes to it"
    call(1.0, y, x)  # what is only read may be read-only
    assert refused(call, 1.0, x) == "saxpy: takes 3 arguments (a, x, y), got 2"


def test_a_promised_layout_is_required(k: Any) -> None:
    out = np.zeros((3, 4), np.int32)
    k.fill[1, 1](out, 7)
    assert (out == 7).all()
    for wrong in (np.zeros((4, 3), np.int32).T, np.zeros((3, 8), np.int32)[:, ::2]):
        assert "not contiguous in C order" in refused(k.fill[1, 1], wrong, 7)
        assert not wrong.any()
    k.fill[1, 1](np.zeros((0, 4), np.int32), 7)


ECHO = (True, -128, 255, -(2**53), 2**53, 0.5, 1.25, (-3, 4.5))


def test_scalars_arrive_as_they_are(k: Any) -> None:
    out = np.zeros(17)
    k.echo[(2, 3, 4), (5, 6), 0, 99](out, *ECHO)
    assert out.tolist() == [1, *ECHO[1:7], -3, 4.5, 2, 3, 4, 5, 6, 1, 99, 0]


@pytest.mark.parametrize(
    ("position", "value", "fits"),
    [
        (0, np.bool_(True), True),
        (0, 1, False),
        (0, np.int8(1), False),
        (1, 127, True),
        (1, 128, False),
        (1, True, True),
        (1, np.int8(-1), True),
        (1, np.uint8(1), False),
        (1, np.int64(1), False),
        (1, 1.0, False),
        (2, -1, False),
        (3, np.uint32(7), True),
        (3, np.uint64(7), False),
        (3, None, False),
        (3, "1", False),
        (4, 2**64 - 1, True),
        (4, 2**64, False),
        (5, 1, True),
        (5, np.float32(1), True),
        (5, np.float64(1), False),
        (5, np.int16(1), True),
        (5, np.int32(1), False),
        (6, np.float32(1), True),
        (6, np.float64(1), True),
        (6, 10**400, False),
        (6, 1j, False),
        (6, np.zeros(1), False),
        (7, (1, 2.0), True),
        (7, (1, 2), True),
        (7, (1, 2.0, 3), False),
        (7, (1.5, 2.0), False),
        (7, [1, 2.0], False),
    ],
)
def test_a_scalar_fits_or_is_refused(k: Any, position: int, value: Any, fits: bool) -> None:
    values = list(ECHO)
    values[position] = value
    call = k.echo[1, 1]
    if fits:
        call(np.zeros(1), *values)
    else:
        assert "argument `" in refused(call, np.zeros(1), *values)


@pytest.mark.parametrize(
    ("value", "chosen"),
    [
        (1, 2),
        (np.int32(1), 1),
        (np.int8(1), 1),
        (np.int64(1), 2),
        (np.uint32(1), 2),
        (1.0, 3),
        (np.float32(1), 3),
        (np.float64(1), 3),
        (2**40, 2),
        (2**70, 3),
    ],
)
def test_several_signatures_dispatch_on_their_arguments(k: Any, value: Any, chosen: int) -> None:
    out = np.zeros(())
    k.Group.pick[1, 1](out, value)
    assert out == chosen


def test_no_signature_fits(k: Any) -> None:
    message = refused(k.Group.pick[1, 1], np.zeros(()), "x")
    assert message.splitlines()[0] == "Group.pick: no signature takes these arguments"
    assert len(message.splitlines()) == 4


def test_names(k: Any) -> None:
    assert list(k) == ["saxpy", "fill", "echo", "Group.pick", "fail"]
    assert dir(k) == ["Group", "echo", "fail", "fill", "saxpy"]
    assert "saxpy" in k and "sax" not in k and len(k) == 5
    assert k["Group.pick"].name == k.Group.pick.name == k.Group["pick"].name
    assert k.saxpy.signatures == ["void(float32, float32[:], float32[:])"]
    assert "saxpy" in repr(k) and "float32" in repr(k.saxpy)
    with pytest.raises(AttributeError, match="no kernel 'sax' in this module; it has"):
        k.sax  # noqa: B018
    with pytest.raises(AttributeError, match="'broken' was skipped"):
        k.broken  # noqa: B018
    with pytest.raises(KeyError):
        k["sax"]


def test_a_failed_launch_says_what_the_module_says(k: Any) -> None:
    x = np.ones(4, np.float32)
    with pytest.raises(pycu.LaunchError, match="^saxpy: the grid has no blocks") as caught:
        k.saxpy[0, 4](1.0, x, x)
    assert caught.value.code == 2
    with pytest.raises(pycu.LaunchError, match="^fail: code 1098$"):
        k.fail[1, 1]()


def test_the_text_of_an_error_belongs_to_its_thread(k: Any) -> None:
    x = np.ones(4, np.float32)
    with pytest.raises(pycu.LaunchError):
        k.saxpy[0, 4](1.0, x, x)
    seen = []

    def other() -> None:
        k.saxpy[1, 4](1.0, x, x[::-1].copy()[::2])
        seen.append(k.saxpy.last_entry())

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == ["strided"]


@pytest.mark.parametrize(
    ("configuration", "error", "text"),
    [
        (1, ValueError, "must specify at least the griddim and blockdim"),
        ((1,), ValueError, "must specify at least the griddim and blockdim"),
        ((1, 2, 3, 4, 5), ValueError, "must specify at most"),
        ((None, 1), ValueError, "Kernel launch configuration was not specified"),
        (((1, 1, 1, 1), 1), ValueError, "griddim must be a sequence of 1, 2 or 3 integers"),
        ((1, ()), ValueError, "blockdim must be a sequence of 1, 2 or 3 integers"),
        ((1, 2.0), TypeError, r"blockdim must be a sequence of integers, got \[2.0\]"),
        (("3", 1), TypeError, "griddim must be a sequence of integers"),
        ((-1, 1), ValueError, "griddim has -1, which is no extent"),
        ((2**32, 1), ValueError, "griddim has 4294967296, which is no extent"),
        ((1, 1, "s"), TypeError, "stream must be"),
        ((1, 1, 0, -1), TypeError, "sharedmem must be"),
        ((1, 1, 0, 1.5), TypeError, "sharedmem must be"),
    ],
)
def test_configurations_that_are_none(k: Any, configuration: Any, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        k.fail[configuration]


def test_a_kernel_is_not_called_without_a_configuration(k: Any) -> None:
    with pytest.raises(ValueError, match="Kernel launch configuration was not specified"):
        k.fail()


def test_numpy_extents_and_streams_by_handle(k: Any) -> None:
    out = np.zeros(17)
    k.echo[(np.int32(2), np.int64(3)), [5], 1234, np.int64(8)](out, *ECHO)
    assert out[9:].tolist() == [2, 3, 1, 5, 1, 1, 8, 1]


def test_forall(k: Any) -> None:
    y = np.zeros(1000, np.float32)
    k.saxpy.forall(1000)(1.0, np.ones_like(y), y)
    assert (y == 1).all()
    k.saxpy.forall(1000, tpb=33)(1.0, np.ones_like(y), y)
    assert (y == 2).all()
    k.saxpy.forall(0)(1.0, np.ones_like(y), y)
    assert (y == 2).all()
    with pytest.raises(ValueError, match="negative task count"):
        k.saxpy.forall(-1)


def copy_with(folder: Path, tmp_path: Path, build: dict[str, Any] | None, **changes: Any) -> Path:
    is_cuda = build is not None and build.get("target") == "cuda"
    library = "libhand_cuda.so" if is_cuda else "libhand.so"
    shutil.copy(folder / library, tmp_path / "libother.so")
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({**hand_manifest(), **changes}))
    if build is not None:
        (tmp_path / "hand.build.json").write_text(json.dumps({"schema": 1, **build}))
    return path


def test_the_build_manifest_names_the_library(folder: Path, tmp_path: Path) -> None:
    path = copy_with(folder, tmp_path, {"target": "cpu", "library": "libother.so"})
    y = np.zeros(4, np.float32)
    pycu.load(os.fspath(path)).saxpy[1, 4](1.0, y + 1, y)
    assert (y == 1).all()


def test_a_cuda_library_works_on_copies(folder: Path, tmp_path: Path) -> None:
    """loader_module.c's device memory is memory of its own."""
    k = pycu.load(copy_with(folder, tmp_path, {"target": "cuda", "library": "libother.so"}))
    library = k._pycu_library
    base = np.arange(40, dtype=np.float32)
    y, x = base[30:10:-2], base[15:25]  # they overlap
    expected = base.copy()
    for i in range(10):
        expected[30 - 2 * i] += 2 * expected[15 + i]
    k.saxpy[1, 10](2.0, x, y)
    assert np.array_equal(base, expected)
    assert library.function("hand_live")() == 0
    assert library.function("hand_copied")() == 2 * 4 * 19
    k.saxpy[1, 10](2.0, x[:0], y[:0])
    with pytest.raises(pycu.LaunchError):
        k.saxpy[0, 10](2.0, x, y)
    assert library.function("hand_live")() == 0
    value = np.zeros(())
    k.Group.pick[1, 1](value, 1.5)
    assert value == 3


@pytest.mark.parametrize(
    ("build", "changes", "text"),
    [
        (None, {}, r"libhand.so: no such library; `pycu build hand.py` makes it"),
        ({"target": "cpu", "library": "hand.json"}, {}, "cannot be loaded"),
        ({"target": "cpu"}, {}, "not a build manifest"),
        ({"target": "cpu", "library": "libother.so"}, {"schema": 9}, "schema 9, this package"),
        ({"target": "cpu", "library": "libother.so"}, {"kernels": [{}]}, "not a manifest"),
        ({"target": "cpu", "library": "libother.so"}, {"module": "x"}, "is no symbol of module x"),
    ],
)
def test_files_that_do_not_fit(
    folder: Path, tmp_path: Path, build: Any, changes: Any, text: str
) -> None:
    with pytest.raises(pycu.ManifestError, match=text):
        pycu.load(copy_with(folder, tmp_path, build, **changes))


@pytest.mark.parametrize("content", [None, "", "[]", "{}", "\xff"])
def test_files_that_are_no_manifest(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "x.json"
    if content is not None:
        path.write_text(content, encoding="latin-1")
    with pytest.raises(pycu.ManifestError, match="x.json"):
        pycu.load(path)


@pytest.mark.parametrize("by_address", [False, True], ids=["x86-64", "aarch64"])
def test_large_structs_are_handed_over_as_the_machine_does(
    by_address: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By value or as the address of a copy; ctypes on aarch64 crashes with ten of them by value."""
    monkeypatch.setattr(_arguments, "_BY_ADDRESS", by_address)
    for rank in range(4):
        struct = _arguments.array_struct(rank)
        is_pointer = by_address and rank > 0
        assert _arguments.by_value(struct) is (ctypes.POINTER(struct) if is_pointer else struct)
