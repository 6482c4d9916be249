// The warp operations of a CUDA thread on the host, under CUDA's names. pycu_host.h includes this.
#pragma once

#include <stdint.h>
#include <string.h>

namespace pycu {

template <class... T>
struct tuple;

#pragma GCC visibility push(hidden)

/// The threads of a running block, in fiber.h.
struct Block;

/// Where a thread stands in its block, and the block in the grid.
struct Position {
    uint3 threadIdx, blockIdx;
    dim3 blockDim, gridDim;
    Block* pycu_block;

    static constexpr int warpSize = 32;

    /// The number of the thread in its warp.
    int pycu_lane() const {
        const unsigned row = threadIdx.y + threadIdx.z * blockDim.y;
        return int((threadIdx.x + row * blockDim.x) % 32);
    }
    /// The lanes before it.
    unsigned pycu_lanemask_lt() const { return (1U << pycu_lane()) - 1; }
};

/// The operations at which lanes of a warp meet.
enum class WarpOp : uint8_t {
    none,
    sync,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    all,
    any,
    uniform,
    ballot,
    match_any,
    match_all,
    active,
};

/// What a lane gets from one.
struct WarpResult {
    uint64_t value;
    bool flag;
};

/// Waits until all live lanes of `mask` are at the same operation, then gives each its result.
WarpResult meet_lanes(Block* block, WarpOp op, unsigned mask, uint64_t value, unsigned argument,
                      const char* file, int line);

/// The warp operations of a thread. The places are for the report of a deadlock.
struct WarpThread : Position {
#define PYCU_WHERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

    void __syncwarp(unsigned mask = 0xffffffff, PYCU_WHERE) const {
        meet_lanes(pycu_block, WarpOp::sync, mask, 0, 0, file, line);
    }
    unsigned __activemask(PYCU_WHERE) const {
        return unsigned(meet_lanes(pycu_block, WarpOp::active, 0, 0, 0, file, line).value);
    }

    template <class T>
    T __shfl_sync(unsigned mask, T value, int from, PYCU_WHERE) const {
        return shuffle(WarpOp::shuffle, mask, value, unsigned(from), file, line);
    }
    template <class T>
    T __shfl_up_sync(unsigned mask, T value, unsigned delta, PYCU_WHERE) const {
        return shuffle(WarpOp::shuffle_up, mask, value, delta, file, line);
    }
    template <class T>
    T __shfl_down_sync(unsigned mask, T value, unsigned delta, PYCU_WHERE) const {
        return shuffle(WarpOp::shuffle_down, mask, value, delta, file, line);
    }
    template <class T>
    T __shfl_xor_sync(unsigned mask, T value, int lanes, PYCU_WHERE) const {
        return shuffle(WarpOp::shuffle_xor, mask, value, unsigned(lanes), file, line);
    }

    int __all_sync(unsigned mask, int predicate, PYCU_WHERE) const {
        return int(vote(WarpOp::all, mask, predicate, file, line));
    }
    int __any_sync(unsigned mask, int predicate, PYCU_WHERE) const {
        return int(vote(WarpOp::any, mask, predicate, file, line));
    }
    int __uni_sync(unsigned mask, int predicate, PYCU_WHERE) const {
        return int(vote(WarpOp::uniform, mask, predicate, file, line));
    }
    unsigned __ballot_sync(unsigned mask, int predicate, PYCU_WHERE) const {
        return vote(WarpOp::ballot, mask, predicate, file, line);
    }

    template <class T>
    unsigned __match_any_sync(unsigned mask, T value, PYCU_WHERE) const {
        return unsigned(
            meet_lanes(pycu_block, WarpOp::match_any, mask, bits(value), 0, file, line).value);
    }
    template <class T, class Result = tuple<int32_t, bool>>
    Result pycu_match_all_sync(unsigned mask, T value, PYCU_WHERE) const {
        const WarpResult result =
            meet_lanes(pycu_block, WarpOp::match_all, mask, bits(value), 0, file, line);
        return {int32_t(result.value), result.flag};
    }

#undef PYCU_WHERE

  private:
    template <class T>
    static uint64_t bits(T value) {
        static_assert(sizeof(T) <= 8, "lanes pass at most 8 bytes");
        uint64_t result = 0;
        memcpy(&result, &value, sizeof(T));
        return result;
    }

    template <class T>
    T shuffle(WarpOp op, unsigned mask, T value, unsigned argument, const char* file,
              int line) const {
        const uint64_t got =
            meet_lanes(pycu_block, op, mask, bits(value), argument, file, line).value;
        memcpy(&value, &got, sizeof(T));
        return value;
    }

    unsigned vote(WarpOp op, unsigned mask, int predicate, const char* file, int line) const {
        return unsigned(meet_lanes(pycu_block, op, mask, predicate != 0, 0, file, line).value);
    }
};

#pragma GCC visibility pop

}  // namespace pycu
