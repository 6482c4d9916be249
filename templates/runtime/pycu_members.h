// Constant arrays, arrays inside records and columns of records, as a debug text reaches them:
// `pycu::set(p.pos, "p.pos", k) = x`. Part of pycu_debug.h.
#pragma once

namespace pycu {

/// An element of a constant array.
template <class A, size_t N, class... I>
PYCU_INLINE auto get(const A (&elements)[N], Site site, I... index) {
    using T = std::remove_all_extents_t<A>;
    return checked<const T, sizeof...(I)>(elements).get(site, index...);
}

/// An element of a constant array in Fortran order, whose C array has its extents the other way
/// round.
template <class A, size_t N, class... I>
PYCU_INLINE auto get_f(const A (&elements)[N], Site site, I... index) {
    constexpr int rank = sizeof...(I);
    const checked<const std::remove_all_extents_t<A>, rank> stored(elements);
    auto view = stored;
    for (int k = 0; k < rank; ++k) {
        view.shape[k] = stored.shape[rank - 1 - k];
        view.strides[k] = stored.strides[rank - 1 - k];
    }
    return view.get(site, index...);
}

/// An element of an array inside a record that is about to be written, to be updated, or a record.
template <class A, size_t N, class... I>
PYCU_INLINE auto& set(A (&elements)[N], Site site, I... index) {
    return checked<std::remove_all_extents_t<A>, sizeof...(I)>(elements).set(site, index...);
}
template <class A, size_t N, class... I>
PYCU_INLINE auto& update(A (&elements)[N], Site site, I... index) {
    return checked<std::remove_all_extents_t<A>, sizeof...(I)>(elements).update(site, index...);
}
template <class A, size_t N, class... I>
PYCU_INLINE auto& atomic(A (&elements)[N], Site site, I... index) {
    return update(elements, site, index...);
}
template <class A, size_t N, class... I>
PYCU_INLINE auto& exchange(A (&elements)[N], Site site, I... index) {
    return set(elements, site, index...);
}
template <class A, size_t N, class... I>
PYCU_INLINE auto& at(A (&elements)[N], Site site, I... index) {
    return checked<std::remove_all_extents_t<A>, sizeof...(I)>(elements).at(site, index...);
}

/// One member of every record of an array.
template <class T, int R, class S, class F>
PYCU_INLINE auto column(const checked<T, R>& records, F S::*member) {
    array<T, R> plain;
    plain.data = records.data;
    for (int k = 0; k < R; ++k) {
        plain.shape[k] = records.shape[k];
        plain.strides[k] = records.strides[k];
    }
    using element = typename column_of<T, F>::element;
    checked<element, R + column_of<T, F>::rank> view = column(plain, member);
    view.space = records.space;
    return view;
}

}  // namespace pycu
