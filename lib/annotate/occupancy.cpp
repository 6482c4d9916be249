// The arithmetic of NVIDIA's occupancy calculator.
#include "annotate/occupancy.h"

#include <algorithm>
#include <utility>

namespace pycu::annotate {

namespace {

constexpr std::int64_t warp_size = 32;

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

const std::vector<Gpu>& all_gpus() {
    static const std::vector<Gpu> gpus = {
#define PYCU_GPU(...) {__VA_ARGS__},
#include "annotate/gpus.def"
    };
    return gpus;
}

std::string_view limit_name(Limit limit) {
    constexpr std::string_view names[] = {"warps", "blocks", "registers", "shared memory"};
    return names[static_cast<std::size_t>(limit)];
}

Occupancy occupancy(const Gpu& gpu, std::int64_t threads, std::int64_t registers,
                    std::int64_t shared_bytes) {
    const std::int64_t warps = rounded_up(threads, warp_size) / warp_size;
    // the first of the smallest is what is told
    std::vector<std::pair<std::int64_t, Limit>> blocks = {{gpu.warps / warps, Limit::Warps},
                                                          {gpu.blocks, Limit::Blocks}};
    if (registers > 0) {
        const std::int64_t of_warp = rounded_up(registers * warp_size, gpu.register_unit);
        const std::int64_t room = gpu.registers / of_warp / gpu.warp_unit * gpu.warp_unit;
        blocks.emplace_back(room / warps, Limit::Registers);
    }
    if (const std::int64_t bytes = shared_bytes + gpu.shared_reserved; bytes > 0) {
        blocks.emplace_back(gpu.shared_bytes / rounded_up(bytes, gpu.shared_unit),
                            Limit::SharedMemory);
    }
    const auto least = std::ranges::min_element(blocks, {}, &std::pair<std::int64_t, Limit>::first);
    return {least->first * warps, least->second};
}

}  // namespace pycu::annotate
