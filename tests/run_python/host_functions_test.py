"""`numba.jit`, ufuncs that pycu cannot compile, and the helpers of `numba` on the host."""

import ctypes
import pickle

import numpy as np
import pytest
from pycu import errors, types
from pycu._numba import cpu, extending, special, ufuncs
from pycu._numba.cpu import jit, njit
from pycu._numba.numpy_support import strides_from_shape
from pycu._numba.ufuncs import PythonGUfunc, PythonUfunc


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    monkeypatch.setattr(cpu, "_said", set())


def triple(x):
    return 3 * x


@njit
def doubled(x, by=2):
    """Twice x."""
    return x * by


def test_functions_run_as_python_and_say_it_once(capsys):
    assert doubled("a") == "aa" and doubled([3], by=3) == [3, 3, 3]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("pycu: `doubled` (") and "host_functions_test.py" in said
    assert (doubled.__name__, doubled.__doc__) == ("doubled", "Twice x.")
    assert doubled.py_func(4) == 8
    assert pickle.loads(pickle.dumps(doubled)) is doubled
    other = pickle.loads(pickle.dumps(jit("int32(int32)", nogil=True)(triple)))
    assert (other(2), other.signatures, other.targetoptions["nogil"]) == (6, [(types.int32,)], True)


@pytest.mark.parametrize(
    "decorator",
    [
        jit,
        jit(),
        jit(nopython=True),
        njit(cache=True, parallel=True, fastmath=True),
        jit("int32(int32)"),
        jit(["int32(int32)", types.float64(types.float64)]),
        jit((types.int32,)),
        njit(types.int64(types.int64), nogil=True),
    ],
)
def test_all_forms_of_the_decorator(decorator):
    function = decorator(lambda x: x + 1)
    assert function(1) == 2
    assert all(isinstance(one, tuple) for one in function.signatures)


def test_signatures_are_kept():
    function = jit(["int32(int32)", (types.float32,)])(lambda x: x)
    assert function.signatures == [(types.int32,), (types.float32,)]
    assert function.nopython_signatures[0] == types.int32(types.int32)
    function.compile("void(int8)")
    assert function.signatures[-1] == (types.int8,)


def test_methods_bind():
    class Box:
        def __init__(self, value):
            self.value = value

        @njit
        def plus(self, x):
            return self.value + x

    assert Box(3).plus(4) == 7


@pytest.mark.parametrize(
    "call,error",
    [
        (lambda: jit(doubled), TypeError),
        (lambda: jit(3), TypeError),
        (lambda: jit(nopython=True, forceobj=True), ValueError),
        (lambda: jit(argtypes=[1]), errors.DeprecationError),
        (lambda: jit("nosuch(int32)")(lambda x: x), NameError),
    ],
)
def test_wrong_uses_of_the_decorator(call, error):
    with pytest.raises(error):
        call()


def test_type_of_a_function():
    assert isinstance(types.typeof(doubled), types.Dispatcher)
    assert types.typeof(doubled).dispatcher is doubled
    assert types.typeof(doubled) == types.typeof(doubled)


def add_or_text(x, y):
    return x + y if str(x) else y


def test_a_ufunc_as_python_has_the_types_of_its_signatures():
    made = PythonUfunc(
        add_or_text, ["int32(int32, int32)", "float32(float32, float32)"], identity=0
    )
    assert made(np.int16(1), np.int8(2)).dtype == np.int32
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert made(a, 1).dtype == made(1.5, a).dtype == np.float32
    assert made(1, 2).dtype == np.int32 and made(1, 2.5) == np.float32(3.5)
    np.testing.assert_array_equal(made(a, a[0]), a + a[0])
    out = np.zeros((2, 3), np.float32)
    assert made(a, a, out=out, where=[True, False, True]) is out
    np.testing.assert_array_equal(out, np.where([True, False, True], a + a, 0))
    np.testing.assert_array_equal(made.reduce(a), np.add.reduce(a))
    np.testing.assert_array_equal(made.reduce(a, axis=None), a.sum())
    np.testing.assert_array_equal(made.reduce(a, axis=1, keepdims=True), a.sum(1, keepdims=True))
    np.testing.assert_array_equal(made.accumulate(a, axis=1), np.add.accumulate(a, axis=1))
    np.testing.assert_array_equal(made.outer(a[0], a[1]), np.add.outer(a[0], a[1]))
    assert made.reduce(np.zeros((0, 3), np.float32)) == 0
    assert (made.nin, made.nout, made.types) == (2, 1, ["ii->i", "ff->f"])
    with pytest.raises(TypeError, match="could not be safely coerced"):
        made(1j, 2)
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        made(1)


def test_elements_are_numpys_scalars():
    seen = []
    made = PythonUfunc(lambda x: seen.append(type(x)) or x, ["float32(float32)"])
    made(np.zeros(2, np.float32))
    assert set(seen) == {np.float32}


def test_a_generalised_ufunc_as_python():
    def row_sums(a, scale, out):
        out[0] = a.sum() * scale

    made = PythonGUfunc(row_sums, ["(float64[:], float64, float64[:])"], "(n),()->()")
    a = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(made(a, 2.0), a.sum(1) * 2)
    np.testing.assert_array_equal(made(a, np.array([1.0, 2, 3])), a.sum(1) * [1, 2, 3])
    out = np.zeros(3)
    assert made(a, 1.0, out) is out and made(a, 1.0, out=out) is out

    def both(a, b, c):
        c[:] = a[:, None] * b[None, :]

    outer = PythonGUfunc(both, ["(int64[:], int64[:], int64[:, :])"], "(n),(m)->(n,m)")
    np.testing.assert_array_equal(outer(np.arange(3), np.arange(2)), np.outer(range(3), range(2)))
    same = PythonGUfunc(both, ["(int64[:], int64[:], int64[:, :])"], "(n),(n)->(n,n)")
    with pytest.raises(ValueError, match="n is 3 and 2"):
        same(np.arange(3), np.arange(2))
    with pytest.raises(ValueError, match="an operand has 0 dimensions"):
        outer(np.int64(3), np.arange(2))


def test_layouts_and_arguments_are_checked():
    with pytest.raises(ValueError, match="has no `->`"):
        PythonGUfunc(add_or_text, [], "(n),(n)")
    with pytest.raises(TypeError, match="one or two"):
        ufuncs.guvectorize()


def test_arrays_behind_pointers():
    memory = np.arange(6, dtype=np.float32)
    pointer = memory.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    np.testing.assert_array_equal(special.carray(pointer, (2, 3)), memory.reshape(2, 3))
    np.testing.assert_array_equal(special.farray(pointer, (2, 3)), memory.reshape(3, 2).T)
    special.carray(pointer, 6)[0] = 9
    assert memory[0] == 9
    void = ctypes.cast(pointer, ctypes.c_void_p)
    assert special.carray(void, 2, np.int32).dtype == np.int32
    with pytest.raises(TypeError, match="explicit dtype"):
        special.carray(void, 2)
    with pytest.raises(TypeError, match="mismatching dtype"):
        special.carray(pointer, 2, np.int32)
    with pytest.raises(TypeError, match="expected a ctypes pointer"):
        special.carray(3, 2)


def test_ranges_threads_and_blocks():
    assert list(special.prange(1, 7, 2)) == [1, 3, 5]
    assert special.get_num_threads() >= 1
    special.set_num_threads(1)
    with pytest.raises(ValueError, match="number of threads"):
        special.set_num_threads(0)
    with pytest.raises(TypeError, match="must be an integer"):
        special.set_num_threads(1.5)
    with special.objmode(x="int64"), special.parallel_chunksize(4):
        assert special.literally(3) == 3


def test_declarations_for_numbas_compiler_are_taken():
    @extending.overload(len)
    def declared(x):
        return lambda x: 0

    assert declared(3)(4) == 0

    @extending.intrinsic
    def special_one(context, x):
        """A doc."""

    with pytest.raises(NotImplementedError, match="<intrinsic special_one> is not usable"):
        special_one(3)

    class Model(extending.models.StructModel):
        pass

    assert extending.register_model(types.Type)(Model) is Model
    assert extending.as_numba_type(float) is types.float64
    with pytest.raises(errors.TypingError, match="Cannot infer"):
        extending.as_numba_type(bytes)
    with pytest.raises(TypeError, match="should be a Type subclass"):
        extending.make_attribute_wrapper(int, "a", "b")


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (4, 1, 5)])
@pytest.mark.parametrize("order", "CF")
def test_strides_of_a_shape(shape, order):
    asked = {"c_contiguous": order == "C", "f_contiguous": order == "F"}
    assert strides_from_shape(shape, 8, **asked) == np.zeros(shape, order=order).strides
