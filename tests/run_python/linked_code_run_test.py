"""`link=` and `cuda.declare_device` in a running program: paths, texts, pointers, errors."""

from __future__ import annotations

import sys
import types as python_types

import numpy as np
import pytest
from pycu import cuda, errors, types
from pycu._jit import cache, settings
from pycu._jit.links import LinkerError

SCALE = """
#include "factor.h"
extern "C" __device__ int scale(float* result, float x) { *result = x * FACTOR; return 0; }
"""
ADD = 'extern "C" __device__ int add_to(void*, int* to, int x) { *to += x; return 0; }'
PTX = """
.version 7.0
.target sm_50
.address_size 64
.visible .func (.param .b32 status) add_one(.param .b64 result, .param .b32 x)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [result];
    ld.param.u32 %r1, [x];
    add.s32 %r2, %r1, 1;
    st.u32 [%rd1], %r2;
    mov.u32 %r3, 0;
    st.param.b32 [status], %r3;
    ret;
}
"""
is_cuda = settings.target() == "cuda"


@pytest.fixture
def scale_cu(tmp_path):
    (tmp_path / "factor.h").write_text("#define FACTOR 2\n")
    path = tmp_path / "scale.cu"
    path.write_text(SCALE)
    return path


@pytest.fixture
def ffi(monkeypatch):
    """An object of cffi's class, or of what stands for it: its methods are never called."""
    module = python_types.ModuleType("cffi")
    module.FFI = type("FFI", (), {"__module__": "cffi.api"})
    monkeypatch.setitem(sys.modules, "cffi", module)
    return module.FFI()


def scaled(path):
    """The result of a new kernel that multiplies 0 to 3."""
    scale = cuda.declare_device("scale", "float32(float32)", link=path)

    @cuda.jit
    def kernel(r, x):
        i = cuda.grid(1)
        if i < r.size:
            r[i] = scale(x[i])

    x = np.arange(4, dtype=np.float32)
    r = np.zeros_like(x)
    kernel[1, 32](r, x)
    return r


def test_a_path_links_and_what_changes_is_compiled_again(scale_cu, monkeypatch):
    np.testing.assert_array_equal(scaled(scale_cu), [0, 2, 4, 6])
    with monkeypatch.context() as patch:
        patch.setattr(cache, "making", lambda key: pytest.fail("it is compiled again"))
        np.testing.assert_array_equal(scaled(scale_cu), [0, 2, 4, 6])
    scale_cu.with_name("factor.h").write_text("#define FACTOR 3\n")
    np.testing.assert_array_equal(scaled([str(scale_cu)]), [0, 3, 6, 9])


def test_headers_are_looked_for_where_the_configuration_says(tmp_path, scale_cu, monkeypatch):
    folder = tmp_path / "include"
    folder.mkdir()
    scale_cu.with_name("factor.h").rename(folder / "factor.h")
    with pytest.raises(LinkerError, match=r"factor\.h"):
        scaled(scale_cu)
    monkeypatch.setattr("pycu.cuda._config.CUDA_NVRTC_EXTRA_SEARCH_PATHS", f"/nowhere:{folder}")
    np.testing.assert_array_equal(scaled(scale_cu), [0, 2, 4, 6])


def test_a_kernel_links_for_the_functions_that_it_calls(ffi):
    add_to = cuda.declare_device("add_to", types.void(types.CPointer(types.int32), types.int32))
    twice = cuda.declare_device(
        "twice",
        "int32(int32)",
        link={cuda.CUSource('extern "C" __device__ int twice(int a) { return 2 * a; }')},
        abi="c",
    )

    @cuda.jit(device=True)
    def through(pointer, i):
        add_to(pointer, twice(i) + twice(i))

    @cuda.jit(link=cuda.CUSource(ADD, "add.cu"))
    def kernel(a):
        i = cuda.grid(1)
        tile = cuda.shared.array(8, types.int32)
        tile[i] = 100
        through(ffi.from_buffer(a[i:]), i)
        add_to(ffi.from_buffer(tile[i:]), 1)
        a[i] += tile[i]

    a = np.arange(8, dtype=np.int32)
    kernel[1, 8](a)
    np.testing.assert_array_equal(a, np.arange(8) * 5 + 101)


def test_an_eager_kernel_links_when_it_is_decorated(scale_cu):
    scale = cuda.declare_device("scale", types.float32(types.float32))

    @cuda.jit("void(float32[:])", link=[str(scale_cu)])
    def kernel(a):
        a[0] = scale(a[0])

    a = np.full(1, 4, np.float32)
    kernel[1, 1](a)
    assert a[0] == 8


def test_ptx_links_on_cuda_alone():
    add_one = cuda.declare_device("add_one", "int32(int32)", link=cuda.PTXSource(PTX, "one.ptx"))

    @cuda.jit
    def kernel(a):
        a[0] = add_one(a[0])

    a = np.full(1, 41, np.int32)
    if is_cuda:
        kernel[1, 1](a)
        assert a[0] == 42
    else:
        with pytest.raises(LinkerError, match="one.ptx: the CPU target links CUDA C"):
            kernel[1, 1](a)


def test_a_status_that_is_not_0_ends_the_thread():
    source = 'extern "C" __device__ int odd(int* r, int i) { *r = 1; return i % 2; }'
    odd = cuda.declare_device("odd", "int32(int32)", link=cuda.CUSource(source))

    @cuda.jit
    def kernel(a):
        i = cuda.grid(1)
        a[i] = 7
        a[i] += odd(i)

    a = np.zeros(4, np.int32)
    kernel[1, 4](a)
    np.testing.assert_array_equal(a, [8, 7, 8, 7])


@pytest.mark.parametrize(
    ("link", "error", "text"),
    [
        ("nothing.cu", LinkerError, "nothing.cu not found"),
        ("nothing.a", LinkerError, "nothing.a not found"),
        ("header.cuh", RuntimeError, "Don't know how to link file with extension .cuh"),
        ("data", RuntimeError, "Don't know how to link file with no extension"),
        (cuda.LTOIR(b""), LinkerError, "LTO-IR is not linked"),
        (cuda.CUSource("no C++", "no.cu"), LinkerError, r"PYCU0706\]: .* refuses `no.cu`"),
    ],
)
def test_what_does_not_link_is_told(link, error, text):
    def kernel():
        pass

    with pytest.raises(error, match=text):
        cuda.jit("void()", link=[link])(kernel)


def test_a_function_that_nobody_links_is_told():
    lost = cuda.declare_device("lost", "int32(int32)")

    def kernel(a):
        a[0] = lost(a[0])

    with pytest.raises(LinkerError, match="`lost` is declared, and nothing that is linked can"):
        cuda.jit("void(int32[:])")(kernel)


def test_what_is_declared_is_shown_and_not_called():
    declared = cuda.declare_device("f", "int32(float32[:], int64)")
    assert (declared.name, declared.sig.return_type) == ("f", types.int32)
    assert declared.sig.args == (types.float32[:], types.int64)
    with pytest.raises(TypeError, match="`f` is a device function: kernels call it"):
        declared(1, 2)


def test_callbacks_are_told_of():
    linked = cuda.CUSource("", "a.cu", setup_callback=print)

    def kernel():
        pass

    with pytest.warns(errors.NumbaWarning, match="a.cu: callbacks take a module of CUDA's driver"):
        cuda.jit("void()", link=[linked])(kernel)
