// Blocks whose lanes meet at warp operations, and grids whose blocks meet.
//
// A thread runs until it has to wait; then the lowest lane of its warp that may run goes on, or a
// lane of the next warp. The last lane to arrive at an operation works out the results of all.
#include "warp.h"

#include <stdlib.h>

#pragma GCC visibility push(hidden)

namespace pycu {

/// Calls `use(lane)` for every bit of a word, the lowest first.
template <class Use>
inline void for_each_lane(unsigned lanes, Use use) {
    for (; lanes != 0; lanes &= lanes - 1) {
        use(__builtin_ctz(lanes));
    }
}

inline int current_thread(const Block& block) {
    return int(block.current - block.fibers);
}

// ---------------------------------------------------------------- who runs next

/// Ends the block: nobody can go on.
[[noreturn]] inline void end_block(Block& block) {
    block.switch_to(&block.outside);
    __builtin_unreachable();
}

[[noreturn]] inline void deadlock(Block& block, const char* what) {
    const Stand* first = nullptr;
    for (int t = 0; t < block.threads && first == nullptr; ++t) {
        first = block.stands[t].state == Stand::waiting ? &block.stands[t] : nullptr;
    }
    DebugText text;
    text.add("%s:%d: DeadlockError: %s: ", first != nullptr ? first->file : "?",
             first != nullptr ? first->line : 0, what);
    add_stands(text, block);
    record(block, text.text, nullptr);
    end_block(block);
}

/// Lets the lowest thread of the warp run that may, or one of the next warp.
inline void run_from(Block& block, int warp) {
    const Warps& w = *block.warps;
    for (int k = 0; k < w.count; ++k) {
        const int at = warp + k < w.count ? warp + k : warp + k - w.count;
        if (w.ready[at] != 0) {
            Fiber* const to = &block.fibers[at * lanes_of_warp + __builtin_ctz(w.ready[at])];
            if (to != block.current) {
                block.switch_to(to);
            }
            return;
        }
    }
    if (w.live_threads == 0) {
        block.switch_to(&block.outside);
        return;
    }
    deadlock(block, "threads wait for others that never arrive");
}

/// Lets another thread run, if one may; the threads take turns.
void give_way_to_lanes(Block& block) {
    const Warps& w = *block.warps;
    const int self = current_thread(block);
    for (int k = 1; k < block.threads; ++k) {
        const int t = self + k < block.threads ? self + k : self + k - block.threads;
        if ((w.ready[t / lanes_of_warp] >> t % lanes_of_warp & 1) != 0) {
            block.switch_to(&block.fibers[t]);
            return;
        }
    }
}

// ---------------------------------------------------------------- what a warp operation gives

/// The lane whose value a shuffle gives; its own where that lies outside of the warp.
inline int source_lane(const Wait& wait, int lane) {
    const int by = int(wait.argument % lanes_of_warp);
    switch (wait.op) {
        case WarpOp::shuffle:
            return by;
        case WarpOp::shuffle_up:
            return lane >= by ? lane - by : lane;
        case WarpOp::shuffle_down:
            return lane + by < lanes_of_warp ? lane + by : lane;
        default:
            return lane ^ by;
    }
}

inline bool is_shuffle(WarpOp op) {
    return op == WarpOp::shuffle || op == WarpOp::shuffle_up || op == WarpOp::shuffle_down ||
           op == WarpOp::shuffle_xor;
}

/// What all lanes in `members` get from a vote, of those for which the predicate holds.
inline uint64_t vote_result(WarpOp op, unsigned set, unsigned members) {
    switch (op) {
        case WarpOp::all:
            return set == members;
        case WarpOp::any:
            return set != 0;
        case WarpOp::uniform:
            return set == members || set == 0;
        default:
            return set;  // ballot
    }
}

/// The lanes whose value is that of `lane`.
inline unsigned equal_lanes(unsigned members, const uint64_t* values, int lane) {
    unsigned equal = 0;
    for_each_lane(members,
                  [&](int other) { equal |= unsigned(values[other] == values[lane]) << other; });
    return equal;
}

/// Replaces what each lane in `members` brought by what it gets.
inline void work_out(Wait* waits, WarpOp op, unsigned members) {
    uint64_t values[lanes_of_warp] = {};
    unsigned set = 0;
    for_each_lane(members, [&](int lane) {
        values[lane] = waits[lane].value;
        set |= unsigned(values[lane] != 0) << lane;
    });
    for_each_lane(members, [&](int lane) {
        Wait& wait = waits[lane];
        if (is_shuffle(op)) {
            // the value of a lane that takes no part is undefined in CUDA
            const int from = source_lane(wait, lane);
            wait.value = values[(members >> from & 1) != 0 ? from : lane];
        } else if (op == WarpOp::match_any || op == WarpOp::match_all) {
            const unsigned equal = equal_lanes(members, values, lane);
            wait.flag = equal == members;
            wait.value = wait.flag || op == WarpOp::match_any ? equal : 0;
        } else {
            wait.value = vote_result(op, set, members);
        }
    });
}

/// Gives the lanes that `first` waits for their results, if all of them are there.
inline void complete(Block& block, int warp, int first) {
    Warps& w = *block.warps;
    Wait* const waits = w.waits + warp * lanes_of_warp;
    const WarpOp op = waits[first].op;
    const unsigned mask = waits[first].mask, members = mask & w.live[warp];
    if ((members & ~w.at_operation(warp)) != 0) {
        return;
    }
    bool agree = true;
    for_each_lane(members, [&](int lane) {
        agree = agree && waits[lane].op == op && waits[lane].mask == mask;
    });
    if (!agree) {
        return;
    }
    work_out(waits, op, members);
    w.ready[warp] |= members;
    if (op == WarpOp::sync && block.job->checks) {
        block.checks->order.warp_times[warp] = ++block.checks->order.time;
    }
}

/// Once no lane of a warp can run: those that ask together who is active are.
inline void settle(Block& block, int warp) {
    Warps& w = *block.warps;
    if (w.ready[warp] != 0) {
        return;
    }
    const int begin = warp * lanes_of_warp;
    const Stand* place = nullptr;
    unsigned together = 0;
    for_each_lane(w.at_operation(warp), [&](int lane) {
        const Stand& stand = block.stands[begin + lane];
        if (w.waits[begin + lane].op != WarpOp::active) {
            return;
        }
        place = place == nullptr ? &stand : place;
        if (stand.line == place->line && stand.file == place->file) {
            together |= 1U << lane;
        }
    });
    for_each_lane(together, [&](int lane) { w.waits[begin + lane].value = together; });
    w.ready[warp] |= together;
}

WarpResult meet_lanes(Block* block, WarpOp op, unsigned mask, uint64_t value, unsigned argument,
                      const char* file, int line) {
    Warps& w = *block->warps;
    const int t = current_thread(*block), warp = t / lanes_of_warp, lane = t % lanes_of_warp;
    const unsigned bit = 1U << lane;
    if (op != WarpOp::active && (mask & bit) == 0) {
        if (block->job->checks) {
            raise_text(file, line, "BarrierError",
                       "a warp operation whose mask leaves out the thread itself");
        }
        mask = bit;
    }
    if (block->job->checks) {
        settle_races(block);
    }
    Wait& wait = w.waits[t];
    wait = {op, false, false, mask, argument, value};
    block->stands[t] = {Stand::waiting, file, line, 0};
    w.ready[warp] &= ~bit;
    if (op != WarpOp::active) {
        complete(*block, warp, lane);
    }
    settle(*block, warp);
    run_from(*block, warp);
    block->stands[t].state = Stand::running;
    return {wait.value, wait.flag};
}

// ---------------------------------------------------------------- barriers of blocks and grids

/// Waits for the other blocks; false when the block must end.
inline bool meet_blocks(Block& block) {
    Grid& grid = *block.grid;
    bool goes_on = true;
    pthread_mutex_lock(&grid.lock);
    const uint64_t round = grid.rounds;
    if (++grid.arrived == grid.blocks) {
        grid.arrived = 0;
        ++grid.rounds;
        pthread_cond_broadcast(&grid.changed);
    }
    while (grid.rounds == round && grid.ended == 0 && !grid.broken) {
        pthread_cond_wait(&grid.changed, &grid.lock);
    }
    const bool is_first = grid.rounds == round && !grid.broken;
    goes_on = grid.rounds != round;
    grid.broken = grid.broken || is_first;
    pthread_cond_broadcast(&grid.changed);
    pthread_mutex_unlock(&grid.lock);
    if (is_first) {
        deadlock(block, "the grid waits for blocks that have ended");
    }
    return goes_on;
}

/// All live threads of the block are here: lets them go on.
inline void release_barrier(Block& block) {
    Warps& w = *block.warps;
    bool is_grid = false;
    for (int warp = 0; warp < w.count; ++warp) {
        for_each_lane(w.at_barrier[warp], [&](int lane) {
            is_grid = is_grid || w.waits[warp * lanes_of_warp + lane].is_grid;
        });
    }
    if (block.job->checks) {
        check_meeting(block);
    }
    if (is_grid && !meet_blocks(block)) {
        end_block(block);
    }
    if (block.job->checks && block.checks->races != nullptr) {
        Order& order = block.checks->order;
        order.meet(*block.checks->races, block.threads);
        order.grid_time = is_grid ? order.time : order.grid_time;
    }
    for (int warp = 0; warp < w.count; ++warp) {
        w.ready[warp] |= w.at_barrier[warp];
        w.at_barrier[warp] = 0;
    }
    w.last_votes = w.votes;
    w.last_voters = unsigned(w.arrived);
    w.votes = 0;
    w.arrived = 0;
}

unsigned meet_block(Block& block, bool vote, bool is_grid, unsigned* voters, const char* file,
                    int line) {
    Warps& w = *block.warps;
    const int t = current_thread(block), warp = t / lanes_of_warp;
    const unsigned bit = 1U << t % lanes_of_warp;
    if (block.job->checks) {
        settle_races(&block);
    }
    w.waits[t] = {WarpOp::none, is_grid, false, 0, 0, 0};
    block.stands[t] = {Stand::waiting, file, line, 0};
    w.ready[warp] &= ~bit;
    w.at_barrier[warp] |= bit;
    w.votes += vote;
    if (++w.arrived == w.live_threads) {
        release_barrier(block);
        run_from(block, 0);
    } else {
        settle(block, warp);
        run_from(block, warp);
    }
    block.stands[t].state = Stand::running;
    *voters = w.last_voters;
    return w.last_votes;
}

/// Ends a thread: who waited for it alone goes on.
void leave_warp(Block& block) {
    Warps& w = *block.warps;
    const int t = current_thread(block), warp = t / lanes_of_warp;
    const unsigned bit = 1U << t % lanes_of_warp;
    block.stands[t].state = Stand::ended;
    w.live[warp] &= ~bit;
    w.ready[warp] &= ~bit;
    --w.live_threads;
    for_each_lane(w.at_operation(warp), [&](int lane) {
        const bool still_waits = (w.ready[warp] >> lane & 1) == 0;
        if (still_waits && w.waits[warp * lanes_of_warp + lane].op != WarpOp::active) {
            complete(block, warp, lane);
        }
    });
    if (w.live_threads > 0 && w.arrived == w.live_threads) {
        release_barrier(block);
    }
    settle(block, warp);
    run_from(block, warp);
}

/// Runs the block's threads to their end.
void run_warps(Block& block) {
    Warps& w = *block.warps;
    w.count = (block.threads + lanes_of_warp - 1) / lanes_of_warp;
    for (int warp = 0; warp < w.count; ++warp) {
        const int lanes = block.threads - warp * lanes_of_warp;
        w.live[warp] = w.ready[warp] = lanes < lanes_of_warp ? (1U << lanes) - 1 : ~0U;
        w.at_barrier[warp] = 0;
    }
    w.live_threads = block.threads;
    w.arrived = 0;
    w.votes = 0;
    for (int t = 0; t < block.threads; ++t) {
        block.fibers[t].next = &block.fibers[t + 1 < block.threads ? t + 1 : 0];
        block.stands[t] = {};
    }
    block.current = block.outside.next = &block.outside;
    block.switch_to(&block.fibers[0]);
}

void leave_grid(Grid& grid, bool has_failed) {
    pthread_mutex_lock(&grid.lock);
    ++grid.ended;
    grid.broken = grid.broken || has_failed;
    pthread_cond_broadcast(&grid.changed);
    pthread_mutex_unlock(&grid.lock);
}

bool prepare_warps(Block& block, const Job& job) {
    const bool has_warps = job.engine == Engine::warps || job.engine == Engine::grid;
    if (has_warps && block.warps_memory == nullptr) {
        block.warps_memory = static_cast<Warps*>(calloc(1, sizeof(Warps)));
    }
    block.warps = has_warps ? block.warps_memory : nullptr;
    block.stands = job.checks               ? block.checks->stands
                   : block.warps != nullptr ? block.warps->stands
                                            : nullptr;
    return !has_warps || block.warps != nullptr;
}

void release_warps(Block& block) {
    free(block.warps_memory);
    block.warps_memory = nullptr;
}

}  // namespace pycu

#pragma GCC visibility pop
