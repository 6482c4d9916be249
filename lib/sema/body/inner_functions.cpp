// Functions inside device code: nested `def`s and lambdas, what they capture, what they set. See
// closures.h and body.h.
#include <algorithm>

#include "sema/body/body.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"

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

/// The flow of the body, with what it shares with the functions around it and inside it.
void Body::make_flow(const std::vector<Argument>& args) {
    instances_.closures().add_device_scope(decl_.scope);
    std::vector<std::string> locals = symbols::local_names(tree_, def_);
    sharing_ = sharing(args);
    const Scope& own = evaluator_.scopes().all[decl_.scope];
    for (const std::string& name : sharing_.captures) {
        if (own.bindings.contains(name)) {
            shadowed_ = name;
        }
    }
    add_names(sharing_.captures, locals);
    flow_ = flow::build_flow(
        tree_, def_, locals, [&](ExprId test, const Flow& flow) { return known_truth(test, flow); },
        sharing_);
    std::size_t next = flow_.params.size() - lent_.size();
    for (Lent& lent : lent_) {
        lent.version = flow_.params[next++];
    }
}

Sharing Body::sharing(const std::vector<Argument>& args) {
    Closures& closures = instances_.closures();
    Sharing made;
    made.captures = closures.captures(decl_.scope);
    made.returned = closures.writes(decl_.scope);
    std::vector<std::string> params;
    symbols::for_each_parameter(def_.args,
                                [&](const syntax::Arg& arg) { params.push_back(arg.arg); });
    std::vector<std::string> lent;
    add_names(made.captures, params);
    for (std::size_t i = 0; i < std::min(args.size(), params.size()); ++i) {
        const auto* function = args[i].known ? args[i].known->get<FunctionRef>() : nullptr;
        for (const std::string& name : lent_captures(function, made.captures)) {
            lent.push_back(params[i] + "." + name);
            lent_.push_back({*function, name, {}});
        }
    }
    add_names(lent, made.captures);
    for (const ScopeId inner : closures.visible(decl_.scope)) {
        add_names(closures.captures(inner), made.lent);
        add_names(closures.writes(inner), made.set_by_calls);
    }
    made.set_by = [this](const syntax::Call& call) {
        std::vector<Sharing::Set> sets;
        const auto* name = std::get_if<syntax::Name>(&tree_.exprs[call.func].as);
        if (name == nullptr) {
            return sets;
        }
        for (const ScopeId callee : instances_.closures().named(name->id, decl_.scope)) {
            const Range whole = tree_.stmts[evaluator_.scopes().all[callee].def].range;
            for (const std::string& one : instances_.closures().writes(callee)) {
                const bool is_new =
                    std::ranges::none_of(sets, [&](const auto& set) { return set.first == one; });
                if (is_new) {
                    sets.emplace_back(one, assignment_in(one, whole));
                }
            }
        }
        return sets;
    };
    return made;
}

/// The last place in a function inside this one that sets a variable; the function's own range
/// where others do it for it.
Range Body::assignment_in(const std::string& name, Range whole) const {
    Range last = whole;
    for (ScopeId at = decl_.scope; at; at = evaluator_.scopes().all[at].parent) {
        const auto* list = evaluator_.scopes().bindings(name, at);
        for (const Binding& binding : list != nullptr ? *list : std::vector<Binding>{}) {
            const bool is_inside =
                binding.range.begin >= whole.begin && binding.range.end <= whole.end;
            last = binding.kind == Binding::Kind::Foreign && is_inside ? binding.range : last;
        }
    }
    return last;
}

/// A function that stands in this one.
FunctionRef Body::inner_function(StmtId def) const {
    const bool is_copy = evaluator_.scopes().all[decl_.scope].original.valid();
    return {def, is_copy ? decl_.scope : ScopeId{}};
}

void Body::lower_function(const syntax::FunctionDef& s, StmtId id) {
    const auto version = flow_.function_defs.find(id.index);
    const bool is_plain = s.decorator_list.empty() && !s.is_async;
    if (!is_plain) {
        refused(s.name_range, s.is_async ? "an async function" : "a decorator");
    }
    if (version != flow_.function_defs.end()) {
        set_version(version->second, is_plain ? known(Value{inner_function(id)}) : error());
    }
}

/// Whether a name is a variable of a comprehension around a function: `f(lambda: x) for x in a`.
bool Body::is_of_comprehension(const std::string& name, Range range) const {
    bool is_one = false;
    for (std::uint32_t i = 0; i < tree_.exprs.size() && !is_one; ++i) {
        const auto* generators = comprehension(ExprId{i});
        const Range whole = tree_.exprs[ExprId{i}].range;
        if (generators == nullptr || whole.begin > range.begin || whole.end < range.end) {
            continue;
        }
        for (const syntax::Comprehension& generator : *generators) {
            symbols::for_each_target_name(
                tree_, generator.target,
                [&](ExprId, const std::string& one) { is_one = is_one || one == name; });
        }
    }
    return is_one;
}

/// The value that a captured variable has at a call.
Operand Body::captured(const FunctionRef& function, const std::string& name, ExprId call) {
    const Range range = tree_.exprs[call].range;
    for (const Lent& lent : lent_) {
        if (lent.function == function && lent.name == name) {
            return read_version(lent.version, range);
        }
    }
    const auto variable = flow_.variable_index.find(name);
    if (variable != flow_.variable_index.end()) {
        const auto version = flow_.at_calls.find({call.index, variable->second});
        if (version != flow_.at_calls.end()) {
            return read_version(version->second, range);
        }
    }
    const DeviceFunction* callee = instances_.functions().find(function);
    return unsupported(range,
                       "calling `" + callee->qualname + "` away from its variable `" + name + "`");
}

/// What a function that is an argument captures, unless its callee captures the same anyway.
std::vector<std::string> Body::lent_captures(const FunctionRef* function,
                                             const std::vector<std::string>& own) const {
    const DeviceFunction* passed =
        function != nullptr ? instances_.functions().find(*function) : nullptr;
    if (passed == nullptr) {
        return {};
    }
    const std::vector<std::string>& names = instances_.closures().captures(passed->scope);
    const bool is_same = std::ranges::all_of(
        names, [&](const std::string& name) { return std::ranges::find(own, name) != own.end(); });
    return is_same ? std::vector<std::string>{} : names;
}

/// Adds a captured variable to the arguments of a call.
bool Body::add_capture(const FunctionRef& function, const std::string& name, ExprId call,
                       std::vector<Operand>& args) {
    Operand operand = captured(function, name, call);
    if (operand.is_known() && operand.get<TupleValue>() != nullptr) {
        operand = runtime(std::move(operand), tree_.exprs[call].range);
    }
    if (!operand.is_value() && !operand.is_known()) {
        has_failed_args_ = operand.kind == Operand::Kind::Error;
        return false;
    }
    args.push_back(std::move(operand));
    return true;
}

/// Adds what a callee captures, and what the functions capture that it gets as arguments.
bool Body::add_captures(const DeviceFunction& callee, ExprId call, std::vector<Operand>& args) {
    Closures& closures = instances_.closures();
    for (const Operand& arg : args) {
        const auto* function = arg.get<FunctionRef>();
        const DeviceFunction* passed =
            function != nullptr ? instances_.functions().find(*function) : nullptr;
        if (passed != nullptr && !closures.writes(passed->scope).empty()) {
            report<diag::Code::PassedWriter>(tree_.exprs[call].range, passed->qualname)
                .label(passed->name_range, "it sets variables of the function around it")
                .help("return the value, and set the variable behind the call");
            has_failed_args_ = true;
            return false;
        }
    }
    const std::vector<std::string> own = closures.captures(callee.scope);
    for (const std::string& name : own) {
        if (!add_capture(callee.ref, name, call, args)) {
            return false;
        }
    }
    for (std::size_t i = 0, count = args.size(); i < count; ++i) {
        const auto* passed = args[i].get<FunctionRef>();
        const std::optional<FunctionRef> function =
            passed != nullptr ? std::optional(*passed) : std::nullopt;
        for (const std::string& name : lent_captures(function ? &*function : nullptr, own)) {
            if (!add_capture(*function, name, call, args)) {
                return false;
            }
        }
    }
    return true;
}

/// The value of a call, behind the assignments of what it sets through `nonlocal`.
Operand Body::finish_call(const Instance& instance, const DeviceFunction& callee, ir::ExprId made,
                          ExprId call) {
    const Range range = tree_.exprs[call].range;
    const std::vector<std::string>& writes = instances_.closures().writes(callee.scope);
    Operand operand;
    operand.kind = Operand::Kind::Value;
    operand.type = instance.result;
    operand.ir = made;
    if (writes.empty()) {
        if (!operand.type.is_none()) {
            operand.ir = bind(made);
            return operand;
        }
        emit(current_stmt_, ir::Evaluate{made});
        return known(Value{NoneValue{}});
    }
    const auto set = flow_.set_by_calls.find(call.index);
    if (set == flow_.set_by_calls.end() || set->second.size() != writes.size()) {
        report<diag::Code::PassedWriter>(range, callee.qualname)
            .label(callee.name_range, "it sets variables of the function around it")
            .help("return the value, and set the variable behind the call");
        return error();
    }
    if (writes.size() == 1 && !instance.returns_value) {
        operand.ir = bind(made);
        set_version(set->second.front(), operand);
        assign_value(set->second.front(), operand, range, false);
        return known(Value{NoneValue{}});
    }
    const auto types = evaluator_.types().items(operand.type);
    ir::Unpack node;
    node.value = made;
    ir::LocalId result;
    if (instance.returns_value) {
        result = temporary("result", types[0], range);
        node.targets.push_back(result);
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        const VersionId version = set->second[i];
        Operand item;
        item.kind = Operand::Kind::Value;
        item.type = types[types.size() - writes.size() + i];
        set_version(version, item);
        node.targets.push_back(flow_.versions[version].is_read
                                   ? local_of(version, versions_[version.index].type)
                                   : ir::LocalId{});
    }
    emit(current_stmt_, std::move(node));
    return result.valid() ? value(types[0], range, ir::Read{result}) : known(Value{NoneValue{}});
}

/// What a function returns: its result and the variables around it that it has set.
Operand Body::with_returned(const Operand& result, std::uint32_t stmt, Range range) {
    const bool has_value = !result.is_known() || result.get<NoneValue>() == nullptr;
    std::vector<Operand> items;
    if (has_value) {
        items.push_back(runtime(result, range));
    }
    if (has_result_ && has_value != returns_value_) {
        return unsupported(range, "a function that returns a value on some paths only");
    }
    returns_value_ = has_value;
    instances_[self_].returns_value = has_value;
    for (const std::string& name : sharing_.returned) {
        const auto variable = flow_.variable_index.at(name);
        items.push_back(runtime(read_version(flow_.at_returns.at({stmt, variable}), range), range));
    }
    return items.size() == 1 ? items.front() : tuple_of(items, range);
}

}  // namespace pycu::sema
