// Columns of arrays of records: one member of all of them, as an array of its own.
#ifndef PYCU_RECORD_INCLUDED
#define PYCU_RECORD_INCLUDED

#include "pycu_array.h"

namespace pycu {

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

/// One member of every record of an array: column(particles, &particle::x). An array in the records
/// adds its dimensions.
template <class T, int R, class Index, class S, class F>
PYCU_INLINE auto column(const array<T, R, Index>& records, F S::*member) {
    using element = typename column_of<T, F>::element;
    constexpr int inner = column_of<T, F>::rank;
    array<element, R + inner, Index> view;
    // strides in elements are those of the member
    constexpr Index scale =
        sizeof(Index) < sizeof(int64_t) ? Index(sizeof(T) / sizeof(element)) : 1;
    view.data = (element*)&(records.data->*member);
    if constexpr (R > 0) {
        for (int k = 0; k < R; ++k) {
            view.shape[k] = records.shape[k];
            view.strides[k] = records.strides[k] * scale;
        }
    }
    if constexpr (inner > 0) {
        column_of<T, F>::pack(view.shape + R, view.strides + R);
    }
    return view;
}

}  // namespace pycu

#endif  // PYCU_RECORD_INCLUDED
