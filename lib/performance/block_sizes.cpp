// Launches whose blocks are no whole warps, or too few of them.
#include <string>

#include "performance/notes.h"
#include "support/text.h"

namespace pycu::performance {

void tell_block_sizes(const ir::Module& module, diag::Sink& sink) {
    constexpr std::int64_t fewest = 64;  // with fewer, a multiprocessor has not the warps it holds
    for (const ir::KnownLaunch& launch : module.launches) {
        const std::int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
        const std::int64_t warps = (threads + warp_size - 1) / warp_size;
        const std::int64_t lanes = warps * warp_size;
        // a launch of one thread or so is meant
        const bool is_small = threads < fewest;
        if (threads <= 1 || (threads == lanes && !is_small)) {
            continue;
        }
        const std::string idle =
            std::to_string(lanes - threads) + " of " + std::to_string(lanes) + " lanes are idle";
        auto& diagnostic = sink.report<diag::Code::BlockSize>(
            launch.range, launch.name, counted(std::size_t(threads), "thread"),
            threads == lanes ? counted(std::size_t(warps), "warp") + " alone" : idle);
        if (threads != lanes) {
            diagnostic.note("a GPU makes whole warps of 32 threads of a block");
        }
        if (is_small) {
            diagnostic.note(
                "a multiprocessor holds 16 to 32 blocks and 48 or 64 warps: blocks of one "
                "warp fill half of it");
        }
        diagnostic.help("take a multiple of 32 from 128 to 256 on, and more or fewer blocks");
    }
}

}  // namespace pycu::performance
