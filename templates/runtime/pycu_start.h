// How pycu::Launch starts a kernel whose arguments are sound.
#pragma once

#include "pycu_launch.h"

namespace pycu {

#if PYCU_HOST

inline int Launch::start(const char* entry, Engine engine, const StartedKernel& kernel) {
    if (status_ != PYCU_SUCCESS) {
        return status_;
    }
    report_.entry = entry;
    const dim3 grid = {grid_.x, grid_.y, grid_.z}, block = {block_.x, block_.y, block_.z};
    Failure failure = {report_.text, sizeof report_.text};
    const int code =
        pycu::run({engine, grid, block, shared_bytes_, stack_bytes_, kernel.call, kernel.run_block,
                   kernel.run_thread, &failure, kernel.checks, kernel.run_regions, kernel.row_axis,
                   kernel.fallback, kernel.in_rows});
    if (code == PYCU_ERROR_RAISED) {
        return status_ = code;  // the text is there
    }
    if (code == PYCU_ERROR_COOPERATIVE) {
        return too_many_blocks(1024);
    }
    return code == PYCU_SUCCESS ? code : fail(code, "no memory left for the kernel's threads");
}

#else

inline cudaError_t StartedKernel::allow_shared_memory(unsigned bytes) const {
    int device = 0;
    cudaError_t error = bytes > 0 ? cudaGetDevice(&device) : cudaSuccess;
    if (error != cudaSuccess || bytes == 0) {
        return error;
    }
    unsigned* const known = device < max_devices ? &shared_bytes[device] : nullptr;
    if (known != nullptr && __atomic_load_n(known, __ATOMIC_RELAXED) >= bytes) {
        return cudaSuccess;
    }
    error = cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
    if (error == cudaSuccess && known != nullptr) {
        __atomic_store_n(known, bytes, __ATOMIC_RELAXED);
    }
    return error;
}

inline cudaError_t StartedKernel::divide_memory(int percent) const {
    int device = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess || device >= max_devices ||
        __atomic_load_n(&is_divided[device], __ATOMIC_RELAXED)) {
        return error;
    }
    error = cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
    __atomic_store_n(&is_divided[device], error == cudaSuccess, __ATOMIC_RELAXED);
    return error;
}

inline int Launch::start(const char* entry, Engine engine, const StartedKernel& kernel) {
    if (status_ != PYCU_SUCCESS) {
        return status_;
    }
    report_.entry = entry;
    cudaError_t error = kernel.allow_shared_memory(shared_bytes_);
    if (error == cudaSuccess && shared_percent_ != no_percent) {
        error = kernel.divide_memory(shared_percent_);
    }
    if (error == cudaSuccess) {
        error = start_kernel(kernel, engine == Engine::grid);
    }
    return error == cudaErrorCooperativeLaunchTooLarge
               ? too_many_blocks(resident_blocks(kernel.function))
               : status_of(error);
}

/// How many blocks of a kernel the device can run at once.
inline int Launch::resident_blocks(const void* kernel) const {
    int device = 0, processors = 0, blocks = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, int(block_.x * block_.y * block_.z), shared_bytes_);
    return blocks * processors;
}

inline cudaError_t Launch::start_kernel(const StartedKernel& kernel, bool is_cooperative) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(grid_.x, grid_.y, grid_.z);
    config.blockDim = dim3(block_.x, block_.y, block_.z);
    config.dynamicSmemBytes = shared_bytes_;
    config.stream = stream_;
    cudaLaunchAttribute cooperative = {};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    config.attrs = &cooperative;
    config.numAttrs = is_cooperative ? 1 : 0;
    return cudaLaunchKernelExC(&config, kernel.function, kernel.arguments);
}

#endif

}  // namespace pycu
