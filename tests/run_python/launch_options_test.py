"""What decorators and launches refuse and warn of, and what a launch tells while it compiles."""

import threading
import warnings

import numpy as np
import pytest
from pycu import cuda, errors, guvectorize, types, vectorize
from pycu.cuda import _config, launchconfig


def add_one(a):
    a[cuda.grid(1)] += 1


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"boundscheck": True}, NotImplementedError, "bounds checking is not supported for CUDA"),
        ({"argtypes": ()}, errors.DeprecationError, "Deprecated keyword argument `argtypes`"),
        ({"device": True, "link": "a.ptx"}, ValueError, "link keyword invalid for device function"),
        ({"launch_bounds": (1, 2, 3, 4)}, ValueError, "Got 4 launch bounds: "),
        ({"shared_memory_carveout": 101}, ValueError, "Carveout must be between -1 and 100"),
        ({"shared_memory_carveout": "most"}, ValueError, "Invalid carveout value: most"),
        ({"shared_memory_carveout": 1.5}, TypeError, "must be str or int, got float"),
    ],
)
def test_options_are_checked(options, error, text):
    with pytest.raises(error, match=text):
        cuda.jit(**options)(add_one)


def test_device_declarations_are_checked():
    with pytest.raises(TypeError, match="Return type must be provided for device declarations"):
        cuda.declare_device("f", types.void(types.int32).args)
    with pytest.raises(NotImplementedError, match="Unsupported ABI: fast"):
        cuda.declare_device("f", "int32(int32)", abi="fast")


def test_device_functions_are_not_launched():
    with pytest.raises(RuntimeError, match="Cannot compile a device function as a kernel"):
        cuda.jit(add_one, device=True)[1, 1]


def test_small_grids_and_copies_are_warned_of_where_that_is_asked_for(monkeypatch):
    kernel = cuda.jit(add_one)
    a = np.zeros(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel[1, 1](a)
    monkeypatch.setattr(_config, "CUDA_LOW_OCCUPANCY_WARNINGS", 1)
    monkeypatch.setattr(_config, "CUDA_WARN_ON_IMPLICIT_COPY", 1)
    with pytest.warns(errors.NumbaPerformanceWarning, match="Grid size 4 will") as seen:
        configured = kernel[(2, 2), 1]
    assert seen[0].filename == __file__
    with pytest.warns(errors.NumbaPerformanceWarning, match="Host array used") as seen:
        configured(np.zeros(4))
    assert seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel[128, 1](cuda.to_device(np.zeros(128)))


def test_a_launch_is_known_while_it_compiles():
    kernel = cuda.jit(add_one)
    a = np.zeros(4)
    with launchconfig.capture_compile_config(kernel) as seen:
        kernel[2, 2](a)
    assert (seen["config"].griddim, seen["config"].dispatcher) == ((2, 1, 1), kernel)
    assert seen["config"].args is None
    with launchconfig.capture_compile_config(kernel) as seen:
        kernel[2, 2](a)
    assert seen["config"] is None
    with pytest.raises(RuntimeError, match="No launch config set for this thread"):
        launchconfig.ensure_current_launch_config()


def test_each_thread_sees_the_arguments_of_its_own_launch():
    kernel = cuda.jit(add_one)
    configured = kernel[1, 2]
    arrays = [np.zeros(2), np.zeros(2)]
    both, seen = threading.Barrier(2, timeout=20), []
    compile_for = kernel._compile_for_args

    def noted(*args):
        both.wait()
        seen.append(launchconfig.ensure_current_launch_config().args[0])
        return compile_for(*args)

    kernel._compile_for_args = noted
    threads = [threading.Thread(target=configured, args=(one,)) for one in arrays]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {id(one) for one in seen} == {id(one) for one in arrays}
    assert [one.tolist() for one in arrays] == [[1, 1], [1, 1]]


def test_callbacks_come_before_each_launch():
    kernel = cuda.jit(add_one)
    configured = kernel[1, 1]
    a, seen = np.zeros(1), []
    configured.pre_launch_callbacks.append(lambda made, config: seen.append((config, a[0])))
    configured(a)
    configured(a)
    assert seen == [(configured, 0), (configured, 1)]


STEP = 1


@cuda.jit
def add_step(a):
    a[0] += STEP


def test_recompile_takes_the_values_of_now(monkeypatch):
    a = np.zeros(1)
    add_step[1, 1](a)
    monkeypatch.setitem(globals(), "STEP", 10)
    add_step[1, 1](a)
    assert a[0] == 2
    add_step.recompile()
    add_step[1, 1](a)
    assert a[0] == 12


def scale(x, a, out):
    for i in range(a.size):
        out[i] = a[i] * x


def test_gufuncs_cast_arrays_of_the_host_to_their_types():
    made = guvectorize(["void(int32, int32[:], int32[:])"], "(),(n)->(n)", target="cuda")(scale)
    a = np.arange(3, dtype=np.int32)
    result = made(np.int64(2), a)
    assert result.dtype == np.int32 and result.tolist() == [0, 2, 4]
    with pytest.raises(TypeError, match="DeviceNDArray.* does not support .astype"):
        made(cuda.to_device(np.array(2)), a)
    with pytest.raises(TypeError, match="no.*supported|not supported|could not be"):
        made("text", a)


def test_gufuncs_count_their_arguments():
    made = guvectorize(["void(int32, int32[:], int32[:])"], "(),(n)->(n)", target="cuda")(scale)
    a = np.arange(3, dtype=np.int32)
    text = r"accepts 2 positional .*or 3 positional arguments .*Got 1 positional argument\."
    with pytest.raises(TypeError, match=text):
        made(a)
    with pytest.raises(ValueError, match="argument 'out' as both positional and keyword"):
        made(a, a, a, out=a)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"nopython": False}, "nopython flag must be True"),
        ({"cache": True}, "caching is not supported"),
        ({"writable_args": (1,)}, "writable_args are not supported"),
        ({"fast": 1, "b": 2}, "target options are not supported: 'fast', 'b'"),
    ],
)
def test_gufuncs_refuse_what_numba_refuses(options, text):
    with pytest.raises(TypeError, match=text):
        guvectorize(["void(int32[:], int32[:])"], "(n)->(n)", target="cuda", **options)


def test_ufuncs_refuse_what_numba_refuses():
    with pytest.raises(KeyError, match="does not support option: 'other'"):
        vectorize(["int32(int32)"], target="cuda", other=1)
    with pytest.warns(RuntimeWarning, match="nopython kwarg for cuda target is redundant"):
        vectorize(["int32(int32)"], target="cuda", nopython=True)
    made = guvectorize(["int32(int32[:], int32[:])"], "(n)->(n)", target="cuda")
    with pytest.raises(TypeError, match="cannot return values.*specifies int32 return"):
        made(lambda a, b: None)


@pytest.mark.parametrize(
    ("signatures", "values", "expected"),
    [
        (["(int64, int64)"], (1.5, 2.5), 3),
        ([(types.int64, types.int64)], (1.5, 2.5), 3),
        ([types.float32(types.float32, types.float32)], (1, 2**-25), 1),
        (["(int64, int64)", "(float64, float64)"], (np.int32(1), 2.5), 3.5),
    ],
)
def test_arguments_of_device_functions_become_what_their_signatures_say(
    signatures, values, expected
):
    @cuda.jit(signatures, device=True)
    def add(a, b):
        return a + b

    @cuda.jit
    def kernel(out, x, y):
        out[0] = add(x, y)

    out = np.zeros(1, np.complex128)
    kernel[1, 1](out, *values)
    assert out[0] == expected
    with pytest.raises(errors.TypingError, match="no form for .complex128, complex128."):
        kernel[1, 1](out, 1j, 1j)


COMPLEX = np.dtype([("z", np.complex64), ("w", np.complex128)], align=True)


def test_records_have_complex_fields():
    @cuda.jit
    def read(record, out):
        out[0] = record.z
        out[1] = record.w * 2

    record = np.array([(1 + 2j, 3 - 1j)], COMPLEX)
    out = np.zeros(2, np.complex128)
    read[1, 1](record[0], out)
    assert out.tolist() == [1 + 2j, 6 - 2j]


def test_too_few_and_too_many_arguments():
    @cuda.jit
    def kernel(a, b):
        a[0] = b

    numba = pytest.importorskip("numba", reason="the reference is Numba")
    taking = numba.njit(lambda a, b: None)
    for arguments in ((1,), (1, 2, 3), ()):
        with pytest.raises(TypeError) as wanted:
            taking(*arguments)
        with pytest.raises(TypeError) as raised:
            kernel[1, 1](*arguments)
        assert str(raised.value) == str(wanted.value)


def test_an_async_function_is_no_kernel():
    @cuda.jit
    async def kernel(a):
        a[0] = 1

    with pytest.raises(errors.TypingError, match="an async function in device code"):
        kernel[1, 1](np.zeros(1))
