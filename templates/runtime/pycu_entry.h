// How a launch's arguments reach a kernel: what an entry takes for each of them, and the views that
// it makes of that for the kernel's text.
//
// An entry takes bare pointers, extents and strides one by one: `__restrict__` pointers among the
// parameters are what makes nvcc load through the read-only cache, and it keeps structs in memory.
#pragma once

#include "pycu_parameters.h"

namespace pycu {

/// What a signature promises of an array's strides: anything, row-major or column-major.
enum class Layout { A, C, F };

// ---- What the text of a wrapper says of an array: `pycu::c_order(x)`.

/// An array of the C ABI with what is known of it before the launch.
template <class A, Layout layout, bool aliased>
struct known_array {
    A array;
};

/// An array whose signature says that it is row-major, or column-major.
template <class A>
known_array<A, Layout::C, false> c_order(A array) {
    return {array};
}
template <class A>
known_array<A, Layout::F, false> f_order(A array) {
    return {array};
}

/// An array that the kernel may reach by an address of its own as well.
template <class A>
known_array<A, Layout::A, true> aliased(A array) {
    return {array};
}
template <class A, Layout layout>
known_array<A, layout, true> aliased(known_array<A, layout, false> known) {
    return {known.array};
}

/// A number that int indices are computed from or compared with: where the kernel has some, it is
/// proven for |n| <= max_int_extent.
template <class T>
struct index_argument {
    T number;
};
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
index_argument<T> index(T number) {
    return {number};
}

/// An argument of a wrapper: a scalar or a record, which has one value.
template <class S, class = void>
struct argument_of {
    static constexpr bool is_array = false, is_aliased = false;
    static constexpr Layout layout = Layout::A;
    static const S& value(const S& argument) { return argument; }
    static bool fits_int(const S&) { return true; }
};

template <class T>
struct argument_of<index_argument<T>> {
    static constexpr bool is_array = false, is_aliased = false;
    static constexpr Layout layout = Layout::A;
    static T value(index_argument<T> argument) { return argument.number; }
    static bool fits_int(index_argument<T> argument) {
        return int64_t(argument.number) <= max_int_extent &&
               (std::is_unsigned_v<T> ? argument.number <= T(max_int_extent)
                                      : int64_t(argument.number) >= -max_int_extent);
    }
};

/// An array of the C ABI: no member of a record is a pointer.
template <class A>
struct argument_of<A, std::enable_if_t<std::is_pointer_v<decltype(A::data)>>> {
    static constexpr bool is_array = true, is_aliased = false;
    static constexpr Layout layout = Layout::A;
    static const A& array(const A& argument) { return argument; }
    static bool fits_int(const A&) { return true; }
};

template <class A, Layout known, bool aliased>
struct argument_of<known_array<A, known, aliased>> {
    static constexpr bool is_array = true, is_aliased = aliased;
    static constexpr Layout layout = known;
    static const A& array(const known_array<A, known, aliased>& argument) { return argument.array; }
    static bool fits_int(const known_array<A, known, aliased>&) { return true; }
};

/// What the kernel takes for a scalar of the C ABI. Complex numbers and halves have functions of
/// their own.
template <class T>
T pycu_argument(T argument) {
    return argument;
}

/// Whether a kernel may write to what an argument of it stands for.
template <class P, class S>
constexpr bool is_written =
    argument_of<S>::is_array && !std::is_const_v<typename value_behind<P>::type>;

// ---- What an entry takes for an argument, and what it makes of it.

template <bool is_restricted, class T>
struct entry_pointer {
    using type = T*;
};
template <class T>
struct entry_pointer<true, T> {
    using type = T* __restrict__;
};

/// The values that an entry is given: the items of a tuple without its constructors.
template <class Indices, class... T>
struct entry_values;
template <size_t... I, class... T>
struct entry_values<std::index_sequence<I...>, type_list<T...>> : tuple_item<I, T>... {};

/// `count` times the type.
template <class T, int count, class... Before>
struct repeated : repeated<T, count - 1, T, Before...> {};
template <class T, class... Before>
struct repeated<T, 0, Before...> {
    using type = type_list<Before...>;
};

/// The view of R extents, and as many strides where they are passed, from the At-th value on.
template <class T, int R, class Index, Layout layout, bool is_strided>
struct view_made {
    template <int At, class Values, size_t... K>
    static PYCU_INLINE array<T, R, Index> from(const Values& values, std::index_sequence<K...>) {
        if constexpr (R == 0) {
            return array<T, R, Index>(get_item<At>(values));
        } else {
            const extents<R, Index> shape = {{get_item<At + 1 + K>(values)...}};
            if constexpr (is_strided) {
                const extents<R, Index> strides = {{get_item<At + 1 + R + K>(values)...}};
                return view_a(get_item<At>(values), shape, strides);
            } else if constexpr (layout == Layout::F) {
                return view_f(get_item<At>(values), shape);
            } else {
                return view_c(get_item<At>(values), shape);
            }
        }
    }
};

/// One argument S for a parameter P: the `types` of the entry's parameters, as what they are
/// `stored`, how the host gives their values, and how the entry takes the kernel's argument from
/// them, which are the values from the At-th on.
template <class P, class S, bool is_strided, bool is_array = argument_of<S>::is_array,
          bool is_view = view_of<P>::is_view>
struct part;

/// A view of an array.
template <class P, class S, bool is_strided>
struct part<P, S, is_strided, true, true> {
    using element = typename view_of<P>::element;
    using index = typename view_of<P>::index;
    static constexpr int rank = view_of<P>::rank;
    static constexpr bool is_restricted = !is_strided && !argument_of<S>::is_aliased;
    using numbers = typename repeated<index, rank*(is_strided ? 2 : 1)>::type;
    using types = typename joined<type_list<typename entry_pointer<is_restricted, element>::type>,
                                  numbers>::type;
    using stored = typename joined<type_list<element*>, numbers>::type;
    using axes = std::make_index_sequence<rank>;

    template <int At, class Values>
    static void give(Values& values, const S& argument) {
        const auto& array = argument_of<S>::array(argument);
        get_item<At>(values) = reinterpret_cast<element*>(array.data);
        give<At>(values, array, axes());
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        return view_made<element, rank, index, argument_of<S>::layout,
                         is_strided>::template from<At>(values, axes());
    }

  private:
    template <int At, class Values, class A, size_t... K>
    static void give(Values& values, const A& array, std::index_sequence<K...>) {
        ((get_item<At + 1 + K>(values) = index(array.shape[K])), ...);
        if constexpr (is_strided) {
            ((get_item<At + 1 + rank + K>(values) = index(array.strides[K])), ...);
        }
        (void)values, (void)array;
    }
};

/// A record that the kernel writes to: the one element of an array.
template <class P, class S, bool is_strided>
struct part<P, S, is_strided, true, false> {
    using record = typename value_behind<P>::type;
    static constexpr bool is_restricted = !is_strided && !argument_of<S>::is_aliased;
    using types = type_list<typename entry_pointer<is_restricted, record>::type>;
    using stored = type_list<record*>;

    template <int At, class Values>
    static void give(Values& values, const S& argument) {
        get_item<At>(values) = reinterpret_cast<record*>(argument_of<S>::array(argument).data);
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        if constexpr (std::is_pointer_v<P>) {
            return get_item<At>(values);
        } else {
            return *get_item<At>(values);
        }
    }
};

/// A scalar or a record by its value.
template <class P, class S, bool is_strided, bool is_view>
struct part<P, S, is_strided, false, is_view> {
    using value = std::remove_const_t<typename value_behind<P>::type>;
    using types = type_list<value>;
    using stored = types;

    template <int At, class Values>
    static void give(Values& values, const S& argument) {
        value& to = get_item<At>(values);
        const auto from = argument_of<S>::value(argument);
        using From = std::remove_const_t<decltype(from)>;
        if constexpr (std::is_class_v<From> &&
                      !std::is_same_v<From, decltype(pycu_argument(from))>) {
            to = pycu_argument(from);
        } else if constexpr (std::is_class_v<From>) {
            static_assert(sizeof(value) == sizeof(From), "structs of one record");
            memcpy(&to, &from, sizeof to);
        } else {
            to = value(from);
        }
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        if constexpr (is_view) {
            return array<const value, 0>(&get_item<At>(values));
        } else if constexpr (std::is_pointer_v<P>) {
            return &get_item<At>(values);
        } else {
            return get_item<At>(values);
        }
    }
};

/// How the entry of a kernel with these parameters takes these arguments of the wrapper.
template <class Params, class Leaves, bool is_strided, class Numbers, class... S>
struct Parts;

/// The argument for a parameter whose first leaf is the Leaf-th of the parts.
template <class Parts, int Leaf, class P, class Items = typename items_of<P>::type>
struct taken_for {
    template <class Values>
    static PYCU_INLINE P from(const Values& values) {
        using Part = typename item_of<Leaf, typename Parts::all>::type;
        return Part::template taken<Parts::first(Leaf)>(values);
    }
};

template <class Parts, int Leaf, class P, class... Items>
struct taken_for<Parts, Leaf, P, type_list<Items...>> {
    template <class Values>
    static PYCU_INLINE P from(const Values& values) {
        return from(values, std::index_sequence_for<Items...>());
    }

  private:
    template <class Values, size_t... I>
    static PYCU_INLINE P from(const Values& values, std::index_sequence<I...>) {
        (void)values;
        return P{taken_for<Parts, Leaf + leaves_before<Items...>(I), Items>::from(values)...};
    }
};

template <class... P, class... L, bool is_strided, size_t... I, class... S>
struct Parts<type_list<P...>, type_list<L...>, is_strided, std::index_sequence<I...>, S...> {
    static_assert(sizeof...(L) == sizeof...(S), "one argument of the wrapper for each leaf");

    using all = type_list<part<L, S, is_strided>...>;
    using types = typename joined<typename part<L, S, is_strided>::types...>::type;
    using stored = typename joined<typename part<L, S, is_strided>::stored...>::type;
    using Values = entry_values<std::make_index_sequence<stored::size>, stored>;

    /// The number of the leaf's first value.
    static PYCU_INLINE constexpr int first(size_t leaf) {
        const int sizes[] = {part<L, S, is_strided>::types::size..., 0};
        int result = 0;
        for (size_t k = 0; k < leaf; ++k) {
            result += sizes[k];
        }
        return result;
    }

    static void give(Values& values, const S&... arguments) {
        (part<L, S, is_strided>::template give<first(I)>(values, arguments), ...);
        (void)values;
    }

    /// Runs the kernel on what the entry was given.
    template <class Kernel>
    static PYCU_DEVICE void run(const Kernel& kernel, const Values& values) {
        if constexpr (std::is_same_v<type_list<P...>, type_list<L...>>) {
            kernel(part<L, S, is_strided>::template taken<first(I)>(values)...);
        } else {
            run(kernel, values, std::index_sequence_for<P...>());
        }
        (void)values;
    }

  private:
    template <class Kernel, size_t... K>
    static PYCU_DEVICE void run(const Kernel& kernel, const Values& values,
                                std::index_sequence<K...>) {
        kernel(taken_for<Parts, leaves_before<P...>(K), P>::from(values)...);
    }
};

/// The same of a kernel's text: a short name, since it is part of the entry's.
template <class Text, bool is_strided, class... S>
struct EntryOf : Parts<typename parameters_of<typename Text::Body>::type, leaves_of_text<Text>,
                       is_strided, std::index_sequence_for<S...>, S...> {
    using Kernel = Text;
};

}  // namespace pycu
