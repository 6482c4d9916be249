// CUDA's names for a host compiler, and the engines that run a kernel there.
//
// A module is a struct derived from pycu::Thread, one object a CUDA thread, so that threadIdx and
// __syncthreads() are members and the kernel's text needs no marks. Kernels without barriers run
// as nested loops over the threads of a block; kernels with barriers have a second text with such
// loops between the barriers, or run each thread on a fiber, a stack of its own. Either way a block
// stays on one OS thread. pycu_host.cpp has the rest.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define __device__
#define __global__ inline __attribute__((always_inline))
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __shared__ static thread_local
#define __constant__ constexpr  // written `static __constant__ const`

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
};

#include "pycu_engine.h"
#include "pycu_host_warp.h"

namespace pycu {

#pragma GCC visibility push(hidden)

/// Waits until all live threads of the block are here.
void barrier(Block* block, const char* file, int line) noexcept;
/// The same; returns for how many of them `predicate` holds, and how many they are.
unsigned barrier_count(Block* block, bool predicate, unsigned* threads, const char* file,
                       int line) noexcept;
/// Waits until all live threads of all blocks are here.
void meet_grid(const char* file, int line);
/// The block's dynamic shared memory and its size.
void* dynamic_shared_memory(unsigned* bytes) noexcept;

/// Thrown where a thread ends before its kernel does: what Python would raise there.
struct Stop {
    const char* exception;
    const char* message;
};

/// Under --debug: an array's name in Python, and the line that an access stands on.
struct Site {
    const char* name;
    const char* file;
    int line;

    constexpr Site(const char* name, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE())
        : name(name), file(file), line(line) {}
};

/// Under --debug: what an access does to an element, and whose memory it is in.
enum class Touch { read, write, update, atomic };
enum class Space : unsigned char { global, shared, own };

/// Under --debug, and in functions of the host: a Python exception on its way out of a thread.
struct Raised {
    char text[512];
};

/// What a function of the host raises where a thread of a kernel just ends.
Raised raised_by(const Stop& stop);

/// What went wrong in the first block that failed.
struct Failure {
    char* text;
    size_t bytes;
    uint64_t turn_limit = 0;  // of a `while` loop under --debug, before it is called endless
    uint64_t block = ~uint64_t(0);
    bool lock = false;
};

// The checks of pycu_debug.h; debug.cpp has them.
extern __thread uint64_t block_stamp;
[[noreturn]] void raise_text(const char* file, int line, const char* exception,
                             const char* message);
[[noreturn]] void raise_index(const Site& site, int64_t index, bool is_unsigned, int axis,
                              int64_t size);
[[noreturn]] void raise_unset(const Site& site, const int64_t* indices, int rank);
/// Keeps an access to an element and raises if it races with one before.
void touch(const Site& site, void* address, size_t bytes, Touch how, Space space,
           const int64_t* indices, int rank);
/// What a thread of a kernel begins with, ends with and does in __threadfence().
void begin_thread(Block* block, const uint3& thread);
void settle_races(Block* block);
void fenced(Block* block);
unsigned checked_barrier(Block* block, bool predicate, unsigned* threads, const char* file,
                         int line);
void turn(Block* block, const char* file, int line);
void thread_raised(Block* block, const uint3& thread, const Raised& raised);
void thread_ended(Block* block);
unsigned char* dynamic_shared_written();

/// Of the largest block.
constexpr int max_threads = 1024;

/// What a thread of a kernel sees of itself; modules derive from it.
struct Thread : WarpThread {
    static constexpr bool pycu_debug = false;
    /// A function of the host ends with what it raises, and not just its thread.
    static constexpr bool pycu_raises = false;
    /// How many blocks from this one on a kernel with rows of its own does at once.
    int pycu_blocks = 1;

#define PYCU_WHERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
    void __syncthreads(PYCU_WHERE) const {
        barrier(pycu_block, file, line);
    }
    int __syncthreads_count(int predicate, PYCU_WHERE) const {
        unsigned threads;
        return int(barrier_count(pycu_block, predicate != 0, &threads, file, line));
    }
    int __syncthreads_or(int predicate, PYCU_WHERE) const {
        return __syncthreads_count(predicate, file, line) > 0;
    }
    int __syncthreads_and(int predicate, PYCU_WHERE) const {
        unsigned threads;
        return barrier_count(pycu_block, predicate != 0, &threads, file, line) == threads;
    }
#undef PYCU_WHERE
    static void __threadfence() {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
    static void __threadfence_block() {
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
    static void __threadfence_system() {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }

    /// Without the checks of the compiler: CUDA's printf takes int64_t for `%lld`.
    static int printf(const char* format, ...);
};

/// One launch: the kernel with its arguments, without their types.
struct Job {
    Engine engine;
    dim3 grid, block;
    unsigned shared_bytes;
    size_t stack_bytes;  // of local arrays, beyond what every fiber has
    const void* kernel;
    void (*run_block)(const void* kernel, const Thread& first);
    void (*run_thread)(const void* kernel, const Thread& thread);
    Failure* failure;
    bool checks;  // --debug
    void (*run_regions)(const void* kernel, const Thread& first);
    int row_axis;     // 0 to 2: `run_regions` does blocks that are neighbours along it at once
    Engine fallback;  // instead of regions
    bool in_rows;     // regions are for blocks of one row alone
};

/// Runs all blocks on the calling thread and, when that takes long, on PYCU_WORKERS threads.
/// Returns 0 or a code of pycu_abi.h. PYCU_ENGINE=fibers runs every kernel on fibers.
int run(const Job& job);

#pragma GCC visibility pop

/// Runs one thread; false when the block has failed.
template <class Module, class Kernel>
inline __attribute__((always_inline)) bool run_to_end(const Kernel& call, Module& thread) {
    if constexpr (Module::pycu_raises) {
        Raised raised = {};
        try {
            call(thread);
            return true;
        } catch (const Raised& thrown) {
            raised = thrown;
        } catch (const Stop& stop) {
            raised = raised_by(stop);
        }
        thread_raised(thread.pycu_block, thread.threadIdx, raised);
        return false;
    } else if constexpr (Module::pycu_debug) {
        Raised raised = {};
        begin_thread(thread.pycu_block, thread.threadIdx);
        try {
            call(thread);
            settle_races(thread.pycu_block);
        } catch (const Raised& thrown) {
            raised = thrown;
        }
        if (raised.text[0] != '\0') {
            thread_raised(thread.pycu_block, thread.threadIdx, raised);
            return false;
        }
        thread_ended(thread.pycu_block);
    } else {
        try {
            call(thread);
        } catch (const Stop&) {
        }
    }
    return true;
}

template <class Module, class Kernel>
void run_block(const void* kernel, const Thread& first) {
    const Kernel& call = *static_cast<const Kernel*>(kernel);
    Module module;
    static_cast<Thread&>(module) = first;
    // signed counters: the index arithmetic may be assumed not to wrap
    const int columns = int(first.blockDim.x), rows = int(first.blockDim.y);
    const int layers = int(first.blockDim.z);
    for (int z = 0; z < layers; ++z) {
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                Module thread = module;
                thread.threadIdx = {unsigned(x), unsigned(y), unsigned(z)};
                if (!run_to_end(call, thread)) {
                    return;
                }
            }
        }
    }
}

/// Runs a block whose kernel has the loops over its threads itself.
template <class Module, class Kernel>
void run_regions(const void* kernel, const Thread& first) {
    Module module;
    static_cast<Thread&>(module) = first;
    try {
        (*static_cast<const Kernel*>(kernel))(module);
    } catch (const Stop&) {
    }
}

template <class Module, class Kernel>
void run_thread(const void* kernel, const Thread& thread) {
    Module module;
    static_cast<Thread&>(module) = thread;
    run_to_end(*static_cast<const Kernel*>(kernel), module);
}

}  // namespace pycu
