// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(union_find)

/// The parent of a node, which other threads may change: an atomic reads it.
template <typename T>
__device__ int above(pycu::array<int, 1, int> parent, T node)
{
    return atomicOr(&parent.wrapped(node), 0);
}

/// The node that stands for all of a tree.
template <typename T>
__device__ T root(pycu::array<int, 1, int> parent, T node)
{
    while (true) {
        const int up = above(parent, node);
        if (up == node) {
            break;
        }
        node = up;
    }
    return node;
}

/// Every node is a tree of its own.
PYCU_KERNEL void plant(pycu::array<int, 1, int> parent)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        parent[node] = node;
    }
}

/// Hangs the root with the larger number under the other, unless another edge was faster.
PYCU_KERNEL void join(pycu::array<int, 1, int> parent, pycu::array<const int, 1, int> sources,
                      pycu::array<const int, 1, int> targets)
{
    const int edge = blockIdx.x * blockDim.x + threadIdx.x;
    if (edge >= sources.size()) {
        return;
    }
    int a = root(parent, sources[edge]);
    int b = root(parent, targets[edge]);
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
        a = root(parent, found);
        b = root(parent, b);
    }
}

/// The root of every node, and how many nodes each root has.
PYCU_KERNEL void label(pycu::array<int, 1, int> parent, pycu::array<int, 1, int> labels,
                       pycu::array<int, 1, int> sizes)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        labels[node] = root(parent, int64_t(node));
        atomicAdd(&sizes.wrapped(labels[node]), 1);
    }
}

PYCU_END(union_find)

#include "union_find_launch.cuh"
