// pycu::array: a view of memory with extents and strides, as NumPy's arrays are.
//
//   a[i]  a(i, j)  a.shape[0]  a.strides[0]  a.size()
//
// Callers make them of a pointer and extents, of C arrays, and of what the host keeps its data in:
//
//   pycu::array<float, 2>(data, rows, columns)     pycu::array<const float, 1>(vector)
#ifndef PYCU_ARRAY_INCLUDED
#define PYCU_ARRAY_INCLUDED

#include <stddef.h>
#include <stdint.h>

#include "pycu_inline.h"

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

template <class T, class A>
PYCU_INLINE T* first_element(A& element, int64_t*) {
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

/// The address of the first element of a C array; its extents go to `shape`.
template <class T, class A, size_t N>
PYCU_INLINE T* first_element(A (&a)[N], int64_t* shape) {
    *shape = N;
    return first_element<T>(a[0], shape + 1);
}

/// The extents of an array, or its strides in bytes, as an argument of an entry.
template <int R>
struct extents {
    int64_t values[R];
};

/// Elements of T in R dimensions; strides are in bytes, may be negative or zero.
template <class T, int R>
struct array {
    T* data = nullptr;
    int64_t shape[R] = {};
    int64_t strides[R] = {};

    array() = default;

    /// A row-major view: array<float, 2>(data, rows, columns).
    template <class... Extents, class = typename require<sizeof...(Extents) == R>::type>
    PYCU_INLINE array(T* first, Extents... extents) : data(first), shape{int64_t(extents)...} {
        pack_strides();
    }

    /// The memory of a C array of as many dimensions: float tile[32][33].
    template <class A, class = typename require<dimensions_of<A, T>::value == R>::type>
    PYCU_INLINE array(A& tile) {
        data = first_element<T>(tile, shape);
        pack_strides();
    }

    /// A view that may only read, of one that may write.
    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE array(const array<U, R>& other) : data(other.data) {
        for (int k = 0; k < R; ++k) {
            shape[k] = other.shape[k];
            strides[k] = other.strides[k];
        }
    }

    /// What has data() and size(); a temporary only where it does not own its elements.
    template <class C, int Rank = R, class = typename require<Rank == 1>::type,
              class = typename if_contiguous<C, T>::type>
    array(C& container)
        : data(container.data()), shape{int64_t(container.size())}, strides{int64_t(sizeof(T))} {}
    template <class C, int Rank = R, class = typename require<Rank == 1>::type,
              class = typename if_contiguous<const C, T>::type>
    array(const C& container)
        : data(container.data()), shape{int64_t(container.size())}, strides{int64_t(sizeof(T))} {}

    /// What std::mdspan and its kin see, through any strides.
    template <class M, class = typename if_mdspan<const M, T, R>::type>
    array(const M& view) : data(view.data_handle()) {
        for (int k = 0; k < R; ++k) {
            shape[k] = int64_t(view.extent(k));
            strides[k] = int64_t(view.stride(k)) * int64_t(sizeof(T));
        }
    }

    PYCU_INLINE T& operator[](int64_t i) const {
        static_assert(R == 1, "an array of several dimensions is indexed as a(i, j)");
        return *reinterpret_cast<T*>((char*)data + i * strides[0]);
    }

    template <class... Index>
    PYCU_INLINE T& operator()(Index... index) const {
        static_assert(sizeof...(Index) == R, "one index for each dimension");
        int64_t offset = 0;
        int k = 0;
        ((offset += int64_t(index) * strides[k++]), ...);
        return *reinterpret_cast<T*>((char*)data + offset);
    }

    /// The number of elements.
    PYCU_INLINE int64_t size() const {
        int64_t n = 1;
        for (int k = 0; k < R; ++k) {
            n *= shape[k];
        }
        return n;
    }

  private:
    PYCU_INLINE void pack_strides() {
        strides[R - 1] = sizeof(T);
        for (int k = R - 1; k > 0; --k) {
            strides[k - 1] = strides[k] * shape[k];
        }
    }
};

/// One element without an index: a().
template <class T>
struct array<T, 0> {
    T* data = nullptr;

    array() = default;
    PYCU_INLINE array(T* element) : data(element) {}
    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE array(const array<U, 0>& other) : data(other.data) {}
    PYCU_INLINE T& operator()() const { return *data; }
    PYCU_INLINE int64_t size() const { return 1; }
};

/// What a member of type F is in records T: an element, or a C array of elements in rows.
template <class T, class F>
struct column_of {
    using element = F;
    static constexpr int rank = 0;
    PYCU_INLINE static void pack(int64_t*, int64_t*) {}
};

template <class T, class F>
struct column_of<const T, F> : column_of<T, F> {
    using element = const typename column_of<T, F>::element;
};

template <class T, class F, size_t N>
struct column_of<T, F[N]> {
    using element = typename column_of<T, F>::element;
    static constexpr int rank = column_of<T, F>::rank + 1;
    PYCU_INLINE static void pack(int64_t* shape, int64_t* strides) {
        shape[0] = N;
        strides[0] = sizeof(F);
        column_of<T, F>::pack(shape + 1, strides + 1);
    }
};

template <class T, class F, size_t N>
struct column_of<const T, F[N]> : column_of<T, F[N]> {
    using element = const typename column_of<T, F[N]>::element;
};

template <class T, class... Extents>
array(T*, Extents...) -> array<T, int(sizeof...(Extents))>;

/// The views that entries make of their arguments: row-major, column-major and strided ones.
template <class T, int R>
PYCU_INLINE array<T, R> view_c(T* data, const extents<R>& shape) {
    array<T, R> view;
    view.data = data;
    int64_t step = sizeof(T);
    for (int k = R - 1; k >= 0; --k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = step;
        step *= shape.values[k];
    }
    return view;
}

template <class T, int R>
PYCU_INLINE array<T, R> view_f(T* data, const extents<R>& shape) {
    array<T, R> view;
    view.data = data;
    int64_t step = sizeof(T);
    for (int k = 0; k < R; ++k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = step;
        step *= shape.values[k];
    }
    return view;
}

template <class T, int R>
PYCU_INLINE array<T, R> view_a(T* data, const extents<R>& shape, const extents<R>& strides) {
    array<T, R> view;
    view.data = data;
    for (int k = 0; k < R; ++k) {
        view.shape[k] = shape.values[k];
        view.strides[k] = strides.values[k];
    }
    return view;
}

/// One member of every record of an array: column(particles, &particle::x). An array in the records
/// adds its dimensions.
template <class T, int R, class S, class F>
PYCU_INLINE auto column(const array<T, R>& records, F S::*member) {
    using element = typename column_of<T, F>::element;
    constexpr int inner = column_of<T, F>::rank;
    array<element, R + inner> view;
    view.data = (element*)&(records.data->*member);
    for (int k = 0; k < R; ++k) {
        view.shape[k] = records.shape[k];
        view.strides[k] = records.strides[k];
    }
    column_of<T, F>::pack(view.shape + R, view.strides + R);
    return view;
}

/// The index that Python means by i: a negative one counts from the end.
PYCU_INLINE int64_t wrap(int64_t i, int64_t n) {
    return i < 0 ? i + n : i;
}

}  // namespace pycu

#endif  // PYCU_ARRAY_INCLUDED
