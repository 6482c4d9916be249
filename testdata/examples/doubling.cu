// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(doubling)

__device__ void doubled(pycu::array<float, 2, int> arr)
{
    const int x_idx = threadIdx.x;
    const int y_idx = threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

// Auto calculation of indices
__device__ void doubled_auto_grid(pycu::array<float, 2, int> arr)
{
    const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

__device__ void doubled_man_copy(pycu::array<const float, 2, int> arr,
                                 pycu::array<float, 2, int> out)
{
    const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
    out(x_idx, y_idx) = arr(x_idx, y_idx) * 2.0;
}

PYCU_END(doubling)

// How the host launches the kernels above.
#include "doubling.h"
#include "doubling_wide.cuh"

PYCU_ENTRIES(doubling)

__global__ void doubled__contiguous(float* __restrict__ arr, int arr__0, int arr__1)
{
    doubled(pycu::packed(arr, arr__0, arr__1));
}

__global__ void doubled_auto_grid__contiguous(float* __restrict__ arr, int arr__0, int arr__1)
{
    doubled_auto_grid(pycu::packed(arr, arr__0, arr__1));
}

__global__ void doubled_man_copy__contiguous(const float* __restrict__ arr, int arr__0, int arr__1,
    float* __restrict__ out, int out__0, int out__1)
{
    doubled_man_copy(pycu::packed(arr, arr__0, arr__1), pycu::packed(out, out__0, out__1));
}

PYCU_ENTRIES_END(doubling)

PYCU_WRAPPERS(doubling)

int doubling_doubled__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr)
{
    pycu::Launch launch(doubling_report__, "doubled", grid, block, shared_bytes, stream);
    launch.writes("arr", arr);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(doubling, doubled, contiguous, loops), arr.data,
            int(arr.shape[0]), int(arr.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(doubling, doubled, strided, loops), arr.data,
        pycu::shape(arr), pycu::strides(arr));
}

int doubling_doubled(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d arr)
{
    return doubling_doubled__a2f4a(grid, block, shared_bytes, stream, arr);
}

int doubling_doubled_auto_grid__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr)
{
    pycu::Launch launch(doubling_report__, "doubled_auto_grid", grid, block, shared_bytes, stream);
    launch.writes("arr", arr);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(doubling, doubled_auto_grid, contiguous, loops), arr.data,
            int(arr.shape[0]), int(arr.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(doubling, doubled_auto_grid, strided, loops), arr.data,
        pycu::shape(arr), pycu::strides(arr));
}

int doubling_doubled_auto_grid(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr)
{
    return doubling_doubled_auto_grid__a2f4a(grid, block, shared_bytes, stream, arr);
}

int doubling_doubled_man_copy__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr, pycu_array_f32_2d out)
{
    pycu::Launch launch(doubling_report__, "doubled_man_copy", grid, block, shared_bytes, stream);
    launch.reads("arr", arr);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(doubling, doubled_man_copy, contiguous, loops), arr.data,
            int(arr.shape[0]), int(arr.shape[1]), out.data, int(out.shape[0]), int(out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(doubling, doubled_man_copy, strided, loops), arr.data,
        pycu::shape(arr), pycu::strides(arr), out.data, pycu::shape(out), pycu::strides(out));
}

int doubling_doubled_man_copy(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr, pycu_array_f32_2d out)
{
    return doubling_doubled_man_copy__a2f4a_a2f4a(grid, block, shared_bytes, stream, arr, out);
}
