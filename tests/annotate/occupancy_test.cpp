// Occupancy: figures of NVIDIA's calculator.
#include "annotate/occupancy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

using namespace pycu::annotate;

namespace {

const Gpu& gpu(std::string_view architecture) {
    const auto found = std::ranges::find(all_gpus(), architecture, &Gpu::architecture);
    REQUIRE(found != all_gpus().end());
    return *found;
}

void check(const Occupancy& found, std::int64_t warps, Limit limit) {
    CHECK(found.warps == warps);
    CHECK(limit_name(found.limit) == limit_name(limit));
}

}  // namespace

TEST_CASE("few registers leave a multiprocessor full") {
    check(occupancy(gpu("sm_80"), 256, 32, 0), 64, Limit::Warps);
    check(occupancy(gpu("sm_90"), 1024, 32, 0), 64, Limit::Warps);
    check(occupancy(gpu("sm_89"), 768, 40, 0), 48, Limit::Warps);
}

TEST_CASE("small blocks are limited by their number") {
    check(occupancy(gpu("sm_80"), 32, 16, 0), 32, Limit::Blocks);
    check(occupancy(gpu("sm_86"), 32, 16, 0), 16, Limit::Blocks);
    check(occupancy(gpu("sm_89"), 32, 16, 0), 24, Limit::Blocks);
}

TEST_CASE("blocks that leave a rest") {
    // 48 warps hold one block of 32, and three of 16
    check(occupancy(gpu("sm_89"), 1024, 32, 0), 32, Limit::Warps);
    check(occupancy(gpu("sm_89"), 512, 32, 0), 48, Limit::Warps);
    // an odd number of threads takes a whole warp more
    check(occupancy(gpu("sm_80"), 33, 16, 0), 64, Limit::Warps);
}

TEST_CASE("registers are given out by warps, 256 at a time") {
    check(occupancy(gpu("sm_80"), 256, 64, 0), 32, Limit::Registers);
    // 33 registers are 40 of each lane: 51 warps, of which 48 are a multiple of 4
    check(occupancy(gpu("sm_80"), 128, 33, 0), 48, Limit::Registers);
    check(occupancy(gpu("sm_80"), 1024, 255, 0), 0, Limit::Registers);
}

TEST_CASE("a block takes its shared memory and a kilobyte") {
    check(occupancy(gpu("sm_80"), 128, 16, 48 * 1024), 12, Limit::SharedMemory);
    check(occupancy(gpu("sm_90"), 128, 16, 48 * 1024), 16, Limit::SharedMemory);
    check(occupancy(gpu("sm_75"), 128, 16, 32 * 1024), 8, Limit::SharedMemory);
    check(occupancy(gpu("sm_89"), 128, 16, 100 * 1024), 0, Limit::SharedMemory);
}

TEST_CASE("the limits of each GPU fit each other") {
    for (const Gpu& one : all_gpus()) {
        CAPTURE(one.architecture);
        CHECK(one.warps % one.warp_unit == 0);
        CHECK(one.registers % one.register_unit == 0);
        CHECK(one.shared_bytes % one.shared_unit == 0);
        CHECK(one.blocks <= one.warps);
        // a block of the most threads there are has room
        CHECK(occupancy(one, 1024, 32, 0).warps == 32 * (one.warps / 32));
    }
}
