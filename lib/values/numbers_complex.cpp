// Complex numbers as CPython computes them, operation for operation.
#include <cmath>

#include "values/host_values.h"
#include "values/numbers.h"

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

/// Through the polar form, where the exponent is no small int.
Complex polar_power(Complex base, Complex exponent) {
    const double size = std::hypot(base.real(), base.imag());
    const double angle = std::atan2(base.imag(), base.real());
    double length = std::pow(size, exponent.real());
    double phase = angle * exponent.real();
    if (exponent.imag() != 0) {
        length /= std::exp(angle * exponent.imag());
        phase += exponent.imag() * std::log(size);
    }
    return {length * std::cos(phase), length * std::sin(phase)};
}

Complex power_of(Complex base, Complex exponent) {
    const double count = exponent.real();
    if (exponent.imag() != 0 || count != std::floor(count) || std::fabs(count) > 100) {
        return base == Complex(0) ? Complex(0) : polar_power(base, exponent);
    }
    const auto n = static_cast<long>(count);
    return n > 0 ? integer_power(base, n) : quotient({1, 0}, integer_power(base, -n));
}

}  // namespace

Value complex_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    using enum BinaryOp;
    const auto m = number_of(a), n = number_of(b);
    const bool is_python = (!m || m->is_python) && (!n || n->is_python);
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
    if (!is_python && (op == Div || op == Pow)) {
        return {Unknown{"NumPy divides complex numbers in a way of its own", range, true}};
    }
    const auto made = [&](std::complex<double> value) {
        return Value{ComplexValue{complex128, value, is_python}};
    };
    switch (op) {
        case Add:
            return made({x->real() + y->real(), x->imag() + y->imag()});
        case Sub:
            return made({x->real() - y->real(), x->imag() - y->imag()});
        case Mult:
            return made(product(*x, *y));
        case Div:
            return *y == Complex(0) ? unknown("it divides by zero", range) : made(quotient(*x, *y));
        case Pow: {
            if (*x == Complex(0) && (y->real() < 0 || y->imag() != 0)) {
                return unknown("it divides by zero", range);
            }
            const Complex power = power_of(*x, *y);
            const bool is_finite = std::isfinite(power.real()) && std::isfinite(power.imag());
            return is_finite ? made(power) : unknown("the power is too large", range);
        }
        default:
            return unknown("complex numbers have no such operator", range);
    }
}

}  // namespace pycu::sema
