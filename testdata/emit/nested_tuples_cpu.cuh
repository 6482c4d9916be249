// Named tuples in named tuples as arguments of a kernel, and a field with its type's name.
// Generated from nested_tuples.py by pycu: edit nested_tuples.py and run pycu again.
//
// Kernels of nested_tuples.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(nested_tuples)

PYCU_KERNEL void spread(Box box, pycu::array<double, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(out.size());
        PYCU_ALONG() {
            PYCU_AT(i, x);
            const Ray one = ray(clamped(out[i], 10.0));
            out[i] = box.high.x - box.low.y + one.point.y * one.t + clamped_at(out, i, 1.0);
        }
    }
}

PYCU_REGIONS_END(nested_tuples)
