// What stands in the brackets of a launch. See launch_brackets.h.
#include "values/launch_brackets.h"

#include <algorithm>

#include "values/array_parts.h"
#include "values/host_values.h"
#include "values/value.h"

namespace pycu::sema {

namespace {

/// What a grid or a block has: a tuple or list of numbers, or one.
std::vector<Value> extents_in(const Value& value) {
    const auto* items = value.get<HostItems>();
    return items != nullptr ? items->items : std::vector{value};
}

std::optional<BadExtents> problem_of(const Value& value) {
    const auto* items = value.get<HostItems>();
    if (items != nullptr && items->more != nullptr) {
        return std::nullopt;
    }
    const std::vector<Value> extents = extents_in(value);
    if (extents.size() > 3) {
        return BadExtents::Many;
    }
    const auto is_float = [](const Value& value) {
        const auto number = number_of(value);
        const Value whole = without_part(value);
        const auto* unknown = whole.get<Unknown>();
        return unknown != nullptr ? unknown->is_quotient : number && number->type.is_float();
    };
    const auto is_below_one = [](const Value& value) {
        const auto extent = extent_of(value);
        const auto known = extent ? extent->known() : std::nullopt;
        return known && *known < 1;
    };
    return std::ranges::any_of(extents, is_float)       ? std::optional(BadExtents::Float)
           : std::ranges::any_of(extents, is_below_one) ? std::optional(BadExtents::Empty)
                                                        : std::nullopt;
}

}  // namespace

LaunchBrackets launch_brackets(const Value& index) {
    const auto* items = index.get<HostItems>();
    if (items == nullptr) {
        return extent_of(index) ? LaunchBrackets{1} : LaunchBrackets{};
    }
    LaunchBrackets made{items->items.size()};
    if (items->items.size() < 2) {
        return made;
    }
    const std::vector<Value> extents = extents_in(items->items[1]);
    made.bad_grid = problem_of(items->items[0]);
    made.bad_block = problem_of(items->items[1]);
    made.block = {1, 1, 1};
    for (std::size_t axis = 0; axis < extents.size() && !made.block.empty(); ++axis) {
        const auto extent = extent_of(extents[axis]);
        const auto known = extent ? extent->known() : std::nullopt;
        const bool is_counted = known && *known >= 0 && *known < 1 << 20 && extents.size() <= 3;
        if (is_counted) {
            made.block[axis] = *known;
        } else {
            made.block.clear();
        }
    }
    return made;
}

}  // namespace pycu::sema
