// Kernels whose text has the loops over a block's threads itself: the marks of that text in a
// generated x_launch.cuh. Only the CPU has them. Of a kernel with barriers:
//
//   PYCU_BLOCK;
//   PYCU_KEPT(float, mine);       a variable that lives across barriers: one for each thread
//   PYCU_LIVE;                    threads may end before the kernel does
//   PYCU_THREADS(blockDim) {
//       PYCU_THREAD;
//       PYCU_SKIP_ENDED;
//       PYCU_LOAD(mine);
//       {
//           ... PYCU_END_THREAD(0); ...
//       }
//       PYCU_SAVE(mine);
//       PYCU_ENDED(0);
//   }
//   PYCU_END_WITH_ALL;
//
// Of one without, a row of a block being the threads along one axis:
//
//   PYCU_BLOCK;
//   PYCU_ROWS(x) {
//       PYCU_ROW(x);
//       const int i = blockIdx.x * blockDim.x + threadIdx.x;      the row's first
//       PYCU_ROW_IF(n > 0);
//       PYCU_SPAN(i, x);
//       PYCU_BELOW(n);
//       PYCU_ALONG_APART() {                no thread meets another
//           PYCU_AT(i, x);
//           ...
//       }
//   }
#pragma once

#include "pycu_marks.h"

#if PYCU_HOST

#define PYCU_REGIONS(module) \
    PYCU_WARNINGS_OFF        \
    namespace {              \
    struct module##_regions__ : module##_module__ {
#define PYCU_WIDE_REGIONS(module) \
    PYCU_WARNINGS_OFF             \
    namespace {                   \
    struct module##_wide_regions__ : module##_wide__ {
#define PYCU_REGIONS_END(module) PYCU_END(module)

/// What a block of a kernel is run by, behind the kernel's entries.
#define PYCU_REGIONS_FOR(module, kernel, head, params, types, texts, regions, axis) \
    namespace {                                                                     \
    namespace module##_##texts##_regions__ {                                        \
        PYCU_KERNEL_TEXT(regions, kernel, head, types)                              \
    }                                                                               \
    }                                                                               \
    template <params>                                                               \
    struct pycu::regions_of<module##_##texts##__::kernel##_text types> {            \
        using type = module##_##texts##_regions__::kernel##_text types;             \
        static constexpr int row_axis = axis;                                       \
    };
#define PYCU_REGIONS_OF(module, kernel, axis) \
    PYCU_REGIONS_FOR(module, kernel, , , , texts, module##_regions__, axis)
#define PYCU_TEMPLATE_REGIONS_OF(module, kernel, axis)                                 \
    PYCU_REGIONS_FOR(module, kernel, template <class... T>, class... T, <T...>, texts, \
                     module##_regions__, axis)
#define PYCU_PLAIN_REGIONS(module, kernel) PYCU_REGIONS_OF(module, kernel, -1)
#define PYCU_INT_REGIONS(module, kernel) \
    PYCU_PLAIN_REGIONS(module, kernel)   \
    PYCU_REGIONS_FOR(module, kernel, , , , wide_texts, module##_wide_regions__, -1)
#define PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel) PYCU_TEMPLATE_REGIONS_OF(module, kernel, -1)
#define PYCU_INT_TEMPLATE_REGIONS(module, kernel)                                           \
    PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)                                             \
    PYCU_REGIONS_FOR(module, kernel, template <class... T>, class... T, <T...>, wide_texts, \
                     module##_wide_regions__, -1)

/// What all threads of the block have, where the compiler sees that nothing changes it.
#define PYCU_BLOCK                         \
    const uint3 blockIdx = this->blockIdx; \
    const dim3 blockDim = this->blockDim, gridDim = this->gridDim

/// Signed counters: the index arithmetic may be assumed not to wrap. The order is that of fibers.
#define PYCU_THREADS(block)                                   \
    for (int pycu_z = 0; pycu_z < int(block.z); ++pycu_z)     \
        for (int pycu_y = 0; pycu_y < int(block.y); ++pycu_y) \
            for (int pycu_x = 0; pycu_x < int(block.x); ++pycu_x)
#define PYCU_THREAD                                                                 \
    const uint3 threadIdx = {unsigned(pycu_x), unsigned(pycu_y), unsigned(pycu_z)}; \
    const int64_t pycu_row = int64_t(pycu_z) * blockDim.y + pycu_y;                 \
    const int64_t pycu_thread = pycu_row * blockDim.x + pycu_x
/// The same where functions of the module may ask which thread calls them.
#define PYCU_CALLING_THREAD \
    PYCU_THREAD;            \
    this->threadIdx = threadIdx

/// On the stack, where compilers see that nobody else reaches it; a kernel's take 128 KiB at most.
/// A bool is loaded before it is set, and must be one.
#define PYCU_KEPT(T, name) PYCU_KEPT_ARRAY(T, name, )
#define PYCU_KEPT_ARRAY(T, name, extents)                     \
    T pycu_kept_##name[pycu::max_threads] extents;            \
    if constexpr (std::is_same_v<T, bool>) {                  \
        memset(pycu_kept_##name, 0, sizeof pycu_kept_##name); \
    }
/// Variables of different blocks may have one name, and storage under two.
#define PYCU_LOAD_FROM(name, kept) auto name = pycu_kept_##kept[pycu_thread]
#define PYCU_SAVE_FROM(name, kept) pycu_kept_##kept[pycu_thread] = name
#define PYCU_REFER_FROM(name, kept) auto& name = pycu_kept_##kept[pycu_thread]
#define PYCU_LOAD(name) PYCU_LOAD_FROM(name, name)
#define PYCU_SAVE(name) PYCU_SAVE_FROM(name, name)
#define PYCU_REFER(name) PYCU_REFER_FROM(name, name)

#define PYCU_LIVE                                                       \
    bool pycu_live[pycu::max_threads];                                  \
    const int pycu_threads = int(blockDim.x * blockDim.y * blockDim.z); \
    memset(pycu_live, true, size_t(pycu_threads))
#define PYCU_SKIP_ENDED            \
    if (!pycu_live[pycu_thread]) { \
        continue;                  \
    }
#define PYCU_END_THREAD(loop)           \
    {                                   \
        pycu_live[pycu_thread] = false; \
        goto pycu_ended_##loop;         \
    }
#define PYCU_ENDED(loop) pycu_ended_##loop:
/// The kernel ends with its last thread.
#define PYCU_END_WITH_ALL                                           \
    if (memchr(pycu_live, true, size_t(pycu_threads)) == nullptr) { \
        return;                                                     \
    }

/// What the lanes of each warp get from an operation of theirs; `active` and `live` say who takes
/// part, where not all do.
#define PYCU_MEET_WARPS(op, got, value, by, active, live)                 \
    pycu::meet_warps<pycu::warp_op_of_##op>(got, value, by, active, live, \
                                            int(blockDim.x * blockDim.y * blockDim.z))

#define PYCU_ROWS_OF(module, kernel) PYCU_PLAIN_REGIONS(module, kernel)
/// The same where rows go through blocks that are neighbours along the axis.
#define PYCU_LONG_ROWS_OF(module, kernel, axis) PYCU_REGIONS_OF(module, kernel, #axis[0] - 'x')
#define PYCU_TEMPLATE_ROWS_OF(module, kernel) PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)
#define PYCU_LONG_TEMPLATE_ROWS_OF(module, kernel, axis) \
    PYCU_TEMPLATE_REGIONS_OF(module, kernel, #axis[0] - 'x')

#define PYCU_FOR_AXIS(axis) \
    for (int pycu_##axis = 0; pycu_##axis < int(blockDim.axis); ++pycu_##axis)
#define PYCU_ROWS_x PYCU_FOR_AXIS(z) PYCU_FOR_AXIS(y)
#define PYCU_ROWS_y PYCU_FOR_AXIS(z) PYCU_FOR_AXIS(x)
#define PYCU_ROWS_z PYCU_FOR_AXIS(y) PYCU_FOR_AXIS(x)
#define PYCU_ROWS(axis) PYCU_ROWS_##axis
#define PYCU_ROW_PLACE_x(at) \
    { unsigned(at), unsigned(pycu_y), unsigned(pycu_z) }
#define PYCU_ROW_PLACE_y(at) \
    { unsigned(pycu_x), unsigned(at), unsigned(pycu_z) }
#define PYCU_ROW_PLACE_z(at) \
    { unsigned(pycu_x), unsigned(pycu_y), unsigned(at) }
#define PYCU_ROW(axis) const uint3 threadIdx = PYCU_ROW_PLACE_##axis(0)
#define PYCU_ROW_IF(...)  \
    if (!(__VA_ARGS__)) { \
        continue;         \
    }
/// The places of the row's threads, and those of them that take part.
#define PYCU_SPAN(place, axis)                      \
    constexpr int pycu_most = pycu::max_int_extent; \
    const int pycu_begin = place;                   \
    int pycu_first = pycu_begin, pycu_end = pycu_begin + int(blockDim.axis) * this->pycu_blocks
#define PYCU_BELOW(...) pycu_end = pycu::span_end(pycu_first, pycu_end, __VA_ARGS__)
#define PYCU_BELOW_OR_AT(...) pycu_end = pycu::span_end(pycu_first, pycu_end, __VA_ARGS__, 1)
#define PYCU_ABOVE(...) pycu_first = pycu::span_first(pycu_first, pycu_end, __VA_ARGS__, 1)
#define PYCU_ABOVE_OR_AT(...) pycu_first = pycu::span_first(pycu_first, pycu_end, __VA_ARGS__)
#define PYCU_ALONG()                                             \
    for (int pycu_at = pycu::row_place<pycu_most>(pycu_first),   \
             pycu_beyond = pycu::row_place<pycu_most>(pycu_end); \
         pycu_at < pycu_beyond; ++pycu_at)
/// It is proven that no turn reads or writes what another one writes. One vector a turn would cost
/// half as much again where the code happens to lie across a line of the cache.
#ifdef __clang__
#define PYCU_ALONG_APART() PYCU_ALONG()
#else
#define PYCU_ALONG_APART() _Pragma("GCC ivdep") _Pragma("GCC unroll 2") PYCU_ALONG()
#endif
/// The counter has no bound that unsigned numbers might wrap at, as the text's own sum has.
#define PYCU_AT(place, axis)   \
    const int place = pycu_at; \
    const uint3 threadIdx = PYCU_ROW_PLACE_##axis(pycu_at - pycu_begin)
/// Rows that go through an array together, each turn by the threads of the whole grid.
#define PYCU_TURNS(start, stop, step)                                                          \
    for (int64_t pycu_turn = int64_t(start), pycu_stop = int64_t(stop); pycu_turn < pycu_stop; \
         pycu_turn += int64_t(step))
#define PYCU_TURN                                                                   \
    constexpr int pycu_most = 0x7fffffff;                                           \
    const int pycu_begin = int(pycu_turn);                                          \
    const int pycu_first = pycu_begin;                                              \
    const int64_t pycu_whole = pycu_turn + int64_t(blockDim.x) * this->pycu_blocks; \
    const int pycu_end = int(pycu_whole < pycu_stop ? pycu_whole : pycu_stop)

namespace pycu {

constexpr WarpOp warp_op_of_shfl_sync = WarpOp::shuffle,
                 warp_op_of_shfl_up_sync = WarpOp::shuffle_up,
                 warp_op_of_shfl_down_sync = WarpOp::shuffle_down,
                 warp_op_of_shfl_xor_sync = WarpOp::shuffle_xor, warp_op_of_all_sync = WarpOp::all,
                 warp_op_of_any_sync = WarpOp::any, warp_op_of_eq_sync = WarpOp::uniform,
                 warp_op_of_ballot_sync = WarpOp::ballot;

constexpr int warp_lanes = Position::warpSize;

/// How far a lane of a shuffle looks: one number for all, or one for each thread.
inline int lane_count(int64_t by, int) {
    return int(by & (warp_lanes - 1));
}
template <class T>
int lane_count(const T* by, int thread) {
    return int(by[thread] & T(warp_lanes - 1));
}

/// The lane whose value a shuffle gives; its own where that lies outside of the warp. `part` says
/// of one that is known on which side of the split a lane is.
template <WarpOp op, int part = -1>
int shuffled_lane(int lane, int by) {
    if constexpr (op == WarpOp::shuffle) {
        return by;
    } else if constexpr (op == WarpOp::shuffle_up) {
        return part == 0 || (part < 0 && lane < by) ? lane : lane - by;
    } else if constexpr (op == WarpOp::shuffle_down) {
        return part == 1 || (part < 0 && lane + by >= warp_lanes) ? lane : lane + by;
    } else {
        return lane ^ by;
    }
}

/// The lanes of the warp that begins with the thread `first` and are there.
inline unsigned warp_members(const bool* live, int first, int threads) {
    const int lanes = threads - first < warp_lanes ? threads - first : warp_lanes;
    unsigned members = lanes < warp_lanes ? (1U << lanes) - 1 : ~0U;
    for (int lane = 0; live != nullptr && lane < lanes; ++lane) {
        members &= ~(unsigned(!live[first + lane]) << lane);
    }
    return members;
}

/// What the lanes of one warp get from a shuffle, from a vote.
template <WarpOp op, class T, class R, class By>
void shuffle_warp(R* got, const T* value, By by, int first, unsigned members) {
    if constexpr (std::is_integral_v<By> && op != WarpOp::shuffle_xor) {
        if (members == ~0U) {
            const int count = lane_count(by, first);
            const int split = op == WarpOp::shuffle_up ? count : warp_lanes - count;
            for (int lane = 0; lane < split; ++lane) {
                got[lane] = R(value[shuffled_lane<op, 0>(lane, count)]);
            }
            for (int lane = split; lane < warp_lanes; ++lane) {
                got[lane] = R(value[shuffled_lane<op, 1>(lane, count)]);
            }
            return;
        }
    }
    for (int lane = 0; lane < warp_lanes; ++lane) {
        const int from = shuffled_lane<op>(lane, lane_count(by, first + lane));
        if (members == ~0U) {
            got[lane] = R(value[from]);
        } else if ((members >> lane & 1) != 0) {
            // the value of a lane that takes no part is undefined in CUDA
            got[lane] = R(value[(members >> from & 1) != 0 ? from : lane]);
        }
    }
}
template <WarpOp op, class R>
void vote_in_warp(R* got, const bool* value, unsigned members) {
    unsigned set = 0;
    for (int lane = 0; lane < warp_lanes; ++lane) {
        // what the others have was never set
        set |= (members >> lane & 1) != 0 ? unsigned(value[lane]) << lane : 0U;
    }
    const unsigned result = op == WarpOp::all       ? set == members
                            : op == WarpOp::any     ? set != 0
                            : op == WarpOp::uniform ? set == members || set == 0
                                                    : set;
    for (int lane = 0; lane < warp_lanes; ++lane) {
        if (members == ~0U || (members >> lane & 1) != 0) {
            got[lane] = R(result);
        }
    }
}

/// Of the warps whose threads are active: all of them or none. `got` and `value` have room for
/// whole warps, and are two.
template <WarpOp op, class T, class R, class By>
void meet_warps(R* got, const T* value, By by, const bool* active, const bool* live, int threads) {
    for (int first = 0; first < threads; first += warp_lanes) {
        const unsigned members = warp_members(live, first, threads);
        if (members == 0 || (active != nullptr && !active[first + __builtin_ctz(members)])) {
            continue;
        }
        if constexpr (op == WarpOp::shuffle || op == WarpOp::shuffle_up ||
                      op == WarpOp::shuffle_down || op == WarpOp::shuffle_xor) {
            shuffle_warp<op>(got + first, value + first, by, first, members);
        } else {
            vote_in_warp<op>(got + first, value + first, members);
        }
    }
}

/// A place: compilers see that small sums with it do not wrap.
template <int most>
inline int row_place(int place) {
    if (place < 0 || place > most) {
        __builtin_unreachable();
    }
    return place;
}
/// The end of a row that goes no further than a bound; no more than the first where it is empty.
inline int span_end(int first, int end, int64_t bound, int beyond = 0) {
    return bound >= end ? end : bound < first ? first : int(bound) + beyond;
}
/// The first of a row's places from a bound on.
inline int span_first(int first, int end, int64_t bound, int beyond = 0) {
    return bound < first ? first : bound >= end ? end : int(bound) + beyond;
}

}  // namespace pycu

#else

#define PYCU_PLAIN_REGIONS(module, kernel)
#define PYCU_INT_REGIONS(module, kernel)
#define PYCU_PLAIN_TEMPLATE_REGIONS(module, kernel)
#define PYCU_INT_TEMPLATE_REGIONS(module, kernel)
#define PYCU_ROWS_OF(module, kernel)
#define PYCU_LONG_ROWS_OF(module, kernel, axis)
#define PYCU_TEMPLATE_ROWS_OF(module, kernel)
#define PYCU_LONG_TEMPLATE_ROWS_OF(module, kernel, axis)

#endif
