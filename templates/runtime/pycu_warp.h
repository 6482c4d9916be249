// What the threads of a warp do together and CUDA has no plain name for; pycu_host_warp.h has it
// all for the host.
#pragma once

#include "pycu_tuple.h"

#if !PYCU_HOST

/// The lanes before this one in its warp.
PYCU_DEVICE unsigned pycu_lanemask_lt() {
    unsigned lanes;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
    return lanes;
}

/// `mask` where all of its lanes have the same value, otherwise 0; and which it is.
template <class T>
PYCU_DEVICE pycu::tuple<int32_t, bool> pycu_match_all_sync(unsigned mask, T value) {
    int is_same;
    const unsigned lanes = __match_all_sync(mask, value, &is_same);
    return {int32_t(lanes), is_same != 0};
}

#endif
