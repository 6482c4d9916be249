// Fibers: a stack for each thread of a block, the switch between two of them, and the order in
// which threads run.
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

/// Which block of a grid, or thread of a block, the one of a number is.
inline uint3 index_in(const dim3& size, uint64_t number) {
    return {unsigned(number % size.x), unsigned(number / size.x % size.y),
            unsigned(number / size.x / size.y)};
}

/// Whether each thread of a block has a stack of its own.
inline bool has_fibers(const Job& job) {
    return job.engine != Engine::loops && job.engine != Engine::regions;
}

/// One stack: a thread of the block, or the OS thread outside. The live threads of a block form a
/// ring in the order of their numbers.
struct Fiber {
    void* stack;
    Fiber* next;
    Fiber* previous;
};

/// What --debug knows of a block, and where each of its threads stands, in debug.h.
struct Checks;
struct Stand;

/// What is known of a block's warps, and of its grid when all blocks run at once, in warp.h.
struct Warps;
struct Grid;
void run_warps(Block& block);
void leave_warp(Block& block);
void give_way_to_lanes(Block& block);
unsigned meet_block(Block& block, bool vote, bool is_grid, unsigned* voters, const char* file,
                    int line);

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

    Checks* checks;       // null until a launch under --debug
    Warps* warps;         // null where the threads form a ring
    Warps* warps_memory;  // null until a launch with warp operations
    Stand* stands;        // null without either
    Grid* grid;           // null unless all blocks run at once

    void run();
    void pass_on();
    void leave();
    unsigned count(bool vote, unsigned* voters_seen);
    void close_vote();
    void switch_to(Fiber* to);
};

/// A stack on which a fiber begins, of the memory between the two.
void* new_stack(Block* block, char* bottom, char* top);

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
    if (current->next != current) {
        switch_to(current->next);
    }
#else
    pycu_switch_to_next(this);
#endif
}

/// Runs all threads of the block at `index` to their end.
inline void Block::run() {
    if (warps != nullptr) {
        run_warps(*this);
        return;
    }
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
    if (warps != nullptr) {
        leave_warp(*this);
        return;
    }
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

}  // namespace pycu

#pragma GCC visibility pop
