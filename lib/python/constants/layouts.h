// How the elements of a known array lie in memory; strides count elements here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "python/constants/value.h"
#include "python/strides.h"

namespace pycu::sema {

using Shape = std::vector<std::int64_t>;

std::int64_t product(const Shape& shape);

python::Strides memory_of(const ArrayValue& array);
/// The same for the elements in C order.
python::Strides c_memory(const Shape& shape);

/// Calls `visit` with the offset of every element of a box, in C order.
void for_each_offset(const Shape& shape, const Shape& strides, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit);
void for_each_offset(const python::Strides& box, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit);

/// An array of elements in C order that lies in memory with some strides.
Value make_strided(Scalar scalar, std::vector<ir::Number> elements, const python::Strides& memory,
                   Range range);

}  // namespace pycu::sema
