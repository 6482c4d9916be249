// Integrals of several functions by one rule, which takes the function as an argument.
// Generated from quadrature.py by pycu: edit quadrature.py and run pycu again.
//
// Kernels of quadrature.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(quadrature)

PYCU_KERNEL void integrate(pycu::array<const double, 1, int> widths,
                           pycu::array<double, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(widths.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            const double width = widths[i];

            out(0, i) = simpson_bell(0.0, width, 50);
            out(1, i) = simpson_wave(0.0, 10.0, 200, width);
            out(2, i) = simpson_lambda(0.0, width, 50);
        }
    }
}

PYCU_REGIONS_END(quadrature)
