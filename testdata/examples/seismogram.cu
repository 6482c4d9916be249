// A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction.
// Generated from seismogram.py by pycu: edit seismogram.py and run pycu again.
#include "pycu.h"
#include "pycu_ufunc.h"

PYCU_MODULE(seismogram)

/// The wavelet of an explosion, `t` seconds after it.
__device__ float ricker(float t, float frequency)
{
    const double a = pycu::power(3.141592653589793 * frequency * t, 2);
    return (1.0 - 2.0 * a) * exp(-a);
}

/// The wavelet of an explosion, `t` seconds after it.
__device__ double ricker(double t, double frequency)
{
    const double a = 3.141592653589793 * frequency * t * (3.141592653589793 * frequency * t);
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

// How the host calls the functions above.
#include "seismogram.h"

PYCU_ENTRIES(seismogram)

template <class Loop>
__global__ void ricker__f4_f4(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](float t, float frequency) {
        return ricker(t, frequency);
    });
}

template <class Loop>
__global__ void ricker__f8_f8(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](double t, double frequency) {
        return ricker(t, frequency);
    });
}

template <class Loop>
__global__ void smoothed__a1f8a_i8_a1f8a(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](auto... operands) {
        smoothed(operands...);
    });
}

PYCU_ENTRIES_END(seismogram)

PYCU_WRAPPERS(seismogram)
PYCU_SHARE_REPORT(seismogram)

int seismogram_ricker__f4_f4(pycu_stream stream, pycu_array_f32_nd t, pycu_array_f32_nd frequency,
    pycu_array_f32_nd out)
{
    pycu::LoopCall<3> call(seismogram_report__, "ricker", stream);
    call.reads("t", t);
    call.reads("frequency", frequency);
    call.writes("out", out);
    return call.run(PYCU_VECTORS(seismogram, ricker__f4_f4, float(float, float)));
}

int seismogram_ricker(pycu_stream stream, pycu_array_f32_nd t, pycu_array_f32_nd frequency,
    pycu_array_f32_nd out)
{
    return seismogram_ricker__f4_f4(stream, t, frequency, out);
}

void seismogram_ricker__f4_f4_loop(char** args, const intptr_t* extents, const intptr_t* steps,
    void* status)
{
    pycu::numpy_loop<2>(seismogram_report__, seismogram_ricker__f4_f4, nullptr, args, extents,
        steps, status);
}

int seismogram_ricker__f8_f8(pycu_stream stream, pycu_array_f64_nd t, pycu_array_f64_nd frequency,
    pycu_array_f64_nd out)
{
    pycu::LoopCall<3> call(seismogram_report__, "ricker", stream);
    call.reads("t", t);
    call.reads("frequency", frequency);
    call.writes("out", out);
    return call.run(PYCU_VECTORS(seismogram, ricker__f8_f8, double(double, double)));
}

void seismogram_ricker__f8_f8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
    void* status)
{
    pycu::numpy_loop<2>(seismogram_report__, seismogram_ricker__f8_f8, nullptr, args, extents,
        steps, status);
}

int seismogram_smoothed__a1f8a_i8_a1f8a(pycu_stream stream, pycu_array_f64_nd trace,
    pycu_array_i64_nd reach, pycu_array_f64_nd out)
{
    pycu::LoopCall<3> call(seismogram_report__, "smoothed", stream, "(n),()->(n)");
    call.reads("trace", trace);
    call.reads("reach", reach);
    call.writes("out", out);
    return call.run(PYCU_CALLS(seismogram, smoothed__a1f8a_i8_a1f8a,
        void(pycu::array<const double, 1>, int64_t, pycu::array<double, 1>)));
}

int seismogram_smoothed(pycu_stream stream, pycu_array_f64_nd trace, pycu_array_i64_nd reach,
    pycu_array_f64_nd out)
{
    return seismogram_smoothed__a1f8a_i8_a1f8a(stream, trace, reach, out);
}

void seismogram_smoothed__a1f8a_i8_a1f8a_loop(char** args, const intptr_t* extents,
    const intptr_t* steps, void* status)
{
    pycu::numpy_loop<2>(seismogram_report__, seismogram_smoothed__a1f8a_i8_a1f8a, "(n),()->(n)",
        args, extents, steps, status);
}

// Reductions are a file of their own, but where one is all that is compiled.
#ifdef PYCU_ONE_FILE
#include "seismogram_reduce.cu"
#endif
