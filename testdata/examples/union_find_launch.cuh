// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
//
// How the host launches what union_find.cu has.
#include "union_find.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(union_find)

/// The parent of a node, which other threads may change: an atomic reads it.
template <typename T>
__device__ int above(pycu::array<int, 1> parent, T node)
{
    return atomicOr(&parent.wrapped(node), 0);
}

/// The node that stands for all of a tree.
template <typename T>
__device__ T root(pycu::array<int, 1> parent, T node)
{
    while (true) {
        const int up = pycu_wide::above(parent, node);
        if (up == node) {
            break;
        }
        node = up;
    }
    return node;
}

/// Every node is a tree of its own.
PYCU_KERNEL void plant(pycu::array<int, 1> parent)
{
    const int64_t node = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        parent[node] = node;
    }
}

/// Hangs the root with the larger number under the other, unless another edge was faster.
PYCU_KERNEL void join(pycu::array<int, 1> parent, pycu::array<const int, 1> sources,
                      pycu::array<const int, 1> targets)
{
    const int64_t edge = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (edge >= sources.size()) {
        return;
    }
    int a = pycu_wide::root(parent, sources[edge]);
    int b = pycu_wide::root(parent, targets[edge]);
    while (a != b) {
        if (a < b) {
            const int next_b = a;
            a = b;
            b = next_b;
        }
        const int found = atomicCAS(&parent.wrapped(a), a, b);
        if (found == a) {
            return;
        }
        a = pycu_wide::root(parent, found);
        b = pycu_wide::root(parent, b);
    }
}

/// The root of every node, and how many nodes each root has.
PYCU_KERNEL void label(pycu::array<int, 1> parent, pycu::array<int, 1> labels,
                       pycu::array<int, 1> sizes)
{
    const int64_t node = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        labels[node] = pycu_wide::root(parent, node);
        atomicAdd(&sizes.wrapped(labels[node]), 1);
    }
}

PYCU_WIDE_END(union_find)

#if PYCU_HOST
#include "union_find_cpu.cuh"
#endif

PYCU_WRAPPERS(union_find)

PYCU_INT_ENTRIES(union_find, plant)
PYCU_LONG_ROWS_OF(union_find, plant, x)

int union_find_plant__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, pycu_array_i32_1d parent)
{
    return PYCU_LAUNCH(union_find, plant, loops, (pycu::c_order(parent)));
}

PYCU_ALIAS(union_find_plant, union_find_plant__a1i4c)

PYCU_INT_ENTRIES(union_find, join)

int union_find_join__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_i32_1d parent,
                                       pycu_array_i32_1d sources, pycu_array_i32_1d targets)
{
    return PYCU_LAUNCH(union_find, join, loops,
                       (pycu::c_order(parent), pycu::c_order(sources), pycu::c_order(targets)));
}

PYCU_ALIAS(union_find_join, union_find_join__a1i4c_a1i4c_a1i4c)

PYCU_INT_ENTRIES(union_find, label)

int union_find_label__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_i32_1d parent,
                                        pycu_array_i32_1d labels, pycu_array_i32_1d sizes)
{
    return PYCU_LAUNCH(union_find, label, loops,
                       (pycu::c_order(parent), pycu::c_order(labels), pycu::c_order(sizes)));
}

PYCU_ALIAS(union_find_label, union_find_label__a1i4c_a1i4c_a1i4c)
