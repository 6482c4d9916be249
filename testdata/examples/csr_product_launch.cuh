// A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns.
// Generated from csr_product.py by pycu: edit csr_product.py and run pycu again.
//
// How the host launches what csr_product.cu has.
#include "csr_product.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(csr_product)

__device__ double gathered_dot(pycu::array<const double, 1> values,
                               pycu::array<const int, 1> columns, pycu::array<const double, 1> x)
{
    double total = 0.0;
    for (int64_t k = 0; k < values.size(); ++k) {
        total += values[k] * x.wrapped(columns[k]);
    }
    return total;
}

/// y = A x, one column of x after the other.
PYCU_KERNEL void csr_product(pycu::array<const double, 1> values, pycu::array<const int, 1> columns,
                             pycu::array<const int, 1> starts, pycu::array<const double, 2> x,
                             pycu::array<double, 2> y)
{
    const int64_t row = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < starts.size() - 1) {
        const int first = starts[row];
        const int end = starts[row + 1];
        const auto mine = values(pycu::slice(first, end));
        const auto where = columns(pycu::slice(first, end));
        for (int64_t j = 0; j < x.shape[1]; ++j) {
            y(row, j) = pycu_wide::gathered_dot(mine, where, x(pycu::all(), j));
        }
    }
}

/// Scales each row so that its values add up to one; an empty row stays.
PYCU_KERNEL void normalise(pycu::array<double, 1> values, pycu::array<const int, 1> starts)
{
    const int64_t row = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < starts.size() - 1) {
        const auto mine = values(pycu::slice(starts[row], starts[row + 1]));
        const double total = pycu::sum<double>(mine);
        if (total != 0.0) {
            for (int64_t k = 0; k < mine.shape[0]; ++k) {
                mine[k] = mine[k] / total;
            }
        }
    }
}

PYCU_WIDE_END(csr_product)

PYCU_WRAPPERS(csr_product)

PYCU_INT_ENTRIES(csr_product, csr_product)

int csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d values, pycu_array_i32_1d columns, pycu_array_i32_1d starts,
    pycu_array_f64_2d x, pycu_array_f64_2d y)
{
    return PYCU_LAUNCH(csr_product, csr_product, loops,
                       (pycu::c_order(values), pycu::c_order(columns), pycu::c_order(starts),
                        pycu::c_order(x), pycu::c_order(y)));
}

PYCU_ALIAS(csr_product_csr_product, csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c)

PYCU_INT_ENTRIES(csr_product, normalise)

int csr_product_normalise__a1f8c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f64_1d values,
                                       pycu_array_i32_1d starts)
{
    return PYCU_LAUNCH(csr_product, normalise, loops,
                       (pycu::c_order(values), pycu::c_order(starts)));
}

PYCU_ALIAS(csr_product_normalise, csr_product_normalise__a1f8c_a1i4c)
