// Extents and strides of an array on the host, as NumPy makes them: what decides its layout.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "types/type.h"

namespace pycu::sema {

/// The shape and the strides, in bytes, of one array.
struct Strided {
    std::vector<std::int64_t> shape{};
    std::vector<std::int64_t> strides{};
    friend bool operator==(const Strided&, const Strided&) = default;
};

/// One index of `a[...]`: an integer, a new axis, or a slice with missing parts.
struct HostIndex {
    enum class Kind : std::uint8_t { Integer, NewAxis, Slice };
    Kind kind = Kind::Slice;
    std::optional<std::int64_t> start{};  // the integer too
    std::optional<std::int64_t> stop{};
    std::optional<std::int64_t> step{};
};

/// No array is longer than this; larger numbers count as this.
constexpr std::int64_t max_extent = std::int64_t(1) << 40;
std::int64_t clamped_extent(std::int64_t extent);
/// Modulo 2^64: numbers of the host may be anything.
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t magnitude(std::int64_t value);

/// A new contiguous array.
Strided contiguous(std::vector<std::int64_t> shape, std::int64_t item, bool is_fortran = false);

/// What numba.typeof makes of the flags: C where both are set. A device array with a stride of zero
/// is A.
Layout layout_of(const Strided& array, std::int64_t item, bool is_device);
bool is_c_contiguous(const Strided& array, std::int64_t item);
bool is_f_contiguous(const Strided& array, std::int64_t item);

/// A new array with the order of axes of another: `order="K"`.
Strided like_order(const Strided& array, std::int64_t item, std::int64_t new_item);

/// What a ufunc allocates for its operands; nothing where their shapes do not broadcast.
std::optional<Strided> elementwise(const std::vector<Strided>& operands, std::int64_t item);
/// The strides of an array seen in a larger shape.
std::optional<Strided> broadcast_to(const Strided& array, const std::vector<std::int64_t>& shape);
std::optional<std::vector<std::int64_t>> broadcast_shapes(const std::vector<Strided>& operands);

/// `a.reshape(shape)`, a view where one is possible; nothing where the sizes differ. One extent
/// may be -1.
std::optional<Strided> reshape(const Strided& array, std::vector<std::int64_t> shape,
                               std::int64_t item, bool is_fortran = false);

/// `a[indices]`; missing ones are whole slices.
std::optional<Strided> sliced(const Strided& array, const std::vector<HostIndex>& indices);

/// What a reduction over the axes allocates.
Strided reduced(const Strided& array, const std::vector<int>& axes, bool keeps_axes,
                std::int64_t item);

}  // namespace pycu::sema
