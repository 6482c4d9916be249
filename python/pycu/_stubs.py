"""The names that only kernels use: `cuda.grid`, `cuda.atomic.add`, `cuda.libdevice.sinf`, `float3`.

They do nothing on the host but know their names; the compiler has their meaning. `stub(path)` is
the one object of a name, `path_of(object)` the name of an object, `NAMES` what `cuda` has of them.
"""

from __future__ import annotations

import types as python
from typing import Any

import numpy as np

CUDA = "numba.cuda"


class Stub:
    """A name of device code: `path` is all of it, attributes are the names below it."""

    def __init__(self, path: str, doc: str = "") -> None:
        self.path = path
        self._members: dict[str, Stub] = {}
        self.__doc__ = doc or f"`{path}`, for device code."

    @property
    def __name__(self) -> str:
        return self.path.rpartition(".")[2]

    def __getattr__(self, name: str) -> Stub:
        if name.startswith("__") or name not in self._members:
            raise AttributeError(f"'{self.path}' has no attribute '{name}'")
        return self._members[name]

    def __dir__(self) -> list[str]:
        return ["path", *self._members]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{self.path} cannot be called from host code")

    def __repr__(self) -> str:
        return f"<{self.path}>"

    def __reduce__(self) -> Any:
        return stub, (self.path,)


def expanded(names: str) -> list[str]:
    """The words of a text; `h{add,sub}` is two of them."""
    words = []
    for name in names.split():
        head, brace, rest = name.partition("{")
        parts, _, tail = rest.partition("}")
        ends = expanded(tail) if tail else [""]
        words += [head + one + end for one in parts.split(",") for end in ends] if brace else [name]
    return words


# What each path has below it, with a line of documentation where there is one to give.
_DOCUMENTED = {
    "threadIdx": "The indices of the thread in its block: x, y, z.",
    "blockIdx": "The indices of the block in the grid: x, y, z.",
    "blockDim": "The threads of a block along x, y, z.",
    "gridDim": "The blocks of the grid along x, y, z.",
    "warpsize": "The threads of a warp.",
    "laneid": "The index of the thread in its warp.",
    "grid": "grid(ndim): the indices of the thread in the whole grid.",
    "gridsize": "gridsize(ndim): the threads of the whole grid.",
    "syncthreads": "syncthreads(): waits for all threads of the block.",
    "syncthreads_count": "syncthreads_count(p): waits; how many threads of the block have p.",
    "syncthreads_and": "syncthreads_and(p): waits; whether all threads of the block have p.",
    "syncthreads_or": "syncthreads_or(p): waits; whether one thread of the block has p.",
    "syncwarp": "syncwarp(mask=0xFFFFFFFF): waits for the threads of the warp in the mask.",
    "shared": "Arrays that the threads of a block share: shared.array(shape, dtype).",
    "local": "Arrays of a thread: local.array(shape, dtype).",
    "const": "Constant memory: const.array_like(array).",
    "atomic": "Operations on an element that no other thread comes between.",
    "nanosleep": "nanosleep(ns): suspends the thread for about so many nanoseconds.",
    "threadfence": "threadfence(): earlier writes reach the device before later ones.",
    "threadfence_block": "threadfence_block(): as threadfence, for the threads of the block.",
    "threadfence_system": "threadfence_system(): as threadfence, for the host as well.",
    "popc": "popc(x): how many bits are set.",
    "brev": "brev(x): the bits in reverse order.",
    "clz": "clz(x): how many bits above the highest one that is set.",
    "ffs": "ffs(x): the place of the lowest bit that is set, from 1; 0 where none is.",
    "selp": "selp(c, a, b): a where c, b otherwise, without a branch.",
    "fma": "fma(a, b, c): a * b + c, rounded once.",
    "cbrt": "cbrt(x): the cube root.",
    "activemask": "activemask(): the threads of the warp that run this now.",
    "lanemask_lt": "lanemask_lt(): the threads of the warp with lower indices.",
    "cg": "Groups of threads: cg.this_grid().sync().",
    "libdevice": "CUDA's mathematical functions under their own names.",
    "fp16": "Functions of numbers of 16 bits.",
}
_BELOW = {
    "threadIdx": "x y z",
    "blockIdx": "x y z",
    "blockDim": "x y z",
    "gridDim": "x y z",
    "shared": "array",
    "local": "array",
    "const": "array_like",
    "atomic": "add sub and_ or_ xor inc dec exch max min nanmax nanmin compare_and_swap cas",
    "cg": "this_grid GridGroup",
    "cg.GridGroup": "sync",
    "fp16": """
        h{abs,add,ceil,cos,div,eq,exp,exp10,exp2,floor,fma,ge,gt,le,log,log10,log2,lt,max,min}
        h{mul,ne,neg,rcp,rint,rsqrt,sin,sqrt,sub,tanh,tanh_approx,trunc}
        __double2half __half2float __float2half{,_rd,_rn,_ru,_rz} __half2{char,uchar}_rz
        __half2{int,ll,short,uint,ull,ushort}_r{d,n,u,z}
        __{int,ll,short,uint,ull,ushort}2half_r{d,n,u,z}
        __half_as_{short,ushort} __{short,ushort}_as_half
        __h{abs,add,add_rn,add_sat,div,eq,equ,fma,fma_relu,fma_sat,ge,geu,gt,gtu,isinf,isnan}
        __h{le,leu,lt,ltu,max,max_nan,min,min_nan,mul,mul_rn,mul_sat,ne,neg,neu,sub,sub_rn,sub_sat}
    """,
    "libdevice": """
        {acos,acosh,asin,asinh,atan,atan2,atanh,cbrt,ceil,copysign,cos,cosh,cospi,erf,erfc}{,f}
        {erfcinv,erfcx,erfinv,exp,exp10,exp2,expm1,fabs,fdim,floor,fma,fmax,fmin,fmod,frexp}{,f}
        {hypot,ilogb,j0,j1,jn,ldexp,lgamma,llrint,llround,log,log10,log1p,log2,logb,modf}{,f}
        {nearbyint,nextafter,normcdf,normcdfinv,pow,powi,rcbrt,remainder,remquo,rint,round}{,f}
        {rsqrt,scalbn,sin,sincos,sincospi,sinh,sinpi,sqrt,tan,tanh,tgamma,trunc,y0,y1,yn}{,f}
        abs brev brevll byte_perm clz clzll {dadd,ddiv,dmul,drcp,dsqrt}_r{d,n,u,z}
        double2{float,int,ll,uint,ull}_r{d,n,u,z} double2{hi,lo}int double_as_longlong
        {fadd,fdiv,fmul,frcp,fsqrt,fsub,fma,fmaf}_r{d,n,u,z} frsqrt_rn
        fast_{cos,exp10,exp,log10,log2,log,pow,sincos,sin,tan}f fast_fdividef ffs ffsll finitef
        float2half_rn float2{int,ll,uint,ull}_r{d,n,u,z} float_as_int hadd half2float hiloint2double
        {int,uint}2double_rn {int,uint,ll,ull}2float_r{d,n,u,z} {ll,ull}2double_r{d,n,u,z}
        int_as_float isfinited is{inf,nan}{d,f} llabs {ll,ull,u,}{max,min} longlong_as_double mul24
        mul64hi mulhi popc popcll rhadd sad saturatef signbit{d,f} uhadd umul24 umul64hi umulhi
        urhadd usad
    """,
}
_ALONE = (
    "match_any_sync match_all_sync shfl{,_up,_down,_xor}_sync {all,any,eq,ballot}_sync "
    "ld{ca,cg,cs,lu,cv} st{cg,cs,wb,wt}"
)
# Numba's vector types, and CUDA's names for them: `float32x3` is `float3`.
_VECTORS = {
    "int8": "char",
    "int16": "short",
    "int32": "int",
    "int64": "longlong",
    "uint8": "uchar",
    "uint16": "ushort",
    "uint32": "uint",
    "uint64": "ulonglong",
    "float32": "float",
    "float64": "double",
}


def _stubs() -> dict[str, Stub]:
    names = list(_DOCUMENTED) + expanded(_ALONE)
    names += [f"{one}x{count}" for one in _VECTORS for count in range(1, 5)]
    names += [f"{one}.{name}" for one, below in _BELOW.items() for name in expanded(below)]
    made: dict[str, Stub] = {}
    for name in names:
        made[name] = Stub(f"{CUDA}.{name}", _DOCUMENTED.get(name, ""))
        owner, _, last = name.rpartition(".")
        if owner:
            made[owner]._members[last] = made[name]
    return made


_ALL = _stubs()


def stub(path: str) -> Stub:
    """The stub of a path, as in `numba.cuda.atomic.add`; KeyError where there is none."""
    return _ALL[path[len(CUDA) + 1 :]]


def below(module: str) -> dict[str, Stub]:
    """The stubs of a module of `numba.cuda` by their names: of "libdevice", "fp16", "cg"."""
    return dict(_ALL[module]._members)


def _aliases() -> dict[str, Stub]:
    """CUDA's names of vector types; C's long has the size that it has here."""
    pairs = [(cuda, one) for one, cuda in _VECTORS.items()]
    long = f"int{np.dtype('l').itemsize * 8}"
    pairs += [("long", long), ("ulong", f"u{long}")]
    return {
        f"{alias}{count}": _ALL[f"{one}x{count}"] for alias, one in pairs for count in range(1, 5)
    }


# What `numba.cuda` has by these names, but for its modules (cg, libdevice, fp16).
NAMES: dict[str, Stub] = {
    name: one
    for name, one in _ALL.items()
    if "." not in name and name not in ("cg", "libdevice", "fp16")
} | _aliases()

# Modules of pycu whose names in device code are Numba's.
_MODULES = {
    "pycu": "numba",
    "pycu.cuda": CUDA,
    "pycu.cuda.cg": f"{CUDA}.cg",
    "pycu.cuda.fp16": f"{CUDA}.fp16",
    "pycu.cuda.libdevice": f"{CUDA}.libdevice",
    "pycu.cuda.random": f"{CUDA}.random",
    "pycu.types": "numba.types",
    "pycu._numba.root": "numba",
    # a real Numba beside pycu
    "numba": "numba",
    "numba.core.types": "numba.types",
}
# Functions of a real Numba's that kernels use.
_FUNCTIONS = {
    "prange": "numba.prange",
    "literally": "numba.literally",
    "literal_unroll": f"{CUDA}.literal_unroll",
}
_OF_PYTHON = ("math", "cmath", "operator", "builtins", "numpy")


def path_of(value: Any) -> str | None:
    """The name by which device code knows a value, or None.

    Stubs, types with names (`numba.types.float32`), modules, functions of `math`, `cmath`,
    `operator` and `builtins`, functions and scalar classes of NumPy; `_pycu_path_` of all else.
    """
    if isinstance(value, Stub):
        return value.path
    if isinstance(value, python.ModuleType):
        known = value.__name__ in _OF_PYTHON or value.__name__.startswith("numba.")
        return _MODULES.get(value.__name__, value.__name__ if known else None)
    own = getattr(value, "_pycu_path_", None)
    if isinstance(own, str):
        return own
    return _named_type(value) or _named_function(value)


def _named_type(value: Any) -> str | None:
    from pycu import types

    if not isinstance(value, types.Type):
        return None
    name = "none" if value is types.none else value.name
    return f"numba.types.{name}" if getattr(types, name, None) is value else None


def _named_function(value: Any) -> str | None:
    name = getattr(value, "__name__", "")
    if isinstance(value, np.ufunc) or (isinstance(value, type) and issubclass(value, np.generic)):
        return f"numpy.{name}" if getattr(np, name, None) is value else None
    module = getattr(value, "__module__", None) or ""
    module = {"_operator": "operator"}.get(module, module)
    if module == "numba.misc.special":
        return _FUNCTIONS.get(name)
    if module not in _OF_PYTHON or not isinstance(name, str):
        return None
    found = getattr(__import__(module), name, None)
    return f"{module}.{name}" if found is value else None
