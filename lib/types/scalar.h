// The facts of scalars.def as functions, and scalars by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "types/type.h"

namespace pycu {

/// One line of scalars.def.
struct ScalarInfo {
    Scalar scalar;
    std::string_view python;      ///< numba's and NumPy's name: float32
    std::string_view cuda;        ///< in a .cu: float
    std::string_view c;           ///< in the C ABI: float, pycu_c64
    std::string_view abi;         ///< in names of the C ABI: f32
    std::string_view numpy_code;  ///< in dtype strings: f4
    char numpy_char;              ///< dtype.char on Linux: f
    std::string_view ctypes;      ///< c_float; empty where ctypes has no such type
    int bytes;
};

/// The line of a scalar.
const ScalarInfo& scalar_info(Scalar scalar);

/// The size of a scalar in bytes.
inline int bytes(Scalar scalar) {
    return scalar_info(scalar).bytes;
}
/// The size of a scalar type, or of an array's element, in bytes.
inline int bytes(Type type) {
    return bytes(type.element());
}

/// The first multiple of an alignment that is not below an offset, both in bytes.
constexpr std::int64_t rounded_up(std::int64_t offset, std::int64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

/// A bare name of a signature string, of `numba` or of `numba.types`: `float32`, `f4`, `intp`.
std::optional<Scalar> numba_scalar(std::string_view name);

/// An attribute of `numpy`: `float32`, `intc`, `double`; `bool` and `bool_` too.
std::optional<Scalar> numpy_scalar(std::string_view name);

/// A string after `dtype=`: "float32", "f4", "<f4", "f", "double", and Python's "int" and "float".
/// Big-endian orders are no scalars of ours.
std::optional<Scalar> dtype_scalar(std::string_view text);

/// Every name that numba_scalar knows, for suggestions.
std::vector<std::string_view> numba_scalar_names();

}  // namespace pycu
