// A Julia set: how many steps of z = z * z + c a point of the plane takes to escape.
// Generated from julia.py by pycu: edit julia.py and run pycu again.
//
// Kernels of julia.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(julia)

PYCU_KERNEL void julia(pycu::array<int, 2, int> image)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int row = blockIdx.x * blockDim.x + threadIdx.x;
        const int column = blockIdx.y * blockDim.y + threadIdx.y;
        const int rows = image.shape[0], columns = image.shape[1];
        const double y = (double(row) / rows - 0.5) * HEIGHT;
        PYCU_ROW_IF(row < rows);
        PYCU_SPAN(column, y);
        PYCU_BELOW(columns);
        PYCU_ALONG_APART() {
            PYCU_AT(column, y);
            const double x = (double(column) / columns - 0.5) * WIDTH;
            image(row, column) = steps_to_escape(pycu::complex<float>{float(x), float(y)});
        }
    }
}

PYCU_REGIONS_END(julia)
