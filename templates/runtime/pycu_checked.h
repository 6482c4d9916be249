// The arrays of a text written under --debug, which look before they read or write.
#pragma once

#include <type_traits>

#include "pycu.h"

namespace pycu {

#if !PYCU_HOST
using Site = const char*;
enum class Touch { read, write, update, atomic };
enum class Space : unsigned char { global, shared, own };
#endif

/// The index as Python means it: a negative one counts from the end, none lies outside.
template <class I>
PYCU_INLINE int64_t checked_index(const Site& site, I index, int axis, int64_t size) {
    const int64_t i = int64_t(index);
    const bool is_negative = I(-1) < I(0) && i < 0;
    const int64_t place = is_negative ? i + size : i;
#if PYCU_HOST
    if (place < 0 || place >= size) {
        raise_index(site, i, !is_negative, axis, size);
    }
#else
    (void)site, (void)axis;
#endif
    return place;
}

/// An index of a view as array's operator() takes it, looked at before.
template <class I>
PYCU_INLINE auto view_index(I index) {
    if constexpr (std::is_integral_v<I> && std::is_signed_v<I>) {
        return wrapped{int64_t(index)};
    } else {
        return index;
    }
}

/// Raises what Python raises for an index of a view.
template <class I>
PYCU_INLINE void check_view_index(const Site& site, I index, int axis, const int64_t* shape) {
    if constexpr (std::is_integral_v<I>) {
        (void)checked_index(site, index, axis, shape[axis]);
    } else if constexpr (std::is_same_v<I, stepped_slice>) {
#if PYCU_HOST
        if (index.step == 0) {
            raise_text(site.file, site.line, "ValueError", "slice step cannot be zero");
        }
#endif
    }
    (void)site, (void)index, (void)axis, (void)shape;
}

/// An array whose indices are checked, and where `written` is, that somebody wrote what is read.
template <class T, int R>
struct checked {
    T* data = nullptr;
    int64_t shape[R == 0 ? 1 : R] = {};
    int64_t strides[R == 0 ? 1 : R] = {};
    unsigned char* written = nullptr;  // one for each byte of the data; null: not known
    Space space = Space::global;

    checked() = default;

    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE checked(const array<U, R>& other) : data(other.data) {
        if constexpr (R > 0) {
            take(other);
        }
    }

    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE checked(const checked<U, R>& other)
        : data(other.data), written(other.written), space(other.space) {
        take(other);
    }

    /// The memory of a C array.
    template <class A, class = typename require<dimensions_of<A, T>::value == R>::type>
    PYCU_INLINE checked(A& elements) : checked(array<T, R>(elements)) {
        space = Space::own;
    }

    /// An element that is read.
    template <class... I>
    PYCU_INLINE std::remove_const_t<T> get(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::read, index...);
        return *place(at);
    }

    /// An element that is about to be written.
    template <class... I>
    PYCU_INLINE T& set(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        if (written != nullptr) {
            memset(written + at, 1, sizeof(T));
        }
        note(site, at, Touch::write, index...);
        return *place(at);
    }

    /// An element that is read and written.
    template <class... I>
    PYCU_INLINE T& update(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::update, index...);
        return *place(at);
    }

    /// An element that an atomic operation reads and writes.
    template <class... I>
    PYCU_INLINE T& atomic(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::atomic, index...);
        return *place(at);
    }

    /// An element that an atomic operation writes, whatever it held.
    template <class... I>
    PYCU_INLINE T& exchange(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        if (written != nullptr) {
            memset(written + at, 1, sizeof(T));
        }
        note(site, at, Touch::atomic, index...);
        return *place(at);
    }

    /// The number of elements.
    PYCU_INLINE int64_t size() const {
        int64_t n = 1;
        for (int k = 0; k < R; ++k) {
            n *= shape[k];
        }
        return n;
    }

    /// A part of the array: a[i], a[1:n, j].
    template <class... I>
    PYCU_INLINE auto part(Site site, I... index) const {
        int k = 0;
        ((check_view_index(site, index, k, shape), k += index_axes<I>::taken), ...);
        return with_written(plain()(view_index(index)...));
    }

    /// A record as an array of one.
    template <class... I>
    PYCU_INLINE checked<T, 0> record(Site site, I... index) const {
        return with_written(array<T, 0>(place(offset(site, index...))));
    }

    /// A field of a record, or one of every record: p.field(&particle::x).
    template <class S, class F>
    PYCU_INLINE auto field(F S::*member) const {
        return with_written(column(plain(), member));
    }

    /// All of a record, of which parts may be unset.
    PYCU_INLINE std::remove_const_t<T> copy(Site site) const {
        note(site, 0, Touch::read);
        return *data;
    }

    PYCU_INLINE checked transposed() const { return with_written(plain().transposed()); }

    template <class... Extents>
    PYCU_INLINE auto reshape(Site site, Extents... extents) const {
        return same_size(site, plain().reshape(extents...));
    }
    template <class... Extents>
    PYCU_INLINE auto reshape_f(Site site, Extents... extents) const {
        return same_size(site, plain().reshape_f(extents...));
    }

    template <class U>
    PYCU_INLINE auto as() const {
        return with_written(plain().template as<U>());
    }

    /// a.flat[i]: an array of this one element.
    template <class I>
    PYCU_INLINE checked<T, 0> flat(Site site, I index) const {
        T& element = plain().flat(checked_index(site, index, 0, size()));
        return with_written(array<T, 0>(&element));
    }

    /// The array without its checks.
    PYCU_INLINE array<T, R> plain() const {
        array<T, R> result;
        result.data = data;
        if constexpr (R > 0) {
            for (int k = 0; k < R; ++k) {
                result.shape[k] = shape[k];
                result.strides[k] = strides[k];
            }
        }
        return result;
    }

  private:
    template <class U, int N>
    friend struct checked;

    /// The view, knowing which of its elements were written.
    template <class U, int N>
    PYCU_INLINE checked<U, N> with_written(const array<U, N>& view) const {
        checked<U, N> result = view;
        result.space = space;
        if (written != nullptr) {
            result.written = written + ((const char*)view.data - (const char*)data);
        }
        return result;
    }

    template <class U, int N>
    PYCU_INLINE checked<U, N> same_size(const Site& site, const array<U, N>& view) const {
#if PYCU_HOST
        if (view.size() != size()) {
            raise_text(site.file, site.line, "ValueError",
                       "total size of new array must be unchanged");
        }
#else
        (void)site;
#endif
        return with_written(view);
    }

    template <class Other>
    PYCU_INLINE void take(const Other& other) {
        for (int k = 0; k < R; ++k) {
            shape[k] = other.shape[k];
            strides[k] = other.strides[k];
        }
    }

    template <class... I>
    PYCU_INLINE int64_t offset(const Site& site, I... index) const {
        static_assert(sizeof...(I) == R, "one index for each dimension");
        int64_t at = 0;
        int k = 0;
        ((at += checked_index(site, index, k, shape[k]) * strides[k], ++k), ...);
        (void)site, (void)k;
        return at;
    }

    PYCU_INLINE T* place(int64_t at) const {
        return reinterpret_cast<T*>(
            reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(data)) + at);
    }

    template <class... I>
    PYCU_INLINE void note(const Site& site, int64_t at, Touch how, I... index) const {
#if PYCU_HOST
        if (space != Space::own) {
            const int64_t indices[] = {int64_t(index)..., 0};
            touch(site, const_cast<std::remove_const_t<T>*>(place(at)), sizeof(T), how, space,
                  indices, R);
        }
#else
        (void)site, (void)at, (void)how;
        ((void)index, ...);
#endif
    }

    template <class... I>
    PYCU_INLINE void look(const Site& site, int64_t at, I... index) const {
#if PYCU_HOST
        if (written != nullptr && memchr(written + at, 0, sizeof(T)) != nullptr) {
            const int64_t indices[] = {int64_t(index)..., 0};
            raise_unset(site, indices, R);
        }
#else
        (void)site, (void)at;
        ((void)index, ...);
#endif
    }
};

}  // namespace pycu
