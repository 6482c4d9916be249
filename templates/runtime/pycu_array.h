// pycu::array: a view of memory with extents and strides, as NumPy's arrays are.
//
//   a[i]  a(i, j)  a.wrapped(i, j)  a.shape[0]  a.strides[0]  a.size()
//
// Fewer indices than dimensions, slices and the functions at the end give views: the same memory,
// other extents and strides. pycu_view.h has the slices.
//
//   a[i]  a(i, pycu::slice(1, n))  a(pycu::all(), j)  a.transposed()  a.reshape(n, -1)  a.as<int>()
//
// Callers make them of a pointer and extents, of C arrays, and of what the host keeps its data in.
#ifndef PYCU_ARRAY_INCLUDED
#define PYCU_ARRAY_INCLUDED

#include <stddef.h>
#include <stdint.h>

#include "pycu_inline.h"
#include "pycu_view.h"

namespace pycu {

/// A parameter of type T from which T is not deduced: atomicAdd(&counts[i], 1).
template <class T>
struct identity {
    using type = T;
};
template <class T>
using same = typename identity<T>::type;

template <bool>
struct require {};
template <>
struct require<true> {
    using type = void;
};

/// The dimensions of a C array type that holds elements of T; -1 where it holds others.
template <class A, class T>
struct dimensions_of {
    static constexpr int value = -1;
};

template <class T>
struct dimensions_of<T, T> {
    static constexpr int value = 0;
};

template <class T>
struct dimensions_of<T, const T> {
    static constexpr int value = 0;
};

template <class A, class T, size_t N>
struct dimensions_of<A[N], T> {
    static constexpr int inner = dimensions_of<A, T>::value;
    static constexpr int value = inner < 0 ? -1 : inner + 1;
};

template <class T, class Index, class A>
PYCU_INLINE T* first_element(A& element, Index*) {
    return &element;
}

/// Whether a P may serve as a T*: it is one, or differs in being able to write.
template <class P, class T>
struct points_to {
    static constexpr bool value = false;
};

template <class U, class T>
struct points_to<U*, T> {
    static constexpr bool value = dimensions_of<U, T>::value == 0;
};

/// Has a `type` where elements of T lie side by side in a C: a vector, a std::span, a std::array.
template <class C, class T, class P = decltype(+static_cast<C*>(nullptr)->data()),
          class N = decltype(static_cast<C*>(nullptr)->size())>
struct if_contiguous : require<points_to<P, T>::value> {};

/// Has a `type` where an M is a std::mdspan, or one of its kin, of R dimensions over T.
template <class M, class T, int R, class P = decltype(+static_cast<M*>(nullptr)->data_handle()),
          class S = decltype(static_cast<M*>(nullptr)->stride(0))>
struct if_mdspan : require<int(M::rank()) == R && points_to<P, T>::value> {};

/// What a C array holds in the end, and of how many dimensions it is.
template <class A>
struct element_of {
    using type = A;
    static constexpr int dimensions = 0;
};

template <class A, size_t N>
struct element_of<A[N]> {
    using type = typename element_of<A>::type;
    static constexpr int dimensions = 1 + element_of<A>::dimensions;
};

/// U, const where T is.
template <class T, class U>
struct same_const {
    using type = U;
};

template <class T, class U>
struct same_const<const T, U> {
    using type = const U;
};

/// The address of the first element of a C array; its extents go to `shape`.
template <class T, class Index, class A, size_t N>
PYCU_INLINE T* first_element(A (&a)[N], Index* shape) {
    *shape = N;
    return first_element<T, Index>(a[0], shape + 1);
}

/// The extents of an array, or its strides in bytes, as an argument of an entry.
template <int R, class Index = int64_t>
struct extents {
    Index values[size_t(R)];
};

/// What an array or a grid may have, along an axis and in all, for indices to be int.
constexpr int64_t max_int_extent = (int64_t(1) << 30) - 1;
/// Blocks along an axis where a kernel multiplies their number with a block size of its own.
constexpr int64_t max_few_blocks = max_int_extent / 1024;

/// Elements of T in R dimensions; strides are in bytes, may be negative or zero. With int for
/// Index, which no more than max_int_extent elements have, strides are in elements.
template <class T, int R, class Index = int64_t>
struct array {
    T* data = nullptr;
    Index shape[size_t(R)] = {};
    Index strides[size_t(R)] = {};

    /// The stride of elements side by side.
    static constexpr Index step = sizeof(Index) < sizeof(int64_t) ? 1 : Index(sizeof(T));

    array() = default;

    /// A row-major view: array<float, 2>(data, rows, columns).
    template <class... Extents, class = typename require<sizeof...(Extents) == R>::type>
    PYCU_INLINE array(T* first, Extents... extents) : data(first), shape{Index(extents)...} {
        pack_strides();
    }

    /// The memory of a C array of as many dimensions: float tile[32][33].
    template <class A, class = typename require<dimensions_of<A, T>::value == R>::type>
    PYCU_INLINE array(A& tile) {
        data = first_element<T, Index>(tile, shape);
        pack_strides();
    }

    /// A view that may only read, of one that may write.
    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE array(const array<U, R, Index>& other) : data(other.data) {
        for (int k = 0; k < R; ++k) {
            shape[k] = other.shape[k];
            strides[k] = other.strides[k];
        }
    }

    /// What has data() and size(); a temporary only where it does not own its elements.
    template <class C, int Rank = R, class = typename require<Rank == 1>::type,
              class = typename if_contiguous<C, T>::type>
    array(C& container) : data(container.data()), shape{Index(container.size())}, strides{step} {}
    template <class C, int Rank = R, class = typename require<Rank == 1>::type,
              class = typename if_contiguous<const C, T>::type>
    array(const C& container)
        : data(container.data()), shape{Index(container.size())}, strides{step} {}

    /// What std::mdspan and its kin see, through any strides.
    template <class M, class = typename if_mdspan<const M, T, R>::type>
    array(const M& view) : data(view.data_handle()) {
        for (int k = 0; k < R; ++k) {
            shape[k] = Index(view.extent(k));
            strides[k] = Index(view.stride(k)) * step;
        }
    }

    /// An element, or a row of an array of several dimensions.
    PYCU_INLINE decltype(auto) operator[](Index i) const {
        if constexpr (R == 1) {
            return at(Offset(i) * strides[0]);
        } else {
            return view(i);
        }
    }

    /// An element where each dimension has an integer, else a view.
    template <class... Indices>
    PYCU_INLINE decltype(auto) operator()(Indices... index) const {
        static_assert((0 + ... + index_axes<Indices>::taken) <= R, "more indices than dimensions");
        if constexpr (view_rank<R, Indices...>::value == 0) {
            Offset offset = 0;
            int k = 0;
            ((offset += Offset(Index(index)) * strides[k++]), ...);
            return at(offset);
        } else {
            return view(index...);
        }
    }

    /// An element by Python's indices, of which negative ones count from the end.
    template <class... Indices>
    PYCU_INLINE T& wrapped(Indices... index) const {
        static_assert(sizeof...(Indices) == R, "an index for each dimension");
        Index offset = 0;
        int k = 0;
        ((offset += Index(wrap(index, shape[k])) * strides[k], ++k), ...);
        return at(offset);
    }

    /// a.flat[i]: element i in row-major order.
    PYCU_INLINE T& flat(Index i) const {
        Index offset = 0;
        for (int k = R - 1; k > 0; --k) {
            offset += i % shape[k] * strides[k];
            i /= shape[k];
        }
        return at(offset + i * strides[0]);
    }

    /// The axes in reverse order.
    PYCU_INLINE array transposed() const {
        array result;
        result.data = data;
        for (int k = 0; k < R; ++k) {
            result.shape[k] = shape[R - 1 - k];
            result.strides[k] = strides[R - 1 - k];
        }
        return result;
    }

    /// The elements of a row-major array in other dimensions, of which one may be -1.
    template <class... Extents>
    PYCU_INLINE array<T, int(sizeof...(Extents)), Index> reshape(Extents... extents) const {
        constexpr int rank = sizeof...(Extents);
        array<T, rank, Index> result;
        result.data = data;
        int k = 0;
        ((result.shape[k++] = Index(extents)), ...);
        reshape_to(result.shape, rank);
        Index stride = step;
        for (k = rank - 1; k >= 0; --k) {
            result.strides[k] = stride;
            stride *= result.shape[k];
        }
        return result;
    }

    /// The same of a column-major array.
    template <class... Extents>
    PYCU_INLINE array<T, int(sizeof...(Extents)), Index> reshape_f(Extents... extents) const {
        array<T, int(sizeof...(Extents)), Index> result = reshape(extents...);
        Index stride = step;
        for (int k = 0; k < int(sizeof...(Extents)); ++k) {
            result.strides[k] = stride;
            stride *= result.shape[k];
        }
        return result;
    }

    /// The same bytes as elements of U: NumPy's a.view(dtype).
    template <class U>
    PYCU_INLINE array<typename same_const<T, U>::type, R, Index> as() const {
        static_assert(sizeof(T) == sizeof(U) || sizeof(Index) == sizeof(int64_t),
                      "strides in elements are those of elements of one size");
        array<typename same_const<T, U>::type, R, Index> result;
        result.data = reinterpret_cast<typename same_const<T, U>::type*>(data);
        for (int k = 0; k < R; ++k) {
            result.shape[k] = shape[k];
            result.strides[k] = strides[k];
        }
        if constexpr (sizeof(T) != sizeof(U)) {
            const int axis = strides[R - 1] == int64_t(sizeof(T)) ? R - 1 : 0;
            result.shape[axis] = shape[axis] * int64_t(sizeof(T)) / int64_t(sizeof(U));
            result.strides[axis] = sizeof(U);
        }
        return result;
    }

    /// The number of elements.
    PYCU_INLINE Index size() const {
        Index n = 1;
        for (int k = 0; k < R; ++k) {
            n *= shape[k];
        }
        return n;
    }

  private:
#ifdef __CUDACC__
    using Offset = Index;
#else
    /// As wide as an address: where int wraps, compilers do not see that it rises with an index.
    using Offset = int64_t;
#endif

    PYCU_INLINE T& at(Offset offset) const {
        if constexpr (sizeof(Index) < sizeof(int64_t)) {
            return data[offset];
        } else {
            char* const bytes = const_cast<char*>(reinterpret_cast<const char*>(data));
            return *reinterpret_cast<T*>(bytes + offset);
        }
    }

    template <class... Indices>
    PYCU_INLINE array<T, view_rank<R, Indices...>::value, Index> view(Indices... index) const {
        constexpr int rank = view_rank<R, Indices...>::value;
        array<T, rank, Index> result;
        const view_shape<R, rank, Index> taken{shape, strides, result.shape, result.strides};
        result.data = &at(taken.template take<0, 0>(index...));
        return result;
    }

    /// Gives an extent of -1 what the others leave.
    PYCU_INLINE void reshape_to(Index* extents, int rank) const {
        Index known = 1;
        for (int k = 0; k < rank; ++k) {
            known *= extents[k] < 0 ? 1 : extents[k];
        }
        for (int k = 0; k < rank; ++k) {
            extents[k] = extents[k] < 0 ? (known == 0 ? 0 : size() / known) : extents[k];
        }
    }

    PYCU_INLINE void pack_strides() {
        strides[R - 1] = step;
        for (int k = R - 1; k > 0; --k) {
            strides[k - 1] = strides[k] * shape[k];
        }
    }
};

/// One element without an index: a().
template <class T, class Index>
struct array<T, 0, Index> {
    T* data = nullptr;

    array() = default;
    PYCU_INLINE array(T* element) : data(element) {}
    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE array(const array<U, 0, Index>& other) : data(other.data) {}
    PYCU_INLINE T& operator()() const { return *data; }
    PYCU_INLINE Index size() const { return 1; }
};

template <class T, class... Extents>
array(T*, Extents...) -> array<T, int(sizeof...(Extents))>;

/// The views that entries make of their arguments: row-major, column-major and strided ones.
template <class T, int R, class Index>
PYCU_INLINE array<T, R, Index> view_c(T* data, const extents<R, Index>& shape) {
    array<T, R, Index> view;
    view.data = data;
    Index stride = view.step;
    for (int k = R - 1; k >= 0; --k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = stride;
        stride *= shape.values[k];
    }
    return view;
}

template <class T, int R, class Index>
PYCU_INLINE array<T, R, Index> view_f(T* data, const extents<R, Index>& shape) {
    array<T, R, Index> view;
    view.data = data;
    Index stride = view.step;
    for (int k = 0; k < R; ++k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = stride;
        stride *= shape.values[k];
    }
    return view;
}

template <class T, int R, class Index>
PYCU_INLINE array<T, R, Index> view_a(T* data, const extents<R, Index>& shape,
                                      const extents<R, Index>& strides) {
    array<T, R, Index> view;
    view.data = data;
    for (int k = 0; k < R; ++k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = strides.values[k];
    }
    return view;
}

/// A C array of any dimensions as a view.
template <class Index = int64_t, class A, size_t N>
PYCU_INLINE array<typename element_of<A>::type, 1 + element_of<A>::dimensions, Index> view(
    A (&elements)[N]) {
    return {elements};
}

}  // namespace pycu

#endif  // PYCU_ARRAY_INCLUDED
