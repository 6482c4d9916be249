// Memory of the stand-in for libcudart.so.13: of the device, pinned, managed; copies and fills.
#include <cstdlib>
#include <cstring>

#include "cudart.h"
#include "pages.h"

using ptx::call;
using ptx::Device;
using ptx::Home;
using ptx::member;
using ptx::Memory;
using ptx::number;
using ptx::Open;
using ptx::Range;
using ptx::returned;

namespace {

/// cudaPointerAttributes.
struct PointerAttributes {
    int type;
    int device;
    void* device_pointer;
    void* host_pointer;
};

constexpr uint64_t alignment = 256;

int allocate_shared(void** pointer, size_t bytes, Home home) {
    *pointer = std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
    if (*pointer == nullptr) {
        return ptx::out_of_memory;
    }
    Memory::get().add(*pointer, bytes, home);
    return ptx::success;
}

/// Gives back memory that begins there, after all work that may use it.
int forget(Device& device, void* pointer, Home home) {
    device.streams.wait_for_all();
    const Range range = Memory::get().at(pointer);
    if (range.begin != number(pointer) || range.home != home) {
        return ptx::invalid_value;
    }
    Memory::get().remove(pointer);
    return ptx::success;
}

/// The bytes of the host's own memory are read now; those of pinned memory in their turn.
int copy_later(Device& device, void* to, const void* from, size_t bytes, uint64_t stream) {
    const int code = device.check_copy(to, from, bytes);
    if (code != ptx::success || bytes == 0) {
        return code;
    }
    std::shared_ptr<std::vector<char>> aside;
    if (Memory::get().at(from).home == Home::Nowhere) {
        const auto* begin = static_cast<const char*>(from);
        aside = std::make_shared<std::vector<char>>(begin, begin + bytes);
    }
    const ptx::Point point = device.submit(stream, [=] {
        const Open open;
        std::memmove(to, aside == nullptr ? from : aside->data(), bytes);
    });
    return Memory::get().at(to).home == Home::Nowhere ? device.wait(point) : ptx::success;
}

int fill_later(Device& device, void* to, int value, size_t bytes, uint64_t stream) {
    if (bytes > 0 && Memory::get().at(to, bytes).home == Home::Nowhere) {
        return ptx::invalid_value;
    }
    device.submit(stream, [=] {
        const Open open;
        std::memset(to, value, bytes);
    });
    return ptx::success;
}

}  // namespace

extern "C" {

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
    device.streams.wait_for_all();
    const int code = device.release(pointer);
    return returned(device.done("cudaFree", "", device.sticky != 0 ? device.sticky : code));
}
int cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
    return call("cudaHostAlloc", member("bytes", bytes),
                [&](Device&) { return allocate_shared(pointer, bytes, Home::Host); });
}
int cudaFreeHost(void* pointer) {
    return call("cudaFreeHost", "", [&](Device& device) {
        const int code = forget(device, pointer, Home::Host);
        if (code == ptx::success) {
            std::free(pointer);
        }
        return code;
    });
}
int cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
    return call("cudaMallocManaged", member("bytes", bytes),
                [&](Device&) { return allocate_shared(pointer, bytes, Home::Managed); });
}
int cudaHostRegister(void* pointer, size_t bytes, unsigned) {
    return call("cudaHostRegister", member("bytes", bytes), [&](Device&) {
        if (pointer == nullptr || bytes == 0) {
            return ptx::invalid_value;
        }
        if (Memory::get().touches(number(pointer), bytes)) {
            return ptx::already_registered;
        }
        Memory::get().add(pointer, bytes, Home::Host);
        return ptx::success;
    });
}
int cudaHostUnregister(void* pointer) {
    return call("cudaHostUnregister", "", [&](Device& device) {
        const int code = forget(device, pointer, Home::Host);
        return code == ptx::success ? code : ptx::not_registered;
    });
}
int cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
    return call("cudaPointerGetAttributes", "", [&](Device&) {
        const Home home = Memory::get().at(pointer).home;
        void* const address = const_cast<void*>(pointer);
        *attributes = {int(home), home == Home::Nowhere ? -2 : 0,
                       home == Home::Nowhere ? nullptr : address,
                       home == Home::Device ? nullptr : address};
        return ptx::success;
    });
}
int cudaMemGetInfo(size_t* free, size_t* total) {
    return call("cudaMemGetInfo", "", [&](Device&) {
        *total = ptx::total_memory;
        *free = ptx::total_memory - Memory::get().allocated();
        return ptx::success;
    });
}

int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int, void* stream) {
    return call(
        "cudaMemcpyAsync", member("bytes", bytes) + ", " + member("stream", number(stream)),
        [&](Device& device) { return copy_later(device, to, from, bytes, number(stream)); });
}
int cudaMemcpy(void* to, const void* from, size_t bytes, int) {
    return call("cudaMemcpy", member("bytes", bytes), [&](Device& device) {
        const int code = copy_later(device, to, from, bytes, ptx::legacy_stream);
        return code == ptx::success ? device.wait(device.streams.last(ptx::legacy_stream)) : code;
    });
}
int cudaMemsetAsync(void* to, int value, size_t bytes, void* stream) {
    return call(
        "cudaMemsetAsync", member("bytes", bytes) + ", " + member("stream", number(stream)),
        [&](Device& device) { return fill_later(device, to, value, bytes, number(stream)); });
}
int cudaMemset(void* to, int value, size_t bytes) {
    return call("cudaMemset", member("bytes", bytes), [&](Device& device) {
        const int code = fill_later(device, to, value, bytes, ptx::legacy_stream);
        // The host does not wait for memory of the device's own.
        const bool waits = code == ptx::success && Memory::get().at(to).home != Home::Device;
        return waits ? device.wait(device.streams.last(ptx::legacy_stream)) : code;
    });
}

}  // extern "C"
