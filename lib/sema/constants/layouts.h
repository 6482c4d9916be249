// How the elements of a known array lie in memory: strides, and the order that NumPy gives results.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sema/constants/value.h"

namespace pycu::sema {

using Shape = std::vector<std::int64_t>;

std::int64_t product(const Shape& shape);

/// Strides in elements of an array in C order and in Fortran order.
Shape c_strides(const Shape& shape);
Shape f_strides(const Shape& shape);
/// The strides of an array, in elements.
Shape strides_of(const ArrayValue& array);

/// Calls `visit` with the offset of every element of a box, in C order.
void for_each_offset(const Shape& shape, const Shape& strides, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit);

/// What a shape and strides are for NumPy: C wins where both orders fit.
Layout layout_of(const Shape& shape, const Shape& strides);

/// The strides of what NumPy makes of operands "in their order" (K): the axis with the largest
/// strides is outermost, C order where the operands do not agree. A stride of 0 has no say.
Shape kept_order(const Shape& shape, const std::vector<Shape>& operands);

/// The strides of a view of the same elements in another shape; nothing where NumPy copies.
std::optional<Shape> reshaped_strides(const Shape& shape, const Shape& strides, const Shape& to);

/// An array of elements in C order that lies in memory with some strides.
Value make_strided(Scalar scalar, Shape shape, std::vector<ir::Number> elements, Shape strides,
                   Range range);

}  // namespace pycu::sema
