// Strides and orders of known arrays. See layouts.h.
#include "python/constants/layouts.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "python/constants/arrays.h"
#include "types/scalar.h"

namespace pycu::sema {

std::int64_t product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
}

python::Strides c_memory(const Shape& shape) {
    return python::contiguous({shape.begin(), shape.end()}, 1);
}

python::Strides memory_of(const ArrayValue& array) {
    return array.type.layout() == Layout::A
               ? python::known_strides(array.shape, array.strides)
               : python::contiguous({array.shape.begin(), array.shape.end()}, 1,
                                    array.type.layout() == Layout::F);
}

void for_each_offset(const python::Strides& box, std::int64_t start,
                     const std::function<void(std::int64_t)>& visit) {
    for_each_offset(*python::known_numbers(box.extents), *python::known_numbers(box.strides), start,
                    visit);
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

Value make_strided(Scalar scalar, std::vector<ir::Number> elements, const python::Strides& memory,
                   Range range) {
    const Layout layout = python::layout_of(memory, 1);
    Value made = make_array_value(scalar, *python::known_numbers(memory.extents),
                                  std::move(elements), layout, range);
    const auto* array = layout == Layout::A ? made.get<ArrayValue>() : nullptr;
    if (array == nullptr) {
        return made;
    }
    ArrayValue strided = *array;
    strided.strides = *python::known_numbers(memory.strides);
    return known_array(std::move(strided));
}

}  // namespace pycu::sema
