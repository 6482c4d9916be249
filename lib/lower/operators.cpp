// Operators on operands: arithmetic, comparison, truth, one value or the other; complex numbers.
// See operations.h.

#include "lower/operations.h"
#include "types/convert.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

static Operand concatenate(Lowering& ctx, const Operand& left, const Operand& right, Range range) {
    ir::Tuple tuple;
    for (const Operand* part : {&left, &right}) {
        const std::size_t count = ctx.types.items(part->type).size();
        for (std::size_t i = 0; i < count; ++i) {
            tuple.items.push_back(tuple_item(ctx, *part, i, range).ir);
        }
    }
    return value(ctx, tuple_concat(left.type, right.type, ctx.types), range, std::move(tuple));
}

/// Converts twice, as Numba does; once where that gives the same value.
static ir::ExprId convert_through(Lowering& ctx, ir::ExprId expr, Type middle, Type to) {
    const Type from = ctx.fn.exprs[expr].type;
    const bool widens = from.is_integer() && middle.is_integer() &&
                        (bytes(middle) > bytes(from) || middle == from) &&
                        (from.is_unsigned() || middle.is_signed());
    if (widens || from.is_bool()) {
        return convert(ctx, expr, to);
    }
    return convert(ctx, convert(ctx, expr, middle), to);
}

Operand binary(Lowering& ctx, BinaryOp op, Operand left, Operand right, Range range) {
    if (const Operand* poison = poison_of({&left, &right})) {
        return *poison;
    }
    left = plain(ctx, left, range);
    right = plain(ctx, right, range);
    if (op == BinaryOp::Mult && (left.type.is_tuple() || right.type.is_tuple())) {
        return left.type.is_tuple() ? repeat_tuple(ctx, left, right, range)
                                    : repeat_tuple(ctx, right, left, range);
    }
    if (op == BinaryOp::Add && left.type.is_tuple() && right.type.is_tuple()) {
        return concatenate(ctx, left, right, range);
    }
    std::optional<Type> type;
    std::optional<Operands> operands;
    if (left.type.is_scalar() && right.type.is_scalar()) {
        type = binary_result(op, left.type, right.type);
        operands = binary_operands(op, left.type, right.type);
    }
    if (!type || !operands) {
        auto diagnostic = fail<Code::NoOperator>(ctx, range, python_text(op), left, right);
        if (left.type.is_array() || right.type.is_array()) {
            diagnostic.help("device code works on elements: write `a[i]`");
        } else if ((op == BinaryOp::BitAnd || op == BinaryOp::BitOr) && left.type.is_integer()) {
            const std::string word = op == BinaryOp::BitAnd ? "and" : "or";
            diagnostic
                .help("`" + word + "` joins conditions; `" + std::string(python_text(op)) +
                      "` is of integers, and binds more tightly than `<`")
                .help("convert with `int(x)` where bits are meant");
        } else if (op == BinaryOp::BitXor && left.type.is_float()) {
            diagnostic.help("a power is `x ** 2`; `^` is the exclusive or of integers");
        } else if (left.type.is_float() || right.type.is_float()) {
            diagnostic.help("convert with `int(x)` first");
        }
        return error();
    }
    if (op == BinaryOp::Pow) {
        // The exponent keeps its type where Numba multiplies instead of calling pow.
        const bool multiplies = right.type.is_integer() && !type->is_complex();
        const Type exponent = multiplies ? right.type : operands->right;
        if (right.is_literal) {
            // Products take the place of small powers, however `x ** (1 + 1)` is written.
            right = operand_of(ctx, *right.known, std::nullopt, range);
        }
        return value(
            ctx, *type, range,
            ir::Binary{op, convert(ctx, left.ir, *type), convert(ctx, right.ir, exponent)});
    }
    const bool is_shift = op == BinaryOp::LShift || op == BinaryOp::RShift;
    const ir::ExprId converted_left = convert_through(ctx, left.ir, operands->left, *type);
    const ir::ExprId converted_right = is_shift
                                           ? convert(ctx, right.ir, operands->right)
                                           : convert_through(ctx, right.ir, operands->right, *type);
    return value(ctx, *type, range, ir::Binary{op, converted_left, converted_right});
}

/// -x, +x, ~x
Operand unary(Lowering& ctx, UnaryOp op, const Operand& operand, Range range) {
    if (!operand.is_value()) {
        return operand;
    }
    const std::optional<Type> type =
        operand.type.is_scalar() ? unary_result(op, operand.type) : std::nullopt;
    if (!type) {
        return fail<Code::NoUnaryOperator>(ctx, range, python_text(op), operand);
    }
    if (const auto* literal = ctx.get<ir::Literal>(operand.ir)) {
        const bool is_python = literal->is_python;
        const auto negated = [&](Type of, ir::Number value_of) {
            Operand made = number(ctx, of, value_of, range);
            ctx.fn.exprs[made.ir].as = ir::Literal{value_of, is_python};
            return made;
        };
        if (op == UnaryOp::USub) {
            if (const auto* i = std::get_if<std::int64_t>(&literal->value);
                i != nullptr && operand.type == int64) {
                return negated(int64, -*i);
            }
            if (const auto* bits = std::get_if<std::uint64_t>(&literal->value);
                bits != nullptr && *bits == std::uint64_t{1} << 63U && operand.type == uint64) {
                // -2**63: Numba negates the uint64.
                return value(ctx, *type, range, ir::Unary{op, operand.ir});
            }
            if (const auto* x = std::get_if<double>(&literal->value)) {
                return negated(operand.type, -*x);
            }
        }
    }
    // Negation and inversion are done in the operand's own width, then extended.
    const bool own_width =
        operand.type.is_integer() && (op == UnaryOp::USub || op == UnaryOp::Invert);
    if (own_width && *type != operand.type) {
        const ir::ExprId result = add(ctx, operand.type, range, ir::Unary{op, operand.ir});
        return value(ctx, *type, range, ir::Cast{result});
    }
    if (op == UnaryOp::Invert && operand.type.is_bool()) {
        return value(ctx, *type, range, ir::Unary{UnaryOp::Not, operand.ir});
    }
    return value(ctx, *type, range, ir::Unary{op, convert(ctx, operand.ir, *type)});
}

/// `x is y`, `x < y`; what is in a sequence is contains()'s to say.
Operand compare(Lowering& ctx, CompareOp op, const Operand& left_operand,
                const Operand& right_operand, Range range) {
    const bool is_identity = op == CompareOp::Is || op == CompareOp::IsNot;
    if (const Operand* poison = poison_of({&left_operand, &right_operand})) {
        return *poison;
    }
    if (auto test = compare_none(ctx, op, left_operand, right_operand, range)) {
        return *test;
    }
    const auto* left_text = left_operand.get<StringValue>();
    const auto* right_text = right_operand.get<StringValue>();
    if (left_text != nullptr && right_text != nullptr &&
        (op == CompareOp::Eq || op == CompareOp::NotEq)) {
        return number(ctx, boolean, (*left_text == *right_text) == (op == CompareOp::Eq), range);
    }
    Operand left = runtime(ctx, left_operand, range);
    Operand right = runtime(ctx, right_operand, range);
    if (const Operand* poison = poison_of({&left, &right})) {
        return *poison;
    }
    if (auto result = compare_enums(ctx, op, left, right, range)) {
        return *result;
    }
    left = plain(ctx, left, range);
    right = plain(ctx, right, range);
    if (left.type.is_tuple() && right.type.is_tuple()) {
        return compare_tuples(ctx, op, left, right, range);
    }
    std::optional<Operands> operands;
    if (left.type.is_scalar() && right.type.is_scalar()) {
        operands = compare_operands(op, left.type, right.type);
    }
    if (!operands) {
        auto failure = fail<Code::NoOperator>(ctx, range, python_text(op), left, right);
        if (left.type.is_array() || right.type.is_array()) {
            failure.help("device code works on elements: write `a[i]`");
        }
        return failure;
    }
    if (is_identity && left.type != right.type) {
        return number(ctx, boolean, op == CompareOp::IsNot, range);
    }
    const CompareOp written = op == CompareOp::Is      ? CompareOp::Eq
                              : op == CompareOp::IsNot ? CompareOp::NotEq
                                                       : op;
    return value(ctx, boolean, range,
                 ir::Compare{written, convert(ctx, left.ir, operands->left),
                             convert(ctx, right.ir, operands->right)});
}

/// The `not` of `not in`; an error stays one.
Operand negate_if(Lowering& ctx, bool negated, const Operand& condition, Range range) {
    return negated && condition.is_value()
               ? value(ctx, boolean, range, ir::Unary{UnaryOp::Not, condition.ir})
               : condition;
}

Operand logical(Lowering& ctx, bool is_and, const Operand& left, const Operand& right,
                Range range) {
    const Operand* poison = poison_of({&left, &right});
    return poison != nullptr ? *poison
                             : value(ctx, boolean, range, ir::Logical{is_and, left.ir, right.ir});
}

Operand truth_of(Lowering& ctx, const Operand& operand, Range range) {
    if (operand.get<NoneValue>() != nullptr) {
        return number(ctx, boolean, false, range);
    }
    if (const auto* string = operand.get<StringValue>()) {
        return number(ctx, boolean, !string->text.empty(), range);
    }
    const Operand operand_value = runtime(ctx, operand, range);
    if (!operand_value.is_value()) {
        return operand_value;
    }
    if (operand_value.type.is_none()) {
        return number(ctx, boolean, false, range);
    }
    if (operand_value.type.is_tuple()) {
        const bool is_full = !ctx.types.items(operand_value.type).empty();
        return number(ctx, boolean, is_full, range);
    }
    if (!has_truth(operand_value.type)) {
        auto diagnostic = fail<Code::NoTruth>(ctx, range, operand_value);
        if (operand_value.type.is_array()) {
            diagnostic.help("test an element, `a[i]`, or the length, `len(a) > 0`");
        } else if (operand_value.type.is_optional()) {
            diagnostic.help("test for None: `x is not None`");
        } else if (operand_value.type.is_enum()) {
            diagnostic.help("test its value, `x.value`, or compare it with a member");
        }
        return error();
    }
    return converted(ctx, operand_value, boolean);
}

namespace {

/// A condition that turned out to be known once everything had a type.
std::optional<bool> literal_truth(const ir::Expr& condition) {
    const auto* literal = condition.get<ir::Literal>();
    const auto* value = literal != nullptr ? std::get_if<bool>(&literal->value) : nullptr;
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

}  // namespace

/// `c ? a : b`, or an if statement where a value needs statements of its own.
Operand select(Lowering& ctx, Operand condition, Operand yes, ir::Block yes_block, Operand no,
               ir::Block no_block, Range range) {
    if (const Operand* poison = poison_of({&condition, &yes, &no})) {
        return *poison;
    }
    const std::optional<Type> type = unify(yes.type, no.type, ctx.types);
    if (!type) {
        return fail<Code::CannotUnify>(ctx, range, source_text(ctx, range), yes, no);
    }
    if (type->is_none()) {
        if (yes_block.empty() && no_block.empty()) {
            return none_value(ctx, range);
        }
        emit(ctx, ctx.current_stmt,
             ir::If{condition.ir, std::move(yes_block), std::move(no_block), false});
        return none_value(ctx, range);
    }
    if (const std::optional<bool> taken = literal_truth(ctx.fn.exprs[condition.ir])) {
        const ir::Block& kept = *taken ? yes_block : no_block;
        forget(ctx, *taken ? no_block : yes_block);
        ctx.out->insert(ctx.out->end(), kept.begin(), kept.end());
        const Operand& chosen = *taken ? yes : no;
        wait_here(ctx, chosen.ir);
        return converted(ctx, chosen, *type);
    }
    if (yes_block.empty() && no_block.empty()) {
        return value(
            ctx, *type, range,
            ir::Select{condition.ir, convert(ctx, yes.ir, *type), convert(ctx, no.ir, *type)});
    }
    const ir::LocalId local = temporary(ctx, "value", *type, range);
    for (const auto& [block, chosen] : {std::pair(&yes_block, &yes), std::pair(&no_block, &no)}) {
        emit_into(ctx, *block, [&, of = chosen] {
            emit(ctx, range, ir::Assign{.target = local, .value = convert(ctx, of->ir, *type)});
        });
    }
    emit(ctx, ctx.current_stmt,
         ir::If{condition.ir, std::move(yes_block), std::move(no_block), false});
    return value(ctx, *type, range, ir::Read{local});
}

namespace {

/// The type of a complex number's parts.
Type part_of(Type number) {
    return number == complex64 ? float32 : float64;
}

}  // namespace

/// 2j, or a complex number that the compiler computed.
Operand complex_number(Lowering& ctx, const ComplexValue& number, Range range) {
    const Type part = part_of(number.type);
    const auto literal = [&](double value_of) {
        return add(ctx, part, range, ir::Literal{value_of, number.is_python});
    };
    const ir::ExprId real = literal(number.value.real());
    Operand operand =
        value(ctx, number.type, range, ir::MakeComplex{real, literal(number.value.imag())});
    operand.known = Value{number};
    return operand;
}

/// complex(x), complex(x, y)
Operand call_complex(Lowering& ctx, const std::vector<Operand>& args, const std::string& written,
                     Range range) {
    const std::optional<Type> type = args.size() == 1
                                         ? complex_call_result(args[0].type)
                                         : complex_call_result(args[0].type, args[1].type);
    if (!type) {
        const Operand& wrong = !complex_call_result(args[0].type) ? args[0] : args.back();
        return fail<Code::NoConversion>(ctx, range, written, wrong);
    }
    if (args.size() == 1) {
        return converted(ctx, args[0], *type);
    }
    const Type part = part_of(*type);
    return value(ctx, *type, range,
                 ir::MakeComplex{convert(ctx, args[0].ir, part), convert(ctx, args[1].ir, part)});
}

/// x.real and x.imag; a real number is its own real part.
Operand scalar_attribute(Lowering& ctx, const Operand& scalar, const std::string& name,
                         Range range) {
    const bool is_imag = name == "imag";
    const std::optional<Type> part = real_result(scalar.type);
    if ((!is_imag && name != "real") || !part) {
        return fail<Code::NoAttribute>(ctx, range, scalar, name);
    }
    if (scalar.type.is_complex()) {
        return value(ctx, *part, range, ir::ComplexPart{scalar.ir, is_imag});
    }
    if (!is_imag) {
        return scalar;
    }
    Operand zero = literal_int(ctx, 0, range);
    zero.is_literal = false;
    return converted(ctx, zero, *part);
}

}  // namespace pycu::sema
