// Rows, columns, slices and other views: as short in C++ as in Python; no names where none were.
// Generated from views.py by pycu: edit views.py and run pycu again.
//
// How the host launches what views.cu has.
#include "views.h"

PYCU_WRAPPERS(views)

PYCU_PLAIN_ENTRIES(views, views)

int views_views__a2f4c_a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_2d b,
                                      pycu_array_f32_1d out, int32_t n)
{
    return PYCU_LAUNCH(views, views, loops, (pycu::c_order(a), b, out, n));
}

PYCU_ALIAS(views_views, views_views__a2f4c_a2f4a_a1f4a_i4)
