// The checks of --debug: what went wrong first, where each thread of a block stands, and which
// bytes of shared memory were written.
#include "debug.h"

#include <string.h>

#pragma GCC visibility push(hidden)

namespace pycu {

/// Counts the blocks that this OS thread has run under --debug: shared arrays compare it.
__thread uint64_t block_stamp = 0;
__thread Block* checked_block = nullptr;

inline void release_races(Checks& checks) {
    if (checks.races != nullptr) {
        checks.races->release();
        free(checks.races);
        checks.races = nullptr;
    }
}

inline uint64_t block_number(const Block& block) {
    const dim3& grid = block.job->grid;
    return block.index.x + grid.x * (block.index.y + uint64_t(grid.y) * block.index.z);
}

bool looks_for_races() {
    const char* const wanted = getenv("PYCU_RACES");
    return wanted == nullptr || strcmp(wanted, "0") != 0;
}

/// Forgets what the launch before has touched.
inline void begin_races(Checks& checks) {
    if (!looks_for_races()) {
        release_races(checks);
        return;
    }
    if (checks.races == nullptr) {
        checks.races = static_cast<Races*>(calloc(1, sizeof(Races)));
    }
    if (checks.races != nullptr) {
        checks.races->begin();
    }
}

bool prepare_checks(Block& block, const Job& job) {
    if (!job.checks) {
        return true;
    }
    if (block.checks == nullptr) {
        block.checks = static_cast<Checks*>(calloc(1, sizeof(Checks)));
    }
    if (block.checks == nullptr || !block.checks->reserve(job.shared_bytes)) {
        return false;
    }
    begin_races(*block.checks);
    return true;
}

void begin_checks(Block& block, void* shared) {
    Checks& checks = *block.checks;
    const Job& job = *block.job;
    ++block_stamp;
    const int threads = job.engine != Engine::loops ? block.threads : 1;
    memset(checks.stands, 0, sizeof(Stand) * size_t(threads));
    checks.epoch = 0;
    checks.live = threads;
    checks.waiting = 0;
    checks.votes[0] = checks.voters[0] = 0;
    checks.order.begin();
    checks.block = uint32_t(block_number(block));
    checked_block = &block;
    if (job.shared_bytes > 0) {
        memset(shared, 0xCD, job.shared_bytes);
        memset(checks.written, 0, job.shared_bytes);
    }
}

void release_checks(Block& block) {
    if (block.checks != nullptr) {
        release_races(*block.checks);
        free(block.checks->written);
        free(block.checks);
        block.checks = nullptr;
    }
}

void throw_text(const DebugText& text) {
    Raised raised;
    memcpy(raised.text, text.text, sizeof raised.text);
    throw raised;
}

void raise_text(const char* file, int line, const char* exception, const char* message) {
    DebugText text;
    text.add("%s:%d: %s%s%s", file, line, exception, *message != '\0' ? ": " : "", message);
    throw_text(text);
}

Raised raised_by(const Stop& stop) {
    Raised raised;
    snprintf(raised.text, sizeof raised.text, "host:0: %s: %s", stop.exception, stop.message);
    return raised;
}

void raise_index(const Site& site, int64_t index, bool is_unsigned, int axis, int64_t size) {
    DebugText text;
    text.add("%s:%d: IndexError: index ", site.file, site.line);
    if (is_unsigned) {
        text.add("%llu", (unsigned long long)index);
    } else {
        text.add("%lld", (long long)index);
    }
    text.add(" of axis %d of '%s' with size %lld", axis, site.name, (long long)size);
    throw_text(text);
}

void raise_unset(const Site& site, const int64_t* indices, int rank) {
    DebugText text;
    text.add("%s:%d: UninitializedError: %s", site.file, site.line, site.name);
    for (int k = 0; k < rank; ++k) {
        text.add("%s%lld", k == 0 ? "[" : ", ", (long long)indices[k]);
    }
    text.add("%s is read and nobody wrote it", rank == 0 ? "" : "]");
    throw_text(text);
}

/// Writes the text of a failure, under --debug with the place in the grid.
inline void write_failure(const Failure& failure, const Block& block, const char* text,
                          const uint3* thread) {
    if (!block.job->checks) {
        snprintf(failure.text, failure.bytes, "%s", text);
        return;
    }
    const uint3 at = block.index;
    const int used =
        snprintf(failure.text, failure.bytes, "%s, block (%u,%u,%u)", text, at.x, at.y, at.z);
    if (thread != nullptr && used > 0 && size_t(used) < failure.bytes) {
        snprintf(failure.text + used, failure.bytes - size_t(used), " thread (%u,%u,%u)", thread->x,
                 thread->y, thread->z);
    }
}

void record(const Block& block, const char* text, const uint3* thread) {
    Failure& failure = *block.job->failure;
    const uint64_t number = block_number(block);
    while (__atomic_exchange_n(&failure.lock, true, __ATOMIC_ACQUIRE)) {
    }
    if (number < failure.block) {
        __atomic_store_n(&failure.block, number, __ATOMIC_RELAXED);
        write_failure(failure, block, text, thread);
    }
    __atomic_store_n(&failure.lock, false, __ATOMIC_RELEASE);
}

/// Takes note of what a thread has raised. A block of fibers ends here and now: the other threads
/// stay where they are until their stacks are made anew.
void thread_raised(Block* block, const uint3& thread, const Raised& raised) {
    record(*block, raised.text, &thread);
    if (block->job->engine != Engine::loops) {
        block->switch_to(&block->outside);
    }
}

void add_stands(DebugText& text, const Block& block) {
    bool is_first = true;
    for (int t = 0; t < block.threads; ++t) {
        const Stand& stand = block.stands[t];
        const auto is_same = [&](int other) {
            const Stand& o = block.stands[other];
            return o.state == stand.state && o.line == stand.line && o.file == stand.file;
        };
        bool is_known = stand.state != Stand::waiting && stand.state != Stand::turning;
        for (int before = 0; before < t && !is_known; ++before) {
            is_known = is_same(before);
        }
        if (is_known) {
            continue;
        }
        int count = 0;
        for (int other = t; other < block.threads; ++other) {
            count += is_same(other);
        }
        const uint3 at = index_in(block.job->block, uint64_t(t));
        text.add("%s%d %s %s:%d, the first is (%u,%u,%u)", is_first ? "" : "; ", count,
                 stand.state == Stand::waiting ? "at" : "in the loop of", stand.file, stand.line,
                 at.x, at.y, at.z);
        is_first = false;
    }
}

void check_meeting(Block& block) {
    const Stand* first = nullptr;
    for (int t = 0; t < block.threads; ++t) {
        const Stand& stand = block.stands[t];
        if (stand.state != Stand::waiting) {
            continue;
        }
        first = first == nullptr ? &stand : first;
        if (stand.line != first->line || strcmp(stand.file, first->file) != 0) {
            DebugText text;
            text.add("%s:%d: BarrierError: threads of one block wait at different barriers: ",
                     first->file, first->line);
            add_stands(text, block);
            record(block, text.text, nullptr);
            block.switch_to(&block.outside);
        }
    }
}

/// All live threads have arrived: lets them go on, or ends the block if they are apart.
inline void meet(Block& block) {
    Checks& checks = *block.checks;
    check_meeting(block);
    checks.waiting = 0;
    if (checks.races != nullptr) {
        checks.order.meet(*checks.races, block.threads);
    }
    ++checks.epoch;
    checks.votes[checks.epoch % 2] = checks.voters[checks.epoch % 2] = 0;
}

unsigned checked_barrier(Block* block, bool predicate, unsigned* threads, const char* file,
                         int line) {
    if (block->warps != nullptr) {
        return meet_block(*block, predicate, false, threads, file, line);
    }
    Checks& checks = *block->checks;
    settle_races(block);
    Stand& stand = checks.stands[block->current - block->fibers];
    const unsigned mine = checks.epoch, place = mine % 2;
    stand = {Stand::waiting, file, line, 0};
    checks.votes[place] += predicate;
    ++checks.voters[place];
    if (++checks.waiting == checks.live) {
        meet(*block);
    }
    do {
        block->pass_on();
    } while (checks.epoch == mine);
    stand.state = Stand::running;
    *threads = checks.voters[place];
    return checks.votes[place];
}

void thread_ended(Block* block) {
    Checks& checks = *block->checks;
    if (block->job->engine == Engine::loops) {
        checks.stands[0] = {};
        return;
    }
    if (block->warps != nullptr) {
        return;  // leave_warp sees to it
    }
    checks.stands[block->current - block->fibers].state = Stand::ended;
    --checks.live;
    if (checks.live > 0 && checks.waiting == checks.live) {
        meet(*block);
    }
}

/// Counts the turns of a loop. Now and then the other threads run, for one of them may be what the
/// loop waits for; a loop that turns for ever is reported with where they stand.
void turn(Block* block, const char* file, int line) {
    Checks& checks = *block->checks;
    const bool has_fibers = block->job->engine != Engine::loops;
    Stand& stand = checks.stands[has_fibers ? block->current - block->fibers : 0];
    constexpr uint64_t yield_every = 1024;
    if (++stand.turns % yield_every != 0) {
        return;
    }
    stand.state = Stand::turning;
    stand.file = file;
    stand.line = line;
    if (has_fibers) {
        settle_races(block);
    }
    if (block->warps != nullptr) {
        give_way_to_lanes(*block);
    } else if (has_fibers) {
        block->pass_on();
    }
    if (stand.turns >= block->job->failure->turn_limit) {
        DebugText text;
        text.add("%s:%d: DeadlockError: this loop has turned %llu times", file, line,
                 (unsigned long long)stand.turns);
        if (has_fibers) {
            text.add(" while threads wait: ");
            add_stands(text, *block);
        }
        throw_text(text);
    }
    stand.state = Stand::running;
}

}  // namespace pycu

#pragma GCC visibility pop
