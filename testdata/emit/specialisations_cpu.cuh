// A function for several types is a template where the texts differ in types alone, and overloaded
// otherwise; what C++ cannot tell apart gets names.
// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
//
// Kernels of specialisations.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(specialisations)

PYCU_KERNEL void use(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                     pycu::array<int64_t, 1, int> k, pycu::array<int64_t, 1, int> m)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG() {
            PYCU_AT(i, x);
            x[i] = twice(x[i]);
            y[i] = twice(y[i]) + twice(2.5);
            k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
            m[i] = first(k) + first(m);
        }
    }
}

template <typename T>
PYCU_KERNEL void norms(pycu::array<const T, 2, int> a, pycu::array<T, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(out.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            out[i] = norm(a, int64_t(i));
        }
    }
}

PYCU_KERNEL void divide(pycu::array<int, 1, int> a, int by)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(a.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            a[i] = pycu::to_int<int>(double(a[i]) / by);
        }
    }
}

template <typename T>
PYCU_KERNEL void divide_(pycu::array<T, 1, int> a, T by)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(a.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            a[i] /= by;
        }
    }
}

PYCU_REGIONS_END(specialisations)
