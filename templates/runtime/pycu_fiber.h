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

/// One stack: a thread of the block, or the OS thread outside. The live threads of a block form a
/// ring in the order of their numbers.
struct Fiber {
    void* stack;
    Fiber* next;
    Fiber* previous;
};

/// The threads of one block.
///
/// Each runs from one barrier to the next and then passes on to its successor. Once the ring wraps,
/// all live threads have arrived, and the first goes on: a barrier needs no count. A thread that
/// returns leaves the ring, and nobody waits for it.
struct Block {
    Fiber* current;
    Fiber fibers[max_threads];
    Fiber outside;
    int threads;
    uint3 index;
    const Job* job;

    char* memory;  // of all stacks, each above its guard page
    size_t stack_bytes;

    // of the barrier that threads arrive at, and of the one that they leave
    unsigned votes[2];
    unsigned voters[2];
    unsigned epoch;

    const void* outside_bottom;  // for the address sanitizer
    size_t outside_bytes;

    void run();
    void pass_on();
    void leave();
    unsigned count(bool vote, unsigned* voters_seen);
    void close_vote();
    void switch_to(Fiber* to);
};

static_assert(offsetof(Block, current) == 0 && offsetof(Fiber, next) == 8, "as pycu_switch has it");

#ifndef PYCU_BOOST_CONTEXT

// Saves the callee-saved registers on the stack of the block's current fiber and goes on at `to`,
// which becomes the current one. It ends with a return, not a jump, so that the processor's return
// predictor stays right. Stacks seldom stay in the first cache: the one after `to` is asked for.
extern "C" void pycu_switch(Block* block, Fiber* to);
// The same, to the current fiber's next.
extern "C" void pycu_switch_to_next(Block* block);
// Where a new fiber begins: calls the function that lay_down() put into its registers.
extern "C" void pycu_start_fiber();

#if defined(__x86_64__)
__asm__(R"(
.text
.p2align 4
.hidden pycu_switch_to_next
.globl pycu_switch_to_next
.type pycu_switch_to_next,@function
.hidden pycu_switch
.globl pycu_switch
.type pycu_switch,@function
pycu_switch_to_next:
    movq (%rdi), %rax
    movq 8(%rax), %rsi
pycu_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq (%rdi), %rax
    movq %rsp, (%rax)
    movq %rsi, (%rdi)
    movq 8(%rsi), %rcx
    movq (%rsi), %rsp
    movq (%rcx), %rcx
    prefetcht0 (%rcx)
    prefetcht0 64(%rcx)
    prefetcht0 128(%rcx)
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size pycu_switch_to_next,.-pycu_switch_to_next
.size pycu_switch,.-pycu_switch
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
.hidden pycu_switch_to_next
.globl pycu_switch_to_next
.type pycu_switch_to_next,%function
.hidden pycu_switch
.globl pycu_switch
.type pycu_switch,%function
pycu_switch_to_next:
    ldr x9, [x0]
    ldr x1, [x9, #8]
pycu_switch:
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
    ldr x9, [x0]
    mov x10, sp
    str x10, [x9]
    str x1, [x0]
    ldr x11, [x1, #8]
    ldr x10, [x1]
    mov sp, x10
    ldr x11, [x11]
    prfm pldl1keep, [x11]
    prfm pldl1keep, [x11, #64]
    prfm pldl1keep, [x11, #128]
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
.size pycu_switch_to_next,.-pycu_switch_to_next
.size pycu_switch,.-pycu_switch
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

inline void Block::switch_to(Fiber* to) {
#if PYCU_ASAN
    void* fake_stack = nullptr;
    const bool inside = to != &outside;
    __sanitizer_start_switch_fiber(
        &fake_stack, inside ? memory + size_t(to - fibers) * stack_bytes : outside_bottom,
        inside ? stack_bytes : outside_bytes);
#endif
#ifdef PYCU_BOOST_CONTEXT
    Fiber* const from = current;
    current = to;
    const auto back = boost::context::detail::jump_fcontext(to->stack, from);
    static_cast<Fiber*>(back.data)->stack = back.fctx;
#else
    pycu_switch(this, to);
#endif
#if PYCU_ASAN
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

/// Lets the next thread run; comes back when it is this one's turn again.
inline void Block::pass_on() {
#if PYCU_ASAN || defined(PYCU_BOOST_CONTEXT)
    switch_to(current->next);
#else
    pycu_switch_to_next(this);
#endif
}

/// Runs all threads of the block at `index` to their end.
inline void Block::run() {
    for (int i = 0; i < threads; ++i) {
        fibers[i].next = &fibers[i + 1 < threads ? i + 1 : 0];
        fibers[i].previous = &fibers[i > 0 ? i - 1 : threads - 1];
    }
    epoch = 0;
    votes[0] = voters[0] = 0;
    current = outside.next = &outside;
    switch_to(&fibers[0]);
}

/// Opens the next vote when the thread that stops here is the last of the ring.
inline void Block::close_vote() {
    if (current->next <= current && voters[epoch % 2] > 0) {
        ++epoch;
        votes[epoch % 2] = voters[epoch % 2] = 0;
    }
}

/// Ends a thread.
inline void Block::leave() {
    Fiber* const self = current;
    close_vote();
    if (self->next == self) {
        switch_to(&outside);
        return;
    }
    self->next->previous = self->previous;
    self->previous->next = self->next;
    switch_to(self->next);
}

/// A barrier that counts votes. The last thread of the ring opens the next vote, which counts in
/// the other place; by the time this place is cleared again, all have read it.
inline unsigned Block::count(bool vote, unsigned* voters_seen) {
    const unsigned place = epoch % 2;
    votes[place] += vote;
    ++voters[place];
    close_vote();
    pass_on();
    *voters_seen = voters[place];
    return votes[place];
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
    const unsigned t = unsigned(block->current - block->fibers);
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

/// The block whose fiber starts; its first switch brings no argument.
inline Block*& starting_block() {
    static thread_local Block* block;
    return block;
}

inline void enter_fiber(boost::context::detail::transfer_t from) {
    static_cast<Fiber*>(from.data)->stack = from.fctx;
    run_fiber(starting_block());
}

inline void* new_stack(Block* block, char* bottom, char* top) {
    starting_block() = block;
    return boost::context::detail::make_fcontext(top, size_t(top - bottom), enter_fiber);
}

#else

/// Lays down what pycu_switch takes up: registers, then where to return to.
inline void* new_stack(Block* block, char*, char* top) {
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
