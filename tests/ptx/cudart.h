// What the functions of the stand-in for libcudart.so.13 have in common.
#pragma once

#include <string>

#include "device.h"

namespace ptx {

/// A code as a function returns it: the thread's last error is another after a failure.
int returned(int code);
int take_last_error();
int peek_at_last_error();

inline uint64_t number(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}

/// A member of a record: `"bytes": 12`.
std::string member(const char* name, uint64_t value);

/// A call that does `work` unless a test wants it to fail, or a kernel has failed before.
template <class Function>
int call(const char* function, const std::string& details, Function work) {
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    int code = device.injected(function);
    code = code != success ? code : device.sticky;
    return returned(device.done(function, details, code != success ? code : work(device)));
}

}  // namespace ptx
