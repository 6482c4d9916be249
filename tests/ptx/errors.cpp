// The runtime's error codes with their names and texts.
#include <map>

#include "device.h"

namespace ptx {

namespace {

struct Row {
    const char* name;
    const char* text;
};

const std::map<int, Row>& rows() {
    static const std::map<int, Row> table = {
        {success, {"cudaSuccess", "no error"}},
        {invalid_value, {"cudaErrorInvalidValue", "invalid argument"}},
        {out_of_memory, {"cudaErrorMemoryAllocation", "out of memory"}},
        {invalid_configuration,
         {"cudaErrorInvalidConfiguration", "invalid configuration argument"}},
        {insufficient_driver,
         {"cudaErrorInsufficientDriver",
          "CUDA driver version is insufficient for CUDA runtime version"}},
        {no_device, {"cudaErrorNoDevice", "no CUDA-capable device is detected"}},
        {invalid_handle, {"cudaErrorInvalidResourceHandle", "invalid resource handle"}},
        {not_ready, {"cudaErrorNotReady", "device not ready"}},
        {already_registered,
         {"cudaErrorHostMemoryAlreadyRegistered",
          "part or all of the requested memory range is already mapped"}},
        {not_registered,
         {"cudaErrorHostMemoryNotRegistered",
          "pointer does not correspond to a registered memory region"}},
        {not_permitted, {"cudaErrorNotPermitted", "operation not permitted"}},
        {invalid_device_function, {"cudaErrorInvalidDeviceFunction", "invalid device function"}},
        {invalid_device, {"cudaErrorInvalidDevice", "invalid device ordinal"}},
        {no_kernel_image,
         {"cudaErrorNoKernelImageForDevice",
          "no kernel image is available for execution on the device"}},
        {invalid_ptx, {"cudaErrorInvalidPtx", "a PTX JIT compilation failed"}},
        {illegal_address, {"cudaErrorIllegalAddress", "an illegal memory access was encountered"}},
        {launch_timeout, {"cudaErrorLaunchTimeout", "the launch timed out and was terminated"}},
        {assertion, {"cudaErrorAssert", "device-side assert triggered"}},
        {misaligned_address, {"cudaErrorMisalignedAddress", "misaligned address"}},
        {too_many_blocks,
         {"cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"}},
        {launch_failure, {"cudaErrorLaunchFailure", "unspecified launch failure"}},
        {999, {"cudaErrorUnknown", "unknown error"}},
    };
    return table;
}

}  // namespace

const char* error_name(int code) {
    const auto found = rows().find(code);
    return found == rows().end() ? "unrecognized error code" : found->second.name;
}

const char* error_text(int code) {
    const auto found = rows().find(code);
    return found == rows().end() ? "unrecognized error code" : found->second.text;
}

}  // namespace ptx
