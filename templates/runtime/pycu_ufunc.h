// What the text of ufuncs is made of: how a launch goes through the elements of its operands.
//
//   PYCU_ELEMENTS(m, add__f4_f4, float(float, float))
//                                           entries for packed and for other operands
//   PYCU_CALLS(m, dot__a1f4a, void(pycu::array<const float, 1>))
//                                           of a generalised ufunc
//
// An entry is a template over one of the loops below. A block of CUDA has `loop_block` threads,
// each with one element, or with 16 bytes of packed ones; on the host a block is a run of elements.
#ifndef PYCU_UFUNC_INCLUDED
#define PYCU_UFUNC_INCLUDED

#include "pycu_broadcast.h"
#include "pycu_numpy_loop.h"
#include "pycu_odometer.h"
#include "pycu_packed.h"
#include "pycu_vectors.h"

namespace pycu {

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

/// Starts the one entry of an elementwise loop that takes operands of every kind.
template <int N>
template <class V>
int LoopCall<N>::run(const V& any) {
    Plan<N> plan;
    return make_plan(plan) && plan.count > 0 ? start_loop(any, plan, *this) : status_;
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
#define PYCU_LOOP(module, kernel, ...)                                                      \
    pycu::loop_entry<__VA_ARGS__>(                                                          \
        pycu::entry<module##_entries__, &module##_entries__::template kernel<__VA_ARGS__>>( \
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
/// Of an elementwise loop whose functions of math the host computes for several elements at once.
#if PYCU_HAS_VECTOR_MATH
#define PYCU_VECTORS(module, kernel, ...) PYCU_LOOP(module, kernel, pycu::Vectors<__VA_ARGS__>)
#else
#define PYCU_VECTORS PYCU_ELEMENTS
#endif
#define PYCU_CALLS(module, kernel, ...)                           \
    PYCU_LOOP(module, kernel, pycu::Calls<int32_t, __VA_ARGS__>), \
        PYCU_LOOP(module, kernel, pycu::Calls<int64_t, __VA_ARGS__>)

#endif  // PYCU_UFUNC_INCLUDED
