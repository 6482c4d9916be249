// A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns.
// Generated from csr_product.py by pycu: edit csr_product.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(csr_product)

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
            y(row, j) = gathered_dot(mine, where, x(pycu::all(), j));
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

PYCU_END(csr_product)

// How the host launches the kernels above.
#include "csr_product.h"

PYCU_ENTRIES(csr_product)

__global__ void csr_product__contiguous(const double* __restrict__ values,
    pycu::extents<1> values__shape, const int* __restrict__ columns,
    pycu::extents<1> columns__shape, const int* __restrict__ starts, pycu::extents<1> starts__shape,
    const double* __restrict__ x, pycu::extents<2> x__shape, double* __restrict__ y,
    pycu::extents<2> y__shape)
{
    csr_product(pycu::view_c(values, values__shape), pycu::view_c(columns, columns__shape),
        pycu::view_c(starts, starts__shape), pycu::view_c(x, x__shape), pycu::view_c(y, y__shape));
}

__global__ void csr_product__strided(const double* values, pycu::extents<1> values__shape,
    pycu::extents<1> values__strides, const int* columns, pycu::extents<1> columns__shape,
    pycu::extents<1> columns__strides, const int* starts, pycu::extents<1> starts__shape,
    pycu::extents<1> starts__strides, const double* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, double* y, pycu::extents<2> y__shape, pycu::extents<2> y__strides)
{
    csr_product(pycu::view_a(values, values__shape, values__strides),
        pycu::view_a(columns, columns__shape, columns__strides),
        pycu::view_a(starts, starts__shape, starts__strides), pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(y, y__shape, y__strides));
}

__global__ void normalise__contiguous(double* __restrict__ values, pycu::extents<1> values__shape,
    const int* __restrict__ starts, pycu::extents<1> starts__shape)
{
    normalise(pycu::view_c(values, values__shape), pycu::view_c(starts, starts__shape));
}

__global__ void normalise__strided(double* values, pycu::extents<1> values__shape,
    pycu::extents<1> values__strides, const int* starts, pycu::extents<1> starts__shape,
    pycu::extents<1> starts__strides)
{
    normalise(pycu::view_a(values, values__shape, values__strides),
        pycu::view_a(starts, starts__shape, starts__strides));
}

PYCU_ENTRIES_END(csr_product)

PYCU_WRAPPERS(csr_product)

int csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_1d values, pycu_array_i32_1d columns,
    pycu_array_i32_1d starts, pycu_array_f64_2d x, pycu_array_f64_2d y)
{
    pycu::Launch launch(csr_product_report__, "csr_product", grid, block, shared_bytes, stream);
    launch.reads("values", values, pycu::Layout::C);
    launch.reads("columns", columns, pycu::Layout::C);
    launch.reads("starts", starts, pycu::Layout::C);
    launch.reads("x", x, pycu::Layout::C);
    launch.writes("y", y, pycu::Layout::C);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(csr_product, csr_product, contiguous, loops), values.data,
            pycu::shape(values), columns.data, pycu::shape(columns), starts.data,
            pycu::shape(starts), x.data, pycu::shape(x), y.data, pycu::shape(y));
    }
    return launch.run(PYCU_ENTRY(csr_product, csr_product, strided, loops), values.data,
        pycu::shape(values), pycu::strides(values), columns.data, pycu::shape(columns),
        pycu::strides(columns), starts.data, pycu::shape(starts), pycu::strides(starts), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y));
}

int csr_product_csr_product(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d values, pycu_array_i32_1d columns,
    pycu_array_i32_1d starts, pycu_array_f64_2d x, pycu_array_f64_2d y)
{
    return csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c(grid, block, shared_bytes, stream,
        values, columns, starts, x, y);
}

int csr_product_normalise__a1f8c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d values, pycu_array_i32_1d starts)
{
    pycu::Launch launch(csr_product_report__, "normalise", grid, block, shared_bytes, stream);
    launch.writes("values", values, pycu::Layout::C);
    launch.reads("starts", starts, pycu::Layout::C);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(csr_product, normalise, contiguous, loops), values.data,
            pycu::shape(values), starts.data, pycu::shape(starts));
    }
    return launch.run(PYCU_ENTRY(csr_product, normalise, strided, loops), values.data,
        pycu::shape(values), pycu::strides(values), starts.data, pycu::shape(starts),
        pycu::strides(starts));
}

int csr_product_normalise(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d values, pycu_array_i32_1d starts)
{
    return csr_product_normalise__a1f8c_a1i4c(grid, block, shared_bytes, stream, values, starts);
}
