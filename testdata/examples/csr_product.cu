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
        total += values[k] * x[pycu::wrap(columns[k], x.shape[0])];
    }
    return total;
}

/// y = A x, one column of x after the other.
__device__ void csr_product(pycu::array<const double, 1, int> values,
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
__device__ void normalise(pycu::array<double, 1, int> values, pycu::array<const int, 1, int> starts)
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

// How the host launches the kernels above.
#include "csr_product.h"
#include "csr_product_wide.cuh"

PYCU_ENTRIES(csr_product)

__global__ void csr_product__contiguous(const double* __restrict__ values, int values__0,
    const int* __restrict__ columns, int columns__0, const int* __restrict__ starts, int starts__0,
    const double* __restrict__ x, int x__0, int x__1, double* __restrict__ y, int y__0, int y__1)
{
    csr_product(pycu::packed(values, values__0), pycu::packed(columns, columns__0),
        pycu::packed(starts, starts__0), pycu::packed(x, x__0, x__1), pycu::packed(y, y__0, y__1));
}

__global__ void normalise__contiguous(double* __restrict__ values, int values__0,
    const int* __restrict__ starts, int starts__0)
{
    normalise(pycu::packed(values, values__0), pycu::packed(starts, starts__0));
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
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(csr_product, csr_product, contiguous, loops), values.data,
            int(values.shape[0]), columns.data, int(columns.shape[0]), starts.data,
            int(starts.shape[0]), x.data, int(x.shape[0]), int(x.shape[1]), y.data, int(y.shape[0]),
            int(y.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(csr_product, csr_product, strided, loops), values.data,
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
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(csr_product, normalise, contiguous, loops), values.data,
            int(values.shape[0]), starts.data, int(starts.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(csr_product, normalise, strided, loops), values.data,
        pycu::shape(values), pycu::strides(values), starts.data, pycu::shape(starts),
        pycu::strides(starts));
}

int csr_product_normalise(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d values, pycu_array_i32_1d starts)
{
    return csr_product_normalise__a1f8c_a1i4c(grid, block, shared_bytes, stream, values, starts);
}
