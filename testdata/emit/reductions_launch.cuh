// Reductions, beside a kernel that uses one of their functions.
// Generated from reductions.py by pycu: edit reductions.py and run pycu again.
//
// How the host launches what reductions.cu has.
#include "reductions.h"

PYCU_WRAPPERS(reductions)
PYCU_SHARE_REPORT(reductions)

PYCU_PLAIN_ENTRIES(reductions, round_all)

int reductions_round_all__a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f64_1d a)
{
    return PYCU_LAUNCH(reductions, round_all, loops, (a));
}

PYCU_ALIAS(reductions_round_all, reductions_round_all__a1f8a)

// Reductions are a file of their own, but where one is all that is compiled.
#ifdef PYCU_ONE_FILE
#include "reductions_reduce.cu"
#endif
