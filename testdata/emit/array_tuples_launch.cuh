// Arrays in tuples are const where nobody writes through them.
// Generated from array_tuples.py by pycu: edit array_tuples.py and run pycu again.
//
// How the host launches what array_tuples.cu has.
#include "array_tuples.h"

PYCU_WRAPPERS(array_tuples)

PYCU_PLAIN_ENTRIES(array_tuples, weighted)

int array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     pycu_array_f64_1d arrays_0,
                                                     pycu_array_f64_1d arrays_1, double weights_0,
                                                     double weights_1, pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(array_tuples, weighted, loops,
                       (arrays_0, arrays_1, weights_0, weights_1, out));
}

PYCU_ALIAS(array_tuples_weighted, array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a)

PYCU_PLAIN_ENTRIES(array_tuples, first_written)

int array_tuples_first_written__t2a1f8ca1f8c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_f64_1d t_0,
                                             pycu_array_f64_1d t_1)
{
    return PYCU_LAUNCH(array_tuples, first_written, loops,
                       (pycu::c_order(t_0), pycu::c_order(t_1)));
}

PYCU_ALIAS(array_tuples_first_written, array_tuples_first_written__t2a1f8ca1f8c)

PYCU_PLAIN_ENTRIES(array_tuples, parts)

int array_tuples_parts__a1f8c_a1f8c_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f64_1d a,
                                       pycu_array_f64_1d out, int64_t n)
{
    return PYCU_LAUNCH(array_tuples, parts, loops, (pycu::c_order(a), pycu::c_order(out), n));
}

PYCU_ALIAS(array_tuples_parts, array_tuples_parts__a1f8c_a1f8c_i8)
