// Sums and the like over all elements of a known array, in the order in which NumPy computes them.
#include <algorithm>
#include <cmath>

#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// NumPy's pairwise sum, which has been the same since NumPy 1.9: blocks of 128 in eight parts.
template <typename T>
T pairwise(const T* at, std::size_t count) {
    if (count < 8) {
        T sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += at[i];
        }
        return sum;
    }
    if (count <= 128) {
        T part[8];
        std::copy(at, at + 8, part);
        std::size_t i = 8;
        for (; i < count - count % 8; i += 8) {
            for (std::size_t k = 0; k < 8; ++k) {
                part[k] += at[i + k];
            }
        }
        T sum = ((part[0] + part[1]) + (part[2] + part[3])) +
                ((part[4] + part[5]) + (part[6] + part[7]));
        for (; i < count; ++i) {
            sum += at[i];
        }
        return sum;
    }
    const std::size_t half = count / 2 - count / 2 % 8;
    return pairwise(at, half) + pairwise(at + half, count - half);
}

template <typename T>
double sum_of(const ArrayValue& array) {
    std::vector<T> values;
    for (const ir::Number& element : array.elements) {
        values.push_back(static_cast<T>(to_double(element)));
    }
    return static_cast<double>(pairwise(values.data(), values.size()));
}

/// Elements that lie one behind the other are summed in that order.
bool is_contiguous(const ArrayValue& array) {
    return array.type.layout() != Layout::A;
}

std::optional<Value> sum(const ArrayValue& array) {
    const Scalar scalar = array.type.element();
    if (array.type.element_type().is_float()) {
        if (!is_contiguous(array)) {
            return std::nullopt;
        }
        const bool is_single = scalar == Scalar::Float32;
        return numpy_number(scalar, is_single ? sum_of<float>(array) : sum_of<double>(array));
    }
    const Scalar wide = array.type.element_type().is_unsigned() ? Scalar::UInt64 : Scalar::Int64;
    ir::Number total = *convert(std::int64_t(0), wide, true);
    for (const ir::Number& element : array.elements) {
        total = numpy_binary(BinaryOp::Add, wide, total, element);
    }
    return numpy_number(wide, total);
}

std::optional<Value> product_of(const ArrayValue& array) {
    if (array.type.element_type().is_float()) {
        return std::nullopt;
    }
    const Scalar wide = array.type.element_type().is_unsigned() ? Scalar::UInt64 : Scalar::Int64;
    ir::Number total = *convert(std::int64_t(1), wide, true);
    for (const ir::Number& element : array.elements) {
        total = numpy_binary(BinaryOp::Mult, wide, total, element);
    }
    return numpy_number(wide, total);
}

std::optional<Value> mean(const ArrayValue& array) {
    const auto count = static_cast<double>(array.elements.size());
    if (array.elements.empty() || count > 8192 || !is_contiguous(array)) {
        return std::nullopt;
    }
    if (array.type.element() == Scalar::Float32) {
        const auto total = static_cast<float>(sum_of<float>(array));
        return numpy_number(Scalar::Float32, double(total / static_cast<float>(count)));
    }
    return numpy_number(Scalar::Float64, sum_of<double>(array) / count);
}

bool is_nan(const ir::Number& number) {
    const auto* real = std::get_if<double>(&number);
    return real != nullptr && std::isnan(*real);
}

std::optional<Value> extreme(const ArrayValue& array, bool is_min) {
    if (array.elements.empty()) {
        return std::nullopt;
    }
    ir::Number best = array.elements[0];
    for (const ir::Number& element : array.elements) {
        const bool is_better = is_min ? element < best : element > best;
        best = is_nan(best) || !(is_better || is_nan(element)) ? best : element;
        if (best != element && to_double(best) == to_double(element)) {
            return std::nullopt;
        }
    }
    const auto* zero = std::get_if<double>(&best);
    // Which of 0.0 and -0.0 is found depends on NumPy's vector code.
    const bool is_doubtful =
        zero != nullptr && *zero == 0 && std::ranges::any_of(array.elements, [&](const auto& one) {
            return std::get<double>(one) == 0 &&
                   std::signbit(std::get<double>(one)) != std::signbit(*zero);
        });
    return is_doubtful ? std::nullopt : std::optional(numpy_number(array.type.element(), best));
}

}  // namespace

std::optional<Value> fold_array(const ArrayValue& array, std::string_view name, Range range) {
    if (array.type.element_type() == float16) {
        return std::nullopt;  // NumPy has an order of its own for halves
    }
    std::optional<Value> result;
    if (name == "sum") {
        result = sum(array);
    } else if (name == "prod") {
        result = product_of(array);
    } else if (name == "mean") {
        result = mean(array);
    } else if (name == "min" || name == "max") {
        result = extreme(array, name == "min");
    } else if (name == "any" || name == "all") {
        const auto is_true = [](const ir::Number& x) { return to_double(x) != 0; };
        result = numpy_number(Scalar::Bool, name == "any"
                                                ? std::ranges::any_of(array.elements, is_true)
                                                : std::ranges::all_of(array.elements, is_true));
    } else {
        return std::nullopt;
    }
    return result ? *result : unknown("NumPy computes it in an order of its own", range);
}

}  // namespace pycu::sema
