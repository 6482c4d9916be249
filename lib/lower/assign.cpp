// Assignments: names, elements, several targets, unpacking; stores to parts of arrays, as loops
// over their elements: `a[1:n] = 0`, `a[i] = b[j] * 2`. See stmts.h.
//
// What is stored to a part is a tree of scalars, which are computed once, and of arrays, of which
// each element is read where the element beside it is stored.
#include <algorithm>
#include <array>
#include <span>

#include "api/resolve.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "support/match.h"
#include "symbols/bindings.h"

namespace pycu::sema {

static Lanes function_lanes(Lowering& ctx, const std::string& path, std::span<const ExprId> args,
                            Range range);

/// Whether a target is a view, to which many elements are stored; looks at types alone.
static bool is_view_place(Lowering& ctx, const syntax::Subscript& target) {
    if (flat_array(ctx, target)) {
        return false;
    }
    const Operand array = peek(ctx, target.value);
    std::vector<ExprId> parts = {target.slice};
    if (const auto* tuple = ctx.get<syntax::Tuple>(target.slice)) {
        parts = tuple->elts;
    }
    if (!array.type.is_array()) {
        return false;
    }
    const bool has_slice = std::ranges::any_of(parts, [&](ExprId part) {
        const auto* constant = ctx.get<syntax::Constant>(part);
        return ctx.is<syntax::Slice>(part) || slice_call(ctx, part).has_value() ||
               (constant != nullptr &&
                (std::holds_alternative<syntax::None>(constant->value) ||
                 (std::holds_alternative<syntax::Ellipsis>(constant->value) &&
                  std::size_t(array.type.rank()) >= parts.size())));
    });
    std::size_t count = parts.size();
    if (count == 1 && !has_slice) {
        const Operand index = peek(ctx, parts[0]);
        const bool is_tuple = index.is_value() && index.type.is_tuple();
        count = is_tuple ? ctx.types.items(index.type).size() : 1;
    }
    return has_slice || count < std::size_t(array.type.rank());
}

/// Lanes whose parts are known: what has one value for all elements is computed once.
static Lanes combined(Lowering& ctx, Lanes value) {
    const auto is_scalar = [](const Lanes& part) { return part.kind == Lanes::Kind::Scalar; };
    return std::ranges::all_of(value.parts, is_scalar)
               ? lanes_of(lane(ctx, value, {}, value.range), value.range)
               : value;
}

/// The value's tree: operators and functions of NumPy are those of each element.
static Lanes lower_lanes(Lowering& ctx, ExprId expr) {
    const Range range = ctx.range(expr);
    Lanes value;
    value.range = range;
    const bool is_folded = ctx.instances.folded().find(expr) != nullptr;
    const auto* op = ctx.get<syntax::UnaryOp>(expr);
    if (const auto* of = ctx.get<syntax::BinOp>(expr); of != nullptr && !is_folded) {
        value.kind = Lanes::Kind::Binary;
        value.binary = of->op;
        value.parts = {lower_lanes(ctx, of->left), lower_lanes(ctx, of->right)};
        return combined(ctx, std::move(value));
    }
    if (op != nullptr && op->op != UnaryOp::Not && !is_folded) {
        value.kind = Lanes::Kind::Unary;
        value.unary = op->op;
        value.parts = {lower_lanes(ctx, op->operand)};
        return combined(ctx, std::move(value));
    }
    if (const auto* call = ctx.get<syntax::Call>(expr)) {
        const Operand callee = lower_callee(ctx, *call);
        const std::string path = callee.is_known() ? callee.get<Dotted>()->path : "";
        if (path.starts_with("numpy.") && api::is_known(path) && call->keywords.empty()) {
            return function_lanes(ctx, path, call->args, range);
        }
    }
    return lanes_of(lower_value(ctx, expr), range);
}

/// The function for each element of arrays among its arguments.
static Lanes function_lanes(Lowering& ctx, const std::string& path, std::span<const ExprId> args,
                            Range range) {
    Lanes value;
    value.kind = Lanes::Kind::Call;
    value.range = range;
    value.path = path;
    std::ranges::transform(args, std::back_inserter(value.parts),
                           [&](ExprId arg) { return lower_lanes(ctx, arg); });
    return combined(ctx, std::move(value));
}

/// `a[1:n] = v` and, with an operator, `a[1:n] += v`.
static void store_slice(Lowering& ctx, ExprId target, ExprId written, Range range,
                        std::optional<BinaryOp> op = {}) {
    const auto& subscript = *ctx.get<syntax::Subscript>(target);
    // `=` has its value first, `+=` its place
    Lanes value = op ? Lanes{} : lower_lanes(ctx, written);
    const Operand place = item_place(ctx, subscript, ctx.range(target));
    value = op ? lower_lanes(ctx, written) : value;
    if (!place.is_value()) {
        return;
    }
    if (value.operand.type.is_tuple()) {
        store_items(ctx, place, value.operand, range);
    } else {
        store_lanes(ctx, place, std::move(value), range, op);
    }
}

/// `np.sin(x, out)`: the thread goes through all elements, as for `out[:] = np.sin(x)`.
std::optional<Operand> call_with_output(Lowering& ctx, const std::string& path,
                                        const syntax::Call& call, Range range) {
    if (!path.starts_with("numpy.") || call.args.size() < 2 || !call.keywords.empty()) {
        return std::nullopt;
    }
    const std::size_t inputs = api::parameter_count(path, ctx.types);
    if (inputs == 0 || call.args.size() != inputs + 1) {
        return std::nullopt;
    }
    Lanes value = function_lanes(ctx, path, std::span(call.args).first(inputs), range);
    const Operand out = lower_value(ctx, call.args.back());
    if (!out.type.is_array()) {
        return fail<Code::NoOverload>(ctx, range, call.func, out)
            .help("behind its arguments it takes an array for the results");
    }
    store_lanes(ctx, out, std::move(value), range);
    return out;
}

/// `a.fill(v)`
Operand fill(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    const Operand operand = lower_value(ctx, call.args[0]);
    if (!operand.is_value()) {
        return operand;
    }
    store_lanes(ctx, array, lanes_of(operand, ctx.range(call.args[0])), range);
    return known(Value{NoneValue{}});
}

void lower_assign(Lowering& ctx, const syntax::Assign& s, Range range) {
    if (const auto* item = ctx.get<syntax::Subscript>(s.targets.front());
        item != nullptr && s.targets.size() == 1 && is_view_place(ctx, *item)) {
        store_slice(ctx, s.targets.front(), s.value, range);
        return;
    }
    if (assign_list(ctx, s, range)) {
        return;
    }
    Operand operand = lower(ctx, s.value);
    if (s.targets.size() > 1 && operand.is_value()) {
        operand.ir = keep(ctx, operand.ir, "value");
    }
    for (ExprId target : s.targets) {
        assign(ctx, target, operand, stored_range(ctx, operand, s.value, range));
    }
}

void lower_ann_assign(Lowering& ctx, const syntax::AnnAssign& s, Range range) {
    if (s.value.valid()) {
        const Operand operand = lower(ctx, s.value);
        assign(ctx, s.target, operand, stored_range(ctx, operand, s.value, range));
    }
}

/// The field that an attribute names, where it can be set.
static Operand field_place(Lowering& ctx, const syntax::Attribute& attribute, Range range) {
    const Operand object = lower_value(ctx, attribute.value);
    if (!object.type.is_record()) {
        return poison_of(object) != nullptr ? object
                                            : unsupported(ctx, range, "assigning to an attribute");
    }
    return field(ctx, object, attribute.attr, range, attribute.attr_range);
}

/// A value, or an array of values, goes to an element, a field or a view.
static void store_to(Lowering& ctx, const Operand& place, const Operand& operand, Range range) {
    if (!place.is_value() || !operand.is_value()) {
        return;
    }
    if (place.type.is_array()) {
        store_array(ctx, place, operand, range);
        return;
    }
    store(ctx, place, operand, range);
}

/// x, y = f(a): one Unpack.
static void unpack_value(Lowering& ctx, const std::vector<ExprId>& targets, const Operand& tuple,
                         Range range) {
    const auto types = ctx.types.items(tuple.type);
    ir::Unpack node;
    node.value = tuple.ir;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const VersionId version = current(ctx, ctx.flow.defs.at(targets[i].index));
        node.targets.push_back(unpacked_local(ctx, version, types[i]));
    }
    emit(ctx, range, std::move(node));
}

/// a[i], b[j] = f(x): one Unpack into variables that the source has no names for.
static std::vector<Operand> unpacked(Lowering& ctx, const Operand& tuple, Range range) {
    constexpr std::array names = {"first", "second", "third", "fourth"};
    ir::Unpack node;
    node.value = tuple.ir;
    std::vector<Operand> items;
    for (const Type type : ctx.types.items(tuple.type)) {
        const char* const name = items.size() < names.size() ? names[items.size()] : "next";
        const ir::LocalId local = temporary(ctx, name, type, range);
        node.targets.push_back(local);
        items.push_back(value(ctx, type, range, ir::Read{local}));
    }
    emit(ctx, range, std::move(node));
    return items;
}

/// a, b = b, a: items that a target before them would change are kept first.
static void unpack_items(Lowering& ctx, const std::vector<ExprId>& targets,
                         std::vector<Operand> items, Range range) {
    std::vector<std::string> names;
    bool has_store = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].type.is_array() && items.size() > 1 && ctx.is<syntax::Subscript>(targets[i])) {
            // the rows would have to be copied first
            fail<Code::SliceOverlap>(ctx, range, targets[i],
                                     source_text(ctx, ctx.fn.exprs[items[i].ir].range))
                .help("swap the elements in a loop");
            return;
        }
        const ir::ExprId expr = items[i].ir;
        const bool is_changed =
            reads_any(ctx, expr, names) || (has_store && reads_memory(ctx, expr));
        if (is_changed) {
            const auto* name = ctx.get<syntax::Name>(targets[i]);
            items[i].ir = hold(ctx, expr, name != nullptr ? "next_" + name->id : "saved");
        }
        symbols::for_each_target_name(
            ctx.tree, targets[i], [&](ExprId, const std::string& name) { names.push_back(name); });
        has_store = has_store || names.size() <= i;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        assign(ctx, targets[i], items[i], range);
    }
}

/// `x, y = t`, `first, *rest = t`, `x, y = a[i]`; of an array as many items as targets, and one of
/// fewer is the program's mistake.
static void unpack(Lowering& ctx, std::vector<ExprId> targets, const Operand& written,
                   Range range) {
    Operand operand = runtime(ctx, written, range);
    if (operand.type.is_optional()) {
        operand = plain(ctx, operand, range);
    }
    if (!operand.is_value()) {
        for (ExprId target : targets) {
            symbols::for_each_target_name(ctx.tree, target, [&](ExprId name, const std::string&) {
                const auto def = ctx.flow.defs.find(name.index);
                if (def != ctx.flow.defs.end()) {
                    set_version(ctx, current(ctx, def->second), operand);
                }
            });
        }
        return;
    }
    const auto* read = ctx.get<ir::Read>(operand.ir);
    const bool is_made_here = read != nullptr
                                  ? ctx.fn.locals[read->local].kind == ir::Local::Kind::Temporary
                                  : !ctx.is<ir::Tuple>(operand.ir) && !is_simple(ctx, operand.ir);
    const bool all_names =
        std::ranges::all_of(targets, [&](ExprId target) { return ctx.is<syntax::Name>(target); });
    const bool is_tuple = operand.type.is_tuple();
    if (is_tuple && is_made_here && all_names &&
        ctx.types.items(operand.type).size() == targets.size()) {
        unpack_value(ctx, targets, operand, range);
        return;
    }
    const bool all_places = std::ranges::all_of(targets, [&](ExprId target) {
        return ctx.is<syntax::Subscript>(target) || ctx.is<syntax::Attribute>(target);
    });
    const bool all_scalars =
        is_tuple && std::ranges::all_of(ctx.types.items(operand.type), &Type::is_scalar);
    if (is_made_here && all_places && all_scalars && targets.size() > 1 &&
        ctx.types.items(operand.type).size() == targets.size()) {
        unpack_items(ctx, targets, unpacked(ctx, operand, range), range);
        return;
    }
    std::optional<std::size_t> star;
    for (std::size_t i = 0; i < targets.size() && is_tuple; ++i) {
        if (const auto* starred = ctx.get<syntax::Starred>(targets[i])) {
            star = i;
            targets[i] = starred->value;
        }
    }
    std::optional<std::vector<Operand>> items;
    if (is_tuple) {
        items = items_for(ctx, operand, targets.size(), star, range);
    } else if (operand.type.is_array() && operand.type.rank() > 0) {
        items = array_items(ctx, operand, targets.size(), range);
    }
    if (!items) {
        const std::string count = std::to_string(targets.size() - (star ? 1 : 0));
        auto failure =
            fail<Code::UnpackCount>(ctx, range, operand, count + (star ? " or more" : ""));
        if (operand.type == int64 && (targets.size() == 2 || targets.size() == 3)) {
            failure.help("`cuda.grid(" + count + ")` returns " + count + " indices");
        }
        return;
    }
    unpack_items(ctx, targets, std::move(*items), range);
}

void assign(Lowering& ctx, ExprId target, Operand operand, Range range) {
    const syntax::Expr& e = ctx.tree.exprs[target];
    std::visit(
        match{
            [&](const syntax::Name&) { assign_name(ctx, target, operand, range); },
            [&](const syntax::Subscript& item) {
                if (store_list_item(ctx, item, operand, range)) {
                    return;
                }
                const Operand stored = runtime(ctx, operand, range);
                store_to(ctx, item_place(ctx, item, e.range), stored, range);
            },
            [&](const syntax::Tuple& t) { unpack(ctx, t.elts, operand, range); },
            [&](const syntax::List& t) { unpack(ctx, t.elts, operand, range); },
            [&](const syntax::Starred&) { unsupported(ctx, e.range, "`*` in an assignment"); },
            [&](const syntax::Attribute& attribute) {
                const Operand stored = runtime(ctx, operand, range);
                store_to(ctx, field_place(ctx, attribute, e.range), stored, range);
            },
            [&](const auto&) { refused(ctx, e.range, "this target"); },
        },
        e.as);
}

void assign_name(Lowering& ctx, ExprId target, const Operand& operand, Range range,
                 bool augmented) {
    const auto def = ctx.flow.defs.find(target.index);
    if (def == ctx.flow.defs.end()) {
        const auto* name = ctx.get<syntax::Name>(target);
        if (name != nullptr &&
            ctx.evaluator.scopes().all[ctx.decl.scope].globals.contains(name->id)) {
            return;  // `global` itself is refused
        }
        refused(ctx, ctx.range(target), "assigning to a global");
        return;
    }
    assign_version(ctx, current(ctx, def->second), operand, range, augmented);
}

void lower_aug_assign(Lowering& ctx, const syntax::AugAssign& s, Range range) {
    const BinaryOp op = s.op;
    const syntax::Expr& target = ctx.tree.exprs[s.target];
    if (target.is<syntax::Name>()) {
        const Operand left = lower_value(ctx, s.target);
        const Operand right = lower_value(ctx, s.value);
        assign_name(ctx, s.target, binary(ctx, op, left, right, range), range, true);
        return;
    }
    Operand place;
    const auto* subscript = target.get<syntax::Subscript>();
    if (subscript == nullptr) {
        place = field_place(ctx, std::get<syntax::Attribute>(target.as), target.range);
    } else if (is_view_place(ctx, *subscript)) {
        store_slice(ctx, s.target, s.value, range, op);
        return;
    } else {
        place = item_place(ctx, *subscript, target.range);
    }
    if (!place.is_value()) {
        return;
    }
    const Operand left = read_place(ctx, place);
    const Operand right = lower_value(ctx, s.value);
    const bool is_read_here = ir::is_place(ctx.fn.exprs[left.ir]);
    const Operand result = binary(ctx, op, left, right, range);
    if (result.is_value()) {
        store(ctx, place, result, range, is_read_here);
    }
}

}  // namespace pycu::sema
