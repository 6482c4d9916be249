// Operators as they are written, `in`, `and`, `or`, conditional expressions, and the functions of
// `operator`, which are operators under other names. See exprs.h.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "types/operations.h"

namespace pycu::sema {

/// `x in a`: a loop in front of the statement that ends with the first element that is equal.
static Operand in_array(Lowering& ctx, const Operand& item, const Operand& array, Range range) {
    const ir::LocalId found = temporary(ctx, "found", boolean, range);
    set(ctx, found, number(ctx, boolean, false, range).ir);
    Operand equal;
    LoopTurn turn;
    turn.bind = [&](const Operand& element) {
        equal = compare(ctx, CompareOp::Eq, element, item, range);
        if (equal.is_value()) {
            emit_if(ctx, range, equal.ir, [&] {
                const ir::ExprId yes = number(ctx, boolean, true, range).ir;
                emit(ctx, range, ir::Assign{.target = found, .value = yes});
                emit(ctx, range, ir::Break{});
            });
        }
    };
    turn.body = [] {};
    turn.may_break = true;
    run_loop(ctx, iterate_flat(ctx, stable(ctx, array, {}), range), turn);
    return equal.is_value() ? value(ctx, boolean, range, ir::Read{found}) : equal;
}

/// `x in (1, 2, 3)`: one comparison an item.
static Operand in_items(Lowering& ctx, const Operand& item, const std::vector<Operand>& items,
                        Range range) {
    Operand result = number(ctx, boolean, false, range);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Operand part = compare(ctx, CompareOp::Eq, item, items[i], range);
        result = i == 0 ? part : logical(ctx, false, result, part, range);
    }
    return result;
}

/// `x in (1, 2, 3)`, `x in [1, 2, 3]`, `x in range(n)`, `x in a`.
Operand contains(Lowering& ctx, bool negated, const Operand& item, const Operand& of,
                 Range of_range, Range range) {
    const auto* text_of = of.get<StringValue>();
    const auto* part = item.get<StringValue>();
    if (text_of != nullptr && part != nullptr) {
        const bool is_in = text_of->text.find(part->text) != std::string::npos;
        return number(ctx, boolean, is_in != negated, range);
    }
    if (const Operand* poison = poison_of({&of, &item})) {
        return *poison;
    }
    const Operand container = runtime(ctx, of, of_range);
    Operand left = runtime(ctx, item, range);
    if (const Operand* poison = poison_of({&container, &left})) {
        return *poison;
    }
    const bool is_array = container.type.is_array() && container.type.rank() > 0;
    if (!is_array && !container.type.is_range() && !container.type.is_tuple()) {
        return fail<Code::NotIterable>(ctx, of_range, source_text(ctx, of_range), container);
    }
    if (container.type.is_tuple() && ctx.types.items(container.type).empty()) {
        return number(ctx, boolean, negated, range);
    }
    left.ir = keep(ctx, left.ir, "item");
    const Operand found =
        is_array ? in_array(ctx, left, container, range)
        : container.type.is_range()
            ? in_range(ctx, left, iterate_range_value(ctx, container, of_range), range)
            : in_items(ctx, left, tuple_items(ctx, container, range), range);
    return negate_if(ctx, negated, found, range);
}

/// What of two values is known in this round, where the other one is a call that stands inside the
/// function it calls: Numba types such a function by its other paths first.
static Operand known_so_far(Lowering& ctx, const Operand& one, Range range) {
    const ir::LocalId local = temporary(ctx, "known", one.type, range);
    return value(ctx, one.type, range, ir::Read{local});
}

static bool is_pending(const Operand& operand) {
    return operand.kind == Operand::Kind::Pending;
}

/// `left and right`: the right side is evaluated only where it is needed.
static Operand short_circuit(Lowering& ctx, bool is_and, Operand left,
                             const std::function<Operand()>& lower_right, Range range) {
    Operand right;
    ir::Block block = block_of(ctx, [&] { right = lower_right(); });
    if (left.is_value() && is_pending(right)) {
        return known_so_far(ctx, left, range);
    }
    if (const Operand* poison = poison_of({&left, &right})) {
        return *poison;
    }
    if (left.type.is_bool() && right.type.is_bool() && block.empty()) {
        return value(ctx, boolean, range, ir::Logical{is_and, left.ir, right.ir});
    }
    if (left.type.is_bool() && right.type.is_bool()) {
        // The right side has statements of its own: they stand where the left one asks for them.
        const ir::LocalId local = temporary(ctx, "holds", boolean, range);
        set(ctx, local, left.ir);
        emit_into(ctx, block, [&] { set(ctx, local, right.ir); });
        const Operand asks =
            negate_if(ctx, !is_and, value(ctx, boolean, range, ir::Read{local}), range);
        emit(ctx, ctx.current_stmt, ir::If{asks.ir, std::move(block), {}, false});
        return value(ctx, boolean, range, ir::Read{local});
    }
    const std::optional<Type> type = bool_op_result(left.type, right.type, ctx.types);
    if (!type) {
        return fail<Code::NoOperator>(ctx, range, is_and ? "and" : "or", left, right);
    }
    left.ir = keep(ctx, left.ir, "left");
    const Operand condition = truth_of(ctx, left, range);
    return is_and ? select(ctx, condition, right, std::move(block), left, {}, range)
                  : select(ctx, condition, left, {}, right, std::move(block), range);
}

Operand lower_binary(Lowering& ctx, const syntax::BinOp& e, Range range) {
    Operand left = lower(ctx, e.left);
    Operand right = lower(ctx, e.right);
    const auto* left_text = left.get<StringValue>();
    const auto* right_text = right.get<StringValue>();
    if (left_text != nullptr && right_text != nullptr && e.op == BinaryOp::Add) {
        return known(Value{StringValue{left_text->text + right_text->text}});
    }
    if (const Operand* poison = poison_of({&left, &right})) {
        return *poison;
    }
    left = runtime(ctx, left, ctx.range(e.left));
    right = runtime(ctx, right, ctx.range(e.right));
    return binary(ctx, e.op, left, right, range);
}

Operand lower_unary(Lowering& ctx, const syntax::UnaryOp& e, Range range) {
    if (e.op == UnaryOp::Not) {
        return negate_if(ctx, true, truth(ctx, e.operand), range);
    }
    return unary(ctx, e.op, lower_plain(ctx, e.operand), range);
}

/// The comparisons from one on: what comes next is evaluated only where this one holds.
static Operand compare_from(Lowering& ctx, const syntax::Compare& e, std::size_t at,
                            const Operand& left, Range range) {
    const CompareOp op = e.ops[at];
    const ExprId comparator = e.comparators[at];
    const bool is_membership = op == CompareOp::In || op == CompareOp::NotIn;
    const auto* items = is_membership ? syntax::elements(ctx.tree.exprs[comparator]) : nullptr;
    const auto* set = is_membership ? ctx.get<syntax::Set>(comparator) : nullptr;
    items = set != nullptr ? &set->elts : items;
    Operand right =
        items != nullptr ? lower_tuple(ctx, *items, ctx.range(comparator)) : lower(ctx, comparator);
    if (right.get<Dotted>() != nullptr) {
        right = runtime(ctx, right, ctx.range(comparator));
    }
    const bool is_last = at + 1 == e.ops.size();
    if (!is_last && right.is_value() && !is_plain_sum(ctx, right.ir)) {
        right.ir = keep(ctx, right.ir, "middle");
    }
    const Operand part = is_membership ? contains(ctx, op == CompareOp::NotIn, left, right,
                                                  ctx.range(comparator), range)
                                       : compare(ctx, op, left, right, range);
    if (is_last || !part.is_value()) {
        return part;
    }
    return short_circuit(
        ctx, true, part, [&] { return compare_from(ctx, e, at + 1, right, range); }, range);
}

Operand lower_compare(Lowering& ctx, const syntax::Compare& e, Range range) {
    const Operand left = lower(ctx, e.left);
    const bool is_refused = left.get<Dotted>() != nullptr;
    return compare_from(ctx, e, 0, is_refused ? runtime(ctx, left, ctx.range(e.left)) : left,
                        range);
}

/// The truth of an expression: a test, the operand of `not`.
Operand truth(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    if (const auto* op = e.get<syntax::BoolOp>()) {
        const std::vector<ExprId> parts = asked_parts(ctx, *op);
        Operand result = truth(ctx, parts.front());
        for (std::size_t i = 1; i < parts.size(); ++i) {
            result = short_circuit(
                ctx, op->op == syntax::BoolOperator::And, result,
                [&] { return truth(ctx, parts[i]); }, e.range);
        }
        return joined(ctx, expr, result);
    }
    return truth_of(ctx, lower(ctx, expr), e.range);
}

Operand lower_bool_op(Lowering& ctx, const syntax::BoolOp& e, Range range) {
    const std::vector<ExprId> parts = asked_parts(ctx, e);
    Operand result = lower_value(ctx, parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        result = short_circuit(
            ctx, e.op == syntax::BoolOperator::And, result,
            [&, part = parts[i]] { return lower_value(ctx, part); }, range);
    }
    return result;
}

Operand lower_if_exp(Lowering& ctx, const syntax::IfExp& e, Range range) {
    const std::optional<bool> outcome = known_truth(ctx, e.test, ctx.flow);
    if (outcome) {
        run_known_test(ctx, e.test);
        return lower(ctx, *outcome ? e.body : e.orelse);
    }
    Operand condition = truth(ctx, e.test);
    Operand yes;
    Operand no;
    ir::Block yes_block = block_of(ctx, [&] { yes = lower(ctx, e.body); });
    ir::Block no_block = block_of(ctx, [&] { no = lower(ctx, e.orelse); });
    if (yes.get<FunctionRef>() != nullptr && no.get<FunctionRef>() != nullptr) {
        return fail<Code::SeveralFunctions>(ctx, range, ctx.tree.text(range))
            .help("call the one or the other in each branch, or choose by a constant");
    }
    emit_into(ctx, yes_block, [&] { yes = runtime(ctx, std::move(yes), ctx.range(e.body)); });
    emit_into(ctx, no_block, [&] { no = runtime(ctx, std::move(no), ctx.range(e.orelse)); });
    if (yes.is_value() != no.is_value() && (is_pending(yes) || is_pending(no))) {
        return known_so_far(ctx, yes.is_value() ? yes : no, range);
    }
    return select(ctx, condition, yes, std::move(yes_block), no, std::move(no_block), range);
}

namespace {

constexpr std::pair<std::string_view, BinaryOp> binary_names[] = {
    {"add", BinaryOp::Add},       {"and_", BinaryOp::BitAnd}, {"floordiv", BinaryOp::FloorDiv},
    {"lshift", BinaryOp::LShift}, {"mod", BinaryOp::Mod},     {"mul", BinaryOp::Mult},
    {"or_", BinaryOp::BitOr},     {"pow", BinaryOp::Pow},     {"rshift", BinaryOp::RShift},
    {"sub", BinaryOp::Sub},       {"truediv", BinaryOp::Div}, {"xor", BinaryOp::BitXor},
};
constexpr std::pair<std::string_view, CompareOp> compare_names[] = {
    {"eq", CompareOp::Eq},  {"ge", CompareOp::GtE}, {"gt", CompareOp::Gt},
    {"le", CompareOp::LtE}, {"lt", CompareOp::Lt},  {"ne", CompareOp::NotEq},
};
constexpr std::pair<std::string_view, UnaryOp> unary_names[] = {
    {"inv", UnaryOp::Invert}, {"invert", UnaryOp::Invert}, {"neg", UnaryOp::USub},
    {"not_", UnaryOp::Not},   {"pos", UnaryOp::UAdd},
};
constexpr std::pair<std::string_view, std::size_t> other_names[] = {
    {"contains", 2}, {"getitem", 2}, {"setitem", 3}};

template <class Table>
auto find(const Table& table, std::string_view name) {
    const auto* found = std::begin(table);
    while (found != std::end(table) && found->first != name) {
        ++found;
    }
    return found == std::end(table) ? nullptr : found;
}

/// `add`, and `iadd`, which gives the same of numbers; `iand` is `and_` in place.
const std::pair<std::string_view, BinaryOp>* find_binary(std::string_view name) {
    const auto* found = find(binary_names, name);
    if (found != nullptr || !name.starts_with('i')) {
        return found;
    }
    found = find(binary_names, name.substr(1));
    return found != nullptr ? found : find(binary_names, std::string(name.substr(1)) + "_");
}

constexpr std::string_view module = "operator.";

}  // namespace

/// operator.getitem(a, i), operator.setitem(a, i, v)
static Operand call_item(Lowering& ctx, bool is_store, const syntax::Call& call, Range range) {
    const Operand object = lower_value(ctx, call.args[0]);
    const Operand place = item_of(ctx, object, call.args[0], call.args[1], range, is_store);
    if (!is_store || !place.is_value()) {
        return place;
    }
    hold_place(ctx, place.ir);
    const Operand stored = lower_value(ctx, call.args[2]);
    if (!stored.is_value()) {
        return stored;
    }
    store(ctx, place, stored, range);
    return known(Value{NoneValue{}});
}

bool is_operator_function(std::string_view path) {
    const std::string_view name = path.substr(std::min(path.size(), module.size()));
    return path.starts_with(module) &&
           (find_binary(name) != nullptr || find(compare_names, name) != nullptr ||
            find(unary_names, name) != nullptr || find(other_names, name) != nullptr);
}

/// operator.add(x, y)
Operand call_operator(Lowering& ctx, std::string_view path, const syntax::Call& call, Range range) {
    const std::string_view name = path.substr(module.size());
    const auto* other = find(other_names, name);
    const std::size_t count = other != nullptr                     ? other->second
                              : find(unary_names, name) != nullptr ? 1
                                                                   : 2;
    if (name == "getitem" || name == "setitem") {
        return takes(ctx, call, range, count) ? call_item(ctx, name == "setitem", call, range)
                                              : error();
    }
    const std::vector<Operand> args = arguments(ctx, call, range, {count, count});
    if (const auto* found = find_binary(name)) {
        return binary(ctx, found->second, args[0], args[1], range);
    }
    if (const auto* found = find(compare_names, name)) {
        return compare(ctx, found->second, args[0], args[1], range);
    }
    if (other != nullptr) {
        return contains(ctx, false, args[1], args[0], range, range);
    }
    if (name == "not_") {
        return negate_if(ctx, true, truth_of(ctx, args[0], range), range);
    }
    return unary(ctx, find(unary_names, name)->second, args[0], range);
}

}  // namespace pycu::sema
