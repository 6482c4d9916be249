// Values that are known: computed by Python's and NumPy's own rules, beside what types alone tell.
#include <algorithm>

#include "python/interpreter.h"
#include "types/scalar.h"
#include "values/functions_made.h"
#include "values/numbers.h"
#include "values/or_none.h"
#include "values/strings.h"

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

/// A function or a decorator as those who look at the run from outside see it, by scopes; nothing
/// for anything else.
std::optional<Value> Interpreter::from_outside(const Value& value) {
    const auto scope_of = [&](std::size_t frame) {
        return scope_of_ ? scope_of_(frame) : ScopeId{};
    };
    if (const auto* function = value.get<FunctionRef>()) {
        if (is_kind(*function, Membership::Kind::Partial)) {
            Unknown why{"it is made by `functools.partial`", {}};
            why.is_partial = true;
            return {{why}};
        }
        return function->made == nullptr
                   ? value
                   : Value{FunctionRef{function->def, scope_of(function->frame()), function->jit}};
    }
    if (const auto* decorator = value.get<JitDecorator>()) {
        const ScopeId scope = decorator->scope ? decorator->scope : scope_of(decorator->frame);
        JitDecorator made{decorator->call, scope ? scope : store_.frame(decorator->frame).scope};
        if (decorator->given != nullptr) {
            JitArguments given = *decorator->given;
            for (Value& one : given.positional) {
                one = value_of(one);
            }
            for (auto& one : given.named) {
                one.second = value_of(one.second);
            }
            made.given = std::make_shared<const JitArguments>(std::move(given));
        }
        made.path = decorator->path;
        return {{std::move(made)}};
    }
    return std::nullopt;
}

Value Interpreter::value_of(const Value& value) {
    long room = max_copied;
    return value_of(value, room);
}

Value Interpreter::value_of(const Value& value, long& room) {
    const auto too_many = [] { return unknown("it has too many items", {}); };
    const auto because = [&](const std::optional<Unknown>& otherwise = {}) {
        return Value{value.why != nullptr ? *value.why : otherwise.value_or(default_why())};
    };
    if (value.or_none) {
        return without_none(value);
    }
    if (value.is_constant()) {
        return value.is_unknown() && value.why != nullptr ? Value{*value.why} : Value{value.as};
    }
    if (const HostArray* array = value.array()) {
        if (array->spoiled) {
            return {*array->spoiled};
        }
        if (array->known == nullptr) {
            return because(array->unknown);
        }
        const Numbers* elements = array->known->get();
        if (elements == nullptr) {
            return array->known->otherwise;
        }
        room -= long(elements->size() / 8);
        auto made = alike(*array);
        made->known = array->known;
        return room < 0 ? too_many() : Value{HostArrayRef(std::move(made))};
    }
    if (const HostItems* items = value.items()) {
        if (items->more != nullptr || items->is_slice) {
            return because(items->unknown);
        }
        if ((room -= long(items->items.size())) < 0) {
            return too_many();
        }
        const bool has_names = std::ranges::all_of(items->keys, &Value::is<StringValue>);
        if (items->is_dict && !has_names) {
            return unknown("it is a dict", {});
        }
        HostItems made = *items;
        for (Value& item : made.items) {
            item = value_of(item, room);
            if (room < 0) {
                return too_many();
            }
        }
        return host_items(std::move(made));
    }
    if (auto made = from_outside(value)) {
        return *std::move(made);
    }
    const auto* object = value.get<HostObject>();
    return because(object != nullptr ? std::optional(why_object(*object, file_)) : std::nullopt);
}

/// Whether it is cheap enough to compute with all elements of arrays now.
bool Interpreter::may_compute(const std::vector<Value>& from) {
    for (const Value& one : from) {
        if (const auto* array = one.get<HostArrayRef>()) {
            const auto size = host_array_attribute(*array, "size", {});
            const auto count = size ? as_index(*size) : std::nullopt;
            computed_ += count.value_or(0);
            if (computed_ > max_computed) {
                return false;
            }
            (*array)->known->get();
        } else if (const HostItems* items = one.items()) {
            if ((computed_ += long(items->items.size())) > max_computed) {
                return false;
            }
        }
    }
    return true;
}

/// What has no value has the reason of the first operand that has none.
Value Interpreter::explained(Value made, const std::vector<Value>& from) {
    const auto reason = made.why == nullptr && !is_known(made)
                            ? std::ranges::find_if_not(from, is_known)
                            : from.end();
    if (reason == from.end()) {
        return made;
    }
    const Value why = value_of(*reason);
    const auto* unknown = why.get<Unknown>();
    if (const auto* tuple = why.get<HostItems>(); tuple != nullptr) {
        for (const Value& item : tuple->items) {
            unknown = unknown == nullptr ? item.get<Unknown>() : unknown;
        }
    }
    if (unknown != nullptr) {
        made.why = std::make_shared<const Unknown>(*unknown);
    }
    return made;
}

Value Interpreter::computed(Value typed, const std::vector<Value>& from,
                            const std::function<Value(const std::vector<Value>&)>& compute,
                            Range range) {
    // A view and what it looks at change together.
    const auto linked = [&](Value made) {
        for (const Value& one : from) {
            const auto* base = one.get<HostArrayRef>();
            if (base != nullptr && (typed.array() == base->get() || typed.array()->base == *base)) {
                link_objects(std::get<HostArrayRef>(made.as), *base);
            }
        }
        return made;
    };
    const auto copy = [&](const Value& one) {
        const long given = std::clamp(max_computed - computed_, few_copied, max_copied);
        long room = given;
        Value made = value_of(one, room);
        computed_ += given - room;
        return made;
    };
    if (std::ranges::find_if_not(from, is_known) != from.end()) {
        typed = explained(std::move(typed), from);
        return typed.array() != nullptr ? linked(typed) : typed;
    }
    const bool has_arrays =
        std::ranges::any_of(from, [](const Value& one) { return one.array() != nullptr; });
    if (typed.array() != nullptr) {
        auto made = alike(*typed.array());
        made->known = std::make_shared<KnownElements>();
        // Elements are computed when they are asked for, of what the operands hold now.
        std::vector<std::function<Value()>> later;
        for (const Value& one : from) {
            const HostArray* array = one.array();
            if (array == nullptr) {
                later.push_back([value = copy(one)] { return value; });
                continue;
            }
            made->known->depth = std::max(made->known->depth, array->known->depth + 1);
            auto operand = alike(*array);
            operand->known = array->known;
            later.push_back([operand] {
                return operand->known->get() != nullptr ? Value{operand}
                                                        : operand->known->otherwise;
            });
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
        return linked({HostArrayRef(std::move(made)), typed.why});
    }
    if (has_arrays && !may_compute(from)) {
        return with_why(std::move(typed), Unknown{"it has too many items", range});
    }
    std::vector<Value> all;
    std::ranges::transform(from, std::back_inserter(all), copy);
    const auto bad = std::ranges::find_if(all, &Value::is_unknown);
    const Value made = bad != all.end() ? *bad : compute(all);
    if (const auto* why = made.get<Unknown>()) {
        if (typed.is_unknown()) {
            return Value{made};
        }
        return is_known(typed) ? typed : with_why(std::move(typed), *why);
    }
    return made;
}

/// The indices that a subscript's value spells, where their numbers are known.
std::optional<std::vector<values::Index>> Interpreter::indices_of(const Value& index) {
    auto made = sema::indices_of(index);
    const auto is_open = [](const std::optional<Extent>& one) { return one && !one->known(); };
    for (std::size_t i = 0; made && i < made->size(); ++i) {
        const auto& [start, stop, step] = (*made)[i].slice;
        if (is_open(start) || is_open(stop) || is_open(step)) {
            return std::nullopt;
        }
    }
    return made;
}

/// The arguments of a call where all of them are known.
std::optional<CallArguments> Interpreter::known_arguments(const CallArguments& args) {
    CallArguments made;
    for (const Value& one : args.positional) {
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
