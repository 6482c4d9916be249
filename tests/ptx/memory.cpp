// The table of allocations, and what is said about an access outside of all.
#include "memory.h"

#include <cstdio>

namespace ptx {

namespace {

std::string hex(uint64_t value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

}  // namespace

void throw_misaligned(uint64_t address, uint32_t bytes, const char* what) {
    throw Fault(misaligned_address, std::string(what) + " of " + std::to_string(bytes) +
                                        " bytes at address " + hex(address) +
                                        ", which is not aligned");
}

void throw_outside(uint64_t offset, uint32_t bytes, const char* what, const char* where,
                   uint64_t size) {
    throw Fault(illegal_address, std::string(what) + " of " + std::to_string(bytes) +
                                     " bytes at offset " + hex(offset) + " of " + where + ", of " +
                                     std::to_string(size) + " bytes");
}

Memory& Memory::get() {
    static Memory& memory = *new Memory;  // modules give theirs back when the process ends
    return memory;
}

void Memory::add(const void* begin, uint64_t size) {
    ranges_[reinterpret_cast<uint64_t>(begin)] = size;
}

bool Memory::remove(const void* begin) {
    return ranges_.erase(reinterpret_cast<uint64_t>(begin)) == 1;
}

bool Memory::holds(uint64_t address, uint64_t bytes, Range& range) const {
    auto next = ranges_.upper_bound(address);
    if (next == ranges_.begin()) {
        return false;
    }
    --next;
    const uint64_t offset = address - next->first;
    if (offset > next->second || next->second - offset < bytes) {
        return false;
    }
    range = {next->first, next->second};
    return true;
}

Range Memory::find(uint64_t address, uint64_t bytes, const char* what) const {
    Range range;
    if (!holds(address, bytes, range)) {
        throw Fault(illegal_address, std::string(what) + " of " + std::to_string(bytes) +
                                         " bytes at address " + hex(address) +
                                         ", which is in no allocation");
    }
    return range;
}

}  // namespace ptx
