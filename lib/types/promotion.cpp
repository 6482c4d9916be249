// See promotion.h.
#include "types/promotion.h"

#include <algorithm>

#include "types/scalar.h"

namespace pycu {

namespace {

bool is_integer(Scalar s) {
    return s >= Scalar::Int8 && s <= Scalar::UInt64;
}
bool is_unsigned(Scalar s) {
    return s >= Scalar::UInt8 && s <= Scalar::UInt64;
}
bool is_complex(Scalar s) {
    return s >= Scalar::Complex64;
}

/// The size of the float that holds a number, or each part of a complex number.
int float_size(Scalar s) {
    return s == Scalar::Bool ? 2
           : is_integer(s)   ? std::min(8, 2 * bytes(s))
           : is_complex(s)   ? bytes(s) / 2
                             : bytes(s);
}

Scalar promoted_integers(Scalar a, Scalar b) {
    if (is_unsigned(a) == is_unsigned(b)) {
        return bytes(a) >= bytes(b) ? a : b;
    }
    const Scalar with_sign = is_unsigned(a) ? b : a, without = is_unsigned(a) ? a : b;
    if (bytes(with_sign) > bytes(without)) {
        return with_sign;
    }
    constexpr Scalar wider[] = {Scalar::Int16, Scalar::Int32, Scalar::Int64, Scalar::Float64};
    return wider[int(without) - int(Scalar::UInt8)];
}

/// A number of Python's beside a dtype.
Scalar with_weak(Scalar strong, Scalar weak) {
    if (weak == Scalar::Bool) {
        return strong;
    }
    if (is_integer(weak)) {
        return strong == Scalar::Bool ? Scalar::Int64 : strong;
    }
    // Its kind alone counts: it is as small as a number of its kind can be.
    const bool is_inexact = strong >= Scalar::Float16;
    return !is_inexact ? weak
                       : promoted(strong, is_complex(weak) ? Scalar::Complex64 : Scalar::Float16);
}

}  // namespace

Scalar promoted(Scalar a, Scalar b) {
    if (a == b || b == Scalar::Bool) {
        return a;
    }
    if (a == Scalar::Bool) {
        return b;
    }
    if (is_integer(a) && is_integer(b)) {
        return promoted_integers(a, b);
    }
    const int size = std::max(float_size(a), float_size(b));
    if (is_complex(a) || is_complex(b)) {
        return size <= 4 ? Scalar::Complex64 : Scalar::Complex128;
    }
    return size == 2 ? Scalar::Float16 : size == 4 ? Scalar::Float32 : Scalar::Float64;
}

bool can_cast_safely(Scalar from, Scalar to) {
    return promoted(from, to) == to;
}

std::optional<Scalar> promoted(const std::vector<NumpyOperand>& operands) {
    std::optional<Scalar> strong, weak;
    for (const NumpyOperand& one : operands) {
        std::optional<Scalar>& kind = one.is_weak ? weak : strong;
        kind = kind ? promoted(*kind, one.scalar) : one.scalar;
    }
    return strong && weak ? with_weak(*strong, *weak) : strong ? strong : weak;
}

}  // namespace pycu
