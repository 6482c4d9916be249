// Nodes, conversions and temporaries. See ir_maker.h.
#include <algorithm>
#include <cmath>

#include "ir/visit.h"
#include "sema/body/ir_maker.h"
#include "support/match.h"
#include "types/half.h"

namespace pycu::sema {

namespace {

/// The low bits of an integer as a value of an integer type; nothing for other types.
std::optional<ir::Number> wrap_integer(std::int64_t value, Type to) {
    switch (to.is_integer() ? to.element() : Scalar::Bool) {
        case Scalar::Int8:
            return std::int64_t{static_cast<std::int8_t>(value)};
        case Scalar::Int16:
            return std::int64_t{static_cast<std::int16_t>(value)};
        case Scalar::Int32:
            return std::int64_t{static_cast<std::int32_t>(value)};
        case Scalar::Int64:
            return value;
        case Scalar::UInt8:
            return std::uint64_t{static_cast<std::uint8_t>(value)};
        case Scalar::UInt16:
            return std::uint64_t{static_cast<std::uint16_t>(value)};
        case Scalar::UInt32:
            return std::uint64_t{static_cast<std::uint32_t>(value)};
        case Scalar::UInt64:
            return static_cast<std::uint64_t>(value);
        default:
            return std::nullopt;
    }
}

/// A number as a value of another scalar type; nothing where only a run should convert it.
std::optional<ir::Number> convert_number(const ir::Number& number, Type to) {
    return std::visit(
        [&](auto value) -> std::optional<ir::Number> {
            if (to.is_bool()) {
                return value != 0;
            }
            if (to == float64) {
                return static_cast<double>(value);
            }
            if (to == float16) {
                return round_to_float16(static_cast<double>(value));
            }
            if (to == float32) {
                return static_cast<double>(static_cast<float>(value));
            }
            if constexpr (std::is_same_v<decltype(value), double>) {
                const bool is_exact = std::abs(value) < 9007199254740992.0 &&
                                      value == std::trunc(value) &&
                                      !(value < 0 && to.is_unsigned());
                if (!is_exact || (to != int64 && to != uint64)) {
                    return std::nullopt;
                }
            }
            return wrap_integer(static_cast<std::int64_t>(value), to);
        },
        number);
}

}  // namespace

IrMaker::IrMaker(Instances& instances)
    : instances_(instances),
      types_(instances.evaluator().types()),
      file_(*instances.evaluator().tree().file) {}

ir::ExprId IrMaker::add(Type type, Range range, decltype(ir::Expr::as) as) {
    const ir::ExprId id = fn_.exprs.add({types_.stored(type), range, std::move(as)});
    wait_for(id);
    return id;
}

Operand IrMaker::value(Type type, Range range, decltype(ir::Expr::as) as) {
    if (!types_.is_small(type)) {
        return large_tuple(range);
    }
    Operand operand;
    operand.kind = Operand::Kind::Value;
    operand.type = type;
    operand.ir = bind(add(type, range, std::move(as)));
    return operand;
}

/// A scalar of the IR as a value; a member of an enum and a range have types that the IR has not.
Operand IrMaker::as_operand(ir::ExprId expr) const {
    Operand operand;
    operand.kind = Operand::Kind::Value;
    operand.type = fn_.exprs[expr].type;
    operand.ir = expr;
    return operand;
}

Operand IrMaker::large_tuple(Range range) {
    report<diag::Code::LargeTuple>(range, TypeTable::max_tuple_values, TypeTable::max_tuple_depth)
        .help("an array holds as many values as you like, and a loop goes over them");
    return error();
}

/// A literal of Python's, or a number that the compiler computed.
Operand IrMaker::number(Type type, ir::Number value_of, Range range) {
    Operand operand = value(type, range, ir::Literal{value_of});
    operand.known = Value{NumberValue{type, value_of, true}};
    operand.is_literal = type == int64 || type == uint64 || type.is_bool();
    return operand;
}

Operand IrMaker::literal_int(std::int64_t value_of, Range range) {
    return number(int64, value_of, range);
}

Operand IrMaker::known(Value value_of) {
    Operand operand;
    operand.kind = Operand::Kind::Known;
    operand.known = std::move(value_of);
    return operand;
}

Operand IrMaker::error() const {
    Operand operand;
    operand.kind = Operand::Kind::Error;
    return operand;
}

/// The expression with a Cast around it where its type is another one; literals are converted.
ir::ExprId IrMaker::convert(ir::ExprId expr, Type wanted) {
    const Type to = types_.stored(wanted);
    const Type from = fn_.exprs[expr].type;
    const Range range = fn_.exprs[expr].range;
    if (from == to || to.is_error()) {
        return expr;
    }
    if (to.is_optional()) {
        return convert_optional(expr, to);
    }
    if (from.is_optional()) {
        const Type held = types_.without_none(from);
        return convert(add(held, range, ir::Unwrap{expr}), to);
    }
    if (from.is_array() || from.is_record()) {
        return expr;
    }
    if (to.is_tuple()) {
        ir::Tuple tuple;
        const auto types = types_.items(to);
        for (std::uint32_t i = 0; i < types.size(); ++i) {
            const auto* written = std::get_if<ir::Tuple>(&fn_.exprs[expr].as);
            const Type item_type = types_.items(from)[i];
            const ir::ExprId item = written != nullptr
                                        ? written->items[i]
                                        : add(item_type, range, ir::TupleItem{expr, i});
            tuple.items.push_back(convert(item, types[i]));
        }
        return add(to, range, std::move(tuple));
    }
    if (const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[expr].as)) {
        if (const auto number = convert_number(literal->value, to)) {
            return add(to, range, ir::Literal{*number});
        }
    }
    return add(to, range, ir::Cast{expr});
}

/// A value, None or another Optional as an Optional.
ir::ExprId IrMaker::convert_optional(ir::ExprId expr, Type to) {
    const Type from = fn_.exprs[expr].type;
    const Range range = fn_.exprs[expr].range;
    if (from.is_none() || std::holds_alternative<ir::NoValue>(fn_.exprs[expr].as)) {
        return add(to, range, ir::NoValue{});
    }
    if (from.is_optional()) {
        return add(to, range, ir::Cast{expr});
    }
    return add(to, range, ir::Cast{convert(expr, types_.without_none(to))});
}

Operand IrMaker::converted(const Operand& operand, Type to) {
    if (!operand.is_value() || operand.type == to) {
        return operand;
    }
    Operand result;
    result.kind = Operand::Kind::Value;
    result.type = to;
    result.ir = convert(operand.ir, to);
    return result;
}

ir::StmtId IrMaker::emit(Range range, decltype(ir::Stmt::as) as) {
    ir::Stmt stmt;
    stmt.range = range;
    stmt.as = std::move(as);
    settle_before(stmt);
    const ir::StmtId id = fn_.stmts.add(std::move(stmt));
    out_->push_back(id);
    return id;
}

/// Cheap, without effects, and the same however often it is written down.
bool IrMaker::is_simple(ir::ExprId expr) const {
    return std::visit(
        match{
            [](const ir::Literal&) { return true; },
            [](const ir::ReadConstant&) { return true; },
            [](const ir::Read&) { return true; },
            [](const ir::NoValue&) { return true; },
            [&](const ir::HasValue& e) { return is_simple(e.value); },
            [&](const ir::Unwrap& e) { return is_simple(e.value); },
            [&](const ir::ComplexPart& e) { return is_simple(e.value); },
            [&](const ir::MakeComplex& e) { return is_simple(e.real) && is_simple(e.imag); },
            [&](const ir::Cast& e) { return is_simple(e.value); },
            [&](const ir::Extent& e) { return is_simple(e.array); },
            [&](const ir::Size& e) { return is_simple(e.array); },
            [&](const ir::TupleItem& e) { return is_simple(e.tuple); },
            [&](const ir::Unary& e) { return is_simple(e.operand); },
            [&](const ir::Intrinsic& e) {
                return e.args.empty() && e.row->effect == api::Effect::Pure;
            },
            [](const auto&) { return false; },
        },
        fn_.exprs[expr].as);
}

/// `i + d`: as cheap as a temporary, and what is said of it holds where it stands again.
bool IrMaker::is_plain_sum(ir::ExprId expr) const {
    const auto* sum = std::get_if<ir::Binary>(&fn_.exprs[expr].as);
    return sum != nullptr && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
           is_simple(sum->left) && is_simple(sum->right);
}

ir::LocalId IrMaker::temporary(const std::string& name, Type type, Range range) {
    return fn_.locals.add({.name = name,
                           .type = types_.stored(type),
                           .kind = ir::Local::Kind::Temporary,
                           .range = range,
                           .may_be_unset = false,
                           .spelling = {},
                           .is_const = false,
                           .written = {}});
}

/// The value in a temporary set here, or the expression itself where it may be written twice.
ir::ExprId IrMaker::keep(ir::ExprId expr, const std::string& name) {
    if (is_simple(expr)) {
        return expr;
    }
    const Type type = fn_.exprs[expr].type;
    const Range range = fn_.exprs[expr].range;
    const ir::LocalId local = temporary(name, type, range);
    emit(current_stmt_, ir::Assign{.target = local, .value = expr});
    return add(type, range, ir::Read{local});
}

std::string IrMaker::source_text(Range range) const {
    return std::string(file_.text(range));
}

/// The part of a range on its first line: a caret under a whole `try` statement helps nobody.
Range IrMaker::first_line(Range range) const {
    const std::string_view text = file_.text(range);
    const std::size_t end = text.find_first_of("\r\n");
    if (end != std::string_view::npos) {
        range.end = range.begin + std::uint32_t(end);
    }
    return range;
}

std::string IrMaker::type_name(Type type) const {
    return python_name(type, types_);
}

std::string IrMaker::describe_operand(const Operand& operand) const {
    if (operand.is_value()) {
        return "`" + type_name(operand.type) + "`";
    }
    return operand.known ? describe(*operand.known, types_) : "nothing";
}

/// `{0} is not supported yet`: Numba has it, or pycu will.
Operand IrMaker::unsupported(Range range, const std::string& what) {
    report<diag::Code::Later>(range, what);
    return error();
}

/// What no version of pycu can compile.
Operand IrMaker::refused(Range range, const std::string& what) {
    report<diag::Code::NotInDeviceCode>(range, what);
    return error();
}

}  // namespace pycu::sema
