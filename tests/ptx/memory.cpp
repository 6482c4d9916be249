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

void Memory::add(const void* begin, uint64_t size, Home home) {
    const auto address = reinterpret_cast<uint64_t>(begin);
    ranges_[address] = {address, size, home};
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
    if (offset > next->second.size || next->second.size - offset < bytes) {
        return false;
    }
    range = next->second;
    return true;
}

Range Memory::at(const void* address, uint64_t bytes) const {
    Range range;
    return holds(reinterpret_cast<uint64_t>(address), bytes, range) ? range : Range{};
}

bool Memory::touches(uint64_t address, uint64_t bytes) const {
    auto next = ranges_.lower_bound(address + bytes);
    if (next == ranges_.begin()) {
        return false;
    }
    --next;
    return next->first + next->second.size > address;
}

uint64_t Memory::allocated() const {
    uint64_t bytes = 0;
    for (const auto& [begin, range] : ranges_) {
        bytes += range.home == Home::Host ? 0 : range.size;
    }
    return bytes;
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
