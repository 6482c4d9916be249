// Methods and attributes of numbers. See number_methods.h.
#include "values/number_methods.h"

#include <cmath>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/numbers.h"

namespace pycu::sema {

std::optional<Value> call_number_method(const Value& value, std::string_view name,
                                        const CallArguments& args, Range range) {
    if (const auto* complex = value.get<ComplexValue>()) {
        return name == "conjugate" && args.size() == 0
                   ? std::optional(Value{ComplexValue{complex->type, std::conj(complex->value)}})
                   : std::nullopt;
    }
    const auto& number = std::get<NumberValue>(value.as);
    if (name == "item" && args.size() == 0 && !number.is_python) {
        return python_number(number);
    }
    if (name == "astype" && !number.is_python) {
        const auto given = bound(*api::find_function("numpy.ndarray.astype"), args);
        const auto scalar = given ? dtype_of(*given->named_only("dtype")) : std::nullopt;
        const auto made = scalar ? convert(number.value, *scalar, false) : std::nullopt;
        return made ? numpy_number(*scalar, *made)
                    : unknown("NumPy converts it while the program runs", range);
    }
    if (name == "is_integer" && args.size() == 0 && number.is_python && number.type.is_float()) {
        const double real = to_double(number.value);
        return python_bool(std::isfinite(real) && real == std::floor(real));
    }
    return std::nullopt;
}

std::optional<Value> number_attribute(const Value& value, std::string_view name) {
    if (const auto* complex = value.get<ComplexValue>()) {
        return name == "real"   ? std::optional(python_float(complex->value.real()))
               : name == "imag" ? std::optional(python_float(complex->value.imag()))
                                : std::nullopt;
    }
    const auto* number = value.get<NumberValue>();
    if (number == nullptr) {
        return std::nullopt;
    }
    if (name == "real") {
        const bool is_bool = number->is_python && number->type.is_bool();
        return is_bool ? python_int(std::get<bool>(number->value) ? 1 : 0) : value;
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
    return name == "ndim"    ? std::optional(python_int(0))
           : name == "size"  ? std::optional(python_int(1))
           : name == "shape" ? std::optional(host_tuple({}))
                             : std::nullopt;
}

}  // namespace pycu::sema
