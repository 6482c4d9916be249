// The checks of --debug: what is kept of a block, and the texts of what went wrong.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fiber.h"
#include "order.h"

#pragma GCC visibility push(hidden)

namespace pycu {

/// The block that this OS thread runs under --debug.
extern __thread Block* checked_block;

/// Where a thread is: on its way, at a barrier, in a loop that has turned often, or gone.
struct Stand {
    enum State { running, waiting, turning, ended } state;
    const char* file;
    int line;
    uint64_t turns;
};

/// What is known of a block that runs under --debug.
struct Checks {
    Stand stands[max_threads];
    unsigned epoch;
    int live, waiting;
    unsigned votes[2], voters[2];

    Races* races;  // null where PYCU_RACES=0
    Order order;
    uint32_t block;

    unsigned char* written;  // one for each byte of the dynamic shared memory
    unsigned written_bytes;

    bool reserve(unsigned shared_bytes) {
        if (shared_bytes > written_bytes) {
            free(written);
            written = static_cast<unsigned char*>(malloc(shared_bytes));
            written_bytes = written != nullptr ? shared_bytes : 0;
        }
        return shared_bytes <= written_bytes;
    }
};

/// A text that is put together from pieces and cut where it is too long.
struct DebugText {
    char text[sizeof(Raised::text)] = "";
    size_t used = 0;

    __attribute__((format(printf, 2, 3))) void add(const char* format, ...) {
        va_list rest;
        va_start(rest, format);
        const int more = vsnprintf(text + used, sizeof text - used, format, rest);
        va_end(rest);
        used += more > 0 ? size_t(more) : 0;
        used = used < sizeof text ? used : sizeof text - 1;
    }
};

/// Races are looked for unless PYCU_RACES=0 says otherwise.
bool looks_for_races();
/// Makes the checks of an OS thread's block ready for a launch.
bool prepare_checks(Block& block, const Job& job);
/// Forgets the block before.
void begin_checks(Block& block, void* shared);
void release_checks(Block& block);

[[noreturn]] void throw_text(const DebugText& text);
/// Keeps the text if no block before this one has failed; ends the launch behind it.
void record(const Block& block, const char* text, const uint3* thread);
/// `31 at line 12 (first (1,0,0)), 1 in the loop of line 8 (first (0,0,0))`
void add_stands(DebugText& text, const Block& block);
/// Ends the block if its threads wait at different barriers.
void check_meeting(Block& block);

}  // namespace pycu

#pragma GCC visibility pop
