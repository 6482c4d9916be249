// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(union_find)

/// The parent of a node, which other threads may change: an atomic reads it.
__device__ int above(pycu::array<int, 1, int> parent, int node)
{
    return atomicOr(&parent[pycu::wrap(node, parent.shape[0])], 0);
}

/// The node that stands for all of a tree.
__device__ int root(pycu::array<int, 1, int> parent, int node)
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

/// The parent of a node, which other threads may change: an atomic reads it.
__device__ int above(pycu::array<int, 1, int> parent, int64_t node)
{
    return atomicOr(&parent[pycu::wrap(node, parent.shape[0])], 0);
}

/// The node that stands for all of a tree.
__device__ int64_t root(pycu::array<int, 1, int> parent, int64_t node)
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
__device__ void plant(pycu::array<int, 1, int> parent)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        parent[node] = node;
    }
}

/// Hangs the root with the larger number under the other, unless another edge was faster.
__device__ void join(pycu::array<int, 1, int> parent, pycu::array<const int, 1, int> sources,
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
        const int found = atomicCAS(&parent[pycu::wrap(a, parent.shape[0])], a, b);
        if (found == a) {
            return;
        }
        a = root(parent, found);
        b = root(parent, b);
    }
}

/// The root of every node, and how many nodes each root has.
__device__ void label(pycu::array<int, 1, int> parent, pycu::array<int, 1, int> labels,
                      pycu::array<int, 1, int> sizes)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        labels[node] = root(parent, int64_t(node));
        atomicAdd(&sizes[pycu::wrap(labels[node], sizes.shape[0])], 1);
    }
}

PYCU_END(union_find)

// How the host launches the kernels above.
#include "union_find.h"
#include "union_find_wide.cuh"

PYCU_ENTRIES(union_find)

__global__ void plant__contiguous(int* __restrict__ parent, int parent__0)
{
    plant(pycu::packed(parent, parent__0));
}

__global__ void join__contiguous(int* __restrict__ parent, int parent__0,
    const int* __restrict__ sources, int sources__0, const int* __restrict__ targets,
    int targets__0)
{
    join(pycu::packed(parent, parent__0), pycu::packed(sources, sources__0),
        pycu::packed(targets, targets__0));
}

__global__ void label__contiguous(int* __restrict__ parent, int parent__0, int* __restrict__ labels,
    int labels__0, int* __restrict__ sizes, int sizes__0)
{
    label(pycu::packed(parent, parent__0), pycu::packed(labels, labels__0),
        pycu::packed(sizes, sizes__0));
}

PYCU_ENTRIES_END(union_find)

PYCU_WRAPPERS(union_find)

int union_find_plant__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d parent)
{
    pycu::Launch launch(union_find_report__, "plant", grid, block, shared_bytes, stream);
    launch.writes("parent", parent, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(union_find, plant, contiguous, loops), parent.data,
            int(parent.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(union_find, plant, strided, loops), parent.data,
        pycu::shape(parent), pycu::strides(parent));
}

int union_find_plant(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d parent)
{
    return union_find_plant__a1i4c(grid, block, shared_bytes, stream, parent);
}

int union_find_join__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d parent, pycu_array_i32_1d sources,
    pycu_array_i32_1d targets)
{
    pycu::Launch launch(union_find_report__, "join", grid, block, shared_bytes, stream);
    launch.writes("parent", parent, pycu::Layout::C);
    launch.reads("sources", sources, pycu::Layout::C);
    launch.reads("targets", targets, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(union_find, join, contiguous, loops), parent.data,
            int(parent.shape[0]), sources.data, int(sources.shape[0]), targets.data,
            int(targets.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(union_find, join, strided, loops), parent.data,
        pycu::shape(parent), pycu::strides(parent), sources.data, pycu::shape(sources),
        pycu::strides(sources), targets.data, pycu::shape(targets), pycu::strides(targets));
}

int union_find_join(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d parent, pycu_array_i32_1d sources, pycu_array_i32_1d targets)
{
    return union_find_join__a1i4c_a1i4c_a1i4c(grid, block, shared_bytes, stream, parent, sources,
        targets);
}

int union_find_label__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d parent, pycu_array_i32_1d labels, pycu_array_i32_1d sizes)
{
    pycu::Launch launch(union_find_report__, "label", grid, block, shared_bytes, stream);
    launch.writes("parent", parent, pycu::Layout::C);
    launch.writes("labels", labels, pycu::Layout::C);
    launch.writes("sizes", sizes, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(union_find, label, contiguous, loops), parent.data,
            int(parent.shape[0]), labels.data, int(labels.shape[0]), sizes.data,
            int(sizes.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(union_find, label, strided, loops), parent.data,
        pycu::shape(parent), pycu::strides(parent), labels.data, pycu::shape(labels),
        pycu::strides(labels), sizes.data, pycu::shape(sizes), pycu::strides(sizes));
}

int union_find_label(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d parent, pycu_array_i32_1d labels, pycu_array_i32_1d sizes)
{
    return union_find_label__a1i4c_a1i4c_a1i4c(grid, block, shared_bytes, stream, parent, labels,
        sizes);
}
