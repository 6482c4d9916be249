// Comparisons: True or False where the operands are known, and else a bool.
#include <cmath>
#include <complex>
#include <string>

#include "values/elements.h"
#include "values/functions.h"
#include "values/functions_made.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

template <typename T>
bool holds(CompareOp op, const T& a, const T& b) {
    using enum CompareOp;
    switch (op) {
        case Eq:
        case Is:
            return a == b;
        case NotEq:
        case IsNot:
            return a != b;
        case Lt:
            return a < b;
        case LtE:
            return a <= b;
        case Gt:
            return a > b;
        case GtE:
            return a >= b;
        default:
            return false;
    }
}

/// The sign of an int less a float, exactly; NaN beside a NaN.
double order(const BigInt& integer, double real) {
    if (!std::isfinite(real)) {
        return -real;
    }
    const BigInt whole = BigInt::truncated(std::floor(real));
    const bool has_fraction = real != std::floor(real);
    return integer > whole ? 1.0 : integer < whole || has_fraction ? -1.0 : 0.0;
}

/// `...`, and `Ellipsis`.
bool is_ellipsis(const Value& value) {
    const auto* path = value.get<Dotted>();
    return path != nullptr && (path->path == "..." || path->path == "builtins.Ellipsis");
}

bool is_dtype(const Value& value) {
    const auto* type = value.get<TypeObject>();
    return type != nullptr && type->kind == TypeObject::Kind::Dtype;
}

bool is_bound(const Value& value) {
    const auto* function = value.get<FunctionRef>();
    return function != nullptr && is_kind(*function, Membership::Kind::Bound);
}

/// NaN is in a list that holds that very object, and equals nothing.
bool is_nan(const Value& value) {
    const auto* number = value.get<NumberValue>();
    return number != nullptr && number->type.is_float() && std::isnan(*as_double(value));
}

/// `a.dtype == np.float32`: a dtype equals what np.dtype makes that dtype of, and np.float32 none
/// but itself. Nothing where none of the two is a dtype.
std::optional<Value> compare_dtypes(CompareOp op, const Value& a, const Value& b, Range range) {
    if (!is_dtype(a) && !is_dtype(b)) {
        return std::nullopt;
    }
    const Value& other = is_dtype(a) ? b : a;
    const auto* type = other.get<TypeObject>();
    const bool is_numbas = type != nullptr && type->kind == TypeObject::Kind::Numba;
    const auto number = number_of(other);
    const bool is_number = number && number->is_python;
    if (is_numbas || !(type != nullptr || other.is<StringValue>() || is_number)) {
        return unknown("the comparison is not known", range);
    }
    const auto one = host_dtype(a), two = host_dtype(b);
    return python_bool((one && two && *one == *two) == (op == CompareOp::Eq));
}

Value contains(const Value& item, const Value& whole, bool wanted, Range range) {
    const auto* part = item.get<StringValue>();
    const auto* text = whole.get<StringValue>();
    if (part != nullptr && text != nullptr) {
        return python_bool((text->text.find(part->text) != std::string::npos) == wanted);
    }
    const HostItems* items = whole.items();
    if (items == nullptr || items->more != nullptr || items->is_slice) {
        return unknown("membership is not known", range);
    }
    for (const Value& one : items->is_dict ? items->keys : items->items) {
        if (items->is_dict && is_dtype(item) != is_dtype(one)) {
            continue;  // they have other hashes
        }
        const auto found = truth(compare(CompareOp::Eq, item, one, range));
        if (!found || (is_nan(item) && is_nan(one))) {
            return unknown("membership is not known", range);
        }
        if (*found) {
            return python_bool(wanted);
        }
    }
    return python_bool(!wanted);
}

Value compare_tuples(CompareOp op, const HostItems& a, const HostItems& b, Range range) {
    using enum HostItems::Like;
    if (a.like != Sequence || b.like != Sequence) {
        const bool are_ranges = a.like == Range && b.like == Range;
        const bool is_known =
            (a.like == Range || b.like == Range) && (op == CompareOp::Eq || op == CompareOp::NotEq);
        const bool are_same =
            are_ranges && std::ranges::equal(a.items, b.items, [](const Value& x, const Value& y) {
                return same(x, y);
            });
        return is_known ? python_bool(are_same == (op == CompareOp::Eq))
                        : unknown("the comparison is not known", range);
    }
    if (a.is_list != b.is_list) {
        const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
        return is_equality ? python_bool(op == CompareOp::NotEq)
                           : unknown("a list and a tuple have no order", range);
    }
    for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i) {
        const auto is_equal = truth(compare(CompareOp::Eq, a.items[i], b.items[i], range));
        if (!is_equal || (is_nan(a.items[i]) && is_nan(b.items[i]))) {
            return unknown("the comparison is not known", range);
        }
        if (!*is_equal) {
            const bool is_order = op != CompareOp::Eq && op != CompareOp::NotEq;
            return is_order ? compare(op, a.items[i], b.items[i], range)
                            : python_bool(op == CompareOp::NotEq);
        }
    }
    return python_bool(holds(op, a.items.size(), b.items.size()));
}

Value compare_numbers(CompareOp op, const Value& a, const Value& b, Range range) {
    const auto x = as_big_int(a);
    const auto y = as_big_int(b);
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    const bool is_python =
        (left == nullptr || left->is_python) && (right == nullptr || right->is_python);
    const auto result = [&](bool value) {
        return is_python ? python_bool(value) : numpy_number(Scalar::Bool, value);
    };
    if (x && y) {
        return result(holds(op, *x, *y));
    }
    if (is_python) {
        return result(x   ? holds(op, order(*x, *as_double(b)), 0.0)
                      : y ? holds(op, -order(*y, *as_double(a)), 0.0)
                          : holds(op, *as_double(a), *as_double(b)));
    }
    if (left == nullptr || right == nullptr) {
        return unknown("NumPy compares it while the program runs", range);
    }
    // NumPy compares in the dtype that both become.
    const Scalar scalar = *promoted(
        {{left->type.element(), left->is_python}, {right->type.element(), right->is_python}});
    const auto one = convert(left->value, scalar, false);
    const auto other = convert(right->value, scalar, false);
    return one && other ? result(holds(op, to_double(*one), to_double(*other)))
                        : unknown("NumPy compares it while the program runs", range);
}

/// Whether numbers are one object: bools and small ints of one value are, and numbers of two types
/// or values never.
Value are_one_number(CompareOp op, const Value& a, const Value& b, Range range) {
    const auto x = number_of(a), y = number_of(b);
    const bool is_negated = op == CompareOp::IsNot;
    if (x->type != y->type || x->is_python != y->is_python ||
        truth(compare(CompareOp::Eq, a, b, range)) == false) {
        return python_bool(is_negated);
    }
    const auto value = as_integer(a);
    const bool is_one = x->is_python && value && *value >= -5 && *value <= 256;
    return is_one && is_number(b) ? python_bool(!is_negated)
                                  : unknown("the comparison is not known", range);
}

/// Unknown for what Python refuses, and where an operand is not known.
Value known_comparison(CompareOp op, const Value& a, const Value& b, Range range) {
    using enum CompareOp;
    if (op == In || op == NotIn) {
        return contains(a, b, op == In, range);
    }
    if ((op == Is || op == IsNot) && number_of(a) && number_of(b)) {
        return are_one_number(op, a, b, range);
    }
    if (is_number(a) && is_number(b)) {
        return compare_numbers(op, a, b, range);
    }
    if (a.items() != nullptr && b.items() != nullptr && a.items()->is_dict && b.items()->is_dict) {
        return same(a, b) && op == Eq ? python_bool(true)
                                      : unknown("the comparison is not known", range);
    }
    if (a.is<ComplexValue>() || b.is<ComplexValue>()) {
        const Value difference = complex_binary(BinaryOp::Sub, a, b, range);
        const auto* number = difference.get<ComplexValue>();
        if (number == nullptr || (op != Eq && op != NotEq)) {
            return unknown("complex numbers have no order", range);
        }
        return python_bool((number->value == std::complex<double>(0)) == (op == Eq));
    }
    const auto* text = a.get<StringValue>();
    const auto* other = b.get<StringValue>();
    if (text != nullptr && other != nullptr) {
        return python_bool(holds(op, text->text, other->text));
    }
    const auto* left = a.get<HostItems>();
    const auto* right = b.get<HostItems>();
    if (left != nullptr && right != nullptr && op != Is && op != IsNot) {
        return compare_tuples(op, *left, *right, range);
    }
    if (op == Eq || op == NotEq) {
        if (auto made = compare_dtypes(op, a, b, range)) {
            return *std::move(made);
        }
    }
    const bool is_equality = op == Eq || op == NotEq || op == Is || op == IsNot;
    const auto is_comparable = [](const Value& one) {
        return is_known(one) && one.array() == nullptr && !one.is<HostMethod>();
    };
    const bool is_one_name = a.is<Dotted>() && same(a, b);
    return is_equality && (is_one_name || (is_comparable(a) && is_comparable(b)))
               ? python_bool(same(a, b) == (op == Eq || op == Is))
               : unknown("the comparison is not known", range);
}

}  // namespace

Value compare(CompareOp op, const Value& left, const Value& right, Range range) {
    using enum CompareOp;
    const bool is_identity = op == Is || op == IsNot;
    const bool is_equality = is_identity || op == Eq || op == NotEq;
    const bool is_negated = op == IsNot || op == NotEq;
    if (left.is_unknown() || right.is_unknown()) {
        return is_identity || op == In || op == NotIn ? host_number(boolean)
               : left.is_unknown()                    ? left
                                                      : right;
    }
    if ((left.or_none || right.or_none) && (is_equality || op == In || op == NotIn)) {
        const bool is_array = !is_identity && (left.array() != nullptr || right.array() != nullptr);
        return is_array ? unknown(why_or_none, range)
                        : with_why(host_number(boolean), Unknown{why_or_none, range});
    }
    if (is_identity && (is_ellipsis(left) || is_ellipsis(right)) && left.part() == nullptr &&
        right.part() == nullptr) {
        return python_bool((is_ellipsis(left) && is_ellipsis(right)) != is_negated);
    }
    if (is_identity && (is_bound(left) || is_bound(right))) {
        return host_number(boolean);  // each `object.method` makes another one
    }
    const auto is_open = [](const Value& one) {
        return one.is<HostMethod>() || may_be_constant(one);  // an attribute that nobody knows
    };
    if (is_identity && (is_open(left) || is_open(right)) && !same(left, right)) {
        return host_number(boolean);
    }
    if (is_identity && (left.is<NoneValue>() || right.is<NoneValue>())) {
        return python_bool((left.is<NoneValue>() && right.is<NoneValue>()) != is_negated);
    }
    if (is_equality && left.is<EnumValue>() && right.is<EnumValue>()) {
        return python_bool(same(left, right) != is_negated);
    }
    const Value& a = plain(left);
    const Value& b = plain(right);
    if ((op == Eq || op == NotEq) && a.is<EnumValue>() != b.is<EnumValue>()) {
        return host_number(boolean);  // a class of texts, or with `__eq__`
    }
    const bool is_elementwise = op != In && op != NotIn && !is_identity;
    if (is_elementwise && (a.is<HostMethod>() || b.is<HostMethod>())) {
        return unknown(at_run_time, range);  // an attribute that may be an array
    }
    if (is_elementwise && (a.array() != nullptr || b.array() != nullptr)) {
        const Value x = number_of(a) ? a : as_host_array(a, range);
        const Value y = number_of(b) ? b : as_host_array(b, range);
        return dtype_operand(x) && dtype_operand(y) ? apply_elementwise({x, y}, Scalar::Bool, range)
                                                    : unknown(at_run_time, range);
    }
    const Value made = known_comparison(op, a, b, range);
    if (!made.is_unknown()) {
        return made;
    }
    Value typed = host_number(boolean);
    return is_known(a) && is_known(b) ? with_why(std::move(typed), *made.get<Unknown>()) : typed;
}

Value numpy_compare(CompareOp op, const Value& a, const Value& b, Range range) {
    return are_python(a, b) ? compare(op, as_numpy(a), as_numpy(b), range)
                            : compare(op, a, b, range);
}

bool is_same_key(const Value& a, const Value& b) {
    const bool are_numbers = a.is_constant() && b.is_constant() && number_of(a) && number_of(b);
    return same(a, b) || (are_numbers && truth(compare(CompareOp::Eq, a, b, {})) == true);
}

}  // namespace pycu::sema
