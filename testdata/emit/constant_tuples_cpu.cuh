// Tuples of the module under an index: arrays in memory; written ones, under braces.
// Generated from constant_tuples.py by pycu: edit constant_tuples.py and run pycu again.
//
// Kernels of constant_tuples.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(constant_tuples)

PYCU_KERNEL void neighbours(pycu::array<const int, 2, int> a, pycu::array<int, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_ROW_IF(0 < i);
        PYCU_ROW_IF(i < a.shape[0] - 1);
        PYCU_SPAN(j, y);
        PYCU_ABOVE(0);
        PYCU_BELOW(a.shape[1] - 1);
        PYCU_ALONG_APART() {
            PYCU_AT(j, y);
            int64_t total = 0;
            for (int k = 0; k < 4; ++k) {
                total += a(i + SIDES[k][0], j + SIDES[k][1]);
            }
            for (int m = 0; m < 4; ++m) {
                const int di = SIDES[m][0];
                const int dj = SIDES[m][1];
                total -= a(i + di, j + dj);
            }
            const int row = total & 3;
            const pycu::tuple<int64_t, int64_t> side{SIDES[row][0], SIDES[row][1]};
            out(i, j) = total + side.get<0>();
        }
    }
}

PYCU_REGIONS_END(constant_tuples)
