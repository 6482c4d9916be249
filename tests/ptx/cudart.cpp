// A stand-in for libcudart.so.13: what a library that nvcc built calls, answered by the
// interpreter. Only what pycu, its text and nvcc's own stubs use is there; here are kernels.
#include "cudart.h"

#include <cstring>

using ptx::call;
using ptx::Device;
using ptx::Dim3;
using ptx::member;
using ptx::number;
using ptx::returned;

namespace {

/// cudaLaunchAttribute: the value is a union of 64 bytes.
struct LaunchAttribute {
    int id;
    char padding[4];
    int value;
    char rest[60];
};

struct LaunchConfig {
    Dim3 grid;
    Dim3 block;
    uint64_t shared_bytes;
    void* stream;
    const LaunchAttribute* attributes;
    unsigned attribute_count;
};

struct PushedLaunch {
    Dim3 grid, block;
    uint64_t shared_bytes;
    void* stream;
};
thread_local PushedLaunch pushed;

/// The architecture that the tests' kernels are compiled for.
constexpr int ptx_version = 75;

/// The beginning of cudaFuncAttributes.
struct FunctionAttributes {
    uint64_t shared_bytes, const_bytes, local_bytes;
    int max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared;
};

int launch(const void* kernel, const Dim3& grid, const Dim3& block, uint64_t shared_bytes,
           const void* stream, void** arguments, bool is_cooperative = false) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    return returned(device.launch(kernel, grid, block, shared_bytes, number(stream), arguments,
                                  is_cooperative));
}

}  // namespace

extern "C" {

// ---- what nvcc's stubs call

void** __cudaRegisterFatBinary(void* wrapper) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    return reinterpret_cast<void**>(device.add(wrapper));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void** handle) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    device.remove(reinterpret_cast<ptx::Image*>(handle));
}
void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*,
                            void*, void*, void*, int*) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    device.add_kernel(reinterpret_cast<ptx::Image*>(handle), host, name);
}
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
char __cudaInitModule(void**) {
    return 0;
}
int __cudaGetKernel(const void** kernel, const void* host) {
    *kernel = host;
    return ptx::success;
}
int __cudaLaunchKernel(const void* kernel, Dim3 grid, Dim3 block, void** arguments,
                       size_t shared_bytes, void* stream) {
    return launch(kernel, grid, block, shared_bytes, stream, arguments);
}
unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared_bytes, void* stream) {
    pushed = {grid, block, shared_bytes, stream};
    return 0;
}
int __cudaPopCallConfiguration(Dim3* grid, Dim3* block, size_t* shared_bytes, void* stream) {
    *grid = pushed.grid;
    *block = pushed.block;
    *shared_bytes = pushed.shared_bytes;
    std::memcpy(stream, &pushed.stream, sizeof pushed.stream);
    return ptx::success;
}

// ---- launches

int cudaLaunchKernel(const void* kernel, Dim3 grid, Dim3 block, void** arguments,
                     size_t shared_bytes, void* stream) {
    return launch(kernel, grid, block, shared_bytes, stream, arguments);
}
int cudaLaunchKernelExC(const LaunchConfig* config, const void* kernel, void** arguments) {
    constexpr int cooperative = 2;
    bool is_cooperative = false;
    for (unsigned k = 0; k < config->attribute_count; ++k) {
        const LaunchAttribute& attribute = config->attributes[k];
        is_cooperative = is_cooperative || (attribute.id == cooperative && attribute.value != 0);
    }
    return launch(kernel, config->grid, config->block, config->shared_bytes, config->stream,
                  arguments, is_cooperative);
}
int cudaFuncSetAttribute(const void* kernel, int attribute, int value) {
    constexpr int max_dynamic_shared = 8;
    const std::string details =
        member("attribute", unsigned(attribute)) + ", \"value\": " + std::to_string(value);
    return call("cudaFuncSetAttribute", details, [&](Device& device) {
        return attribute == max_dynamic_shared ? device.set_shared_limit(kernel, value)
                                               : ptx::success;
    });
}
int cudaFuncGetAttributes(FunctionAttributes* attributes, const void* kernel) {
    return call("cudaFuncGetAttributes", "", [&](Device& device) {
        const ptx::Kernel* const known = device.kernel(kernel);
        if (known == nullptr) {
            return ptx::invalid_device_function;
        }
        *attributes = {};
        attributes->shared_bytes = device.shared_bytes(kernel);
        attributes->max_threads = 1024;
        attributes->ptx_version = attributes->binary_version = ptx_version;
        attributes->max_dynamic_shared = int(known->allowed_shared);
        return ptx::success;
    });
}

int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, size_t) {
    *blocks = ptx::blocks_of_processor;
    return ptx::success;
}
int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int, size_t,
                                                           unsigned) {
    *blocks = ptx::blocks_of_processor;
    return ptx::success;
}

}  // extern "C"
