// Everything of the runtime that generated text may use, for each type: runtime_text_test.py
// compiles it with every compiler that is there.
#include "pycu.h"
#include "pycu_cmath.h"
#include "pycu_foreign.h"
#include "pycu_grid.h"
#include "pycu_half.h"
#include "pycu_ufunc.h"

PYCU_MODULE(everything)

static __constant__ const double TABLE[2][2] = {{1.0, 2.0}, {3.0, 4.0}};
static constexpr pycu::tuple<int, float> PAIR{1, 2.0f};

template <class T>
__device__ T integers(T a, T b, T* place)
{
    T total = pycu::floor_div(a, b) + pycu::floor_mod(a, b) + pycu::power(a, b);
    total += pycu::shift_left(a, b) + pycu::shift_right(a, b) + pycu::abs(a);
    total += pycu::min(a, b, T(3)) + pycu::max(a, b, T(3));
    total += pycu::divmod(a, b).template get<0>();
    total += atomicAdd(place, 1) + atomicSub(place, 1) + atomicMax(place, 1) + atomicMin(place, 1);
    total += atomicAnd(place, 1) + atomicOr(place, 1) + atomicXor(place, 1) + atomicExch(place, 1);
    return total + atomicCAS(place, 1, 2);
}

template <class F>
__device__ F floats(F a, F b, F* place)
{
    F total = pycu::floor_div(a, b) + pycu::floor_mod(a, b) + pycu::power(a, b) + pycu::power(a, int64_t(3));
    total += F(pycu::to_int<int8_t>(a) + pycu::to_int<uint8_t>(a) + pycu::to_int<int16_t>(a) + pycu::to_int<uint16_t>(a));
    total += F(pycu::to_int<int>(a) + pycu::to_int<uint32_t>(a) + pycu::to_int<int64_t>(a) + pycu::to_int<uint64_t>(a));
    total += F(pycu::round(a)) + pycu::round(a, 2) + pycu::degrees(a) + pycu::radians(a) + pycu::gamma(a) + pycu::lgamma(a);
    const auto [mantissa, exponent] = pycu::frexp(a);
    const auto [fraction, whole] = pycu::modf(b);
    total += mantissa + F(exponent) + fraction + whole + pycu::powi(a, 2) + pycu::abs(a);
    total += pycu::atomic_max(place, a) + pycu::atomic_min(place, a);
    total += pycu::atomic_nanmax(place, a) + pycu::atomic_nanmin(place, a);
    return total + atomicAdd(place, a) + atomicSub(place, a);
}

__device__ double views(pycu::array<const double, 2> a, pycu::array<double, 1> b, pycu::array<const float, 0> c)
{
    b[pycu::wrap(-1, b.shape[0])] = a(0, 1) + c();
    return b[0] + b.size() + a.strides[0];
}

static constexpr float UNUSED = 1.0f;

__device__ void idle(pycu::array<float, 1> a, int64_t n)
{
    __shared__ float tile[4];
    const int64_t i = threadIdx.x;
    int64_t k = 0;
    k = 1;
    tile[0] = 1.0f;
}

PYCU_KERNEL void kernel(pycu::array<int, 1> i, pycu::array<uint32_t, 1> u, pycu::array<int64_t, 1> l, pycu::array<uint64_t, 1> m, pycu::array<float, 1> f, pycu::array<double, 1> d, pycu::array<bool, 1> flags)
{
    __shared__ float tile[4][8];
    alignas(16) __shared__ float aligned[4];
    const auto dynamic = PYCU_DYNAMIC_SHARED(double);
    double few[3] = {1.0, 2.0, 3.0};
    tile[threadIdx.y % 4][threadIdx.x % 8] = float(pycu_lane() + warpSize);
    __syncthreads();
    i[0] = integers(i[1], i[2], &i[0]) + __syncthreads_count(1) + __syncthreads_and(1) + __syncthreads_or(1);
    u[0] = integers(u[1], u[2], &u[0]) + atomicInc(&u[0], 5) + atomicDec(&u[0], 5);
    l[0] = integers(l[1], l[2], &l[0]);
    m[0] = integers(m[1], m[2], &m[0]) + atomicInc(&m[0], 5) + atomicDec(&m[0], 5);
    f[0] = floats(f[1], f[2], &f[0]) + tile[0][1];
    aligned[threadIdx.x % 4] = tile[0][1];
    d[0] = aligned[1] + floats(d[1], d[2], &d[0]) + views(TABLE, few, pycu::array<const float, 0>(f.data)) + dynamic.size();
    for (const int64_t k : pycu::range(l[3], l[4], l[5])) {
        l[6] += k + PAIR.get<0>();
    }
    for (const uint64_t k : pycu::range(m[3], m[4], m[5])) {
        m[6] += k;
    }
    const pycu::tuple<int64_t, int64_t> place{l[0], l[1]};
    flags[0] = place < pycu::tuple<int64_t, int64_t>{0, 1} && pycu::at(place, l[2]) > 0;
    idle(f, l[0]);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
}

PYCU_END(everything)

PYCU_WRAPPERS(everything)

PYCU_BOUNDED_PLAIN_ENTRIES(everything, kernel, __launch_bounds__(256))

extern "C" int everything_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d i, pycu_array_u32_1d u, pycu_array_i64_1d l, pycu_array_u64_1d m, pycu_array_f32_1d f, pycu_array_f64_1d d, pycu_array_b8_1d flags)
{
    return PYCU_LAUNCH(everything, kernel, fibers.named("Outer.kernel").local_arrays(24), (pycu::f_order(i), u, l, m, pycu::aliased(f), pycu::aliased(pycu::c_order(d)), flags));
}

PYCU_ALIAS(everything_again, everything_kernel)
