// Values that are known: computed by Python's and NumPy's own rules, beside what types alone tell.
#include <algorithm>

#include "python/constants/numbers.h"
#include "python/constants/strings.h"
#include "python/host/interpreter.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The most elements that are computed though nobody has asked for them.
constexpr long max_computed = 1 << 21;
constexpr int max_known_depth = 200;
/// The most items that one value is copied with; an element of an array is an eighth.
constexpr long max_copied = 1 << 20;
/// As many are computed with always.
constexpr long few_copied = 4096;

const Unknown& default_why() {
    static const Unknown why{"it is computed while the program runs", {}};
    return why;
}

}  // namespace

HostValue Interpreter::with_why(HostValue value, const Unknown& why) const {
    value.why = std::make_shared<const Unknown>(why);
    return value;
}

Value Interpreter::value_of(const HostValue& value) {
    long room = max_copied;
    return value_of(value, room);
}

Value Interpreter::value_of(const HostValue& value, long& room) {
    const auto too_many = [] { return unknown("it has too many items", {}); };
    const auto because = [&](const std::optional<Unknown>& otherwise = {}) {
        return Value{value.why != nullptr ? *value.why : otherwise.value_or(default_why())};
    };
    if (const auto* known = value.get<Value>()) {
        return known->is_unknown() && value.why != nullptr ? Value{*value.why} : *known;
    }
    if (const HostArray* array = value.array()) {
        if (array->spoiled) {
            return {*array->spoiled};
        }
        if (array->known == nullptr) {
            return because(array->unknown);
        }
        const Value& made = array->known->get();
        const auto* elements = made.get<ArrayValue>();
        room -= elements != nullptr ? long(elements->elements.size() / 8) : 0;
        return room < 0 ? too_many() : made;
    }
    if (const HostItems* items = value.items()) {
        if (items->more != nullptr || items->is_slice) {
            return because(items->unknown);
        }
        if ((room -= long(items->items.size())) < 0) {
            return too_many();
        }
        if (items->is_dict) {
            DictValue made;
            for (std::size_t i = 0; i < items->items.size(); ++i) {
                const auto* name = items->keys[i].get<StringValue>();
                if (name == nullptr) {
                    return unknown("it is a dict", {});
                }
                made.items.emplace_back(name->text, value_of(items->items[i], room));
            }
            return room < 0 ? too_many() : Value{std::move(made)};
        }
        TupleValue made{{}, items->is_list, items->class_name, items->fields};
        made.items.reserve(items->items.size());
        for (const HostValue& item : items->items) {
            made.items.push_back(value_of(item, room));
            if (room < 0) {
                return too_many();
            }
        }
        return {std::move(made)};
    }
    if (const auto* function = value.get<HostFunction>()) {
        return {FunctionRef{function->def, scope_of_ ? scope_of_(function->frame) : ScopeId{},
                            function->jit}};
    }
    if (const auto* decorator = value.get<HostDecorator>()) {
        ScopeId scope = scope_of_ ? scope_of_(decorator->frame) : ScopeId{};
        if (!scope) {
            scope = store_.frame(decorator->frame).scope;
        }
        return {JitDecorator{decorator->call, scope}};
    }
    return because();
}

HostValue Interpreter::from_value(const Value& value, Range range) {
    if (const auto* tuple = value.get<TupleValue>()) {
        HostItems made;
        for (const Value& item : tuple->items) {
            made.items.push_back(from_value(item, range));
        }
        made.is_list = tuple->is_list;
        made.class_name = tuple->class_name;
        made.fields = tuple->fields;
        return host_items(std::move(made));
    }
    if (const auto* dict = value.get<DictValue>()) {
        HostItems made;
        made.is_dict = true;
        for (const auto& [key, item] : dict->items) {
            made.keys.push_back({StringValue{key}});
            made.items.push_back(from_value(item, range));
        }
        return host_items(std::move(made));
    }
    if (const auto* array = value.get<ArrayValue>()) {
        const Type type = array->type;
        const Scalar dtype = type.element();
        HostValue made;
        if (type.layout() != Layout::A) {
            const std::vector<Extent> extents(array->shape.begin(), array->shape.end());
            made = host_array(
                dtype, python::contiguous(extents, bytes(dtype), type.layout() == Layout::F));
        } else {
            python::Strides memory = python::known_strides(array->shape, array->strides);
            for (Extent& stride : memory.strides) {
                stride = stride * bytes(dtype);
            }
            made = host_array(dtype, std::move(memory));
        }
        const auto& ref = std::get<HostArrayRef>(made.as);
        ref->known = std::make_shared<KnownElements>();
        ref->known->made = value;
        return made;
    }
    return {value};
}

bool Interpreter::is_known(const HostValue& value) {
    if (const auto* known = value.get<Value>()) {
        return !known->is_unknown();
    }
    if (const HostArray* array = value.array()) {
        return array->known != nullptr && !array->spoiled;
    }
    if (const HostItems* items = value.items()) {
        return items->more == nullptr && !items->is_slice &&
               std::ranges::all_of(items->items,
                                   [&](const HostValue& one) { return is_known(one); });
    }
    return value.get<HostFunction>() != nullptr || value.get<HostDecorator>() != nullptr;
}

/// Whether it is cheap enough to compute with all elements of arrays now.
bool Interpreter::may_compute(const std::vector<HostValue>& from) {
    for (const HostValue& one : from) {
        if (const auto* array = one.get<HostArrayRef>()) {
            const auto size = host_array_attribute(*array, "size", {});
            const auto* known = size ? size->get<Value>() : nullptr;
            const auto count = known != nullptr ? as_index(*known) : std::nullopt;
            computed_ += count.value_or(0);
            if (computed_ > max_computed) {
                return false;
            }
            const Value& all = (*array)->known->get();
            const auto* elements = count ? nullptr : all.get<ArrayValue>();
            computed_ += elements != nullptr ? long(elements->elements.size()) : 0;
        } else if (const HostItems* items = one.items()) {
            if ((computed_ += long(items->items.size())) > max_computed) {
                return false;
            }
        }
    }
    return true;
}

HostValue Interpreter::computed(HostValue typed, const std::vector<HostValue>& from,
                                const std::function<Value(const std::vector<Value>&)>& compute,
                                Range range) {
    const HostValue* reason = nullptr;
    for (const HostValue& one : from) {
        if (!is_known(one)) {
            reason = reason == nullptr ? &one : reason;
        }
    }
    const auto copy = [&](const HostValue& one) {
        const long given = std::clamp(max_computed - computed_, few_copied, max_copied);
        long room = given;
        Value made = value_of(one, room);
        computed_ += given - room;
        return made;
    };
    if (reason != nullptr) {
        const Value why = value_of(*reason);
        const auto* unknown = why.get<Unknown>();
        if (const auto* tuple = why.get<TupleValue>(); tuple != nullptr) {
            for (const Value& item : tuple->items) {
                unknown = unknown == nullptr ? item.get<Unknown>() : unknown;
            }
        }
        if (typed.why == nullptr && unknown != nullptr) {
            typed.why = std::make_shared<const Unknown>(*unknown);
        }
        return typed;
    }
    const bool has_arrays =
        std::ranges::any_of(from, [](const HostValue& one) { return one.array() != nullptr; });
    if (typed.array() != nullptr) {
        auto made = alike(*typed.array());
        made->known = std::make_shared<KnownElements>();
        // Elements are computed when they are asked for, of what the operands hold now.
        std::vector<std::function<Value()>> later;
        for (const HostValue& one : from) {
            const HostArray* array = one.array();
            if (array == nullptr) {
                later.push_back([value = copy(one)] { return value; });
                continue;
            }
            made->known->depth = std::max(made->known->depth, array->known->depth + 1);
            later.push_back([known = array->known] { return known->get(); });
        }
        made->known->make = [later = std::move(later), compute] {
            std::vector<Value> all;
            for (const auto& one : later) {
                all.push_back(one());
                if (all.back().is_unknown()) {
                    return all.back();
                }
            }
            return compute(all);
        };
        if (made->known->depth > max_known_depth) {
            if (!may_compute(from)) {
                made->known = nullptr;
                made->unknown = Unknown{"it is computed from too many others", range};
            } else {
                made->known->get();
                made->known->depth = 0;
            }
        }
        return HostValue{HostArrayRef(std::move(made)), typed.why};
    }
    if (has_arrays && !may_compute(from)) {
        return with_why(std::move(typed), Unknown{"it has too many items", range});
    }
    std::vector<Value> all;
    std::ranges::transform(from, std::back_inserter(all), copy);
    const auto bad = std::ranges::find_if(all, &Value::is_unknown);
    const Value made = bad != all.end() ? *bad : compute(all);
    if (const auto* why = made.get<Unknown>()) {
        if (typed.why_unknown() != nullptr) {
            return HostValue{made};
        }
        return typed.get<Value>() != nullptr || is_known(typed) ? typed
                                                                : with_why(std::move(typed), *why);
    }
    return from_value(made, range);
}

/// The indices that a subscript's value spells; nothing where they are not known.
std::optional<std::vector<IndexValue>> Interpreter::indices_of(const HostValue& index) {
    std::vector<HostValue> parts{index};
    const HostItems* tuple = index.items();
    if (tuple != nullptr && !tuple->is_slice) {
        if (tuple->more != nullptr || tuple->is_list || tuple->is_dict) {
            return std::nullopt;
        }
        parts = tuple->items;
    }
    std::vector<IndexValue> made;
    for (const HostValue& part : parts) {
        IndexValue one;
        const HostItems* slice = part.items();
        const auto* known = part.get<Value>();
        if (slice != nullptr && slice->is_slice) {
            one.kind = IndexValue::Kind::Slice;
            std::optional<python::Extent>* const bounds[] = {&one.slice.start, &one.slice.stop,
                                                             &one.slice.step};
            for (std::size_t i = 0; i < 3; ++i) {
                const auto* bound = slice->items[i].get<Value>();
                if (bound == nullptr) {
                    return std::nullopt;
                }
                const auto at = as_index(*bound);
                if (at) {
                    *bounds[i] = *at;
                } else if (!bound->is<NoneValue>()) {
                    return std::nullopt;
                }
            }
        } else if (known != nullptr && known->is<NoneValue>()) {
            one.kind = IndexValue::Kind::NewAxis;
        } else if (known != nullptr && known->is<Dotted>() && known->get<Dotted>()->path == "...") {
            one.kind = IndexValue::Kind::Ellipsis;
        } else {
            const auto place = known != nullptr ? as_index(*known) : std::nullopt;
            const auto* flag = known != nullptr ? known->get<NumberValue>() : nullptr;
            if (!place) {
                return std::nullopt;
            }
            one.kind = IndexValue::Kind::Integer;
            one.slice.start = *place;
            one.is_bool = flag != nullptr && flag->type.is_bool();
        }
        made.push_back(one);
    }
    return made;
}

/// The arguments of a call where all of them are known.
std::optional<CallArguments> Interpreter::known_arguments(const HostArguments& args) {
    CallArguments made;
    for (const HostValue& one : args.positional) {
        if (!is_known(one)) {
            return std::nullopt;
        }
        made.positional.push_back(plain(value_of(one)));
    }
    for (const auto& [name, one] : args.named) {
        if (!is_known(one)) {
            return std::nullopt;
        }
        made.named.emplace_back(name, value_of(one));
    }
    made.ranges = args.ranges;
    return made;
}

}  // namespace pycu::sema
