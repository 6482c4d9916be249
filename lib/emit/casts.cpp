// Conversions: which of Numba's C++ makes by itself, and which are written.
#include <algorithm>

#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "ir/interval.h"
#include "ir/visit.h"
#include "support/text.h"
#include "types/promotion.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

/// Whether it is a product by a large number, of a hash or a generator, that C++ computes in int
/// and Numba in 64 bits: it is meant to wrap round, and only unsigned numbers do.
bool wraps_round(const Printed& left, const Printed& right, Type type) {
    constexpr std::int64_t large = 1 << 16;
    const auto is_large = [](const Printed& side) {
        return side.number && (side.range.low >= large || side.range.high <= -large);
    };
    return bytes(type) > 4 && usual_type(left.type, right.type) == int32 &&
           (is_large(left) || is_large(right)) &&
           !holds(int32, ir::product(left.range, right.range));
}

}  // namespace

/// The value with C++'s type being exactly this one.
Printed ExprPrinter::converted(Printed value, Type type) const {
    if (value.pending && *value.pending != type) {
        value = settled(std::move(value));
    }
    if (value.type == type && !value.pending) {
        return value;
    }
    Printed result{{}, type};
    if (agrees(type, value.type, value.range)) {
        result.range = value.range;
    }
    if (value.number && !value.pending) {
        result.text = typed_literal(*value.number, type);
        result.number = value.number;
        result.is_constant = true;
        return result;
    }
    if (type.is_bool()) {
        result.text = {value.text.as(Precedence::Shift) + " != 0", Precedence::Equality};
        return result;
    }
    result.text = {type_name(type) + "(" + value.text.text + ")", Precedence::Postfix};
    return result;
}

/// The value with a conversion that was left to C++ written out.
Printed ExprPrinter::settled(Printed value) const {
    if (!value.pending) {
        return value;
    }
    const Type type = *value.pending;
    value.pending.reset();
    if (value.type == type) {
        return value;
    }
    Printed result = called(type_name(type), type, value.text.text);
    if (agrees(type, value.type, value.range)) {
        result.range = value.range;
    }
    return result;
}

Printed ExprPrinter::cast(const ir::Cast& e, ir::ExprId id) const {
    const Type from = type(e.value);
    const Type to = type(id);
    if (to.is_optional()) {
        return called(type_name(id), to, listed_exact(e.value));
    }
    if (!from.is_scalar() || !to.is_scalar() || from == to) {
        return print(e.value);
    }
    if (to.is_bool()) {
        Printed value = settled(print(e.value));
        if (value.type.is_bool()) {
            return value;
        }
        if (value.type == float16) {
            value = converted(std::move(value), float32);
        }
        const bool is_single = value.type == float32 || value.type == complex64;
        const bool is_double = value.type == float64 || value.type == complex128;
        const char* const zero = is_single ? " != 0.0f" : is_double ? " != 0.0" : " != 0";
        return {{value.text.as(Precedence::Shift) + zero, Precedence::Equality}, boolean};
    }
    if (to.is_complex()) {
        return complex_cast(e, id);
    }
    if (from.is_float() && !to.is_float()) {
        const Printed value = converted(print(e.value), from);
        return called((options_.host ? "pycu::truncated<" : "pycu::to_int<") + type_name(to) + ">",
                      to, value.text.text);
    }
    if (from == float16 || to == float16) {
        return converted(settled(print(e.value)), to);
    }
    if (to.is_float()) {
        Printed value = settled(print(e.value));
        if (value.number && from == float32 && to == float64) {
            // 0.5 is the same number of either type, and 0.1f is not 0.1
            Printed wide = literal({*value.number}, to, {});
            if (wide.text.text + "f" == value.text.text) {
                return wide;
            }
        }
        if (from.is_float()) {
            return preserves(value.type, to) ? value : converted(std::move(value), to);
        }
        // C++ makes a float of an integer by itself, beside another float.
        if (!value.number) {
            value.pending = to;
            return value;
        }
        return literal({*value.number}, to);
    }
    return int_cast(e, id);
}

/// Beside a complex number, and where one is set, C++ makes one of a real number or of a narrower
/// one by itself.
Printed ExprPrinter::complex_cast(const ir::Cast& e, ir::ExprId id) const {
    if (const auto* made = get<ir::MakeComplex>(e.value);
        made != nullptr && type(e.value) == complex128 && type(id) == complex64) {
        const auto part = [&](ir::ExprId number) {
            return converted(print(number), float32).text.as(Precedence::Assignment);
        };
        const std::string parts = "{" + part(made->real) + ", " + part(made->imag) + "}";
        return postfix(type_name(complex64) + parts, complex64);
    }
    Printed value = settled(print(e.value));
    if (value.type == float16) {
        value = converted(std::move(value), float32);
    }
    if (value.type == complex128) {
        return converted(std::move(value), type(id));
    }
    value.pending = type(id);
    value.number.reset();
    return value;
}

Printed ExprPrinter::int_cast(const ir::Cast& e, ir::ExprId id) const {
    const Type to = type(id);
    if (const auto low = low_bits(e.value, 8 * bytes(to)); low && low->type == to) {
        // Unsigned arithmetic in the narrow type has the wanted bits already.
        if (to.is_unsigned()) {
            return *low;
        }
    }
    Printed value = settled(print(e.value));
    const ir::Interval known = value.range;
    if (preserves(value.type, to) || (holds(to, known) && agrees(value.type, to, known))) {
        return value;
    }
    return converted(std::move(value), to);
}

/// The expression with its lowest bits right and the others whatever they are: `a + b` of two ints
/// where Numba adds in 64 bits and an int is kept of it. Nothing where that is not plainer.
std::optional<Printed> ExprPrinter::low_bits(ir::ExprId id, int bits) const {
    const Type here = type(id);
    if (!here.is_integer() || 8 * bytes(here) < bits) {
        return std::nullopt;
    }
    if (const auto* inner = get<ir::Cast>(id)) {
        if (const auto low = low_bits(inner->value, bits)) {
            return low;
        }
        const Type from = type(inner->value);
        return from.is_integer() ? std::optional(settled(print(inner->value))) : std::nullopt;
    }
    const auto* e = get<ir::Binary>(id);
    if (e == nullptr ||
        (e->op != BinaryOp::Add && e->op != BinaryOp::Sub && e->op != BinaryOp::Mult)) {
        return settled(print(id));
    }
    auto left = low_bits(e->left, bits);
    auto right = low_bits(e->right, bits);
    if (!left || !right) {
        return std::nullopt;
    }
    const bool is_product = e->op == BinaryOp::Mult;
    if (is_product && wraps_round(*left, *right, here)) {
        Printed& factor = right->number ? *right : *left;
        factor = converted(factor, uint32);
    }
    const Precedence own = is_product ? Precedence::Multiplicative : Precedence::Additive;
    const Precedence tighter = is_product ? Precedence::Unary : Precedence::Multiplicative;
    const char* const op = is_product ? " * " : e->op == BinaryOp::Add ? " + " : " - ";
    Printed result{{left->text.as(own) + op + right->text.as(tighter), own},
                   usual_type(left->type, right->type)};
    result.may_overflow = left->may_overflow || right->may_overflow ||
                          (result.type == int32 && !holds(int32, function_.exprs[id].known));
    return result.type.is_integer() && 8 * bytes(result.type) >= bits ? std::optional(result)
                                                                      : std::nullopt;
}

/// An index, or what is for nothing else. Where arrays have few elements, C++ may compute it in
/// int: one that an int does not hold is no element's. Where it reads a variable that an int may
/// not hold, its lowest 32 bits are all that is right.
Printed ExprPrinter::index_value(ir::ExprId id) const {
    Printed value = settled(print(id));
    if (!options_.int_indices || bytes(value.type) < 8) {
        return value;
    }
    std::optional<Printed> low = low_bits(id, 32);
    if (!low || low->type != int32) {
        bool is_of_index = false;
        ir::for_each_read(function_, id, [&](ir::LocalId local) {
            is_of_index = is_of_index || function_.locals[local].is_index;
        });
        if (!is_of_index) {
            return value;
        }
        low = called("int", int32, value.text.text);
    }
    low->range = value.range;
    return *low;
}

CppText ExprPrinter::implicit(ir::ExprId id, bool stored) const {
    const Type to = type(id);
    if (const auto* e = get<ir::Cast>(id);
        e != nullptr && to.is_optional() && !type(e->value).is_optional()) {
        return exact(e->value);  // x = n: an Optional takes a value as it is
    }
    if (!to.is_scalar()) {
        return print(id).text;
    }
    if (to == float16) {
        return exact(id);  // nothing becomes a half by itself
    }
    if (const auto* e = get<ir::Cast>(id)) {
        const Type from = type(e->value);
        if (from.is_integer() && to.is_integer()) {
            if (stored || to.is_unsigned()) {
                const auto low = low_bits(e->value, 8 * bytes(to));
                if (low && (stored || !low->may_overflow)) {
                    return low->text;
                }
            }
            return settled(print(e->value)).text;
        }
        if (from == float64 && to == float32) {
            return settled(print(e->value)).text;
        }
        if (from.is_bool()) {
            return settled(print(e->value)).text;
        }
    }
    Printed printed = print(id);
    if (printed.pending && *printed.pending != to) {
        return settled(std::move(printed)).text;
    }
    return printed.text;
}

CppText ExprPrinter::kept(ir::ExprId id, const ir::Local& target) const {
    if (target.is_int) {
        const Printed value = index_value(id);
        if (value.type == int32 && !value.pending) {
            return value.text;
        }
    }
    return implicit(id);
}

// ---- C++'s arithmetic conversions on the platforms of CUDA: int has 32 bits, int64_t is long.

std::string type_text(Type type, const TypeTable& types, const Options& options, Written written) {
    std::string name = cuda_name(type, types, written);
    if (options.int_indices && type.is_array()) {
        name.insert(name.size() - 1, ", int");
    }
    if (options.debug && type.is_record()) {
        return std::string("pycu::checked<") + (written[0] ? "" : "const ") + name + ", 0>";
    }
    return options.debug ? replace_all(name, "pycu::array<", "pycu::checked<") : name;
}

Type variable_type(const ir::Local& local) {
    return local.is_int ? int32 : local.type;
}

ir::Number declared_value(const ir::Constant& constant) {
    const ir::Number& value = constant.values.front();
    return constant.is_mask ? ir::Number{std::uint64_t(ir::interval_of(value).low)} : value;
}

Type promoted(Type type) {
    return type.is_bool() || (type.is_integer() && bytes(type) < 4) ? int32 : type;
}

Type usual_type(Type a, Type b) {
    if (a.is_complex() || b.is_complex()) {
        const bool is_left = a.is_complex() && (!b.is_complex() || bytes(a) > bytes(b));
        return is_left ? a : b;
    }
    if (a == float16 || b == float16) {
        return a == b ? a : Type::error();  // nothing becomes a half by itself
    }
    if (a == float64 || b == float64) {
        return float64;
    }
    if (a.is_float() || b.is_float()) {
        return float32;
    }
    a = promoted(a);
    b = promoted(b);
    if (bytes(a) != bytes(b)) {
        return bytes(a) > bytes(b) ? a : b;
    }
    return a.is_unsigned() ? a : b;
}

bool holds(Type type, ir::Interval interval) {
    return (type.is_integer() || type.is_bool()) && ir::contains(ir::interval_of(type), interval) &&
           // an end of int64_t stands for "anything", which only 64 bits hold
           (type == int64 || interval.low != INT64_MIN) &&
           (type == int64 || type == uint64 || interval.high != INT64_MAX);
}

bool agrees(Type computed, Type wanted, ir::Interval interval) {
    if (computed == wanted) {
        return true;
    }
    const bool is_64_bits =
        (computed == int64 || computed == uint64) && wanted.is_integer() && bytes(wanted) == 8;
    if (is_64_bits) {
        return interval.low >= 0 && interval.high < INT64_MAX;
    }
    return holds(computed, interval) && holds(wanted, interval);
}

bool preserves(Type from, Type to) {
    if (from == to || !from.is_scalar() || !to.is_scalar()) {
        return from == to;
    }
    const bool is_half = from == float16 || to == float16;
    // NumPy takes it that a float64 holds 64 bits
    const bool loses_digits = from.is_integer() && bytes(from) == 8 && !to.is_integer();
    return !is_half && !loses_digits && from.is_complex() == to.is_complex() &&
           can_cast_safely(from.element(), to.element());
}

}  // namespace pycu::emit
