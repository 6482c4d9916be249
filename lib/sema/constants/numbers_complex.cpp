// Complex numbers as CPython computes them, operation for operation.
#include <cmath>

#include "sema/constants/numbers.h"

namespace pycu::sema {

namespace {

using Complex = std::complex<double>;

std::optional<Complex> as_complex(const Value& value) {
    if (const auto* c = value.get<ComplexValue>()) {
        return c->value;
    }
    const auto real = as_double(value);
    return real ? std::optional<Complex>(*real) : std::nullopt;
}

Complex product(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Divides by the larger part first, so that nothing overflows in between.
Complex quotient(Complex a, Complex b) {
    if (std::fabs(b.real()) >= std::fabs(b.imag())) {
        const double ratio = b.imag() / b.real();
        const double denominator = b.real() + b.imag() * ratio;
        return {(a.real() + a.imag() * ratio) / denominator,
                (a.imag() - a.real() * ratio) / denominator};
    }
    const double ratio = b.real() / b.imag();
    const double denominator = b.real() * ratio + b.imag();
    return {(a.real() * ratio + a.imag()) / denominator,
            (a.imag() * ratio - a.real()) / denominator};
}

Complex integer_power(Complex base, long exponent) {
    Complex result(1, 0);
    Complex power = base;
    for (long bit = 1; exponent >= bit; bit <<= 1) {
        result = (exponent & bit) != 0 ? product(result, power) : result;
        power = product(power, power);
    }
    return result;
}

}  // namespace

Value complex_binary(syntax::Operator op, const Value& a, const Value& b, Range range) {
    using enum syntax::Operator;
    for (const Value* one : {&a, &b}) {
        const auto* number = one->get<ComplexValue>();
        if (number != nullptr && number->type == complex64) {
            return {Unknown{"arithmetic of `complex64`", range, true}};
        }
    }
    const auto x = as_complex(a);
    const auto y = as_complex(b);
    if (!x || !y) {
        return unknown("the operator does not take these values", range);
    }
    switch (op) {
        case Add:
            return {ComplexValue{complex128, {x->real() + y->real(), x->imag() + y->imag()}}};
        case Sub:
            return {ComplexValue{complex128, {x->real() - y->real(), x->imag() - y->imag()}}};
        case Mult:
            return {ComplexValue{complex128, product(*x, *y)}};
        case Div:
            if (*y == Complex(0)) {
                return unknown("it divides by zero", range);
            }
            return {ComplexValue{complex128, quotient(*x, *y)}};
        case Pow: {
            const double count = y->real();
            if (y->imag() != 0 || count != std::floor(count) || std::fabs(count) > 100) {
                return unknown("the power of a complex number is computed by Python", range);
            }
            if (count <= 0 && *x == Complex(0)) {
                return unknown("the power of a complex zero is computed by Python", range);
            }
            const auto n = static_cast<long>(count);
            const Complex power =
                n > 0 ? integer_power(*x, n) : quotient({1, 0}, integer_power(*x, -n));
            const bool is_finite = std::isfinite(power.real()) && std::isfinite(power.imag());
            return is_finite ? Value{ComplexValue{complex128, power}}
                             : unknown("the power is too large", range);
        }
        default:
            return unknown("complex numbers have no such operator", range);
    }
}

}  // namespace pycu::sema
