// Where the elements of a ufunc's operands lie, by their number in the loop.
#pragma once

#include "pycu_operands.h"

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

#if PYCU_HOST
    /// Whether one block has all elements, one after the other.
    bool is_in_order() const {
        return jump == 1;
    }

    /// What an operand's place grows by from one element of a row to the next.
    Index step(int operand) const {
        return rank > 0 ? strides[operand][rank - 1] : 0;
    }

    /// Calls `f` with the places of the first element of each row of a block, or of what a block
    /// has of it, and the number of elements.
    template <class F>
    void rows(unsigned block, int64_t elements, const F& f) const {
        const Index first = Index(block * elements);
        const Index end =
            !is_in_order() && first + elements < count ? Index(first + elements) : count;
        const Index extent = rank > 0 ? Index(axes[rank - 1].extent) : 1;
        Index offsets[N];
        for (Index i = first; i < end;) {
            const Index row_end = i - i % extent + extent;
            const Index stop = row_end < end ? row_end : end;
            find(i, offsets);
            f(offsets, stop - i);
            i = stop;
        }
    }
#endif

    /// Calls `f` with the places of each element of a thread, or of a host block.
    template <class F>
    PYCU_DEVICE void each(unsigned block, unsigned thread, int64_t elements, const F& f) const {
#if PYCU_HOST
        rows(block, elements, [&](Index(&offsets)[N], Index n) {
            for (Index k = 0; k < n; ++k) {
                f(offsets);
                for (int j = 0; j < N; ++j) {
                    offsets[j] += step(j);
                }
            }
        });
        (void)thread;
#else
        Index offsets[N];
        const int64_t first = int64_t(block) * elements + thread;
        for (int64_t i = first; i < count; i += jump) {
            find(Index(i), offsets);
            f(offsets);
        }
#endif
    }
};

}  // namespace pycu
