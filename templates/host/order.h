// What --debug knows of the order of accesses, for races: two threads of one launch touch the same
// element, one of them writes, and nothing orders the two.
//
// What orders two accesses: both are one thread's; a barrier of their block, of their warp or of
// the grid lies between; or one thread fenced and then touched a place atomically, and the other
// one touched that place atomically afterwards. Two atomic accesses never race, nor do two writes
// of the same value. None of this depends on the order in which threads happen to run: blocks run
// one after the other here, and what is kept of an element is who touched it since the last
// barrier.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "fiber.h"

#pragma GCC visibility push(hidden)

namespace pycu {

/// One access: 16 bytes, all zero for none.
struct Access {
    uint32_t block;
    uint32_t time;  // of the block; barriers move it on, it begins at 1
    uint32_t thread : 10, fences : 22;
    uint32_t line : 24, file : 7, is_atomic : 1;
};

/// What is kept of one element: the last writer and one before it, and readers of which no two are
/// one thread. One that was forgotten is missed only where those kept are ordered by locks.
struct Cell {
    Access writes[2];
    Access reads[3];
};

/// What a thread has learnt from others through atomics: the first `length` releases of a place,
/// or what `inner` knows, and then what `next` knows.
struct Known {
    const struct Place* place;
    size_t length;
    const Known* inner;
    const Known* next;
};

/// A thread fenced and then touched a place atomically.
struct Release {
    uint32_t block, thread, fences;
    uint32_t barrier_time;  // accesses of the block before it are released as well
    const Known* known;
};

/// An element that was touched atomically behind a fence.
struct Place {
    const void* address;
    Release* releases;
    size_t count, room;
    mutable uint64_t query;  // the last that looked here
    mutable size_t seen;     // and how far
    Place* next;
};

/// The elements of 4096 bytes, `1 << shift` bytes each.
struct Page {
    uintptr_t number;
    unsigned shift;
    uint64_t launch;
    Page* next;
    Cell cells[1];
};

/// The races of one OS thread's launches.
struct Races {
    static constexpr size_t buckets = 4096;

    Page* pages[buckets];
    Place* places[buckets];
    uint64_t launch, queries;
    const char* files[127];
    struct Chunk {
        Chunk* next;
        size_t used;
        Known items[256];
    } * chunks;

    Known* new_known() {
        if (chunks == nullptr || chunks->used == 256) {
            Chunk* const more = static_cast<Chunk*>(calloc(1, sizeof(Chunk)));
            if (more == nullptr) {
                return nullptr;
            }
            more->next = chunks;
            chunks = more;
        }
        return &chunks->items[chunks->used++];
    }

    /// Forgets what the launch before has touched; pages stay.
    void begin() {
        ++launch;
        for (Place*& first : places) {
            while (first != nullptr) {
                Place* const gone = first;
                first = gone->next;
                free(gone->releases);
                free(gone);
            }
        }
        while (chunks != nullptr) {
            Chunk* const gone = chunks;
            chunks = gone->next;
            free(gone);
        }
    }

    void release() {
        begin();
        for (Page*& first : pages) {
            while (first != nullptr) {
                Page* const gone = first;
                first = gone->next;
                free(gone);
            }
        }
    }

    Cell* cell(const void* address, size_t bytes) {
        const unsigned shift = bytes >= 4 ? 2 : unsigned(bytes) - 1;
        const uintptr_t at = reinterpret_cast<uintptr_t>(address), number = at >> 12;
        Page*& first = pages[(number * 3 + shift) % buckets];
        Page* page = first;
        while (page != nullptr && (page->number != number || page->shift != shift)) {
            page = page->next;
        }
        const size_t size = sizeof(Page) + sizeof(Cell) * ((4096U >> shift) - 1);
        if (page == nullptr) {
            page = static_cast<Page*>(calloc(1, size));
            if (page == nullptr) {
                return nullptr;
            }
            page->number = number;
            page->shift = shift;
            page->launch = launch;
            page->next = first;
            first = page;
        }
        if (page->launch != launch) {
            memset(page->cells, 0, sizeof(Cell) * (4096U >> shift));
            page->launch = launch;
        }
        return &page->cells[(at & 4095) >> shift];
    }

    Place* place(const void* address, bool make) {
        Place*& first = places[reinterpret_cast<uintptr_t>(address) / 4 % buckets];
        Place* place = first;
        while (place != nullptr && place->address != address) {
            place = place->next;
        }
        if (place == nullptr && make) {
            place = static_cast<Place*>(calloc(1, sizeof(Place)));
            if (place != nullptr) {
                place->address = address;
                place->next = first;
                first = place;
            }
        }
        return place;
    }

    unsigned file_number(const char* file) {
        unsigned n = 0;
        while (n < 126 && files[n] != nullptr && files[n] != file) {
            ++n;
        }
        files[n] = file;
        return n;
    }
};

/// What the checks of a block know of its threads' order.
struct Order {
    uint32_t time, barrier_time, grid_time;
    uint32_t warp_times[max_threads / 32];
    uint32_t fences[max_threads];
    const Known* known[max_threads];  // since the last barrier
    const Known* block_known;         // before it
    int loop_thread;                  // the one that runs, where there are no fibers

    /// A write over a value that another thread has written, until it is known whether it is
    /// another.
    struct Doubt {
        unsigned char* address;
        size_t bytes;
        unsigned char before[64];
        Raised report;
    } doubt;

    void begin() {
        memset(static_cast<void*>(this), 0, offsetof(Order, doubt));
        time = 1;
        doubt.address = nullptr;
    }

    /// All threads of the block have met.
    void meet(Races& races, int threads) {
        barrier_time = ++time;
        for (int t = 0; t < threads; ++t) {
            if (known[t] == nullptr) {
                continue;
            }
            if (Known* const more = races.new_known()) {
                *more = {nullptr, 0, known[t], block_known};
                block_known = more;
            }
            known[t] = nullptr;
        }
    }
};

/// Whether a release that is known, or one known to who released, stands behind the access.
inline bool covers(const Known* known, const Access& access, uint64_t query) {
    for (; known != nullptr; known = known->next) {
        if (known->inner != nullptr && covers(known->inner, access, query)) {
            return true;
        }
        const Place* const place = known->place;
        const size_t seen = place != nullptr && place->query == query ? place->seen : 0;
        if (place == nullptr || seen >= known->length) {
            continue;
        }
        place->query = query;
        place->seen = known->length;
        for (size_t k = known->length; k-- > seen;) {
            const Release& release = place->releases[k];
            const bool is_own = release.thread == access.thread && access.fences < release.fences;
            if (release.block == access.block && (is_own || access.time < release.barrier_time)) {
                return true;
            }
            if (covers(release.known, access, query)) {
                return true;
            }
        }
    }
    return false;
}

/// One access as it happens, and the state of who makes it.
struct Toucher {
    Races& races;
    Order& order;
    Access now;
    bool is_shared;  // memory: another block's accesses are not to the same element

    bool is_ordered(const Access& before) const {
        if (before.time == 0 || (is_shared && before.block != now.block)) {
            return true;
        }
        if (before.block == now.block) {
            const unsigned warp = now.thread / 32;
            if (before.thread == now.thread || before.time < order.barrier_time ||
                (before.thread / 32 == warp && before.time < order.warp_times[warp])) {
                return true;
            }
        } else if (before.time < order.grid_time) {
            return true;
        }
        const uint64_t query = ++races.queries;
        return covers(order.known[now.thread], before, query) ||
               covers(order.block_known, before, query);
    }

    /// The earlier access that this one races with, null if there is none.
    const Access* conflict(const Cell& cell, bool writes) const {
        for (const Access& before : cell.writes) {
            if (!(before.is_atomic && now.is_atomic) && !is_ordered(before)) {
                return &before;
            }
        }
        for (const Access& before : cell.reads) {
            if (writes && !is_ordered(before)) {
                return &before;
            }
        }
        return nullptr;
    }

    bool is_mine(const Access& access) const {
        return access.time == 0 || (access.block == now.block && access.thread == now.thread);
    }

    void keep(Cell& cell, bool writes) const {
        Access* const slots = writes ? cell.writes : cell.reads;
        if (!is_mine(slots[0])) {
            const int to = writes || slots[0].block == now.block ? 1 : 2;
            slots[to] = slots[0];
        }
        slots[0] = now;
    }

    /// What the thread learns at a place that others touched atomically, and what it tells them.
    void exchange(const void* address) const {
        const bool tells = order.fences[now.thread] > 0;
        Place* const place = races.place(address, tells);
        if (place == nullptr) {
            return;
        }
        const Known*& known = order.known[now.thread];
        if (place->count > 0) {
            const bool is_newer = known != nullptr && known->place == place;
            if (Known* const more = races.new_known()) {
                *more = {place, place->count, nullptr, is_newer ? known->next : known};
                known = more;
            }
        }
        if (!tells) {
            return;
        }
        if (place->count == place->room) {
            const size_t room = place->room * 2 + 8;
            void* const more = realloc(place->releases, room * sizeof(Release));
            if (more == nullptr) {
                return;
            }
            place->releases = static_cast<Release*>(more);
            place->room = room;
        }
        Known* all = races.new_known();
        if (all != nullptr) {
            *all = {nullptr, 0, order.block_known, known};
        }
        place->releases[place->count++] = {now.block, now.thread, order.fences[now.thread],
                                           order.barrier_time, all};
    }
};

}  // namespace pycu

#pragma GCC visibility pop
