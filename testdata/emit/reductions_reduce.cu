// Reductions, beside a kernel that uses one of their functions.
// Generated from reductions.py by pycu: edit reductions.py and run pycu again.
#include "pycu.h"
#include "pycu_reduction.h"

PYCU_MODULE(reductions_reduce)

static constexpr double SCALE = 1000.0;

__device__ double rounded(double x)
{
    return pycu::round(x * SCALE) / SCALE;
}

/// The sum of rounded numbers.
__device__ double total(double a, double b)
{
    return rounded(a) + rounded(b);
}

__device__ int largest(int a, int b)
{
    return a > b ? a : b;
}

PYCU_END(reductions_reduce)

// How the host starts the reductions.
#include "reductions.h"
PYCU_SHARED_REPORT(reductions)

PYCU_OPERATOR(reductions_reduce, total__f8_f8, double, total)
PYCU_OPERATOR(reductions_reduce, largest__i4_i4, int, largest)

int reductions_total__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes,
                            pycu_array_f64_nd array, const double* init, double* result)
{
    pycu::Reduction call(reductions_shared_report_(), "total", stream);
    return call.run<PYCU_OPERATOR_NAME(reductions_reduce, total__f8_f8)>(storage, storage_bytes,
                                                                         array, init, result);
}

PYCU_ALIAS(reductions_total, reductions_total__f8_f8)

int reductions_largest__i4_i4(pycu_stream stream, void* storage, size_t* storage_bytes,
                              pycu_array_i32_nd array, const int32_t* init, int32_t* result)
{
    pycu::Reduction call(reductions_shared_report_(), "largest", stream);
    return call.run<PYCU_OPERATOR_NAME(reductions_reduce, largest__i4_i4)>(storage, storage_bytes,
                                                                           array, init, result);
}

PYCU_ALIAS(reductions_largest, reductions_largest__i4_i4)
