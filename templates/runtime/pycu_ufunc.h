// What the text of ufuncs is made of: how a launch goes through the elements of its operands.
//
//   PYCU_ELEMENTS(m, add__f4_f4, float(float, float))    the entry for packed, strided, wide
//   operands PYCU_CALLS(m, dot__a1f4a, void(pycu::array<const float, 1>))    the same for a
//   generalised ufunc
//
// An entry is a template over one of the loops below. A block of CUDA has `loop_block` threads,
// each with one element, or with 16 bytes of packed ones; on the host a block is a run of elements.
#pragma once

#include "pycu_broadcast.h"
#include "pycu_launch.h"
#include "pycu_numpy_loop.h"

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
#if PYCU_HOST
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
            has_packs = has_packs && (is_single[k] || is_aligned);
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

/// An axis of a loop: taking a number apart into the index on it and the rest.
template <class Index>
struct Axis {
    int64_t extent;

    void set(int64_t n) { extent = n; }
    PYCU_INLINE int64_t divide(int64_t& rest) const {
        const int64_t quotient = rest / extent, index = rest - quotient * extent;
        rest = quotient;
        return index;
    }
};

/// Of numbers below 2**31: a product with a reciprocal stands for the division.
template <>
struct Axis<int32_t> {
    uint32_t extent, reciprocal, shift;

    void set(int64_t n) {
        extent = uint32_t(n);
        shift = 31;
        while ((int64_t(1) << (shift - 31)) < n) {
            ++shift;
        }
        reciprocal = uint32_t((uint64_t(1) << shift) / extent + 1);
    }
    PYCU_INLINE int32_t divide(int32_t& rest) const {
        const uint32_t quotient = uint32_t((uint64_t(uint32_t(rest)) * reciprocal) >> shift);
        const int32_t index = rest - int32_t(quotient * extent);
        rest = int32_t(quotient);
        return index;
    }
};

/// Where the operands have their element number i, as bytes behind the first.
template <class Index, int N>
struct Odometer {
    Index count;
    /// What a thread adds to reach its next element: 1 where one thread takes them in order.
    Index jump;
    int rank;
    Axis<Index> axes[max_loop_axes];
    Index strides[N][max_loop_axes];

    explicit Odometer(const Plan<N>& plan)
        : count(Index(plan.count)), jump(plan.in_order ? 1 : Index(plan.count)), rank(plan.rank) {
        for (int k = 0; k < rank; ++k) {
            axes[k].set(plan.shape[k]);
            for (int j = 0; j < N; ++j) {
                strides[j][k] = Index(plan.strides[j][k]);
            }
        }
    }

    PYCU_DEVICE void find(Index i, Index (&offsets)[N]) const {
        for (int j = 0; j < N; ++j) {
            offsets[j] = 0;
        }
        for (int k = rank - 1; k >= 0; --k) {
            const Index index = k > 0 ? axes[k].divide(i) : i;
            for (int j = 0; j < N; ++j) {
                offsets[j] += index * strides[j][k];
            }
        }
    }

    /// Calls `f` with the places of each element of a thread, or of a host block.
    template <class F>
    PYCU_DEVICE void each(unsigned block, unsigned thread, int64_t elements, const F& f) const {
        Index offsets[N];
#if PYCU_HOST
        const Index first = Index(block * elements);
        const Index end = jump > 1 && first + elements < count ? Index(first + elements) : count;
        for (Index i = first; i < end;) {
            find(i, offsets);
            // along the last axis the places have one distance
            const Index extent = rank > 0 ? Index(axes[rank - 1].extent) : 1;
            const Index row = i - i % extent + extent;
            for (const Index row_end = row < end ? row : end; i < row_end; ++i) {
                f(offsets);
                for (int j = 0; j < N && rank > 0; ++j) {
                    offsets[j] += strides[j][rank - 1];
                }
            }
        }
        (void)thread;
#else
        const int64_t first = int64_t(block) * elements + thread;
        for (int64_t i = first; i < count; i += jump) {
            find(Index(i), offsets);
            f(offsets);
        }
#endif
    }
};

template <class Index, class Signature>
struct Strided;

/// Operands whose elements lie anywhere.
template <class Index, class Out, class... In>
struct Strided<Index, Out(In...)> {
    static constexpr int inputs = int(sizeof...(In));
    static constexpr const char* name = sizeof(Index) == 4 ? "strided" : "wide";

    Odometer<Index, inputs + 1> odometer;
    char* data[inputs + 1];

    explicit Strided(const Plan<inputs + 1>& plan) : odometer(plan) {
        for (int k = 0; k <= inputs; ++k) {
            data[k] = plan.data[k];
        }
    }

    static PYCU_INLINE constexpr int64_t block_elements() {
        return PYCU_HOST ? host_run : loop_block;
    }

    template <class F>
    PYCU_DEVICE void run(unsigned block, unsigned thread, const F& f) const {
        run(block, thread, f, typename make_places<inputs>::type());
    }

  private:
    template <class F, int... I>
    PYCU_DEVICE void run(unsigned block, unsigned thread, const F& f, places<I...>) const {
        odometer.each(block, thread, block_elements(), [&](const Index(&at)[inputs + 1]) {
            guarded(
                [&] { store<Out>(data[inputs] + at[inputs], f(load<In>(data[I] + at[I])...)); });
        });
    }
};

/// One operand of a generalised ufunc: a number, or an array of its core dimensions.
template <class P>
struct Core {
    char* data;

    void set(const CoreOperand& operand, char* first) {
        (void)operand;
        data = first;
    }
    PYCU_DEVICE P at(int64_t offset) const { return load<P>(data + offset); }
};

template <class T, int R>
struct Core<array<T, R>> {
    char* data;
    extents<R> shape, strides;

    void set(const CoreOperand& operand, char* first) {
        data = first;
        for (int k = 0; k < R; ++k) {
            // a number is an array of one element where the function wants an array
            shape.values[k] = k < operand.rank ? operand.shape[k] : 1;
            strides.values[k] = k < operand.rank ? operand.strides[k] : int64_t(sizeof(T));
        }
    }
    PYCU_DEVICE array<T, R> at(int64_t offset) const {
        return view_a(reinterpret_cast<T*>(data + offset), shape, strides);
    }
};

template <class... P>
struct Cores {
    void set(const CoreOperand*, char* const*) {}
    template <class Index, class F, class... Made>
    PYCU_DEVICE void call(const F& f, const Index*, const Made&... made) const {
        f(made...);
    }
};

template <class P, class... Rest>
struct Cores<P, Rest...> {
    Core<P> first;
    Cores<Rest...> rest;

    void set(const CoreOperand* operands, char* const* data) {
        first.set(*operands, *data);
        rest.set(operands + 1, data + 1);
    }
    template <class Index, class F, class... Made>
    PYCU_DEVICE void call(const F& f, const Index* at, const Made&... made) const {
        rest.call(f, at + 1, made..., first.at(*at));
    }
};

template <class Index, class Signature>
struct Calls;

/// The calls of a generalised ufunc, one for each element of the loop.
template <class Index, class... P>
struct Calls<Index, void(P...)> {
    static constexpr int operands = int(sizeof...(P));
    static constexpr const char* name = sizeof(Index) == 4 ? "strided" : "wide";

    Odometer<Index, operands> odometer;
    Cores<P...> cores;

    explicit Calls(const Plan<operands>& plan) : odometer(plan) {
        cores.set(plan.cores, plan.data);
    }

    static PYCU_INLINE constexpr int64_t block_elements() { return PYCU_HOST ? 1 : loop_block; }

    template <class F>
    PYCU_DEVICE void run(unsigned block, unsigned thread, const F& f) const {
        odometer.each(block, thread, block_elements(),
                      [&](const Index(&at)[operands]) { guarded([&] { cores.call(f, at); }); });
    }
};

/// The entry of one loop: what starts it, and the loop's type.
template <class Loop, class Entry>
struct LoopEntry {
    using Type = Loop;
    Entry entry;
};

template <class Loop, class Entry>
LoopEntry<Loop, Entry> loop_entry(Entry entry) {
    return {entry};
}

/// Starts a loop.
template <class Loop, class Entry, int N>
int start_loop(const LoopEntry<Loop, Entry>& one, const Plan<N>& plan, LoopCall<N>& call) {
    const int64_t per_block = Loop::block_elements();
    const int64_t blocks = plan.in_order ? 1 : (plan.count - 1) / per_block + 1;
    if (blocks > 0x7fffffff) {
        return call.fail(PYCU_ERROR_SHAPE, "more elements than a grid has threads");
    }
    const uint32_t threads = PYCU_HOST || plan.in_order ? 1 : loop_block;
    Launch launch(call.report(), call.name(), {uint32_t(blocks), 1, 1}, {threads, 1, 1}, 0,
                  call.stream());
    return launch.run(one.entry, Loop(plan));
}

/// Chooses among the entries of an elementwise loop.
template <int N>
template <class P, class S, class W>
int LoopCall<N>::run(const P& packed, const S& strided, const W& wide) {
    Plan<N> plan;
    if (!make_plan(plan) || plan.count == 0) {
        return status_;
    }
    return plan.is_packed   ? start_loop(packed, plan, *this)
           : plan.is_narrow ? start_loop(strided, plan, *this)
                            : start_loop(wide, plan, *this);
}

/// Chooses among the entries of a generalised ufunc.
template <int N>
template <class S, class W>
int LoopCall<N>::run(const S& strided, const W& wide) {
    Plan<N> plan;
    if (!make_plan(plan) || plan.count == 0) {
        return status_;
    }
    return plan.is_narrow ? start_loop(strided, plan, *this) : start_loop(wide, plan, *this);
}

}  // namespace pycu

#if PYCU_HOST
#define PYCU_LOOP(module, kernel, ...)                                                    \
    pycu::loop_entry<__VA_ARGS__>(                                                        \
        pycu::entry<module##_entries_, &module##_entries_::template kernel<__VA_ARGS__>>( \
            __VA_ARGS__::name, pycu::Engine::loops))
#else
#define PYCU_LOOP(module, kernel, ...) \
    pycu::loop_entry<__VA_ARGS__>(     \
        pycu::entry<&module::kernel<__VA_ARGS__>>(__VA_ARGS__::name, pycu::Engine::loops))
#endif

/// The entries of an elementwise loop, and of a generalised ufunc, for LoopCall::run.
#define PYCU_ELEMENTS(module, kernel, ...)                              \
    PYCU_LOOP(module, kernel, pycu::Packed<__VA_ARGS__>),               \
        PYCU_LOOP(module, kernel, pycu::Strided<int32_t, __VA_ARGS__>), \
        PYCU_LOOP(module, kernel, pycu::Strided<int64_t, __VA_ARGS__>)
/// Of an elementwise loop whose threads may end early, and so take one element each.
#define PYCU_SINGLES(module, kernel, ...)                           \
    PYCU_LOOP(module, kernel, pycu::Strided<int32_t, __VA_ARGS__>), \
        PYCU_LOOP(module, kernel, pycu::Strided<int64_t, __VA_ARGS__>)
#define PYCU_CALLS(module, kernel, ...)                           \
    PYCU_LOOP(module, kernel, pycu::Calls<int32_t, __VA_ARGS__>), \
        PYCU_LOOP(module, kernel, pycu::Calls<int64_t, __VA_ARGS__>)
