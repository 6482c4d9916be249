// The marks of a generated .cu: where a module begins and ends, what a launch starts, and the
// functions that every module exports beside its kernels.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "pycu_marks.h"
#include "pycu_regions.h"

#if PYCU_HOST

// A Python function may leave a parameter or a variable unused; g++ does not see that what threads
// leave for others is there, or takes what they bring along for a use.
#ifdef __clang__
#define PYCU_UNSET_OFF
#else
#define PYCU_UNSET_OFF _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
#endif
#define PYCU_WARNINGS_OFF                                                                   \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"") \
        _Pragma("GCC diagnostic ignored \"-Wunused-variable\"")                             \
            _Pragma("GCC diagnostic ignored \"-Wunused-but-set-variable\"") PYCU_UNSET_OFF
#define PYCU_WARNINGS_ON _Pragma("GCC diagnostic pop")

// In an unnamed namespace, so that two modules of one name in one program are two.
#define PYCU_MODULE(module) \
    PYCU_WARNINGS_OFF       \
    namespace {             \
    struct module##_module__ : pycu::Thread {
#define PYCU_END(module) \
    }                    \
    ;                    \
    }                    \
    PYCU_WARNINGS_ON
#define PYCU_ENTRIES(module) \
    namespace {              \
    struct module##_entries__ : module##_module__ {
#define PYCU_ENTRIES_END(module) \
    }                            \
    ;                            \
    }
#define PYCU_WIDE(module)                        \
    PYCU_WARNINGS_OFF                            \
    namespace {                                  \
    struct module##_wide__ : module##_module__ { \
        using pycu_wide = module##_wide__;
#define PYCU_WIDE_END(module) PYCU_END(module)

/// A function that another one calls before it stands in the text: members need no declaration.
#define PYCU_DECLARE(...)

/// The entry `kernel__variant` of a module, for pycu::Launch::run.
#define PYCU_ENTRY(module, kernel, variant, engine)                            \
    pycu::entry<module##_entries__, &module##_entries__::kernel##__##variant>( \
        #variant, pycu::Engine::engine)
/// The items of a named tuple of the module.
#define PYCU_ITEMS(module, tuple, ...)                      \
    namespace {                                             \
    struct module##_##tuple##_items__ : module##_module__ { \
        using type = pycu::type_list<__VA_ARGS__>;          \
    };                                                      \
    }                                                       \
    template <>                                             \
    struct pycu::items_of<module##_module__::tuple> {       \
        using type = module##_##tuple##_items__::type;      \
    };

#else

#define PYCU_DECLARE(...) __VA_ARGS__;

#ifndef __maxnreg__  // before CUDA 12.4
#define __maxnreg__(...)
#endif

// A Python module may leave a constant or a variable unused.
#ifdef PYCU_LAUNCHER
#define PYCU_MODULE(module) namespace module {
#define PYCU_END(module) }
#else
#define PYCU_MODULE(module)                                       \
    _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 177") \
        _Pragma("nv_diag_suppress 550") namespace module {
#define PYCU_END(module) \
    }                    \
    _Pragma("nv_diagnostic pop")
#endif
#define PYCU_ENTRIES(module) namespace module {
#define PYCU_ENTRIES_END(module) }
#define PYCU_ENTRY(module, kernel, variant, engine) \
    pycu::entry<&module::kernel##__##variant>(#variant, pycu::Engine::engine)
#define PYCU_WIDE(module) PYCU_MODULE(module) namespace pycu_wide {
#define PYCU_WIDE_END(module) \
    }                         \
    PYCU_END(module)
#define PYCU_ITEMS(module, tuple, ...)                      \
    namespace module {                                      \
    struct pycu_items_of_##tuple {                          \
        using type = pycu::type_list<__VA_ARGS__>;          \
    };                                                      \
    }                                                       \
    template <>                                             \
    struct pycu::items_of<::module::tuple> {                \
        using type = ::module::pycu_items_of_##tuple::type; \
    };

extern __shared__ __align__(16) unsigned char pycu_dynamic_shared_bytes[];

#endif

/// What stands in front of a kernel's text: its entries, which a launch starts, call it.
#define PYCU_KERNEL __device__
/// A second name of a wrapper.
#define PYCU_ALIAS(name, wrapper) \
    extern "C" decltype(wrapper) name __attribute__((alias(#wrapper)));

/// The block's dynamic shared memory as an array of T; all such arrays begin at one place.
#define PYCU_DYNAMIC_SHARED(...) pycu::dynamic_shared<__VA_ARGS__>()

/// Defines what every module exports: the last error and the memory of its target.
#define PYCU_WRAPPERS(module)                                                         \
    static thread_local pycu::Report module##_report__;                               \
    const char* module##_last_error(void) {                                           \
        return module##_report__.text;                                                \
    }                                                                                 \
    const char* module##_last_entry(void) {                                           \
        return module##_report__.entry;                                               \
    }                                                                                 \
    const char* module##_target(void) {                                               \
        return PYCU_HOST ? "cpu" : "cuda";                                            \
    }                                                                                 \
    int module##_malloc(void** pointer, size_t bytes) {                               \
        return pycu::allocate(module##_report__, pointer, bytes);                     \
    }                                                                                 \
    int module##_free(void* pointer) {                                                \
        return pycu::release(module##_report__, pointer);                             \
    }                                                                                 \
    int module##_copy(void* to, const void* from, size_t bytes, pycu_stream stream) { \
        return pycu::copy(module##_report__, to, from, bytes, stream);                \
    }                                                                                 \
    int module##_sync(pycu_stream stream) {                                           \
        return pycu::sync(module##_report__, stream);                                 \
    }

/// Lets x_reduce.cu report in the thread's report of the module.
#define PYCU_SHARE_REPORT(module)                                                  \
    __attribute__((visibility("hidden"))) pycu::Report& module##_shared_report_(); \
    pycu::Report& module##_shared_report_() {                                      \
        return module##_report__;                                                  \
    }

namespace pycu {

/// What a memory function says of a null pointer.
inline int null_pointer(Report& report) {
    snprintf(report.text, sizeof report.text, "a null pointer to memory");
    return PYCU_ERROR_NULL;
}

/// What is wrong with a copy, if anything.
inline int check_copy(Report& report, const void* to, const void* from, size_t bytes) {
    if (bytes > 0 && (to == nullptr || from == nullptr)) {
        return null_pointer(report);
    }
    if (bytes > SIZE_MAX / 2) {
        snprintf(report.text, sizeof report.text, "a copy of %zu bytes, which no memory has",
                 bytes);
        return PYCU_ERROR_SHAPE;
    }
    return PYCU_SUCCESS;
}

#if PYCU_HOST

/// Ends the thread, as `raise` and a failed `assert` in a device function do. A function of the
/// host raises the exception.
[[noreturn]] inline void stop_thread(const char* exception, const char* message) {
    throw Stop{exception, message};
}
[[noreturn]] inline void stop_thread() {
    throw Stop{"RuntimeError", "the thread ends here"};
}

/// A shared array of a kernel whose shared arrays are too large to be static ones of CUDA.
template <class T, int Offset>
T& large_shared() {
    static thread_local T memory;
    return memory;
}

template <class T, class Index = int64_t>
array<T, 1, Index> dynamic_shared() {
    unsigned bytes = 0;
    T* const data = static_cast<T*>(dynamic_shared_memory(&bytes));
    return array<T, 1, Index>(data, bytes / sizeof(T));
}

inline int allocate(Report& report, void** pointer, size_t bytes) {
    if (pointer == nullptr) {
        return null_pointer(report);
    }
    constexpr size_t alignment = 256;
    const size_t rounded = (bytes / alignment + (bytes % alignment != 0)) * alignment;
    *pointer = rounded >= bytes ? aligned_alloc(alignment, rounded) : nullptr;
    if (*pointer == nullptr && bytes > 0) {
        snprintf(report.text, sizeof report.text, "no memory left for %zu bytes", bytes);
        return PYCU_ERROR_MEMORY;
    }
    return PYCU_SUCCESS;
}

inline int release(Report&, void* pointer) {
    free(pointer);
    return PYCU_SUCCESS;
}

inline int copy(Report& report, void* to, const void* from, size_t bytes, pycu_stream) {
    const int code = check_copy(report, to, from, bytes);
    if (code == PYCU_SUCCESS && bytes > 0) {
        memmove(to, from, bytes);
    }
    return code;
}

inline int sync(Report&, pycu_stream) {
    return PYCU_SUCCESS;
}

#else

/// Ends the thread, as `raise` and a failed `assert` in a device function do.
[[noreturn]] PYCU_INLINE void stop_thread() {
#ifdef __CUDA_ARCH__
    asm volatile("exit;");
#endif
    __builtin_unreachable();
}
[[noreturn]] PYCU_INLINE void stop_thread(const char*, const char*) {
    stop_thread();
}

/// The number of the thread in its warp.
PYCU_DEVICE int lane() {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/// A shared array of a kernel whose shared arrays are too large to be static ones of CUDA.
template <class T, int Offset>
PYCU_DEVICE T& large_shared() {
    return *reinterpret_cast<T*>(pycu_dynamic_shared_bytes + Offset);
}

template <class T, class Index = int64_t>
PYCU_DEVICE array<T, 1, Index> dynamic_shared() {
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return array<T, 1, Index>(reinterpret_cast<T*>(pycu_dynamic_shared_bytes), bytes / sizeof(T));
}

inline int cuda_status(Report& report, cudaError_t error) {
    if (error == cudaSuccess) {
        return PYCU_SUCCESS;
    }
    snprintf(report.text, sizeof report.text, "%s", cudaGetErrorString(error));
    return PYCU_ERROR_CUDA + int(error);
}

inline int allocate(Report& report, void** pointer, size_t bytes) {
    if (pointer == nullptr) {
        return null_pointer(report);
    }
    return cuda_status(report, cudaMalloc(pointer, bytes));
}

inline int release(Report& report, void* pointer) {
    return cuda_status(report, cudaFree(pointer));
}

inline int copy(Report& report, void* to, const void* from, size_t bytes, pycu_stream stream) {
    const int code = check_copy(report, to, from, bytes);
    return code != PYCU_SUCCESS
               ? code
               : cuda_status(report, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

inline int sync(Report& report, pycu_stream stream) {
    return cuda_status(report, cudaStreamSynchronize(stream));
}

#endif

}  // namespace pycu

#if !PYCU_HOST
PYCU_DEVICE int pycu_lane() {
    return pycu::lane();
}
#endif
