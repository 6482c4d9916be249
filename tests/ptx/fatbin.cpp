// Finds PTX in a fat binary. It has to be there as plain text: nvcc --no-compress.
#include "fatbin.h"

#include <cstdint>
#include <cstring>

#include "syntax.h"

namespace ptx {

namespace {

struct Wrapper {
    uint32_t magic;
    uint32_t version;
    const uint8_t* data;
    const uint8_t* const* linked;  // version 2: the containers that it was linked from, then null
};

struct Header {
    uint32_t magic;
    uint16_t version;
    uint16_t header_bytes;
    uint64_t bytes;
};

struct Entry {
    uint16_t kind;  // 1: PTX, 2: machine code
    uint16_t version;
    uint32_t header_bytes;
    uint64_t bytes;
    uint32_t compressed_bytes;
};

constexpr uint32_t wrapper_magic = 0x466243b1;
constexpr uint32_t header_magic = 0xba55ed50;
constexpr uint16_t kind_ptx = 1;
constexpr uint32_t linked_version = 2;

template <class T>
T read(const uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// The PTX in one container.
std::string ptx_in(const uint8_t* container) {
    const auto header = read<Header>(container);
    if (header.magic != header_magic) {
        throw Error("the fat binary's header is not known");
    }
    const uint8_t* at = container + header.header_bytes;
    const uint8_t* const end = at + header.bytes;
    std::string found;
    while (at < end) {
        const auto entry = read<Entry>(at);
        const uint8_t* const data = at + entry.header_bytes;
        if (entry.kind == kind_ptx) {
            if (entry.compressed_bytes != 0) {
                throw Error("the PTX is compressed: compile with nvcc --no-compress");
            }
            const char* const text = reinterpret_cast<const char*>(data);
            found.assign(text, strnlen(text, entry.bytes));
        }
        at = data + entry.bytes;
    }
    return found;
}

}  // namespace

std::string ptx_of(const void* pointer) {
    const auto wrapper = read<Wrapper>(static_cast<const uint8_t*>(pointer));
    if (wrapper.magic != wrapper_magic) {
        throw Error("this is no fat binary");
    }
    if (wrapper.version != linked_version) {
        return ptx_in(wrapper.data);
    }
    // What nvlink made is machine code; the PTX that it was compiled from, one text behind another,
    // calls across texts as across functions of one.
    std::string all;
    for (const uint8_t* const* one = wrapper.linked; *one != nullptr; ++one) {
        all += ptx_in(*one) + "\n";
    }
    return all;
}

}  // namespace ptx
