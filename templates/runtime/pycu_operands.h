// The operands of a ufunc: their core dimensions, the loop over them, and what memory they share.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "pycu_launch.h"

namespace pycu {

/// Axes that a loop can have when neighbours that are one are merged; that operands can have; and
/// that a generalised ufunc can take of one.
constexpr int max_loop_axes = 16;
constexpr int max_operand_axes = 64;
constexpr int max_core_axes = 8;
/// Threads of a block of CUDA.
constexpr unsigned loop_block = 256;

/// 0, 1, ... N - 1, for the operands one by one.
template <int... I>
struct places {};
template <int N, int... I>
struct make_places : make_places<N - 1, N - 1, I...> {};
template <int... I>
struct make_places<0, I...> {
    using type = places<I...>;
};

/// The core dimensions of an operand.
struct CoreOperand {
    int rank = 0;
    int dimensions[max_core_axes];  // by number, in the order in which the layout names them
    int64_t shape[max_core_axes];
    int64_t strides[max_core_axes];
};

/// A layout that the transpiler has checked, "(m,n),(n)->(m)", with its dimensions numbered.
template <int N>
struct CoreLayout {
    CoreOperand operands[N];
    int64_t sizes[N * max_core_axes];  // -1 where an operand says it
    int dimensions = 0;

    explicit CoreLayout(const char* text) {
        const char* names[N * max_core_axes];
        int operand = -1;
        while (text != nullptr && *text != '\0') {
            operand += *text == '(' ? 1 : 0;
            const size_t length = strcspn(text, "(), ->\t");
            if (length == 0) {
                ++text;
                continue;
            }
            int known = 0;
            while (known < dimensions && !(strncmp(names[known], text, length) == 0 &&
                                           strcspn(names[known], "(), ->\t") == length)) {
                ++known;
            }
            if (known == dimensions) {
                names[dimensions] = text;
                const bool is_number = *text >= '0' && *text <= '9';
                sizes[dimensions++] = is_number ? strtoll(text, nullptr, 10) : -1;
            }
            CoreOperand& core = operands[operand];
            core.dimensions[core.rank++] = known;
            text += length;
        }
    }
};

/// The loop over N operands, inputs first.
template <int N>
struct Plan {
    int64_t count = 1;
    int rank = 0;
    int64_t shape[max_operand_axes];
    int64_t strides[N][max_operand_axes];
    char* data[N];
    CoreOperand cores[N];
    bool is_packed = false;  // one axis, along which elements lie side by side or are all one
    bool is_narrow = false;  // every index and every byte offset has 32 bits
    bool in_order = false;   // one thread takes the elements in order
};

/// An argument of a ufunc without its type.
struct Operand {
    const char* name;
    char* data;
    int rank;
    const int64_t* shape;
    const int64_t* strides;
    int64_t item_size, alignment;
    bool written;
};

/// Writes (3, 4) as Python does; returns what is left of the text.
inline void append_shape(char* text, size_t size, const int64_t* shape, int rank) {
    size_t used = strlen(text);
    const auto append = [&](const char* format, long long n) {
        const int more = used < size ? snprintf(text + used, size - used, format, n) : 0;
        used += more > 0 ? size_t(more) : 0;
    };
    append("(", 0);
    for (int k = 0; k < rank; ++k) {
        append(k == 0 ? "%lld" : ",%lld", (long long)shape[k]);
    }
    append(rank == 1 ? ",)" : ")", 0);
}

/// Whether an element of one operand shares bytes with another element of the other.
template <int N>
bool are_shared(const Operand* operands, int i, int j, const Plan<N>& plan) {
    const Operand &a = operands[i], &b = operands[j];
    bool are_same = plan.data[i] == plan.data[j] && a.item_size == b.item_size &&
                    plan.cores[i].rank == 0 && plan.cores[j].rank == 0;
    int64_t step = 0;
    const auto note = [&](int64_t stride) {
        stride = stride < 0 ? -stride : stride;
        while (stride != 0) {
            const int64_t rest = step % stride;
            step = stride;
            stride = rest;
        }
    };
    for (int k = 0; k < plan.rank; ++k) {
        are_same = are_same && (plan.shape[k] == 1 || plan.strides[i][k] == plan.strides[j][k]);
    }
    if (are_same) {
        return false;
    }
    uintptr_t begin[2], end[2];
    for (const Operand* one : {&a, &b}) {
        uintptr_t& first = begin[one == &b];
        uintptr_t& last = end[one == &b];
        first = reinterpret_cast<uintptr_t>(one->data);
        last = first + uintptr_t(one->item_size);
        for (int k = 0; k < one->rank; ++k) {
            if (one->shape[k] == 0) {
                return false;
            }
            const uintptr_t reach = uintptr_t(one->shape[k] - 1) * uintptr_t(one->strides[k]);
            (one->strides[k] < 0 ? first : last) += reach;
            note(one->shape[k] > 1 ? one->strides[k] : 0);
        }
    }
    if (begin[0] >= end[1] || begin[1] >= end[0]) {
        return false;
    }
    if (step == 0) {
        return true;
    }
    // all elements of both lie on one grid of `step` bytes: is there room between them?
    const int64_t distance =
        int64_t(reinterpret_cast<uintptr_t>(b.data) - reinterpret_cast<uintptr_t>(a.data));
    const int64_t place = ((distance % step) + step) % step;
    return place < a.item_size || place + b.item_size > step;
}

}  // namespace pycu
