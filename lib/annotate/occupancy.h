// How many warps of a kernel a multiprocessor holds at once, from what each thread and each block
// takes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pycu::annotate {

/// A line of gpus.def.
struct Gpu {
    std::string_view architecture;
    std::string_view example;
    std::int64_t warps;
    std::int64_t blocks;
    std::int64_t registers;
    std::int64_t register_unit;
    std::int64_t warp_unit;
    std::int64_t shared_bytes;
    std::int64_t shared_unit;
    std::int64_t shared_reserved;
};

/// All lines of gpus.def.
const std::vector<Gpu>& all_gpus();

/// What keeps a multiprocessor from holding more.
enum class Limit { Warps, Blocks, Registers, SharedMemory };

/// `warps`, `blocks`, `registers`, `shared memory`.
std::string_view limit_name(Limit limit);

/// The warps that are resident at once, and what limits them.
struct Occupancy {
    std::int64_t warps = 0;
    Limit limit = Limit::Warps;
};

/// Of blocks of so many threads. 0 warps where not one block has room.
Occupancy occupancy(const Gpu& gpu, std::int64_t threads, std::int64_t registers,
                    std::int64_t shared_bytes);

}  // namespace pycu::annotate
