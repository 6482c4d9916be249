// Functions inside device code: nested `def`s and lambdas, what they capture, what they set. See
// closures.h and body.h.
#include <algorithm>

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "lower/versions.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

void add_names(const std::vector<std::string>& names, std::vector<std::string>& to) {
    for (const std::string& name : names) {
        if (std::ranges::find(to, name) == to.end()) {
            to.push_back(name);
        }
    }
}

}  // namespace

/// What a function that is an argument captures, unless its callee captures the same anyway.
static std::vector<std::string> lent_captures(const Lowering& ctx, const FunctionRef* function,
                                              const std::vector<std::string>& own) {
    const DeviceFunction* passed =
        function != nullptr ? ctx.instances.functions().find(*function) : nullptr;
    if (passed == nullptr) {
        return {};
    }
    const std::vector<std::string>& names = ctx.instances.closures().captures(passed->scope);
    const bool is_same = std::ranges::all_of(
        names, [&](const std::string& name) { return std::ranges::find(own, name) != own.end(); });
    return is_same ? std::vector<std::string>{} : names;
}

/// The last place in a function inside this one that sets a variable; the function's own range
/// where others do it for it.
static Range assignment_in(const Lowering& ctx, const std::string& name, Range whole) {
    Range last = whole;
    for (ScopeId at = ctx.decl.scope; at; at = ctx.evaluator.scopes().all[at].parent) {
        const auto* list = ctx.evaluator.scopes().bindings(name, at);
        for (const Binding& binding : list != nullptr ? *list : std::vector<Binding>{}) {
            const bool is_inside = whole.contains(binding.range);
            last = binding.kind == Binding::Kind::Foreign && is_inside ? binding.range : last;
        }
    }
    return last;
}

static Sharing sharing(Lowering& ctx, const std::vector<Argument>& args) {
    Closures& closures = ctx.instances.closures();
    Sharing made;
    made.captures = closures.captures(ctx.decl.scope);
    made.returned = closures.writes(ctx.decl.scope);
    std::vector<std::string> params;
    symbols::for_each_parameter(ctx.def.args,
                                [&](const syntax::Arg& arg) { params.push_back(arg.arg); });
    std::vector<std::string> lent;
    add_names(made.captures, params);
    for (std::size_t i = 0; i < std::min(args.size(), params.size()); ++i) {
        const auto* function = args[i].known ? args[i].known->get<FunctionRef>() : nullptr;
        for (const std::string& name : lent_captures(ctx, function, made.captures)) {
            lent.push_back(params[i] + "." + name);
            ctx.lent.push_back({*function, name, {}});
        }
    }
    add_names(lent, made.captures);
    for (const ScopeId inner : closures.visible(ctx.decl.scope)) {
        add_names(closures.captures(inner), made.lent);
        add_names(closures.writes(inner), made.set_by_calls);
    }
    made.set_by = [&ctx](const syntax::Call& call) {
        std::vector<Sharing::Set> sets;
        const auto* name = ctx.get<syntax::Name>(call.func);
        if (name == nullptr) {
            return sets;
        }
        for (const ScopeId callee : ctx.instances.closures().named(name->id, ctx.decl.scope)) {
            const Range whole = ctx.tree.stmts[ctx.evaluator.scopes().all[callee].def].range;
            for (const std::string& one : ctx.instances.closures().writes(callee)) {
                const bool is_new =
                    std::ranges::none_of(sets, [&](const auto& set) { return set.first == one; });
                if (is_new) {
                    sets.emplace_back(one, assignment_in(ctx, one, whole));
                }
            }
        }
        return sets;
    };
    return made;
}

/// The flow of the body, with what it shares with the functions around it and inside it.
void make_flow(Lowering& ctx, const std::vector<Argument>& args) {
    ctx.instances.closures().add_device_scope(ctx.decl.scope);
    std::vector<std::string> locals = symbols::local_names(ctx.tree, ctx.def);
    ctx.sharing = sharing(ctx, args);
    const Scope& own = ctx.evaluator.scopes().all[ctx.decl.scope];
    for (const std::string& name : ctx.sharing.captures) {
        if (own.bindings.contains(name)) {
            ctx.shadowed = name;
        }
    }
    add_names(ctx.sharing.captures, locals);
    ctx.flow = flow::build_flow(
        ctx.tree, ctx.def, locals,
        [&](ExprId test, const Flow& flow) { return known_truth(ctx, test, flow); },
        [&](ExprId iterable) { return is_filled(ctx, iterable); }, ctx.sharing);
    std::size_t next = ctx.flow.params.size() - ctx.lent.size();
    for (Lowering::Lent& lent : ctx.lent) {
        lent.version = ctx.flow.params[next++];
    }
}

/// A function that stands in this one.
FunctionRef inner_function(const Lowering& ctx, StmtId def) {
    const bool is_copy = ctx.evaluator.scopes().all[ctx.decl.scope].original.valid();
    return {def, is_copy ? ctx.decl.scope : ScopeId{}};
}

void lower_function(Lowering& ctx, const syntax::FunctionDef& s, StmtId id) {
    const auto version = ctx.flow.function_defs.find(id.index);
    const bool is_plain = s.decorator_list.empty() && !s.is_async;
    if (!is_plain) {
        refused(ctx, s.name_range, s.is_async ? "an async function" : "a decorator");
    }
    if (version != ctx.flow.function_defs.end()) {
        set_version(ctx, version->second,
                    is_plain ? known(Value{inner_function(ctx, id)}) : error());
    }
}

/// Whether a name is a variable of a comprehension around a function: `f(lambda: x) for x in a`.
bool is_of_comprehension(const Lowering& ctx, const std::string& name, Range range) {
    bool is_one = false;
    for (std::uint32_t i = 0; i < ctx.tree.exprs.size() && !is_one; ++i) {
        const auto* generators = comprehension(ctx, ExprId{i});
        const Range whole = ctx.range(ExprId{i});
        if (generators == nullptr || !whole.contains(range)) {
            continue;
        }
        for (const syntax::Comprehension& generator : *generators) {
            symbols::for_each_target_name(
                ctx.tree, generator.target,
                [&](ExprId, const std::string& one) { is_one = is_one || one == name; });
        }
    }
    return is_one;
}

/// The value that a captured variable has at a call.
static Operand captured(Lowering& ctx, const FunctionRef& function, const std::string& name,
                        ExprId call) {
    const Range range = ctx.range(call);
    for (const Lowering::Lent& lent : ctx.lent) {
        if (lent.function == function && lent.name == name) {
            return read_version(ctx, lent.version, range);
        }
    }
    const auto variable = ctx.flow.variable_index.find(name);
    if (variable != ctx.flow.variable_index.end()) {
        const auto version = ctx.flow.at_calls.find({call.index, variable->second});
        if (version != ctx.flow.at_calls.end()) {
            return read_version(ctx, version->second, range);
        }
    }
    const DeviceFunction* callee = ctx.instances.functions().find(function);
    return unsupported(ctx, range,
                       "calling `" + callee->qualname + "` away from its variable `" + name + "`");
}

static Failure refuse_writer(Lowering& ctx, const DeviceFunction& function, ExprId call) {
    return fail<Code::PassedWriter>(ctx, ctx.range(call), function.qualname)
        .label(function.name_range, "it sets variables of the function around it")
        .help("return the value, and set the variable behind the call");
}

/// Adds what a callee captures, and what the functions capture that it gets as arguments.
void add_captures(Lowering& ctx, const DeviceFunction& callee, ExprId call,
                  std::vector<Operand>& args) {
    Closures& closures = ctx.instances.closures();
    const std::vector<std::string> own = closures.captures(callee.scope);
    std::vector<Operand> added;
    const auto add_capture = [&](const FunctionRef& function, const std::string& name) {
        const Operand operand = captured(ctx, function, name, call);
        const bool is_tuple = operand.get<HostItems>() != nullptr;
        added.push_back(is_tuple ? runtime(ctx, operand, ctx.range(call)) : operand);
    };
    for (const std::string& name : own) {
        add_capture(callee.ref, name);
    }
    for (const Operand& arg : args) {
        const auto* function = arg.get<FunctionRef>();
        const DeviceFunction* passed =
            function != nullptr ? ctx.instances.functions().find(*function) : nullptr;
        if (passed != nullptr && !closures.writes(passed->scope).empty()) {
            added = {refuse_writer(ctx, *passed, call)};
            break;
        }
        for (const std::string& name : lent_captures(ctx, function, own)) {
            add_capture(*function, name);
        }
    }
    args.insert(args.end(), added.begin(), added.end());
}

/// The value of a call, behind the assignments of what it sets through `nonlocal`.
Operand finish_call(Lowering& ctx, const Instance& instance, const DeviceFunction& callee,
                    ir::ExprId made, ExprId call) {
    const Range range = ctx.range(call);
    const std::vector<std::string>& writes = ctx.instances.closures().writes(callee.scope);
    Operand operand = Operand::of(instance.result, made);
    if (writes.empty()) {
        if (!operand.type.is_none()) {
            operand.ir = bind(ctx, made);
            return operand;
        }
        emit(ctx, ctx.current_stmt, ir::Evaluate{made});
        return known(Value{NoneValue{}});
    }
    const auto set = ctx.flow.set_by_calls.find(call.index);
    if (set == ctx.flow.set_by_calls.end() || set->second.size() != writes.size()) {
        return refuse_writer(ctx, callee, call);
    }
    if (writes.size() == 1 && !instance.returns_value) {
        operand.ir = bind(ctx, made);
        assign_version(ctx, set->second.front(), operand, range);
        return known(Value{NoneValue{}});
    }
    const auto types = ctx.types.items(operand.type);
    ir::Unpack node;
    node.value = made;
    ir::LocalId result;
    if (instance.returns_value) {
        result = temporary(ctx, "result", types[0], range);
        node.targets.push_back(result);
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        const Type type = types[types.size() - writes.size() + i];
        node.targets.push_back(unpacked_local(ctx, set->second[i], type));
    }
    emit(ctx, ctx.current_stmt, std::move(node));
    return result.valid() ? value(ctx, types[0], range, ir::Read{result})
                          : known(Value{NoneValue{}});
}

/// What a function returns: its result and the variables around it that it has set.
Operand with_returned(Lowering& ctx, const Operand& result, std::uint32_t stmt, Range range) {
    const bool has_value = !result.is_known() || result.get<NoneValue>() == nullptr;
    std::vector<Operand> items;
    if (has_value) {
        items.push_back(runtime(ctx, result, range));
    }
    if (ctx.has_result && has_value != ctx.returns_value) {
        return unsupported(ctx, range, "a function that returns a value on some paths only");
    }
    ctx.returns_value = has_value;
    ctx.instances[ctx.self].returns_value = has_value;
    for (const std::string& name : ctx.sharing.returned) {
        const auto variable = ctx.flow.variable_index.at(name);
        items.push_back(runtime(
            ctx, read_version(ctx, ctx.flow.at_returns.at({stmt, variable}), range), range));
    }
    return items.size() == 1 ? items.front() : tuple_of(ctx, items, range);
}

}  // namespace pycu::sema
