// The part of the CPU target that is compiled once for a program or library: fibers, the pool of
// threads that blocks run on, and the memory that both need.
//
// Every symbol is hidden, so that several libraries in one process do not see each other. No
// signal is handled, nothing is thrown, and a forked child starts a pool of its own.
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "debug.h"
#include "fiber.h"
#include "pycu_abi.h"
#include "warp.h"
#include "worker.h"

#pragma GCC visibility push(hidden)

namespace pycu {
namespace {

constexpr uint64_t max_grid_blocks = 1024;  // of a grid whose blocks meet: an OS thread each
constexpr uint64_t usual_turns = uint64_t(1) << 28;  // of an endless loop, some seconds

}  // namespace

void barrier(Block* block, const char* file, int line) noexcept {
    if (block->warps != nullptr) {
        unsigned threads;
        meet_block(*block, false, false, &threads, file, line);
        return;
    }
    block->pass_on();
}

unsigned barrier_count(Block* block, bool predicate, unsigned* threads, const char* file,
                       int line) noexcept {
    if (block->warps != nullptr) {
        return meet_block(*block, predicate, false, threads, file, line);
    }
    return block->count(predicate, threads);
}

/// One call is one piece of the output; what Python prints later stands behind it.
int Thread::printf(const char* format, ...) {
    va_list values;
    va_start(values, format);
    flockfile(stdout);
    const int count = vprintf(format, values);
    fflush(stdout);
    funlockfile(stdout);
    va_end(values);
    return count;
}

namespace {

// ---------------------------------------------------------------- blocks over all cores

/// A launch that runs: which block is next, and who helps.
struct Run {
    const Job* job;
    dim3 grid;          // of the blocks, or of the runs of blocks that are done at once
    unsigned together;  // blocks in such a run, along the job's axis
    uint64_t blocks;    // or runs
    int threads;        // of a block
    int workers;        // that may take part
    uint64_t next;      // block
    uint64_t chunk;     // blocks that a worker takes at once
    bool shared;        // helpers have been called
    bool failed;
    int flags;  // of floating-point numbers, that helpers have set
};

/// The threads that wait for a launch to help with. It has one launch at a time; a launch that
/// finds it taken runs alone.
struct Pool {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
    pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
    pthread_t threads[256];
    int count = 0;
    uint64_t calls = 0;
    Run* run = nullptr;
    int places = 0;  // helpers that may still join
    int helping = 0;
    bool taken = false;
    bool stop = false;
    pid_t owner = 0;
};

Pool pool;

void take_blocks(Run& run, bool may_call_helpers);

void* help(void*) {
    pthread_mutex_lock(&pool.lock);
    uint64_t seen = 0;
    while (!pool.stop) {
        if (pool.calls == seen || pool.run == nullptr || pool.places == 0) {
            seen = pool.calls;
            pthread_cond_wait(&pool.wake, &pool.lock);
            continue;
        }
        seen = pool.calls;
        --pool.places;
        ++pool.helping;
        Run& run = *pool.run;
        pthread_mutex_unlock(&pool.lock);
        feclearexcept(FE_ALL_EXCEPT);
        take_blocks(run, false);
        pthread_mutex_lock(&pool.lock);
        run.flags |= fetestexcept(FE_ALL_EXCEPT);
        if (--pool.helping == 0) {
            pthread_cond_signal(&pool.idle);
        }
    }
    pthread_mutex_unlock(&pool.lock);
    return nullptr;
}

/// Starts threads until there are `wanted`; signals stay with the program's own.
void grow_pool(int wanted) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool.count < wanted && pool.count < int(sizeof pool.threads / sizeof *pool.threads)) {
        if (pthread_create(&pool.threads[pool.count], nullptr, help, nullptr) != 0) {
            break;
        }
        ++pool.count;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Makes the pool this launch's; false when another has it.
bool take_pool() {
    const pid_t self = getpid();
    pid_t owner = __atomic_load_n(&pool.owner, __ATOMIC_ACQUIRE);
    if (owner == self) {
        return !__atomic_exchange_n(&pool.taken, true, __ATOMIC_ACQUIRE);
    }
    if (!__atomic_compare_exchange_n(&pool.owner, &owner, self, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        return false;
    }
    // the first launch, or the first of a forked child, in which the threads are gone
    pool.lock = PTHREAD_MUTEX_INITIALIZER;
    pool.wake = PTHREAD_COND_INITIALIZER;
    pool.idle = PTHREAD_COND_INITIALIZER;
    pool.count = 0;
    pool.helping = 0;
    pool.run = nullptr;
    __atomic_store_n(&pool.taken, true, __ATOMIC_RELEASE);
    return true;
}

/// Offers the rest of a launch to the pool.
void call_helpers(Run& run) {
    if (!take_pool()) {
        return;
    }
    pthread_mutex_lock(&pool.lock);
    grow_pool(run.workers - 1);
    pool.run = &run;
    pool.places = run.workers - 1;
    ++pool.calls;
    run.shared = true;
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
}

/// Waits until no helper looks at the launch any more.
void dismiss_helpers() {
    pthread_mutex_lock(&pool.lock);
    pool.run = nullptr;
    while (pool.helping > 0) {
        pthread_cond_wait(&pool.idle, &pool.lock);
    }
    pthread_mutex_unlock(&pool.lock);
    __atomic_store_n(&pool.taken, false, __ATOMIC_RELEASE);
}

/// A library that is unloaded takes its threads along.
struct PoolOwner {
    PoolOwner() = default;
    PoolOwner(const PoolOwner&) = delete;
    PoolOwner& operator=(const PoolOwner&) = delete;
    ~PoolOwner() {
        if (pool.owner != getpid()) {
            return;
        }
        pthread_mutex_lock(&pool.lock);
        pool.stop = true;
        pthread_cond_broadcast(&pool.wake);
        pthread_mutex_unlock(&pool.lock);
        for (int i = 0; i < pool.count; ++i) {
            pthread_join(pool.threads[i], nullptr);
        }
        pool.count = 0;
    }
} pool_owner;

int64_t nanoseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

template <class Vector>
auto& along(Vector& vector, int axis) {
    return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

/// Cuts a launch into blocks or, where the kernel has rows, into runs of blocks that make rows of
/// some length, but not so few that workers would wait for each other.
void cut(Run& run) {
    constexpr unsigned row_threads = 4096;
    constexpr unsigned runs_each = 16;
    const Job& job = *run.job;
    run.grid = job.grid;
    run.together = 1;
    run.blocks = uint64_t(job.grid.x) * job.grid.y * job.grid.z;
    if (job.engine == Engine::loops && job.row_axis >= 0) {
        const uint64_t share = run.blocks / (uint64_t(run.workers) * runs_each);
        const unsigned wanted = row_threads / along(job.block, job.row_axis);
        unsigned& blocks = along(run.grid, job.row_axis);
        run.together = run.workers > 1 && share < wanted ? unsigned(share) : wanted;
        run.together = run.together > 1 ? run.together : 1;
        blocks = (blocks - 1) / run.together + 1;
        run.blocks = uint64_t(run.grid.x) * run.grid.y * run.grid.z;
    }
}

void run_one_block(const Run& run, Worker& worker, uint64_t k) {
    const Job& job = *run.job;
    Block& block = worker.block;
    block.index = index_in(run.grid, k);
    if (job.checks) {
        begin_checks(block, worker.shared);
    }
    if (has_fibers(job)) {
        block.run();
        return;
    }
    Thread first;
    first.threadIdx = {0, 0, 0};
    first.blockIdx = block.index;
    first.blockDim = job.block;
    first.gridDim = job.grid;
    first.pycu_block = &block;
    if (run.together > 1) {
        unsigned& begin = along(first.blockIdx, job.row_axis);
        begin *= run.together;
        const unsigned left = along(job.grid, job.row_axis) - begin;
        first.pycu_blocks = int(left < run.together ? left : run.together);
    }
    (job.run_regions != nullptr ? job.run_regions : job.run_block)(job.kernel, first);
}

/// Blocks before the one that failed still run: one of them may have failed first.
bool has_failed_before(const Job& job, uint64_t k) {
    return __atomic_load_n(&job.failure->block, __ATOMIC_RELAXED) < k;
}

/// Takes blocks until none is left. The caller of the launch begins alone, looks at the clock now
/// and then, and calls helpers when they are worth waking.
void take_blocks(Run& run, bool may_call_helpers) {
    Worker* const own = worker();
    if (own == nullptr || !own->prepare(*run.job, run.threads)) {
        __atomic_store_n(&run.failed, true, __ATOMIC_RELAXED);
        return;
    }
    constexpr int64_t worth_waking = 20000;  // ns; waking the pool costs about half of that
    const int64_t begin = may_call_helpers ? nanoseconds() : 0;
    uint64_t done = 0, look = 1;
    for (;;) {
        const uint64_t chunk = run.shared ? run.chunk : 1;
        const uint64_t first = __atomic_fetch_add(&run.next, chunk, __ATOMIC_RELAXED);
        if (first >= run.blocks) {
            return;
        }
        const uint64_t end = first + chunk < run.blocks ? first + chunk : run.blocks;
        for (uint64_t k = first; k < end; ++k) {
            if (has_failed_before(*run.job, k)) {
                return;
            }
            run_one_block(run, *own, k);
        }
        done += end - first;
        if (may_call_helpers && done >= look) {
            look = done * 2;
            if (nanoseconds() - begin > worth_waking) {
                may_call_helpers = false;
                call_helpers(run);
            }
        }
    }
}

// ---------------------------------------------------------------- all blocks at once

/// A block of a grid whose blocks meet, and the OS thread that runs it.
struct GridBlock {
    Grid* grid;
    const Run* run;
    uint64_t number;
    pthread_t thread;
    bool has_memory;
};

/// Waits until all blocks have their threads, so that none begins without the others.
bool starts(Grid& grid, bool has_memory) {
    pthread_mutex_lock(&grid.lock);
    grid.broken = grid.broken || !has_memory;
    ++grid.arrived;
    pthread_cond_broadcast(&grid.changed);
    while (grid.arrived < grid.blocks && grid.rounds == 0 && !grid.broken) {
        pthread_cond_wait(&grid.changed, &grid.lock);
    }
    if (grid.rounds == 0 && !grid.broken) {
        grid.arrived = 0;
        grid.rounds = 1;
    }
    const bool is_whole = !grid.broken || grid.rounds > 0;
    pthread_mutex_unlock(&grid.lock);
    return is_whole;
}

void* run_grid_block(void* argument) {
    GridBlock& self = *static_cast<GridBlock*>(argument);
    Worker* const own = worker();
    self.has_memory = own != nullptr && own->prepare(*self.run->job, self.run->threads);
    if (starts(*self.grid, self.has_memory)) {
        own->block.grid = self.grid;
        run_one_block(*self.run, *own, self.number);
        own->block.grid = nullptr;
        const uint64_t failed = __atomic_load_n(&self.run->job->failure->block, __ATOMIC_RELAXED);
        leave_grid(*self.grid, failed != ~uint64_t(0));
    }
    return nullptr;
}

/// Runs each block on an OS thread of its own; shared arrays are the threads'.
int run_grid(const Job& job) {
    Run run = {};
    run.job = &job;
    cut(run);
    run.threads = int(job.block.x * job.block.y * job.block.z);
    if (run.blocks > max_grid_blocks) {
        return PYCU_ERROR_COOPERATIVE;
    }
    Grid grid;
    grid.blocks = run.blocks;
    GridBlock* const blocks = static_cast<GridBlock*>(calloc(run.blocks, sizeof(GridBlock)));
    if (blocks == nullptr) {
        return PYCU_ERROR_MEMORY;
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    uint64_t started = 0;
    for (; started < run.blocks; ++started) {
        blocks[started] = {&grid, &run, started, {}, true};
        if (pthread_create(&blocks[started].thread, &attributes, run_grid_block,
                           &blocks[started]) != 0) {
            break;
        }
    }
    pthread_attr_destroy(&attributes);
    if (started < run.blocks) {
        pthread_mutex_lock(&grid.lock);
        grid.broken = true;
        pthread_cond_broadcast(&grid.changed);
        pthread_mutex_unlock(&grid.lock);
    }
    bool has_memory = true;
    for (uint64_t k = 0; k < started; ++k) {
        pthread_join(blocks[k].thread, nullptr);
        has_memory = has_memory && blocks[k].has_memory;
    }
    free(blocks);
    if (started < run.blocks) {
        return PYCU_ERROR_COOPERATIVE;
    }
    if (job.failure->block != ~uint64_t(0)) {
        return PYCU_ERROR_RAISED;
    }
    return has_memory ? PYCU_SUCCESS : PYCU_ERROR_MEMORY;
}

/// PYCU_WORKERS, or as many as there are processors.
int worker_count() {
    const char* const text = getenv("PYCU_WORKERS");
    const int wanted = text != nullptr ? atoi(text) : 0;
    if (wanted > 0) {
        return wanted;
    }
    static const int processors = [] {
        cpu_set_t usable;
        CPU_ZERO(&usable);
        return sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
    }();
    return processors;
}

}  // namespace

void* dynamic_shared_memory(unsigned* bytes) noexcept {
    *bytes = this_worker->block.job->shared_bytes;
    return this_worker->shared;
}

void meet_grid(const char* file, int line) {
    unsigned threads;
    meet_block(this_worker->block, false, true, &threads, file, line);
}

unsigned char* dynamic_shared_written() {
    return this_worker->block.checks->written;
}

int run(const Job& asked) {
    Job job = asked;
    const char* const engine = getenv("PYCU_ENGINE");
    const bool wants_fibers = engine != nullptr && strcmp(engine, "fibers") == 0;
    const bool has_regions =
        job.run_regions != nullptr && (!job.in_rows || job.block.y * job.block.z == 1);
    if ((wants_fibers && !has_fibers(job)) || (job.engine == Engine::regions && !has_regions)) {
        job.engine = job.fallback;
    }
    if (job.checks) {
        const char* const limit = getenv("PYCU_TURN_LIMIT");
        job.failure->turn_limit = limit != nullptr ? strtoull(limit, nullptr, 10) : usual_turns;
    }
    if (job.engine == Engine::grid) {
        return run_grid(job);
    }
    Run run = {};
    run.job = &job;
    run.threads = int(job.block.x * job.block.y * job.block.z);
    // races are looked for in one block after the other
    const bool has_one = job.grid.x == 1 && job.grid.y == 1 && job.grid.z == 1;
    const bool is_alone = has_one || (job.checks && looks_for_races());
    run.workers = is_alone ? 1 : worker_count();
    cut(run);
    run.chunk = 1 + run.blocks / (uint64_t(run.workers) * 64);
    take_blocks(run, run.workers > 1);
    if (run.shared) {
        dismiss_helpers();
        feraiseexcept(run.flags);
        run.failed = run.failed && run.next < run.blocks;
    }
    if (job.failure->block != ~uint64_t(0)) {
        return PYCU_ERROR_RAISED;
    }
    return run.failed ? PYCU_ERROR_MEMORY : PYCU_SUCCESS;
}

}  // namespace pycu

#pragma GCC visibility pop
