// A radix-2 fast Fourier transform of many short signals, one block each, in shared memory.
// Generated from fft.py by pycu: edit fft.py and run pycu again.
//
// The kernels of fft.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(fft)

/// The place of sample i: its BITS bits in the other order.
__device__ int64_t reversed_bits(int64_t i)
{
    int64_t place = 0;
    for (int64_t _ = 0; _ < BITS; ++_) {
        place = (place << 1) | (i & 1);
        i >>= 1;
    }
    return place;
}

/// One sum and one difference of the transform.
__device__ pycu::tuple<pycu::complex<double>,
    pycu::complex<double>> butterfly(pycu::complex<double> a, pycu::complex<double> b,
    pycu::complex<double> twiddle)
{
    const pycu::complex<double> turned = twiddle * b;
    return {a + turned, a - turned};
}

/// Each block transforms a row of `signals` in place; each thread has one butterfly a stage.
__device__ void fft(pycu::array<pycu::complex<double>, 2> signals, bool inverse)
{
    __shared__ pycu::complex<double> samples[SIZE];
    const int row = blockIdx.x;
    const int t = threadIdx.x;
    for (int64_t i = t; i < SIZE; i += SIZE / 2) {
        samples[pycu::wrap(pycu_wide::reversed_bits(i), SIZE)] = signals(row, i);
    }
    __syncthreads();

    const int64_t sign = inverse ? 1 : -1;
    int64_t half = 1;
    while (half < SIZE) {
        const int64_t k = t % half;
        const int64_t low = t / half * half * 2 + k;
        const pycu::complex<double> twiddle =
            pycu::exp(sign * pycu::complex<double>{0.0, 1.0} * 3.141592653589793 * k / half);
        const auto items = pycu_wide::butterfly(samples[low], samples[low + half], twiddle);
        samples[low] = items.get<0>();
        samples[low + half] = items.get<1>();
        __syncthreads();
        half *= 2;
    }

    const double scale = inverse ? 1.0 / SIZE : 1.0;
    for (int64_t i = t; i < SIZE; i += SIZE / 2) {
        signals(row, i) = scale * samples[i];
    }
}

__global__ void fft__strided(pycu::complex<double>* signals, pycu::extents<2> signals__shape,
    pycu::extents<2> signals__strides, bool inverse)
{
    pycu_wide::fft(pycu::view_a(signals, signals__shape, signals__strides), inverse);
}

PYCU_WIDE_END(fft)
