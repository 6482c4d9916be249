// Attributes and items.
#include <algorithm>

#include "python/command_line.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "values/imports.h"
#include "values/number_methods.h"
#include "values/numbers.h"
#include "values/strings.h"
#include "values/type_values.h"

namespace pycu::sema {

namespace {

/// Of limits of NumPy's types, types, members of Enum classes and numbers.
std::optional<Value> known_attribute(const Value& object, const std::string& name,
                                     TypeTable& types) {
    if (const auto* path = object.get<Dotted>()) {
        for (const std::string_view limits : {"numpy.iinfo(", "numpy.finfo("}) {
            if (path->path.starts_with(limits)) {
                const std::string_view type = std::string_view(path->path).substr(limits.size());
                const auto scalar = dtype_of({StringValue{std::string(type)}});
                return scalar ? numeric_limit(*scalar, name) : std::nullopt;
            }
        }
    }
    if (const auto* type = object.get<TypeObject>()) {
        if (type->kind == TypeObject::Kind::Dtype) {
            const auto of = host_dtype(object);
            if (auto made = of ? dtype_attribute(*of, name) : std::nullopt) {
                return made;
            }
            if (name == "itemsize") {
                return python_int(types.bytes(type->type));
            }
            if (name == "type") {
                return Value{TypeObject{type->type, TypeObject::Kind::NumPy}};
            }
        }
        if (type->type.is_array() && name == "dtype") {
            return Value{TypeObject{type->type.element_type(), TypeObject::Kind::Numba}};
        }
    }
    if (const auto* member = object.get<EnumValue>()) {
        return name == "value" ? std::optional(member->value.front())
               : name == "name" && !member->member.empty()
                   ? std::optional(Value{StringValue{member->member}})
                   : std::nullopt;
    }
    constexpr std::string_view of_slice[] = {"start", "stop", "step"};
    const auto bound = std::ranges::find(of_slice, name);
    if (const HostItems* slice = object.items();
        slice != nullptr && slice->is_slice && bound != std::end(of_slice)) {
        return slice->items[std::size_t(bound - of_slice)];
    }
    if (const auto* flags = object.get<HostMethod>(); flags != nullptr && flags->name == "flags") {
        return flag_of(*flags->object, name);
    }
    return number_attribute(object, name);
}

/// `array.flags["C_CONTIGUOUS"]`
std::optional<Value> flag_named(const Value& object, const Value& index) {
    const auto* flags = object.get<HostMethod>();
    if (flags == nullptr || flags->name != "flags") {
        return std::nullopt;
    }
    const auto* name = index.get<StringValue>();
    const auto made = name != nullptr ? flag_of(*flags->object, name->text) : std::nullopt;
    return made ? *made : host_number(boolean);
}

/// An attribute of an array whose elements are known, with those that it has of them.
Value with_its_elements(const Value& decided, const Value& of, const std::string& name,
                        Range range) {
    const auto view = [&](const Value& array) {
        return *host_array_attribute(std::get<HostArrayRef>(array.as), name, range);
    };
    return with_elements(
        decided, [&](const auto&) { return viewed(of, view, range); }, range);
}

}  // namespace

Value Interpreter::attribute(const Value& object, const std::string& name, Range range) {
    if (object.part() != nullptr) {
        return parts().attribute(object, name, range);
    }
    if (auto made = names_attribute(object, name, range)) {
        return *std::move(made);
    }
    if (const auto* why = object.get<Unknown>()) {
        // Only arrays have them.
        const bool is_array = (name == "astype" || name == "reshape") && !why->is_later;
        return is_array ? parts().attribute(new_part({}, *why), name, range) : object;
    }
    if (const auto* array = object.get<HostArrayRef>()) {
        if (auto made = host_array_attribute(*array, name, range)) {
            return computed(
                *made, {object},
                [decided = *made, name, range](const std::vector<Value>& v) {
                    return with_its_elements(decided, v[0], name, range);
                },
                range);
        }
    }
    if (auto made = CommandLine::attribute(object, name, range)) {
        return *std::move(made);
    }
    if (const HostItems* items = object.items(); items != nullptr) {
        const auto field = std::ranges::find(items->fields, name);
        if (field != items->fields.end()) {
            return items->items[std::size_t(field - items->fields.begin())];
        }
        if (const auto member = items->of ? in_class(items->of, name) : std::nullopt) {
            return as_member(*member, object, items->of, range);
        }
    }
    if (const auto* instance = object.get<HostObject>()) {
        return object_attribute(*instance, name, range);
    }
    if (const auto* of = object.get<ClassRef>()) {
        return class_attribute(of->def, name, range);
    }
    if (const auto* module = object.get<ModuleRef>()) {
        return module_attribute(*module, name, range);
    }
    if (const auto* path = object.get<Dotted>();
        path != nullptr && path->path.find('(') == path->path.npos) {
        if (!patched_.empty() && patched_.contains(path->path + "." + name)) {
            return unknown("the program sets it", range);
        }
        if (const auto* member = bound_ != nullptr ? bound_->member(path->path, name) : nullptr) {
            return bound_value(member->bound);
        }
        return module_member(path->path, name, range);
    }
    if (const auto* function = object.get<FunctionRef>();
        function != nullptr && name == "py_func") {
        return function->made != nullptr ? made_by(*function, "", function->jit) : object;
    }
    const auto known = known_attribute(object, name, types_);
    return known ? *known : Value{HostMethod{std::make_shared<Value>(object), name}};
}

/// `module.name`, of a module of the program.
Value Interpreter::module_attribute(const ModuleRef& module, const std::string& name, Range range) {
    const auto frame =
        name == "__dict__" ? natural_frame(scopes_.module(module.index)) : std::nullopt;
    if (frame) {
        return names_of(*frame);
    }
    auto found = module_slot(module.index, name);
    return found ? *std::move(found->value)
                 : unknown(
                       "the module `" + file_.module(module.index).name + "` has no `" + name + "`",
                       range);
}

Value Interpreter::subscript(const Value& object, const Value& index, Range range) {
    if (const auto* function = object.get<FunctionRef>()) {
        // one without a decorator is a mistake when it is launched
        const LaunchBrackets brackets = launch_brackets(index);
        if (function->is_device() || brackets.count >= 2) {
            return {HostLauncher{*function, brackets}};
        }
    }
    if (const HostPart* part = object.part()) {
        if (part->kind == HostPart::Kind::Shape && extent_of(index)) {
            return with_why(host_integer(), *without_part(object).get<Unknown>());
        }
        const auto ask = [&](const std::vector<Value>& v) -> HostResult {
            const auto* array = v[0].get<HostArrayRef>();
            return array != nullptr ? HostResult(host_subscript(*array, v[1], range))
                                    : std::nullopt;
        };
        auto made = parts().made_of({object, index}, ask);
        return made ? *made : without_part(object);
    }
    if (object.is_unknown()) {
        return object;
    }
    if (object.is<HostObject>()) {
        if (auto made = call_own(object, "__getitem__", {{index}, {}, range}, false, range)) {
            return *std::move(made);
        }
    }
    if (const auto frame = frame_of_names(object)) {
        return named_by(*frame, index, range);
    }
    if (const auto* path = object.get<Dotted>()) {
        if (path->path == "sys.modules") {
            return module_by_name(index, range);
        }
        if (auto made = grid_of(path->path, index)) {
            return with_why(*std::move(made), Unknown{at_run_time, range});
        }
    }
    if (auto flag = flag_named(object, index)) {
        return *std::move(flag);
    }
    const auto at = indices_of(index);
    if (const auto* array = object.get<HostArrayRef>()) {
        return array_item(*array, index, range);
    }
    if (const auto* type = object.get<TypeObject>()) {
        const auto* all = index.get<HostItems>();
        const Value& first = all != nullptr && !all->items.empty() ? all->items[0] : index;
        return at ? subscript_type(*type, *at, types_, range)
               : first.is_unknown()
                   ? first
                   : unknown("it is an item of something that is not known", range);
    }
    const auto* text = object.get<StringValue>();
    if (text != nullptr && at && at->size() == 1 && at->front().takes_axis()) {
        return index_string(text->text, at->front(), range);
    }
    return item_of(object, index, range);
}

Value Interpreter::array_item(const HostArrayRef& array, const Value& index, Range range) {
    const auto at = indices_of(index);
    const Value typed = host_subscript(array, index, range);
    return computed(
        typed, at ? std::vector<Value>{{array}} : std::vector<Value>{index, {array}},
        [typed, at, range](const std::vector<Value>& v) {
            return at ? index_array(typed, v[0], *at, range)
                      : unknown("it is computed while the program runs", range);
        },
        range);
}

Value Interpreter::item_of(const Value& object, const Value& index, Range range) {
    const auto at = indices_of(index);
    const HostItems* items = object.items();
    using Like = HostItems::Like;
    if (items == nullptr || items->is_slice || items->like == Like::Iterator ||
        items->like == Like::View) {
        return with_why(unknown("it is an item of something that is not known", range),
                        Unknown{object.get<SignatureObject>() != nullptr
                                    ? "a signature has no items"
                                    : "it is computed while the program runs",
                                range});
    }
    if (items->is_dict) {
        const auto found =
            items->more == nullptr
                ? std::ranges::find_if(items->keys,
                                       [&](const Value& one) { return is_same_key(one, index); })
                : items->keys.end();
        return found != items->keys.end() ? items->items[std::size_t(found - items->keys.begin())]
                                          : unknown("it is an item of a dict", range);
    }
    if (!at || at->size() != 1 || !at->front().takes_axis() || items->more != nullptr) {
        Value made = index.items() != nullptr && index.items()->is_slice
                         ? unknown("it is a part of a list", range)
                         : host_element(object, range);
        const Value why = at ? value_of(object) : value_of(index);
        return made.why == nullptr && why.is_unknown() ? with_why(made, *why.get<Unknown>()) : made;
    }
    const values::Index& one = at->front();
    if (one.kind == values::Index::Kind::Integer) {
        const auto place = values::item_place(one.at(), items->items.size());
        return place ? items->items[*place] : unknown("the index is out of range", range);
    }
    if (one.slice.step && one.slice.step->is(0)) {
        return unknown("the index is out of range", range);
    }
    std::vector<Value> taken;
    for (const std::size_t place : values::slice_places(one.numbers(), items->items.size())) {
        taken.push_back(items->items[place]);
    }
    const Like like = items->like == Like::Range ? Like::Range : Like::Sequence;
    return as_like(host_tuple(std::move(taken), items->is_list), like);
}

}  // namespace pycu::sema
