// pycu::tuple: what Python's tuples are in device code.
//
//   const auto [x, y] = f(a);     t.get<1>()     pycu::at(t, i)     pycu::tuple<float, int>{x, n}
//   const pycu::double3 p{0.0, 0.0, 1.0};     p.x
#pragma once

#include <utility>

#include "pycu_target.h"

namespace pycu {

#if PYCU_HOST
[[noreturn]] inline void stop_thread(const char* exception, const char* message);
#else
[[noreturn]] PYCU_INLINE void stop_thread(const char* exception, const char* message);
#endif

template <size_t I, class T>
struct tuple_item {
    T value;
};

template <size_t I, class T>
constexpr PYCU_INLINE T& get_item(tuple_item<I, T>& item) {
    return item.value;
}

template <size_t I, class T>
constexpr PYCU_INLINE const T& get_item(const tuple_item<I, T>& item) {
    return item.value;
}

template <class... T>
struct tuple;

/// Whether a U may stand where a T is wanted: the same, or an array that may write for one that
/// only reads. Numbers are converted by the text.
template <class U, class T>
constexpr bool serves_as = std::is_same_v<U, T> ||
                           (std::is_class_v<U> && std::is_convertible_v<const U&, T>);

template <class Indices, class... T>
struct tuple_items;

template <size_t... I, class... T>
struct tuple_items<std::index_sequence<I...>, T...> : tuple_item<I, T>... {
    tuple_items() = default;
    constexpr PYCU_INLINE tuple_items(T... values) : tuple_item<I, T>{values}... {}

    /// Of another tuple, whose arrays may write.
    template <class... U, class = std::enable_if_t<(sizeof...(U) == sizeof...(T)) &&
                                                   !std::is_same_v<tuple<U...>, tuple<T...>> &&
                                                   (serves_as<U, T> && ...)>>
    constexpr PYCU_INLINE tuple_items(const tuple<U...>& other)
        : tuple_item<I, T>{get_item<I>(other)}... {}
};

template <>
struct tuple_items<std::index_sequence<>> {};

/// A value of several items; every item has a type of its own.
template <class... T>
struct tuple : tuple_items<std::index_sequence_for<T...>, T...> {
    using tuple_items<std::index_sequence_for<T...>, T...>::tuple_items;

    template <size_t I>
    constexpr PYCU_INLINE auto& get() {
        return get_item<I>(*this);
    }

    template <size_t I>
    constexpr PYCU_INLINE const auto& get() const {
        return get_item<I>(*this);
    }
};

// ---- Two to four floats of one type: their items have CUDA's names, too, as in `p.x`.

template <class T>
struct vector_2 {
    T x, y;

    vector_2() = default;
    constexpr PYCU_INLINE vector_2(T first, T second) : x(first), y(second) {}

    template <size_t I>
    constexpr PYCU_INLINE T get() const {
        return I == 0 ? x : y;
    }
};

template <class T>
struct vector_3 {
    T x, y, z;

    vector_3() = default;
    constexpr PYCU_INLINE vector_3(T first, T second, T third) : x(first), y(second), z(third) {}

    template <size_t I>
    constexpr PYCU_INLINE T get() const {
        return I == 0 ? x : I == 1 ? y : z;
    }
};

template <class T>
struct vector_4 {
    T x, y, z, w;

    vector_4() = default;
    constexpr PYCU_INLINE vector_4(T first, T second, T third, T fourth)
        : x(first), y(second), z(third), w(fourth) {}

    template <size_t I>
    constexpr PYCU_INLINE T get() const {
        return I == 0 ? x : I == 1 ? y : I == 2 ? z : w;
    }
};

#define PYCU_FLOAT_VECTORS(T)                \
    template <>                              \
    struct tuple<T, T> : vector_2<T> {       \
        using vector_2<T>::vector_2;         \
    };                                       \
    template <>                              \
    struct tuple<T, T, T> : vector_3<T> {    \
        using vector_3<T>::vector_3;         \
    };                                       \
    template <>                              \
    struct tuple<T, T, T, T> : vector_4<T> { \
        using vector_4<T>::vector_4;         \
    };                                       \
    using T##2 = tuple<T, T>;                \
    using T##3 = tuple<T, T, T>;             \
    using T##4 = tuple<T, T, T, T>;
PYCU_FLOAT_VECTORS(float)
PYCU_FLOAT_VECTORS(double)
#undef PYCU_FLOAT_VECTORS

/// How many items a tuple has.
template <class... T>
constexpr PYCU_INLINE int64_t len(const tuple<T...>&) {
    return sizeof...(T);
}

template <size_t I = 0, class First, class... Rest>
constexpr PYCU_INLINE First at_from(const tuple<First, Rest...>& t, int64_t index) {
    if constexpr (I + 1 < sizeof...(Rest) + 1) {
        return index <= int64_t(I) ? t.template get<I>() : at_from<I + 1>(t, index);
    } else {
        return t.template get<I>();
    }
}

/// The item of a tuple whose items have one type, under an index that is not known before and that
/// may be no item's: then the thread ends, as Python's IndexError would end it.
template <class First, class... Rest>
PYCU_INLINE First at(const tuple<First, Rest...>& t, int64_t index) {
    if (uint64_t(index) > sizeof...(Rest)) {
        stop_thread("IndexError", "tuple index out of range");
    }
    return at_from(t, index);
}

/// The same of a tuple of the module, which is an array in memory.
template <class T, size_t N>
PYCU_INLINE T at(const T (&items)[N], int64_t index) {
    if (uint64_t(index) >= N) {
        stop_thread("IndexError", "tuple index out of range");
    }
    return items[index];
}

/// Whether two tuples are equal item by item, from item I on.
template <size_t I = 0, class... T>
constexpr PYCU_INLINE bool equal_from(const tuple<T...>& a, const tuple<T...>& b) {
    if constexpr (I < sizeof...(T)) {
        return a.template get<I>() == b.template get<I>() && equal_from<I + 1>(a, b);
    } else {
        return true;
    }
}

/// Whether the first pair of items that differ satisfies <, or `when_equal` if none differ.
template <size_t I = 0, class... T>
constexpr PYCU_INLINE bool less_from(const tuple<T...>& a, const tuple<T...>& b, bool when_equal) {
    if constexpr (I < sizeof...(T)) {
        if (!(a.template get<I>() == b.template get<I>())) {
            return a.template get<I>() < b.template get<I>();
        }
        return less_from<I + 1>(a, b, when_equal);
    } else {
        return when_equal;
    }
}

template <class... T>
constexpr PYCU_INLINE bool operator==(const tuple<T...>& a, const tuple<T...>& b) {
    return equal_from(a, b);
}

template <class... T>
constexpr PYCU_INLINE bool operator!=(const tuple<T...>& a, const tuple<T...>& b) {
    return !equal_from(a, b);
}

template <class... T>
constexpr PYCU_INLINE bool operator<(const tuple<T...>& a, const tuple<T...>& b) {
    return less_from(a, b, false);
}

template <class... T>
constexpr PYCU_INLINE bool operator<=(const tuple<T...>& a, const tuple<T...>& b) {
    return less_from(a, b, true);
}

template <class... T>
constexpr PYCU_INLINE bool operator>(const tuple<T...>& a, const tuple<T...>& b) {
    return less_from(b, a, false);
}

template <class... T>
constexpr PYCU_INLINE bool operator>=(const tuple<T...>& a, const tuple<T...>& b) {
    return less_from(b, a, true);
}

}  // namespace pycu

// What `auto [x, y] = t` asks for.
template <class... T>
struct std::tuple_size<pycu::tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};

template <size_t I, class First, class... Rest>
struct std::tuple_element<I, pycu::tuple<First, Rest...>>
    : std::tuple_element<I - 1, pycu::tuple<Rest...>> {};

template <class First, class... Rest>
struct std::tuple_element<0, pycu::tuple<First, Rest...>> {
    using type = First;
};
