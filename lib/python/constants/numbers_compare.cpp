// Unary operators and comparisons of known numbers.
#include <cmath>
#include <complex>
#include <string>

#include "python/constants/arrays.h"
#include "python/constants/numbers.h"

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

Value contains(const Value& item, const HostItems& tuple, bool wanted, Range range) {
    for (const Value& one : tuple.items) {
        const Value equal = compare(CompareOp::Eq, item, one, range);
        const auto found = truth(equal);
        if (!found) {
            return equal;
        }
        if (*found) {
            return python_bool(wanted);
        }
    }
    return python_bool(!wanted);
}

Value compare_tuples(CompareOp op, const HostItems& a, const HostItems& b, Range range) {
    if (a.is_list != b.is_list) {
        const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
        return is_equality ? python_bool(op == CompareOp::NotEq)
                           : unknown("a list and a tuple have no order", range);
    }
    for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i) {
        const Value equal = compare(CompareOp::Eq, a.items[i], b.items[i], range);
        const auto is_equal = truth(equal);
        if (!is_equal) {
            return equal;
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

}  // namespace

Value unary(UnaryOp op, const Value& a, Range range) {
    using enum UnaryOp;
    if (op == Not) {
        const auto known = truth(a);
        return known ? python_bool(!*known) : unknown("its truth is not known", range);
    }
    if (const auto* number = a.get<ComplexValue>(); number != nullptr && op != Invert) {
        return op == USub ? Value{ComplexValue{number->type, -number->value}} : a;
    }
    const auto* number = a.get<NumberValue>();
    if (number != nullptr && number->type.is_float() && op != Invert) {
        const double value = std::get<double>(number->value);
        return {NumberValue{number->type, op == USub ? -value : value, number->is_python}};
    }
    const auto integer = as_big_int(a);
    if (!integer) {
        return unknown("the operator does not take this value", range);
    }
    if (number != nullptr && !number->is_python) {
        if (number->type.is_bool()) {
            return op == Invert ? numpy_number(Scalar::Bool, integer->is_zero())
                                : unknown("NumPy refuses the operator for a bool", range);
        }
        const Scalar scalar = number->type.element();
        const Value zero = python_int(op == Invert ? -1 : 0);
        return op == UAdd ? a
                          : numpy_number(scalar, numpy_binary(BinaryOp::Sub, scalar,
                                                              std::get<NumberValue>(zero.as).value,
                                                              number->value));
    }
    return python_int(op == USub ? -*integer : op == Invert ? ~*integer : *integer);
}

Value compare(CompareOp op, const Value& a, const Value& b, Range range) {
    using enum CompareOp;
    if (a.is_unknown() || b.is_unknown()) {
        return a.is_unknown() ? a : b;
    }
    if (op == In || op == NotIn) {
        const auto* part = a.get<StringValue>();
        const auto* whole = b.get<StringValue>();
        if (part != nullptr && whole != nullptr) {
            return python_bool((whole->text.find(part->text) != std::string::npos) == (op == In));
        }
        const auto* tuple = b.get<HostItems>();
        return tuple != nullptr ? contains(a, *tuple, op == In, range)
                                : unknown("membership is not known", range);
    }
    if (is_number(a) && is_number(b)) {
        return compare_numbers(op, a, b, range);
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
    const bool is_equality = op == Eq || op == NotEq || op == Is || op == IsNot;
    const auto is_comparable = [](const Value& one) {
        return one.is_constant() || one.is<HostItems>();
    };
    if (!is_equality || !is_comparable(a) || !is_comparable(b)) {
        return unknown("the comparison is not known", range);
    }
    return python_bool(same(a, b) == (op == Eq || op == Is));
}

Value numpy_compare(CompareOp op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<NumberValue>();
    const auto* right = b.get<NumberValue>();
    const bool are_python =
        left != nullptr && right != nullptr && left->is_python && right->is_python;
    return are_python ? compare(op, as_numpy(a), as_numpy(b), range) : compare(op, a, b, range);
}

}  // namespace pycu::sema
