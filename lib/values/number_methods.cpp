// Methods and attributes of numbers. See number_methods.h.
#include "values/number_methods.h"

#include <cmath>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// One of the two parts of a complex number, or what stands for it in a real one.
Value part_of_number(const Value& value, const HostNumber& number, bool is_real) {
    const Type part = number.type == complex64 ? float32 : float64;
    if (const auto* complex = value.get<ComplexValue>()) {
        const double given = is_real ? complex->value.real() : complex->value.imag();
        return number.is_python ? python_float(given) : numpy_number(part.element(), given);
    }
    if (number.type.is_complex()) {
        return host_number(part, number.is_python);
    }
    const bool is_python_bool = number.is_python && number.type.is_bool();
    if (is_real && is_python_bool) {
        return unary(UnaryOp::UAdd, value, {});
    }
    if (is_real) {
        return value;
    }
    if (number.is_python) {
        return number.type.is_float() ? python_float(0) : python_int(0);
    }
    return numpy_number(number.type.element(), *convert(false, number.type.element(), false));
}

/// `.item()`: the number as one of Python's.
Value item_of_number(const Value& value, const HostNumber& number) {
    if (const auto* known = value.get<NumberValue>()) {
        return python_number(*known);
    }
    if (const auto* complex = value.get<ComplexValue>()) {
        return {ComplexValue{complex128, complex->value}};
    }
    if (number.type.is_integer()) {
        return {HostNumber{int64, true, number.value}};
    }
    return host_number(number.type.is_complex() ? complex128
                       : number.type.is_bool()  ? boolean
                                                : float64);
}

/// NumPy's numbers have the methods of arrays without dimensions, and give numbers.
std::optional<Value> as_array_method(const HostNumber& number, std::string_view name,
                                     const CallArguments& args, Range range) {
    const Value array = host_contiguous(number.type.element(), {});
    const auto& object = std::get<HostArrayRef>(array.as);
    const auto made = call_host_array_method(object, name, args);
    const auto typed = made ? dtype_operand(*made) : std::nullopt;
    if (!typed || (made->array() == nullptr && !made->is<HostNumber>())) {
        return std::nullopt;
    }
    const bool is_array = made->array() != nullptr && made->array()->rank() > 0;
    return with_why(is_array ? *made : host_number(typed->type, typed->is_python),
                    Unknown{"the method is called while the program runs", range});
}

}  // namespace

std::optional<Value> call_number_method(const Value& value, std::string_view name,
                                        const CallArguments& args, Range range) {
    const auto number = number_of(value);
    if (!number || value.is<EnumValue>()) {
        return std::nullopt;
    }
    const auto* known = value.get<NumberValue>();
    if ((name == "conjugate" || (name == "conj" && !number->is_python)) && args.size() == 0) {
        const auto* complex = value.get<ComplexValue>();
        return complex == nullptr ? part_of_number(value, *number, true)
                                  : Value{ComplexValue{complex->type, std::conj(complex->value),
                                                       complex->is_python}};
    }
    if (number->is_python) {
        const bool asks = name == "is_integer" && args.size() == 0 && number->type.is_float();
        const double real = known != nullptr ? to_double(known->value) : 0;
        return !asks              ? std::nullopt
               : known == nullptr ? std::optional(host_number(boolean))
                                  : python_bool(std::isfinite(real) && real == std::floor(real));
    }
    if ((name == "item" || name == "tolist") && args.size() == 0) {
        return item_of_number(value, *number);
    }
    if (name == "astype" && known != nullptr) {
        const auto given = bound(*api::find_function("numpy.ndarray.astype"), args);
        const auto scalar = given ? dtype_of(*given->named_only("dtype")) : std::nullopt;
        if (const auto made = scalar ? convert(known->value, *scalar, false) : std::nullopt) {
            return numpy_number(*scalar, *made);
        }
    }
    return as_array_method(*number, name, args, range);
}

std::optional<Value> number_attribute(const Value& value, std::string_view name) {
    const auto number = number_of(value);
    if (!number || value.is<EnumValue>()) {
        return std::nullopt;
    }
    if (name == "real" || name == "imag") {
        return part_of_number(value, *number, name == "real");
    }
    if (number->is_python) {
        return std::nullopt;
    }
    if (name == "dtype") {
        return Value{TypeObject{number->type, TypeObject::Kind::Dtype}};
    }
    if (name == "itemsize" || name == "nbytes") {
        return python_int(bytes(number->type));
    }
    return name == "T"       ? std::optional(value)
           : name == "ndim"  ? std::optional(python_int(0))
           : name == "size"  ? std::optional(python_int(1))
           : name == "shape" ? std::optional(host_tuple({}))
                             : std::nullopt;
}

}  // namespace pycu::sema
