// pycu: --debug
//
// Every index, division and barrier of a debug text is checked, under the names of Python.
// Generated from debug.py by pycu: edit debug.py and run pycu again.
//
// How the host launches what debug.cu has.
#include "debug.h"

PYCU_WRAPPERS(debug)

PYCU_PLAIN_ENTRIES(debug, arrays)

int debug_arrays__a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d x, pycu_array_f32_1d out, int32_t n)
{
    return PYCU_LAUNCH(debug, arrays, fibers, (x, out, n));
}

PYCU_ALIAS(debug_arrays, debug_arrays__a2f4a_a1f4a_i4)

PYCU_PLAIN_ENTRIES(debug, divisions)

int debug_divisions__a1i4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d counts, pycu_array_f32_1d out, int32_t n)
{
    return PYCU_LAUNCH(debug, divisions, loops, (counts, out, n));
}

PYCU_ALIAS(debug_divisions, debug_divisions__a1i4a_a1f4a_i4)

PYCU_PLAIN_ENTRIES(debug, control)

int debug_control__a1i4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d counts, int32_t n)
{
    return PYCU_LAUNCH(debug, control, loops, (counts, n));
}

PYCU_ALIAS(debug_control, debug_control__a1i4a_i4)
