// Fibers: a stack for each thread of a block, the switch between two of them, and the order in
// which threads run. Only pycu_host.cpp includes this.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pycu_host.h"

#if defined(__SANITIZE_ADDRESS__)
#define PYCU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PYCU_ASAN 1
#endif
#endif
#ifndef PYCU_ASAN
#define PYCU_ASAN 0
#endif
#if PYCU_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if !defined(PYCU_BOOST_CONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define PYCU_BOOST_CONTEXT
#endif
#ifdef PYCU_BOOST_CONTEXT
#include <boost/context/detail/fcontext.hpp>
#endif

#pragma GCC visibility push(hidden)

namespace pycu {

constexpr int max_threads = 1024;
constexpr int warp_size = 32;

#ifdef PYCU_BOOST_CONTEXT

using Stack = boost::context::detail::fcontext_t;

#else

using Stack = void*;

// Saves the callee-saved registers on the current stack and its top in *save; goes on at `to`.
// It ends with a return, not a jump, so that the processor's return predictor stays right.
extern "C" void pycu_switch_stack(Stack* save, Stack to);
// Where a new fiber begins: calls the function that new_stack() laid down.
extern "C" void pycu_start_fiber();

#if defined(__x86_64__)
__asm__(R"(
.text
.p2align 4
.hidden pycu_switch_stack
.globl pycu_switch_stack
.type pycu_switch_stack,@function
pycu_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size pycu_switch_stack,.-pycu_switch_stack
.hidden pycu_start_fiber
.globl pycu_start_fiber
.type pycu_start_fiber,@function
pycu_start_fiber:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rdi
    callq *%r13
    ud2
    .cfi_endproc
.size pycu_start_fiber,.-pycu_start_fiber
)");
#else
__asm__(R"(
.text
.p2align 4
.hidden pycu_switch_stack
.globl pycu_switch_stack
.type pycu_switch_stack,%function
pycu_switch_stack:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
.size pycu_switch_stack,.-pycu_switch_stack
.hidden pycu_start_fiber
.globl pycu_start_fiber
.type pycu_start_fiber,%function
pycu_start_fiber:
    mov x0, x19
    blr x20
    brk #0
.size pycu_start_fiber,.-pycu_start_fiber
)");
#endif

#endif

/// The fibers of one block, and which of them can run.
///
/// A bit a thread, 32 to a word: a warp. `live` threads have not returned; `runnable` ones do not
/// wait at the barrier. Threads run in order; each passes on to the next that can.
struct Block {
    uint32_t live[max_threads / warp_size];
    uint32_t runnable[max_threads / warp_size];
    int warps = 0;
    int threads = 0;
    int live_threads = 0;
    int arrived = 0;         // live threads at the barrier
    unsigned votes[2] = {};  // of the barrier that fills and of the one that empties
    unsigned voters[2] = {};
    unsigned epoch = 0;  // barriers passed
    int current = 0;
    Stack stacks[max_threads];
    Stack outside;  // of the OS thread
    uint3 index = {};
    const Job* job = nullptr;

    char* memory = nullptr;  // of all stacks, each above its guard page
    size_t stack_bytes = 0;
#if PYCU_ASAN
    const void* outside_bottom = nullptr;
    size_t outside_bytes = 0;
#endif

    void start(int first_threads);
    int next_runnable(int thread) const;
    void switch_to(int from, int to);
    void pass_on(int thread);
    void release();
    void wait();
    unsigned count(bool vote, unsigned* voters_seen);
    void leave();

    bool can_run(int thread) const {
        return runnable[thread / warp_size] >> (thread % warp_size) & 1U;
    }
};

constexpr int outside_thread = -1;

/// Makes all threads runnable for a new block.
inline void Block::start(int count) {
    threads = live_threads = count;
    warps = (count + warp_size - 1) / warp_size;
    arrived = 0;
    votes[epoch % 2] = voters[epoch % 2] = 0;
    for (int w = 0; w < warps; ++w) {
        const int rest = count - w * warp_size;
        live[w] = runnable[w] = rest >= warp_size ? ~0U : (1U << rest) - 1;
    }
}

/// The next thread in cyclic order that can run, or -1.
inline int Block::next_runnable(int thread) const {
    const int own = thread / warp_size, lane = thread % warp_size;
    const uint32_t later = lane == warp_size - 1 ? 0 : runnable[own] & ~0U << (lane + 1);
    if (later != 0) {
        return own * warp_size + __builtin_ctz(later);
    }
    for (int k = 1; k <= warps; ++k) {
        const int w = (own + k) % warps;
        if (runnable[w] != 0) {
            return w * warp_size + __builtin_ctz(runnable[w]);
        }
    }
    return -1;
}

inline __attribute__((always_inline)) void Block::switch_to(int from, int to) {
    current = to;
#ifndef PYCU_BOOST_CONTEXT
    if (to >= 0) {
        // 64 KiB stacks seldom stay in the first cache: ask for the one after the next
        const char* const later = static_cast<const char*>(stacks[to + 1 < threads ? to + 1 : 0]);
        __builtin_prefetch(later);
        __builtin_prefetch(later + 64);
        __builtin_prefetch(later + 128);
    }
#endif
#if PYCU_ASAN
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack,
                                   to >= 0 ? memory + size_t(to) * stack_bytes : outside_bottom,
                                   to >= 0 ? stack_bytes : outside_bytes);
#endif
#ifdef PYCU_BOOST_CONTEXT
    const auto back = boost::context::detail::jump_fcontext(
        to >= 0 ? stacks[to] : outside, reinterpret_cast<void*>(intptr_t(from)));
    const intptr_t came_from = reinterpret_cast<intptr_t>(back.data);
    (came_from >= 0 ? stacks[came_from] : outside) = back.fctx;
#else
    pycu_switch_stack(from >= 0 ? &stacks[from] : &outside, to >= 0 ? stacks[to] : outside);
#endif
#if PYCU_ASAN
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

/// Runs the next thread that can, after `thread` has stopped.
inline __attribute__((always_inline)) void Block::pass_on(int thread) {
    // the guess is predicted: the next thread's number does not wait for the bits
    int next = thread + 1;
    if (!(__builtin_expect(next < threads, 1) && __builtin_expect(can_run(next), 1))) {
        next = next_runnable(thread);
    }
    if (next != thread) {
        switch_to(thread, next);
    }
}

/// Opens the barrier for all live threads.
inline void Block::release() {
    arrived = 0;
    ++epoch;
    votes[epoch % 2] = voters[epoch % 2] = 0;
    for (int w = 0; w < warps; ++w) {
        runnable[w] = live[w];
    }
}

/// The barrier: the last live thread to arrive makes all of them runnable.
inline void Block::wait() {
    const int thread = current;
    runnable[thread / warp_size] &= ~(1U << (thread % warp_size));
    if (++arrived < live_threads) {
        pass_on(thread);
        return;
    }
    release();
    const int first = can_run(0) ? 0 : next_runnable(threads - 1);
    if (first != thread) {
        switch_to(thread, first);
    }
}

/// A barrier that counts votes. The next barrier counts in the other place, and this one is cleared
/// only when that opens, which every reader of this count has then reached.
inline unsigned Block::count(bool vote, unsigned* voters_seen) {
    const unsigned place = epoch % 2;
    votes[place] += vote;
    ++voters[place];
    wait();
    *voters_seen = voters[place];
    return votes[place];
}

/// A thread has returned: those at the barrier need not wait for it.
inline void Block::leave() {
    const int thread = current;
    const uint32_t bit = 1U << (thread % warp_size);
    runnable[thread / warp_size] &= ~bit;
    live[thread / warp_size] &= ~bit;
    if (--live_threads == 0) {
        switch_to(thread, outside_thread);
        return;
    }
    if (arrived == live_threads) {
        release();
    }
    pass_on(thread);
}

/// What a fiber does: one thread of block after block.
inline void run_fiber(void* argument) {
    Block* const block = static_cast<Block*>(argument);
#if PYCU_ASAN
    const void* bottom = nullptr;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
    if (block->outside_bottom == nullptr) {
        block->outside_bottom = bottom;
        block->outside_bytes = bytes;
    }
#endif
    const Job& job = *block->job;
    const unsigned t = unsigned(block->current);
    Thread thread;
    thread.threadIdx = {t % job.block.x, t / job.block.x % job.block.y,
                        t / job.block.x / job.block.y};
    thread.blockDim = job.block;
    thread.gridDim = job.grid;
    thread.pycu_block = block;
    for (;;) {
        thread.blockIdx = block->index;
        job.run_thread(job.kernel, thread);
        block->leave();
    }
}

#ifdef PYCU_BOOST_CONTEXT

inline thread_local Block* starting_block;

inline void enter_fiber(boost::context::detail::transfer_t from) {
    Block* const block = starting_block;
    const intptr_t came_from = reinterpret_cast<intptr_t>(from.data);
    (came_from >= 0 ? block->stacks[came_from] : block->outside) = from.fctx;
    run_fiber(block);
}

inline Stack new_stack(Block* block, char* bottom, char* top) {
    starting_block = block;
    return boost::context::detail::make_fcontext(top, size_t(top - bottom), enter_fiber);
}

#else

/// Lays down what pycu_switch_stack takes up: registers, then where to return to.
inline Stack new_stack(Block* block, char*, char* top) {
    void** slot = reinterpret_cast<void**>(top);
#if defined(__x86_64__)
    *--slot = nullptr;
    *--slot = nullptr;  // after the return the stack is a multiple of 16 again
    *--slot = reinterpret_cast<void*>(&pycu_start_fiber);
    *--slot = nullptr;                              // rbp
    *--slot = nullptr;                              // rbx
    *--slot = block;                                // r12
    *--slot = reinterpret_cast<void*>(&run_fiber);  // r13
    *--slot = nullptr;                              // r14
    *--slot = nullptr;                              // r15
#else
    slot -= 20;
    memset(slot, 0, 20 * sizeof(void*));
    slot[0] = block;                                        // x19
    slot[1] = reinterpret_cast<void*>(&run_fiber);          // x20
    slot[11] = reinterpret_cast<void*>(&pycu_start_fiber);  // x30
#endif
    return slot;
}

#endif

}  // namespace pycu

#pragma GCC visibility pop
