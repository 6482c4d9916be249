// What an OS thread keeps from launch to launch: the stacks of the fibers that it runs, the shared
// memory of its block, what is known of that block.
#pragma once

#include <stdlib.h>

#include "fiber.h"
#include "warp.h"

#pragma GCC visibility push(hidden)

namespace pycu {

/// The stacks and the shared memory of one OS thread, kept from launch to launch.
struct Worker {
    Block block = {};
    size_t mapped_bytes = 0;
    int guards = 0;
    char* shared = nullptr;
    unsigned shared_bytes = 0;

    Worker() = default;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker() {
        release_stacks();
        release_checks(block);
        release_warps(block);
        free(shared);
    }

    bool prepare(const Job& job, int threads);
    void release_stacks();
    bool reserve_stacks(int threads, size_t bytes);
};

/// The calling OS thread's worker, null until it has run something.
extern __thread Worker* this_worker;
/// The same, made where there is none; null where there is no memory for one.
Worker* worker();

}  // namespace pycu

#pragma GCC visibility pop
