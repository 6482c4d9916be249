// What the text of ufuncs is made of: how a launch goes through the elements of its operands.
//
//   PYCU_ELEMENTS(m, add__f4_f4, float(float, float))
//                                           entries for packed and for other operands
//   PYCU_CALLS(m, dot__a1f4a, void(pycu::array<const float, 1>))
//                                           of a generalised ufunc
//
// An entry is a template over one of the loops below. A block of CUDA has `loop_block` threads,
// each with one element, or with 16 bytes of packed ones; on the host a block is a run of elements.
#pragma once

#include "pycu_broadcast.h"
#include "pycu_numpy_loop.h"
#include "pycu_packed.h"

namespace pycu {

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
