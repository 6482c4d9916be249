// Conversions of floats to integers, rounding, and what Python's math module has and CUDA has not.
#pragma once

#include "pycu_python.h"

namespace pycu {

#if PYCU_HOST

/// The float as an integer, rounded towards zero; out of range the nearest one. NaN gives what
/// PTX's cvt gives: 0 for a float32 and up to 32 bits, otherwise the highest bit alone.
template <class T, class F>
PYCU_INLINE T saturated(F x) {
    constexpr bool is_signed = T(-1) < T(0);
    constexpr int bits = sizeof(T) * 8 - (is_signed ? 1 : 0);
    const F limit = F(uint64_t(1) << (bits - 1)) * 2;
    constexpr T largest = T(~uint64_t(0) >> (64 - bits));
    if (!(x > (is_signed ? -limit : F(-1)))) {
        constexpr bool is_zero = sizeof(F) < 8 && sizeof(T) < 8;
        constexpr T of_nan = is_zero ? T(0) : T(uint64_t(1) << (sizeof(T) * 8 - 1));
        return x != x ? of_nan : is_signed ? T(-largest - 1) : T(0);
    }
    return x < limit ? T(x) : largest;
}

#endif

/// int(x) of a float: towards zero, the nearest value where it is out of range; of NaN what PTX
/// gives.
///
/// An 8-bit type gets the low byte of the 16-bit result, as in Numba's PTX.
template <class T, class F>
PYCU_INLINE T to_int(F x) {
    constexpr bool is_signed = T(-1) < T(0);
#if PYCU_HOST
    if constexpr (sizeof(T) == 1) {
        return is_signed ? T(saturated<int16_t>(x)) : T(saturated<uint16_t>(x));
    } else {
        return saturated<T>(x);
    }
#else
    if constexpr (sizeof(T) > 2) {
        return T(x);
    } else {
        short bits;
        if constexpr (is_signed && sizeof(F) == 4) {
            asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(bits) : "f"(x));
        } else if constexpr (is_signed) {
            asm("cvt.rzi.s16.f64 %0, %1;" : "=h"(bits) : "d"(x));
        } else if constexpr (sizeof(F) == 4) {
            asm("cvt.rzi.u16.f32 %0, %1;" : "=h"(bits) : "f"(x));
        } else {
            asm("cvt.rzi.u16.f64 %0, %1;" : "=h"(bits) : "d"(x));
        }
        return T(bits);
    }
#endif
}

/// round(x): the nearest integer, the even one of two.
PYCU_INLINE int64_t round(double x) {
#if PYCU_HOST
    return saturated<int64_t>(nearbyint(x));
#else
    return llrint(x);
#endif
}

PYCU_INLINE double round_digits(double x, int64_t digits) {
    if (isinf(x) || isnan(x)) {
        return x;
    }
    double scale = 1.0, more_scale = 1.0, y;
    if (digits >= 0) {
        scale = power(10.0, digits > 22 ? digits - 22 : digits);
        more_scale = digits > 22 ? 1e22 : 1.0;
        y = x * scale * more_scale;
        if (isinf(y)) {
            return x;
        }
    } else {
        scale = power(10.0, -digits);
        y = x / scale;
    }
    double z = double(round(y));
    if (fabs(y - z) == 0.5) {
        z = 2.0 * double(round(y / 2.0));
    }
    return digits >= 0 ? z / more_scale / scale : z * scale;
}

/// round(x, digits), by CPython's algorithm with the integers that Numba puts into it.
template <class F>
PYCU_INLINE F round(F x, int64_t digits) {
    return F(round_digits(double(x), digits));
}

template <class F>
PYCU_INLINE F degrees(F x) {
    return x * F(57.29577951308232);
}

template <class F>
PYCU_INLINE F radians(F x) {
    return x * F(0.017453292519943295);
}

/// math.gamma. The C library's own is up to 10 units in the last place off, so the host asks for
/// the next wider type.
PYCU_INLINE float gamma(float x) {
#if PYCU_HOST
    return float(::tgamma(double(x)));
#else
    return ::tgammaf(x);
#endif
}

PYCU_INLINE double gamma(double x) {
#if PYCU_HOST
    return double(::tgammal(x));
#else
    return ::tgamma(x);
#endif
}

PYCU_INLINE float lgamma(float x) {
#if PYCU_HOST
    return float(::lgamma(double(x)));
#else
    return ::lgammaf(x);
#endif
}

PYCU_INLINE double lgamma(double x) {
#if PYCU_HOST
    return double(::lgammal(x));
#else
    return ::lgamma(x);
#endif
}

/// math.frexp: mantissa and exponent.
template <class F>
PYCU_INLINE tuple<F, int> frexp(F x) {
    int exponent = 0;
    const F mantissa = F(::frexp(x, &exponent));
    return {mantissa, exponent};
}

/// math.modf: fraction and whole number.
PYCU_INLINE tuple<float, float> modf(float x) {
    float whole;
    const float fraction = ::modff(x, &whole);
    return {fraction, whole};
}

PYCU_INLINE tuple<double, double> modf(double x) {
    double whole;
    const double fraction = ::modf(x, &whole);
    return {fraction, whole};
}

/// math.pow of a float and an int32.
PYCU_INLINE float powi(float x, int n) {
#if PYCU_HOST
    return float(::pow(double(x), double(n)));
#else
    // beyond 2^24 a float does not hold every exponent, nor whether it is odd
    const bool is_exact = -(1 << 24) <= n && n <= 1 << 24;
    return is_exact ? ::powf(x, float(n)) : float(::pow(double(x), double(n)));
#endif
}

PYCU_INLINE double powi(double x, int n) {
    return ::pow(x, double(n));
}

}  // namespace pycu
