// Strides and orders of known arrays. See layouts.h.
#include "sema/constants/layouts.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "sema/constants/arrays.h"
#include "types/scalar.h"

namespace pycu::sema {

std::int64_t product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
}

Shape c_strides(const Shape& shape) {
    Shape strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;) {
        strides[axis - 1] = strides[axis] * std::max<std::int64_t>(shape[axis], 1);
    }
    return strides;
}

Shape f_strides(const Shape& shape) {
    Shape strides(shape.size(), 1);
    for (std::size_t axis = 1; axis < shape.size(); ++axis) {
        strides[axis] = strides[axis - 1] * std::max<std::int64_t>(shape[axis - 1], 1);
    }
    return strides;
}

Shape strides_of(const ArrayValue& array) {
    return array.type.layout() == Layout::C   ? c_strides(array.shape)
           : array.type.layout() == Layout::F ? f_strides(array.shape)
                                              : array.strides;
}

void for_each_offset(const Shape& shape, const Shape& strides, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit) {
    Shape at(shape.size(), 0);
    for (std::int64_t left = product(shape); left > 0; --left) {
        std::int64_t offset = start;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            offset += at[axis] * strides[axis];
        }
        visit(offset);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            if (++at[axis] < shape[axis]) {
                break;
            }
            at[axis] = 0;
        }
    }
}

Layout layout_of(const Shape& shape, const Shape& strides) {
    const auto fits = [&](const Shape& wanted) {
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            if (shape[axis] != 1 && strides[axis] != wanted[axis]) {
                return false;
            }
        }
        return true;
    };
    if (product(shape) == 0 || fits(c_strides(shape))) {
        return Layout::C;
    }
    return fits(f_strides(shape)) ? Layout::F : Layout::A;
}

Shape kept_order(const Shape& shape, const std::vector<Shape>& operands) {
    // NumPy's nditer: an insertion sort of the axes, innermost first, that starts as C order.
    const std::size_t rank = shape.size();
    std::vector<std::size_t> order(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        order[i] = rank - 1 - i;
    }
    for (std::size_t i = 1; i < rank; ++i) {
        std::size_t place = i;
        const std::size_t axis = order[i];
        for (std::size_t k = i; k-- > 0;) {
            bool is_known = false;
            bool swaps = false;
            for (const Shape& strides : operands) {
                const std::int64_t mine = std::abs(strides[axis]);
                const std::int64_t other = std::abs(strides[order[k]]);
                if (mine != 0 && other != 0) {
                    swaps = other > mine && (!is_known || swaps);
                    is_known = true;
                }
            }
            if (is_known && !swaps) {
                break;
            }
            place = is_known ? k : place;
        }
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), axis);
    }
    Shape strides(rank, 1);
    std::int64_t stride = 1;
    for (const std::size_t axis : order) {
        strides[axis] = stride;
        stride *= std::max<std::int64_t>(shape[axis], 1);
    }
    return strides;
}

std::optional<Shape> reshaped_strides(const Shape& shape, const Shape& strides, const Shape& to) {
    // NumPy's attempt to reshape without a copy.
    Shape old_shape;
    Shape old_strides;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] != 1) {
            old_shape.push_back(shape[axis]);
            old_strides.push_back(strides[axis]);
        }
    }
    Shape result(to.size(), 1);
    std::size_t old_begin = 0;
    std::size_t begin = 0;
    while (begin < to.size() && old_begin < old_shape.size()) {
        std::int64_t count = to[begin];
        std::int64_t old_count = old_shape[old_begin];
        std::size_t end = begin + 1;
        std::size_t old_end = old_begin + 1;
        while (count != old_count) {
            if (count < old_count) {
                count *= to[end++];
            } else {
                old_count *= old_shape[old_end++];
            }
        }
        for (std::size_t axis = old_begin; axis + 1 < old_end; ++axis) {
            if (old_strides[axis] != old_shape[axis + 1] * old_strides[axis + 1]) {
                return std::nullopt;
            }
        }
        result[end - 1] = old_strides[old_end - 1];
        for (std::size_t axis = end - 1; axis > begin; --axis) {
            result[axis - 1] = result[axis] * to[axis];
        }
        begin = end;
        old_begin = old_end;
    }
    for (std::size_t axis = begin; axis < to.size(); ++axis) {
        result[axis] = begin > 0 ? result[begin - 1] : 1;
    }
    return result;
}

Value make_strided(Scalar scalar, Shape shape, std::vector<ir::Number> elements, Shape strides,
                   Range range) {
    const Layout layout = layout_of(shape, strides);
    Value made = make_array_value(scalar, std::move(shape), std::move(elements), layout, range);
    if (auto* array = std::get_if<ArrayValue>(&made.as); array != nullptr && layout == Layout::A) {
        array->strides = std::move(strides);
    }
    return made;
}

}  // namespace pycu::sema
