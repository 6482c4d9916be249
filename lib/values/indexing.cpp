// Elements and parts of arrays on the host: `a[i]`, `a[1:-1, ::2]`, `a[mask]`.
#include <algorithm>

#include "types/scalar.h"
#include "values/cupy.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// `a[mask]`, `a[places]`: a new array.
Value picked(const HostArray& array, const Value& index, Range range) {
    const Value model = as_host_array(index, range);
    const HostArray* by = model.array();
    if (by == nullptr || array.is_device || array.rank() == 0) {
        return model.is_unknown() ? model : unknown("its index is not known", range);
    }
    const bool is_mask = by->dtype == Scalar::Bool;
    const bool is_plain = array.rank() == 1 || (is_mask && by->rank() == array.rank());
    if (!is_plain || (is_mask && by->rank() != array.rank())) {
        return unknown("its layout is not known", range);
    }
    return is_mask ? host_contiguous(array.dtype, {Extent::unknown()})
                   : host_array(array.dtype,
                                values::ordered_as('K', by->memory, by->item(), array.item()));
}

/// `a[places, 1]`, an index for each axis, one of them a row of places: a new row; or `a[places]`,
/// rows of an array in C order one after the other.
std::optional<Value> picked_places(const HostArray& array, const std::vector<Value>& items,
                                   Range range) {
    HostArrayRef by;
    for (const Value& item : items) {
        if (extent_of(item)) {
            continue;
        }
        const Value model = as_host_array(item, range);
        const auto* places = model.get<HostArrayRef>();
        const bool is_row = by == nullptr && places != nullptr && (*places)->rank() == 1 &&
                            !(*places)->is_device && !(*places)->spoiled &&
                            is_integer((*places)->dtype.scalar) &&
                            !(*places)->dtype.record.is_record();
        if (!is_row) {
            return std::nullopt;
        }
        by = *places;
    }
    const bool are_rows = items.size() == 1 && array.rank() > 1 && array.layout() == Layout::C;
    if (by == nullptr || array.is_device || (items.size() != array.rank() && !are_rows)) {
        return std::nullopt;
    }
    if (!are_rows) {
        return host_array(array.dtype,
                          values::ordered_as('K', by->memory, by->item(), array.item()));
    }
    if (by->layout() != Layout::C) {
        return std::nullopt;
    }
    std::vector<Extent> extents = array.memory.extents;
    extents.front() = by->memory.extents.front();
    return host_contiguous(array.dtype, std::move(extents));
}

}  // namespace

std::optional<std::vector<values::Index>> indices_of(const Value& index) {
    using enum values::Index::Kind;
    std::vector<Value> parts{index};
    const HostItems* tuple = index.items();
    if (tuple != nullptr && !tuple->is_slice) {
        if (tuple->more != nullptr || tuple->is_list || tuple->is_dict) {
            return std::nullopt;
        }
        parts = tuple->items;
    }
    std::vector<values::Index> made;
    for (const Value& part : parts) {
        const HostItems* slice = part.items();
        const auto* path = part.get<Dotted>();
        if (path != nullptr && path->path == "...") {
            made.push_back({Ellipsis});
        } else if (part.is<NoneValue>()) {
            made.push_back({NewAxis});
        } else if (slice != nullptr && slice->is_slice) {
            std::optional<Extent> bounds[3];
            for (std::size_t i = 0; i < 3; ++i) {
                bounds[i] = extent_of(slice->items[i]);
                // A step that is not known may be one or not; a bound may be anything.
                if (!bounds[i] && !slice->items[i].is<NoneValue>()) {
                    return std::nullopt;
                }
            }
            made.push_back({Slice, {bounds[0], bounds[1], bounds[2]}});
        } else if (const auto place = extent_of(part)) {
            made.push_back({Integer, {*place}});
        } else {
            return std::nullopt;
        }
    }
    return made;
}

Value host_subscript(const HostArrayRef& array, const Value& index, Range range) {
    if (array->spoiled) {
        return {Value{*array->spoiled}};
    }
    if (array->is_cupy) {
        return computed_in_cupy({Value{array}, index}, [&](const std::vector<Value>& all) {
            return host_subscript(*all[0].get<HostArrayRef>(), all[1], range);
        });
    }
    const auto is_bool = [](const Value& one) {
        const auto number = number_of(one);
        return number && number->type.is_bool();  // a mask of no dimension
    };
    const HostItems* several = index.items();
    const bool is_tuple = several != nullptr && !several->is_list && !several->is_slice;
    const std::vector<Value> items = is_tuple ? several->items : std::vector<Value>{index};
    if (index.is_unknown()) {
        return unknown("its index is not known", range);
    }
    const auto indices = std::ranges::any_of(items, is_bool) ? std::nullopt : indices_of(index);
    if (!indices) {
        const bool has_bool = std::ranges::any_of(items, is_bool);
        if (auto made = has_bool ? std::nullopt : picked_places(*array, items, range)) {
            return *std::move(made);
        }
        return items.size() == 1 ? picked(*array, items[0], range)
                                 : unknown("its index is not known", range);
    }
    auto memory = values::sliced(array->memory, *indices);
    if (!memory) {
        return unknown("it has too many indices", range);
    }
    const bool is_element = memory->rank() == 0;
    const bool has_dots =
        std::ranges::any_of(items, [](const Value& item) { return item.get<Dotted>() != nullptr; });
    if (is_element && !has_dots) {
        const Type type = array->dtype.type();
        if (type.is_record()) {
            return unknown("it is a record", range);
        }
        return host_number(type, false);
    }
    auto made = view_of(array);
    made->memory = std::move(*memory);
    return {std::move(made)};
}

Value host_element(const Value& value, Range range) {
    if (value.is_unknown()) {
        return value;
    }
    if (const auto* array = value.get<HostArrayRef>(); array != nullptr && (*array)->rank() > 0) {
        return host_subscript(*array, host_integer(), range);
    }
    const HostItems* items = value.items();
    if (items == nullptr || (items->items.empty() && items->more == nullptr)) {
        return unknown("it is an item of something that is not known", range);
    }
    std::optional<Value> all;
    const auto type_of = [](const Value& one) {
        const auto* known = one.get<NumberValue>();
        const auto* typed = one.get<HostNumber>();
        return known != nullptr   ? std::pair(known->type, known->is_python)
               : typed != nullptr ? std::pair(typed->type, typed->is_python)
                                  : std::pair(Type(), false);
    };
    bool is_any_number = false;  // further ones of its type make no difference
    for (const Value& item : items->items) {
        if (is_any_number && type_of(item) == type_of(*all)) {
            continue;
        }
        all = all ? join_hosts(*all, item, range, true) : item;
        is_any_number = all->is<HostNumber>() && !same(*all, item, Sameness::State);
    }
    if (items->more != nullptr) {
        const Value more = another(*items->more);
        all = all ? join_hosts(*all, more, range, true) : more;
    }
    return *all;
}

}  // namespace pycu::sema
