// The parameters of a kernel as types: what a wrapper has an argument for.
#pragma once

#include "pycu_array.h"
#include "pycu_tuple.h"

namespace pycu {

template <class... T>
struct type_list {
    static constexpr int size = int(sizeof...(T));
};

template <class... Lists>
struct joined {
    using type = type_list<>;
};
template <class... T>
struct joined<type_list<T...>> {
    using type = type_list<T...>;
};
template <class... T, class... U, class... Rest>
struct joined<type_list<T...>, type_list<U...>, Rest...> : joined<type_list<T..., U...>, Rest...> {
};

template <int I, class List>
struct item_of;
template <int I, class First, class... Rest>
struct item_of<I, type_list<First, Rest...>> : item_of<I - 1, type_list<Rest...>> {};
template <class First, class... Rest>
struct item_of<0, type_list<First, Rest...>> {
    using type = First;
};

/// The parameters of a function or, on the host, of a member function.
template <class F>
struct parameters_of;
template <class... P>
struct parameters_of<void (*)(P...)> {
    using type = type_list<P...>;
};
template <class M, class... P>
struct parameters_of<void (M::*)(P...)> {
    using type = type_list<P...>;
};

/// The items of a tuple; a named tuple of a module says its own by PYCU_ITEMS.
template <class T>
struct items_of {
    using type = void;
};
template <class... T>
struct items_of<tuple<T...>> {
    using type = type_list<T...>;
};

/// What a wrapper has an argument for: a parameter, or each item of a tuple in it.
template <class P, class Items = typename items_of<P>::type>
struct leaves_of;
template <class P>
struct leaves_of<P, void> {
    using type = type_list<P>;
};
template <class P, class... Items>
struct leaves_of<P, type_list<Items...>> : joined<typename leaves_of<Items>::type...> {};
template <class... P>
struct leaves_of<type_list<P...>, void> : joined<typename leaves_of<P>::type...> {};

/// Whether a parameter is a view, and of what.
template <class P>
struct view_of {
    static constexpr bool is_view = false;
};
template <class T, int R, class I>
struct view_of<array<T, R, I>> {
    static constexpr bool is_view = true;
    static constexpr int rank = R;
    using element = T;
    using index = I;
};
template <class T, int R>
struct checked;
template <class T, int R>
struct view_of<checked<T, R>> : view_of<array<T, R>> {};

/// The type behind a record's reference or pointer, or of a view's element.
template <class P, bool is_view = view_of<P>::is_view>
struct value_behind {
    using type = std::remove_pointer_t<std::remove_reference_t<P>>;
};
template <class P>
struct value_behind<P, true> {
    using type = typename view_of<P>::element;
};

}  // namespace pycu
