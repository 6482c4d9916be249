// Kernels with barriers whose text has the loops over a block's threads itself: the marks of that
// text in a generated x_launch.cuh. Only the CPU has them.
//
//   PYCU_BLOCK;
//   PYCU_KEPT(float, mine);       a variable that lives across barriers: one for each thread
//   PYCU_LIVE;                    threads may end before the kernel does
//   PYCU_THREADS(blockDim) {
//       PYCU_THREAD;
//       PYCU_SKIP_ENDED;
//       PYCU_LOAD(mine);
//       {
//           ... PYCU_END_THREAD(0); ...
//       }
//       PYCU_SAVE(mine);
//       PYCU_ENDED(0);
//   }
//   PYCU_END_WITH_ALL;
#pragma once

#include "pycu_kernel.h"

#if PYCU_HOST

#define PYCU_REGIONS(module) \
    PYCU_WARNINGS_OFF        \
    namespace {              \
    struct module##_regions__ : module##_module__ {
#define PYCU_WIDE_REGIONS(module) \
    PYCU_WARNINGS_OFF             \
    namespace {                   \
    struct module##_wide_regions__ : module##_wide__ {
#define PYCU_REGIONS_END(module) PYCU_END(module)

/// What a block of a kernel is run by, behind the kernel's entries.
#define PYCU_REGIONS_FOR(module, kernel, head, params, types, texts, regions) \
    namespace {                                                               \
    namespace module##_##texts##_regions__ {                                  \
        PYCU_KERNEL_TEXT(regions, kernel, head, types)                        \
    }                                                                         \
    }                                                                         \
    template <params>                                                         \
    struct pycu::regions_of<module##_##texts##__::kernel##_text types> {      \
        using type = module##_##texts##_regions__::kernel##_text types;       \
    };
#define PYCU_PLAIN_REGIONS(module, kernel) \
    PYCU_REGIONS_FOR(module, kernel, , , , texts, module##_regions__)
#define PYCU_INT_REGIONS(module, kernel) \
    PYCU_PLAIN_REGIONS(module, kernel)   \
    PYCU_REGIONS_FOR(module, kernel, , , , wide_texts, module##_wide_regions__)
#define PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)                                    \
    PYCU_REGIONS_FOR(module, kernel, template <class... T>, class... T, <T...>, texts, \
                     module##_regions__)
#define PYCU_INT_TEMPLATE_REGIONS(module, kernel)                                           \
    PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)                                             \
    PYCU_REGIONS_FOR(module, kernel, template <class... T>, class... T, <T...>, wide_texts, \
                     module##_wide_regions__)

/// What all threads of the block have, where the compiler sees that nothing changes it.
#define PYCU_BLOCK                         \
    const uint3 blockIdx = this->blockIdx; \
    const dim3 blockDim = this->blockDim, gridDim = this->gridDim

/// Signed counters: the index arithmetic may be assumed not to wrap. The order is that of fibers.
#define PYCU_THREADS(block)                                   \
    for (int pycu_z = 0; pycu_z < int(block.z); ++pycu_z)     \
        for (int pycu_y = 0; pycu_y < int(block.y); ++pycu_y) \
            for (int pycu_x = 0; pycu_x < int(block.x); ++pycu_x)
#define PYCU_THREAD                                                                 \
    const uint3 threadIdx = {unsigned(pycu_x), unsigned(pycu_y), unsigned(pycu_z)}; \
    const int pycu_thread = (pycu_z * int(blockDim.y) + pycu_y) * int(blockDim.x) + pycu_x
/// The same where functions of the module may ask which thread calls them.
#define PYCU_CALLING_THREAD \
    PYCU_THREAD;            \
    this->threadIdx = threadIdx

#define PYCU_KEPT(T, name) static thread_local T pycu_kept_##name[pycu::max_threads]
#define PYCU_KEPT_ARRAY(T, name, extents) \
    static thread_local T pycu_kept_##name[pycu::max_threads] extents
/// Variables of different blocks may have one name, and storage under two.
#define PYCU_LOAD_FROM(name, kept) auto name = pycu_kept_##kept[pycu_thread]
#define PYCU_SAVE_FROM(name, kept) pycu_kept_##kept[pycu_thread] = name
#define PYCU_REFER_FROM(name, kept) auto& name = pycu_kept_##kept[pycu_thread]
#define PYCU_LOAD(name) PYCU_LOAD_FROM(name, name)
#define PYCU_SAVE(name) PYCU_SAVE_FROM(name, name)
#define PYCU_REFER(name) PYCU_REFER_FROM(name, name)

#define PYCU_LIVE                                                       \
    static thread_local bool pycu_live[pycu::max_threads];              \
    const int pycu_threads = int(blockDim.x * blockDim.y * blockDim.z); \
    memset(pycu_live, true, size_t(pycu_threads))
#define PYCU_SKIP_ENDED            \
    if (!pycu_live[pycu_thread]) { \
        continue;                  \
    }
#define PYCU_END_THREAD(loop)           \
    {                                   \
        pycu_live[pycu_thread] = false; \
        goto pycu_ended_##loop;         \
    }
#define PYCU_ENDED(loop) pycu_ended_##loop:
/// The kernel ends with its last thread.
#define PYCU_END_WITH_ALL                                           \
    if (memchr(pycu_live, true, size_t(pycu_threads)) == nullptr) { \
        return;                                                     \
    }

#else

#define PYCU_PLAIN_REGIONS(module, kernel)
#define PYCU_INT_REGIONS(module, kernel)
#define PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)
#define PYCU_INT_TEMPLATE_REGIONS(module, kernel)

#endif
