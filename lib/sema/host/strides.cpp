// Strides as NumPy computes them. See host_strides.h.
#include "sema/host/strides.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace pycu::sema {

namespace {

/// How many elements there are; nothing where no memory holds them.
std::optional<std::int64_t> element_count(const std::vector<std::int64_t>& shape) {
    std::int64_t size = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0 || __builtin_mul_overflow(size, extent, &size)) {
            return std::nullopt;
        }
    }
    return size;
}

/// Whether the axes, from the one that varies fastest, lie without gaps.
bool is_packed(const Strided& array, std::int64_t item, bool is_fortran) {
    const std::size_t rank = array.shape.size();
    if (std::ranges::find(array.shape, 0) != array.shape.end()) {
        return true;
    }
    std::int64_t expected = item;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = is_fortran ? i : rank - 1 - i;
        if (array.shape[axis] != 1) {
            if (array.strides[axis] != expected) {
                return false;
            }
            expected = times(expected, array.shape[axis]);
        }
    }
    return true;
}

/// Gives strides to the axes, the last of the order varying fastest.
Strided with_order(const std::vector<std::int64_t>& shape, const std::vector<std::size_t>& order,
                   std::int64_t item) {
    Strided made{shape, std::vector<std::int64_t>(shape.size())};
    std::int64_t stride = item;
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        made.strides[*axis] = stride;
        stride = times(stride, std::max<std::int64_t>(shape[*axis], 1));
    }
    return made;
}

/// Whether an axis varies faster than one that stands behind it, for all operands together; nothing
/// where none of them tells.
std::optional<bool> is_faster(const std::vector<Strided>& operands, std::size_t front,
                              std::size_t back) {
    std::optional<bool> swap;
    for (const Strided& one : operands) {
        const std::int64_t a = magnitude(one.strides[front]);
        const std::int64_t b = magnitude(one.strides[back]);
        if (a == 0 || b == 0) {
            continue;
        }
        if (b <= a) {
            swap = false;  // where operands differ, C order wins
        } else if (!swap) {
            swap = true;
        }
    }
    return swap;
}

/// NumPy's iterator sorts the axes by the strides of its operands: a stable insertion sort from
/// the last axis on. Slowest first.
std::vector<std::size_t> iteration_order(const std::vector<Strided>& operands, std::size_t rank) {
    std::vector<std::size_t> fastest(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        fastest[i] = rank - 1 - i;
    }
    for (std::size_t i = 1; i < rank; ++i) {
        const std::size_t axis = fastest[i];
        std::size_t to = i;
        for (std::size_t k = i; k-- > 0;) {
            const auto swap = is_faster(operands, axis, fastest[k]);
            if (!swap) {
                continue;
            }
            if (!*swap) {
                break;
            }
            to = k;
        }
        std::rotate(fastest.begin() + std::ptrdiff_t(to), fastest.begin() + std::ptrdiff_t(i),
                    fastest.begin() + std::ptrdiff_t(i) + 1);
    }
    std::ranges::reverse(fastest);
    return fastest;
}

/// Strides of a view with the new shape; nothing where a copy is needed.
std::optional<Strided> view_as(const Strided& array, const std::vector<std::int64_t>& shape,
                               std::int64_t item, bool is_fortran) {
    Strided old;
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
        if (array.shape[i] != 1) {
            old.shape.push_back(array.shape[i]);
            old.strides.push_back(array.strides[i]);
        }
    }
    Strided made{shape, std::vector<std::int64_t>(shape.size())};
    std::size_t oi = 0, oj = 1, ni = 0, nj = 1;
    while (ni < shape.size() && oi < old.shape.size()) {
        std::int64_t np = shape[ni], op = old.shape[oi];
        while (np != op) {
            if (np < op) {
                np *= shape[nj++];
            } else {
                op *= old.shape[oj++];
            }
        }
        for (std::size_t k = oi; k + 1 < oj; ++k) {
            const bool is_joined =
                is_fortran ? old.strides[k + 1] == times(old.shape[k], old.strides[k])
                           : old.strides[k] == times(old.shape[k + 1], old.strides[k + 1]);
            if (!is_joined) {
                return std::nullopt;
            }
        }
        if (is_fortran) {
            made.strides[ni] = old.strides[oi];
            for (std::size_t k = ni + 1; k < nj; ++k) {
                made.strides[k] = times(made.strides[k - 1], shape[k - 1]);
            }
        } else {
            made.strides[nj - 1] = old.strides[oj - 1];
            for (std::size_t k = nj - 1; k > ni; --k) {
                made.strides[k - 1] = times(made.strides[k], shape[k]);
            }
        }
        ni = nj++;
        oi = oj++;
    }
    for (std::size_t k = ni; k < shape.size(); ++k) {
        made.strides[k] = k > 0 ? made.strides[k - 1] : item;
    }
    return made;
}

}  // namespace

std::int64_t clamped_extent(std::int64_t extent) {
    return std::clamp<std::int64_t>(extent, 0, max_extent);
}

std::int64_t times(std::int64_t a, std::int64_t b) {
    return std::int64_t(std::uint64_t(a) * std::uint64_t(b));
}

std::int64_t magnitude(std::int64_t value) {
    return value < 0 ? ~value + (value != INT64_MIN ? 1 : 0) : value;
}

Strided contiguous(std::vector<std::int64_t> shape, std::int64_t item, bool is_fortran) {
    for (std::int64_t& extent : shape) {
        extent = clamped_extent(extent);
    }
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    if (is_fortran) {
        std::ranges::reverse(order);
    }
    return with_order(shape, order, item);
}

bool is_c_contiguous(const Strided& array, std::int64_t item) {
    return is_packed(array, item, false);
}

bool is_f_contiguous(const Strided& array, std::int64_t item) {
    return is_packed(array, item, true);
}

Layout layout_of(const Strided& array, std::int64_t item, bool is_device) {
    const bool has_zero = std::ranges::find(array.strides, 0) != array.strides.end();
    if (is_device && has_zero && element_count(array.shape) != 0) {
        return Layout::A;
    }
    return is_c_contiguous(array, item)   ? Layout::C
           : is_f_contiguous(array, item) ? Layout::F
                                          : Layout::A;
}

Strided like_order(const Strided& array, std::int64_t item, std::int64_t new_item) {
    if (is_c_contiguous(array, item) || array.shape.size() <= 1) {
        return contiguous(array.shape, new_item);
    }
    if (is_f_contiguous(array, item)) {
        return contiguous(array.shape, new_item, true);
    }
    std::vector<std::size_t> order(array.shape.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t axis) { return magnitude(array.strides[axis]); });
    return with_order(array.shape, order, new_item);
}

std::optional<std::vector<std::int64_t>> broadcast_shapes(const std::vector<Strided>& operands) {
    std::vector<std::int64_t> shape;
    for (const Strided& one : operands) {
        if (one.shape.size() > shape.size()) {
            shape.insert(shape.begin(), one.shape.size() - shape.size(), 1);
        }
        const std::size_t skip = shape.size() - one.shape.size();
        for (std::size_t i = 0; i < one.shape.size(); ++i) {
            std::int64_t& extent = shape[skip + i];
            if (extent != one.shape[i] && extent != 1 && one.shape[i] != 1) {
                return std::nullopt;
            }
            extent = extent == 1 ? one.shape[i] : extent;
        }
    }
    return shape;
}

std::optional<Strided> broadcast_to(const Strided& array, const std::vector<std::int64_t>& shape) {
    if (array.shape.size() > shape.size()) {
        return std::nullopt;
    }
    Strided made{shape, std::vector<std::int64_t>(shape.size())};
    const std::size_t skip = shape.size() - array.shape.size();
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
        if (array.shape[i] != shape[skip + i] && array.shape[i] != 1) {
            return std::nullopt;
        }
        made.strides[skip + i] = array.shape[i] == 1 ? 0 : array.strides[i];
    }
    return made;
}

std::optional<Strided> elementwise(const std::vector<Strided>& operands, std::int64_t item) {
    const auto shape = broadcast_shapes(operands);
    if (!shape) {
        return std::nullopt;
    }
    std::vector<Strided> wide;
    for (const Strided& one : operands) {
        wide.push_back(*broadcast_to(one, *shape));
    }
    return with_order(*shape, iteration_order(wide, shape->size()), item);
}

std::optional<Strided> reshape(const Strided& array, std::vector<std::int64_t> shape,
                               std::int64_t item, bool is_fortran) {
    const auto size = element_count(array.shape);
    const auto open = std::ranges::find(shape, -1);
    if (size && open != shape.end()) {
        *open = 1;
        const std::int64_t rest = element_count(shape).value_or(0);
        *open = rest > 0 ? *size / rest : 0;
    }
    if (!size || element_count(shape) != size) {
        return std::nullopt;
    }
    if (size == 0) {
        return contiguous(std::move(shape), item, is_fortran);
    }
    auto view = view_as(array, shape, item, is_fortran);
    return view ? view : contiguous(std::move(shape), item, is_fortran);
}

namespace {

/// One axis cut by a slice, as slice.indices() does it.
void cut(Strided& made, std::int64_t extent, std::int64_t stride, const HostIndex& index) {
    const std::int64_t step = index.step.value_or(1);
    const auto clamp = [&](std::optional<std::int64_t> at, std::int64_t otherwise) {
        if (!at) {
            return otherwise;
        }
        const std::int64_t low = step < 0 ? -1 : 0;
        const std::int64_t high = step < 0 ? extent - 1 : extent;
        return std::clamp(*at < 0 ? *at + extent : *at, low, std::max(low, high));
    };
    const std::int64_t start = clamp(index.start, step < 0 ? extent - 1 : 0);
    const std::int64_t stop = clamp(index.stop, step < 0 ? -1 : extent);
    const std::int64_t span = step < 0 ? start - stop : stop - start;
    const std::int64_t size = magnitude(step);
    made.shape.push_back(span > 0 ? (span - 1) / size + 1 : 0);
    // NumPy multiplies whatever the extent is; contiguity looks at strides of longer axes only.
    made.strides.push_back(times(stride, step));
}

}  // namespace

std::optional<Strided> sliced(const Strided& array, const std::vector<HostIndex>& indices) {
    Strided made;
    std::size_t axis = 0;
    for (const HostIndex& index : indices) {
        if (index.kind == HostIndex::Kind::NewAxis) {
            made.shape.push_back(1);
            made.strides.push_back(0);
            continue;
        }
        if (axis >= array.shape.size() || index.step == 0) {
            return std::nullopt;
        }
        if (index.kind == HostIndex::Kind::Slice) {
            cut(made, array.shape[axis], array.strides[axis], index);
        }
        ++axis;
    }
    for (; axis < array.shape.size(); ++axis) {
        made.shape.push_back(array.shape[axis]);
        made.strides.push_back(array.strides[axis]);
    }
    return made;
}

Strided reduced(const Strided& array, const std::vector<int>& axes, bool keeps_axes,
                std::int64_t item) {
    const auto is_gone = [&](std::size_t axis) {
        return std::ranges::find(axes, int(axis)) != axes.end();
    };
    std::vector<std::size_t> order = iteration_order({array}, array.shape.size());
    std::vector<std::int64_t> shape = array.shape;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        shape[axis] = is_gone(axis) ? 1 : shape[axis];
    }
    const Strided whole = with_order(shape, order, item);
    if (keeps_axes) {
        return whole;
    }
    Strided made;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (!is_gone(axis)) {
            made.shape.push_back(shape[axis]);
            made.strides.push_back(whole.strides[axis]);
        }
    }
    return made;
}

}  // namespace pycu::sema
