// Nodes, conversions and temporaries. See nodes.h.
#include <cmath>

#include "api/resolve.h"
#include "ir/visit.h"
#include "lower/nodes.h"
#include "types/scalar.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A number as a value of another scalar type; nothing where only a run should convert it.
std::optional<ir::Number> convert_number(const ir::Number& number, Type to) {
    const auto* real = std::get_if<double>(&number);
    const bool is_whole = real != nullptr && std::abs(*real) < 9007199254740992.0 &&
                          *real == std::trunc(*real) && !(*real < 0 && to.is_unsigned());
    if (real != nullptr && to.is_integer() && (!is_whole || bytes(to) < 8)) {
        return std::nullopt;
    }
    return convert(number, to.element(), false);
}

}  // namespace

Lowering::Lowering(Instances& of, const DeviceFunction& function, InstanceId instance)
    : instances(of),
      evaluator(of.evaluator()),
      types(evaluator.types()),
      tree(evaluator.tree()),
      decl(function),
      def(std::get<syntax::FunctionDef>(tree.stmts[function.def].as)),
      self(instance) {}

ir::ExprId add(Lowering& ctx, Type type, Range range, decltype(ir::Expr::as) as) {
    const ir::ExprId id = ctx.fn.exprs.add({ctx.types.stored(type), range, std::move(as)});
    wait_for(ctx, id);
    return id;
}

Operand value(Lowering& ctx, Type type, Range range, decltype(ir::Expr::as) as) {
    if (!ctx.types.is_small(type)) {
        return large_tuple(ctx, range);
    }
    return Operand::of(type, bind(ctx, add(ctx, type, range, std::move(as))));
}

/// A scalar of the IR as a value; a member of an enum and a range have types that the IR has not.
Operand as_operand(const Lowering& ctx, ir::ExprId expr) {
    return Operand::of(ctx.fn.exprs[expr].type, expr);
}

Operand large_tuple(Lowering& ctx, Range range) {
    return fail<Code::LargeTuple>(ctx, range, TypeTable::max_tuple_values,
                                  TypeTable::max_tuple_depth)
        .help("an array holds as many values as you like, and a loop goes over them");
}

/// A literal of Python's, or a number that the compiler computed.
Operand number(Lowering& ctx, Type type, ir::Number value_of, Range range) {
    Operand operand = value(ctx, type, range, ir::Literal{value_of});
    operand.known = Value{NumberValue{type, value_of, true}};
    operand.is_literal = type == int64 || type == uint64 || type.is_bool();
    return operand;
}

Operand literal_int(Lowering& ctx, std::int64_t value_of, Range range) {
    return number(ctx, int64, value_of, range);
}

Operand known(Value value_of) {
    Operand operand;
    operand.kind = Operand::Kind::Known;
    operand.known = std::move(value_of);
    return operand;
}

Operand error() {
    Operand operand;
    operand.kind = Operand::Kind::Error;
    return operand;
}

/// The expression with a Cast around it where its type is another one; literals are converted.
ir::ExprId convert(const ir::Function& fn, const TypeTable& types, ir::ExprId expr, Type to,
                   const AddExpr& add) {
    const Type from = fn.exprs[expr].type;
    const Range range = fn.exprs[expr].range;
    if (from == to || to.is_error()) {
        return expr;
    }
    if (to.is_optional() && (from.is_none() || fn.exprs[expr].is<ir::NoValue>())) {
        return add(to, range, ir::NoValue{});
    }
    if (to.is_optional()) {
        const Type held = from.is_optional() ? from : types.without_none(to);
        return add(to, range, ir::Cast{convert(fn, types, expr, held, add)});
    }
    if (from.is_optional()) {
        const ir::ExprId held = add(types.without_none(from), range, ir::Unwrap{expr});
        return convert(fn, types, held, to, add);
    }
    if (from.is_array() || from.is_record()) {
        return expr;
    }
    if (to.is_tuple()) {
        ir::Tuple tuple;
        for (std::uint32_t i = 0; i < types.items(to).size(); ++i) {
            const auto* written = fn.exprs[expr].get<ir::Tuple>();
            const ir::ExprId item = written != nullptr
                                        ? written->items[i]
                                        : add(types.items(from)[i], range, ir::TupleItem{expr, i});
            tuple.items.push_back(convert(fn, types, item, types.items(to)[i], add));
        }
        return add(to, range, std::move(tuple));
    }
    const auto* literal = fn.exprs[expr].get<ir::Literal>();
    const auto number = literal != nullptr ? convert_number(literal->value, to) : std::nullopt;
    return number ? add(to, range, ir::Literal{*number, literal->is_python})
                  : add(to, range, ir::Cast{expr});
}

/// A tuple whose items are converted one by one, with what computes it held.
static ir::ExprId with_items_held(Lowering& ctx, ir::ExprId expr, Type to) {
    const Type from = ctx.fn.exprs[expr].type;
    if (from == to || !from.is_tuple() || !to.is_tuple()) {
        return expr;
    }
    const auto* written = ctx.get<ir::Tuple>(expr);
    if (written == nullptr) {
        return keep(ctx, expr, "value");
    }
    ir::Tuple held = *written;
    for (std::size_t i = 0; i < held.items.size(); ++i) {
        held.items[i] = with_items_held(ctx, held.items[i], ctx.types.items(to)[i]);
    }
    return held.items == ctx.get<ir::Tuple>(expr)->items
               ? expr
               : add(ctx, from, ctx.fn.exprs[expr].range, std::move(held));
}

ir::ExprId convert(Lowering& ctx, ir::ExprId expr, Type to) {
    expr = with_items_held(ctx, expr, ctx.types.stored(to));
    return convert(ctx.fn, ctx.types, expr, ctx.types.stored(to),
                   [&](Type type, Range range, decltype(ir::Expr::as) as) {
                       return add(ctx, type, range, std::move(as));
                   });
}

Operand converted(Lowering& ctx, const Operand& operand, Type to) {
    const bool is_other = operand.is_value() && operand.type != to;
    return is_other ? Operand::of(to, convert(ctx, operand.ir, to)) : operand;
}

ir::StmtId emit(Lowering& ctx, Range range, decltype(ir::Stmt::as) as) {
    ir::Stmt stmt;
    stmt.range = range;
    stmt.as = std::move(as);
    settle_before(ctx, stmt);
    const ir::StmtId id = ctx.fn.stmts.add(std::move(stmt));
    ctx.out->push_back(id);
    return id;
}

/// Whether a node is of one of these kinds.
template <class... Kinds>
static bool is_any_of(const ir::Expr& expr) {
    return (expr.is<Kinds>() || ...);
}

/// Cheap, without effects, and the same however often it is written down.
bool is_simple(const Lowering& ctx, ir::ExprId id) {
    const ir::Expr& expr = ctx.fn.exprs[id];
    if (const auto* row = expr.get<ir::Intrinsic>()) {
        return row->args.empty() && row->row->effect == api::Effect::Pure;
    }
    return is_any_of<ir::Literal, ir::ReadConstant, ir::Read, ir::NoValue, ir::HasValue, ir::Unwrap,
                     ir::ComplexPart, ir::MakeComplex, ir::Cast, ir::Extent, ir::Size,
                     ir::TupleItem, ir::Unary>(expr) &&
           !ir::any_operand(expr, [&](ir::ExprId part) { return !is_simple(ctx, part); });
}

/// `i + d`: as cheap as a temporary, and what is said of it holds where it stands again.
bool is_plain_sum(const Lowering& ctx, ir::ExprId expr) {
    const auto* sum = ctx.get<ir::Binary>(expr);
    return sum != nullptr && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
           is_simple(ctx, sum->left) && is_simple(ctx, sum->right);
}

ir::LocalId temporary(Lowering& ctx, const std::string& name, Type type, Range range,
                      ir::Local::Kind kind) {
    ir::Local local;
    local.name = name;
    local.type = ctx.types.stored(type);
    local.kind = kind;
    local.range = range;
    return ctx.fn.locals.add(std::move(local));
}

void set(Lowering& ctx, ir::LocalId target, ir::ExprId value) {
    emit(ctx, ctx.current_stmt, ir::Assign{.target = target, .value = value});
}

ir::ExprId hold(Lowering& ctx, ir::ExprId expr, const std::string& name) {
    const Type type = ctx.fn.exprs[expr].type;
    const Range range = ctx.fn.exprs[expr].range;
    const ir::LocalId local = temporary(ctx, name, type, range);
    set(ctx, local, expr);
    return add(ctx, type, range, ir::Read{local});
}

ir::ExprId keep(Lowering& ctx, ir::ExprId expr, const std::string& name) {
    return is_simple(ctx, expr) ? expr : hold(ctx, expr, name);
}

std::optional<std::int64_t> known_integer(const Value* value) {
    const auto* number = value != nullptr ? value->get<NumberValue>() : nullptr;
    if (number == nullptr || !number->type.is_integer()) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, number->value);
}

std::optional<std::int64_t> literal_number(const ir::Function& fn, ir::ExprId expr) {
    const auto* literal = expr.valid() ? fn.exprs[expr].get<ir::Literal>() : nullptr;
    const auto* number = literal != nullptr ? std::get_if<std::int64_t>(&literal->value) : nullptr;
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::string source_text(const Lowering& ctx, Range range) {
    return std::string(ctx.tree.text(range));
}

/// The part of a range on its first line: a caret under a whole `try` statement helps nobody.
Range first_line(const Lowering& ctx, Range range) {
    const std::string_view text = ctx.tree.text(range);
    const std::size_t end = text.find_first_of("\r\n");
    if (end != std::string_view::npos) {
        range.end = range.begin + std::uint32_t(end);
    }
    return range;
}

std::string type_name(const Lowering& ctx, Type type) {
    return python_name(type, ctx.types);
}

std::string type_names(const Lowering& ctx, const std::vector<Type>& types) {
    std::string names;
    for (const Type type : types) {
        names += (names.empty() ? "" : ", ") + type_name(ctx, type);
    }
    return names;
}

std::string describe_operand(const Lowering& ctx, const Operand& operand) {
    if (operand.is_value()) {
        return "`" + type_name(ctx, operand.type) + "`";
    }
    return operand.known ? describe(*operand.known, ctx.types) : "nothing";
}

static void choose_poison(const Operand& operand, const Operand*& found) {
    const bool is_error = operand.kind == Operand::Kind::Error;
    found = is_error || found == nullptr ? poison_of(operand) : found;
}

const Operand* poison_of(std::initializer_list<const Operand*> operands) {
    const Operand* found = nullptr;
    for (const Operand* operand : operands) {
        choose_poison(*operand, found);
    }
    return found;
}

const Operand* poison_of(const std::vector<Operand>& operands) {
    const Operand* found = nullptr;
    for (const Operand& operand : operands) {
        choose_poison(operand, found);
    }
    return found;
}

std::string said(const Lowering& ctx, const Operand& operand) {
    return type_name(ctx, operand.type);
}

std::string said(const Lowering& ctx, Type type) {
    return type_name(ctx, type);
}

/// `{0} is not supported yet`: Numba has it, or pycu will.
Failure unsupported(Lowering& ctx, Range range, const std::string& what) {
    return fail<Code::Later>(ctx, range, what);
}

/// What no version of pycu can compile.
Failure refused(Lowering& ctx, Range range, const std::string& what) {
    return fail<Code::NotInDeviceCode>(ctx, range, what);
}

}  // namespace pycu::sema
