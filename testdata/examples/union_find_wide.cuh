// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
//
// The kernels of union_find.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(union_find)

/// The parent of a node, which other threads may change: an atomic reads it.
__device__ int above(pycu::array<int, 1> parent, int node)
{
    return atomicOr(&parent[pycu::wrap(node, parent.shape[0])], 0);
}

/// The node that stands for all of a tree.
__device__ int root(pycu::array<int, 1> parent, int node)
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

/// The parent of a node, which other threads may change: an atomic reads it.
__device__ int above(pycu::array<int, 1> parent, int64_t node)
{
    return atomicOr(&parent[pycu::wrap(node, parent.shape[0])], 0);
}

/// The node that stands for all of a tree.
__device__ int64_t root(pycu::array<int, 1> parent, int64_t node)
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
__device__ void plant(pycu::array<int, 1> parent)
{
    const int64_t node = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        parent[node] = node;
    }
}

/// Hangs the root with the larger number under the other, unless another edge was faster.
__device__ void join(pycu::array<int, 1> parent, pycu::array<const int, 1> sources,
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
        const int found = atomicCAS(&parent[pycu::wrap(a, parent.shape[0])], a, b);
        if (found == a) {
            return;
        }
        a = pycu_wide::root(parent, found);
        b = pycu_wide::root(parent, b);
    }
}

/// The root of every node, and how many nodes each root has.
__device__ void label(pycu::array<int, 1> parent, pycu::array<int, 1> labels,
                      pycu::array<int, 1> sizes)
{
    const int64_t node = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (node < parent.size()) {
        labels[node] = pycu_wide::root(parent, node);
        atomicAdd(&sizes[pycu::wrap(labels[node], sizes.shape[0])], 1);
    }
}

__global__ void plant__strided(int* parent, pycu::extents<1> parent__shape,
    pycu::extents<1> parent__strides)
{
    pycu_wide::plant(pycu::view_a(parent, parent__shape, parent__strides));
}

__global__ void join__strided(int* parent, pycu::extents<1> parent__shape,
    pycu::extents<1> parent__strides, const int* sources, pycu::extents<1> sources__shape,
    pycu::extents<1> sources__strides, const int* targets, pycu::extents<1> targets__shape,
    pycu::extents<1> targets__strides)
{
    pycu_wide::join(pycu::view_a(parent, parent__shape, parent__strides),
        pycu::view_a(sources, sources__shape, sources__strides),
        pycu::view_a(targets, targets__shape, targets__strides));
}

__global__ void label__strided(int* parent, pycu::extents<1> parent__shape,
    pycu::extents<1> parent__strides, int* labels, pycu::extents<1> labels__shape,
    pycu::extents<1> labels__strides, int* sizes, pycu::extents<1> sizes__shape,
    pycu::extents<1> sizes__strides)
{
    pycu_wide::label(pycu::view_a(parent, parent__shape, parent__strides),
        pycu::view_a(labels, labels__shape, labels__strides),
        pycu::view_a(sizes, sizes__shape, sizes__strides));
}

PYCU_WIDE_END(union_find)
