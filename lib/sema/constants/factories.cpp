// Calls of the file's own functions: `k3 = make(3)` makes a kernel with `n` frozen at 3.
//
// A call gets a copy of the function's scope, in which the parameters have values; what the
// function defines then stands in that copy, and so is another function for each call.
#include <algorithm>

#include "sema/constants/evaluation.h"
#include "sema/constants/evaluator.h"

namespace pycu::sema {

namespace {

/// More calls than this are not followed; a recursive function makes many.
constexpr std::size_t max_calls = 2000;
constexpr int max_call_depth = 60;

bool is_cache(std::string_view path) {
    return path == "functools.lru_cache" || path == "functools.cache" || path == "functools.wraps";
}

/// The default of a parameter by its place among those that have a place.
syntax::ExprId default_at(const syntax::Arguments& args, std::size_t at) {
    const std::size_t count = args.posonlyargs.size() + args.args.size();
    const std::size_t first = count - std::min(args.defaults.size(), count);
    return at >= first && at < count ? args.defaults[at - first] : syntax::ExprId{};
}

}  // namespace

/// Whether a call runs the body: no decorator, or one that only remembers results.
bool Evaluator::runs_as_written(const syntax::FunctionDef& node, ScopeId outer) {
    return !node.is_async && std::ranges::all_of(node.decorator_list, [&](syntax::ExprId expr) {
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[expr].as);
        const Value value =
            Evaluation(*this, tree_, View{outer}, nullptr).value(call ? call->func : expr);
        const auto* path = value.get<Dotted>();
        return path != nullptr && is_cache(path->path);
    });
}

/// Gives the parameters of a copied scope their values; false where the call does not fit.
bool Evaluator::bind_arguments(const FunctionRef& function, const CallArguments& args,
                               ScopeId scope) {
    const auto& node = std::get<syntax::FunctionDef>(tree_.stmts[function.def].as);
    std::vector<const syntax::Arg*> params;
    for (const auto* list : {&node.args.posonlyargs, &node.args.args}) {
        std::ranges::transform(*list, std::back_inserter(params),
                               [](const syntax::Arg& arg) { return &arg; });
    }
    const std::size_t placed = params.size();
    for (const syntax::Arg& arg : node.args.kwonlyargs) {
        params.push_back(&arg);
    }
    if (node.args.kwarg || (args.positional.size() > placed && !node.args.vararg)) {
        return false;
    }
    std::size_t used = 0;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const auto named =
            std::ranges::find(args.named, params[i]->arg, &std::pair<std::string, Value>::first);
        std::optional<Value> value;
        if (i < placed && i < args.positional.size()) {
            value = args.positional[i];
        } else if (named != args.named.end()) {
            value = named->second;
            ++used;
        } else {
            const syntax::ExprId otherwise = i < placed ? default_at(node.args, i)
                                             : i - placed < node.args.kw_defaults.size()
                                                 ? node.args.kw_defaults[i - placed]
                                                 : syntax::ExprId{};
            if (!otherwise) {
                return false;
            }
            const View outer{scopes_.all[scope].parent, tree_.stmts[function.def].range.begin};
            value = Evaluation(*this, tree_, outer, nullptr).value(otherwise);
        }
        given_[{scope, params[i]->name_range.begin}] = std::move(*value);
    }
    if (node.args.vararg) {
        TupleValue rest;
        for (std::size_t i = placed; i < args.positional.size(); ++i) {
            rest.items.push_back(args.positional[i]);
        }
        given_[{scope, node.args.vararg->name_range.begin}] = Value{std::move(rest)};
    }
    return used == args.named.size();
}

/// The value of the `return` that a copied scope reaches.
Value Evaluator::returned(ScopeId scope, Range range) {
    const std::vector<ReturnSite> sites = scopes_.all[scope].returns;
    for (const ReturnSite& site : sites) {
        const View view{scope, tree_.exprs[site.value].range.begin, site.guard};
        const Active is_active = active(site.guard, View{scope});
        if (is_active == Active::Yes) {
            return Evaluation(*this, tree_, view, nullptr).value(site.value);
        }
        if (is_active == Active::Unknown) {
            return unknown("it depends on a condition that is not known", range);
        }
    }
    return unknown("the function returns nothing", range);
}

Value Evaluator::call_function(const FunctionRef& function, const CallArguments& args,
                               syntax::ExprId call, const View& view, Range range) {
    const std::pair key(call, view.scope);
    if (const auto known = calls_.find(key); known != calls_.end()) {
        return known->second;
    }
    const auto& node = std::get<syntax::FunctionDef>(tree_.stmts[function.def].as);
    const Value refused = unknown("it is what `" + node.name + "` returns", range);
    const ScopeId natural = scopes_.inside_of(function.def);
    const ScopeId outer = function.outer ? function.outer : scopes_.all[natural].parent;
    if (function.jit || scopes_.all[natural].returns.empty() || calls_.size() > max_calls ||
        depth_ > max_call_depth || !runs_as_written(node, outer)) {
        return refused;
    }
    // What a function makes of its own parameters is known where it is called.
    const auto is_open = [](const Value& value) { return value.is_unknown(); };
    if (view.scope != scopes_.module() && std::ranges::any_of(args.positional, is_open)) {
        return refused;
    }
    calls_[key] = refused;
    const ScopeId inside = scopes_.inside_of(function.def, outer);
    const ScopeId scope = scopes_.copy(inside).at(inside);
    if (!bind_arguments(function, args, scope)) {
        return refused;
    }
    Value result = returned(scope, range);
    if (result.is_unknown()) {
        return refused;
    }
    return calls_[key] = std::move(result);
}

/// Whether an expression may give a function that a call makes; tables of numbers are not computed
/// to find out.
bool Evaluator::may_make(syntax::ExprId expr, ScopeId scope) {
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[expr].as)) {
        return std::ranges::any_of(tuple->elts,
                                   [&](syntax::ExprId one) { return may_make(one, scope); });
    }
    if (const auto* choice = std::get_if<syntax::IfExp>(&tree_.exprs[expr].as)) {
        return may_make(choice->body, scope) || may_make(choice->orelse, scope);
    }
    const auto* call = std::get_if<syntax::Call>(&tree_.exprs[expr].as);
    if (call == nullptr) {
        return false;
    }
    const Value callee = evaluate(call->func, scope).value;
    const auto* path = callee.get<Dotted>();
    return callee.is<FunctionRef>() || callee.is<JitDecorator>() ||
           (path != nullptr &&
            (is_cuda_jit(path->path) || is_cpu_jit(path->path) || is_ufunc_maker(path->path)));
}

void Evaluator::add_made(ScopeId id, std::vector<Made>& made) {
    const Scope& scope = scopes_.all[id];
    const bool is_inner = scope.kind == Scope::Kind::Function;
    struct Place {
        const std::string* name;
        const std::vector<Binding>* list;
        std::size_t at;
    };
    std::vector<Place> places;
    for (const auto& [name, list] : scope.bindings) {
        for (std::size_t at = 0; at < list.size(); ++at) {
            if (list[at].kind == Binding::Kind::Assign) {
                places.push_back({&name, &list, at});
            }
        }
    }
    // Functions are made in the order of the text.
    std::ranges::sort(places, {}, [](const Place& one) { return (*one.list)[one.at].range.begin; });
    for (const Place& place : places) {
        const Binding& binding = (*place.list)[place.at];
        if (!may_make(binding.value, id) || active(binding.guard, View{id}) == Active::No) {
            continue;
        }
        const Bound bound = own(*place.list, place.at, id);
        const auto* function = bound.value ? bound.value->get<FunctionRef>() : nullptr;
        if (function != nullptr && (function->outer || (function->jit && !is_inner))) {
            const std::string prefix = scope.qualname.empty() ? "" : scope.qualname + ".";
            made.push_back({prefix + *place.name, *function, binding.range});
        }
    }
}

std::vector<Evaluator::Made> Evaluator::made_functions() {
    std::vector<Made> made;
    for (std::uint32_t i = 0, end = std::uint32_t(scopes_.all.size()); i < end; ++i) {
        add_made(ScopeId{i}, made);
    }
    std::ranges::sort(made, {}, [](const Made& one) { return one.range.begin; });
    return made;
}

}  // namespace pycu::sema
