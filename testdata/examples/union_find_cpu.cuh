// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
//
// Kernels of union_find.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(union_find)

PYCU_KERNEL void plant(pycu::array<int, 1, int> parent)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int node = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(node, x);
        PYCU_BELOW(parent.size());
        PYCU_ALONG_APART() {
            PYCU_AT(node, x);
            parent[node] = node;
        }
    }
}

PYCU_REGIONS_END(union_find)
