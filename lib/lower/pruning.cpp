// Tests whose outcome is known before anything has a type: the branch not taken may hold what has
// no type at all. Numba prunes on constants of the module and on what is None. See lowering.h.
#include <algorithm>

#include "lower/exprs.h"
#include "support/match.h"
#include "syntax/visit.h"
#include "values/numbers.h"

namespace pycu::sema {

/// An argument of type none, a variable set to None here or to another that is None.
static bool is_none_version(const Lowering& ctx, VersionId id, const Flow& flow) {
    for (int steps = 0; steps < 100; ++steps) {
        const Version& version = flow.versions[id];
        if (version.kind == Version::Kind::Parameter) {
            const auto param = std::ranges::find(flow.params, id);
            const auto at = std::size_t(param - flow.params.begin());
            return at < ctx.args.size() && ctx.args[at].is_none();
        }
        const auto value = flow.plain_values.find(id.index);
        if (version.kind != Version::Kind::Definition || value == flow.plain_values.end()) {
            return false;
        }
        if (is_none_literal(ctx, value->second)) {
            return true;
        }
        const auto use = flow.uses.find(value->second.index);
        const bool is_name = ctx.is<syntax::Name>(value->second);
        if (!is_name || use == flow.uses.end()) {
            return false;
        }
        id = use->second;
    }
    return false;
}

/// `x is None`, `x is not None`, `x == None` of a variable that is None for certain.
static std::optional<bool> known_none_test(Lowering& ctx, const syntax::Compare& compare,
                                           const Flow& flow) {
    using enum CompareOp;
    if (compare.ops.size() != 1) {
        return std::nullopt;
    }
    const bool is_same = compare.ops[0] == Is || compare.ops[0] == Eq;
    if (!is_same && compare.ops[0] != IsNot && compare.ops[0] != NotEq) {
        return std::nullopt;
    }
    const auto is_none_operand = [&](ExprId side) {
        const auto use = flow.uses.find(side.index);
        const bool is_name = ctx.is<syntax::Name>(side);
        return is_none_literal(ctx, side) ||
               (is_name && use != flow.uses.end() && is_none_version(ctx, use->second, flow));
    };
    return is_none_operand(compare.left) && is_none_operand(compare.comparators[0])
               ? std::optional(is_same)
               : std::nullopt;
}

/// Where the first statement under a condition leaves the function: what stands behind it is not
/// on every way through.
static std::uint32_t first_way_out(const syntax::Tree& tree, const syntax::Suite& body,
                                   bool is_inner, std::uint32_t first) {
    for (const StmtId id : body) {
        const syntax::Stmt& stmt = tree.stmts[id];
        if (is_inner && (stmt.is<syntax::Return>() || stmt.is<syntax::Raise>())) {
            first = std::min(first, stmt.range.begin);
        }
        const auto part = match{
            [&](const syntax::Suite& inner, bool) {
                first = first_way_out(tree, inner, true, first);
            },
            [](const auto&, bool) {},
        };
        std::visit(match{[](const syntax::FunctionDef&) {},
                         [&](const auto& node) { syntax::for_each_child(node, part); }},
                   stmt.as);
    }
    return first;
}

/// Whether what a name reads comes from a binding and from no other. Places of assignments do not
/// tell: behind a loop's `else`, a capture of `match`, a walrus behind `and` or a call that sets
/// the name, something else may be read.
static bool is_read_alone(const Binding& binding, ExprId at, const Flow& flow) {
    const auto use = flow.uses.find(at.index);
    if (use == flow.uses.end()) {
        return false;
    }
    if (binding.kind == Binding::Kind::Parameter) {
        return flow.versions[use->second].kind == Version::Kind::Parameter;
    }
    const auto value = flow.plain_values.find(use->second.index);
    return value != flow.plain_values.end() && value->second == binding.value;
}

/// The one assignment that Numba sees of a name where it is read, or nothing: to Numba each one on
/// every way through the function makes another variable.
static const Binding* only_binding(Lowering& ctx, const std::string& name, ExprId at,
                                   const Flow& flow) {
    const auto& all = ctx.evaluator.scopes().all[ctx.decl.scope].bindings;
    const auto found = all.find(name);
    if (found == all.end()) {
        return nullptr;
    }
    if (!ctx.first_way_out) {
        ctx.first_way_out = first_way_out(ctx.tree, ctx.def.body, false, UINT32_MAX);
    }
    const std::uint32_t out = *ctx.first_way_out;
    const std::uint32_t read = ctx.range(at).begin;
    std::vector<const Binding*> seen;
    for (const Binding& one : found->second) {
        if (one.kind == Binding::Kind::Change) {
            continue;
        }
        const bool is_on_all_ways = one.guard == Id<Guard>::none && one.position < out;
        if (is_on_all_ways && one.position > read) {
            break;
        }
        if (is_on_all_ways) {
            seen.clear();
        }
        seen.push_back(&one);
    }
    const bool is_it = seen.size() == 1 && is_read_alone(*seen.front(), at, flow);
    return is_it ? seen.front() : nullptr;
}

/// `value` of `x = value`; nothing of any other binding.
static ExprId assigned_value(const Binding* binding) {
    const bool is_plain =
        binding != nullptr && binding->kind == Binding::Kind::Assign && binding->path.empty();
    return is_plain ? binding->value : ExprId{};
}

/// The type of the argument that a variable is, by itself or by another name.
static Type argument_type(Lowering& ctx, ExprId expr, const Flow& flow) {
    for (int steps = 0; steps < 100 && expr; ++steps) {
        const auto* name = ctx.get<syntax::Name>(expr);
        const Binding* binding =
            name != nullptr ? only_binding(ctx, name->id, expr, flow) : nullptr;
        if (binding != nullptr && binding->kind == Binding::Kind::Parameter) {
            for (std::size_t i = 0; i < std::min(flow.params.size(), ctx.args.size()); ++i) {
                if (flow.variables[flow.versions[flow.params[i]].variable] == name->id) {
                    return ctx.args[i];
                }
            }
            break;
        }
        expr = assigned_value(binding);
    }
    return Type::error();
}

/// What Numba knows of a value before it types anything: a constant under a name of the function's
/// own, the rank of an array that is an argument, the length of a tuple that is one.
static std::optional<Value> known_local(Lowering& ctx, ExprId expr, const Flow& flow, int depth) {
    if (const auto* attribute = ctx.get<syntax::Attribute>(expr)) {
        const bool is_rank = attribute->attr == "ndim" && ctx.is<syntax::Name>(attribute->value);
        const Type type = is_rank ? argument_type(ctx, attribute->value, flow) : Type::error();
        return type.is_array() ? std::optional(python_int(type.rank())) : std::nullopt;
    }
    if (const auto* call = ctx.get<syntax::Call>(expr)) {
        const auto* callee = ctx.get<syntax::Name>(call->func);
        const bool is_length = callee != nullptr && callee->id == "len" && call->args.size() == 1 &&
                               call->keywords.empty() && !flow_is_local(ctx, callee->id);
        const Type type = is_length ? argument_type(ctx, call->args[0], flow) : Type::error();
        return type.is_tuple() ? std::optional(python_int(Int128(ctx.types.items(type).size())))
                               : std::nullopt;
    }
    const auto* name = ctx.get<syntax::Name>(expr);
    if (name == nullptr || !flow_is_local(ctx, name->id) || depth > 100) {
        return std::nullopt;
    }
    const ExprId value = assigned_value(only_binding(ctx, name->id, expr, flow));
    if (!value) {
        return std::nullopt;
    }
    const bool is_constant = ctx.is<syntax::Constant>(value) ||
                             ctx.instances.folded().constant(value).has_value() ||
                             (ctx.is<syntax::Name>(value) && !reads_local(ctx, value));
    if (!is_constant) {
        return known_local(ctx, value, flow, depth + 1);
    }
    const Value known = ctx.evaluator.evaluate(value, ctx.decl.scope).value;
    const bool is_plain = known.is<NumberValue>() || known.is<StringValue>();
    return is_plain ? std::optional(known) : std::nullopt;
}

/// What a side of a comparison is before anything is typed. To Numba that is a constant or a name,
/// and nothing that is computed of them: `N % 2` is a value like any other. Attributes of classes,
/// items of dicts and texts it does not take, so they are constants here.
static std::optional<Value> known_side(Lowering& ctx, ExprId side, const Flow& flow) {
    if (auto local = known_local(ctx, side, flow, 0)) {
        return local;
    }
    if (reads_local(ctx, side)) {
        return std::nullopt;
    }
    const auto is_value_of = [&](ExprId object, const auto& is_it) {
        return is_it(ctx.evaluator.evaluate(object, ctx.decl.scope).value);
    };
    const auto* attribute = ctx.get<syntax::Attribute>(side);
    const auto* item = ctx.get<syntax::Subscript>(side);
    const bool is_constant =
        ctx.is<syntax::Name>(side) || ctx.is<syntax::Constant>(side) ||
        ctx.instances.folded().constant(side).has_value() ||
        (attribute != nullptr &&
         is_value_of(attribute->value, [](const Value& of) { return of.is<ClassRef>(); })) ||
        (item != nullptr && is_value_of(item->value, [](const Value& of) {
             return of.items() != nullptr && of.items()->is_dict;
         }));
    const Value value = ctx.evaluator.evaluate(side, ctx.decl.scope).value;
    const bool is_known = value.is<StringValue>() ||
                          (is_constant && (value.is<NumberValue>() || value.is<NoneValue>()));
    return is_known ? std::optional(value) : std::nullopt;
}

static std::optional<bool> known_link(CompareOp op, const Value& left, const Value& right) {
    using enum CompareOp;
    if (!left.is<NoneValue>() && !right.is<NoneValue>()) {
        return sema::truth(sema::compare(op, left, right, {}));
    }
    const bool is_same = left.is<NoneValue>() && right.is<NoneValue>();
    return op == Is || op == Eq         ? std::optional(is_same)
           : op == IsNot || op == NotEq ? std::optional(!is_same)
                                        : std::nullopt;
}

/// `if MODE == "fast":`, `if mode == 1:`, `if x.ndim == 2:`; of `a < N < 5` one link may decide.
static std::optional<bool> known_comparison(Lowering& ctx, const syntax::Compare& compare,
                                            const Flow& flow) {
    std::optional<Value> left = known_side(ctx, compare.left, flow);
    bool are_all_known = true;
    for (std::size_t i = 0; i < compare.ops.size(); ++i) {
        std::optional<Value> right = known_side(ctx, compare.comparators[i], flow);
        const auto outcome =
            left && right ? known_link(compare.ops[i], *left, *right) : std::nullopt;
        if (outcome == false) {
            return false;
        }
        are_all_known = are_all_known && outcome.has_value();
        left = std::move(right);
    }
    return are_all_known ? std::optional(true) : std::nullopt;
}

/// `small = N < 5` of `if small:`.
static const syntax::Compare* assigned_comparison(Lowering& ctx, ExprId test, const Flow& flow) {
    const auto* name = ctx.get<syntax::Name>(test);
    const ExprId value = name != nullptr && flow_is_local(ctx, name->id)
                             ? assigned_value(only_binding(ctx, name->id, test, flow))
                             : ExprId{};
    return value ? ctx.get<syntax::Compare>(value) : nullptr;
}

/// `if x is not None and n > 0:`: one part may decide.
static std::optional<bool> known_bool_op(Lowering& ctx, const syntax::BoolOp& op,
                                         const Flow& flow) {
    const bool is_and = op.op == syntax::BoolOperator::And;
    bool all_known = true;
    for (const ExprId part : op.values) {
        const std::optional<bool> outcome = known_truth(ctx, part, flow);
        if (outcome && *outcome != is_and) {
            return outcome;
        }
        all_known = all_known && outcome.has_value();
    }
    return all_known ? std::optional(is_and) : std::nullopt;
}

/// `if DEBUG:`, `while True:`: a test whose names are not the function's own.
std::optional<bool> known_truth(Lowering& ctx, ExprId test, const Flow& flow) {
    const syntax::Expr& expr = ctx.tree.exprs[test];
    if (const std::optional<Value> constant = ctx.instances.folded().constant(test)) {
        return sema::truth(*constant);
    }
    if (const auto* compare = expr.get<syntax::Compare>()) {
        const std::optional<bool> outcome = known_none_test(ctx, *compare, flow);
        return outcome ? outcome : known_comparison(ctx, *compare, flow);
    }
    if (const auto* compare = assigned_comparison(ctx, test, flow)) {
        return known_comparison(ctx, *compare, flow);
    }
    if (const auto* op = expr.get<syntax::UnaryOp>(); op != nullptr && op->op == UnaryOp::Not) {
        const std::optional<bool> outcome = known_truth(ctx, op->operand, flow);
        return outcome ? std::optional(!*outcome) : std::nullopt;
    }
    if (const auto* op = expr.get<syntax::BoolOp>()) {
        return known_bool_op(ctx, *op, flow);
    }
    if (const auto known = known_local(ctx, test, flow, 0)) {
        return sema::truth(*known);
    }
    const auto* name = expr.get<syntax::Name>();
    if (name == nullptr || flow_is_local(ctx, name->id)) {
        return std::nullopt;
    }
    const std::optional<Found> found = ctx.evaluator.lookup(name->id, ctx.decl.scope);
    const auto* number = found ? found->value.get<NumberValue>() : nullptr;
    if (number == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto value) { return value != 0; }, number->value);
}

/// Whether what a loop goes through has an item: `(1, 2)`, `range(N)` of a constant.
bool is_filled(Lowering& ctx, ExprId iterable) {
    if (const auto* items = syntax::elements(ctx.tree.exprs[iterable])) {
        return std::ranges::any_of(*items,
                                   [&](ExprId one) { return !ctx.is<syntax::Starred>(one); });
    }
    const Value value = ctx.evaluator.evaluate(iterable, ctx.decl.scope).value;
    return value.items() != nullptr && sema::truth(value) == true;
}

/// Whether a test whose outcome is known asks for something else on the way there.
static bool asks_unknown(Lowering& ctx, ExprId test) {
    const syntax::Expr& expr = ctx.tree.exprs[test];
    if (const auto* op = expr.get<syntax::UnaryOp>()) {
        return asks_unknown(ctx, op->operand);
    }
    if (const auto* compare = expr.get<syntax::Compare>(); compare != nullptr) {
        // `f(x) < N < 5` calls f, whatever it gives.
        return compare->ops.size() > 1 && reads_local(ctx, test);
    }
    const auto* op = expr.get<syntax::BoolOp>();
    if (op == nullptr) {
        return false;
    }
    const bool is_and = op->op == syntax::BoolOperator::And;
    for (const ExprId part : op->values) {
        const std::optional<bool> outcome = known_truth(ctx, part, ctx.flow);
        if (!outcome || asks_unknown(ctx, part)) {
            return true;
        }
        if (*outcome != is_and) {
            return false;
        }
    }
    return false;
}

/// The parts of `and` and `or` that Python may come to: `3 and x` is x, and `3 or x` is 3. A part
/// whose truth is known is passed over where it does not decide, and is the last where it does:
/// Numba prunes such branches and never types them.
std::vector<syntax::ExprId> asked_parts(Lowering& ctx, const syntax::BoolOp& op) {
    const bool is_and = op.op == syntax::BoolOperator::And;
    std::vector<ExprId> parts;
    for (const ExprId part : op.values) {
        const bool is_last = part == op.values.back();
        const std::optional<bool> outcome =
            is_last ? std::nullopt : known_truth(ctx, part, ctx.flow);
        if (outcome == is_and && !asks_unknown(ctx, part)) {
            continue;
        }
        parts.push_back(part);
        if (outcome && *outcome != is_and) {
            break;
        }
    }
    return parts;
}

/// What a test does whose outcome is known: `f() and False` calls f.
void run_known_test(Lowering& ctx, ExprId test) {
    if (asks_unknown(ctx, test)) {
        truth(ctx, test);
    }
}

bool is_none_literal(const Lowering& ctx, ExprId expr) {
    return syntax::is_none(ctx.tree, expr);
}

}  // namespace pycu::sema
