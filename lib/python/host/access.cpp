// Attributes and items.
#include <algorithm>

#include "python/constants/strings.h"
#include "python/constants/type_values.h"
#include "python/host/interpreter.h"

namespace pycu::sema {

HostValue Interpreter::attribute(const HostValue& object, const std::string& name, Range range) {
    if (object.why_unknown() != nullptr) {
        return object;
    }
    if (const auto* array = object.get<HostArrayRef>()) {
        if (auto made = host_array_attribute(*array, name, range)) {
            const HostValue result = computed(
                *made, {object},
                [name, range](const std::vector<Value>& v) {
                    const auto* known = v[0].get<ArrayValue>();
                    const auto one =
                        known != nullptr ? array_attribute(*known, name, range) : std::nullopt;
                    return one ? *one : unknown("it is computed from an array", range);
                },
                range);
            if (const auto* view = result.get<HostArrayRef>()) {
                link_objects(*view, *array);
            }
            return result;
        }
    }
    if (const HostItems* items = object.items(); items != nullptr) {
        const auto field = std::ranges::find(items->fields, name);
        if (field != items->fields.end()) {
            return items->items[std::size_t(field - items->fields.begin())];
        }
    }
    if (const auto* known = object.get<Value>()) {
        if (const auto* of = known->get<ClassRef>()) {
            return class_attribute(of->def, name, range);
        }
        if (known->is<EnumValue>() || known->is<TypeObject>() || known->is<Dotted>() ||
            number_of(object)) {
            const bool is_object = known->is<Dotted>() && known->get<Dotted>()->path.ends_with(")");
            Value made = attribute_of(*known, name, range);
            if (!made.is_unknown() && !(is_object && made.is<Dotted>())) {
                return from_value(made, range);
            }
            if (known->is<Dotted>() && !is_object) {
                return {made};
            }
        }
    }
    if (const auto* function = object.get<HostFunction>();
        function != nullptr && name == "py_func") {
        HostFunction plain = *function;
        plain.made_by = "";
        return {plain};
    }
    return {HostMethod{std::make_shared<HostValue>(object), name}};
}

HostValue Interpreter::subscript(const HostValue& object, const HostValue& index, Range range) {
    if (const auto* function = object.get<HostFunction>();
        function != nullptr && !function->made_by.empty()) {
        return {HostLauncher{*function}};
    }
    if (object.why_unknown() != nullptr) {
        return object;
    }
    const auto at = indices_of(index);
    if (const auto* array = object.get<HostArrayRef>()) {
        return array_item(*array, index, range);
    }
    if (const auto* known = object.get<Value>()) {
        if (const auto* type = known->get<TypeObject>()) {
            return at ? HostValue{subscript_type(*type, *at, range)}
                      : host_unknown("it is an item of something that is not known", range);
        }
        const auto* text = known->get<StringValue>();
        if (text != nullptr && at && at->size() == 1 && at->front().takes_axis()) {
            return {index_string(text->text, at->front(), range)};
        }
    }
    return item_of(object, index, range);
}

HostValue Interpreter::array_item(const HostArrayRef& array, const HostValue& index, Range range) {
    const auto at = indices_of(index);
    const HostValue typed = host_subscript(array, index, range);
    if (!at) {
        HostValue made = typed;
        const Value why = value_of(index);
        if (made.why == nullptr && why.is_unknown()) {
            made = with_why(made, *why.get<Unknown>());
        }
        return made;
    }
    const HostValue made = computed(
        typed, {HostValue{array}},
        [at = *at, range](const std::vector<Value>& v) {
            const auto* known = v[0].get<ArrayValue>();
            return known != nullptr ? index_array(*known, at, range) : v[0];
        },
        range);
    if (const auto* view = made.get<HostArrayRef>()) {
        link_objects(*view, array);
    }
    return made;
}

HostValue Interpreter::item_of(const HostValue& object, const HostValue& index, Range range) {
    const auto at = indices_of(index);
    const HostItems* items = object.items();
    if (items == nullptr || items->is_slice) {
        return with_why(host_unknown("it is an item of something that is not known", range),
                        Unknown{object.known<SignatureObject>() != nullptr
                                    ? "a signature has no items"
                                    : "it is computed while the program runs",
                                range});
    }
    if (items->is_dict) {
        const auto* key = index.get<Value>();
        const auto found = key != nullptr && items->more == nullptr
                               ? std::ranges::find_if(
                                     items->keys, [&](const Value& one) { return same(one, *key); })
                               : items->keys.end();
        return found != items->keys.end() ? items->items[std::size_t(found - items->keys.begin())]
                                          : host_unknown("it is an item of a dict", range);
    }
    if (!at || at->size() != 1 || !at->front().takes_axis() || items->more != nullptr) {
        HostValue made = index.items() != nullptr && index.items()->is_slice
                             ? host_unknown("it is a part of a list", range)
                             : host_element(object, range);
        const Value why = at ? value_of(object) : value_of(index);
        return made.why == nullptr && why.is_unknown() ? with_why(made, *why.get<Unknown>()) : made;
    }
    const IndexValue& one = at->front();
    if (one.kind == IndexValue::Kind::Integer) {
        const auto place = python::item_place(one.at(), items->items.size());
        return place ? items->items[*place] : host_unknown("the index is out of range", range);
    }
    if (one.slice.step && one.slice.step->is(0)) {
        return host_unknown("the index is out of range", range);
    }
    std::vector<HostValue> taken;
    for (const std::size_t place : python::slice_places(one.numbers(), items->items.size())) {
        taken.push_back(items->items[place]);
    }
    return host_tuple(std::move(taken), items->is_list);
}

}  // namespace pycu::sema
