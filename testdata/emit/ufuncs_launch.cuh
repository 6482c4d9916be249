// Ufuncs and generalised ufuncs.
// Generated from ufuncs.py by pycu: edit ufuncs.py and run pycu again.
//
// How the host launches what ufuncs.cu has.
#include "ufuncs.h"

PYCU_WRAPPERS(ufuncs)

PYCU_ENTRIES(ufuncs)

template <class Loop>
__global__ void gaussian_pdf__f4_f4_f4(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x,
             [&](float x, float mean, float sigma) { return gaussian_pdf(x, mean, sigma); });
}

template <class Loop>
__global__ void add__i8_i8(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](int64_t x, int64_t out) { return add(x, out); });
}

template <class Loop>
__global__ void add__f8_f8(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](double x, double out) { return add(x, out); });
}

template <class Loop>
__global__ void doubled__f4(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](float arr) { return doubled(arr); });
}

template <class Loop>
__global__ void conjugate_square__c8(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](pycu::complex<float> z) { return conjugate_square(z); });
}

template <class Loop>
__global__ void doubled_gufunc__a2f4a_a2f4a(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](auto... operands) { doubled_gufunc(operands...); });
}

template <class Loop>
__global__ void add_scalar__a1i8a_i8_a1i8c_a1i8a(Loop loop)
{
    loop.run(blockIdx.x, threadIdx.x, [&](auto... operands) { add_scalar(operands...); });
}

PYCU_ENTRIES_END(ufuncs)

int ufuncs_gaussian_pdf__f4_f4_f4(pycu_stream stream, pycu_array_f32_nd x, pycu_array_f32_nd mean,
                                  pycu_array_f32_nd sigma, pycu_array_f32_nd out)
{
    pycu::LoopCall<4> call(ufuncs_report__, "gaussian_pdf", stream);
    call.reads("x", x);
    call.reads("mean", mean);
    call.reads("sigma", sigma);
    call.writes("out", out);
    return call.run(PYCU_VECTORS(ufuncs, gaussian_pdf__f4_f4_f4, float(float, float, float)));
}

PYCU_ALIAS(ufuncs_gaussian_pdf, ufuncs_gaussian_pdf__f4_f4_f4)

void ufuncs_gaussian_pdf__f4_f4_f4_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                                        void* status)
{
    pycu::numpy_loop<3>(ufuncs_report__, ufuncs_gaussian_pdf__f4_f4_f4, nullptr, args, extents,
                        steps, status);
}

int ufuncs_add__i8_i8(pycu_stream stream, pycu_array_i64_nd x, pycu_array_i64_nd out,
                      pycu_array_i64_nd out_)
{
    pycu::LoopCall<3> call(ufuncs_report__, "add", stream);
    call.reads("x", x);
    call.reads("out", out);
    call.writes("out_", out_);
    return call.run(PYCU_ELEMENTS(ufuncs, add__i8_i8, int64_t(int64_t, int64_t)));
}

PYCU_ALIAS(ufuncs_add, ufuncs_add__i8_i8)

void ufuncs_add__i8_i8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                            void* status)
{
    pycu::numpy_loop<2>(ufuncs_report__, ufuncs_add__i8_i8, nullptr, args, extents, steps, status);
}

int ufuncs_add__f8_f8(pycu_stream stream, pycu_array_f64_nd x, pycu_array_f64_nd out,
                      pycu_array_f64_nd out_)
{
    pycu::LoopCall<3> call(ufuncs_report__, "add", stream);
    call.reads("x", x);
    call.reads("out", out);
    call.writes("out_", out_);
    return call.run(PYCU_ELEMENTS(ufuncs, add__f8_f8, double(double, double)));
}

void ufuncs_add__f8_f8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                            void* status)
{
    pycu::numpy_loop<2>(ufuncs_report__, ufuncs_add__f8_f8, nullptr, args, extents, steps, status);
}

int ufuncs_doubled__f4(pycu_stream stream, pycu_array_f32_nd arr, pycu_array_f32_nd out)
{
    pycu::LoopCall<2> call(ufuncs_report__, "doubled", stream);
    call.reads("arr", arr);
    call.writes("out", out);
    return call.run(PYCU_ELEMENTS(ufuncs, doubled__f4, float(float)));
}

PYCU_ALIAS(ufuncs_doubled, ufuncs_doubled__f4)

void ufuncs_doubled__f4_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                             void* status)
{
    pycu::numpy_loop<1>(ufuncs_report__, ufuncs_doubled__f4, nullptr, args, extents, steps, status);
}

int ufuncs_conjugate_square__c8(pycu_stream stream, pycu_array_c64_nd z, pycu_array_c64_nd out)
{
    pycu::LoopCall<2> call(ufuncs_report__, "conjugate_square", stream);
    call.reads("z", z);
    call.writes("out", out);
    return call.run(
        PYCU_ELEMENTS(ufuncs, conjugate_square__c8, pycu::complex<float>(pycu::complex<float>)));
}

PYCU_ALIAS(ufuncs_conjugate_square, ufuncs_conjugate_square__c8)

void ufuncs_conjugate_square__c8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                                      void* status)
{
    pycu::numpy_loop<1>(ufuncs_report__, ufuncs_conjugate_square__c8, nullptr, args, extents, steps,
                        status);
}

int ufuncs_doubled_gufunc__a2f4a_a2f4a(pycu_stream stream, pycu_array_f32_nd arr,
                                       pycu_array_f32_nd out)
{
    pycu::LoopCall<2> call(ufuncs_report__, "doubled_gufunc", stream, "(m,n)->(m,n)");
    call.reads("arr", arr);
    call.writes("out", out);
    return call.run(PYCU_CALLS(ufuncs, doubled_gufunc__a2f4a_a2f4a,
                               void(pycu::array<const float, 2>, pycu::array<float, 2>)));
}

PYCU_ALIAS(ufuncs_doubled_gufunc, ufuncs_doubled_gufunc__a2f4a_a2f4a)

void ufuncs_doubled_gufunc__a2f4a_a2f4a_loop(char** args, const intptr_t* extents,
                                             const intptr_t* steps, void* status)
{
    pycu::numpy_loop<1>(ufuncs_report__, ufuncs_doubled_gufunc__a2f4a_a2f4a, "(m,n)->(m,n)", args,
                        extents, steps, status);
}

int ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a(pycu_stream stream, pycu_array_i64_nd x,
                                            pycu_array_i64_nd y, pycu_array_i64_nd out,
                                            pycu_array_i64_nd total)
{
    pycu::LoopCall<4> call(ufuncs_report__, "add_scalar", stream, "(n),()->(n),()");
    call.reads("x", x);
    call.reads("y", y);
    call.writes("out", out, pycu::Layout::C);
    call.writes("total", total);
    return call.run(PYCU_CALLS(ufuncs, add_scalar__a1i8a_i8_a1i8c_a1i8a,
                               void(pycu::array<const int64_t, 1>, int64_t, pycu::array<int64_t, 1>,
                                    pycu::array<int64_t, 1>)));
}

PYCU_ALIAS(ufuncs_add_scalar, ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a)

void ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a_loop(char** args, const intptr_t* extents,
                                                  const intptr_t* steps, void* status)
{
    pycu::numpy_loop<2>(ufuncs_report__, ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a, "(n),()->(n),()",
                        args, extents, steps, status);
}
