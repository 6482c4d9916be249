// Warp operations: a thread stops at one, and all of its lanes get their results together.
#include <bit>
#include <map>

#include "ops.h"

namespace ptx {

namespace {

enum class WarpOp : uint8_t {
    Sync,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    ShuffleIndex,
    All,
    Any,
    Uniform,
    Ballot,
    MatchAny,
    MatchAll,
    Active,
    Elect,
    Add,
    Min,
    Max,
    And,
    Or,
    Xor
};

/// Slots: d result, more the predicate beside it; a, b, c sources; the mask is in `imm`'s slot.
void stop(Thread& t, const Instr& i) {
    t.state = State::AtWarp;
    t.wait = &i;
    t.value = t.r[i.a];
    t.second = t.r[i.b];
    t.third = t.r[i.c];
    const bool has_mask = WarpOp(i.count) != WarpOp::Active;
    t.mask = has_mask ? uint32_t(t.r[uint64_t(i.imm)]) : 0;
    if (has_mask && (t.mask >> t.lane() & 1) == 0) {
        throw Fault(launch_failure, "a warp operation whose mask leaves out the thread itself");
    }
}

struct Result {
    uint64_t value = 0;
    bool flag = false;
};

Result shuffled(const std::vector<Thread*>& lanes, const Thread& t) {
    const auto b = uint32_t(t.second) & 31;
    const uint32_t c = uint32_t(t.third), clamp = c & 31, segment = c >> 8 & 31;
    const uint32_t lane = t.lane();
    const uint32_t highest = (lane & segment) | (clamp & ~segment & 31);
    uint32_t from = lane;
    bool is_inside = false;
    switch (WarpOp(t.wait->count)) {
        case WarpOp::ShuffleUp:
            from = lane - b;
            is_inside = int(lane) - int(b) >= int(highest);
            break;
        case WarpOp::ShuffleDown:
            from = lane + b;
            is_inside = from <= highest;
            break;
        case WarpOp::ShuffleXor:
            from = lane ^ b;
            is_inside = from <= highest;
            break;
        default:
            from = (lane & segment) | (b & ~segment & 31);
            is_inside = from <= highest;
            break;
    }
    from = is_inside ? from : lane;
    for (const Thread* other : lanes) {
        if (other->lane() == from) {
            return {other->value, is_inside};
        }
    }
    return {t.value, is_inside};  // undefined in CUDA: the source takes no part
}

template <class Join>
uint64_t joined(const std::vector<Thread*>& lanes, Join join) {
    uint64_t x = lanes[0]->value;
    for (std::size_t k = 1; k < lanes.size(); ++k) {
        x = join(x, lanes[k]->value);
    }
    return x;
}

/// `saturates` marks a signed minimum or maximum.
uint64_t reduced(const std::vector<Thread*>& lanes, const Thread& t) {
    const bool is_signed = t.wait->saturates;
    const auto less = [&](uint64_t x, uint64_t y) {
        return is_signed ? int32_t(x) < int32_t(y) : uint32_t(x) < uint32_t(y);
    };
    switch (WarpOp(t.wait->count)) {
        case WarpOp::Add:
            return joined(lanes, [](auto x, auto y) { return (x + y) & 0xffffffff; });
        case WarpOp::Min:
            return joined(lanes, [&](auto x, auto y) { return less(x, y) ? x : y; });
        case WarpOp::Max:
            return joined(lanes, [&](auto x, auto y) { return less(x, y) ? y : x; });
        case WarpOp::And:
            return joined(lanes, [](auto x, auto y) { return x & y; });
        case WarpOp::Or:
            return joined(lanes, [](auto x, auto y) { return x | y; });
        default:
            return joined(lanes, [](auto x, auto y) { return x ^ y; });
    }
}

uint64_t ballot(const std::vector<Thread*>& lanes) {
    uint64_t votes = 0;
    for (const Thread* lane : lanes) {
        votes |= uint64_t(lane->value != 0) << lane->lane();
    }
    return votes;
}

uint64_t equal_lanes(const std::vector<Thread*>& lanes, uint64_t value) {
    uint64_t same = 0;
    for (const Thread* lane : lanes) {
        same |= uint64_t(lane->value == value) << lane->lane();
    }
    return same;
}

Result result_of(const std::vector<Thread*>& lanes, const Thread& t, uint32_t mask) {
    const auto votes = [&] { return uint64_t(std::popcount(ballot(lanes))); };
    switch (WarpOp(t.wait->count)) {
        case WarpOp::Sync:
            return {};
        case WarpOp::ShuffleUp:
        case WarpOp::ShuffleDown:
        case WarpOp::ShuffleXor:
        case WarpOp::ShuffleIndex:
            return shuffled(lanes, t);
        case WarpOp::All:
            return {votes() == lanes.size()};
        case WarpOp::Any:
            return {votes() != 0};
        case WarpOp::Uniform:
            return {votes() == 0 || votes() == lanes.size()};
        case WarpOp::Ballot:
            return {ballot(lanes)};
        case WarpOp::MatchAny:
            return {equal_lanes(lanes, t.value)};
        case WarpOp::MatchAll: {
            const uint64_t equal = equal_lanes(lanes, t.value);
            const bool is_same = uint64_t(std::popcount(equal)) == lanes.size();
            return {is_same ? equal : 0, is_same};
        }
        case WarpOp::Active:
            return {mask};
        case WarpOp::Elect:
            return {lanes[0]->lane(), lanes[0] == &t};
        default:
            return {reduced(lanes, t)};
    }
}

}  // namespace

Handler warp_op(const std::string& name, uint8_t& which) {
    static const std::map<std::string, WarpOp> table = {
        {"bar.warp", WarpOp::Sync},         {"shfl.up", WarpOp::ShuffleUp},
        {"shfl.down", WarpOp::ShuffleDown}, {"shfl.bfly", WarpOp::ShuffleXor},
        {"shfl.idx", WarpOp::ShuffleIndex}, {"vote.all", WarpOp::All},
        {"vote.any", WarpOp::Any},          {"vote.uni", WarpOp::Uniform},
        {"vote.ballot", WarpOp::Ballot},    {"match.any", WarpOp::MatchAny},
        {"match.all", WarpOp::MatchAll},    {"activemask", WarpOp::Active},
        {"elect", WarpOp::Elect},           {"redux.add", WarpOp::Add},
        {"redux.min", WarpOp::Min},         {"redux.max", WarpOp::Max},
        {"redux.and", WarpOp::And},         {"redux.or", WarpOp::Or},
        {"redux.xor", WarpOp::Xor},
    };
    const auto found = table.find(name);
    if (found == table.end()) {
        return nullptr;
    }
    which = uint8_t(found->second);
    return &stop;
}

void resolve_warp(const std::vector<Thread*>& lanes, uint32_t mask) {
    std::vector<Result> results;
    for (const Thread* lane : lanes) {
        results.push_back(result_of(lanes, *lane, mask));
    }
    for (std::size_t k = 0; k < lanes.size(); ++k) {
        const Instr& i = *lanes[k]->wait;
        lanes[k]->r[i.d] = results[k].value & i.mask;
        if (i.more != 0) {
            lanes[k]->r[i.more] = results[k].flag;
        }
    }
}

}  // namespace ptx
