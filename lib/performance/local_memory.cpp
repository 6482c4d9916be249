// Arrays of a thread that cannot be registers, since an index of them is no number.
#include <string>

#include "performance/notes.h"

namespace pycu::performance {

void tell_local_memory(const Access& access, diag::Sink& sink) {
    // nvcc picks one of a few registers by comparing, and one of many outside of loops (measured)
    constexpr std::int64_t most_picked = 4;
    if (access.array.space != Array::Space::Local || access.is_static || !access.is_rolled) {
        return;
    }
    std::int64_t elements = 1;
    for (const std::int64_t extent : access.array.declared->shape) {
        elements *= extent;
    }
    if (elements <= most_picked) {
        return;
    }
    const std::int64_t size = access.module.types.bytes(access.array_type().element_type());
    sink.report<diag::Code::LocalMemory>(access.array.declared_at, access.array.name,
                                         elements * size)
        .label(access.range(), "an index here, in a loop, is not known while compiling")
        .note(
            "registers have no addresses: such an array lies in the GPU's DRAM, behind its caches")
        .help(
            "index it by constants and by loops over `range` of constants, or take shared "
            "memory: an element for each thread");
}

}  // namespace pycu::performance
