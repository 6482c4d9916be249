// Places in the grid: `blockIdx.x * blockDim.x + threadIdx.x` is less than the grid has threads,
// which the intervals of its parts do not say.
#include <algorithm>
#include <string_view>

#include "passes/intervals.h"

namespace pycu::passes {
namespace {

using Kind = Position::Kind;

/// What two values make along one axis, in either order.
struct Rule {
    BinaryOp op;
    Kind one;
    Kind other;
    Kind result;
};

constexpr Rule rules[] = {
    {BinaryOp::Mult, Kind::Block, Kind::BlockSize, Kind::BlockStart},
    {BinaryOp::Add, Kind::BlockStart, Kind::Thread, Kind::Global},
    {BinaryOp::Mult, Kind::Blocks, Kind::BlockSize, Kind::Threads},
};

struct Name {
    std::string_view path;
    Kind kind;
};

constexpr Name grid_names[] = {
    {"numba.cuda.threadIdx.", Kind::Thread},
    {"numba.cuda.blockIdx.", Kind::Block},
    {"numba.cuda.blockDim.", Kind::BlockSize},
    {"numba.cuda.gridDim.", Kind::Blocks},
};

}  // namespace

std::optional<Position> position_of_row(const api::Intrinsic& row) {
    for (const Name& name : grid_names) {
        if (row.name.starts_with(name.path)) {
            return Position{name.kind, row.name.back()};
        }
    }
    return std::nullopt;
}

std::optional<Position> combined(BinaryOp op, Position left, Position right) {
    for (const Rule& rule : rules) {
        const bool is_it = (rule.one == left.kind && rule.other == right.kind) ||
                           (rule.one == right.kind && rule.other == left.kind);
        if (rule.op == op && is_it && left.axis == right.axis) {
            return Position{rule.result, left.axis};
        }
    }
    return std::nullopt;
}

std::optional<Position> IntervalAnalysis::position(ir::ExprId id) const {
    if (const auto* cast = get<ir::Cast>(id)) {
        return type(id) == int64 ? position(cast->value) : std::nullopt;
    }
    if (const auto* read = get<ir::Read>(id)) {
        const auto found = positions_.find(state_.id(read->local.index));
        return found == positions_.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto* row = get<ir::Intrinsic>(id)) {
        return position_of_row(*row->row);
    }
    const auto* binary = get<ir::Binary>(id);
    return binary != nullptr && type(id) == int64 ? position_of(*binary) : std::nullopt;
}

std::optional<Position> IntervalAnalysis::position_of(const ir::Binary& e) const {
    if (e.op != BinaryOp::Mult && e.op != BinaryOp::Add) {
        return std::nullopt;
    }
    const auto left = position(e.left);
    const auto right = left ? position(e.right) : std::nullopt;
    return right ? combined(e.op, *left, *right) : std::nullopt;
}

ir::Interval IntervalAnalysis::bound_of_launch(const ir::Binary& e, ir::Interval a,
                                               ir::Interval b) {
    if (const auto place = position_of(e)) {
        return place->kind == Kind::Threads ? ir::Interval{1, ir::max_int_extent}
                                            : ir::Interval{0, ir::max_int_extent - 1};
    }
    const bool counts = e.op == BinaryOp::Mult && a.low >= 0 && b.low >= 0 && counts_elements(e);
    return counts ? ir::Interval{0, ir::max_int_extent} : ir::Interval{};
}

void IntervalAnalysis::remember_position(ValueId id, ir::ExprId value) {
    if (const auto place = position(value)) {
        positions_[id] = *place;
    }
}

}  // namespace pycu::passes
