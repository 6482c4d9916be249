// CUDA's names for a host compiler, and the two engines that run a kernel there.
//
// A module is a struct derived from pycu::Thread, one object a CUDA thread, so that threadIdx and
// __syncthreads() are members and the kernel's text needs no marks. Kernels without barriers run
// as nested loops over the threads of a block; kernels with barriers run each thread on a fiber, a
// stack of its own. Either way a block stays on one OS thread. pycu_host.cpp has the rest.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define __device__
#define __global__ inline __attribute__((always_inline))
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define __constant__ constexpr  // written `static __constant__ const`

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
};

namespace pycu {

#pragma GCC visibility push(hidden)

/// The threads of a running block, in pycu_fiber.inc.
struct Block;

/// Waits until all live threads of the block are here.
void barrier(Block* block);
/// The same; returns for how many of them `predicate` holds, and how many they are.
unsigned barrier_count(Block* block, bool predicate, unsigned* threads);
/// The block's dynamic shared memory and its size.
void* dynamic_shared_memory(unsigned* bytes);

/// What a thread of a kernel sees of itself; modules derive from it.
struct Thread {
    uint3 threadIdx, blockIdx;
    dim3 blockDim, gridDim;
    Block* pycu_block;

    static constexpr int warpSize = 32;

    void __syncthreads() const { barrier(pycu_block); }
    int __syncthreads_count(int predicate) const {
        unsigned threads;
        return int(barrier_count(pycu_block, predicate != 0, &threads));
    }
    int __syncthreads_or(int predicate) const { return __syncthreads_count(predicate) > 0; }
    int __syncthreads_and(int predicate) const {
        unsigned threads;
        return barrier_count(pycu_block, predicate != 0, &threads) == threads;
    }
    static void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
    static void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
    static void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

    /// The number of the thread in its warp.
    int pycu_lane() const {
        const unsigned row = threadIdx.y + threadIdx.z * blockDim.y;
        return int((threadIdx.x + row * blockDim.x) % 32);
    }
};

enum class Engine { loops, fibers };

/// One launch: the kernel with its arguments, without their types.
struct Job {
    Engine engine;
    dim3 grid, block;
    unsigned shared_bytes;
    size_t stack_bytes;  // of local arrays, beyond what every fiber has
    const void* kernel;
    void (*run_block)(const void* kernel, const Thread& first);
    void (*run_thread)(const void* kernel, const Thread& thread);
};

/// Runs all blocks on the calling thread and, when that takes long, on PYCU_WORKERS threads.
/// Returns 0 or a code of pycu_abi.h. PYCU_ENGINE=fibers runs every kernel on fibers.
int run(const Job& job);

#pragma GCC visibility pop

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
                call(thread);
            }
        }
    }
}

template <class Module, class Kernel>
void run_thread(const void* kernel, const Thread& thread) {
    Module module;
    static_cast<Thread&>(module) = thread;
    (*static_cast<const Kernel*>(kernel))(module);
}

}  // namespace pycu
