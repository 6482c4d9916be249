// What a(...) takes beside integers, and the arithmetic of views: parts of an array that are
// arrays.
//
//   a[i]  a(i, pycu::slice(1, n))  a(pycu::all(), j)  a(pycu::from(2).by(3))  a(pycu::newaxis())
#ifndef PYCU_VIEW_INCLUDED
#define PYCU_VIEW_INCLUDED

#include <stdint.h>

#include "pycu_inline.h"

namespace pycu {

/// int where that holds both types, int64_t where not.
template <bool Fits>
struct index_type {
    using type = int64_t;
};
template <>
struct index_type<true> {
    using type = int;
};
template <class A, class B>
using common_index =
    typename index_type<sizeof(A) + (A(-1) > A(0)) <= 4 && sizeof(B) + (B(-1) > B(0)) <= 4>::type;

/// The index that Python means by i: a negative one counts from the end. What is no index of n
/// elements stays none.
template <class I, class N>
PYCU_INLINE common_index<I, N> wrap(I i, N n) {
    using Index = common_index<I, N>;
    if constexpr (sizeof(Index) == 4) {
        // a negative index is a large number without its sign, until n is added: two instructions
        const unsigned index = unsigned(i), behind = index + unsigned(n);
        return Index(index < behind ? index : behind);
    } else {
        return i < 0 ? i + n : i;
    }
}

template <class T, int R, class Index>
struct array;

/// The elements or rows of an array, one after the other: `for (const float x : a)`.
template <class T, int R, class Index>
struct array_iterator {
    array<T, R, Index> of;
    Index i;

    PYCU_INLINE decltype(auto) operator*() const { return of[i]; }
    PYCU_INLINE void operator++() { ++i; }
    PYCU_INLINE bool operator!=(const array_iterator& end) const { return i < end.i; }
};
template <class T, int R, class Index>
PYCU_INLINE array_iterator<T, R, Index> begin(const array<T, R, Index>& a) {
    return {a, 0};
}
template <class T, int R, class Index>
PYCU_INLINE array_iterator<T, R, Index> end(const array<T, R, Index>& a) {
    return {a, a.shape[0]};
}

/// Where a part of an axis begins, and how many elements it has.
struct axis_part {
    int64_t start;
    int64_t length;
};

/// The bound of a slice as Python means it: a negative one counts from the end, and what lies
/// outside is moved to the nearest end.
PYCU_INLINE int64_t clip(int64_t bound, int64_t lowest, int64_t highest, int64_t n) {
    const int64_t i = wrap(bound, n);
    return i < lowest ? lowest : i > highest ? highest : i;
}

/// a[start:stop:step]; a step of zero, which Python refuses, takes nothing.
struct stepped_slice {
    int64_t start, stop, step;
    bool has_start, has_stop;

    PYCU_INLINE axis_part of(int64_t n) const {
        if (step > 0) {
            const int64_t first = has_start ? clip(start, 0, n, n) : 0;
            const int64_t end = has_stop ? clip(stop, 0, n, n) : n;
            return {first, end > first ? (end - first - 1) / step + 1 : 0};
        }
        const int64_t first = has_start ? clip(start, -1, n - 1, n) : n - 1;
        const int64_t end = has_stop ? clip(stop, -1, n - 1, n) : -1;
        return {first, first > end && step < 0 ? (first - end - 1) / -step + 1 : 0};
    }
};

/// a[start:stop]
struct slice {
    int64_t start, stop;
    bool has_start = true, has_stop = true;

    PYCU_INLINE slice(int64_t from, int64_t to) : start(from), stop(to) {}
    PYCU_INLINE slice(int64_t from, int64_t to, bool starts, bool stops)
        : start(from), stop(to), has_start(starts), has_stop(stops) {}

    PYCU_INLINE axis_part of(int64_t n) const {
        const int64_t first = has_start ? clip(start, 0, n, n) : 0;
        const int64_t end = has_stop ? clip(stop, 0, n, n) : n;
        return {first, end > first ? end - first : 0};
    }

    /// a[start:stop:step]
    PYCU_INLINE stepped_slice by(int64_t stride) const {
        return {start, stop, stride, has_start, has_stop};
    }
};

/// a[start:]
PYCU_INLINE slice from(int64_t start) {
    return slice(start, 0, true, false);
}

/// a[:stop]
PYCU_INLINE slice to(int64_t stop) {
    return slice(0, stop, false, true);
}

/// a[:]
struct all {
    /// a[::step]
    PYCU_INLINE stepped_slice by(int64_t step) const { return {0, 0, step, false, false}; }
};

/// a[None]: an axis of one element.
struct newaxis {};

/// An index that is wrapped where it is used.
struct wrapped {
    int64_t index;
};

/// How many axes an index takes of an array, and how many the view has for it.
template <class Index>
struct index_axes {
    static constexpr int taken = 1, given = 0;
};
template <>
struct index_axes<slice> {
    static constexpr int taken = 1, given = 1;
};
template <>
struct index_axes<stepped_slice> {
    static constexpr int taken = 1, given = 1;
};
template <>
struct index_axes<all> {
    static constexpr int taken = 1, given = 1;
};
template <>
struct index_axes<newaxis> {
    static constexpr int taken = 0, given = 1;
};

/// The dimensions of what R dimensions give for these indices; 0 is an element.
template <int R, class... Index>
struct view_rank {
    static constexpr int value =
        R + (0 + ... + (index_axes<Index>::given - index_axes<Index>::taken));
};

/// Where a view begins, in bytes from its array; its extents and strides, axis by axis.
template <int R, int N, class Extent>
struct view_shape {
    const Extent* shape;
    const Extent* strides;
    Extent* new_shape;
    Extent* new_strides;

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(Extent index, Index... rest) const {
        return index * strides[In] + take<In + 1, Out>(rest...);
    }

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(wrapped at, Index... rest) const {
        return Extent(wrap(at.index, shape[In])) * strides[In] + take<In + 1, Out>(rest...);
    }

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(slice part, Index... rest) const {
        const axis_part taken = part.of(shape[In]);
        new_shape[Out] = Extent(taken.length);
        new_strides[Out] = strides[In];
        return Extent(taken.start) * strides[In] + take<In + 1, Out + 1>(rest...);
    }

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(stepped_slice part, Index... rest) const {
        const axis_part taken = part.of(shape[In]);
        new_shape[Out] = Extent(taken.length);
        new_strides[Out] = strides[In] * Extent(part.step);
        return Extent(taken.start) * strides[In] + take<In + 1, Out + 1>(rest...);
    }

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(all, Index... rest) const {
        new_shape[Out] = shape[In];
        new_strides[Out] = strides[In];
        return take<In + 1, Out + 1>(rest...);
    }

    template <int In, int Out, class... Index>
    PYCU_INLINE Extent take(newaxis, Index... rest) const {
        new_shape[Out] = 1;
        new_strides[Out] = 0;
        return take<In, Out + 1>(rest...);
    }

    /// The axes that no index names are kept.
    template <int In, int Out>
    PYCU_INLINE Extent take() const {
        if constexpr (In < R) {
            new_shape[Out] = shape[In];
            new_strides[Out] = strides[In];
            return take<In + 1, Out + 1>();
        } else {
            return 0;
        }
    }
};

}  // namespace pycu

#endif  // PYCU_VIEW_INCLUDED
