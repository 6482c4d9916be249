// Global memory: which addresses belong to an allocation. Addresses are the host's own.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "syntax.h"

namespace ptx {

// Generic addresses of shared and local memory have a window's number in their top byte.
constexpr unsigned window_shift = 56;
constexpr uint64_t shared_window = 1;
constexpr uint64_t local_window = 2;
constexpr uint64_t offset_of(uint64_t address) {
    return address & ((uint64_t(1) << window_shift) - 1);
}

/// What a thread did that a device answers with an error; `code` is the CUDA runtime's.
struct Fault : Error {
    Fault(int code, const std::string& text) : Error(text), code(code) {}
    int code;
};

constexpr int illegal_address = 700;
constexpr int launch_timeout = 702;
constexpr int assertion = 710;
constexpr int misaligned_address = 716;
constexpr int launch_failure = 719;
constexpr int too_many_blocks = 720;

[[noreturn]] void throw_misaligned(uint64_t address, uint32_t bytes, const char* what);
[[noreturn]] void throw_outside(uint64_t offset, uint32_t bytes, const char* what,
                                const char* where, uint64_t size);

/// Who sees memory: the numbers of cudaMemoryType.
enum class Home { Nowhere = 0, Host = 1, Device = 2, Managed = 3 };

struct Range {
    uint64_t begin = 0;
    uint64_t size = 0;
    Home home = Home::Nowhere;
};

/// All allocations of the process.
class Memory {
  public:
    static Memory& get();

    void add(const void* begin, uint64_t size, Home home = Home::Device);
    /// Forgets an allocation; false where none begins there.
    bool remove(const void* begin);
    /// The allocation that holds all of the bytes; throws Fault.
    Range find(uint64_t address, uint64_t bytes, const char* what) const;
    /// The same, false where there is none.
    bool holds(uint64_t address, uint64_t bytes, Range& range) const;
    /// The same; one of `Home::Nowhere` where there is none.
    Range at(const void* address, uint64_t bytes = 1) const;
    /// Whether some of the bytes lie in one.
    bool touches(uint64_t address, uint64_t bytes) const;
    std::size_t count() const { return ranges_.size(); }
    /// The bytes of all of the device's own.
    uint64_t allocated() const;

  private:
    std::map<uint64_t, Range> ranges_{};
};

}  // namespace ptx
