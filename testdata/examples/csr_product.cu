// A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns.
// Generated from csr_product.py by pycu: edit csr_product.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(csr_product)

__device__ double gathered_dot(pycu::array<const double, 1, int> values,
                               pycu::array<const int, 1, int> columns,
                               pycu::array<const double, 1, int> x)
{
    double total = 0.0;
    for (int k = 0; k < values.size(); ++k) {
        total += values[k] * x.wrapped(columns[k]);
    }
    return total;
}

/// y = A x, one column of x after the other.
PYCU_KERNEL void csr_product(pycu::array<const double, 1, int> values,
                             pycu::array<const int, 1, int> columns,
                             pycu::array<const int, 1, int> starts,
                             pycu::array<const double, 2, int> x, pycu::array<double, 2, int> y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < starts.size() - 1) {
        const int first = starts[row];
        const int end = starts[row + 1];
        const auto mine = values(pycu::slice(first, end));
        const auto where = columns(pycu::slice(first, end));
        for (int j = 0; j < x.shape[1]; ++j) {
            y(row, j) = gathered_dot(mine, where, x(pycu::all(), j));
        }
    }
}

/// Scales each row so that its values add up to one; an empty row stays.
PYCU_KERNEL void normalise(pycu::array<double, 1, int> values,
                           pycu::array<const int, 1, int> starts)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < starts.size() - 1) {
        const auto mine = values(pycu::slice(starts[row], starts[row + 1]));
        const double total = pycu::sum<double>(mine);
        if (total != 0.0) {
            for (int k = 0; k < mine.shape[0]; ++k) {
                mine[k] = mine[k] / total;
            }
        }
    }
}

PYCU_END(csr_product)

#include "csr_product_launch.cuh"
