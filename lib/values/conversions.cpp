// What values are as arrays, as shapes and as dtypes: what np.asarray, `shape=` and `dtype=` make
// of them.
#include <algorithm>

#include "values/array_parts.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// What nested lists are as an array, before anything is allocated.
struct NestedList {
    std::vector<Extent> shape{};
    std::vector<HostNumber> leaves{};
    const Unknown* why = nullptr;
    bool is_odd = false;
};

void add_leaf(NestedList& made, HostNumber number) {
    number.is_python = false;  // in an array a Python number counts as int64 or float64
    made.leaves.push_back(number);
}

NestedList nested_of(const Value& value, int depth);

/// Whether nothing tells rows of a list apart.
bool fits(const std::vector<Extent>& a, const std::vector<Extent>& b) {
    return std::ranges::equal(
        a, b, [](const Extent& m, const Extent& n) { return m == n || !m.known() || !n.known(); });
}

/// A list of items that are all alike.
NestedList nested_items(const HostItems& list, int depth) {
    NestedList made;
    const bool has_more = list.more != nullptr;
    if (has_more && list.may_be_empty && list.items.empty()) {
        // Of none of them NumPy makes float64; so only floats are certain.
        const auto number = number_of(*list.more);
        made.is_odd = !number || number->type != float64;
    }
    std::vector<NestedList> parts;
    for (const Value& item : list.items) {
        parts.push_back(nested_of(item, depth + 1));
    }
    if (has_more) {
        parts.push_back(nested_of(*list.more, depth + 1));
    }
    for (const NestedList& part : parts) {
        made.why = made.why != nullptr ? made.why : part.why;
        made.is_odd = made.is_odd || part.is_odd || !fits(part.shape, parts.front().shape);
        made.leaves.insert(made.leaves.end(), part.leaves.begin(), part.leaves.end());
    }
    made.shape = {has_more ? Extent::unknown() : Extent(std::int64_t(list.items.size()))};
    if (!parts.empty()) {
        made.shape.insert(made.shape.end(), parts[0].shape.begin(), parts[0].shape.end());
    }
    return made;
}

NestedList nested_of(const Value& value, int depth) {
    NestedList made;
    if (const auto number = number_of(value)) {
        add_leaf(made, *number);
        return made;
    }
    if (const HostArray* array = value.array(); array != nullptr && !array->is_device) {
        made.shape = array->memory.extents;
        made.why = array->spoiled ? &*array->spoiled : nullptr;
        add_leaf(made, {Type::scalar(array->dtype), false});
        return made;
    }
    if (const HostItems* list = value.items(); list != nullptr && depth < 32) {
        return nested_items(*list, depth);
    }
    made.why = value.get<Unknown>();
    made.is_odd = true;
    return made;
}

}  // namespace

std::optional<HostDtype> host_dtype(const Value& value) {
    if (const auto* type = value.get<TypeObject>(); type != nullptr && type->type.is_record()) {
        return HostDtype(type->type, type->record_size);
    }
    return dtype_of(value);
}

std::optional<std::vector<Extent>> host_shape(const Value& value) {
    const HostItems* items = value.items();
    if (const HostArray* array = value.array()) {
        // A row of integers, as long as the shape: nobody needs what stands in it.
        const bool is_row = array->rank() == 1 && !array->is_device && !array->spoiled &&
                            !array->dtype.record.is_record() && is_integer(array->dtype.scalar);
        const auto count = is_row ? array->memory.extents[0].known() : std::nullopt;
        return count && *count <= Type::max_rank
                   ? std::optional(std::vector(std::size_t(*count), Extent::unknown()))
                   : std::nullopt;
    }
    if (items == nullptr) {
        const auto extent = extent_of(value);
        return extent ? std::optional(std::vector{*extent}) : std::nullopt;
    }
    if (items->more != nullptr) {
        return std::nullopt;
    }
    std::vector<Extent> shape;
    for (const Value& item : items->items) {
        // Whatever it is, an extent is one integer.
        shape.push_back(extent_of(item).value_or(Extent::unknown()));
    }
    return shape;
}

char host_order(const CallArguments& args) {
    const Value* order = args.get("order");
    const auto* text = order != nullptr ? order->get<StringValue>() : nullptr;
    return order == nullptr ? 'K' : text != nullptr && !text->text.empty() ? text->text[0] : '?';
}

std::optional<HostDtype> dtype_or(const CallArguments& args, std::optional<HostDtype> otherwise) {
    return args.get("dtype") != nullptr ? host_dtype(args["dtype"]) : otherwise;
}

Value as_host_array(const Value& value, Range range) {
    if (value.part() != nullptr) {
        return without_part(value);
    }
    if (value.array() != nullptr || value.is_unknown()) {
        return value;
    }
    if (is_picture(value)) {
        return picture_array(value, range);
    }
    const NestedList nested = nested_of(value, 0);
    if (nested.why != nullptr) {
        return {Value{*nested.why}};
    }
    if (nested.is_odd) {
        return unknown("its items are not all numbers", range);
    }
    const auto dtype =
        nested.leaves.empty() ? std::optional(Scalar::Float64) : promote_dtypes(nested.leaves);
    return host_contiguous(*dtype, nested.shape);
}

namespace {

/// The extents of nested lists of tuples, each of which is one record; nothing where they are not
/// known.
std::optional<std::vector<Extent>> extents_of_records(const Value& value, int depth) {
    const HostItems* list = value.items();
    if (list == nullptr || list->is_dict || depth > Type::max_rank) {
        return std::nullopt;
    }
    if (!list->is_list) {
        return std::vector<Extent>{};
    }
    std::vector<Extent> made{list->more != nullptr ? Extent::unknown()
                                                   : Extent(std::int64_t(list->items.size()))};
    if (list->more != nullptr && list->may_be_empty && list->items.empty() &&
        (list->more->items() == nullptr || list->more->items()->is_list)) {
        return std::nullopt;  // of none of them the rank is another
    }
    std::vector<Value> items = list->items;
    if (list->more != nullptr) {
        items.push_back(*list->more);
    }
    std::optional<std::vector<Extent>> inner;
    for (const Value& item : items) {
        auto one = extents_of_records(item, depth + 1);
        if (!one || (inner && !fits(*one, *inner))) {
            return std::nullopt;
        }
        inner = inner ? inner : one;
    }
    if (inner) {
        made.insert(made.end(), inner->begin(), inner->end());
    }
    return made;
}

}  // namespace

std::optional<Value> as_host_records(const Value& value, const HostDtype& dtype, Range range) {
    if (!dtype.record.is_record() || value.items() == nullptr) {
        return std::nullopt;
    }
    auto extents = extents_of_records(value, 0);
    return extents ? host_contiguous(dtype, std::move(*extents))
                   : unknown("its items are not all records", range);
}

HostResult kept(HostResult decided, const CallArguments& args) {
    return with_elements(std::move(decided), args, [&](const HostArray& made) {
        return elements_of(args.first(), made.dtype, args.range);
    });
}

HostResult call_host_type(const TypeObject& type, const CallArguments& args) {
    if (!type.type.is_scalar() || args.positional.size() > 2) {
        return std::nullopt;
    }
    const Scalar scalar = type.type.element();
    const Value given = args.positional.empty() ? Value{python_int(0)} : args.positional[0];
    const bool is_python = type.kind == TypeObject::Kind::Python;
    if (!is_python && type.kind != TypeObject::Kind::NumPy) {
        return std::nullopt;
    }
    if (given.array() != nullptr || given.items() != nullptr) {
        const Value model = as_host_array(given, args.range);
        if (model.array() == nullptr || (!is_python && model.array()->rank() == 0)) {
            return is_python ? HostResult(host_number(type.type)) : std::nullopt;
        }
        if (is_python || model.array()->is_device) {
            return is_python ? HostResult(host_number(type.type)) : std::nullopt;
        }
        const HostArray& array = *model.array();
        return host_array(scalar,
                          values::ordered_as('K', array.memory, array.item(), bytes(scalar)));
    }
    if (!is_python && given.is_unknown()) {
        return std::nullopt;  // an array, or a number?
    }
    if (const auto value = extent_of(given); value && type.type.is_integer()) {
        return Value{
            HostNumber{type.type, is_python, is_python ? *value : wrapped(*value, type.type)}};
    }
    return host_number(type.type, is_python);
}

}  // namespace pycu::sema
