// The part of the CPU target that is compiled once for a program or library: fibers, the pool of
// threads that blocks run on, and the memory that both need.
//
// Every symbol is hidden, so that several libraries in one process do not see each other. No
// signal is handled, nothing is thrown, and a forked child starts a pool of its own.
#include "pycu_host.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <new>

#include "pycu_abi.h"
#include "pycu_debug.inc"
#include "pycu_fiber.inc"
#include "pycu_races.inc"

#pragma GCC visibility push(hidden)

namespace pycu {
namespace {

constexpr size_t page = 4096;
constexpr uint64_t usual_turns = uint64_t(1) << 28;  // of an endless loop, some seconds
// ASan puts red zones around every local variable
constexpr size_t fiber_stack_bytes = PYCU_ASAN ? 256 * 1024 : 64 * 1024;

}  // namespace

void barrier(Block* block) noexcept {
    block->pass_on();
}

unsigned barrier_count(Block* block, bool predicate, unsigned* threads) noexcept {
    return block->count(predicate, threads);
}

// ---------------------------------------------------------------- what an OS thread keeps

namespace {

/// Guard pages split a mapping into many, of which a process may have about 65,000.
int guard_pages = 0;
constexpr int max_guard_pages = 16 * max_threads;

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
        free(shared);
    }

    bool prepare(const Job& job, int threads);
    void release_stacks();
    bool reserve_stacks(int threads, size_t bytes);
};

/// The calling OS thread's worker, null until it has run something.
thread_local Worker* this_worker = nullptr;

/// Frees the worker when its OS thread ends.
struct WorkerOwner {
    WorkerOwner() = default;
    WorkerOwner(const WorkerOwner&) = delete;
    WorkerOwner& operator=(const WorkerOwner&) = delete;
    ~WorkerOwner() {
        if (this_worker != nullptr) {
            this_worker->~Worker();
            free(this_worker);
            this_worker = nullptr;
        }
    }
};

/// The calling OS thread's worker, or null where there is no memory for one.
Worker* worker() {
    if (this_worker == nullptr) {
        static thread_local WorkerOwner owner;
        (void)owner;
        void* const memory = malloc(sizeof(Worker));
        if (memory != nullptr) {
            this_worker = ::new (memory) Worker();
        }
    }
    return this_worker;
}

void Worker::release_stacks() {
    if (block.memory != nullptr) {
#if PYCU_ASAN
        // the frames of fibers that never returned would haunt whoever gets the memory next
        __asan_unpoison_memory_region(block.memory, mapped_bytes);
#endif
        munmap(block.memory, mapped_bytes);
        __atomic_fetch_sub(&guard_pages, guards, __ATOMIC_RELAXED);
        block.memory = nullptr;
        mapped_bytes = 0;
        guards = 0;
    }
}

/// Maps a stack for each thread; pages are taken when they are touched.
bool Worker::reserve_stacks(int threads, size_t bytes) {
    if (size_t(threads) * bytes <= mapped_bytes && bytes == block.stack_bytes) {
        return true;
    }
    release_stacks();
    const size_t wanted = size_t(threads) * bytes;
    void* const memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    block.memory = static_cast<char*>(memory);
    block.stack_bytes = bytes;
    mapped_bytes = wanted;
    if (__atomic_add_fetch(&guard_pages, threads, __ATOMIC_RELAXED) <= max_guard_pages) {
        guards = threads;
        for (int i = 0; i < threads; ++i) {
            mprotect(block.memory + size_t(i) * bytes, page, PROT_NONE);
        }
    } else {
        __atomic_fetch_sub(&guard_pages, threads, __ATOMIC_RELAXED);
    }
    return true;
}

/// Gives each thread of a block a fiber that has not run yet, and the block its shared memory.
bool Worker::prepare(const Job& job, int threads) {
    if (job.shared_bytes > shared_bytes) {
        free(shared);
        shared = static_cast<char*>(aligned_alloc(128, (job.shared_bytes + 127U) / 128U * 128U));
        shared_bytes = shared != nullptr ? job.shared_bytes : 0;
        if (shared == nullptr) {
            return false;
        }
    }
    block.job = &job;
    if (!prepare_checks(block, job)) {
        return false;
    }
    if (job.engine == Engine::loops) {
        return true;
    }
    const size_t local = PYCU_ASAN ? job.stack_bytes * 4 : job.stack_bytes;
    const size_t bytes = (fiber_stack_bytes + local + page - 1) / page * page;
    if (!reserve_stacks(threads, bytes)) {
        return false;
    }
    block.threads = threads;
    for (int i = 0; i < threads; ++i) {
        char* const bottom = block.memory + size_t(i) * bytes + page;
        char* top = bottom - page + bytes;
        // equal tops would fall on the same lines of the cache
        top -= i % 61 * 192;
#if PYCU_ASAN
        __asan_unpoison_memory_region(bottom, bytes - page);
#endif
        block.fibers[i].stack = new_stack(&block, bottom, top);
    }
#if PYCU_ASAN
    block.outside_bottom = nullptr;
#endif
    return true;
}

// ---------------------------------------------------------------- blocks over all cores

/// A launch that runs: which block is next, and who helps.
struct Run {
    const Job* job;
    uint64_t blocks;
    int threads;     // of a block
    int workers;     // that may take part
    uint64_t next;   // block
    uint64_t chunk;  // blocks that a worker takes at once
    bool shared;     // helpers have been called
    bool failed;
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
        take_blocks(run, false);
        pthread_mutex_lock(&pool.lock);
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

void run_one_block(const Run& run, Worker& worker, uint64_t k) {
    const Job& job = *run.job;
    Block& block = worker.block;
    block.index = index_in(job.grid, k);
    if (job.failure != nullptr) {
        begin_checks(block, worker.shared);
    }
    if (job.engine == Engine::fibers) {
        block.run();
        return;
    }
    const Thread first = {{0, 0, 0}, block.index, job.block, job.grid, &block};
    job.run_block(job.kernel, first);
}

/// Blocks before the one that failed still run: one of them may have failed first.
bool has_failed_before(const Job& job, uint64_t k) {
    return job.failure != nullptr && __atomic_load_n(&job.failure->block, __ATOMIC_RELAXED) < k;
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

unsigned char* dynamic_shared_written() {
    return this_worker->block.checks->written;
}

int run(const Job& asked) {
    Job job = asked;
    const char* const engine = getenv("PYCU_ENGINE");
    if (engine != nullptr && strcmp(engine, "fibers") == 0) {
        job.engine = Engine::fibers;
    }
    if (job.failure != nullptr) {
        const char* const limit = getenv("PYCU_TURN_LIMIT");
        job.failure->turn_limit = limit != nullptr ? strtoull(limit, nullptr, 10) : usual_turns;
    }
    Run run = {};
    run.job = &job;
    run.blocks = uint64_t(job.grid.x) * job.grid.y * job.grid.z;
    run.threads = int(job.block.x * job.block.y * job.block.z);
    // races are looked for in one block after the other
    const bool is_alone = run.blocks == 1 || (job.failure != nullptr && looks_for_races());
    run.workers = is_alone ? 1 : worker_count();
    run.chunk = 1 + run.blocks / (uint64_t(run.workers) * 64);
    take_blocks(run, run.workers > 1);
    if (run.shared) {
        dismiss_helpers();
        run.failed = run.failed && run.next < run.blocks;
    }
    if (job.failure != nullptr && job.failure->block != ~uint64_t(0)) {
        return PYCU_ERROR_RAISED;
    }
    return run.failed ? PYCU_ERROR_MEMORY : PYCU_SUCCESS;
}

}  // namespace pycu

#pragma GCC visibility pop
