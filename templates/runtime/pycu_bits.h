// CUDA's functions of integers for a host compiler, and NumPy's maximum and its like for both.
#pragma once

#include "pycu_target.h"

#if PYCU_HOST

#include <sched.h>

PYCU_INLINE int __popc(unsigned x) {
    return __builtin_popcount(x);
}
PYCU_INLINE int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
PYCU_INLINE int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
PYCU_INLINE int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)(x));
}
PYCU_INLINE int __ffs(int x) {
    return __builtin_ffs(x);
}
PYCU_INLINE int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

PYCU_INLINE unsigned __brev(unsigned x) {
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    return __builtin_bswap32(x);
}
PYCU_INLINE unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)(__brev(unsigned(x))) << 32 | __brev(unsigned(x >> 32));
}

PYCU_INLINE float __int_as_float(int bits) {
    return __builtin_bit_cast(float, bits);
}
PYCU_INLINE float __uint_as_float(unsigned bits) {
    return __builtin_bit_cast(float, bits);
}
PYCU_INLINE int __float_as_int(float x) {
    return __builtin_bit_cast(int, x);
}
PYCU_INLINE unsigned __float_as_uint(float x) {
    return __builtin_bit_cast(unsigned, x);
}
PYCU_INLINE double __longlong_as_double(long long bits) {
    return __builtin_bit_cast(double, bits);
}
PYCU_INLINE long long __double_as_longlong(double x) {
    return __builtin_bit_cast(long long, x);
}

/// Gives up the processor for a moment; how long is not promised.
PYCU_INLINE void __nanosleep(unsigned) {
    sched_yield();
}

// Loads and stores with a hint for the caches, which the host has no use for.
#define PYCU_HINTED_LOAD(name)       \
    template <class T>               \
    PYCU_INLINE T name(const T* p) { \
        return *p;                   \
    }
#define PYCU_HINTED_STORE(name)            \
    template <class T, class U>            \
    PYCU_INLINE void name(T* p, U value) { \
        *p = static_cast<T>(value);        \
    }
PYCU_HINTED_LOAD(__ldca)
PYCU_HINTED_LOAD(__ldcg)
PYCU_HINTED_LOAD(__ldcs)
PYCU_HINTED_LOAD(__ldlu)
PYCU_HINTED_STORE(__stcg)
PYCU_HINTED_STORE(__stcs)
PYCU_HINTED_STORE(__stwb)
PYCU_HINTED_STORE(__stwt)
#undef PYCU_HINTED_LOAD
#undef PYCU_HINTED_STORE

/// A load that sees what other threads have written.
template <class T>
PYCU_INLINE T __ldcv(const T* p) {
    return *const_cast<const volatile T*>(p);
}

#define PYCU_MIN_MAX(type)                 \
    PYCU_INLINE type min(type a, type b) { \
        return b < a ? b : a;              \
    }                                      \
    PYCU_INLINE type max(type a, type b) { \
        return a < b ? b : a;              \
    }
PYCU_MIN_MAX(int)
PYCU_MIN_MAX(unsigned)
PYCU_MIN_MAX(long)
PYCU_MIN_MAX(unsigned long)
#undef PYCU_MIN_MAX

#endif

namespace pycu {

/// numpy.maximum and numpy.minimum: a NaN wins, the first of equals.
template <class T>
PYCU_INLINE T maximum(T a, T b) {
    return a != a || a >= b ? a : b;
}
template <class T>
PYCU_INLINE T minimum(T a, T b) {
    return a != a || a <= b ? a : b;
}

/// numpy.fmax and numpy.fmin: a number wins over a NaN, the first of equals.
template <class T>
PYCU_INLINE T maximum_number(T a, T b) {
    return b != b || a >= b ? a : b;
}
template <class T>
PYCU_INLINE T minimum_number(T a, T b) {
    return b != b || a <= b ? a : b;
}

}  // namespace pycu
