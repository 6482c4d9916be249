// Calls of the functions of the file: their parameters, their bodies, what they leave behind.
#include <algorithm>

#include "python/command_line.h"
#include "python/interpreter.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

constexpr std::size_t max_running = 24;
constexpr int max_recursions = 12;
constexpr int max_passages = 2;

/// What a call gives, with the call where it is not known: so it can be told where it came from.
Value passed(const Value& value, Range range, const std::string& function) {
    const auto* unknown = value.part() != nullptr ? value.why.get() : value.get<Unknown>();
    int count = 0;
    for (const Passage* at = unknown != nullptr ? unknown->passed.get() : nullptr; at != nullptr;
         at = at->before.get()) {
        ++count;
    }
    if (unknown == nullptr || range == Range{} || count >= max_passages) {
        return value;
    }
    Unknown made = *unknown;
    made.passed = std::make_shared<const Passage>(Passage{range, function, unknown->passed});
    return value.part() != nullptr ? with_why(value, made) : Value{std::move(made), value.why};
}

}  // namespace

/// A function that is not followed may have changed all that it names with `global` and its kin.
void Interpreter::forget_foreign(StmtId def, Range range) {
    const ScopeId scope = scopes_.inside_of(def);
    if (!scope) {
        return;
    }
    const std::size_t module = natural_frame(scopes_.module_of(scope)).value_or(0);
    for (const std::string& name : scopes_.all[scope].globals) {
        if (Cell* cell = store_.find(module, name)) {
            store_.set(*cell, Slot{unknown("a function changes it", range), range, {}});
        }
    }
    for (const std::string& name : scopes_.all[scope].nonlocals) {
        for (std::size_t at = frame_; at != 0; at = store_.frame(at).parent) {
            if (Cell* cell = store_.find(at, name)) {
                store_.set(*cell, Slot{unknown("a function changes it", range), range, {}});
                break;
            }
        }
    }
}

Value Interpreter::trace(const FunctionRef& function, const CallArguments& args, bool is_open,
                         Range range) {
    if (is_kind(function, Membership::Kind::Bound)) {
        FunctionRef plain = function;
        plain.membership = nullptr;
        CallArguments all = args;
        all.positional.insert(all.positional.begin(), function.membership->self);
        all.ranges.insert(all.ranges.begin(), range);
        return trace(plain, all, is_open, range);
    }
    if (is_kind(function, Membership::Kind::Partial)) {
        const Membership& partial = *function.membership;
        FunctionRef whole = function;
        whole.membership = partial.of;
        CallArguments all = args;
        all.positional.insert(all.positional.begin(), partial.given.begin(), partial.given.end());
        for (const auto& given : partial.named) {
            const auto is_it = [&](const auto& one) { return one.first == given.first; };
            if (std::ranges::none_of(args.named, is_it)) {
                all.named.push_back(given);
            }
        }
        return trace(whole, all, is_open, range);
    }
    if (function.made != nullptr && function.made->is_cached) {
        return trace_cached(function, args, is_open, range);
    }
    const auto is_open_value = [](const Value& one) {
        return one.is_unknown() || one.part() != nullptr;
    };
    const auto is_running = [&](const Running& one) { return one.def == function.def; };
    const auto recursions = std::ranges::count_if(running_, is_running);
    if (spent() > limit_) {
        is_too_long_ = true;
    }
    // One that calls itself with something that is not known does so again and again.
    const bool has_known =
        std::ranges::any_of(args.positional, [&](const Value& one) { return !is_open_value(one); });
    const int most = has_known ? max_recursions : 1;
    if (running_.size() >= max_running || recursions > most || is_too_long_) {
        forget_foreign(function.def, range);
        escape(args, range);
        return unknown(is_too_long_ ? Evaluator::why_too_long() : "a function calls itself", range);
    }
    const symbols::ScopeId scope = scopes_.inside_of(function.def);
    if (!scope) {
        escape(args, range);
        return unknown("it is what a function returns that is not followed", range);
    }
    const syntax::Module& module = file_.module(scopes_.module_index(scope));
    if (module.is_library && !takes(def_of(function).args, args)) {
        escape(args, range);
        return unknown("`" + def_of(function).name + "` may do anything with these arguments",
                       range);
    }
    const std::size_t inner = store_.add_frame(function.frame(), scope);
    const bool was_guess = std::exchange(is_guess_, false);
    if (was_guess) {
        guesses_.try_emplace(function.def.index, inner);
    } else {
        run_.insert(function.def.index);
    }
    bind_parameters(inner, function, args, is_open);
    const bool has_unknown =
        std::ranges::any_of(args.positional, is_open_value) && !are_all_given(inner, function);
    store_.frame(inner).is_guess = was_guess || (has_unknown && !running_.empty());
    Value result;
    const auto run = [&] { result = run_body(function, inner, range); };
    if (taker_ == nullptr && is_generator(function.def) && range != used_up_) {
        lazily(run, range);
    } else {
        run();
    }
    const std::string& name = def_of(function).name;
    const auto* why = result.get<Unknown>();
    if (why != nullptr && module.is_library && !module_around(frame_).is_library &&
        (why->range == Range{} || file_.module_of(why->range).is_library)) {
        return unknown("`" + name + "` of `" + module.name + "` may return anything", range);
    }
    if (!is_known(result) || value_of(result).is_unknown()) {
        return with_why(std::move(result), Unknown{"it is what `" + name + "` returns", range});
    }
    return result;
}

/// Whether the command line says what all parameters are that have no default.
bool Interpreter::are_all_given(std::size_t frame, const FunctionRef& function) {
    const std::string& name = scopes_.all[store_.frame(frame).scope].qualname;
    const syntax::Arguments& params = def_of(function).args;
    const std::size_t count =
        params.args.size() - std::min(params.args.size(), params.defaults.size());
    return !given_.empty() &&
           std::all_of(
               params.args.begin(), params.args.begin() + std::ptrdiff_t(count),
               [&](const syntax::Arg& one) { return given_.contains(name + "." + one.arg); });
}

void Interpreter::bind_parameters(std::size_t frame, const FunctionRef& function,
                                  const CallArguments& args, bool is_open) {
    const syntax::Arguments& params = def_of(function).args;
    std::vector<const syntax::Arg*> all;
    for (const auto* list : {&params.posonlyargs, &params.args}) {
        for (const syntax::Arg& one : *list) {
            all.push_back(&one);
        }
    }
    const std::string& name = scopes_.all[store_.frame(frame).scope].qualname;
    if (!is_open) {
        note_arguments(function, args);
    }
    // Nothing calls it in the whole program: its defaults are what it gets.
    const bool takes_defaults = std::exchange(is_uncalled_, false);
    const auto missing = [&](const syntax::Arg& one, const Value* otherwise = nullptr) {
        const std::size_t outer = std::exchange(frame_, function.frame());
        const syntax::Tree* tree = std::exchange(tree_, &file_);
        auto given = command_line().clicked(def_of(function), one.arg);
        auto said = reads_docstrings_ ? documented(file_, def_of(function), one.arg) : std::nullopt;
        if (said && otherwise != nullptr && !takes_defaults && !agrees(*said, *otherwise)) {
            said = std::nullopt;  // somebody may leave it out
        }
        Value made = given ? *given
                           : parameter_value(one.annotation, takes_defaults ? otherwise : nullptr,
                                             name, one.name_range, said);
        frame_ = outer;
        tree_ = tree;
        return made;
    };
    const auto set = [&](const syntax::Arg& one, Value value) {
        if (const auto given = given_.find(name + "." + one.arg); given != given_.end()) {
            value = given->second;
        }
        store_.set(store_.cell(frame, one.arg), Slot{std::move(value), one.name_range, {}});
    };
    const std::size_t defaults = function.made->defaults.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Value* by_name = args.named_only(all[i]->arg);
        const Value* given = by_name != nullptr           ? by_name
                             : i < args.positional.size() ? &args.positional[i]
                                                          : nullptr;
        const Value* otherwise = i + defaults >= all.size()
                                     ? &function.made->defaults[i + defaults - all.size()]
                                     : nullptr;
        const bool has_default = otherwise != nullptr && !is_open;
        const Range at = i < args.ranges.size() ? args.ranges[i] : args.range;
        set(*all[i], given != nullptr ? passed(*given, by_name != nullptr ? args.range : at, name)
                     : has_default    ? *otherwise
                                      : missing(*all[i], otherwise));
    }
    for (const syntax::Arg& one : params.kwonlyargs) {
        const auto by_default = function.made->named_defaults.find(one.arg);
        const Value* given = args.named_only(one.arg);
        const Value* otherwise =
            by_default != function.made->named_defaults.end() ? &by_default->second : nullptr;
        set(one, given != nullptr                   ? passed(*given, args.range, name)
                 : otherwise != nullptr && !is_open ? *otherwise
                                                    : missing(one, otherwise));
    }
    if (params.vararg) {
        std::vector<Value> rest;
        for (std::size_t i = all.size(); i < args.positional.size(); ++i) {
            rest.push_back(args.positional[i]);
        }
        set(*params.vararg,
            is_open ? without_part(missing(*params.vararg)) : host_tuple(std::move(rest)));
    }
    if (params.kwarg) {
        const auto is_taken = [&](const std::string& given) {
            const auto is_it = [&](const syntax::Arg* one) { return one->arg == given; };
            return std::ranges::any_of(params.args, [&](const auto& one) { return is_it(&one); }) ||
                   std::ranges::any_of(params.kwonlyargs,
                                       [&](const auto& one) { return is_it(&one); });
        };
        HostItems rest;
        rest.is_dict = true;
        for (const auto& [given, value] : args.named) {
            if (!is_taken(given)) {
                rest.keys.push_back({StringValue{given}});
                rest.items.push_back(value);
            }
        }
        set(*params.kwarg,
            is_open ? without_part(missing(*params.kwarg)) : host_items(std::move(rest)));
    }
}

Value Interpreter::run_body(const FunctionRef& function, std::size_t inner, Range range) {
    const std::size_t outer = std::exchange(frame_, inner);
    const syntax::Tree* tree = std::exchange(tree_, &file_);
    const LocalValues* locals = std::exchange(locals_, nullptr);
    std::vector<Loop> loops = std::exchange(loops_, {});
    const syntax::FunctionDef& node = def_of(function);
    running_.push_back({function.def, enter()});
    running_.back().taker = std::exchange(taker_, nullptr);
    running_.back().suspended = suspended_.size();
    for (const std::string& name : scopes_.all[store_.frame(inner).scope].globals) {
        store_.frame(inner).globals.insert(name);
    }
    for (const std::string& name : scopes_.all[store_.frame(inner).scope].nonlocals) {
        store_.frame(inner).nonlocals.insert(name);
    }
    block(node.body);
    Running call = std::move(running_.back());
    running_.pop_back();
    const bool falls_off = !is_dead_;
    meet(std::move(call.exit), range);
    Value value{Value{NoneValue{}}};
    if (call.result) {
        value = falls_off ? join_hosts(*call.result, value, range, false) : *call.result;
    }
    if (call.is_generator || node.is_async) {
        value = unknown("it is what `" + node.name + "` yields", range);
    }
    frame_ = outer;
    tree_ = tree;
    locals_ = locals;
    loops_ = std::move(loops);
    return value;
}

void Interpreter::trace_with_unknowns(const FunctionRef& function, Range range) {
    const bool is_unnamed = std::exchange(is_unnamed_, false);
    const auto run = [&](const Value* made) {
        CallArguments nothing;
        nothing.range = range;
        is_uncalled_ = is_unnamed;
        if (auto self = any_object(function, made)) {
            nothing.positional.push_back(std::move(*self));
        }
        is_guess_ = true;
        is_uncalled_ = is_unnamed;
        trace(function, nothing, true, range);
        is_uncalled_ = false;
    };
    const auto [made, is_elsewhere] = made_objects(function);
    for (const Value& one : made) {
        run(&one);
    }
    // A kernel that no object launches which the program makes may be launched by others.
    const std::size_t launched = launches_.size();
    run(nullptr);
    for (std::size_t i = launched; i < launches_.size(); ++i) {
        launches_[i].is_of_any_object = !made.empty() || is_elsewhere;
    }
}

}  // namespace pycu::sema
