// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
//
// Kernels of decorator_options.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(decorator_options)

PYCU_KERNEL void fast(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(x.size());
        PYCU_ALONG() {
            PYCU_AT(i, x);
            x[i] = __fdividef(__sinf(x[i]), x[0]) + gauss(x[i]);
            x[i] = __fdividef(x[i], __powf(x[i], x[0]));
            y[i] = sin(y[i]) / y[0];  // float64 stays exact
        }
    }
}

PYCU_KERNEL void bounded(pycu::array<float, 1, int> x)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(x.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            x[i] = exact(x[i]);
        }
    }
}

PYCU_KERNEL void few_registers(pycu::array<float, 1, int> x)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(x.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            x[i] = x[i] + x[i];
        }
    }
}

PYCU_REGIONS_END(decorator_options)
