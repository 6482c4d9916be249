// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
//
// Kernels of polar.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(polar)

PYCU_KERNEL void lengths(pycu::array<const double, 1, int> x, pycu::array<const double, 1, int> y,
                         pycu::array<double, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(out.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            out[i] = hypot_(x[i], y[i]);
        }
    }
}

PYCU_KERNEL void polar_distance(pycu::array<const float, 1, int> rho1,
                                pycu::array<const float, 1, int> theta1,
                                pycu::array<const float, 1, int> rho2,
                                pycu::array<const float, 1, int> theta2,
                                pycu::array<float, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(out.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            const auto [x1, y1] = polar_to_cartesian(rho1[i], theta1[i]);
            const auto [x2, y2] = polar_to_cartesian(rho2[i], theta2[i]);

            out[i] = pow(double((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)), 0.5);
        }
    }
}

PYCU_REGIONS_END(polar)
