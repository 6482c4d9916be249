// The loop of a ufunc over operands whose elements lie side by side.
//
// On the host a block takes a run of elements, which the compiler may vectorise; a thread of CUDA
// takes 16 bytes, read and written at once where they are aligned.
#pragma once

#include "pycu_operands.h"

namespace pycu {

/// Elements of a host block of an elementwise loop.
constexpr int64_t host_run = 4096;

/// An element wherever it lies; on the host it may lie on any byte.
template <class T>
PYCU_INLINE T load(const char* from) {
#if PYCU_HOST
    T value;
    memcpy(&value, from, sizeof value);
    return value;
#else
    return *reinterpret_cast<const T*>(from);
#endif
}

template <class T>
PYCU_INLINE void store(char* to, T value) {
#if PYCU_HOST
    memcpy(to, &value, sizeof value);
#else
    *reinterpret_cast<T*>(to) = value;
#endif
}

/// Runs what may end its thread: on the host several elements share one.
template <class F>
PYCU_DEVICE void guarded(const F& call) {
#if PYCU_HOST && !defined(PYCU_OF_HOST)
    try {
        call();
    } catch (const Stop&) {
    }
#else
    call();
#endif
}

/// So many elements side by side, read and written at once.
template <class T, int N>
struct alignas(sizeof(T) * N) Pack {
    T items[N];
};

template <class Signature>
struct Packed;

/// Operands whose elements lie side by side, or that have one element for all.
template <class Out, class... In>
struct Packed<Out(In...)> {
    static constexpr int inputs = int(sizeof...(In));
    static constexpr const char* name = "contiguous";

    int64_t count;
    char* data[inputs + 1];
    /// Inputs with one element for all.
    bool is_single[inputs + 1];
    /// All elements lie where a Pack may.
    bool has_packs;

    /// How many elements 16 bytes hold of the largest.
    static PYCU_INLINE constexpr int pack() {
        const size_t sizes[] = {sizeof(Out), sizeof(In)...};
        size_t largest = 1;
        for (const size_t size : sizes) {
            largest = size > largest ? size : largest;
        }
        return largest < 16 ? int(16 / largest) : 1;
    }

    explicit Packed(const Plan<inputs + 1>& plan) : count(plan.count), has_packs(true) {
        const size_t sizes[] = {sizeof(In)..., sizeof(Out)};
        for (int k = 0; k <= inputs; ++k) {
            data[k] = plan.data[k];
            is_single[k] = plan.rank == 0 || plan.strides[k][0] == 0;
            const bool is_aligned = uintptr_t(data[k]) % (sizes[k] * pack()) == 0;
            has_packs = has_packs && (is_aligned || (is_single[k] && k < inputs));
        }
    }

    static PYCU_INLINE constexpr int64_t block_elements() {
        return PYCU_HOST ? host_run : int64_t(loop_block) * pack();
    }

    template <class F>
    PYCU_DEVICE void run(unsigned block, unsigned thread, const F& f) const {
        run(block, thread, f, typename make_places<inputs>::type());
    }

  private:
    template <class T>
    PYCU_DEVICE T* elements(int operand) const {
        return reinterpret_cast<T*>(data[operand]);
    }

#if PYCU_HOST
    /// A few elements of an input, where a compiler sees that they are side by side.
    template <class T>
    const T* part(int operand, int64_t first, T (&copies)[256]) const {
        if (!is_single[operand]) {
            return elements<const T>(operand) + first;
        }
        for (T& copy : copies) {
            copy = *elements<const T>(operand);
        }
        return copies;
    }

    template <class T>
    struct Copies {
        T items[256];
        Copies() {}  // they are set where they are needed
    };

    template <class F>
    static __attribute__((always_inline)) void turn(int64_t n, Out* out, const F& f,
                                                    const In*... in) {
        for (int64_t i = 0; i < n; ++i) {
            guarded([&] { out[i] = f(in[i]...); });
        }
    }

    template <class F, int... I>
    void run(unsigned block, unsigned, const F& f, places<I...>) const {
        const int64_t begin = block * host_run;
        const int64_t end = begin + host_run < count ? begin + host_run : count;
        for (int64_t first = begin; first < end; first += 256) {
            const int64_t n = end - first < 256 ? end - first : 256;
            chunk(n, first, f, Copies<In>()..., places<I...>());
        }
    }

    template <class F, int... I>
    void chunk(int64_t n, int64_t first, const F& f, Copies<In>... copies, places<I...>) const {
        turn(n, elements<Out>(inputs) + first, f, part<In>(I, first, copies.items)...);
    }
#else
    template <class T, int N>
    __device__ __forceinline__ Pack<T, N> pack_of(int operand, int64_t first) const {
        if (!is_single[operand]) {
            return *reinterpret_cast<const Pack<T, N>*>(elements<const T>(operand) + first);
        }
        Pack<T, N> result;
        const T single = *elements<const T>(operand);
#pragma unroll
        for (int i = 0; i < N; ++i) {
            result.items[i] = single;
        }
        return result;
    }

    template <class T>
    __device__ __forceinline__ T one_of(int operand, int64_t i) const {
        return elements<const T>(operand)[is_single[operand] ? 0 : i];
    }

    template <int N, class F>
    static __device__ __forceinline__ Pack<Out, N> turn(const F& f, const Pack<In, N>&... in) {
        Pack<Out, N> result;
#pragma unroll
        for (int i = 0; i < N; ++i) {
            result.items[i] = f(in.items[i]...);
        }
        return result;
    }

    template <class F, int... I>
    __device__ __forceinline__ void run(unsigned block, unsigned thread, const F& f,
                                        places<I...>) const {
        constexpr int n = pack();
        const int64_t begin = int64_t(block) * loop_block * n;
        const int64_t first = begin + int64_t(thread) * n;
        if (has_packs && first + n <= count) {
            *reinterpret_cast<Pack<Out, n>*>(elements<Out>(inputs) + first) =
                turn<n>(f, pack_of<In, n>(I, first)...);
        } else if (has_packs) {
            for (int64_t i = first; i < count; ++i) {
                elements<Out>(inputs)[i] = f(one_of<In>(I, i)...);
            }
        } else {
            for (int k = 0; k < n; ++k) {
                const int64_t i = begin + k * int64_t(loop_block) + thread;
                if (i < count) {
                    elements<Out>(inputs)[i] = f(one_of<In>(I, i)...);
                }
            }
        }
    }
#endif
};

}  // namespace pycu
