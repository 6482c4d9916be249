// Where the elements of an array lie, as NumPy lays them out: extents and strides that may be
// unknown, and what is certain of them for every value of the unknown ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "types/type.h"
#include "values/extent.h"
#include "values/slices.h"

namespace pycu::values {

/// The extents of an array and how far the elements of each axis lie apart, in bytes.
///
/// An array without elements is contiguous whatever its strides; so nothing here asks whether an
/// unknown extent may be 0, and strides are those of an array that has elements.
struct Strides {
    std::vector<Extent> extents{};
    std::vector<Extent> strides{};
    /// All axes, the slowest first, where one step along an axis is certain to lead beyond all that
    /// the axes behind it reach; empty where nobody knows. Axes of one element and those that
    /// repeat one (a stride of 0) stand anywhere.
    std::vector<std::size_t> nesting{};

    std::size_t rank() const { return extents.size(); }
    friend bool operator==(const Strides&, const Strides&) = default;
};

enum class Tri : std::uint8_t { No, Yes, Unknown };

/// One index of an array: an integer, which is the start of the slice, or a slice.
struct Index {
    enum class Kind : std::uint8_t { Integer, Slice, NewAxis, Ellipsis };
    Kind kind = Kind::Slice;
    Slice<Extent> slice{};

    bool takes_axis() const { return kind == Kind::Integer || kind == Kind::Slice; }
    /// Its numbers, which are known.
    std::int64_t at() const { return *slice.start->known(); }
    Slice<std::int64_t> numbers() const;
};

/// A new array in C or Fortran order; `item` is the size of an element in bytes, everywhere here.
Strides contiguous(std::vector<Extent> extents, std::int64_t item, bool is_fortran = false);
/// A new array whose order of axes nobody knows.
Strides unordered(std::vector<Extent> extents, std::int64_t item);

/// NumPy's flags.
Tri is_contiguous(const Strides& array, std::int64_t item, bool is_fortran = false);
/// The layout by which Numba types it: C where both orders are certain, A where none is. A device
/// array with a stride of 0 is A.
Layout layout_of(const Strides& array, std::int64_t item, bool is_device = false);

/// A new array in the order 'C', 'F', 'A' or 'K' of another, as `a.copy(order)` makes it.
Strides ordered_as(char order, const Strides& array, std::int64_t item, std::int64_t new_item);

/// `a.transpose(axes)`
Strides transposed(const Strides& array, const std::vector<std::size_t>& axes);
/// `a[indices]`; missing ones are whole slices. Nothing where there are too many.
std::optional<Strides> sliced(const Strides& array, const std::vector<Index>& indices);
/// How far the elements lie from the first one, in C order; all numbers are known.
std::vector<std::int64_t> offsets(const Strides& array);
/// How far those of `a[indices]` lie from the first one of `a`; nothing where the indices do not
/// fit.
std::optional<std::vector<std::int64_t>> offsets(const Strides& array,
                                                 const std::vector<Index>& indices);
/// How many elements a slice takes of an axis.
Extent slice_count(const Slice<Extent>& slice, const Extent& extent);
/// `a.reshape(shape)`, a view where NumPy makes one; nothing where the sizes differ. One extent may
/// be negative: whatever is left.
std::optional<Strides> reshaped(const Strides& array, std::vector<Extent> shape, std::int64_t item,
                                bool is_fortran = false);

/// The shape that shapes broadcast to; nothing where they do not.
std::optional<std::vector<Extent>> broadcast_shape(const std::vector<Strides>& operands);
/// `np.broadcast_to(a, shape)`
std::optional<Strides> broadcast_to(const Strides& array, const std::vector<Extent>& shape);
/// What a ufunc allocates for its operands; nothing where they do not broadcast.
std::optional<Strides> elementwise(const std::vector<Strides>& operands, std::int64_t item);
/// What a reduction over the axes allocates.
Strides reduced(const Strides& array, const std::vector<std::size_t>& axes, bool keeps_axes,
                std::int64_t item);

/// What is certain of either of two arrays of one layout, where the paths that made them meet.
/// `loop` is the loop at whose head they meet, or 0.
Strides joined(const Strides& a, const Strides& b, std::int64_t item, Layout layout,
               std::uint32_t loop);
Extent joined(const Extent& a, const Extent& b, std::uint32_t loop);

/// The numbers where all of them are known.
std::optional<std::vector<std::int64_t>> known_numbers(const std::vector<Extent>& extents);

}  // namespace pycu::values
