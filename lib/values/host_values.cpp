// What is known of host values: comparing, joining, types. See host_values.h and value.h.
#include "values/host_values.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "support/match.h"
#include "types/scalar.h"
#include "values/array_parts.h"
#include "values/numbers.h"

namespace pycu::sema {

std::int64_t bytes(const HostDtype& dtype) {
    return dtype.record.is_record() ? dtype.record_size : bytes(dtype.scalar);
}

std::int64_t HostArray::item() const {
    return bytes(dtype);
}

Layout HostArray::layout() const {
    return values::layout_of(memory, item(), is_device);
}

Type HostArray::type() const {
    return Type::array(dtype.type(), int(rank()), layout(), is_readonly);
}

const Numbers* KnownElements::get() {
    if (make) {
        otherwise = std::exchange(make, nullptr)();
        if (otherwise.elements() != nullptr) {
            elements = std::exchange(otherwise, {}).array()->known->elements;
        }
    }
    return elements.get();
}

const Numbers* Value::elements() const {
    const HostArray* found = array();
    return found != nullptr && found->known != nullptr ? found->known->get() : nullptr;
}

Value known_array(const HostArray& array, Numbers elements) {
    HostArrayRef made = alike(array);
    made->known = std::make_shared<KnownElements>();
    made->known->elements = std::make_shared<const Numbers>(std::move(elements));
    return {std::move(made)};
}

HostArrayRef alike(const HostArray& array) {
    auto made = std::make_shared<HostArray>(array);
    made->known = nullptr;
    made->stored = nullptr;
    made->address.reset();
    made->title.clear();
    made->aliases = nullptr;
    made->unknown.reset();
    made->base = nullptr;
    return made;
}

HostArrayRef view_of(const HostArrayRef& array) {
    auto made = alike(*array);
    made->base = array;
    return made;
}

Value host_number(Type type, bool is_python) {
    return type.is_integer() || type.is_bool() ? host_integer(type, is_python)
                                               : Value{HostNumber{type, is_python}};
}

Value host_integer(Type type, bool is_python) {
    return {HostNumber{type, is_python, Extent::unknown()}};
}

Value host_integer(const Extent& value) {
    const auto known = value.known();
    return known ? Value{python_int(*known)} : Value{HostNumber{int64, true, value}};
}

Value host_array(const HostDtype& dtype, Strides memory, bool is_device) {
    auto made = std::make_shared<HostArray>();
    made->dtype = dtype;
    made->memory = std::move(memory);
    made->is_device = is_device;
    return {HostArrayRef(std::move(made))};
}

std::vector<Extent> unknown_extents(std::size_t rank) {
    std::vector<Extent> made;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        made.push_back(Extent::unknown());
    }
    return made;
}

Value host_contiguous(const HostDtype& dtype, std::vector<Extent> extents, bool is_device) {
    return host_array(dtype, values::contiguous(std::move(extents), bytes(dtype)), is_device);
}

Value host_items(HostItems made) {
    made.bits = 0;
    made.aliases = nullptr;
    return settle(made) ? Value{std::make_shared<HostItems>(std::move(made))}
                        : unknown("it is nested too deeply", {});
}

Value host_tuple(std::vector<Value> items, bool is_list) {
    return host_items({std::move(items), nullptr, is_list});
}

Value host_many(Value item, bool is_list, bool may_be_empty) {
    return host_items({{}, std::make_shared<Value>(std::move(item)), is_list, may_be_empty});
}

std::optional<Extent> extent_of(const Value& given) {
    const Value& value = plain(given);
    if (const auto* number = value.get<HostNumber>()) {
        return number->type.is_integer() || number->type.is_bool() ? std::optional(number->value)
                                                                   : std::nullopt;
    }
    const auto index = as_index(value);
    return index ? std::optional(Extent(*index)) : std::nullopt;
}

std::optional<HostNumber> number_of(const Value& given) {
    const Value& value = plain(given);
    if (const auto* number = value.get<HostNumber>()) {
        return *number;
    }
    HostNumber made;
    if (const auto* number = value.get<NumberValue>()) {
        made.type = number->type;
        made.is_python = number->is_python;
    } else if (const auto* complex = value.get<ComplexValue>()) {
        made.type = complex->type;
        made.is_python = complex->is_python;
    } else {
        return std::nullopt;
    }
    const bool has_value = made.type.is_integer() || made.type.is_bool();
    made.value = has_value ? extent_of(value).value_or(Extent::unknown()) : Extent(0);
    return made;
}

Unknown why_joined(Range range, bool is_loop) {
    return Unknown{is_loop ? "it changes in a loop" : "it depends on a condition that is not known",
                   range};
}

namespace {

Value differing(Range range, bool is_loop) {
    return unknown(is_loop ? "it changes its type in a loop" : "it is not the same on every path",
                   range);
}

/// Whether nobody knows if it is contiguous.
bool is_open(const HostArray& array) {
    using values::is_contiguous;
    return array.layout() == Layout::A &&
           (is_contiguous(array.memory, array.item()) == values::Tri::Unknown ||
            is_contiguous(array.memory, array.item(), true) == values::Tri::Unknown);
}

Value join_arrays(const HostArrayRef& a, const HostArrayRef& b, Range range, bool is_loop,
                  std::uint32_t loop) {
    if (a == b) {
        return {a};
    }
    for (const HostArrayRef& one : {a, b}) {
        if (one->spoiled) {
            return {Value{*one->spoiled}};
        }
    }
    const bool is_alike = a->dtype == b->dtype && a->rank() == b->rank() &&
                          a->is_readonly == b->is_readonly && a->is_device == b->is_device &&
                          a->may_be_readonly == b->may_be_readonly;
    const Layout layout = a->layout();
    if (!is_alike || (layout != b->layout() && !is_open(*a) && !is_open(*b))) {
        return differing(range, is_loop);
    }
    auto made = alike(*a);
    made->is_cupy = a->is_cupy && b->is_cupy;
    made->memory = values::joined(a->memory, b->memory, a->item(),
                                  layout == b->layout() ? layout : Layout::A, loop);
    link_objects(a, b), link_objects(made, a);
    if (a->known == b->known && a->memory == b->memory) {
        made->known = a->known;
        made->unknown = a->unknown;
    } else {
        made->unknown = why_joined(range, is_loop);
    }
    return {std::move(made)};
}

Value join_numbers(const HostNumber& a, const HostNumber& b, Range range, bool is_loop,
                   std::uint32_t loop) {
    if (a.type != b.type || a.is_python != b.is_python) {
        return differing(range, is_loop);
    }
    return {HostNumber{a.type, a.is_python, values::joined(a.value, b.value, loop)}};
}

/// An object whose attributes are what both have. A name that only one has is that one's: Python
/// fails on the other.
HostItemsRef join_attributes(const HostItemsRef& a, const HostItemsRef& b, Range range,
                             bool is_loop, std::uint32_t loop) {
    if (a == b) {
        return a;
    }
    auto made = std::make_shared<HostItems>(*a);
    made->aliases = nullptr;
    link_objects(a, b), link_objects(made, a);
    for (std::size_t i = 0; i < b->keys.size(); ++i) {
        const auto at = std::ranges::find_if(
            made->keys, [&](const Value& key) { return same(key, b->keys[i]); });
        if (at == made->keys.end()) {
            made->keys.push_back(b->keys[i]);
            made->items.push_back(b->items[i]);
        } else {
            Value& item = made->items[std::size_t(at - made->keys.begin())];
            item = join_hosts(item, b->items[i], range, is_loop, loop);
        }
    }
    if (made->more == nullptr && b->more != nullptr) {
        made->more = b->more;
        made->unknown = b->unknown;
    }
    made->bits = 0;
    if (!settle(*made)) {
        drop_items(*made, range);
    }
    return made;
}

Value join_items(const HostItemsRef& a, const HostItemsRef& b, Range range, bool is_loop,
                 std::uint32_t loop) {
    if (a == b) {
        return {a};
    }
    if (a->is_object && b->is_object) {
        return {join_attributes(a, b, range, is_loop, loop)};
    }
    if (a->is_list != b->is_list || a->items.size() != b->items.size() ||
        !std::ranges::equal(a->keys, b->keys,
                            [](const Value& x, const Value& y) { return same(x, y); }) ||
        (a->more == nullptr) != (b->more == nullptr)) {
        return differing(range, is_loop);
    }
    auto made = std::make_shared<HostItems>(*a);
    made->aliases = nullptr;
    if (a->is_list || a->is_dict) {
        link_objects(a, b), link_objects(made, a);
    }
    for (std::size_t i = 0; i < a->items.size(); ++i) {
        made->items[i] = join_hosts(a->items[i], b->items[i], range, is_loop, loop);
    }
    if (a->more != nullptr) {
        made->more = std::make_shared<Value>(join_hosts(*a->more, *b->more, range, is_loop, loop));
        made->may_be_empty = a->may_be_empty || b->may_be_empty;
    }
    made->bits = 0;
    return settle(*made) ? Value{std::move(made)} : differing(range, is_loop);
}

/// Whether it is CuPy's and the other one NumPy's of the same name: kernels get the same types of
/// both, where a program takes the one that is there.
bool is_cupy_of(const Dotted& path, const Dotted& other) {
    return path.path.starts_with("cupy") && "numpy" + path.path.substr(4) == other.path;
}

Value join_types(const Value& a, const Value& b, Range range, bool is_loop, std::uint32_t loop) {
    const auto left = number_of(a), right = number_of(b);
    if (left && right) {
        return join_numbers(*left, *right, range, is_loop, loop);
    }
    const auto *x = a.get<HostArrayRef>(), *y = b.get<HostArrayRef>();
    const bool are_arrays = x != nullptr && y != nullptr;
    if (are_arrays || a.part() != nullptr || b.part() != nullptr) {
        const Value both =
            are_arrays ? join_arrays(*x, *y, range, is_loop, loop) : differing(range, is_loop);
        return both.is_unknown() ? joined_parts(a, b, *both.get<Unknown>()).value_or(both) : both;
    }
    if (const auto* items = a.get<HostItemsRef>(); items != nullptr && b.items() != nullptr) {
        return join_items(*items, *b.get<HostItemsRef>(), range, is_loop, loop);
    }
    const auto* left_object = a.get<HostObject>();
    const auto* right_object = b.get<HostObject>();
    if (left_object != nullptr && right_object != nullptr && left_object->of == right_object->of) {
        return {HostObject{left_object->of,
                           join_attributes(left_object->attributes, right_object->attributes, range,
                                           is_loop, loop)}};
    }
    const auto *path = a.get<Dotted>(), *other = b.get<Dotted>();
    if (path != nullptr && other != nullptr &&
        (is_cupy_of(*path, *other) || is_cupy_of(*other, *path))) {
        return is_cupy_of(*path, *other) ? a : b;
    }
    return differing(range, is_loop);
}

}  // namespace

Value join_hosts(const Value& a, const Value& b, Range range, bool is_loop, std::uint32_t loop) {
    if (const Value* usual = usual_of(a, b)) {
        return *usual;
    }
    if (a.is_unknown()) {
        return a;
    }
    // Two lists that are alike are still two.
    const bool are_two = a.items() != b.items() && a.items() != nullptr &&
                         (a.items()->is_list || a.items()->is_dict);
    if (b.is_unknown() || (!are_two && same(a, b, Sameness::State))) {
        return b;
    }
    Value both = join_types(a, b, range, is_loop, loop);
    const auto& why = a.why != nullptr ? a.why : b.why;
    if (both.part() != nullptr || (are_two && same(a, b, Sameness::State) && why == nullptr)) {
        return both;
    }
    both.why = why != nullptr ? why : std::make_shared<const Unknown>(why_joined(range, is_loop));
    return both;
}

namespace {

Value another(const Value& value, values::Renewal& renew) {
    if (const auto* number = value.get<HostNumber>()) {
        return {HostNumber{number->type, number->is_python, renew(number->value)}};
    }
    if (const HostArray* array = value.array()) {
        auto made = alike(*array);
        std::ranges::transform(made->memory.extents, made->memory.extents.begin(), std::ref(renew));
        std::ranges::transform(made->memory.strides, made->memory.strides.begin(), std::ref(renew));
        return made->memory == array->memory ? value : Value{std::move(made)};
    }
    const HostItems* items = value.items();
    if (items == nullptr || items->is_list || items->is_dict) {
        return value;  // a list keeps its identity: it may change
    }
    HostItems made = *items;
    for (Value& item : made.items) {
        item = another(item, renew);
    }
    return host_items(std::move(made));
}

}  // namespace

Value another(const Value& value) {
    values::Renewal renew;
    return another(value, renew);
}

Value with_why(Value value, const Unknown& why) {
    value.why = std::make_shared<const Unknown>(why);
    return value;
}

bool is_known(const Value& value) {
    if (value.is_constant()) {
        return !value.is_unknown();
    }
    if (const HostArray* array = value.array()) {
        return array->known != nullptr && !array->spoiled;
    }
    if (const HostItems* items = value.items()) {
        return items->more == nullptr && !items->is_slice &&
               std::ranges::all_of(items->items, [&](const Value& one) { return is_known(one); });
    }
    return value.is<FunctionRef>() || value.is<JitDecorator>();
}

std::variant<Type, Unknown> launch_type(const Value& value, TypeTable& table, Range range) {
    if (const Value whole = without_part(value); whole.is_unknown()) {
        return *whole.get<Unknown>();
    }
    if (const auto number = number_of(value)) {
        return number->type;
    }
    if (const HostArray* array = value.array()) {
        if (array->may_be_readonly) {
            return Unknown{"nobody knows whether it may be written to", range};
        }
        return array->spoiled ? std::variant<Type, Unknown>(*array->spoiled) : array->type();
    }
    if (value.get<NoneValue>() != nullptr) {
        return Type::none();
    }
    if (const auto* member = value.get<EnumValue>()) {
        return member->type.is_error()
                   ? std::variant<Type, Unknown>{Unknown{
                         "the values of `" + member->class_name + "` have several types", range}}
                   : member->type;
    }
    const HostItems* tuple = value.items();
    if (tuple == nullptr || tuple->is_list || tuple->is_slice || tuple->is_dict ||
        tuple->more != nullptr || tuple->items.empty()) {
        return Unknown{"it is nothing that a kernel takes", range};
    }
    std::vector<Type> types;
    for (const Value& item : tuple->items) {
        const auto one = launch_type(item, table, range);
        if (const auto* why = std::get_if<Unknown>(&one)) {
            return *why;
        }
        types.push_back(std::get<Type>(one));
    }
    return tuple->fields.empty() ? table.tuple(types)
                                 : table.named_tuple(tuple->class_name, tuple->fields, types);
}

}  // namespace pycu::sema
