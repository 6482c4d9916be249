// What is known of a block whose lanes meet at warp operations, and of a grid whose blocks meet.
#pragma once

#include <pthread.h>

#include "debug.h"
#include "fiber.h"

#pragma GCC visibility push(hidden)

namespace pycu {

constexpr int lanes_of_warp = 32;
constexpr int max_warps = max_threads / lanes_of_warp;

/// What a thread waits with: at a warp operation, the grid's barrier or, with `none`, the block's.
struct Wait {
    WarpOp op;
    bool is_grid;
    bool flag;
    unsigned mask;
    unsigned argument;
    uint64_t value;  // what it brings, then what it gets
};

/// Which threads of a block live, may run and wait at its barrier: a bit a lane, a word a warp.
struct Warps {
    int count, live_threads, arrived;
    unsigned votes, last_votes, last_voters;
    unsigned live[max_warps], ready[max_warps], at_barrier[max_warps];
    Wait waits[max_threads];
    Stand stands[max_threads];

    unsigned at_operation(int warp) const { return live[warp] & ~ready[warp] & ~at_barrier[warp]; }
};

/// The blocks of a grid that runs all of them at once, each on an OS thread of its own.
struct Grid {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    uint64_t blocks = 0, arrived = 0, ended = 0, rounds = 0;
    bool broken = false;  // a block has failed: the others end where they wait
};

/// Makes an OS thread's block ready for a launch with warp operations.
bool prepare_warps(Block& block, const Job& job);
void release_warps(Block& block);
/// A block of a grid that runs all at once has come to its end.
void leave_grid(Grid& grid, bool has_failed);

}  // namespace pycu

#pragma GCC visibility pop
