// The table of the types that four bytes do not hold: tuples, optionals and enums.
#include <algorithm>
#include <utility>

#include "support/check.h"
#include "types/type.h"

namespace pycu {

Type TypeTable::intern(TupleType tuple) {
    const auto same = [&](const TupleType& known) {
        return known.items == tuple.items && known.name == tuple.name &&
               known.fields == tuple.fields && known.is_range == tuple.is_range;
    };
    const auto found = std::ranges::find_if(tuples_, same);
    const auto index = std::uint32_t(found - tuples_.begin());
    if (found == tuples_.end()) {
        for (const Type item : tuple.items) {
            const Type held = without_none(item);
            const bool is_tuple = held.is_tuple();
            // Beyond the bound a count says only that it is too large.
            tuple.values = std::min(tuple.values + (is_tuple ? tuple_type(held).values : 1),
                                    max_tuple_values + 1);
            tuple.depth = std::max(tuple.depth, is_tuple ? tuple_type(held).depth : 0);
        }
        // One without items is something to walk through, too.
        tuple.values = std::max(tuple.values, 1U);
        ++tuple.depth;
        tuples_.push_back(std::move(tuple));
    }
    return Type{Type::Kind::Tuple, index};
}

bool TypeTable::is_small(Type type) const {
    type = without_none(type);
    return !type.is_tuple() || (tuple_type(type).values <= max_tuple_values &&
                                tuple_type(type).depth <= max_tuple_depth);
}

Type TypeTable::tuple(std::span<const Type> items) {
    return intern({{items.begin(), items.end()}, {}, {}, {}, {}, false});
}

Type TypeTable::named_tuple(std::string_view name, std::span<const std::string> fields,
                            std::span<const Type> items) {
    return intern({{items.begin(), items.end()},
                   std::string(name),
                   {fields.begin(), fields.end()},
                   {},
                   {},
                   false});
}

const TupleType& TypeTable::tuple_type(Type tuple) const {
    PYCU_CHECK(tuple.is_tuple() && tuple.payload() < tuples_.size());
    return tuples_[tuple.payload()];
}

Type TypeTable::with_items(Type tuple, std::span<const Type> items) {
    const TupleType like = tuple_type(tuple);
    return intern({{items.begin(), items.end()}, like.name, like.fields, {}, {}, false});
}

void TypeTable::spell_tuple(Type tuple, std::string spelling, std::vector<std::string> members) {
    PYCU_CHECK(tuple.is_tuple() && tuple.payload() < tuples_.size());
    tuples_[tuple.payload()].spelling = std::move(spelling);
    tuples_[tuple.payload()].members = std::move(members);
}

void TypeTable::write_through(Type tuple, Written places) {
    PYCU_CHECK(is_named(tuple));
    tuples_[tuple.payload()].written.add(places);
}

std::uint32_t TypeTable::places(Type type) const {
    type = without_none(type);
    if (!type.is_tuple()) return type.is_array() || type.is_record() ? 1 : 0;
    std::uint32_t count = 0;
    for (const Type item : items(type)) count += places(item);
    return count;
}

Type TypeTable::optional(Type item) {
    if (item.is_none() || item.is_optional() || item.is_error()) return item;
    const auto found = std::ranges::find(optionals_, item);
    const auto index = std::uint32_t(found - optionals_.begin());
    if (found == optionals_.end()) optionals_.push_back(item);
    return Type{Type::Kind::Optional, index};
}

Type TypeTable::without_none(Type type) const {
    return type.is_optional() ? optionals_[type.payload()] : type;
}

Type TypeTable::enumeration(const EnumType& type) {
    const auto same = [&](const EnumType& known) {
        return known.id == type.id && known.name == type.name && known.dtype == type.dtype;
    };
    const auto found = std::ranges::find_if(enums_, same);
    const auto index = std::uint32_t(found - enums_.begin());
    if (found == enums_.end()) enums_.push_back(type);
    return Type{Type::Kind::Enum, index};
}

const EnumType& TypeTable::enum_type(Type type) const {
    PYCU_CHECK(type.is_enum() && type.payload() < enums_.size());
    return enums_[type.payload()];
}

Type TypeTable::stored_range(Type item) {
    const std::vector<std::string> members = {"start", "stop", "step"};
    const std::string spelling = "pycu::range<" + cuda_name(item, *this) + ">";
    return intern({{item, item, item}, "range", members, spelling, members, true});
}

Type TypeTable::stored(Type type) {
    if (type.is_enum()) return stored(enum_type(type).dtype);
    if (type.is_range()) return stored_range(type.element_type());
    if (type.is_optional()) return optional(stored(without_none(type)));
    if (!type.is_tuple()) return type;
    const std::span<const Type> items = this->items(type);
    std::vector<Type> parts;
    for (const Type item : items) parts.push_back(stored(item));
    return std::ranges::equal(parts, items) ? type : with_items(type, parts);
}

}  // namespace pycu
