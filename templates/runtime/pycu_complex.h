// Complex numbers: two floats with Numba's arithmetic, which is CPython's but for its speed.
//
// Included by files that use them. `/` by zero ends the thread, as the ZeroDivisionError does that
// Numba raises there. pycu_cmath.h has the functions of `cmath`.
#ifndef PYCU_COMPLEX_INCLUDED
#define PYCU_COMPLEX_INCLUDED

#include "pycu.h"

namespace pycu {

/// A float that g++ must round where it says so: g++ 12 at -O3 makes one of both parts' conversions
/// from double to float and back, and then none.
PYCU_INLINE float rounded(float x) {
#if PYCU_HOST && !defined(__clang__) && defined(__x86_64__)
    asm("" : "+x"(x));
#elif PYCU_HOST && !defined(__clang__)
    asm("" : "+m"(x));
#endif
    return x;
}

template <class T>
struct complex {
    T real, imag;

    complex() = default;
    constexpr PYCU_INLINE complex(T re, T im = 0) : real(re), imag(im) {}
    /// From a narrower one by itself, from a wider one where it is written.
    template <class U, std::enable_if_t<(sizeof(U) < sizeof(T)), int> = 0>
    constexpr PYCU_INLINE complex(complex<U> z) : real(z.real), imag(z.imag) {
        if (!__builtin_is_constant_evaluated()) {
            real = rounded(z.real);
            imag = rounded(z.imag);
        }
    }
    template <class U, std::enable_if_t<(sizeof(U) > sizeof(T)), int> = 0>
    explicit constexpr PYCU_INLINE complex(complex<U> z) : real(T(z.real)), imag(T(z.imag)) {}

    friend constexpr PYCU_INLINE complex operator+(complex a, complex b) {
        return {a.real + b.real, a.imag + b.imag};
    }
    friend constexpr PYCU_INLINE complex operator-(complex a, complex b) {
        return {a.real - b.real, a.imag - b.imag};
    }
    friend constexpr PYCU_INLINE complex operator*(complex a, complex b) {
        return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
    }
    friend PYCU_INLINE complex operator/(complex a, complex b) { return quotient(a, b); }
    friend constexpr PYCU_INLINE complex operator-(complex z) { return {-z.real, -z.imag}; }
    friend constexpr PYCU_INLINE bool operator==(complex a, complex b) {
        return a.real == b.real && a.imag == b.imag;
    }
    friend constexpr PYCU_INLINE bool operator!=(complex a, complex b) {
        return a.real != b.real || a.imag != b.imag;
    }
    PYCU_INLINE complex& operator+=(complex z) { return *this = *this + z; }
    PYCU_INLINE complex& operator-=(complex z) { return *this = *this - z; }
    PYCU_INLINE complex& operator*=(complex z) { return *this = *this * z; }
    PYCU_INLINE complex& operator/=(complex z) { return *this = *this / z; }

  private:
    /// Smith's algorithm: the larger part of the divisor divides first.
    static PYCU_INLINE complex quotient(complex a, complex b) {
        if (b.real == 0 && b.imag == 0) {
            stop_thread("ZeroDivisionError", "complex division by zero");
        }
        if (::fabs(b.real) >= ::fabs(b.imag)) {
            const T ratio = b.imag / b.real;
            const T scale = b.real + b.imag * ratio;
            return {(a.real + a.imag * ratio) / scale, (a.imag - a.real * ratio) / scale};
        }
        if (b.imag == 0) {  // beside a NaN
            return {T(NAN), T(NAN)};
        }
        const T ratio = b.real / b.imag;
        const T scale = b.real * ratio + b.imag;
        return {(a.real * ratio + a.imag) / scale, (a.imag * ratio - a.real) / scale};
    }
};

/// abs(z), without overflow on the way.
template <class T>
PYCU_INLINE T abs(complex<T> z) {
    return ::hypot(z.real, z.imag);
}

/// z.conjugate()
template <class T>
constexpr PYCU_INLINE complex<T> conj(complex<T> z) {
    return {z.real, -z.imag};
}

/// z ** w, through the polar form; 0 ** w is 0 where w is imaginary. (Numba's CUDA target says so
/// of any imaginary z, which is a slip.)
template <class T>
PYCU_INLINE complex<T> power(complex<T> z, complex<T> w) {
    if (w.real == 0 && w.imag == 0) {
        return {1, 0};
    }
    if (z.real == 0 && z.imag == 0 && w.real == 0) {
        return {0, 0};
    }
    const T size = ::hypot(z.real, z.imag);
    const T angle = ::atan2(z.imag, z.real);
    T length = ::pow(size, w.real);
    T phase = angle * w.real;
    if (w.imag != 0) {
        length /= ::exp(angle * w.imag);
        phase += w.imag * ::log(size);
    }
    const complex<T> unit = complex<T>(::cos(phase)) + ::sin(phase) * complex<T>{0, 1};
    return length * unit;
}

template <class T>
PYCU_INLINE bool isnan(complex<T> z) {
    return ::isnan(z.real) || ::isnan(z.imag);
}

template <class T>
PYCU_INLINE bool isinf(complex<T> z) {
    return ::isinf(z.real) || ::isinf(z.imag);
}

template <class T>
PYCU_INLINE bool isfinite(complex<T> z) {
    return ::isfinite(z.real) && ::isfinite(z.imag);
}

}  // namespace pycu

// What a launch hands over as what the kernel takes.
inline pycu::complex<float> pycu_argument(pycu_c64 z) {
    return {z.re, z.im};
}
inline pycu::complex<double> pycu_argument(pycu_c128 z) {
    return {z.re, z.im};
}
inline pycu::complex<float>* pycu_argument(pycu_c64* data) {
    return reinterpret_cast<pycu::complex<float>*>(data);
}
inline pycu::complex<double>* pycu_argument(pycu_c128* data) {
    return reinterpret_cast<pycu::complex<double>*>(data);
}

#endif  // PYCU_COMPLEX_INCLUDED
