// The functions of Python's `cmath` by CPython's algorithms, as Numba has them, special values too.
//
// Where Numba computes a complex64 in double precision (its constants are doubles), so does this.
#ifndef PYCU_CMATH_INCLUDED
#define PYCU_CMATH_INCLUDED

#include "pycu_complex.h"

namespace pycu {

/// Beyond these, squares and sums of squares would overflow: a quarter of the largest float, its
/// root, and the root of the smallest float. Numba has them for both precisions.
constexpr double cmath_large = 8.507059173023462e+37;
constexpr double cmath_root_large = 9.223371761976868e+18;
constexpr double cmath_root_small = 1.0842021724855044e-19;
constexpr double cmath_log_4 = 1.3862943611198906;

template <class T>
PYCU_INLINE complex<T> exp(complex<T> z) {
    const T x = z.real, y = z.imag;
    if (::isfinite(y)) {
        const T c = ::cos(y), s = ::sin(y);
        if (::isnan(x)) {
            return {x, y != 0 ? x : y};
        }
        if (::isinf(x) && x > 0) {
            return {c != 0 ? c * x : c, s != 0 ? s * x : s};
        }
        const T r = ::exp(x);
        return {r * c, r * s};
    }
    if (::isnan(x)) {
        return {x, x};
    }
    if (::isinf(x)) {
        return x > 0 ? complex<T>{x, T(NAN)} : complex<T>{0, 0};
    }
    return {T(NAN), T(NAN)};
}

template <class T>
PYCU_INLINE complex<T> log(complex<T> z) {
    return {::log(::hypot(z.real, z.imag)), ::atan2(z.imag, z.real)};
}

template <class T>
PYCU_INLINE complex<T> log(complex<T> z, complex<T> base) {
    return log(z) / log(base);
}

template <class T>
PYCU_INLINE complex<T> log2(complex<T> z) {
    return log(z) * T(1.4426950408889634);
}

/// NumPy's order: by the real parts, then by the imaginary ones; false beside a NaN.
template <class T>
PYCU_INLINE bool is_less(complex<T> a, complex<T> b) {
    return a.real == b.real ? a.imag < b.imag
                            : a.real < b.real && !::isnan(a.imag) && !::isnan(b.imag);
}
template <class T>
PYCU_INLINE bool is_less_equal(complex<T> a, complex<T> b) {
    return a.real == b.real ? a.imag <= b.imag
                            : a.real < b.real && !::isnan(a.imag) && !::isnan(b.imag);
}

/// numpy.maximum and minimum: the first NaN wins; fmax and fmin: a number does.
template <class T>
PYCU_INLINE complex<T> complex_maximum(complex<T> a, complex<T> b) {
    return isnan(a) || (!isnan(b) && is_less_equal(b, a)) ? a : b;
}
template <class T>
PYCU_INLINE complex<T> complex_minimum(complex<T> a, complex<T> b) {
    return isnan(a) || (!isnan(b) && is_less_equal(a, b)) ? a : b;
}
template <class T>
PYCU_INLINE complex<T> complex_maximum_number(complex<T> a, complex<T> b) {
    return isnan(b) || (!isnan(a) && is_less_equal(b, a)) ? a : b;
}
template <class T>
PYCU_INLINE complex<T> complex_minimum_number(complex<T> a, complex<T> b) {
    return isnan(b) || (!isnan(a) && is_less_equal(a, b)) ? a : b;
}

/// numpy.divide: a quotient by zero is infinite or NaN.
template <class T>
PYCU_INLINE complex<T> numpy_quotient(complex<T> a, complex<T> b) {
    if (b.real == 0 && b.imag == 0) {
        return {a.real / ::fabs(b.real), a.imag / ::fabs(b.real)};
    }
    return a / b;
}

template <class T>
PYCU_INLINE complex<double> log10(complex<T> z) {
    const complex<T> natural = log(z);
    return {natural.real / 2.302585092994045684, natural.imag / 2.302585092994045684};
}

template <class T>
PYCU_INLINE T phase_of(complex<T> z) {
    return ::atan2(z.imag, z.real);
}

template <class T>
PYCU_INLINE tuple<T, T> polar_pair(complex<T> z) {
    return {::hypot(z.real, z.imag), ::atan2(z.imag, z.real)};
}

template <class T>
PYCU_INLINE complex<T> from_polar(T r, T phi) {
    if (!::isfinite(phi)) {
        if (r == 0) {
            return {::fabs(r), 0};
        }
        if (::isinf(r)) {
            return {r, phi};
        }
    }
    const T c = ::cos(phi), s = ::sin(phi);
    const bool is_inf = ::isinf(r);
    return {c == 0 && is_inf ? c / r : c * r, s == 0 && is_inf ? s / r : s * r};
}

template <class T>
PYCU_INLINE complex<T> sqrt(complex<T> z) {
    double a = z.real, b = z.imag;
    if (a == 0 && b == 0) {
        return {T(::fabs(b)), T(b)};
    }
    if (::isinf(b)) {
        return {T(::fabs(b)), T(b)};
    }
    if (::isnan(a)) {
        return {T(a), T(a)};
    }
    if (::isinf(a)) {
        return a < 0 ? complex<T>{T(::fabs(b - b)), T(::copysign(a, b))}
                     : complex<T>{T(a), T(::copysign(b - b, b))};
    }
    constexpr double most = sizeof(T) == 4 ? 3.4028234663852886e+38 : 1.7976931348623157e+308;
    const double limit = most / (1.0 + 1.414213562373095);
    const bool is_scaled = ::fabs(a) >= limit || ::fabs(b) >= limit;
    if (is_scaled) {
        a *= 0.25;
        b *= 0.25;
    }
    double real, imag;
    if (a >= 0) {
        real = ::sqrt((a + ::hypot(a, b)) * 0.5);
        imag = b / (2 * real);
    } else {
        const double root = ::sqrt((-a + ::hypot(a, b)) * 0.5);
        real = ::fabs(b) / (2 * root);
        imag = ::copysign(root, b);
    }
    return {T(is_scaled ? real * 2 : real), T(imag)};
}

template <class T>
PYCU_INLINE complex<T> cosh(complex<T> z) {
    const T x = z.real, y = z.imag;
    if (!::isinf(x)) {
        return {::cos(y) * ::cosh(x), ::sin(y) * ::sinh(x)};
    }
    T real = ::fabs(x), imag = y;
    if (!::isnan(y) && y != 0) {
        real = ::copysign(x, ::cos(y));
        imag = ::copysign(x, ::sin(y));
    }
    return {real, x < 0 ? -imag : imag};
}

template <class T>
PYCU_INLINE complex<T> sinh(complex<T> z) {
    const T x = z.real, y = z.imag;
    if (!::isinf(x)) {
        return {::cos(y) * ::sinh(x), ::sin(y) * ::cosh(x)};
    }
    if (::isnan(y)) {
        return {x, y};
    }
    const T c = ::cos(y), s = ::sin(y);
    return {c != 0 ? c * x : c, s != 0 ? s * ::fabs(x) : s};
}

template <class T>
PYCU_INLINE complex<T> cos(complex<T> z) {
    return cosh(complex<T>{-z.imag, z.real});
}

template <class T>
PYCU_INLINE complex<T> sin(complex<T> z) {
    const complex<T> r = sinh(complex<T>{-z.imag, z.real});
    return {r.imag, -r.real};
}

template <class T>
PYCU_INLINE complex<double> tanh(complex<T> z) {
    const T x = z.real, y = z.imag;
    if (::isinf(x)) {
        const double imag = ::isinf(y) ? 0.0 : ::copysign(0.0, ::sin(2.0 * y));
        return {::copysign(1.0, double(x)), imag};
    }
    const T tx = ::tanh(x), ty = ::tan(y);
    const double cx = 1.0 / ::cosh(x);
    const T product = tx * ty;
    const double scale = 1.0 + product * product;
    return {tx * (1.0 + ty * ty) / scale, ty / scale * cx * cx};
}

template <class T>
PYCU_INLINE complex<T> tan(complex<T> z) {
    const complex<double> r = tanh(complex<T>{-z.imag, z.real});
    return {T(r.imag), T(-r.real)};
}

PYCU_INLINE bool is_far(complex<double> z) {
    return ::fabs(z.real) > cmath_large || ::fabs(z.imag) > cmath_large;
}

/// log(abs(z)) of a number that is far away.
PYCU_INLINE double log_far(complex<double> z) {
    return ::log(::hypot(z.real * 0.5, z.imag * 0.5)) + cmath_log_4;
}

template <class T>
PYCU_INLINE complex<T> acos(complex<T> number) {
    const complex<double> z = number;
    if (is_far(z)) {
        return {T(::atan2(::fabs(z.imag), z.real)), T(::copysign(log_far(z), -z.imag))};
    }
    const complex<double> s1 = sqrt(complex<double>{1.0 - z.real, -z.imag});
    const complex<double> s2 = sqrt(complex<double>{1.0 + z.real, z.imag});
    return {T(2.0 * ::atan2(s1.real, s2.real)), T(::asinh(s2.real * s1.imag - s2.imag * s1.real))};
}

template <class T>
PYCU_INLINE complex<double> acosh(complex<T> number) {
    const complex<double> z = number;
    if (is_far(z)) {
        return {log_far(z), ::atan2(number.imag, number.real)};
    }
    const complex<double> s1 = sqrt(complex<double>{z.real - 1.0, z.imag});
    const complex<double> s2 = sqrt(complex<double>{z.real + 1.0, z.imag});
    return {::asinh(s1.real * s2.real + s1.imag * s2.imag), 2.0 * ::atan2(s1.imag, s2.real)};
}

template <class T>
PYCU_INLINE complex<T> asinh(complex<T> number) {
    const complex<double> z = number;
    if (is_far(z)) {
        return {T(::copysign(log_far(z), z.real)), T(::atan2(z.imag, ::fabs(z.real)))};
    }
    const complex<double> s1 = sqrt(complex<double>{1.0 + z.imag, -z.real});
    const complex<double> s2 = sqrt(complex<double>{1.0 - z.imag, z.real});
    return {T(::asinh(s1.real * s2.imag - s2.real * s1.imag)),
            T(::atan2(z.imag, s1.real * s2.real - s1.imag * s2.imag))};
}

template <class T>
PYCU_INLINE complex<T> asin(complex<T> z) {
    const complex<T> r = asinh(complex<T>{-z.imag, z.real});
    return {r.imag, -r.real};
}

/// atanh of a number that is far away, or NaN.
PYCU_INLINE complex<double> atanh_far(complex<double> z) {
    const double imag = -::copysign(1.5707963267948966, -z.imag);
    if (::isinf(z.imag)) {
        return {::copysign(0.0, z.real), imag};
    }
    if (::isinf(z.real)) {
        return {0.0, imag};
    }
    const double size = ::hypot(z.real * 0.5, z.imag * 0.5);
    return {z.real / 4.0 / size / size, imag};
}

template <class T>
PYCU_INLINE complex<T> atanh(complex<T> number) {
    const bool is_negative = number.real < 0;
    const complex<double> z = is_negative ? -number : number;
    const double y = ::fabs(z.imag);
    complex<double> result;
    if (::isnan(z.real) || z.real > cmath_root_large || y > cmath_root_large) {
        result = atanh_far(z);
    } else if (z.real == 1.0 && y < cmath_root_small) {
        result = {INFINITY, z.imag};
        if (y != 0) {
            result = {-::log(::sqrt(y) / ::sqrt(::hypot(y, 2.0))),
                      ::copysign(::atan2(2.0, -y) / 2, z.imag)};
        }
    } else {
        const double left = 1 - z.real;
        result = {::log1p(4.0 * z.real / (left * left + y * y)) * 0.25,
                  -::atan2(-2.0 * z.imag, left * (1 + z.real) - y * y) * 0.5};
    }
    if (::isnan(z.imag)) {
        result.imag = NAN;
    }
    return complex<T>(is_negative ? -result : result);
}

template <class T>
PYCU_INLINE complex<T> atan(complex<T> z) {
    const complex<T> r = atanh(complex<T>{-z.imag, z.real});
    const bool is_odd = ::isinf(z.real) && ::isnan(z.imag);
    return {r.imag, is_odd ? r.real : -r.real};
}

}  // namespace pycu

#endif  // PYCU_CMATH_INCLUDED
