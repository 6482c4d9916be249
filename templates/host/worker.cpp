// How an OS thread gets its worker, and a worker its memory.
#include "worker.h"

#include <sys/mman.h>

#include <new>

#pragma GCC visibility push(hidden)

namespace pycu {

__thread Worker* this_worker = nullptr;

namespace {

constexpr size_t page = 4096;
// ASan puts red zones around every local variable
constexpr size_t fiber_stack_bytes = PYCU_ASAN ? 256 * 1024 : 64 * 1024;

/// Guard pages split a mapping into many, of which a process may have about 65,000.
int guard_pages = 0;
constexpr int max_guard_pages = 16 * max_threads;

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

}  // namespace

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
    if (!prepare_checks(block, job) || !prepare_warps(block, job)) {
        return false;
    }
    if (!has_fibers(job)) {
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

}  // namespace pycu

#pragma GCC visibility pop
