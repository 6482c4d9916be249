// What libraries call functions of the program with. See callbacks.h.
#include "python/callbacks.h"

#include <algorithm>
#include <map>

#include "api/parameters.h"
#include "support/text.h"
#include "values/numbers.h"

namespace pycu::sema {

struct Interpreter::Callbacks::Row {
    enum When { Now, Later };
    std::string_view path, parameters, function, given;
    When when;
};

/// A row's function, and its arguments by the names of its parameters; `rest` are those of `*args`.
struct Interpreter::Callbacks::Bound {
    const Row& row;
    Value called{};  ///< A function, or a kernel with its brackets.
    std::map<std::string_view, Value> by_name{};
    std::vector<Value> rest{};
    std::vector<std::pair<std::string, Value>> named_rest{};

    /// Null where it is left out.
    const Value* argument(std::string_view name) const {
        const auto found = by_name.find(name);
        return found != by_name.end() ? &found->second : nullptr;
    }
};

namespace {

/// As many calls are followed one by one; one stands for more of them.
constexpr std::size_t max_calls = 16;

/// All items of an argument: none where it is None or left out, nothing where nobody knows them.
std::optional<std::vector<Value>> items_of(const Value* value) {
    if (value == nullptr || value->is<NoneValue>()) {
        return std::vector<Value>{};
    }
    const HostItems* items = value->items();
    const bool is_whole = items != nullptr && items->more == nullptr && !items->is_dict;
    return is_whole && !value->or_none ? std::optional(items->items) : std::nullopt;
}

/// What one call after the other gets of an argument.
std::optional<std::vector<Value>> turns_of(const Value* value, Range range) {
    auto items = items_of(value);
    if (items && items->size() <= max_calls) {
        return items;
    }
    const Value any = value != nullptr ? host_element(*value, range) : Value{};
    return any.is_unknown() ? std::nullopt : std::optional(std::vector<Value>{any});
}

}  // namespace

const Interpreter::Callbacks::Row* Interpreter::Callbacks::row_of(std::string_view path) {
    static constexpr Row rows[] = {
#define PYCU_CALLBACK(path, parameters, function, given, when) \
    {path, parameters, function, given, Row::when},
#define PYCU_POOL(path, object)
#include "api/callbacks.def"
#undef PYCU_CALLBACK
#undef PYCU_POOL
    };
    const auto* found = std::ranges::find(rows, path, &Row::path);
    return found != std::end(rows) ? found : nullptr;
}

/// A call by its row; nothing where it calls no function of the program that can be followed.
std::optional<Interpreter::Callbacks::Bound> Interpreter::Callbacks::bound(
    const Row& row, const CallArguments& args) {
    const auto parameters = api::read_parameters(row.parameters);
    const auto is_rest = [](const api::Parameter& one) {
        return one.kind == api::Parameter::Kind::Rest && !one.name.empty();
    };
    const bool has_rest = std::ranges::any_of(parameters, is_rest);
    std::vector<std::string_view> names;
    for (const auto& named : args.named) {
        names.push_back(named.first);
    }
    const std::vector<std::string_view> none;
    const auto takers = api::bind(parameters, args.positional.size(), has_rest ? none : names);
    if (!takers || args.is_open) {
        return std::nullopt;
    }
    const std::vector<Value> all = args.all();
    Bound made{row, {}};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto at = (*takers)[i];
        if (at && is_rest(parameters[i])) {
            made.rest.assign(args.positional.begin() + std::ptrdiff_t(*at), args.positional.end());
        } else if (at) {
            made.by_name.emplace(parameters[i].name, all[*at]);
        }
    }
    if (has_rest) {
        made.named_rest = args.named;
    }
    const Value* called = made.argument(row.function);
    const auto* function = called != nullptr ? called->get<FunctionRef>() : nullptr;
    const bool is_plain = function != nullptr && function->made != nullptr &&
                          !function->is_device() && !function->is_decorated();
    if (called == nullptr || called->or_none || (!is_plain && !called->is<HostLauncher>())) {
        return std::nullopt;
    }
    made.called = *called;
    return made;
}

/// Adds what a token of the row says to the arguments of a call; false where nobody knows it.
bool Interpreter::Callbacks::add(const Bound& bound, std::string_view token, CallArguments& call) {
    const std::size_t stars = std::min(token.find_first_not_of('*'), token.size());
    const std::string_view name = token.substr(stars);
    const Value* given = bound.argument(name);
    if (stars == 0) {
        call.positional.push_back(name == "vector"
                                      ? host_contiguous(Scalar::Float64, unknown_extents(1))
                                      : unknown(at_run_time, call.range));
        return true;
    }
    if (stars == 1) {
        const auto items = bound.rest.empty() ? items_of(given) : bound.rest;
        if (items) {
            call.positional.insert(call.positional.end(), items->begin(), items->end());
        }
        return items.has_value();
    }
    const HostItems* dict = given != nullptr && !given->or_none ? given->items() : nullptr;
    const bool is_whole = dict != nullptr && dict->is_dict && dict->more == nullptr &&
                          std::ranges::all_of(dict->keys, &Value::is<StringValue>);
    for (std::size_t i = 0; is_whole && i < dict->keys.size(); ++i) {
        call.named.emplace_back(dict->keys[i].get<StringValue>()->text, dict->items[i]);
    }
    return is_whole || given == nullptr || given->is<NoneValue>();
}

/// The arguments of each call of the program's function; nothing where nobody knows them.
std::optional<std::vector<CallArguments>> Interpreter::Callbacks::calls_of(const Bound& bound,
                                                                           Range range) {
    constexpr std::string_view each = "each ";
    if (bound.row.given.starts_with(each)) {
        std::string_view name = bound.row.given.substr(each.size());
        const bool is_unpacked = name.starts_with('*');
        name.remove_prefix(is_unpacked ? 1 : 0);
        std::vector<CallArguments> calls;
        const auto turns = turns_of(bound.argument(name), range);
        for (std::size_t i = 0; turns && i < turns->size(); ++i) {
            auto items = is_unpacked ? items_of(&(*turns)[i]) : std::vector{(*turns)[i]};
            if (!items) {
                return std::nullopt;
            }
            calls.push_back({*std::move(items), {}, range});
        }
        return turns ? std::optional(std::move(calls)) : std::nullopt;
    }
    CallArguments call{{}, bound.named_rest, range};
    for (const std::string_view token : split(bound.row.given, ',')) {
        if (!trim(token).empty() && !add(bound, trim(token), call)) {
            return std::nullopt;
        }
    }
    return std::vector{std::move(call)};
}

void Interpreter::Callbacks::run_called(const Value& called, const CallArguments& args) {
    if (const auto* launcher = called.get<HostLauncher>()) {
        run_.launch(*launcher, {}, args, false, args.range);
    } else {
        run_.trace(std::get<FunctionRef>(called.as), args, false, args.range);
    }
}

HostResult Interpreter::Callbacks::call(const std::string& path, const CallArguments& args,
                                        Range range) {
    constexpr std::pair<std::string_view, std::string_view> pools[] = {
#define PYCU_CALLBACK(...)
#define PYCU_POOL(path, object) {path, object},
#include "api/callbacks.def"
#undef PYCU_CALLBACK
#undef PYCU_POOL
    };
    const auto* pool = std::ranges::find(pools, path, [](const auto& one) { return one.first; });
    if (pool != std::end(pools) && args.get("initializer") == nullptr) {
        return Value{Dotted{std::string(pool->second)}};
    }
    const Row* row = row_of(path);
    auto one = row != nullptr ? bound(*row, args) : std::nullopt;
    if (one) {
        // What else it calls may change what the function sees, and a generator does not run.
        const Value* setup = one->argument("setup");
        if (const auto* first = setup != nullptr ? setup->get<FunctionRef>() : nullptr) {
            run_.escape({*first}, range);
        }
        const auto* function = one->called.get<FunctionRef>();
        const bool is_suspended = function != nullptr && (run_.is_generator(function->def) ||
                                                          run_.def_of(*function).is_async);
        const bool is_plain = !is_suspended && (setup == nullptr || setup->is<StringValue>() ||
                                                setup->is<FunctionRef>());
        if (!is_plain) one.reset();
    }
    const auto calls = one ? calls_of(*one, range) : std::nullopt;
    if (!calls) {
        return std::nullopt;
    }
    const std::size_t launched = run_.launches_.size();
    for (const CallArguments& each : *calls) {
        // It runs now, later, or never.
        auto changes = run_.path([&] { run_called(one->called, each); });
        if (changes) {
            run_.store_.join({*changes}, true, range, ++run_.loops_made_);
            if (row->when == Row::Later) Store::share(*changes);
        }
    }
    if (row->when == Row::Later) {
        later(launched, {path, args, {}, range});
    }
    return unknown("`" + path + "` is called while the program runs", range);
}

/// Keeps a call whose launches stand behind all others, until what runs has come to its end.
void Interpreter::Callbacks::later(std::size_t launched, LaterCall call) {
    std::vector<MetLaunch>& all = run_.launches_;
    call.launches.assign(std::make_move_iterator(all.begin() + std::ptrdiff_t(launched)),
                         std::make_move_iterator(all.end()));
    all.resize(launched);
    MetLaunch made;
    made.later = std::make_shared<const LaterCall>(std::move(call));
    all.push_back(std::move(made));
}

/// Calls once more what libraries call later, as things are now: launches of which nothing has
/// changed are known.
void Interpreter::Callbacks::finish(std::size_t first) {
    std::vector<MetLaunch>& all = run_.launches_;
    std::vector<MetLaunch> met(std::make_move_iterator(all.begin() + std::ptrdiff_t(first)),
                               std::make_move_iterator(all.end()));
    all.resize(first);
    for (MetLaunch& one : met) {
        if (one.later == nullptr) {
            all.push_back(std::move(one));
            continue;
        }
        const std::size_t launched = all.size();
        run_.path([&] {
            const Row* row = row_of(one.later->path);
            const auto called = bound(*row, one.later->args);
            const auto calls = called ? calls_of(*called, one.later->range) : std::nullopt;
            for (const CallArguments& each : calls.value_or(std::vector<CallArguments>{})) {
                run_called(called->called, each);
            }
        });
        std::vector<MetLaunch> now = one.later->launches;
        std::vector<MetLaunch> then(std::make_move_iterator(all.begin() + std::ptrdiff_t(launched)),
                                    std::make_move_iterator(all.end()));
        all.resize(launched);
        const bool are_alike = std::ranges::equal(now, then, [](const auto& a, const auto& b) {
            return a.function == b.function && a.types.size() == b.types.size();
        });
        const Unknown why{"a library calls the function later: it may have changed by then", {}};
        for (std::size_t i = 0; i < now.size(); ++i) {
            for (std::size_t k = 0; k < now[i].types.size(); ++k) {
                const auto* type = std::get_if<Type>(&now[i].types[k]);
                const auto* other = are_alike ? std::get_if<Type>(&then[i].types[k]) : nullptr;
                if (type != nullptr && (other == nullptr || *type != *other)) {
                    now[i].types[k] = why;
                    now[i].parts[k] = std::nullopt;
                }
            }
            all.push_back(std::move(now[i]));
        }
        // Those that are new then are not known either.
        for (std::size_t i = are_alike ? then.size() : 0; i < then.size(); ++i) {
            std::ranges::fill(then[i].types, std::variant<Type, Unknown>(why));
            std::ranges::fill(then[i].parts, std::nullopt);
            all.push_back(std::move(then[i]));
        }
    }
}

}  // namespace pycu::sema
