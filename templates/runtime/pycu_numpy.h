// NumPy's functions of one or two numbers that neither C++ nor CUDA has.
#pragma once

#include "pycu_python.h"

namespace pycu {

/// Which of two integers is the larger, without a conversion: -1, 0 or 1.
PYCU_INLINE int three_way(int64_t a, uint64_t b) {
    return a < 0 || uint64_t(a) < b ? -1 : uint64_t(a) > b;
}
PYCU_INLINE int three_way(uint64_t a, int64_t b) {
    return -three_way(b, a);
}

/// numpy.sign: -1, 0 or 1; a NaN stays one.
template <class T>
PYCU_INLINE T sign_of(T x) {
    if constexpr (T(-1) < T(0)) {
        return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x;
    } else {
        return x > 0;
    }
}

template <class T>
PYCU_INLINE T squared(T x) {
    return T(x * x);
}

/// numpy.reciprocal of an integer; of 0 it is 0.
template <class T>
PYCU_INLINE T reciprocal_of(T x) {
    return x == 0 ? T(0) : T(1 / x);
}

/// numpy.fmod of integers: the remainder has the sign of a.
template <class T>
PYCU_INLINE T truncated_mod(T a, T b) {
    if constexpr (T(-1) < T(0)) {
        return b == 0 || b == -1 ? T(0) : T(a % b);
    } else {
        return b == 0 ? T(0) : T(a % b);
    }
}

/// numpy.floor_divide of integers: the smallest by -1 stays what it is.
template <class T>
PYCU_INLINE T floor_quotient(T a, T b) {
    if constexpr (T(-1) < T(0)) {
        if (b == -1) {
            return T(-uint64_t(a));
        }
    }
    return T(floor_div(a, b));
}

template <class T>
PYCU_INLINE tuple<T, T> divmod_of(T a, T b) {
    if constexpr (is_float<T>::value) {
        return {floor_div(a, b), floor_mod(a, b)};
    } else {
        return {floor_quotient(a, b), T(floor_mod(a, b))};
    }
}

/// The size of an integer; that of the smallest one, too.
template <class T>
PYCU_INLINE uint64_t size_of(T x) {
    if constexpr (T(-1) < T(0)) {
        return x < 0 ? -uint64_t(int64_t(x)) : uint64_t(x);
    } else {
        return x;
    }
}

PYCU_INLINE uint64_t common_divisor(uint64_t x, uint64_t y) {
    while (y != 0) {
        const uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

template <class T>
PYCU_INLINE T greatest_divisor(T a, T b) {
    return T(common_divisor(size_of(a), size_of(b)));
}

template <class T>
PYCU_INLINE T least_multiple(T a, T b) {
    const uint64_t common = common_divisor(size_of(a), size_of(b));
    return common == 0 ? T(0) : T(size_of(a) / common * size_of(b));
}

/// numpy.spacing: the distance to the next number away from zero, with the sign of x.
template <class T>
PYCU_INLINE T spacing_of(T x) {
    if (!isfinite(x)) {
        return T(NAN);
    }
    const T size = fabs(x);
    const T gap = nextafter(size, T(INFINITY)) - size;
    return x < 0 ? -gap : gap;
}

/// numpy.logaddexp: log(exp(a) + exp(b)) without overflow; logaddexp2 for base 2.
template <class T>
PYCU_INLINE T log_add_exp(T a, T b) {
    if (a == b) {
        return a + T(0.6931471805599453);
    }
    const T distance = a - b;
    return distance > 0    ? a + log1p(exp(-distance))
           : distance <= 0 ? b + log1p(exp(distance))
                           : distance;
}
template <class T>
PYCU_INLINE T log2_add_exp2(T a, T b) {
    if (a == b) {
        return a + 1;
    }
    const T distance = a - b, scale = T(1.4426950408889634);
    return distance > 0    ? a + scale * log1p(exp2(-distance))
           : distance <= 0 ? b + scale * log1p(exp2(distance))
                           : distance;
}

template <class T>
PYCU_INLINE T heaviside_step(T x, T at_zero) {
    return x == 0 ? at_zero : x < 0 ? T(0) : x > 0 ? T(1) : x;
}

/// numpy.isclose with its own tolerances.
template <class T>
PYCU_INLINE bool is_close(T a, T b) {
    return a == b || (isfinite(b) && fabs(a - b) <= T(1e-8) + T(1e-5) * fabs(b));
}

}  // namespace pycu
