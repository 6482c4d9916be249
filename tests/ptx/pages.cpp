// Hidden memory is one reserved range, whose pages are never used twice: an address that was freed
// stays nobody's.
#include "pages.h"

#include <sys/mman.h>

#include <cstdlib>

namespace ptx {

namespace {

constexpr uint64_t reserved_bytes = uint64_t(1) << 36;
constexpr uint64_t alignment = 256;
constexpr uint64_t page = 4096;

}  // namespace

Pages& device_memory() {
    static Pages& pages = *new Pages;
    return pages;
}

bool Pages::reserve() {
    if (!is_asked_) {
        is_asked_ = true;
        const char* const wish = std::getenv("PTX_HIDDEN_MEMORY");
        if (wish != nullptr && *wish == '1') {
            constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
            void* const range = mmap(nullptr, reserved_bytes, PROT_NONE, flags, -1, 0);
            is_hidden_ = range != MAP_FAILED;
            begin_ = static_cast<char*>(range);
        }
    }
    return is_hidden_;
}

void* Pages::take(uint64_t bytes) {
    const uint64_t size = (bytes + alignment) / alignment * alignment;
    if (!reserve()) {
        return std::aligned_alloc(alignment, size);
    }
    if (size > reserved_bytes - used_) {
        return nullptr;
    }
    void* const pointer = begin_ + used_;
    used_ += size;
    protect(opened_ > 0);
    return pointer;
}

void Pages::give_back(void* pointer, uint64_t bytes) {
    if (!is_hidden_) {
        std::free(pointer);
        return;
    }
    const auto address = reinterpret_cast<uint64_t>(pointer);
    const uint64_t first = (address + page - 1) / page * page;
    const uint64_t last = (address + bytes) / page * page;
    if (last > first) {
        madvise(begin_ + (first - reinterpret_cast<uint64_t>(begin_)), last - first, MADV_DONTNEED);
    }
}

void Pages::open() {
    if (++opened_ == 1) {
        protect(true);
    }
}

void Pages::close() {
    if (--opened_ == 0) {
        protect(false);
    }
}

void Pages::protect(bool is_open) {
    if (is_hidden_ && used_ > 0) {
        mprotect(begin_, (used_ + page - 1) / page * page,
                 is_open ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
}

}  // namespace ptx
