// Devices and errors of the stand-in for libcudart.so.13.
#include <cstdlib>
#include <cstring>
#include <map>

#include "cudart.h"

using ptx::call;
using ptx::Device;
using ptx::returned;

namespace ptx {

namespace {

thread_local int last_error = success;

}  // namespace

int returned(int code) {
    if (code != success) {
        last_error = code;
    }
    return code;
}

int take_last_error() {
    const int code = last_error;
    last_error = success;
    return code;
}

int peek_at_last_error() {
    return last_error;
}

std::string member(const char* name, uint64_t value) {
    return std::string("\"") + name + "\": " + std::to_string(value);
}

}  // namespace ptx

namespace {

constexpr int version = 13000;

/// The beginning of cudaDeviceProp.
struct Properties {
    char name[256];
    char uuid[16];
};

/// What is not 0 of the attributes (cudaDeviceAttr).
const std::map<int, int>& attributes() {
    static const std::map<int, int> table = {
        {1, 1024},                        // MAX_THREADS_PER_BLOCK
        {2, 1024},                        // MAX_BLOCK_DIM_X
        {3, 1024},                        // MAX_BLOCK_DIM_Y
        {4, 64},                          // MAX_BLOCK_DIM_Z
        {5, 0x7fffffff},                  // MAX_GRID_DIM_X
        {6, 65535},                       // MAX_GRID_DIM_Y
        {7, 65535},                       // MAX_GRID_DIM_Z
        {8, 48 * 1024},                   // MAX_SHARED_MEMORY_PER_BLOCK
        {9, 64 * 1024},                   // TOTAL_CONSTANT_MEMORY
        {10, 32},                         // WARP_SIZE
        {11, 0x7fffffff},                 // MAX_PITCH
        {12, 65536},                      // MAX_REGISTERS_PER_BLOCK
        {15, 1},                          // GPU_OVERLAP
        {16, ptx::processors},            // MULTIPROCESSOR_COUNT
        {19, 1},                          // CAN_MAP_HOST_MEMORY
        {31, 1},                          // CONCURRENT_KERNELS
        {39, 1024},                       // MAX_THREADS_PER_MULTIPROCESSOR
        {40, 1},                          // ASYNC_ENGINE_COUNT
        {41, 1},                          // UNIFIED_ADDRESSING
        {75, 7},                          // COMPUTE_CAPABILITY_MAJOR
        {76, 5},                          // COMPUTE_CAPABILITY_MINOR
        {81, 64 * 1024},                  // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
        {82, 65536},                      // MAX_REGISTERS_PER_MULTIPROCESSOR
        {83, 1},                          // MANAGED_MEMORY
        {87, 32},                         // SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO
        {91, 1},                          // CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
        {95, 1},                          // COOPERATIVE_LAUNCH
        {97, 227 * 1024},                 // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
        {106, ptx::blocks_of_processor},  // MAX_BLOCKS_PER_MULTIPROCESSOR
    };
    return table;
}

/// A number that a test has put into the environment.
int wanted(const char* name, int otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace

extern "C" {

int cudaGetDeviceCount(int* count) {
    // PTX_DEVICES: how many there are; PTX_DRIVER: the version of CUDA that the driver knows.
    *count = wanted("PTX_DEVICES", 1);
    return call("cudaGetDeviceCount", "", [&](Device&) {
        return wanted("PTX_DRIVER", version) < version ? ptx::insufficient_driver
               : *count == 0                           ? ptx::no_device
                                                       : ptx::success;
    });
}
int cudaDriverGetVersion(int* number) {
    *number = wanted("PTX_DRIVER", version);
    return ptx::success;
}
int cudaRuntimeGetVersion(int* number) {
    *number = version;
    return ptx::success;
}
int cudaGetDevice(int* device) {
    *device = 0;
    return call("cudaGetDevice", "", [](Device&) { return ptx::success; });
}
int cudaSetDevice(int device) {
    return returned(device == 0 ? ptx::success : ptx::invalid_device);
}
int cudaGetDeviceProperties(Properties* properties, int device) {
    if (device != 0) {
        return returned(ptx::invalid_device);
    }
    std::memset(properties, 0, sizeof *properties);
    std::strcpy(properties->name, "Interpreter of PTX");
    std::memcpy(properties->uuid, "stand-in for GPU", sizeof properties->uuid);
    return ptx::success;
}
int cudaDeviceGetAttribute(int* value, int attribute, int device) {
    const auto found = attributes().find(attribute);
    *value = found == attributes().end() ? 0 : found->second;
    return returned(device == 0 ? ptx::success : ptx::invalid_device);
}
int cudaDeviceCanAccessPeer(int* answer, int, int) {
    *answer = 0;
    return ptx::success;
}
int cudaDeviceSynchronize() {
    return call("cudaDeviceSynchronize", "", [](Device& device) { return device.wait_for_all(); });
}
int cudaProfilerStart() {
    return call("cudaProfilerStart", "", [](Device&) { return ptx::success; });
}
int cudaProfilerStop() {
    return call("cudaProfilerStop", "", [](Device&) { return ptx::success; });
}

int cudaGetLastError() {
    return ptx::take_last_error();
}
int cudaPeekAtLastError() {
    return ptx::peek_at_last_error();
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
