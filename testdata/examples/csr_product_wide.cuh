// A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns.
// Generated from csr_product.py by pycu: edit csr_product.py and run pycu again.
//
// The kernels of csr_product.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(csr_product)

__device__ double gathered_dot(pycu::array<const double, 1> values,
                               pycu::array<const int, 1> columns, pycu::array<const double, 1> x)
{
    double total = 0.0;
    for (int64_t k = 0; k < values.size(); ++k) {
        total += values[k] * x[pycu::wrap(columns[k], x.shape[0])];
    }
    return total;
}

/// y = A x, one column of x after the other.
__device__ void csr_product(pycu::array<const double, 1> values, pycu::array<const int, 1> columns,
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
__device__ void normalise(pycu::array<double, 1> values, pycu::array<const int, 1> starts)
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

__global__ void csr_product__strided(const double* values, pycu::extents<1> values__shape,
    pycu::extents<1> values__strides, const int* columns, pycu::extents<1> columns__shape,
    pycu::extents<1> columns__strides, const int* starts, pycu::extents<1> starts__shape,
    pycu::extents<1> starts__strides, const double* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, double* y, pycu::extents<2> y__shape, pycu::extents<2> y__strides)
{
    pycu_wide::csr_product(pycu::view_a(values, values__shape, values__strides),
        pycu::view_a(columns, columns__shape, columns__strides),
        pycu::view_a(starts, starts__shape, starts__strides), pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(y, y__shape, y__strides));
}

__global__ void normalise__strided(double* values, pycu::extents<1> values__shape,
    pycu::extents<1> values__strides, const int* starts, pycu::extents<1> starts__shape,
    pycu::extents<1> starts__strides)
{
    pycu_wide::normalise(pycu::view_a(values, values__shape, values__strides),
        pycu::view_a(starts, starts__shape, starts__strides));
}

PYCU_WIDE_END(csr_product)
