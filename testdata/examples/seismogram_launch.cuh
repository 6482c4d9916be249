// A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction.
// Generated from seismogram.py by pycu: edit seismogram.py and run pycu again.
//
// How the host launches what seismogram.cu has.
#include "seismogram.h"

PYCU_WRAPPERS(seismogram)
PYCU_SHARE_REPORT(seismogram)

PYCU_ENTRIES(seismogram)

template <class Loop>
__global__ void ricker__f4_f4(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x,
             [&](float t, float frequency) { return ricker(t, frequency); });
}

template <class Loop>
__global__ void ricker__f8_f8(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x,
             [&](double t, double frequency) { return ricker(t, frequency); });
}

template <class Loop>
__global__ void smoothed__a1f8a_i8_a1f8a(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](auto... operands) { smoothed(operands...); });
}

PYCU_ENTRIES_END(seismogram)

int seismogram_ricker__f4_f4(pycu_stream stream, pycu_array_f32_nd t, pycu_array_f32_nd frequency,
                             pycu_array_f32_nd out)
{
    pycu::LoopCall<3> call(seismogram_report__, "ricker", stream);
    call.reads("t", t);
    call.reads("frequency", frequency);
    call.writes("out", out);
    return call.run(PYCU_VECTORS(seismogram, ricker__f4_f4, float(float, float)));
}

PYCU_ALIAS(seismogram_ricker, seismogram_ricker__f4_f4)

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
    return call.run(
        PYCU_CALLS(seismogram, smoothed__a1f8a_i8_a1f8a,
                   void(pycu::array<const double, 1>, int64_t, pycu::array<double, 1>)));
}

PYCU_ALIAS(seismogram_smoothed, seismogram_smoothed__a1f8a_i8_a1f8a)

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
