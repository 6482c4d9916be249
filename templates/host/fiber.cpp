// The switch between two stacks, and what a fiber does on its own.
#include "fiber.h"

#pragma GCC visibility push(hidden)

namespace pycu {

#ifndef PYCU_BOOST_CONTEXT

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

namespace {

/// What a fiber does: one thread of block after block.
void run_fiber(void* argument) {
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
    Thread thread;
    thread.threadIdx = index_in(job.block, uint64_t(block->current - block->fibers));
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
Block*& starting_block() {
    static thread_local Block* block;
    return block;
}

void enter_fiber(boost::context::detail::transfer_t from) {
    static_cast<Fiber*>(from.data)->stack = from.fctx;
    run_fiber(starting_block());
}

}  // namespace

void* new_stack(Block* block, char* bottom, char* top) {
    starting_block() = block;
    return boost::context::detail::make_fcontext(top, size_t(top - bottom), enter_fiber);
}

#else

}  // namespace

/// Lays down what pycu_switch takes up: registers, then where to return to.
void* new_stack(Block* block, char*, char* top) {
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
