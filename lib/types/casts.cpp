// Calls that make one scalar of another: int(x), np.float32(x), x.view(...), abs(x).
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu {

namespace {

// What `float` and `complex` take: Numba's own domain of numbers leaves out bool and float16.
bool is_plain_number(Type x) {
    return x.is_integer() || x == float32 || x == float64 || x.is_complex();
}

}  // namespace

std::optional<Type> abs_result(Type x) {
    if (!x.is_scalar()) return std::nullopt;
    if (x.is_bool()) return int8;
    if (x == complex64) return float32;
    return x == complex128 ? float64 : x;
}

std::optional<Type> int_call_result(Type x) {
    if (x.is_integer()) return x;
    return x.is_bool() || x.is_float() ? std::optional(int64) : std::nullopt;
}

std::optional<Type> float_call_result(Type x) {
    if (x.is_float()) return x;
    return x.is_integer() ? std::optional(float64) : std::nullopt;
}

std::optional<Type> bool_call_result(Type x) {
    return has_truth(x) ? std::optional(boolean) : std::nullopt;
}

std::optional<Type> complex_call_result(Type x) {
    if (!is_plain_number(x)) return std::nullopt;
    return x == float32 ? complex64 : complex128;
}

std::optional<Type> complex_call_result(Type real, Type imag) {
    if (!is_plain_number(real) || real.is_complex()) return std::nullopt;
    if (!is_plain_number(imag) || imag.is_complex()) return std::nullopt;
    return real == float32 && imag == float32 ? complex64 : complex128;
}

bool can_cast(Type x, Type to) {
    if (!x.is_scalar() || !to.is_scalar()) return false;
    return !x.is_complex() || to.is_complex() || to.is_bool();
}

bool can_view(Type x, Type to) {
    if (!x.is_integer() && !x.is_float()) return false;
    if (!to.is_integer() && to != float32 && to != float64) return false;
    return bytes(x) == bytes(to);
}

std::optional<Type> real_result(Type x) {
    if (x.is_complex()) return x == complex64 ? float32 : float64;
    return x.is_integer() || x.is_float() ? std::optional(x) : std::nullopt;
}

}  // namespace pycu
