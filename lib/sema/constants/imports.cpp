// What the members of math, numpy, numba and its submodules are.
#include "sema/constants/imports.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sema/constants/numbers.h"
#include "types/scalar.h"
#include "types/signature.h"

namespace pycu::sema {

namespace {

// CPython 3.11 to 3.13.
constexpr std::string_view math_functions[] = {
    "acos",  "acosh",    "asin",    "asinh",     "atan",     "atan2", "atanh", "cbrt",      "ceil",
    "comb",  "copysign", "cos",     "cosh",      "degrees",  "dist",  "erf",   "erfc",      "exp",
    "exp2",  "expm1",    "fabs",    "factorial", "floor",    "fma",   "fmod",  "frexp",     "fsum",
    "gamma", "gcd",      "hypot",   "isclose",   "isfinite", "isinf", "isnan", "isqrt",     "lcm",
    "ldexp", "lgamma",   "log",     "log10",     "log1p",    "log2",  "modf",  "nextafter", "perm",
    "pow",   "prod",     "radians", "remainder", "sin",      "sinh",  "sqrt",  "sumprod",   "tan",
    "tanh",  "trunc",    "ulp"};

constexpr std::string_view builtin_functions[] = {
    "abs",        "aiter",     "all",    "anext",     "any",          "ascii",       "bin",
    "breakpoint", "bytearray", "bytes",  "callable",  "chr",          "classmethod", "compile",
    "delattr",    "dict",      "dir",    "divmod",    "enumerate",    "eval",        "exec",
    "exit",       "filter",    "format", "frozenset", "getattr",      "globals",     "hasattr",
    "hash",       "help",      "hex",    "id",        "input",        "isinstance",  "issubclass",
    "iter",       "len",       "list",   "locals",    "map",          "max",         "memoryview",
    "min",        "next",      "object", "oct",       "open",         "ord",         "pow",
    "print",      "property",  "quit",   "range",     "repr",         "reversed",    "round",
    "set",        "setattr",   "slice",  "sorted",    "staticmethod", "str",         "sum",
    "super",      "tuple",     "type",   "vars",      "zip"};

// What `from numpy import *` brings of what pycu evaluates or compiles, its types apart.
constexpr std::string_view numpy_functions[] = {"abs",
                                                "absolute",
                                                "add",
                                                "arange",
                                                "arccos",
                                                "arccosh",
                                                "arcsin",
                                                "arcsinh",
                                                "arctan",
                                                "arctan2",
                                                "arctanh",
                                                "array",
                                                "asarray",
                                                "ascontiguousarray",
                                                "asfortranarray",
                                                "cbrt",
                                                "ceil",
                                                "copysign",
                                                "cos",
                                                "cosh",
                                                "deg2rad",
                                                "divide",
                                                "dtype",
                                                "exp",
                                                "exp2",
                                                "expm1",
                                                "eye",
                                                "fabs",
                                                "finfo",
                                                "float_power",
                                                "floor",
                                                "floor_divide",
                                                "fmax",
                                                "fmin",
                                                "fmod",
                                                "full",
                                                "hypot",
                                                "identity",
                                                "iinfo",
                                                "isfinite",
                                                "isinf",
                                                "isnan",
                                                "ldexp",
                                                "linspace",
                                                "log",
                                                "log10",
                                                "log1p",
                                                "log2",
                                                "maximum",
                                                "minimum",
                                                "mod",
                                                "multiply",
                                                "ndarray",
                                                "ones",
                                                "power",
                                                "rad2deg",
                                                "remainder",
                                                "rint",
                                                "round",
                                                "sign",
                                                "sin",
                                                "sinh",
                                                "sqrt",
                                                "square",
                                                "subtract",
                                                "tan",
                                                "tanh",
                                                "trunc",
                                                "zeros"};

constexpr std::string_view numba_names[] = {
    "cfunc", "experimental", "from_dtype", "guvectorize", "jit",    "jit_module", "literal_unroll",
    "njit",  "objmode",      "prange",     "stencil",     "typeof", "vectorize"};

// What `from enum import *` brings.
constexpr std::string_view enum_names[] = {
    "CONFORM",          "CONTINUOUS", "EJECT",       "Enum",         "EnumCheck",
    "EnumMeta",         "EnumType",   "Flag",        "FlagBoundary", "IntEnum",
    "IntFlag",          "KEEP",       "NAMED_FLAGS", "ReprEnum",     "STRICT",
    "StrEnum",          "UNIQUE",     "auto",        "global_enum",  "global_flag_repr",
    "global_enum_repr", "global_str", "member",      "nonmember",    "property",
    "unique",           "verify"};

// What `from numba.cuda import *` brings beside the types.
constexpr std::string_view cuda_names[] = {"activemask",
                                           "all_sync",
                                           "any_sync",
                                           "atomic",
                                           "ballot_sync",
                                           "blockDim",
                                           "blockIdx",
                                           "brev",
                                           "cbrt",
                                           "cg",
                                           "clz",
                                           "const",
                                           "device_array",
                                           "eq_sync",
                                           "ffs",
                                           "fma",
                                           "fp16",
                                           "grid",
                                           "gridDim",
                                           "gridsize",
                                           "jit",
                                           "laneid",
                                           "libdevice",
                                           "local",
                                           "match_all_sync",
                                           "match_any_sync",
                                           "nanosleep",
                                           "popc",
                                           "random",
                                           "reduce",
                                           "selp",
                                           "shared",
                                           "shfl_down_sync",
                                           "shfl_sync",
                                           "shfl_up_sync",
                                           "shfl_xor_sync",
                                           "syncthreads",
                                           "syncthreads_and",
                                           "syncthreads_count",
                                           "syncthreads_or",
                                           "syncwarp",
                                           "threadIdx",
                                           "threadfence",
                                           "threadfence_block",
                                           "threadfence_system",
                                           "to_device",
                                           "vectorize",
                                           "warpsize"};

bool contains(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

struct ModuleName {
    std::string_view written;
    std::string_view canonical;
};

// Modules and members that are reachable in several ways.
constexpr ModuleName same_things[] = {
    {"numba.core.decorators.jit", "numba.jit"},
    {"numba.core.decorators.njit", "numba.njit"},
    {"numba.core.types", "numba.types"},
    {"numba.cuda.core.types", "numba.types"},
    {"numba.cuda.decorators.jit", "numba.cuda.jit"},
    {"numba.cuda.from_dtype", "numba.from_dtype"},
    {"numba.cuda.np.numpy_support.from_dtype", "numba.from_dtype"},
    {"numba.cuda.typeof", "numba.typeof"},
    {"numba.cuda.types", "numba.types"},
    {"numba.decorators.jit", "numba.jit"},
    {"numba.np.numpy_support.from_dtype", "numba.from_dtype"},
    {"numba.numpy_support.from_dtype", "numba.from_dtype"},
};

std::string canonical(std::string path) {
    for (const ModuleName& one : same_things) {
        if (one.written == path) {
            return std::string(one.canonical);
        }
    }
    return path;
}

std::optional<Value> constant(std::string_view module, std::string_view name) {
    if (name == "pi") {
        return python_float(3.141592653589793);
    }
    if (name == "e") {
        return python_float(2.718281828459045);
    }
    if (name == "inf") {
        return python_float(std::numeric_limits<double>::infinity());
    }
    if (name == "nan") {
        return python_float(std::numeric_limits<double>::quiet_NaN());
    }
    if (module == "cmath" && (name == "infj" || name == "nanj")) {
        const double part = name == "infj" ? std::numeric_limits<double>::infinity()
                                           : std::numeric_limits<double>::quiet_NaN();
        return Value{ComplexValue{complex128, {0.0, part}}};
    }
    if (name == "tau" && module != "numpy") {
        return python_float(6.283185307179586);
    }
    if (module == "numpy" && name == "euler_gamma") {
        return python_float(0.5772156649015329);
    }
    if (module == "numpy" && name == "newaxis") {
        return Value{NoneValue{}};
    }
    return std::nullopt;
}

/// A type of Numba's by its name in numba, numba.types or numba.cuda.
std::optional<Value> numba_type(std::string_view module, std::string_view name, Range range) {
    if (module != "numba.types" && module != "numba" && module != "numba.cuda") {
        return std::nullopt;
    }
    if (is_type_constructor(name)) {
        return Value{Dotted{"numba.types." + std::string(name)}};
    }
    const auto type = type_by_name(name);
    if (!type) {
        return std::nullopt;
    }
    if (const auto* problem = std::get_if<TypeProblem>(&*type)) {
        return Value{Unknown{problem->message, range, problem->is_later}};
    }
    return Value{TypeObject{std::get<Type>(*type), TypeObject::Kind::Numba}};
}

}  // namespace

Value module_value(std::string_view path, Range range) {
    const std::size_t dot = path.rfind('.');
    // `import numba.cuda as c` and `from numba import cuda as c` are one thing.
    if (dot != std::string_view::npos) {
        const Value outer = module_value(path.substr(0, dot), range);
        if (const auto* name = outer.get<Dotted>()) {
            return module_member(name->path, path.substr(dot + 1), range);
        }
    }
    return {Dotted{canonical(std::string(path))}};
}

Value module_member(std::string_view path, std::string_view name, Range range) {
    if (path == "math" || path == "numpy" || path == "cmath") {
        if (auto value = constant(path, name)) {
            return *value;
        }
    }
    if (path == "numpy") {
        if (const auto scalar = numpy_scalar(name)) {
            return {TypeObject{Type::scalar(*scalar), TypeObject::Kind::NumPy}};
        }
    }
    if (path == "numba.cuda.random" &&
        (name == "xoroshiro128p_type" || name == "xoroshiro128p_dtype")) {
        const auto kind =
            name.ends_with("_dtype") ? TypeObject::Kind::Dtype : TypeObject::Kind::Numba;
        return {TypeObject{Type::random_state(), kind, 16}};
    }
    if (path == "builtins") {
        if (auto value = builtin(name)) {
            return *value;
        }
    }
    if (auto type = numba_type(path, name, range)) {
        return *type;
    }
    return {Dotted{canonical(std::string(path) + "." + std::string(name))}};
}

std::optional<Value> star_member(std::string_view module, std::string_view name, Range range) {
    const Value value = module_value(module, range);
    const auto* dotted = value.get<Dotted>();
    const std::string path = dotted != nullptr ? dotted->path : std::string(module);
    Value member = module_member(path, name, range);
    const bool is_more_than_a_name = !member.is<Dotted>();
    if (path == "math") {
        return is_more_than_a_name || is_math_function(name) ? std::optional(member) : std::nullopt;
    }
    if (path == "numpy") {
        // bool, int and float stay Python's.
        const bool is_python = name == "bool" || name == "long" || name == "abs" || name == "round";
        return !is_python && (is_more_than_a_name || contains(numpy_functions, name))
                   ? std::optional(member)
                   : std::nullopt;
    }
    if (path == "numba" || path == "numba.types") {
        const bool is_there = path == "numba" && contains(numba_names, name);
        return is_more_than_a_name || is_there || is_type_constructor(name) ? std::optional(member)
                                                                            : std::nullopt;
    }
    if (path == "numba.cuda") {
        return is_more_than_a_name || contains(cuda_names, name) ? std::optional(member)
                                                                 : std::nullopt;
    }
    if (path == "enum") {
        return contains(enum_names, name) ? std::optional(member) : std::nullopt;
    }
    constexpr std::string_view harmless[] = {"__future__", "matplotlib", "os",     "pylab",
                                             "sys",        "time",       "timeit", "typing"};
    if (contains(harmless, path)) {
        return std::nullopt;
    }
    return Value{Unknown{"it may come from `from " + std::string(module) + " import *`", range}};
}

std::optional<Value> builtin(std::string_view name) {
    const auto python_type = [](Type type) {
        return Value{TypeObject{type, TypeObject::Kind::Python}};
    };
    if (name == "int") {
        return python_type(int64);
    }
    if (name == "float") {
        return python_type(float64);
    }
    if (name == "bool") {
        return python_type(boolean);
    }
    if (name == "complex") {
        return python_type(complex128);
    }
    if (name == "__name__") {
        return Value{StringValue{"__main__"}};
    }
    if (contains(builtin_functions, name)) {
        return Value{Dotted{"builtins." + std::string(name)}};
    }
    const bool is_exception = name.ends_with("Error") || name.ends_with("Warning") ||
                              name == "Exception" || name == "BaseException" ||
                              name == "StopIteration" || name == "KeyboardInterrupt" ||
                              name == "SystemExit" || name == "NotImplemented";
    return is_exception ? std::optional(Value{Dotted{"builtins." + std::string(name)}})
                        : std::nullopt;
}

bool is_math_function(std::string_view name) {
    return contains(math_functions, name);
}

}  // namespace pycu::sema
