// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
//
// Kernels of comments.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(comments)

PYCU_KERNEL void annotate(pycu::array<int64_t, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        // at the begin
        const int i = blockIdx.x * blockDim.x + threadIdx.x;  // behind \.
        PYCU_SPAN(i, x);
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);

            // two
            // lines
            if (i < LIMIT) {  // the condition
                // in the branch
                out[i] = 1;

                // after two blank lines
                out[i] = 2;
            } else {
                // in the other branch
                out[i] = 3;
            }
            // no blank
            // special
            // nothing
            // at the end
        }
    }
}

PYCU_REGIONS_END(comments)
