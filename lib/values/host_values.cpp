// What is known of host values: comparing, joining, types. See host_values.h and value.h.
#include "values/host_values.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "api/functions.h"
#include "support/match.h"
#include "types/scalar.h"
#include "values/array_parts.h"
#include "values/numbers.h"
#include "values/or_none.h"

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

Value seen_as(const HostArrayRef& array, values::Strides memory) {
    auto made = view_of(array);
    made->memory = std::move(memory);
    return {std::move(made)};
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

Value as_like(Value value, HostItems::Like like) {
    const auto* items = value.get<HostItemsRef>();
    if (items == nullptr || like == HostItems::Like::Sequence || (*items)->like == like) {
        return value;
    }
    HostItems made = items->use_count() == 1 ? std::move(**items) : **items;
    made.like = like;
    Value marked = host_items(std::move(made));
    marked.why = value.why;
    return marked;
}

HostItems::Like likeness_of(std::string_view path) {
    constexpr std::string_view lazy[] = {"builtins.zip",    "builtins.map",  "builtins.enumerate",
                                         "builtins.filter", "builtins.iter", "builtins.reversed"};
    const bool is_lazy =
        std::ranges::find(lazy, path) != std::end(lazy) || path.starts_with("itertools.");
    return is_lazy                    ? HostItems::Like::Iterator
           : path == "builtins.range" ? HostItems::Like::Range
                                      : HostItems::Like::Sequence;
}

bool may_be_constant(const Value& value) {
    const auto* name = value.get<Dotted>();
    if (name == nullptr) {
        return false;
    }
    const std::string_view path = name->path;
    const std::size_t dot = path.rfind('.');
    constexpr std::string_view of_known[] = {"builtins.", "cupy.", "numba."};
    const bool is_of_known =
        std::ranges::any_of(of_known, [&](std::string_view one) { return path.starts_with(one); });
    return dot != std::string_view::npos && path != "..." && !is_of_known &&
           api::find_function(path) == nullptr &&
           !api::has_member(path.substr(0, dot), path.substr(dot + 1));
}

bool is_known(const Value& value) {
    if (value.or_none) {
        return false;
    }
    if (value.is_constant()) {
        return !value.is_unknown() && !may_be_constant(value);
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

Unknown why_object(const HostObject& object, const syntax::Tree& tree) {
    return {
        "it is an object of `" + std::get<syntax::ClassDef>(tree.stmts[object.of].as).name + "`",
        {}};
}

/// What to pass to a kernel instead of what is certainly none of its arguments; empty for others.
static std::string_view argument_instead_of(const Value& value) {
    if (value.is<StringValue>()) {
        return "pass a number, or make a kernel for each string: a function takes it, and returns "
               "the kernel";
    }
    if (value.is<FunctionRef>() || value.is<ClassRef>() || value.is<ModuleRef>()) {
        return "device code names what it uses; a function that takes it can return the kernel";
    }
    const HostItems* items = value.items();
    if (items == nullptr || items->is_object || items->of.valid()) {
        return {};
    }
    return items->is_dict   ? "pass what is in it, an argument each"
           : items->is_list ? "pass an array: `np.array(...)`"
                            : "";
}

std::variant<Type, Unknown> launch_type(const Value& value, TypeTable& table, Range range) {
    if (const Value whole = without_part(without_none(value)); whole.is_unknown()) {
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
    if (const std::string_view instead = argument_instead_of(value); !instead.empty()) {
        Unknown none{"it is " + describe(value, table), range};
        none.instead = instead;
        return none;
    }
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

bool is_of(const Value& value, std::string_view name) {
    const HostItems* items = value.items();
    return items != nullptr && items->class_name == name;
}

bool is_true(const Value* value) {
    return value != nullptr && truth(*value) == true;
}

}  // namespace pycu::sema
