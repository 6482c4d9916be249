// A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction.
// Generated from seismogram.py by pycu: edit seismogram.py and run pycu again.
#include "pycu.h"
#include "pycu_reduction.h"

PYCU_MODULE(seismogram_reduce)

/// The sample that is farthest from 0.
__device__ double peak(double a, double b)
{
    return fabs(a) >= fabs(b) ? a : b;
}

PYCU_END(seismogram_reduce)

// How the host starts the reductions.
#include "seismogram.h"
PYCU_SHARED_REPORT(seismogram)

PYCU_OPERATOR(seismogram_reduce, peak__f8_f8, double, peak)

int seismogram_peak__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes,
                           pycu_array_f64_nd array, const double* init, double* result)
{
    pycu::Reduction call(seismogram_shared_report_(), "peak", stream);
    return call.run<PYCU_OPERATOR_NAME(seismogram_reduce, peak__f8_f8)>(storage, storage_bytes,
                                                                        array, init, result);
}

PYCU_ALIAS(seismogram_peak, seismogram_peak__f8_f8)
