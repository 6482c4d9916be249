// The tests' side of the stand-in.
#include "standin.h"

#include "device.h"

using ptx::Device;

extern "C" {

const char* ptx_record() {
    static thread_local std::string text;
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    text = "[";
    for (const ptx::Recorded& one : device.record) {
        text += text.size() > 1 ? ",\n" : "";
        text += "{\"function\": \"" + one.function + "\", \"code\": " + std::to_string(one.code);
        text += (one.details.empty() ? "" : ", ") + one.details + "}";
    }
    text += "]";
    return text.c_str();
}

void ptx_reset() {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    device.reset();
}

void ptx_fail(const char* function, int code) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    device.failures[function] = code;
}

int ptx_allocations() {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    return int(ptx::Memory::get().count());
}
}
