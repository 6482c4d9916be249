// What programs do where a library is not there.
#pragma once

#include "syntax/tree.h"

namespace pycu::sema {

/// Whether a handler only keeps that a module is not there: `cupy = None`, `HAS_CUPY = False`, a
/// class in its place. A program that takes CuPy for arrays of the device, or xarray to hold them,
/// is followed as it runs with that: without it the same kernels get other arrays, or none.
bool says_it_is_missing(const syntax::Tree& tree, const syntax::Suite& tried,
                        const syntax::Suite& handler);

}  // namespace pycu::sema
