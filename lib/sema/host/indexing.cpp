// Elements and parts of arrays on the host: `a[i]`, `a[1:-1, ::2]`, `a[mask]`.
#include <algorithm>

#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

HostArrayRef seen_as(const HostArray& array, StridedWorlds worlds) {
    auto made = std::make_shared<HostArray>(array);
    made->worlds = std::move(worlds);
    return made;
}

/// The items of an index: integers and slices in every world, or nothing.
std::optional<std::array<std::vector<HostIndex>, world_count>> indices_of(
    const std::vector<HostValue>& items, std::size_t rank) {
    std::array<std::vector<HostIndex>, world_count> made;
    std::size_t axes = 0;
    for (const HostValue& item : items) {
        const auto* path = item.known<Dotted>();
        axes += item.known<NoneValue>() == nullptr && (path == nullptr || path->path != "...");
    }
    for (const HostValue& item : items) {
        const HostItems* slice = item.items();
        const auto* path = item.known<Dotted>();
        if (path != nullptr && path->path == "...") {
            for (std::size_t i = axes; i < rank; ++i) {
                for (auto& world : made) {
                    world.push_back({});
                }
            }
            continue;
        }
        const bool is_slice = slice != nullptr && slice->is_slice;
        const auto number = number_of(item);
        const auto samples = number && !number->type.is_bool() ? samples_of(item) : std::nullopt;
        const bool is_axis = item.known<NoneValue>() != nullptr;
        if (!is_slice && !samples && !is_axis) {
            return std::nullopt;
        }
        for (std::size_t w = 0; w < world_count; ++w) {
            HostIndex one;
            one.kind = is_axis    ? HostIndex::Kind::NewAxis
                       : is_slice ? HostIndex::Kind::Slice
                                  : HostIndex::Kind::Integer;
            const auto part = [&](std::size_t i) -> std::optional<std::int64_t> {
                const auto at = samples_of(slice->items[i]);
                return at ? std::optional((*at)[w]) : std::nullopt;
            };
            for (std::size_t i = 0; is_slice && i < 3; ++i) {
                const bool is_none = slice->items[i].known<NoneValue>() != nullptr;
                // A step that is not known may be one or not; a bound may be anything.
                if (!is_none && !part(i)) {
                    return std::nullopt;
                }
            }
            if (is_slice) {
                one.start = part(0);
                one.stop = part(1);
                one.step = part(2);
            }
            made[w].push_back(one);
        }
    }
    return made;
}

/// `a[mask]`, `a[places]`: a new array.
HostValue picked(const HostArray& array, const HostValue& index, Range range) {
    const HostValue model = as_host_array(index, range);
    const HostArray* by = model.array();
    if (by == nullptr || array.is_device || array.rank() == 0) {
        return model.why_unknown() != nullptr ? model
                                              : host_unknown("its index is not known", range);
    }
    const bool is_mask = by->dtype == Scalar::Bool;
    const bool is_plain = array.rank() == 1 || (is_mask && by->rank() == array.rank());
    if (!is_plain || (is_mask && by->rank() != array.rank())) {
        return host_unknown("its layout is not known", range);
    }
    return host_array(array.dtype, each_world([&](std::size_t w) {
                          const std::int64_t some = unknown_samples(range.begin)[w];
                          return is_mask ? contiguous({some}, array.item())
                                         : like_order(by->worlds[w], by->item(), array.item());
                      }));
}

}  // namespace

HostValue host_subscript(const HostArrayRef& array, const HostValue& index, Range range) {
    if (array->spoiled) {
        return {Value{*array->spoiled}};
    }
    const HostItems* several = index.items();
    const bool is_slice = several != nullptr && several->is_slice;
    const bool is_tuple = several != nullptr && !several->is_list && !is_slice;
    const std::vector<HostValue> items = is_tuple ? several->items : std::vector<HostValue>{index};
    if (index.why_unknown() != nullptr) {
        return host_unknown("its index is not known", range);
    }
    const auto indices = indices_of(items, array->rank());
    if (!indices) {
        return items.size() == 1 ? picked(*array, items[0], range)
                                 : host_unknown("its index is not known", range);
    }
    StridedWorlds worlds;
    for (std::size_t w = 0; w < world_count; ++w) {
        const auto made = sliced(array->worlds[w], (*indices)[w]);
        if (!made) {
            return host_unknown("it has too many indices", range);
        }
        worlds[w] = *made;
    }
    const bool is_element = worlds[0].shape.empty();
    const bool has_dots = std::ranges::any_of(
        items, [](const HostValue& item) { return item.known<Dotted>() != nullptr; });
    if (is_element && !has_dots) {
        const Type type = array->dtype.type();
        if (type.is_record()) {
            return host_unknown("it is a record", range);
        }
        return type.is_integer() ? host_integer(range.begin, type, false)
                                 : host_number(type, false);
    }
    return {seen_as(*array, std::move(worlds))};
}

HostValue host_element(const HostValue& value, Range range) {
    if (value.why_unknown() != nullptr) {
        return value;
    }
    if (const auto* array = value.get<HostArrayRef>(); array != nullptr && (*array)->rank() > 0) {
        return host_subscript(*array, host_integer(range.begin), range);
    }
    const HostItems* items = value.items();
    if (items == nullptr || (items->items.empty() && items->more == nullptr)) {
        return host_unknown("it is an item of something that is not known", range);
    }
    std::optional<HostValue> all;
    for (const HostValue& item : items->items) {
        all = all ? join_hosts(*all, item, range, true) : item;
    }
    if (items->more != nullptr) {
        all = all ? join_hosts(*all, *items->more, range, true) : *items->more;
    }
    return *all;
}

}  // namespace pycu::sema
