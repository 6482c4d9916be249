// Formulas: read off the syntax, computed by the rules of C++, and kept where that is the same.
#include "lower/formulas.h"

#include <cfloat>
#include <cmath>
#include <numbers>

#include "lower/operations.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// Longer expressions stand as numbers.
constexpr std::uint32_t max_length = 72;

/// How many parts what a power repeats may have.
constexpr std::size_t max_repeated = 5;

bool is_int(std::int64_t value) {
    return value >= INT32_MIN && value <= INT32_MAX;
}

/// What C++ makes of two ints; nothing where that is no int, or is not what Python makes of them.
std::optional<std::int64_t> computed(BinaryOp op, std::int64_t left, std::int64_t right) {
    switch (op) {
        case BinaryOp::Add:
            return left + right;
        case BinaryOp::Sub:
            return left - right;
        case BinaryOp::Mult:
            return left * right;
        case BinaryOp::FloorDiv:
            return left >= 0 && right > 0 ? std::optional(left / right) : std::nullopt;
        case BinaryOp::Mod:
            return left >= 0 && right > 0 ? std::optional(left % right) : std::nullopt;
        case BinaryOp::LShift:
            return left >= 0 && right >= 0 && right < 32 ? std::optional(left << right)
                                                         : std::nullopt;
        case BinaryOp::RShift:
            return left >= 0 && right >= 0 && right < 32 ? std::optional(left >> right)
                                                         : std::nullopt;
        case BinaryOp::BitAnd:
            return left & right;
        case BinaryOp::BitOr:
            return left | right;
        case BinaryOp::BitXor:
            return left ^ right;
        default:
            return std::nullopt;
    }
}

template <class Float>
std::optional<double> computed(BinaryOp op, Float left, Float right) {
    switch (op) {
        case BinaryOp::Add:
            return Float(left + right);
        case BinaryOp::Sub:
            return Float(left - right);
        case BinaryOp::Mult: {
            const Float product = left * right;
            const bool is_lost = product == 0 && left != 0 && right != 0;
            return is_lost ? std::nullopt : std::optional<double>(product);
        }
        case BinaryOp::Div: {
            const bool is_lost = right == 0 || (left != 0 && Float(left / right) == 0);
            return is_lost ? std::nullopt : std::optional<double>(Float(left / right));
        }
        default:
            return std::nullopt;
    }
}

/// A formula, and what C++ computes of it: an int32, a float32 or a float64.
struct Computed {
    ir::Formula formula;
    Type type;
    std::int64_t integer = 0;
    double real = 0;

    bool is_int() const { return type == int32; }
    bool is_literal() const {
        return formula.size() == 1 && std::holds_alternative<ir::FormulaNumber>(formula.front());
    }
    double as_real() const { return is_int() ? double(integer) : real; }
};

/// Puts one part behind a formula's; nothing where C++ has no such number.
std::optional<Computed> with(Computed of, ir::FormulaPart part, std::optional<std::int64_t> value) {
    if (!value || !is_int(*value)) {
        return std::nullopt;
    }
    of.formula.push_back(part);
    of.integer = *value;
    return of;
}

/// Whether compilers take a number as one of the type: nvcc refuses what rounding makes infinite or
/// nothing, and what has lost digits near zero.
bool is_in_range(double value, Type type) {
    const double rounded = type == float32 ? double(float(value)) : value;
    const double least = type == float32 ? double(FLT_MIN) : DBL_MIN;
    return std::isfinite(rounded) && (value == 0 || std::abs(rounded) >= least);
}

std::optional<Computed> with(Computed of, ir::FormulaPart part, Type type,
                             std::optional<double> value) {
    if (!value || !is_in_range(*value, type)) {
        return std::nullopt;
    }
    of.formula.push_back(part);
    of.type = type;
    of.real = type == float32 ? double(float(*value)) : *value;
    return of;
}

/// `x` as a float: `2` is `2.0`, and `N` is `double(N)`.
std::optional<Computed> as_float(Computed x, Type type) {
    if (x.type == type) {
        return x;
    }
    const double value = x.as_real();
    if (x.is_literal() && type == float32 && double(float(value)) != value && x.is_int()) {
        return std::nullopt;
    }
    if (x.is_literal()) {
        const Range written = std::get<ir::FormulaNumber>(x.formula.front()).written;
        x.formula.clear();
        return with(std::move(x), ir::FormulaNumber{value, type, written}, type, value);
    }
    return with(std::move(x), ir::FormulaCast{type}, type, value);
}

std::optional<Computed> joined(Computed left, BinaryOp op, const Computed& right) {
    Computed both = left;
    both.formula.insert(both.formula.end(), right.formula.begin(), right.formula.end());
    if (left.is_int() && right.is_int()) {
        return with(std::move(both), op, computed(op, left.integer, right.integer));
    }
    const bool is_double = left.type == float64 || right.type == float64;
    return is_double
               ? with(std::move(both), op, float64, computed(op, left.as_real(), right.as_real()))
               : with(std::move(both), op, float32,
                      computed(op, float(left.as_real()), float(right.as_real())));
}

class FormulaReader {
  public:
    FormulaReader(Instances& instances, ScopeId scope) : instances_(instances), scope_(scope) {}

    std::optional<Computed> read(syntax::ExprId id) {
        const syntax::Expr& expr = instances_.evaluator().tree().exprs[id];
        if (const auto* e = expr.get<syntax::BinOp>()) {
            return binary(*e);
        }
        if (const auto* e = expr.get<syntax::UnaryOp>()) {
            return unary(*e);
        }
        if (const auto* e = expr.get<syntax::Call>()) {
            return cast(*e);
        }
        const bool is_name = expr.is<syntax::Name>() || expr.is<syntax::Attribute>();
        return is_name || expr.is<syntax::Constant>() ? operand(id, expr.range, is_name)
                                                      : std::nullopt;
    }

    /// The constant of an integer of any type, of which a name is all that is written.
    std::optional<ir::ConstantId> named_integer(syntax::ExprId id, const NumberValue& number) {
        const syntax::Expr& expr = instances_.evaluator().tree().exprs[id];
        if (!expr.is<syntax::Name>() && !expr.is<syntax::Attribute>()) {
            return std::nullopt;
        }
        const Found found = instances_.evaluator().evaluate(id, scope_);
        const auto* known = found.value.get<NumberValue>();
        const bool is_it = known != nullptr && found.origin && known->type.is_integer() &&
                           !known->type.is_bool() && number.type.is_integer() &&
                           to_integer(known->value) == to_integer(number.value) &&
                           !instances_.is_being_written(*found.origin);
        return is_it ? std::optional(constant_of(*known, *found.origin)) : std::nullopt;
    }

  private:
    std::optional<Computed> operand(syntax::ExprId id, Range range, bool is_name) {
        const Found found = instances_.evaluator().evaluate(id, scope_);
        const auto* number = found.value.get<NumberValue>();
        if (number == nullptr || (found.origin && instances_.is_being_written(*found.origin))) {
            return std::nullopt;
        }
        const NumberValue known = in_device_code(*number, instances_.module().python_float);
        Computed one{{}, known.type};
        if (found.origin) {
            one.formula = {constant_of(known, *found.origin)};
        } else {
            one.formula = {ir::FormulaNumber{known.value, known.type, range}};
        }
        // Of a library's names C++ has `math.pi` and `math.e`.
        const double real = to_double(known.value);
        const bool is_math = real == std::numbers::pi || real == std::numbers::e;
        if (is_name && !found.origin && !is_math) {
            return std::nullopt;
        }
        if (known.type == int64 || known.type == int32) {
            one.type = int32;
            one.integer = std::get<std::int64_t>(known.value);
            return is_int(one.integer) ? std::optional(one) : std::nullopt;
        }
        one.real = real;
        const bool is_float = known.type == float64 || known.type == float32;
        return is_float && is_in_range(to_double(number->value), known.type) ? std::optional(one)
                                                                             : std::nullopt;
    }

    ir::ConstantId constant_of(const NumberValue& known, const Origin& origin) {
        return instances_.constant(Value{known}, named(origin), known.type);
    }

    /// In the body of a class its names are plain; device code has them behind the class's.
    Origin named(Origin origin) const {
        const symbols::Scopes& scopes = instances_.evaluator().scopes();
        const bool is_of_class =
            origin.scope && scopes.all[origin.scope].kind == Scope::Kind::Class;
        if (is_of_class && origin.name.find('.') == origin.name.npos) {
            origin.name = scopes.all[origin.scope].qualname + "." + origin.name;
        }
        return origin;
    }

    std::optional<Computed> unary(const syntax::UnaryOp& e) {
        std::optional<Computed> of = read(e.operand);
        if (!of || e.op == UnaryOp::Not || e.op == UnaryOp::UAdd) {
            return std::nullopt;
        }
        if (of->is_int()) {
            const std::int64_t value = e.op == UnaryOp::Invert ? ~of->integer : -of->integer;
            return with(*std::move(of), e.op, value);
        }
        const double negative = -of->real;
        const Type type = of->type;
        return e.op == UnaryOp::USub ? with(*std::move(of), e.op, type, negative) : std::nullopt;
    }

    std::optional<Computed> binary(const syntax::BinOp& e) {
        std::optional<Computed> left = read(e.left);
        std::optional<Computed> right = left ? read(e.right) : std::nullopt;
        if (!right) {
            return std::nullopt;
        }
        if (e.op == BinaryOp::Pow) {
            return power(*std::move(left), *std::move(right));
        }
        if (e.op == BinaryOp::BitXor && left->is_literal() && right->is_literal()) {
            return std::nullopt;  // `2 ^ 5`, which compilers take for a power
        }
        // An int beside a float is one; of two ints, which `/` divides as floats, a literal is.
        if (e.op == BinaryOp::Div && left->is_int() && right->is_int()) {
            const Type type = instances_.module().python_float;
            std::optional<Computed>& one = right->is_literal() ? right : left;
            one = as_float(*std::move(one), type);
        }
        if (left && right && left->is_int() != right->is_int()) {
            std::optional<Computed>& one = left->is_int() ? left : right;
            if (one->is_literal()) {
                one = as_float(*std::move(one), left->is_int() ? right->type : left->type);
            }
        }
        return left && right ? joined(*std::move(left), e.op, *right) : std::nullopt;
    }

    /// `2 ** N` is `1 << N`, and `DX ** 2` is `DX * DX`.
    static std::optional<Computed> power(Computed base, Computed exponent) {
        if (!exponent.is_int()) {
            return std::nullopt;
        }
        if (base.is_int() && base.integer == 2 && base.is_literal()) {
            auto& two = std::get<ir::FormulaNumber>(base.formula.front());
            two = {std::int64_t{1}, int64, {}};
            base.integer = 1;
            return joined(std::move(base), BinaryOp::LShift, exponent);
        }
        const bool is_short = base.formula.size() <= max_repeated && !base.is_literal();
        if (!is_short || !exponent.is_literal() || exponent.integer < 2 || exponent.integer > 3) {
            return std::nullopt;
        }
        std::optional<Computed> product = base;
        for (std::int64_t i = 1; product && i < exponent.integer; ++i) {
            product = joined(*std::move(product), BinaryOp::Mult, base);
        }
        return product;
    }

    /// `np.float32(x)`, `int(x)`.
    std::optional<Computed> cast(const syntax::Call& call) {
        if (call.args.size() != 1 || !call.keywords.empty()) {
            return std::nullopt;
        }
        const Value callee = instances_.evaluator().evaluate(call.func, scope_).value;
        const auto* type = callee.get<TypeObject>();
        std::optional<Computed> of = type != nullptr ? read(call.args.front()) : std::nullopt;
        if (!of) {
            return std::nullopt;
        }
        if (type->type == float32 || type->type == float64) {
            return as_float(*std::move(of), type->kind == TypeObject::Kind::Python
                                                ? instances_.module().python_float
                                                : type->type);
        }
        if (type->type != int64 && type->type != int32) {
            return std::nullopt;
        }
        if (of->is_int()) {
            return of;
        }
        const double value = std::trunc(of->real);
        of->type = int32;
        return std::abs(value) < INT32_MAX
                   ? with(*std::move(of), ir::FormulaCast{int32}, std::int64_t(value))
                   : std::nullopt;
    }

    Instances& instances_;
    ScopeId scope_;
};

bool is_same(const Computed& one, const NumberValue& number) {
    if (number.type == int64 || number.type == int32) {
        return one.is_int() && one.integer == std::get<std::int64_t>(number.value);
    }
    if (one.is_int() || one.type != number.type) {
        return false;
    }
    const double value = to_double(number.value);
    return one.real == value && std::signbit(one.real) == std::signbit(value);
}

}  // namespace

syntax::ExprId assigned_to(const syntax::Tree& tree, const Origin& origin) {
    const syntax::Stmt& stmt = tree.stmts[origin.stmt];
    const auto is_name = [&](syntax::ExprId target) {
        return tree.exprs[target].range == origin.range;
    };
    if (const auto* assign = stmt.get<syntax::Assign>()) {
        return std::ranges::any_of(assign->targets, is_name) ? assign->value : syntax::ExprId{};
    }
    const auto* annotated = stmt.get<syntax::AnnAssign>();
    return annotated != nullptr && is_name(annotated->target) ? annotated->value : syntax::ExprId{};
}

std::optional<WrittenTuple> written_tuple(Instances& instances, syntax::ExprId expr,
                                          ScopeId scope) {
    const syntax::Tree& tree = instances.evaluator().tree();
    const bool is_name =
        tree.exprs[expr].is<syntax::Name>() || tree.exprs[expr].is<syntax::Attribute>();
    const Found found = is_name ? instances.evaluator().evaluate(expr, scope) : Found{};
    if (!found.origin || !found.origin->stmt.valid()) {
        return std::nullopt;
    }
    const syntax::ExprId value = assigned_to(tree, *found.origin);
    const auto* tuple = value.valid() ? tree.exprs[value].get<syntax::Tuple>() : nullptr;
    return tuple != nullptr ? std::optional(WrittenTuple{tuple->elts, found.origin->scope})
                            : std::nullopt;
}

ir::Formula formula_of(Instances& instances, syntax::ExprId expr, ScopeId scope,
                       const NumberValue& number) {
    const Range range = instances.evaluator().tree().exprs[expr].range;
    if (range.end - range.begin > max_length) {
        return {};
    }
    FormulaReader reader(instances, scope);
    if (const auto constant = reader.named_integer(expr, number)) {
        return {*constant};
    }
    std::optional<Computed> made = reader.read(expr);
    return made && !made->is_literal() && is_same(*made, number) ? std::move(made->formula)
                                                                 : ir::Formula{};
}

}  // namespace pycu::sema
