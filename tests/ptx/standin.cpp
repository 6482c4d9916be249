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

const void* ptx_kernel(const char* text, const char* entry) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    try {
        auto program = std::make_unique<ptx::Program>(text);
        ptx::Image* const image = device.add(nullptr);
        image->program = std::move(program);
        device.add_kernel(image, image, entry);
        return image;
    } catch (const std::exception& error) {
        device.last_fault = error.what();
        return nullptr;
    }
}

int ptx_launch(const void* kernel, const unsigned* sizes, unsigned shared_bytes, void** arguments) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    const ptx::Dim3 grid{sizes[0], sizes[1], sizes[2]};
    const ptx::Dim3 block{sizes[3], sizes[4], sizes[5]};
    const int code = device.launch(kernel, grid, block, shared_bytes, 0, arguments);
    return code == ptx::success ? device.wait_for_all() : code;
}

const char* ptx_fault() {
    static thread_local std::string text;
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    text = device.last_fault;
    return text.c_str();
}

int ptx_allocations() {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    return int(ptx::Memory::get().count());
}
}
