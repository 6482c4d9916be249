// float16: 16 bits that compute as CUDA's __half does, on the host too.
//
// Included by files that use it. Every operation rounds once, to nearest even; nothing becomes a
// half, and a half nothing else, unless it is written.
#ifndef PYCU_HALF_INCLUDED
#define PYCU_HALF_INCLUDED

#include "pycu.h"

#if !PYCU_HOST
#include <cuda_fp16.h>
#endif

namespace pycu {

/// The nearest half to a double, as its bits.
constexpr PYCU_INLINE uint16_t half_bits(double x) {
    const uint64_t all = __builtin_bit_cast(uint64_t, x);
    const uint64_t size = all & ~(uint64_t(1) << 63);
    const uint16_t sign = uint16_t(all >> 48 & 0x8000);
    if (size > uint64_t(0x7ff) << 52) {
        return uint16_t(sign | 0x7e00);
    }
    const int exponent = int(size >> 52) - 1023;
    if (exponent < -25) {
        return sign;
    }
    if (size >= 0x40effe0000000000) {  // 65520 and beyond
        return uint16_t(sign | 0x7c00);
    }
    const uint64_t digits = (size & ~(uint64_t(0xfff) << 52)) | uint64_t(1) << 52;
    const int dropped = exponent >= -14 ? 42 : 28 - exponent;
    const uint64_t rest = digits & ((uint64_t(1) << dropped) - 1);
    const uint64_t middle = uint64_t(1) << (dropped - 1);
    uint64_t kept = digits >> dropped;
    kept += rest > middle || (rest == middle && (kept & 1) != 0) ? 1 : 0;
    return uint16_t(sign | (exponent >= -14 ? kept + (uint64_t(exponent + 14) << 10) : kept));
}

struct float16 {
    uint16_t bits;

    float16() = default;
    template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    explicit constexpr PYCU_INLINE float16(T x) : bits(from(x)) {}

    explicit PYCU_INLINE operator float() const {
#if PYCU_HOST || !defined(__CUDA_ARCH__)
        const uint32_t sign = uint32_t(bits & 0x8000) << 16, digits = bits & 0x3ff;
        const uint32_t exponent = bits >> 10 & 0x1f;
        if (exponent == 0) {
            const float size = float(digits) * 5.9604644775390625e-8f;
            return sign != 0 ? -size : size;
        }
        const uint32_t widened = exponent == 31 ? 255 : exponent + 112;
        return __builtin_bit_cast(float, sign | widened << 23 | digits << 13);
#else
        return __half2float(__ushort_as_half(bits));
#endif
    }
    template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    explicit PYCU_INLINE operator T() const {
        return T(float(*this));
    }

    static constexpr PYCU_INLINE float16 of_bits(uint16_t bits) {
        float16 x{};
        x.bits = bits;
        return x;
    }

  private:
    template <class T>
    static constexpr PYCU_INLINE uint16_t from(T x) {
#if defined(__CUDA_ARCH__)
        if (!__builtin_is_constant_evaluated()) {
            if constexpr (std::is_same_v<T, float>) {
                return __half_as_ushort(__float2half_rn(x));
            } else if constexpr (std::is_same_v<T, double>) {
                return __half_as_ushort(__double2half(x));
            } else if constexpr (std::is_signed_v<T>) {
                return __half_as_ushort(__ll2half_rn(x));
            } else {
                return __half_as_ushort(__ull2half_rn(x));
            }
        }
#endif
        return half_bits(double(x));
    }
};

// name, what CUDA calls it on halves, what it is on floats x and y
#if PYCU_HOST
#define PYCU_HALF_1(name, cuda, text)        \
    PYCU_INLINE float16 name(float16 half) { \
        const float x = float(half);         \
        return float16(text);                \
    }
#define PYCU_HALF_2(result, name, cuda, text)              \
    PYCU_INLINE result name(float16 left, float16 right) { \
        const float x = float(left), y = float(right);     \
        return result(text);                               \
    }
#else
#define PYCU_HALF_1(name, cuda, text)                                                 \
    PYCU_DEVICE float16 name(float16 half) {                                          \
        return float16::of_bits(__half_as_ushort(cuda(__ushort_as_half(half.bits)))); \
    }
#define PYCU_HALF_2(result, name, cuda, text)                                                \
    PYCU_DEVICE result name(float16 left, float16 right) {                                   \
        return half_result(cuda(__ushort_as_half(left.bits), __ushort_as_half(right.bits))); \
    }

PYCU_DEVICE float16 half_result(__half x) {
    return float16::of_bits(__half_as_ushort(x));
}
PYCU_DEVICE bool half_result(bool x) {
    return x;
}
#endif

PYCU_HALF_2(float16, operator+, __hadd, x + y)
PYCU_HALF_2(float16, operator-, __hsub, x - y)
PYCU_HALF_2(float16, operator*, __hmul, x* y)
PYCU_HALF_2(float16, operator/, __hdiv, x / y)
PYCU_HALF_2(bool, operator==, __heq, x == y)
PYCU_HALF_2(bool, operator!=, __hneu, x != y)
PYCU_HALF_2(bool, operator<, __hlt, x < y)
PYCU_HALF_2(bool, operator<=, __hle, x <= y)
PYCU_HALF_2(bool, operator>, __hgt, x > y)
PYCU_HALF_2(bool, operator>=, __hge, x >= y)
PYCU_HALF_2(bool, half_differs, __hne, x<y || x> y)  // fp16.hne: false beside a NaN
PYCU_HALF_1(ceil, hceil, ::ceil(x))
PYCU_HALF_1(cos, hcos, ::cos(x))
PYCU_HALF_1(exp, hexp, ::exp(x))
PYCU_HALF_1(exp2, hexp2, ::exp2(x))
PYCU_HALF_1(floor, hfloor, ::floor(x))
PYCU_HALF_1(log, hlog, ::log(x))
PYCU_HALF_1(log10, hlog10, ::log10(x))
PYCU_HALF_1(log2, hlog2, ::log2(x))
PYCU_HALF_1(sin, hsin, ::sin(x))
PYCU_HALF_1(sqrt, hsqrt, ::sqrt(x))
PYCU_HALF_1(tanh, htanh, ::tanh(x))
PYCU_HALF_1(trunc, htrunc, ::trunc(x))
PYCU_HALF_1(half_exp10, hexp10, ::pow(10.0, double(x)))
PYCU_HALF_1(half_rcp, hrcp, 1.0f / x)
PYCU_HALF_1(half_rint, hrint, ::rint(x))
PYCU_HALF_1(half_rsqrt, hrsqrt, 1.0 / ::sqrt(double(x)))
#undef PYCU_HALF_1
#undef PYCU_HALF_2

PYCU_INLINE float16 operator-(float16 x) {
    return float16::of_bits(uint16_t(x.bits ^ 0x8000));
}
PYCU_INLINE float16 fabs(float16 x) {
    return float16::of_bits(uint16_t(x.bits & 0x7fff));
}
PYCU_DEVICE float16& operator+=(float16& x, float16 y) {
    return x = x + y;
}
PYCU_DEVICE float16& operator-=(float16& x, float16 y) {
    return x = x - y;
}
PYCU_DEVICE float16& operator*=(float16& x, float16 y) {
    return x = x * y;
}
PYCU_DEVICE float16& operator/=(float16& x, float16 y) {
    return x = x / y;
}

/// fp16.hfma: x * y + z, rounded once. A double holds the exact sum wherever a half can tell.
PYCU_DEVICE float16 half_fma(float16 x, float16 y, float16 z) {
#if PYCU_HOST
    return float16(double(x) * double(y) + double(z));
#else
    return half_result(
        __hfma(__ushort_as_half(x.bits), __ushort_as_half(y.bits), __ushort_as_half(z.bits)));
#endif
}

/// fp16.hmax and hmin: a number wins over a NaN, 0.0 over -0.0.
PYCU_DEVICE float16 half_max(float16 x, float16 y) {
#if PYCU_HOST
    const float a = float(x), b = float(y);
    return a != a || (a == b && signbit(a)) || b > a ? (b != b ? x : y) : x;
#else
    return half_result(__hmax(__ushort_as_half(x.bits), __ushort_as_half(y.bits)));
#endif
}
PYCU_DEVICE float16 half_min(float16 x, float16 y) {
#if PYCU_HOST
    const float a = float(x), b = float(y);
    return a != a || (a == b && signbit(b)) || b < a ? (b != b ? x : y) : x;
#else
    return half_result(__hmin(__ushort_as_half(x.bits), __ushort_as_half(y.bits)));
#endif
}

/// int(x) of a half.
template <class T>
PYCU_INLINE T to_int(float16 x) {
    return to_int<T>(float(x));
}

/// round(x) of a half.
PYCU_INLINE int64_t round(float16 x) {
    return round(double(float(x)));
}

PYCU_INLINE bool isnan(float16 x) {
    return (x.bits & 0x7fff) > 0x7c00;
}
PYCU_INLINE bool isinf(float16 x) {
    return (x.bits & 0x7fff) == 0x7c00;
}

}  // namespace pycu

// What a launch hands over as what the kernel takes.
inline pycu::float16 pycu_argument(pycu_f16 x) {
    return pycu::float16::of_bits(x.bits);
}
inline pycu::float16* pycu_argument(pycu_f16* data) {
    return reinterpret_cast<pycu::float16*>(data);
}

#endif  // PYCU_HALF_INCLUDED
