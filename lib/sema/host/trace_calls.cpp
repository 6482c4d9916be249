// Calls in host code: launches, functions of the file, everything else.
#include <algorithm>

#include "sema/constants/evaluation.h"
#include "sema/constants/numbers.h"
#include "sema/host/tracer.h"

namespace pycu::sema {

namespace {

constexpr std::size_t max_running = 24;

bool starts_with_any(std::string_view path, std::initializer_list<std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](auto prefix) { return path.starts_with(prefix); });
}

}  // namespace

HostValue HostTracer::call(const syntax::Call& node, ExprId id, Range range) {
    const HostValue callee = eval(node.func);
    if (auto made = made_value(callee, id)) {
        return *made;
    }
    HostArguments args;
    args.range = range;
    bool is_open = false;
    for (const ExprId arg : node.args) {
        const auto* star = std::get_if<syntax::Starred>(&tree_.exprs[arg].as);
        HostValue value = eval(star != nullptr ? star->value : arg);
        if (star == nullptr) {
            args.positional.push_back(std::move(value));
            continue;
        }
        const HostItems* items = value.items();
        if (items == nullptr || items->more != nullptr) {
            is_open = true;
        } else {
            args.positional.insert(args.positional.end(), items->items.begin(), items->items.end());
        }
    }
    for (const syntax::Keyword& keyword : node.keywords) {
        HostValue value = eval(keyword.value);
        if (keyword.arg) {
            args.named.emplace_back(*keyword.arg, std::move(value));
        } else {
            is_open = true;
        }
    }
    return dispatch(callee, node, args, is_open, range);
}

HostValue HostTracer::dispatch(const HostValue& callee, const syntax::Call& node,
                               HostArguments& args, bool is_open, Range range) {
    if (const auto* launcher = callee.get<HostLauncher>()) {
        launch(*launcher, node, args, is_open, range);
        return {Value{NoneValue{}}};
    }
    if (const auto* function = callee.get<HostFunction>()) {
        return trace(*function, args, is_open, range);
    }
    if (is_open) {
        escape(args, range);
        return host_unknown("its arguments are not known", range);
    }
    if (const auto* method = callee.get<HostMethod>()) {
        return call_method(*method, args, range);
    }
    const auto* known = callee.get<Value>();
    if (known == nullptr) {
        return host_unknown("it is no function", range);
    }
    return call_known(*known, args, range);
}

HostValue HostTracer::call_known(const Value& callee, HostArguments& args, Range range) {
    const auto* made =
        args.positional.size() == 1 ? args.positional[0].get<HostFunction>() : nullptr;
    if (callee.is<JitDecorator>() && made != nullptr && made->def) {
        return {Value{FunctionRef{made->def}}};
    }
    if (const auto* type = callee.get<TypeObject>()) {
        if (auto result = call_host_type(*type, args)) {
            return *result;
        }
    }
    if (const auto* path = callee.get<Dotted>()) {
        return call_path(path->path, args, range);
    }
    if (const auto* tuples = callee.get<NamedTupleClass>()) {
        return make_named_tuple(*tuples, args, range);
    }
    if (const auto* function = callee.get<FunctionRef>()) {
        if (auto result = call_reduction(*function, args, range)) {
            return *result;
        }
    }
    escape(args, range);
    if (const auto* function = callee.get<FunctionRef>()) {
        const auto& def = std::get<syntax::FunctionDef>(tree_.stmts[function->def].as);
        return host_unknown("it is what `" + def.name + "` returns", range);
    }
    if (callee.is<ClassRef>()) {
        return host_unknown("it is an object of a class", range);
    }
    return callee.is_unknown() ? HostValue{callee}
                               : host_unknown("it is computed while the program runs", range);
}

HostValue HostTracer::call_path(const std::string& path, HostArguments& args, Range range) {
    const auto* first = args.positional.empty() ? nullptr : args.positional[0].get<HostFunction>();
    if (is_cuda_jit(path) || is_cpu_jit(path) || is_ufunc_maker(path)) {
        if (first != nullptr && first->def) {
            return {Value{FunctionRef{first->def}}};
        }
        const auto* again =
            args.positional.empty() ? nullptr : args.positional[0].known<FunctionRef>();
        return again != nullptr ? HostValue{Value{*again}}
                                : HostValue{Value{JitDecorator{{}, evaluator_.scopes().module()}}};
    }
    const std::size_t dot = path.rfind('.');
    const std::string module = path.substr(0, dot == path.npos ? 0 : dot);
    const std::string name = path.substr(dot == path.npos ? 0 : dot + 1);
    const bool is_file = name.starts_with("load") || name.starts_with("from") ||
                         name == "genfromtxt" || name == "memmap";
    if (module == "numpy" && is_file) {
        escape(args, range);
        return host_unknown("it comes from `" + path + "`", range);
    }
    HostResult result;
    if (module == "builtins") {
        result = call_host_builtin(name, args);
    } else if (module == "math") {
        result = call_host_math(name, args);
    } else if (module == "numpy") {
        result = call_host_numpy(name, args);
    } else if (module == "numpy.random") {
        result = call_host_random(name, args, false);
    } else if (module == "numba.cuda" || module == "numba.cuda.random") {
        result = call_host_cuda(name, args);
    } else if (module == "cupy") {
        result = call_host_creation(path, args);
    } else if (module == "time" && !name.ends_with("_ns") && name != "sleep") {
        result = host_number(float64);
    } else if (path == "copy.copy" || path == "copy.deepcopy") {
        result = args.positional.size() == 1 ? std::optional(args.positional[0]) : std::nullopt;
        const auto* array = result ? result->get<HostArrayRef>() : nullptr;
        result = array != nullptr ? call_host_array_method(*array, "copy", {{}, {}, range})
                                  : std::nullopt;
    }
    if (result) {
        return *result;
    }
    escape(args, range);
    for (const HostValue& one : args.positional) {
        if (one.why_unknown() != nullptr) {
            return one;  // why the argument is not known says more
        }
    }
    return host_unknown("`" + path + "` is called while the program runs", range);
}

HostValue HostTracer::call_method(const HostMethod& method, HostArguments& args, Range range) {
    const HostValue& object = *method.object;
    if (const auto* array = object.get<HostArrayRef>()) {
        if (method.name == "setflags" || method.name == "resize" || method.name == "byteswap") {
            (*array)->spoiled = Unknown{"`" + method.name + "` changes it", range};
        }
        auto made = call_host_array_method(*array, method.name, args);
        return made ? *made : host_unknown("`" + method.name + "` is not followed", range);
    }
    if (const auto* function = object.known<FunctionRef>()) {
        if (method.name == "forall") {
            return {HostLauncher{*function}};
        }
        if (method.name == "specialize") {
            launch({*function}, {}, args, false, range);
            return object;
        }
    }
    if (const auto* path = object.known<Dotted>()) {
        const bool is_random = starts_with_any(path->path, {"numpy.random.RandomState()"});
        if (is_random || path->path == "numpy.random.Generator()") {
            auto made = call_host_random(method.name, args, !is_random);
            return made ? *made : host_unknown("`" + method.name + "` is not followed", range);
        }
    }
    if (auto made = call_items_method(method, args, range)) {
        return *made;
    }
    escape(args, range);
    return host_unknown("it is computed while the program runs", range);
}

/// `xs.append(3)` and its kin.
HostResult HostTracer::call_items_method(const HostMethod& method, const HostArguments& args,
                                         Range range) {
    const auto* ref = method.object->get<HostItemsRef>();
    if (ref == nullptr) {
        return std::nullopt;
    }
    HostItems& list = **ref;
    if (method.name == "index" || method.name == "count") {
        return host_integer();
    }
    if (method.name == "append" && args.positional.size() == 1) {
        // A list may be given to itself; what holds it is not followed.
        const HostItems* inner = args.positional[0].items();
        const bool is_flat = inner == nullptr || inner->depth == 1;
        const HostValue item = is_flat && inner != &list
                                   ? args.positional[0]
                                   : host_unknown("it is in a list of lists", range);
        list.depth = std::max(list.depth, inner != nullptr ? 2 : 1);
        HostValue more = list.more != nullptr ? join_hosts(*list.more, item, range, true) : item;
        list.may_be_empty = true;
        list.more = std::make_shared<HostValue>(std::move(more));
        return HostValue{Value{NoneValue{}}};
    }
    list.more = std::make_shared<HostValue>(host_unknown("its items change", range));
    return std::nullopt;
}

/// Values that an unknown function gets: it may call functions and fill lists.
void HostTracer::escape(const HostArguments& args, Range range) {
    std::vector<HostValue> all = args.positional;
    for (const auto& [name, value] : args.named) {
        all.push_back(value);
    }
    for (const HostValue& one : all) {
        if (const auto* function = one.get<HostFunction>()) {
            const State before = state_;
            trace_with_unknowns(*function, range);
            state_ = joined(before, state_, range, false);
        }
        const auto* list = one.get<HostItemsRef>();
        if (list != nullptr && (*list)->is_list) {
            (*list)->more = std::make_shared<HostValue>(host_unknown("its items change", range));
        }
    }
}

void HostTracer::launch(const HostLauncher& launcher, const syntax::Call& node,
                        const HostArguments& args, bool is_open, Range range) {
    Launch made;
    made.function = launcher.function;
    made.range = range;
    made.is_open = is_open;
    if (!node.keywords.empty() && node.keywords[0].arg) {
        made.keyword = node.keywords[0].range;
    }
    const bool are_written = node.args.size() == args.positional.size();
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        const Range at = are_written ? tree_.exprs[node.args[i]].range : range;
        made.args.push_back({launch_type(args.positional[i], evaluator_.types(), at), at});
    }
    launches_.push_back(std::move(made));
}

const syntax::Arguments& HostTracer::parameters_of(const HostFunction& function) const {
    return function.def ? std::get<syntax::FunctionDef>(tree_.stmts[function.def].as).args
                        : std::get<syntax::Lambda>(tree_.exprs[function.lambda].as).args;
}

HostValue HostTracer::trace(const HostFunction& function, const HostArguments& args, bool is_open,
                            Range range) {
    const auto is_running = [&](const Running& one) {
        return function.def && one.def == function.def;
    };
    if (running_.size() >= max_running || std::ranges::any_of(running_, is_running)) {
        return host_unknown("a function calls itself", range);
    }
    traced_.insert(function.def ? function.def.index : ~function.lambda.index);
    const std::size_t inner = next_frame_++;
    Frame& frame = writable(inner);
    frame.parent = function.frame;
    bind_parameters(frame, function, args, is_open);
    return run_body(function, inner, range);
}

void HostTracer::bind_parameters(Frame& frame, const HostFunction& function,
                                 const HostArguments& args, bool is_open) {
    const syntax::Arguments& params = parameters_of(function);
    std::vector<const syntax::Arg*> all;
    for (const auto* list : {&params.posonlyargs, &params.args}) {
        for (const syntax::Arg& one : *list) {
            all.push_back(&one);
        }
    }
    const std::string name = function.def
                                 ? std::get<syntax::FunctionDef>(tree_.stmts[function.def].as).name
                                 : "a lambda";
    const auto missing = [&](const syntax::Arg& one) {
        // `n: int` is the user's word for it.
        const auto* hint =
            one.annotation ? std::get_if<syntax::Name>(&tree_.exprs[one.annotation].as) : nullptr;
        if (hint != nullptr && (hint->id == "int" || hint->id == "float" || hint->id == "bool")) {
            return hint->id == "int"     ? host_integer()
                   : hint->id == "float" ? host_number(float64)
                                         : host_number(boolean);
        }
        return host_unknown("it is a parameter of `" + name + "`", one.name_range);
    };
    const std::size_t defaults = function.defaults->size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const HostValue* given = i < args.positional.size() ? &args.positional[i] : nullptr;
        for (const auto& [key, value] : args.named) {
            given = key == all[i]->arg ? &value : given;
        }
        const bool has_default = i + defaults >= all.size() && !is_open;
        frame.names[all[i]->arg] = given != nullptr ? *given
                                   : has_default ? (*function.defaults)[i + defaults - all.size()]
                                                 : missing(*all[i]);
    }
    for (const syntax::Arg& one : params.kwonlyargs) {
        const auto by_default = function.named_defaults->find(one.arg);
        frame.names[one.arg] = by_default != function.named_defaults->end() && !is_open
                                   ? by_default->second
                                   : missing(one);
        for (const auto& [key, value] : args.named) {
            if (key == one.arg) {
                frame.names[one.arg] = value;
            }
        }
    }
    if (params.vararg) {
        std::vector<HostValue> rest;
        for (std::size_t i = all.size(); i < args.positional.size(); ++i) {
            rest.push_back(args.positional[i]);
        }
        frame.names[params.vararg->arg] =
            is_open ? missing(*params.vararg) : host_tuple(std::move(rest));
    }
    if (params.kwarg) {
        frame.names[params.kwarg->arg] = missing(*params.kwarg);
    }
}

HostValue HostTracer::run_body(const HostFunction& function, std::size_t inner, Range range) {
    const std::size_t outer = frame_;
    const std::vector<Paths> loops = std::move(loops_);
    loops_.clear();
    frame_ = inner;
    running_.push_back({function.def, std::nullopt, std::nullopt});
    HostValue value{Value{NoneValue{}}};
    if (function.def) {
        const auto& node = std::get<syntax::FunctionDef>(tree_.stmts[function.def].as);
        block(node.body);
        Running& call = running_.back();
        const bool falls_off = !state_.is_dead;
        if (call.exits) {
            state_ = joined(state_, *call.exits, range, false);
        }
        if (call.result) {
            value = falls_off ? join_hosts(*call.result, value, range, false) : *call.result;
        }
        if (call.is_generator || node.is_async) {
            value = host_unknown("it is what `" + node.name + "` yields", range);
        }
    } else {
        value = eval(std::get<syntax::Lambda>(tree_.exprs[function.lambda].as).body);
    }
    running_.pop_back();
    frame_ = outer;
    loops_ = loops;
    if (!captured_.contains(inner)) {
        state_.frames.erase(inner);
    }
    return value;
}

void HostTracer::trace_with_unknowns(const HostFunction& function, Range range) {
    HostArguments nothing;
    nothing.range = range;
    trace(function, nothing, true, range);
}

/// Functions that nothing here calls: others may, with anything.
void HostTracer::trace_uncalled() {
    state_.is_dead = false;
    for (bool has_parameters : {false, true}) {
        for (std::size_t i = 0; i < made_.size() && !has_given_up_; ++i) {
            const HostFunction function = made_[i];
            const syntax::Arguments& params = parameters_of(function);
            const bool takes_some = !params.posonlyargs.empty() || !params.args.empty() ||
                                    !params.kwonlyargs.empty() || params.vararg || params.kwarg;
            const bool is_traced =
                traced_.contains(function.def ? function.def.index : ~function.lambda.index);
            if (is_traced || (takes_some && !has_parameters)) {
                continue;
            }
            const State before = state_;
            frame_ = 0;
            trace_with_unknowns(function, {});
            state_ = before;
            state_.is_dead = false;
        }
    }
}

}  // namespace pycu::sema
