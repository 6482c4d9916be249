// Calls of what has a path: Python's builtins, math, NumPy, Numba; and of decorators and types.
#include <algorithm>
#include <functional>
#include <set>

#include "python/command_line.h"
#include "python/decorator_paths.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "types/scalar.h"
#include "values/functions_made.h"
#include "values/imports.h"
#include "values/linked_code.h"
#include "values/numbers.h"
#include "values/or_none.h"
#include "values/tuples.h"
#include "values/type_values.h"

namespace pycu::sema {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

/// Of builtins that change nothing of what they get, not even by its methods.
bool only_looks(std::string_view path) {
    return is_one_of(path, {"builtins.print", "builtins.isinstance", "builtins.len", "builtins.id",
                            "builtins.type", "builtins.repr", "builtins.hasattr",
                            "builtins.getattr", "builtins.callable"});
}

/// The arguments again, with the values of its `all()`.
CallArguments with_values(const CallArguments& args, std::vector<Value> values) {
    CallArguments made;
    const auto count = args.positional.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i < count) {
            made.positional.push_back(plain(values[i]));
        } else {
            made.named.emplace_back(args.named[i - count].first, std::move(values[i]));
        }
    }
    made.ranges = args.ranges;
    made.range = args.range;
    return made;
}

/// The arguments for a row that is to compute elements, too.
CallArguments known(CallArguments args) {
    args.are_known = true;
    return args;
}

/// `copy.copy(value)`, `copy.deepcopy(value)`; nothing for objects, for what is not known, and
/// where one thing is in it twice, as it is in the copy. `met` are those so far.
HostResult copied(const Value& value, bool is_deep,
                  const std::function<Value(const HostArrayRef&)>& of_array,
                  std::set<const void*>& met) {
    if (const auto* array = value.get<HostArrayRef>()) {
        const bool is_new = met.insert(array->get()).second;
        return (*array)->is_device || !is_new ? std::nullopt : HostResult(of_array(*array));
    }
    if (value.items() != nullptr && !met.insert(value.items()).second) {
        return std::nullopt;
    }
    const HostItems* items = value.items();
    if (items == nullptr || items->is_object || items->is_slice || !items->class_name.empty()) {
        const bool is_itself = number_of(value) || value.is<StringValue>() ||
                               value.is<NoneValue>() || value.is<TypeObject>() ||
                               value.is<FunctionRef>() || value.is<ClassRef>();
        return is_itself ? HostResult(value) : std::nullopt;
    }
    HostItems made = *items;
    made.aliases = nullptr;
    for (std::size_t i = 0; is_deep && i < made.items.size(); ++i) {
        auto item = copied(made.items[i], true, of_array, met);
        if (!item) {
            return std::nullopt;
        }
        made.items[i] = *std::move(item);
    }
    if (is_deep && made.more != nullptr) {
        auto more = copied(*made.more, true, of_array, met);
        if (!more) {
            return std::nullopt;
        }
        made.more = std::make_shared<Value>(*std::move(more));
    }
    Value copy = host_items(std::move(made));
    copy.why = value.why;
    return copy;
}

}  // namespace

/// What a row has made of arguments that are known.
HostResult Interpreter::computed_by_row(const HostResult& made, Range range) {
    const auto nothing = [&](const HostArray&) { return in_numpy(range); };
    return !made || is_known(*made) ? made : with_elements(*made, nothing, range);
}

/// Arguments that may be None, of what is not the program's: it takes None, or fails.
void Interpreter::settle_none(const std::string& path, CallArguments& args, Range range) {
    const std::vector<Value> given = args.all();
    const auto count = std::ranges::count_if(given, [](const Value& one) { return one.or_none; });
    if (count == 0) {
        return;
    }
    failures_.operations += count;
    args = without_none(path, std::move(args));
    const std::vector<Value> settled = args.all();
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i].or_none && settled[i].is_unknown() && !only_looks(path)) {
            escape(given[i], range);
        }
    }
}

Value Interpreter::call_known(const Value& callee, CallArguments& args, ExprId id, Range range) {
    const auto* function = callee.get<Dotted>();
    if (function != nullptr || callee.is<TypeObject>()) {
        settle_none(function != nullptr ? function->path : "", args, range);
    }
    if (function != nullptr && !is_decorator_path(function->path)) {
        take_arrays(function->path, args, range);
        if (auto made = parts().call_path(function->path, args)) {
            const std::size_t dot = function->path.rfind('.');
            note_effects(function->path.substr(0, dot == function->path.npos ? 0 : dot),
                         function->path.substr(dot + 1), args, range);
            return *std::move(made);
        }
    }
    args = Parts::without(std::move(args));
    if (const auto* type = callee.get<TypeObject>()) {
        const std::vector<Value> from = args.all();
        const bool are_known = std::ranges::all_of(from, is_known);
        Value made = are_known ? call_type(*type, with_values(args, from), types_, range)
                               : unknown(at_run_time, range);
        auto typed = made.is_unknown() ? call_host_type(*type, args) : std::nullopt;
        if (typed) {
            made = are_known ? with_why(std::move(*typed), *made.get<Unknown>()) : *typed;
        }
        return explained(std::move(made), from);
    }
    if (const auto* path = callee.get<Dotted>()) {
        return call_path(path->path, args, id, range);
    }
    if (const auto* tuples = callee.get<NamedTupleClass>()) {
        return make_named_tuple(*tuples, args, range);
    }
    escape(args, range);
    return callee.is_unknown() ? Value{callee} : unknown(at_run_time, range);
}

/// What is known of a call's result by types alone; nothing where that is not known.
HostResult Interpreter::call_typed(const std::string& module, const std::string& name,
                                   const CallArguments& args, Range range) {
    if (module == "time" && !name.ends_with("_ns") && name != "sleep") {
        return host_number(float64);
    }
    if (module == "copy" && (name == "copy" || name == "deepcopy") && args.positional.size() == 1) {
        const auto of_array = [&](const HostArrayRef& array) {
            const CallArguments in_order{{}, {{"order", {StringValue{"K"}}}}, range};
            return call_array_method(array, "copy", in_order, range);
        };
        std::set<const void*> met;
        return copied(args.positional[0], name == "deepcopy", of_array, met);
    }
    return call_host_function(module + "." + name, args);
}

/// What a function of a library computes of known values.
Value Interpreter::call_value(const std::string& path, const CallArguments& args, Range range) {
    const std::size_t dot = path.rfind('.');
    const std::string_view name = std::string_view(path).substr(dot + 1);
    const std::string_view module = std::string_view(path).substr(0, dot == path.npos ? 0 : dot);
    std::optional<Value> result;
    if (path == "numpy.iinfo" || path == "numpy.finfo") {
        const auto scalar = args.positional.empty() ? std::nullopt : dtype_of(args.positional[0]);
        result = scalar ? Value{Dotted{path + "(" + std::string(scalar_info(*scalar).python)}}
                        : unknown("its dtype is not known", range);
    } else if (path == "numpy.dtype") {
        result = call_dtype(args, types_, range);
    } else if (module == "numpy") {
        result = computed_by_row(call_host_function(path, known(args)), range);
    } else if (module == "numba.types") {
        result = call_type_constructor(name, args, types_, range);
    } else if (path == "numba.from_dtype" && args.size() == 1) {
        const auto type = element_type_of(*args.get(0, "dtype"));
        result = type ? Value{TypeObject{*type, TypeObject::Kind::Numba}}
                      : unknown("its dtype is not known", range);
    }
    return result ? *result : unknown("`" + path + "` is called while the program runs", range);
}

static bool is_member(const Value& value) {
    const auto* member = value.get<EnumValue>();
    return member != nullptr && member->is_int && as_index(plain(value));
}

/// A function of Python's own. It does without the elements of arrays where those are too many.
HostResult Interpreter::call_python(const std::string& path, const CallArguments& args) {
    constexpr std::string_view of_members[] = {"builtins.divmod", "builtins.max", "builtins.min",
                                               "builtins.pow"};
    if (std::ranges::count(of_members, path) > 0 &&
        std::ranges::any_of(args.positional, is_member)) {
        return unknown("it may be a member of an enum", args.range);
    }
    CallArguments given = args;
    std::vector<Value> arrays;
    for (Value& one : given.positional) {
        one = plain(one);
        if (one.array() != nullptr && is_known(one)) {
            arrays.push_back(one);
        }
    }
    const bool asks_for_elements = path != "builtins.print" && path != "builtins.len";
    if (!arrays.empty() && asks_for_elements && !may_compute(arrays)) {
        for (Value& one : given.positional) {
            one = one.array() != nullptr ? Value{alike(*one.array())} : one;
        }
        HostResult made = call_host_function(path, given);
        return made ? with_why(*made, Unknown{"it has too many items", args.range}) : made;
    }
    return call_host_function(path, given);
}

Value Interpreter::call_path(const std::string& path, const CallArguments& args, ExprId id,
                             Range range) {
    if (is_decorator_path(path)) {
        return call_jit(path, args, id, range);
    }
    if (const auto special = call_special(path, args, range)) {
        return *special;
    }
    const std::size_t dot = path.rfind('.');
    const std::string module = path.substr(0, dot == path.npos ? 0 : dot);
    const std::string name = path.substr(dot == path.npos ? 0 : dot + 1);
    const bool is_python = module == "builtins" || module == "math";
    if (module == "numpy" && std::ranges::any_of(args.positional, is_member)) {
        CallArguments numbers = args;
        std::ranges::transform(args.positional, numbers.positional.begin(), numpys);
        return call_path(path, numbers, id, range);
    }
    HostResult typed = is_python ? call_python(path, args) : call_typed(module, name, args, range);
    const std::vector<Value> from = args.all();
    const std::string& shown = module == "builtins" ? name : path;
    const Unknown refused{"`" + shown + "` is called while the program runs", range};
    Value made = typed ? *typed : Value{refused};
    const bool is_type = module == "numba.types" || path == "numba.from_dtype";
    const bool are_known = std::ranges::all_of(from, is_known);
    if (is_python && typed) {
        made = explained(std::move(made), from);
        if (are_known && !is_known(made) && made.why == nullptr) {
            made = made.is_unknown() ? made : with_why(std::move(made), refused);
        }
    } else if (are_known && !is_python) {
        made = computed(
            made, from,
            [this, path, args, range](const std::vector<Value>& v) {
                return call_value(path, with_values(args, v), range);
            },
            range);
    } else if (is_type) {
        std::vector<Value> all;
        std::ranges::transform(from, std::back_inserter(all),
                               [&](const Value& one) { return value_of(one); });
        return call_value(path, with_values(args, std::move(all)), range);
    } else if (!typed) {
        // Why an argument is not known says more.
        const auto unknown = std::ranges::find_if(from, [&](const Value& one) {
            return one.items() == nullptr && value_of(one).is_unknown();
        });
        made = unknown == from.end() ? made : with_why(made, *value_of(*unknown).get<Unknown>());
    } else {
        made = computed(
            made, from, [refused](const auto&) { return Value{refused}; }, range);
    }
    note_effects(module, name, args, range);
    for (const Value& one : args.positional) {
        if (module == "builtins" && !only_looks(path) && one.is<HostObject>()) {
            escape(one, range);  // its methods may change it
        }
    }
    if (made.is_unknown() || (!typed && !are_known)) {
        const bool is_harmless = module == "builtins" || module == "math" || module == "numpy" ||
                                 path == "functools.wraps";
        if (!is_harmless || is_one_of(name, {"map", "filter", "setattr", "delattr", "vars"})) {
            escape(args, range);
        }
    }
    const auto open = std::ranges::find_if(args.positional, &Value::is_unknown);
    const bool is_open = !typed && made.is_unknown() && open != args.positional.end();
    return is_open ? Value{open->as, made.why} : made;
}

/// What a function of a library has written to.
void Interpreter::note_effects(const std::string& module, const std::string& name,
                               const CallArguments& args, Range range) {
    // np.random.shuffle(x), np.copyto(x, y), np.put(x, ...): they write to what they get.
    const bool writes =
        is_one_of(name, {"copyto", "put", "place", "putmask", "fill_diagonal", "put_along_axis"});
    const bool mixes = (module == "numpy.random" || module == "random") && name == "shuffle";
    if ((module == "numpy" && writes) || module == "numpy.random" || mixes) {
        for (const Value& one : args.positional) {
            if (const auto* array = one.get<HostArrayRef>()) {
                forget_elements(*array, "its elements change", range);
            } else if (const auto* items = one.get<HostItemsRef>(); items != nullptr && mixes) {
                const Value any = another(host_element(one, range));
                const auto mix = [&](HostItems& list) {
                    std::ranges::fill(list.items, any);
                    list.more = list.more != nullptr ? std::make_shared<Value>(any) : nullptr;
                };
                edit_items(*items, mix, range);
            }
        }
    }
    if (const Value* out = args.get("out"); out != nullptr && module == "numpy") {
        if (const auto* array = out->get<HostArrayRef>()) {
            forget_elements(*array, "its elements change", range);
        }
    }
}

Value Interpreter::call_array_method(const HostArrayRef& array, const std::string& name,
                                     const CallArguments& args, Range range) {
    if (name == "setflags" || name == "resize" || name == "byteswap") {
        HostArray made = *array;
        made.spoiled = Unknown{"`" + name + "` changes it", range};
        made.known = nullptr;
        store_.change(array, std::move(made));
    }
    auto typed = sema::call_host_array_method(array, name, args);
    Value made = typed ? *typed
                       : with_why(unknown("`" + name + "` is not followed", range),
                                  Unknown{"the method is called while the program runs", range});
    std::vector<Value> from{Value{array}};
    for (const Value& one : args.all()) {
        from.push_back(one);
    }
    made = computed(
        made, from,
        [this, name, typed = made, args, range](const std::vector<Value>& v) {
            const CallArguments all = known(with_values(args, {v.begin() + 1, v.end()}));
            const auto& object = std::get<HostArrayRef>(v[0].as);
            return computed_by_row(call_host_array_method(object, name, all), range)
                .value_or(typed);
        },
        range);
    if (is_one_of(name, {"fill", "sort", "partition", "itemset", "put", "setfield"})) {
        forget_elements(array, "its elements change", range);
    }
    return made;
}

}  // namespace pycu::sema
