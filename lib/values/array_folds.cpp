// Sums and the like over all elements of a known array, in the order in which NumPy computes them.
#include <algorithm>
#include <cmath>

#include "types/scalar.h"
#include "values/elements.h"
#include "values/host_values.h"
#include "values/numbers.h"

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

/// Floats that lie one behind the other are summed in that order, in their own precision.
std::optional<double> float_sum(const HostArray& array, const Numbers& elements) {
    const auto sum = [&]<typename T>(T) {
        std::vector<T> values;
        for (const ir::Number& element : in_memory(array, elements)) {
            values.push_back(static_cast<T>(to_double(element)));
        }
        return static_cast<double>(pairwise(values.data(), values.size()));
    };
    if (array.layout() == Layout::A || array.dtype == Scalar::Float16) {
        return std::nullopt;  // NumPy has an order of its own
    }
    return array.dtype == Scalar::Float32 ? sum(0.0F) : sum(0.0);
}

/// Sums or products so far, each in the dtype of the result.
Numbers running(BinaryOp op, Scalar dtype, const Numbers& elements) {
    Numbers made;
    for (const ir::Number& one : elements) {
        made.push_back(made.empty() ? *convert(one, dtype, false)
                                    : numpy_binary(op, dtype, made.back(), one));
    }
    return made;
}

std::optional<ir::Number> total(BinaryOp op, const HostArray& array, Scalar dtype,
                                const Numbers& elements) {
    if (is_float(array.dtype)) {
        const auto sum = op == BinaryOp::Add ? float_sum(array, elements) : std::nullopt;
        return sum ? std::optional<ir::Number>(*sum) : std::nullopt;
    }
    const std::int64_t none = op == BinaryOp::Add ? 0 : 1;
    return elements.empty() ? convert(none, dtype, true) : running(op, dtype, elements).back();
}

std::optional<ir::Number> mean(const HostArray& array, const Numbers& elements) {
    const auto count = static_cast<double>(elements.size());
    if (elements.empty() || count > 8192) {
        return std::nullopt;
    }
    HostArray wide = array;
    if (!is_float(array.dtype)) {
        wide.dtype = Scalar::Float64;
    }
    const auto sum = float_sum(wide, elements);
    const bool is_single = array.dtype == Scalar::Float32;
    return !sum        ? std::nullopt
           : is_single ? std::optional<ir::Number>(double(float(*sum) / float(count)))
                       : std::optional<ir::Number>(*sum / count);
}

bool is_nan(const ir::Number& number) {
    const auto* real = std::get_if<double>(&number);
    return real != nullptr && std::isnan(*real);
}

std::optional<ir::Number> extreme(const Numbers& elements, bool is_min) {
    if (elements.empty()) {
        return std::nullopt;
    }
    ir::Number best = elements[0];
    for (const ir::Number& element : elements) {
        const bool is_better = is_min ? element < best : element > best;
        best = is_nan(best) || !(is_better || is_nan(element)) ? best : element;
        if (best != element && to_double(best) == to_double(element)) {
            return std::nullopt;
        }
    }
    const auto* zero = std::get_if<double>(&best);
    // Which of 0.0 and -0.0 is found depends on NumPy's vector code.
    const bool is_doubtful =
        zero != nullptr && *zero == 0 && std::ranges::any_of(elements, [&](const auto& one) {
            return std::get<double>(one) == 0 &&
                   std::signbit(std::get<double>(one)) != std::signbit(*zero);
        });
    return is_doubtful ? std::nullopt : std::optional(best);
}

}  // namespace

Elements folded(api::Fold fold, const HostArray& made, const Value& given, Range range) {
    using enum api::Fold;
    const Value known = as_known_array(given, range);
    if (known.elements() == nullptr) {
        return in_numpy(range);
    }
    const HostArray& array = *known.array();
    const Numbers& elements = *known.elements();
    const auto is_true = [](const ir::Number& x) { return to_double(x) != 0; };
    const bool is_running = fold == RunningSum || fold == RunningProduct;
    // Along one of several axes, and of halves, NumPy has orders of its own.
    if (array.dtype == Scalar::Float16 || (made.rank() > 0 && !is_running)) {
        return in_numpy(range);
    }
    if (is_running) {
        return running(fold == RunningSum ? BinaryOp::Add : BinaryOp::Mult, made.dtype, elements);
    }
    const std::optional<ir::Number> result =
        fold == Sum        ? total(BinaryOp::Add, array, made.dtype, elements)
        : fold == Product  ? total(BinaryOp::Mult, array, made.dtype, elements)
        : fold == Mean     ? mean(array, elements)
        : fold == Least    ? extreme(elements, true)
        : fold == Greatest ? extreme(elements, false)
        : fold == Any      ? std::ranges::any_of(elements, is_true)
                           : std::ranges::all_of(elements, is_true);
    return result ? Elements(Numbers{*result})
                  : Unknown{"NumPy computes it in an order of its own", range};
}

}  // namespace pycu::sema
