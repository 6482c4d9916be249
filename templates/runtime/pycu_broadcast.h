// How the operands of a ufunc fit together: broadcasting, core dimensions, and the loop that is
// left when axes that are one have been merged. NumPy's rules and NumPy's words.
#pragma once

#include <stdio.h>

#include "pycu_operands.h"

namespace pycu {

#pragma GCC visibility push(hidden)

/// One call of a wrapper of a ufunc with N operands.
template <int N>
class LoopCall : public Call {
  public:
    LoopCall(Report& report, const char* name, pycu_stream stream, const char* layout = nullptr)
        : Call(report, name, stream), layout_(layout), core_(layout) {}

    template <class A>
    void reads(const char* name, const A& a, Layout layout = Layout::A) {
        add(name, a, layout, false);
    }
    template <class A>
    void writes(const char* name, const A& a, Layout layout = Layout::A) {
        add(name, a, layout, true);
    }

    /// Starts the entry that fits; returns 0 or what went wrong.
    template <class P, class S, class W>
    int run(const P& packed, const S& strided, const W& wide);
    template <class S, class W>
    int run(const S& strided, const W& wide);
    template <class V>
    int run(const V& any);

    Report& report() { return report_; }
    const char* name() const { return name_; }
    pycu_stream stream() const { return stream_; }

  private:
    template <class A>
    void add(const char* name, const A& a, Layout layout, bool written) {
        using T = decltype(*a.data);
        operands_[added_] = {
            name,      reinterpret_cast<char*>(a.data), int(a.rank),         a.shape,
            a.strides, int64_t(sizeof(*a.data)),        int64_t(alignof(T)), written};
        layouts_[added_++] = layout;
    }

    /// Finds the loop; false where something is wrong with the operands.
    bool make_plan(Plan<N>& plan) {
        for (int j = 0; j < N && status_ == PYCU_SUCCESS; ++j) {
            check_extents(operands_[j]);
            find_core(j, plan.cores[j]);
        }
        if (status_ == PYCU_SUCCESS) {
            broadcast(plan);
        }
        plan.in_order = false;
        for (int j = 0; j < N && status_ == PYCU_SUCCESS && !is_empty_; ++j) {
            check_memory(j, plan);
        }
        if (status_ == PYCU_SUCCESS && !is_empty_) {
            if (!plan.in_order) {
                sort_axes(plan);
                merge_axes(plan);
            }
            classify(plan);
        }
        plan.count = is_empty_ ? 0 : plan.count;
        return status_ == PYCU_SUCCESS;
    }

    void check_extents(const Operand& a) {
        int64_t bytes = a.item_size;
        if (a.rank < 0 || a.rank > max_operand_axes) {
            fail(PYCU_ERROR_SHAPE, "`%s` has %d axes; 0 to %d are possible", a.name, a.rank,
                 max_operand_axes);
            return;
        }
        for (int k = 0; k < a.rank; ++k) {
            if (a.shape[k] < 0) {
                fail(PYCU_ERROR_SHAPE, "axis %d of `%s` has the extent %lld", k, a.name,
                     (long long)a.shape[k]);
            } else if (a.strides[k] != 0 && a.shape[k] > 1 &&
                       __builtin_mul_overflow(a.shape[k], bytes, &bytes)) {
                fail(PYCU_ERROR_SHAPE, "`%s` has more bytes than an address can count", a.name);
            }
        }
    }

    void find_core(int j, CoreOperand& core) {
        const Operand& a = operands_[j];
        core = core_.operands[j];
        if (a.rank < core.rank) {
            fail(PYCU_ERROR_SHAPE,
                 "%s operand %d does not have enough dimensions (has %d, gufunc core with "
                 "signature %s requires %d)",
                 a.written ? "Output" : "Input", number(j), a.rank, layout_, core.rank);
            return;
        }
        for (int k = 0; k < core.rank; ++k) {
            const int axis = a.rank - core.rank + k;
            int64_t& size = core_.sizes[core.dimensions[k]];
            size = size < 0 ? a.shape[axis] : size;
            core.shape[k] = a.shape[axis];
            core.strides[k] = a.strides[axis];
            if (size != core.shape[k]) {
                fail(PYCU_ERROR_SHAPE,
                     "%s operand %d has a mismatch in its core dimension %d, with gufunc "
                     "signature %s (size %lld is different from %lld)",
                     a.written ? "Output" : "Input", number(j), k, layout_,
                     (long long)core.shape[k], (long long)size);
                return;
            }
        }
        check_layout(j, core);
    }

    /// NumPy numbers inputs and outputs apart.
    int number(int j) const {
        int inputs = 0;
        for (int k = 0; k < j; ++k) {
            inputs += operands_[k].written == operands_[j].written ? 1 : 0;
        }
        return inputs;
    }

    void check_layout(int j, const CoreOperand& core) {
        int64_t step = operands_[j].item_size;
        for (int i = 0; i < core.rank && layouts_[j] != Layout::A; ++i) {
            const int k = layouts_[j] == Layout::C ? core.rank - 1 - i : i;
            if (core.shape[k] > 1 && core.strides[k] != step) {
                fail(PYCU_ERROR_LAYOUT,
                     "the signature says that `%s` is %s, and its strides are others",
                     operands_[j].name,
                     layouts_[j] == Layout::C ? "C-contiguous" : "Fortran-contiguous");
                return;
            }
            step *= core.shape[k];
        }
    }

    int loop_rank(int j) const { return operands_[j].rank - core_.operands[j].rank; }

    /// The shape of the loop, and each operand's strides along its axes.
    void broadcast(Plan<N>& plan) {
        int rank = 0;
        for (int j = 0; j < N; ++j) {
            rank = loop_rank(j) > rank ? loop_rank(j) : rank;
        }
        plan.rank = rank;
        for (int k = 0; k < rank; ++k) {
            plan.shape[k] = 1;
            for (int j = 0; j < N; ++j) {
                const int axis = k - (rank - loop_rank(j));
                const int64_t extent = axis >= 0 ? operands_[j].shape[axis] : 1;
                if (extent != 1 && plan.shape[k] != 1 && plan.shape[k] != extent) {
                    no_broadcast(j, rank);
                    return;
                }
                plan.shape[k] = extent != 1 ? extent : plan.shape[k];
            }
        }
        for (int j = 0; j < N; ++j) {
            plan.data[j] = operands_[j].data;
            for (int k = 0; k < rank; ++k) {
                const int axis = k - (rank - loop_rank(j));
                const bool is_one = axis < 0 || operands_[j].shape[axis] == 1;
                plan.strides[j][k] = is_one ? 0 : operands_[j].strides[axis];
                if (operands_[j].written && (axis < 0 || (is_one && plan.shape[k] != 1))) {
                    no_broadcast_to(j, plan);
                    return;
                }
            }
        }
        for (int k = 0; k < rank; ++k) {
            if (__builtin_mul_overflow(plan.count, plan.shape[k] == 0 ? 1 : plan.shape[k],
                                       &plan.count)) {
                fail(PYCU_ERROR_SHAPE, "more elements than 64 bits count");
                return;
            }
            is_empty_ = is_empty_ || plan.shape[k] == 0;
        }
    }

    void no_broadcast(int j, int rank) {
        if (operands_[j].written) {
            Plan<N> inputs;
            inputs.rank = 0;
            for (int k = 0; k < rank; ++k) {
                int64_t extent = -1;
                for (int i = 0; i < N; ++i) {
                    const int axis = k - (rank - loop_rank(i));
                    if (!operands_[i].written && axis >= 0) {
                        const int64_t own = operands_[i].shape[axis];
                        extent = extent < 0 || extent == 1 ? own : extent;
                    }
                }
                if (extent >= 0) {
                    inputs.shape[inputs.rank++] = extent;
                }
            }
            no_broadcast_to(j, inputs);
            return;
        }
        char shapes[400] = "";
        for (int i = 0; i < N; ++i) {
            if (!operands_[i].written) {
                append_shape(shapes, sizeof shapes - 1, operands_[i].shape, loop_rank(i));
                strcat(shapes, strlen(shapes) < sizeof shapes - 2 ? " " : "");
            }
        }
        fail(PYCU_ERROR_SHAPE, "operands could not be broadcast together with shapes %s", shapes);
    }

    void no_broadcast_to(int j, const Plan<N>& plan) {
        char own[200] = "", wanted[200] = "";
        append_shape(own, sizeof own, operands_[j].shape, loop_rank(j));
        append_shape(wanted, sizeof wanted, plan.shape, plan.rank);
        fail(PYCU_ERROR_SHAPE,
             "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s",
             own, wanted);
    }

    /// Whether an axis steps over less than those inside it reach.
    static bool overlaps_itself(const Operand& a) {
        bool is_done[max_operand_axes] = {};
        int64_t reach = a.item_size;
        for (int left = a.rank; left > 0; --left) {
            int next = -1;
            for (int k = 0; k < a.rank; ++k) {
                if (!is_done[k] && (next < 0 || llabs(a.strides[k]) < llabs(a.strides[next]))) {
                    next = k;
                }
            }
            is_done[next] = true;
            if (a.shape[next] > 1) {
                if (llabs(a.strides[next]) < reach) {
                    return true;
                }
                reach += (a.shape[next] - 1) * llabs(a.strides[next]);
            }
        }
        return false;
    }

    /// Null pointers, alignment, and outputs that share memory with other operands.
    void check_memory(int j, Plan<N>& plan) {
        const Operand& a = operands_[j];
        bool has_elements = true;
        for (int k = 0; k < a.rank; ++k) {
            has_elements = has_elements && a.shape[k] > 0;
        }
        if (!has_elements) {
            return;
        }
        if (a.data == nullptr) {
            fail(PYCU_ERROR_NULL, "`%s` is a null pointer and not empty", a.name);
            return;
        }
        bool is_aligned = reinterpret_cast<uintptr_t>(a.data) % uintptr_t(a.alignment) == 0;
        for (int k = 0; k < a.rank; ++k) {
            is_aligned = is_aligned && (a.shape[k] == 1 || a.strides[k] % a.alignment == 0);
        }
        is_aligned_ = is_aligned_ && is_aligned;
        if (!is_aligned && !PYCU_HOST) {
            fail(PYCU_ERROR_ALIGNMENT, "the elements of `%s` are not aligned to %d bytes", a.name,
                 int(a.alignment));
            return;
        }
        bool is_folded = a.written && overlaps_itself(a);
        for (int k = 0; a.written && k < plan.rank; ++k) {
            is_folded = is_folded || (plan.shape[k] > 1 && plan.strides[j][k] == 0);
        }
        if (is_folded) {
            share(j, j, plan);
        }
        for (int i = 0; i < j; ++i) {
            if ((a.written || operands_[i].written) && are_shared(operands_, i, j, plan)) {
                share(i, j, plan);
            }
        }
    }

    /// What NumPy's own loops ask for is done in order; others may not depend on the order.
    void share(int i, int j, Plan<N>& plan) {
        if (report_.in_order) {
            plan.in_order = true;
        } else if (i == j) {
            fail(PYCU_ERROR_OVERLAP, "elements of `%s` share their memory", operands_[j].name);
        } else {
            fail(PYCU_ERROR_OVERLAP, "`%s` and `%s` overlap, and are not the same elements",
                 operands_[j].name, operands_[i].name);
        }
    }

    /// Axes from the widest steps of the output to the narrowest, all forwards.
    void sort_axes(Plan<N>& plan) {
        constexpr int out = N - 1;
        for (int k = 0; k < plan.rank; ++k) {
            if (plan.strides[out][k] < 0) {
                for (int j = 0; j < N; ++j) {
                    plan.data[j] += (plan.shape[k] - 1) * plan.strides[j][k];
                    plan.strides[j][k] = -plan.strides[j][k];
                }
            }
        }
        for (int k = 1; k < plan.rank; ++k) {
            for (int i = k; i > 0 && plan.strides[out][i] > plan.strides[out][i - 1]; --i) {
                swap(plan.shape[i], plan.shape[i - 1]);
                for (int j = 0; j < N; ++j) {
                    swap(plan.strides[j][i], plan.strides[j][i - 1]);
                }
            }
        }
    }

    static void swap(int64_t& a, int64_t& b) {
        const int64_t first = a;
        a = b;
        b = first;
    }

    /// Leaves out axes of one element, and makes one of neighbours that all operands step through
    /// as one.
    void merge_axes(Plan<N>& plan) {
        int kept = 0;
        for (int k = 0; k < plan.rank; ++k) {
            if (plan.shape[k] == 1) {
                continue;
            }
            bool joins = kept > 0;
            for (int j = 0; j < N && joins; ++j) {
                joins = plan.strides[j][kept - 1] == plan.strides[j][k] * plan.shape[k];
            }
            const int at = joins ? kept - 1 : kept++;
            plan.shape[at] = joins ? plan.shape[at] * plan.shape[k] : plan.shape[k];
            for (int j = 0; j < N; ++j) {
                plan.strides[j][at] = plan.strides[j][k];
            }
        }
        plan.rank = kept;
        if (kept > max_loop_axes) {
            fail(PYCU_ERROR_SHAPE, "a loop over %d axes, none of which can be merged; %d are most",
                 kept, max_loop_axes);
        }
    }

    void classify(Plan<N>& plan) {
        plan.is_packed = plan.rank <= 1 && is_aligned_ && !plan.in_order;
        plan.is_narrow = plan.count < INT32_MAX / 2;
        for (int j = 0; j < N; ++j) {
            int64_t reach = 0;
            for (int k = 0; k < plan.rank; ++k) {
                const int64_t stride = plan.strides[j][k];
                const bool is_single = stride == 0 && !operands_[j].written;
                plan.is_packed = plan.is_packed && (is_single || stride == operands_[j].item_size);
                int64_t more = 0;
                const bool is_far =
                    __builtin_mul_overflow(stride < 0 ? -stride : stride, plan.shape[k], &more) ||
                    __builtin_add_overflow(reach, more, &reach);
                plan.is_narrow = plan.is_narrow && !is_far && reach < INT32_MAX;
            }
        }
    }

    const char* layout_;
    Operand operands_[N];
    Layout layouts_[N];
    CoreLayout<N> core_;
    int added_ = 0;
    bool is_empty_ = false;
    bool is_aligned_ = true;
};

#pragma GCC visibility pop

}  // namespace pycu
