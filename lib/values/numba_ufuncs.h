// What functions that `@vectorize` has made return.
#pragma once

#include "values/elements.h"
#include "values/functions.h"
#include "values/functions_made.h"

namespace pycu::sema {

/// What a universal function makes of arrays and numbers. With target="cuda": an array in C order
/// of the dtype that its signature says, on the device where one of its arguments is there, or
/// `out`; else what NumPy allocates for that dtype. Nothing where its signatures or the dtypes of
/// the arguments are not known.
HostResult call_numba_ufunc(const JitArguments& given, const CallArguments& args);

}  // namespace pycu::sema
