// A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction.
// Generated from seismogram.py by pycu: edit seismogram.py and run pycu again.
#include "pycu.h"
#include "pycu_ufunc.h"

PYCU_MODULE(seismogram)

/// The wavelet of an explosion, `t` seconds after it.
__device__ float ricker(float t, float frequency)
{
    const double a = pycu::power(M_PI * frequency * t, 2);
    return (1.0 - 2.0 * a) * exp(-a);
}

/// The wavelet of an explosion, `t` seconds after it.
__device__ double ricker(double t, double frequency)
{
    const double a = M_PI * frequency * t * (M_PI * frequency * t);
    return (1.0 - 2.0 * a) * exp(-a);
}

/// The mean over `reach` samples on either side, as many as there are.
__device__ void smoothed(pycu::array<const double, 1> trace, int64_t reach,
                         pycu::array<double, 1> out)
{
    for (int64_t i = 0; i < trace.shape[0]; ++i) {
        const int64_t first = max(i - reach, int64_t(0));
        const int64_t last = min(i + reach, trace.shape[0] - 1);
        double total = 0.0;
        for (int64_t j = first; j < last + 1; ++j) {
            total += trace[j];
        }
        out[i] = total / (last - first + 1);
    }
}

PYCU_END(seismogram)

#include "seismogram_launch.cuh"
