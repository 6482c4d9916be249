// Methods of lists and dicts, and what happens to values that others get.
#include <algorithm>

#include "python/interpreter.h"
#include "values/numbers.h"

namespace pycu::sema {

/// `xs.append(3)` and its kin.
HostResult Interpreter::call_items_method(const HostMethod& method, const CallArguments& args,
                                          Range range) {
    const auto* ref = method.object->get<HostItemsRef>();
    if (ref == nullptr) {
        return std::nullopt;
    }
    const HostItems& list = **ref;
    if (list.is_dict) {
        return call_dict_method(*ref, method.name, args, range);
    }
    if (method.name == "index" || method.name == "count") {
        return with_why(host_integer(), Unknown{"it is computed while the program runs", range});
    }
    const Value none{Value{NoneValue{}}};
    if (!list.is_list) {
        return std::nullopt;
    }
    if (method.name == "append" && args.positional.size() == 1) {
        const auto append = [&, given = args.positional[0]](HostItems& one) {
            const Value item = held(one, given, range);
            if (one.more == nullptr) {
                one.items.push_back(item);
                return;
            }
            one.may_be_empty = true;
            one.more =
                std::make_shared<Value>(held(one, join_hosts(*one.more, item, range, true), range));
            one.unknown = Unknown{"its elements change", range};
        };
        edit_items(*ref, append, range);
        return none;
    }
    if (method.name == "extend" && args.positional.size() == 1) {
        extend(*ref, args.positional[0], range);
        return none;
    }
    if (method.name == "copy") {
        Value copy = host_items(list);
        copy.why = method.object->why;
        return copy;
    }
    forget_items(*ref, "its items change", range);
    return std::nullopt;
}

/// `xs.extend(more)`, `xs += more`.
void Interpreter::extend(const HostItemsRef& list, const Value& more, Range range) {
    const HostItems* items = more.items();
    if (items == nullptr || items->more != nullptr || items->is_dict || list->more != nullptr ||
        list->items.size() + items->items.size() > max_items) {
        forget_items(list, "it grows", range);
        return;
    }
    const auto put = [&, added = items->items](HostItems& one) {
        for (const Value& item : added) {
            one.items.push_back(held(one, item, range));
        }
    };
    edit_items(list, put, range);
}

/// The keys and items that `update(...)` adds to a dict; nothing where they are not known.
std::optional<HostItems> Interpreter::added_by_update(const CallArguments& args) {
    HostItems added;
    if (!args.positional.empty()) {
        const HostItems* more = args.positional.size() == 1 ? args.positional[0].items() : nullptr;
        if (more == nullptr || !more->is_dict || more->more != nullptr) {
            return std::nullopt;
        }
        added = *more;
    }
    for (const auto& [name, value] : args.named) {
        added.keys.push_back({StringValue{name}});
        added.items.push_back(value);
    }
    return args.is_open ? std::nullopt : std::optional(std::move(added));
}

HostResult Interpreter::call_dict_method(const HostItemsRef& dict, const std::string& name,
                                         const CallArguments& args, Range range) {
    if (dict->more != nullptr) {
        return std::nullopt;
    }
    const auto keys = [&] {
        std::vector<Value> made;
        for (const Value& key : dict->keys) {
            made.push_back(key);
        }
        return made;
    };
    if (args.positional.empty() && (name == "keys" || name == "values" || name == "items")) {
        const std::vector<Value> all = keys();
        HostItems view;
        view.is_list = true;
        view.like = HostItems::Like::View;
        view.items = name == "keys" ? all : dict->items;
        for (std::size_t i = 0; name == "items" && i < all.size(); ++i) {
            view.items[i] = host_tuple({all[i], dict->items[i]});
        }
        return host_items(std::move(view));
    }
    const bool looks_up = name == "get" || name == "setdefault" || name == "pop";
    if (looks_up && !args.positional.empty() && is_known(args.positional[0])) {
        const Value key = value_of(args.positional[0]);
        const auto is_it = [&](const Value& one) { return is_same_key(one, key); };
        const auto found = std::ranges::find_if(dict->keys, is_it);
        const auto at = found - dict->keys.begin();
        const Value otherwise = args.positional.size() > 1 ? args.positional[1]
                                : name == "pop" ? unknown("the dict has no such key", range)
                                                : Value{NoneValue{}};
        if (found == dict->keys.end() && name == "setdefault") {
            put_item(dict, key, otherwise, range);
        }
        const Value item = found != dict->keys.end() ? dict->items[std::size_t(at)] : otherwise;
        if (found != dict->keys.end() && name == "pop") {
            const auto erase = [at](HostItems& one) {
                one.keys.erase(one.keys.begin() + at);
                one.items.erase(one.items.begin() + at);
            };
            edit_items(dict, erase, range);
        }
        return item;
    }
    if (name == "copy") {
        return host_items(*dict);
    }
    if (const auto added = name == "update" ? added_by_update(args) : std::nullopt) {
        for (std::size_t i = 0; i < added->keys.size(); ++i) {
            put_item(dict, added->keys[i], added->items[i], range);
        }
        return Value{NoneValue{}};
    }
    forget_items(dict, "its items change", range);
    return std::nullopt;
}

/// Values that an unknown function gets: it may call functions, fill lists and write arrays.
void Interpreter::escape(const Value& value, Range range) {
    if (const auto frame = frame_of_names(value)) {
        forget_names(*frame, range);
    }
    if (const auto* method = value.get<HostMethod>()) {
        escape(*method->object, range);  // `map(items.append, more)`
    }
    if (const auto* function = value.get<FunctionRef>();
        function != nullptr && function->made != nullptr && !function->is_device()) {
        auto changes = path([&] { trace_with_unknowns(*function, range); });
        if (changes) {
            store_.join({*changes}, true, range, ++loops_made_);
        }
    }
    if (const auto* launcher = value.get<HostLauncher>()) {
        launch(*launcher, {}, {}, true, range);  // with arguments that nobody sees
    }
    if (const HostItemsRef* list = value.contents()) {
        const std::vector<Value> inner = (*list)->items;
        for (const Value& one : inner) {
            escape(one, range);
        }
        forget_items(*list, "its items change", range);
    }
    if (const auto* array = value.get<HostArrayRef>()) {
        forget_elements(*array, "its elements change", range);
    }
}

void Interpreter::escape(const CallArguments& args, Range range) {
    const std::vector<Value> all = args.positional;
    for (const Value& one : all) {
        escape(one, range);
    }
    for (const auto& [name, value] : args.named) {
        escape(value, range);
    }
}

}  // namespace pycu::sema
