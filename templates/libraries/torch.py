"""What a program does with PyTorch, as far as types of kernels' arguments go.

Followed in place of the library by what follows host code. A tensor is an array of NumPy whose
elements nobody knows, on whatever device it is. All that is not here is not known. Tensors, dtypes
and functions are of one module, as in PyTorch, and name each other throughout: so it is one file.
"""

import builtins
from math import e, inf, nan, pi  # noqa: F401

import numpy as np
from torch_itself import AnyBase, any_value  # not there: nobody knows what they are


class dtype:
    def __init__(self, in_numpy, is_floating_point=False, is_complex=False):
        self.in_numpy = in_numpy
        self.is_floating_point = is_floating_point
        self.is_complex = is_complex

    def __eq__(self, other):
        return self.in_numpy == other.in_numpy if isinstance(other, _dtype) else False

    def __ne__(self, other):
        return not self == other


class device:
    def __init__(self, type=None, index=None):
        self.type = any_value
        self.index = any_value


_dtype = dtype
_device = device
bool = dtype(np.bool_)
uint8 = dtype(np.uint8)
int8 = dtype(np.int8)
int16 = short = dtype(np.int16)
int32 = int = dtype(np.int32)
int64 = long = dtype(np.int64)
float16 = half = dtype(np.float16, True)
float32 = float = dtype(np.float32, True)
float64 = double = dtype(np.float64, True)
complex64 = cfloat = dtype(np.complex64, False, True)
complex128 = cdouble = dtype(np.complex128, False, True)
_dtypes = {
    "bool": bool,
    "uint8": uint8,
    "int8": int8,
    "int16": int16,
    "int32": int32,
    "int64": int64,
    "float16": float16,
    "float32": float32,
    "float64": float64,
    "complex64": complex64,
    "complex128": complex128,
}
_default = float32


def set_default_dtype(d):
    global _default
    _default = d if d.is_floating_point else any_value


def get_default_dtype():
    return _default


def set_default_tensor_type(t):
    global _default
    _default = any_value


def _in_numpy(given, otherwise):
    """The dtype of NumPy for a dtype of PyTorch or Python."""
    if given is None:
        return otherwise
    return given.in_numpy if isinstance(given, dtype) else np.dtype(given)


def _default_of(kind):
    """The dtype of NumPy that Python's numbers of a kind have."""
    if kind == "f":
        return _default.in_numpy
    if kind == "c":
        return np.complex64 if _default == float32 else any_value
    return np.bool_ if kind == "b" else np.int64


# ---- dtypes of results


def _level(kind):
    return {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}[kind]


def _joined(a, b):
    """The dtype of two tensors of one kind: with and without axes."""
    if a is None or b is None:
        return b if a is None else a
    low, high = _level(a.kind), _level(b.kind)
    if low == high or (low > 1 and high > 1):
        return np.promote_types(a, b)
    return a if low > high else b


def _combined(first, then):
    """The dtype where one with more axes meets one with fewer, or a number."""
    if first is None or then is None:
        return then if first is None else first
    if _level(first.kind) >= _level(then.kind):
        return first
    if first.kind == "f":
        return np.dtype(np.complex64) if first == np.float32 else any_value
    return then


def _kind_of_number(value):
    """Of Python's numbers, and of NumPy's, which count as Python's."""
    return np.asarray(value).dtype.kind


def _result_dtype(*operands):
    arrays = zeros = numbers = None
    for one in operands:
        if isinstance(one, Tensor):
            if one._like.ndim > 0:
                arrays = _joined(arrays, one._like.dtype)
            else:
                zeros = _joined(zeros, one._like.dtype)
        else:
            numbers = _joined(numbers, np.dtype(_default_of(_kind_of_number(one))))
    return _combined(arrays, _combined(zeros, numbers))


def result_type(a, b):
    return _dtypes[_result_dtype(a, b).name]


def promote_types(a, b):
    return _dtypes[_joined(np.dtype(a.in_numpy), np.dtype(b.in_numpy)).name]


def _as_complex(in_numpy):
    if in_numpy.kind == "c":
        return in_numpy
    is_double = in_numpy == np.float64 or (in_numpy.kind != "f" and _default == float64)
    return np.dtype(np.complex128 if is_double else np.complex64)


def _as_real(in_numpy):
    if in_numpy.kind != "c":
        return in_numpy
    return np.dtype(np.float64 if in_numpy == np.complex128 else np.float32)


# ---- tensors


def Size(sizes):
    return tuple(sizes)


def _is_number(value):
    return isinstance(value, (builtins.int, builtins.float, np.number))


def _size(given):
    """`zeros(2, 3)`, `zeros((2, 3))`"""
    return given if len(given) != 1 or _is_number(given[0]) else tuple(given[0])


def _array(shape, in_numpy):
    """In C order, with elements that nobody knows."""
    made = np.zeros(shape, in_numpy)
    made[...] = any_value
    return made


def _numbers(value):
    """An operand as NumPy has it."""
    return value._like if isinstance(value, Tensor) else value


def _size_given(given):
    """Of `Tensor([1, 2])`, `Tensor(2, 3)` and `Tensor(x.shape)`, which is no tuple of data."""
    if len(given) != 1:
        return given if given else (0,)
    if _is_number(given[0]):
        return given
    if isinstance(given[0], Tensor):
        return given[0]._like.shape
    return any_value if isinstance(given[0], tuple) else np.shape(given[0])


class Tensor(AnyBase):
    """`_like` has its shape and dtype, `_data` its strides as well, where they are known.

    `_is_ordered`: no axis has a smaller stride than one behind it, but for those of stride 0. Of
    such tensors PyTorch makes contiguous ones, whatever it computes.
    """

    # what operations make of a program's own class is of that class
    __init_subclass__ = any_value

    def __init__(self, *given, like=None, data=None, is_ordered=True):
        if like is None:
            like = data = _array(_size_given(given), _default.in_numpy)
        self._like = like
        self._data = data
        self._is_ordered = is_ordered

    # what a kernel, Numba, CuPy and NumPy take it for

    @property
    def __cuda_array_interface__(self):
        from numba import cuda

        return cuda.as_cuda_array(self._data).__cuda_array_interface__

    def __array__(self, dtype=None):
        return self._data if dtype is None else self._data.astype(dtype)

    def numpy(self, force=False):
        return self._data

    def __dlpack__(self, stream=None):
        return self

    # what it is

    @property
    def shape(self):
        return self._like.shape

    def size(self, dim=None):
        return self._like.shape if dim is None else self._like.shape[dim]

    @property
    def ndim(self):
        return self._like.ndim

    def dim(self):
        return self._like.ndim

    ndimension = dim

    def numel(self):
        return self._like.size

    nelement = numel

    def stride(self, dim=None):
        steps = tuple([step // self._like.itemsize for step in self._data.strides])
        return steps if dim is None else steps[dim]

    def element_size(self):
        return self._like.itemsize

    @property
    def dtype(self):
        return _dtypes[self._like.dtype.name]

    @property
    def data(self):
        return self

    @data.setter
    def data(self, other):
        self._like = self._data = any_value  # so may others that are this one
        self._is_ordered = False

    @property
    def device(self):
        return _device()

    def is_floating_point(self):
        return self._like.dtype.kind == "f"

    def is_contiguous(self, memory_format=None):
        return self._data.flags.c_contiguous if memory_format is None else any_value

    def __len__(self):
        return self._like.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(self._like.shape[0])])

    def item(self):
        kind = self._like.dtype.kind
        if kind == "f":
            return builtins.float(any_value)
        if kind == "b":
            return any_value > 0
        return builtins.int(any_value) if kind == "i" or kind == "u" else any_value

    def tolist(self):
        return self._like.tolist()

    # the same tensor, elsewhere or as something else

    def to(self, *given, dtype=None, device=None, copy=False, non_blocking=False, **others):
        if others:
            return _of_any_order(self._like.astype(_in_numpy(dtype, self._like.dtype)))
        for one in given:
            if isinstance(one, _dtype):
                return _converted(self, one.in_numpy)
            if isinstance(one, Tensor):
                return _converted(self, one._like.dtype)
            if not (isinstance(one, (str, _device)) or _is_number(one) or one is None):
                return _converted(self, any_value)
        return _converted(self, _in_numpy(dtype, self._like.dtype))

    def cuda(self, device=None, non_blocking=False):
        return _converted(self, self._like.dtype)

    cpu = pin_memory = cuda

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return any_value
        return _converted(self, dtype.in_numpy) if isinstance(dtype, _dtype) else any_value

    def type_as(self, other):
        return _converted(self, other._like.dtype)

    def float(self):
        return _converted(self, np.float32)

    def double(self):
        return _converted(self, np.float64)

    def half(self):
        return _converted(self, np.float16)

    def int(self):
        return _converted(self, np.int32)

    def long(self):
        return _converted(self, np.int64)

    def short(self):
        return _converted(self, np.int16)

    def byte(self):
        return _converted(self, np.uint8)

    def bool(self):
        return _converted(self, np.bool_)

    def clone(self, memory_format=None):
        return _copied(self, self._like.dtype) if memory_format is None else any_value

    def contiguous(self, memory_format=None):
        if memory_format is not None:
            return _of_any_order(self._like)
        made = _dense(self._like)
        if self._is_ordered:
            return self if self._data.flags.c_contiguous else made
        return made

    def detach(self):
        return self

    def requires_grad_(self, requires_grad=True):
        return self

    def backward(self, *given, **others):
        return None

    @property
    def real(self):
        if self._like.dtype.kind != "c":
            return self
        return _of_any_order(self._like.astype(_as_real(self._like.dtype)))

    imag = real

    # other looks at its memory

    def _look(self, look, keeps_order=False):
        is_ordered = self._is_ordered if keeps_order else False
        return Tensor(like=look(self._like), data=look(self._data), is_ordered=is_ordered)

    @property
    def T(self):
        return self._look(lambda a: a.T)

    def t(self):
        return self._look(lambda a: a.T)

    @property
    def mT(self):
        return self.transpose(-2, -1)

    def transpose(self, dim0, dim1):
        return self._look(lambda a: np.swapaxes(a, dim0, dim1))

    swapaxes = swapdims = transpose

    def permute(self, *dims):
        dims = _size(dims)
        return self._look(lambda a: a.transpose(dims))

    def view(self, *shape):
        if isinstance(shape[0], _dtype):
            return any_value
        shape = _size(shape)
        return self._look(lambda a: a.reshape(shape), self._is_ordered)

    def reshape(self, *shape):
        shape = _size(shape)
        return self._look(lambda a: a.reshape(shape), self._is_ordered)

    def view_as(self, other):
        return self.view(other._like.shape)

    reshape_as = view_as

    def ravel(self):
        return self._look(lambda a: a.reshape(-1), self._is_ordered)

    def flatten(self, start_dim=0, end_dim=-1):
        shape = self._like.shape
        end = end_dim + len(shape) if end_dim < 0 else end_dim
        kept = shape[:start_dim] + (-1,) + shape[end + 1 :]
        return self._look(lambda a: a.reshape(kept), self._is_ordered)

    def squeeze(self, dim=None):
        return self._look(lambda a: np.squeeze(a) if dim is None else _squeezed(a, dim), True)

    def unsqueeze(self, dim):
        made = self._look(lambda a: np.expand_dims(a, dim), True)
        return made if self._is_ordered else _of_any_order(made._like)

    def expand(self, *sizes):
        sizes = _size(sizes)
        ahead = len(sizes) - self._like.ndim
        shape = tuple(
            [
                self._like.shape[i - ahead] if i >= ahead and sizes[i] == -1 else sizes[i]
                for i in range(len(sizes))
            ]
        )
        return self._look(lambda a: np.broadcast_to(a, shape), True)

    def expand_as(self, other):
        return self.expand(other._like.shape)

    def narrow(self, dim, start, length):
        swapped = self.transpose(0, dim)
        made = swapped._look(lambda a: np.swapaxes(a[:length], 0, dim))
        return Tensor(like=made._like, data=made._data, is_ordered=self._is_ordered)

    def select(self, dim, index):
        return self._look(lambda a: np.asarray(_first(a, dim)), True)

    def unbind(self, dim=0):
        return tuple([self.select(dim, i) for i in range(self._like.shape[dim])])

    def __getitem__(self, index):
        is_one = index is None or index is ... or _is_number(index)
        is_one = is_one or isinstance(index, (slice, list, np.ndarray, Tensor))
        parts = (index,) if is_one else index
        is_copy = is_stepped = has_new = False
        for part in parts:
            has_new = has_new or part is None
            if part is ...:
                continue
            if isinstance(part, (Tensor, list, np.ndarray)):
                is_copy = True
            elif isinstance(part, slice) and part.step is not None:
                is_stepped = True
        if not is_copy:
            made = self._look(lambda a: np.asarray(a[index]), not is_stepped)
            return made if self._is_ordered or not has_new else _of_any_order(made._like)
        like = np.asarray(self._like[tuple([_numbers(part) for part in parts])])
        return _dense(like) if like.ndim < 2 else _of_any_order(like)

    def __setitem__(self, index, value):
        return None

    # operators

    def __add__(self, other):
        return _elementwise(_result_dtype(self, other), self, other)

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __add__
    __mod__ = __pow__ = __and__ = __or__ = __xor__ = maximum = minimum = add = sub = mul = __add__
    multiply = subtract = remainder = pow = bitwise_and = bitwise_or = floor_divide = fmod = __add__

    def __truediv__(self, other):
        made = _result_dtype(self, other)
        return _elementwise(_default_of("f") if _level(made.kind) < 2 else made, self, other)

    __rtruediv__ = true_divide = div = divide = __truediv__

    def __rpow__(self, other):
        return _elementwise(_result_dtype(self, other), self, other)

    def __lt__(self, other):
        return _elementwise(np.bool_, self, other)

    def __eq__(self, other):
        return False if other is None else _elementwise(np.bool_, self, other)

    def __ne__(self, other):
        return True if other is None else _elementwise(np.bool_, self, other)

    __le__ = __gt__ = __ge__ = lt = le = gt = ge = eq = ne = __lt__
    logical_and = logical_or = logical_xor = __lt__

    def __iadd__(self, other):
        return self

    __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = __ipow__ = __iadd__
    __iand__ = __ior__ = __ixor__ = __iadd__

    def add_(self, *given, **others):
        return self

    sub_ = mul_ = div_ = pow_ = copy_ = fill_ = zero_ = clamp_ = exp_ = log_ = sqrt_ = abs_ = add_
    neg_ = round_ = floor_ = ceil_ = uniform_ = normal_ = random_ = masked_fill_ = index_add_ = add_
    scatter_ = scatter_add_ = index_fill_ = index_copy_ = relu_ = sigmoid_ = tanh_ = add_
    addcmul_ = addcdiv_ = lerp_ = retain_grad = share_memory_ = add_

    def resize_(self, *given, **others):
        self._like = self._data = any_value
        self._is_ordered = False
        return self

    set_ = t_ = transpose_ = squeeze_ = unsqueeze_ = swapaxes_ = resize_as_ = as_strided_ = resize_

    def __neg__(self):
        return _elementwise(self._like.dtype, self)

    neg = __pos__ = __invert__ = floor = ceil = round = sign = relu = trunc = __neg__

    def square(self):
        return _elementwise(any_value if self._like.dtype.kind == "b" else self._like.dtype, self)

    def __abs__(self):
        return _elementwise(_as_real(self._like.dtype), self)

    abs = __abs__

    def clamp(self, min=None, max=None):
        is_kept = self._like.dtype.kind == "f" and _is_bound(min) and _is_bound(max)
        return _elementwise(self._like.dtype if is_kept else any_value, self)

    clip = clamp

    def exp(self):
        is_whole = _level(self._like.dtype.kind) < 2
        return _elementwise(_default_of("f") if is_whole else self._like.dtype, self)

    log = log2 = log10 = log1p = expm1 = sqrt = rsqrt = sin = cos = tan = tanh = sigmoid = exp
    asin = acos = atan = sinh = cosh = erf = reciprocal = exp

    def masked_fill(self, mask, value):
        made = _elementwise(self._like.dtype, self, mask)
        return made if self._is_ordered else _of_any_order(made._like)

    # sums and their kin

    def sum(self, dim=None, keepdim=False, dtype=None):
        is_whole = _level(self._like.dtype.kind) < 2
        natural = np.int64 if is_whole else self._like.dtype
        return _reduced(self, dim, keepdim, _in_numpy(dtype, natural))

    def prod(self, dim=None, keepdim=False, dtype=None):
        return self.sum(dim, keepdim, dtype)

    def mean(self, dim=None, keepdim=False, dtype=None):
        return _reduced(self, dim, keepdim, _in_numpy(dtype, self._like.dtype))

    nansum = sum

    def any(self, dim=None, keepdim=False):
        is_byte = self._like.dtype == np.uint8
        return _reduced(self, dim, keepdim, np.uint8 if is_byte else np.bool_)

    all = any

    def max(self, dim=None, keepdim=False):
        if isinstance(dim, Tensor):
            return self.maximum(dim)
        values = _reduced(self, dim, keepdim, self._like.dtype)
        return values if dim is None else (values, _reduced(self, dim, keepdim, np.int64))

    min = max

    def amax(self, dim=(), keepdim=False):
        return _reduced(self, None if dim == () else dim, keepdim, self._like.dtype)

    amin = amax

    def argmax(self, dim=None, keepdim=False):
        return _reduced(self, dim, keepdim, np.int64)

    argmin = argmax

    def cumsum(self, dim, dtype=None):
        natural = np.int64 if _level(self._like.dtype.kind) < 2 else self._like.dtype
        return _new(self._like.shape, _in_numpy(dtype, natural))

    cumprod = cumsum

    # products

    def __matmul__(self, other):
        if _is_cast:
            return any_value
        a, b = self._like.shape, other._like.shape
        if len(a) == len(b) and len(a) in (2, 3):
            return _new(a[:-1] + b[-1:], self._like.dtype)
        return _of_any_order(np.matmul(self._like, other._like))

    matmul = mm = bmm = __matmul__

    def __rmatmul__(self, other):
        return any_value

    # new ones

    def new_zeros(self, *size, dtype=None, device=None, requires_grad=False):
        return _new(_size(size), _in_numpy(dtype, self._like.dtype))

    new_ones = new_empty = new_zeros

    def new_full(self, size, fill_value, dtype=None, device=None, requires_grad=False):
        return _new(size, _in_numpy(dtype, self._like.dtype))

    def new_tensor(self, data, dtype=None, device=None, requires_grad=False):
        return tensor(data, dtype=_dtypes[self._like.dtype.name] if dtype is None else dtype)


def _new(size, in_numpy):
    made = _array(size, in_numpy)
    return Tensor(like=made, data=made)


def _dense(like):
    """Of its shape and dtype, in C order."""
    return _new(like.shape, like.dtype)


def _in_f(like):
    return _array(like.shape[::-1], like.dtype).T


def _made(like, is_c, is_f):
    """A new one in C order, in Fortran's, or in one that nobody knows."""
    data = like if is_c else _in_f(like) if is_f else any_value
    return Tensor(like=like, data=data, is_ordered=is_c)


def _of_any_order(like):
    return Tensor(like=like, data=any_value, is_ordered=False)


def _first(a, dim):
    at = dim + a.ndim if dim < 0 else dim
    return a.transpose([at] + [axis for axis in range(a.ndim) if axis != at])[0]


def _is_bound(value):
    return value is None or _is_number(value)


def _squeezed(a, dim):
    return _first(a, dim) if a.shape[dim] == 1 else a


def _converted(of, in_numpy):
    """The same with another dtype: itself, or a copy that keeps the order of its axes."""
    is_copy = of._like.dtype != in_numpy  # which has no gaps
    if not is_copy and (of._data.flags.c_contiguous or of._data.flags.f_contiguous):
        return of  # or a copy on another device, which differs in nothing else
    like = _array(of._like.shape, in_numpy)
    is_c = of._data.flags.c_contiguous or (is_copy and of._is_ordered)
    return _made(like, is_c, of._data.flags.f_contiguous)


def _copied(of, in_numpy):
    """In its order, without gaps."""
    like = _array(of._like.shape, in_numpy)
    return _made(like, of._is_ordered, of._data.flags.f_contiguous)


def _elementwise(in_numpy, *operands):
    shape = None
    is_ordered = is_in_f = True
    for one in operands:
        if isinstance(one, Tensor):
            of = one._like.shape
            shape = of if shape is None else np.broadcast_shapes(shape, of)
            is_ordered = is_ordered and one._is_ordered
            is_in_f = is_in_f and one._data.flags.f_contiguous
    if is_ordered:
        return _new(shape, in_numpy)
    for one in operands:
        is_in_f = is_in_f and (not isinstance(one, Tensor) or one._like.ndim == len(shape))
    return _made(_array(shape, in_numpy), is_ordered, is_in_f)


def _reduced(of, dim, keepdim, in_numpy):
    axis = dim if dim is None or _is_number(dim) else tuple(dim)
    return _dense(np.asarray(np.sum(of._like, axis=axis, keepdims=keepdim)).astype(in_numpy))


# ---- where tensors come from


def zeros(
    *given, size=None, dtype=None, device=None, requires_grad=False, pin_memory=False, layout=None
):
    return _new(_size(given) if size is None else size, _in_numpy(dtype, _default.in_numpy))


ones = empty = rand = randn = zeros


def full(size, fill_value, dtype=None, device=None, requires_grad=False):
    return _new(size, _in_numpy(dtype, _default_of(_kind_of_number(fill_value))))


def zeros_like(input, dtype=None, device=None, requires_grad=False):
    return _copied(input, _in_numpy(dtype, input._like.dtype))


ones_like = empty_like = rand_like = randn_like = zeros_like


def full_like(input, fill_value, dtype=None, device=None, requires_grad=False):
    return zeros_like(input, dtype)


def randint(*given, size=None, dtype=None, device=None, requires_grad=False, generator=None):
    return _new(given[-1] if size is None else size, _in_numpy(dtype, np.int64))


def randperm(n, dtype=None, device=None, requires_grad=False, generator=None):
    return _new((n,), _in_numpy(dtype, np.int64))


def arange(*given, dtype=None, device=None, requires_grad=False):
    made = np.arange(*given)
    return _new(made.shape, _in_numpy(dtype, _default_of(made.dtype.kind)))


def linspace(start, end, steps, dtype=None, device=None, requires_grad=False):
    return _new((steps,), _in_numpy(dtype, _default.in_numpy))


logspace = linspace


def eye(n, m=None, dtype=None, device=None, requires_grad=False):
    return _new((n, n if m is None else m), _in_numpy(dtype, _default.in_numpy))


def _leaf(data):
    is_leaf = _is_number(data) or isinstance(data, (builtins.bool, np.ndarray, np.generic, Tensor))
    return data if is_leaf else _leaf(data[0])


def tensor(data, dtype=None, device=None, requires_grad=False, pin_memory=False):
    if isinstance(data, Tensor):
        return _new(data._like.shape, _in_numpy(dtype, data._like.dtype))
    made = np.asarray(data)
    first = _leaf(data)
    is_typed = isinstance(first, (np.ndarray, np.generic))
    natural = first.dtype if is_typed else _default_of(made.dtype.kind)
    return _copied(_of_array(made), _in_numpy(dtype, natural))


def as_tensor(data, dtype=None, device=None):
    if isinstance(data, Tensor):
        return data.to(dtype=dtype)
    if isinstance(data, np.ndarray):
        return from_numpy(data).to(dtype=dtype)
    if _is_number(data):
        return tensor(data, dtype)
    if hasattr(data, "__cuda_array_interface__"):
        return _of_array(data).to(dtype=dtype)
    return tensor(data, dtype)


asarray = as_tensor


def _of_array(array):
    return Tensor(like=array, data=array, is_ordered=array.flags.c_contiguous)


def from_numpy(ndarray):
    ndarray[...] = any_value  # which others may change by the tensor
    return _of_array(ndarray)


def from_dlpack(ext_tensor):
    return as_tensor(ext_tensor)


# ---- tensors by type


def FloatTensor(*given):
    return Tensor(*given)


def DoubleTensor(*given):
    return Tensor(*given).to(float64)


def IntTensor(*given):
    return Tensor(*given).to(int32)


def LongTensor(*given):
    return Tensor(*given).to(int64)


# ---- functions of tensors


def cat(tensors, dim=0):
    joined = None
    for one in tensors:
        joined = _joined(joined, one._like.dtype)
    like = np.concatenate([one._like for one in tensors], dim).astype(joined)
    return _dense(like) if _are_ordered(tensors) else _of_any_order(like)


concat = concatenate = cat


def stack(tensors, dim=0):
    return cat([one.unsqueeze(dim) for one in tensors], dim)


def _are_ordered(tensors):
    for one in tensors:
        if not one._is_ordered:
            return False
    return True


def where(condition, input=None, other=None):
    if input is None:
        return any_value
    return _elementwise(_result_dtype(input, other), condition, input, other)


def add(input, other, alpha=1):
    return input + other if isinstance(input, Tensor) else other + input


mul = multiply = add


def sub(input, other, alpha=1):
    return add(input, other)


def div(input, other, rounding_mode=None):
    return input / other if rounding_mode is None else any_value


def pow(input, exponent):
    return input**exponent


def exp(input):
    return input.exp()


log = log2 = log10 = log1p = expm1 = sqrt = rsqrt = sin = cos = tan = tanh = sigmoid = exp
asin = acos = atan = sinh = cosh = erf = reciprocal = exp


def abs(input):
    return input.abs()


def neg(input):
    return -input


floor = ceil = round = sign = relu = neg


def square(input):
    return input.square()


def real(input):
    return input.real


imag = real


def clamp(input, min=None, max=None):
    return input.clamp(min, max)


def sum(input, dim=None, keepdim=False, dtype=None):
    return input.sum(dim, keepdim, dtype)


def mean(input, dim=None, keepdim=False, dtype=None):
    return input.mean(dim, keepdim, dtype)


def max(input, dim=None, keepdim=False):
    return input.max(dim, keepdim)


min = max


def argmax(input, dim=None, keepdim=False):
    return input.argmax(dim, keepdim)


argmin = argmax


def cumsum(input, dim, dtype=None):
    return input.cumsum(dim, dtype)


def maximum(input, other):
    return input.maximum(other)


minimum = maximum


def matmul(input, other):
    return input @ other


mm = bmm = matmul


def reshape(input, shape):
    return input.reshape(shape)


def transpose(input, dim0, dim1):
    return input.transpose(dim0, dim1)


def permute(input, dims):
    return input.permute(dims)


def unsqueeze(input, dim):
    return input.unsqueeze(dim)


def squeeze(input, dim=None):
    return input.squeeze(dim)


def flatten(input, start_dim=0, end_dim=-1):
    return input.flatten(start_dim, end_dim)


def clone(input):
    return input.clone()


def numel(input):
    return input.numel()


def is_tensor(obj):
    return isinstance(obj, Tensor)


# ---- what changes nothing


def manual_seed(seed):
    return any_value


class no_grad:
    def __init__(self, mode=None):
        pass

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return None

    def __call__(self, function):
        return function


enable_grad = inference_mode = set_grad_enabled = no_grad

_is_cast = False


class autocast:
    """Products have another dtype inside."""

    def __init__(self, *given, **named):
        pass

    def __enter__(self):
        global _is_cast
        _is_cast = True

    def __exit__(self, kind, value, traceback):
        global _is_cast
        _is_cast = any_value


import torch.autograd  # noqa: E402, F401
import torch.cuda  # noqa: E402, F401
import torch.fft  # noqa: E402, F401
import torch.nn  # noqa: E402, F401
