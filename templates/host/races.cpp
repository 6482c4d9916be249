// The races of --debug: every access to an element is held against those before it.
#include <string.h>

#include "debug.h"

#pragma GCC visibility push(hidden)

namespace pycu {

inline int running_thread(const Block& block) {
    const bool has_fibers = block.job->engine != Engine::loops;
    return has_fibers ? int(block.current - block.fibers) : block.checks->order.loop_thread;
}

void begin_thread(Block* block, const uint3& thread) {
    const dim3& size = block->job->block;
    block->checks->order.loop_thread = int(thread.x + size.x * (thread.y + size.y * thread.z));
}

void fenced(Block* block) {
    ++block->checks->order.fences[running_thread(*block)];
}

/// Raises the race that was in doubt if the write has put another value there.
void settle_races(Block* block) {
    Order::Doubt& doubt = block->checks->order.doubt;
    if (doubt.address != nullptr) {
        const bool is_same = memcmp(doubt.address, doubt.before, doubt.bytes) == 0;
        doubt.address = nullptr;
        if (!is_same) {
            throw Raised(doubt.report);
        }
    }
}

/// `f.py:12: RaceError: x[5] is written and block (0,0,0) thread (3,0,0) has read it at f.py:10`
inline DebugText race_text(const Site& site, Touch how, const int64_t* indices, int rank,
                           const Checks& checks, const Job& job, const Access& before,
                           bool was_written) {
    DebugText text;
    text.add("%s:%d: RaceError: %s", site.file, site.line, site.name);
    for (int k = 0; k < rank; ++k) {
        text.add("%s%lld", k == 0 ? "[" : ", ", (long long)indices[k]);
    }
    const uint3 block = index_in(job.grid, before.block),
                thread = index_in(job.block, before.thread);
    text.add(
        "%s is %s here and %s by block (%u,%u,%u) thread (%u,%u,%u) at %s:%d, with no barrier or "
        "atomic between",
        rank == 0 ? "" : "]", how == Touch::read ? "read" : "written",
        was_written ? "written" : "read", block.x, block.y, block.z, thread.x, thread.y, thread.z,
        checks.races->files[before.file], int(before.line));
    return text;
}

void touch(const Site& site, void* address, size_t bytes, Touch how, Space space,
           const int64_t* indices, int rank) {
    Block& block = *checked_block;
    Checks& checks = *block.checks;
    if (checks.races == nullptr) {
        return;
    }
    settle_races(&block);
    Races& races = *checks.races;
    Order& order = checks.order;
    Cell* const cell = races.cell(address, bytes);
    if (cell == nullptr) {
        return;
    }
    Access now = {};
    now.block = checks.block;
    now.time = order.time;
    now.thread = uint32_t(running_thread(block)) & 1023U;
    now.fences = order.fences[now.thread] & 0x3FFFFFU;
    now.line = uint32_t(site.line) & 0xFFFFFFU;
    now.file = races.file_number(site.file) & 127U;
    now.is_atomic = how == Touch::atomic;
    const Toucher toucher = {races, order, now, space == Space::shared};
    if (how == Touch::atomic) {
        toucher.exchange(address);
    }
    const bool writes = how != Touch::read;
    if (const Access* const before = toucher.conflict(*cell, writes)) {
        const bool was_written = before < cell->reads;
        const DebugText text =
            race_text(site, how, indices, rank, checks, *block.job, *before, was_written);
        if (how != Touch::write || !was_written || bytes > sizeof order.doubt.before) {
            throw_text(text);
        }
        order.doubt.address = static_cast<unsigned char*>(address);
        order.doubt.bytes = bytes;
        memcpy(order.doubt.before, address, bytes);
        memcpy(order.doubt.report.text, text.text, sizeof text.text);
    }
    toucher.keep(*cell, writes);
}

}  // namespace pycu

#pragma GCC visibility pop
