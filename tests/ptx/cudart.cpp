// A stand-in for libcudart.so.13: what a library that nvcc built calls, answered by the
// interpreter. Only what pycu's text and nvcc's own stubs use is here.
#include <atomic>
#include <cstring>

#include "device.h"
#include "standin.h"

using ptx::Device;
using ptx::Dim3;

namespace {

thread_local int last_error = ptx::success;
std::atomic<int> next_stream = 1;

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

/// The beginning of cudaFuncAttributes.
/// The architecture that the tests' kernels are compiled for.
constexpr int ptx_version = 75;

struct FunctionAttributes {
    uint64_t shared_bytes, const_bytes, local_bytes;
    int max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared;
};

int returned(int code) {
    if (code != ptx::success) {
        last_error = code;
    }
    return code;
}

uint64_t number(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}

std::string member(const char* name, uint64_t value) {
    return std::string("\"") + name + "\": " + std::to_string(value);
}

/// A call that does `work` unless a test wants it to fail, or a kernel has failed before.
template <class Work>
int call(const char* function, const std::string& details, Work work) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    int code = device.injected(function);
    code = code != ptx::success ? code : device.sticky;
    return returned(device.done(function, details, code != ptx::success ? code : work(device)));
}

int launch(const void* kernel, const Dim3& grid, const Dim3& block, uint64_t shared_bytes,
           const void* stream, void** arguments, bool is_cooperative = false) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    return returned(device.launch(kernel, grid, block, shared_bytes, number(stream), arguments,
                                  is_cooperative));
}

int wait(const char* function, const void* stream) {
    return call(function, member("stream", number(stream)), [](Device&) { return ptx::success; });
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
int cudaDeviceGetAttribute(int* value, int attribute, int) {
    constexpr int max_grid_x = 5, warp_size = 10, multiprocessor_count = 16, capability_major = 75;
    *value = attribute == multiprocessor_count ? ptx::processors
             : attribute == max_grid_x         ? 0x7fffffff
             : attribute == warp_size          ? 32
             : attribute == capability_major   ? ptx_version / 10
                                               : 0;
    return ptx::success;
}

// ---- memory

int cudaMalloc(void** pointer, size_t bytes) {
    return call("cudaMalloc", member("bytes", bytes), [&](Device& device) {
        *pointer = device.allocate(bytes);
        return *pointer == nullptr ? ptx::out_of_memory : ptx::success;
    });
}
int cudaFree(void* pointer) {
    // Memory is given back after an error too, so that no test leaks.
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    const int code = device.release(pointer);
    return returned(device.done("cudaFree", "", device.sticky != 0 ? device.sticky : code));
}
int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int, void* stream) {
    return call("cudaMemcpyAsync", member("bytes", bytes) + ", " + member("stream", number(stream)),
                [&](Device& device) { return device.copy(to, from, bytes); });
}
int cudaMemcpy(void* to, const void* from, size_t bytes, int) {
    return call("cudaMemcpy", member("bytes", bytes),
                [&](Device& device) { return device.copy(to, from, bytes); });
}
int cudaMemsetAsync(void* to, int value, size_t bytes, void* stream) {
    return call("cudaMemsetAsync", member("bytes", bytes) + ", " + member("stream", number(stream)),
                [&](Device&) {
                    std::memset(to, value, bytes);
                    return ptx::success;
                });
}

// ---- devices, streams, errors

int cudaGetDevice(int* device) {
    *device = 0;
    return call("cudaGetDevice", "", [](Device&) { return ptx::success; });
}
int cudaGetDeviceCount(int* count) {
    *count = 1;
    return ptx::success;
}
int cudaSetDevice(int device) {
    return returned(device == 0 ? ptx::success : ptx::invalid_device);
}
int cudaStreamCreate(void** stream) {
    *stream = reinterpret_cast<void*>(uint64_t(0x1000) * uint64_t(next_stream++));
    return ptx::success;
}
int cudaStreamDestroy(void*) {
    return ptx::success;
}
int cudaStreamSynchronize(void* stream) {
    return wait("cudaStreamSynchronize", stream);
}
int cudaDeviceSynchronize() {
    return wait("cudaDeviceSynchronize", nullptr);
}
int cudaGetLastError() {
    const int code = last_error;
    last_error = ptx::success;
    return code;
}
int cudaPeekAtLastError() {
    return last_error;
}
const char* cudaGetErrorName(int code) {
    return ptx::error_name(code);
}
const char* cudaGetErrorString(int code) {
    // A device says no more than this; the stand-in knows who did it.
    static thread_local std::string text;
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    text = ptx::error_text(code);
    if (!device.last_fault.empty() && code != ptx::success) {
        text += ": " + device.last_fault;
    }
    return text.c_str();
}

}  // extern "C"
