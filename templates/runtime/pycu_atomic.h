// Atomic operations under CUDA's names for every type that Numba has them for.
//
// Where CUDA has the operation for the type, it is CUDA's. The others are here as overloads: int64
// and uint64 (CUDA knows long long only), and floats by compare and swap. All are relaxed and
// return the old value. pycu::atomic_max and its like are Numba's for floats: NaN has rules.
#pragma once

#include "pycu_array.h"
#include "pycu_python.h"

namespace pycu {

template <int Bytes>
struct bits_of {
    using type = unsigned;
};
template <>
struct bits_of<1> {
    using type = unsigned char;
};
template <>
struct bits_of<2> {
    using type = unsigned short;
};
template <>
struct bits_of<8> {
    using type = unsigned long long;
};
/// The unsigned integer as wide as T.
template <class T>
using bits = typename bits_of<sizeof(T)>::type;

template <class To, class From>
PYCU_INLINE To bit_cast(From value) {
    static_assert(sizeof(To) == sizeof(From), "the bits of one type cannot be another's");
    To result;
    memcpy(&result, &value, sizeof(To));
    return result;
}

/// What lies at p now, even if another thread changes it.
template <class T>
PYCU_DEVICE T atomic_load(const T* p) {
#if PYCU_HOST
    T value;
    __atomic_load(p, &value, __ATOMIC_RELAXED);
    return value;
#else
    return *const_cast<const volatile T*>(p);
#endif
}

/// Puts `value` where `expected` is, compared bit by bit; returns what was there.
template <class T>
PYCU_DEVICE T swap_if(T* p, T expected, T value) {
#if PYCU_HOST
    __atomic_compare_exchange(p, &expected, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
#else
    return bit_cast<T>(::atomicCAS(reinterpret_cast<bits<T>*>(p), bit_cast<bits<T>>(expected),
                                   bit_cast<bits<T>>(value)));
#endif
}

/// Replaces x at p by update(x).
template <class T, class Update>
PYCU_DEVICE T atomic_update(T* p, Update update) {
    T old = atomic_load(p);
    for (;;) {
        const T found = swap_if(p, old, update(old));
        if (bit_cast<bits<T>>(found) == bit_cast<bits<T>>(old)) {
            return old;
        }
        old = found;
    }
}

/// The same for elements of any size: small ones are a part of a word, which is replaced as a
/// whole.
template <class T>
PYCU_DEVICE T atomic_cas(T* p, same<T> expected, same<T> value) {
#if !PYCU_HOST
    if constexpr (sizeof(T) < 4) {
        const auto address = reinterpret_cast<uintptr_t>(p);
        unsigned* const word = reinterpret_cast<unsigned*>(address & ~uintptr_t(3));
        const unsigned shift = unsigned(address & 3) * 8;
        const unsigned ones = (1u << 8 * sizeof(T)) - 1;
        unsigned old = atomic_load(word);
        for (;;) {
            const T found = static_cast<T>(old >> shift & ones);
            if (bit_cast<bits<T>>(found) != bit_cast<bits<T>>(T(expected))) {
                return found;
            }
            const unsigned part = (static_cast<unsigned>(value) & ones) << shift;
            const unsigned seen = ::atomicCAS(word, old, (old & ~(ones << shift)) | part);
            if (seen == old) {
                return found;
            }
            old = seen;
        }
    } else
#endif
    {
        return swap_if<T>(p, expected, value);
    }
}

/// Puts `value` at p; returns what was there.
template <class T>
PYCU_DEVICE T atomic_exch(T* p, same<T> value) {
    T old = *const_cast<const volatile T*>(p);
    for (;;) {
        const T found = atomic_cas<T>(p, old, value);
        if (bit_cast<bits<T>>(found) == bit_cast<bits<T>>(old)) {
            return old;
        }
        old = found;
    }
}

/// Stores `value` as long as `better(value, x)`; returns what was there at the first look.
template <class T, class Better>
PYCU_DEVICE T atomic_select(T* p, T value, T first, Better better) {
    T old = first;
    while (better(value, old)) {
        const T found = swap_if(p, old, value);
        if (bit_cast<bits<T>>(found) == bit_cast<bits<T>>(old)) {
            break;
        }
        old = found;
    }
    return first;
}

/// cuda.atomic.max of floats: nothing is written when either is NaN.
template <class T>
PYCU_DEVICE T atomic_max(T* p, same<T> value) {
    return atomic_select(p, value, atomic_load(p), [](T x, T old) { return x > old; });
}

template <class T>
PYCU_DEVICE T atomic_min(T* p, same<T> value) {
    return atomic_select(p, value, atomic_load(p), [](T x, T old) { return x < old; });
}

/// cuda.atomic.nanmax of floats: a NaN that is stored gives way, a NaN is never stored.
template <class T>
PYCU_DEVICE T atomic_nanmax(T* p, same<T> value) {
    const T first = atomic_load(p);
    return value != value ? first
                          : atomic_select(p, value, first, [](T x, T old) { return !(x <= old); });
}

template <class T>
PYCU_DEVICE T atomic_nanmin(T* p, same<T> value) {
    const T first = atomic_load(p);
    return value != value ? first
                          : atomic_select(p, value, first, [](T x, T old) { return !(x >= old); });
}

}  // namespace pycu

#if PYCU_HOST

#define PYCU_HOST_ATOMIC(name, builtin)                              \
    template <class T>                                               \
    PYCU_INLINE T name(T* p, pycu::same<T> value) {                  \
        return __atomic_fetch_##builtin(p, value, __ATOMIC_RELAXED); \
    }
PYCU_HOST_ATOMIC(atomicAnd, and)
PYCU_HOST_ATOMIC(atomicOr, or)
PYCU_HOST_ATOMIC(atomicXor, xor)
#undef PYCU_HOST_ATOMIC

template <class T>
PYCU_INLINE T atomicAdd(T* p, pycu::same<T> value) {
    if constexpr (pycu::is_float<T>::value) {
        return pycu::atomic_update(p, [=](T x) { return x + value; });
    } else {
        return __atomic_fetch_add(p, value, __ATOMIC_RELAXED);
    }
}

template <class T>
PYCU_INLINE T atomicSub(T* p, pycu::same<T> value) {
    if constexpr (pycu::is_float<T>::value) {
        return pycu::atomic_update(p, [=](T x) { return x - value; });
    } else {
        return __atomic_fetch_sub(p, value, __ATOMIC_RELAXED);
    }
}

template <class T>
PYCU_INLINE T atomicMax(T* p, pycu::same<T> value) {
    return pycu::atomic_max(p, value);
}

template <class T>
PYCU_INLINE T atomicMin(T* p, pycu::same<T> value) {
    return pycu::atomic_min(p, value);
}

template <class T>
PYCU_INLINE T atomicExch(T* p, pycu::same<T> value) {
    return __atomic_exchange_n(p, value, __ATOMIC_RELAXED);
}

template <class T>
PYCU_INLINE T atomicCAS(T* p, pycu::same<T> expected, pycu::same<T> value) {
    return pycu::swap_if(p, expected, value);
}

template <class T>
PYCU_INLINE T atomicInc(T* p, pycu::same<T> limit) {
    return pycu::atomic_update(p, [=](T x) { return x >= limit ? T(0) : T(x + 1); });
}

template <class T>
PYCU_INLINE T atomicDec(T* p, pycu::same<T> limit) {
    return pycu::atomic_update(p, [=](T x) { return x == 0 || x > limit ? limit : T(x - 1); });
}

#else

// int64_t and uint64_t are long and unsigned long, which CUDA's atomics do not take.
#define PYCU_CUDA_ATOMIC(name, type, wide)                                                    \
    PYCU_DEVICE type name(type* p, pycu::same<type> value) {                                  \
        return static_cast<type>(name(reinterpret_cast<wide*>(p), static_cast<wide>(value))); \
    }
PYCU_CUDA_ATOMIC(atomicAdd, long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicAdd, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicMax, long, long long)
PYCU_CUDA_ATOMIC(atomicMax, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicMin, long, long long)
PYCU_CUDA_ATOMIC(atomicMin, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicAnd, long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicAnd, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicOr, long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicOr, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicXor, long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicXor, unsigned long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicExch, long, unsigned long long)
PYCU_CUDA_ATOMIC(atomicExch, unsigned long, unsigned long long)
#undef PYCU_CUDA_ATOMIC

#define PYCU_CUDA_ATOMIC_SUB(type)                                \
    PYCU_DEVICE type atomicSub(type* p, pycu::same<type> value) { \
        return atomicAdd(p, -value);                              \
    }
PYCU_CUDA_ATOMIC_SUB(long)
PYCU_CUDA_ATOMIC_SUB(unsigned long)
PYCU_CUDA_ATOMIC_SUB(float)
PYCU_CUDA_ATOMIC_SUB(double)
#undef PYCU_CUDA_ATOMIC_SUB

#define PYCU_CUDA_ATOMIC_CAS(type)                                                           \
    PYCU_DEVICE type atomicCAS(type* p, pycu::same<type> expected, pycu::same<type> value) { \
        return pycu::swap_if(p, expected, value);                                            \
    }
PYCU_CUDA_ATOMIC_CAS(long)
PYCU_CUDA_ATOMIC_CAS(unsigned long)
#undef PYCU_CUDA_ATOMIC_CAS

PYCU_DEVICE unsigned long atomicInc(unsigned long* p, unsigned long limit) {
    using T = unsigned long;
    return pycu::atomic_update(p, [=](T x) { return x >= limit ? T(0) : x + 1; });
}

PYCU_DEVICE unsigned long atomicDec(unsigned long* p, unsigned long limit) {
    using T = unsigned long;
    return pycu::atomic_update(p, [=](T x) { return x == 0 || x > limit ? limit : x - 1; });
}

#endif
