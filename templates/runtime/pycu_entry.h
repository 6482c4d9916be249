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

/// An argument of a wrapper: a scalar or a record, which has one value.
template <class S, class = void>
struct argument_of {
    static constexpr bool is_array = false, is_aliased = false;
    static constexpr Layout layout = Layout::A;
};

/// An array of the C ABI: no member of a record is a pointer.
template <class A>
struct argument_of<A, std::enable_if_t<std::is_pointer_v<decltype(A::data)>>> {
    static constexpr bool is_array = true, is_aliased = false;
    static constexpr Layout layout = Layout::A;
    static const A& array(const A& argument) { return argument; }
};

template <class A, Layout known, bool aliased>
struct argument_of<known_array<A, known, aliased>> {
    static constexpr bool is_array = true, is_aliased = aliased;
    static constexpr Layout layout = known;
    static const A& array(const known_array<A, known, aliased>& argument) { return argument.array; }
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
struct pointer_to {
    using type = T*;
};
template <class T>
struct pointer_to<true, T> {
    using type = T* __restrict__;
};

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
    template <int At, class Values>
    static PYCU_INLINE array<T, R, Index> from(const Values& values) {
        return from<At>(values, std::make_index_sequence<R>());
    }

  private:
    template <int At, class Values, size_t... K>
    static PYCU_INLINE array<T, R, Index> from(const Values& values, std::index_sequence<K...>) {
        if constexpr (R == 0) {
            return array<T, R, Index>(values.template get<At>());
        } else {
            const extents<R, Index> shape = {{values.template get<At + 1 + K>()...}};
            if constexpr (is_strided) {
                const extents<R, Index> strides = {{values.template get<At + 1 + R + K>()...}};
                return view_a(values.template get<At>(), shape, strides);
            } else if constexpr (layout == Layout::F) {
                return view_f(values.template get<At>(), shape);
            } else {
                return view_c(values.template get<At>(), shape);
            }
        }
    }
};

/// One argument S for a parameter P: the parameters of the entry, how the host fills them, and how
/// the entry makes the kernel's argument of them, which are the values from the At-th on.
template <class P, class S, bool is_strided, bool is_array = argument_of<S>::is_array,
          bool is_view = view_of<P>::is_view>
struct part;

/// A view of an array.
template <class P, class S, bool is_strided>
struct part<P, S, is_strided, true, true> {
    using element = typename view_of<P>::element;
    using index = typename view_of<P>::index;
    static constexpr int rank = view_of<P>::rank;
    using pointer = typename pointer_to<!is_strided && !argument_of<S>::is_aliased, element>::type;
    using types = typename joined<type_list<pointer>,
                                  typename repeated<index, rank*(is_strided ? 2 : 1)>::type>::type;

    template <int K>
    static auto given(const S& argument) {
        const auto& array = argument_of<S>::array(argument);
        if constexpr (K == 0) {
            return reinterpret_cast<element*>(array.data);
        } else if constexpr (K <= rank) {
            return index(array.shape[K - 1]);
        } else {
            return index(array.strides[K - 1 - rank]);
        }
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        using made = view_made<element, rank, index, argument_of<S>::layout, is_strided>;
        return made::template from<At>(values);
    }
};

/// A record that the kernel writes to: the one element of an array.
template <class P, class S, bool is_strided>
struct part<P, S, is_strided, true, false> {
    using record = typename value_behind<P>::type;
    using types =
        type_list<typename pointer_to<!is_strided && !argument_of<S>::is_aliased, record>::type>;

    template <int K>
    static record* given(const S& argument) {
        return reinterpret_cast<record*>(argument_of<S>::array(argument).data);
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        if constexpr (std::is_pointer_v<P>) {
            return values.template get<At>();
        } else {
            return *values.template get<At>();
        }
    }
};

/// A scalar or a record by its value.
template <class P, class S, bool is_strided, bool is_view>
struct part<P, S, is_strided, false, is_view> {
    using value = std::remove_const_t<typename value_behind<P>::type>;
    using types = type_list<value>;

    /// The same struct, where it is one.
    template <int K>
    static value given(const S& argument) {
        if constexpr (std::is_class_v<S> && !std::is_same_v<S, decltype(pycu_argument(argument))>) {
            return pycu_argument(argument);
        } else if constexpr (std::is_class_v<S>) {
            static_assert(sizeof(value) == sizeof(S), "structs of one record");
            value result;
            memcpy(&result, &argument, sizeof result);
            return result;
        } else {
            return value(argument);
        }
    }

    template <int At, class Values>
    static PYCU_INLINE P taken(const Values& values) {
        if constexpr (is_view) {
            return array<const value, 0>(&values.template get<At>());
        } else if constexpr (std::is_pointer_v<P>) {
            return &values.template get<At>();
        } else {
            return values.template get<At>();
        }
    }
};

/// The argument for a parameter whose first leaf is the Leaf-th: `Entry` knows where its values
/// are.
template <class Entry, int Leaf, class P, class Items = typename items_of<P>::type>
struct taken_for {
    template <class Values>
    static PYCU_INLINE P from(const Values& values) {
        using Part = typename item_of<Leaf, typename Entry::parts>::type;
        return Part::template taken<Entry::first(Leaf)>(values);
    }
};

template <class Entry, int Leaf, class P, class... Items>
struct taken_for<Entry, Leaf, P, type_list<Items...>> {
    template <class Values>
    static PYCU_INLINE P from(const Values& values) {
        return from(values, std::index_sequence_for<Items...>());
    }

  private:
    template <class Values, size_t... I>
    static PYCU_INLINE P from(const Values& values, std::index_sequence<I...>) {
        (void)values;
        return P{taken_for<Entry, leaf(I), Items>::from(values)...};
    }

    static PYCU_INLINE constexpr int leaf(size_t item) {
        const int sizes[] = {leaves_of<Items>::type::size..., 0};
        int result = Leaf;
        for (size_t k = 0; k < item; ++k) {
            result += sizes[k];
        }
        return result;
    }
};

/// How the entry of a kernel with these parameters takes these arguments of the wrapper.
template <class Params, class Leaves, bool is_strided, class... S>
struct Parts;

template <class... P, class... L, bool is_strided, class... S>
struct Parts<type_list<P...>, type_list<L...>, is_strided, S...> {
    static_assert(sizeof...(L) == sizeof...(S), "one argument of the wrapper for each leaf");

    using types = typename joined<typename part<L, S, is_strided>::types...>::type;

    using parts = type_list<part<L, S, is_strided>...>;

    /// The number of the leaf's first value.
    static PYCU_INLINE constexpr int first(int leaf) {
        const int sizes[] = {part<L, S, is_strided>::types::size..., 0};
        int result = 0;
        for (int k = 0; k < leaf; ++k) {
            result += sizes[k];
        }
        return result;
    }

    /// The leaf that a value belongs to.
    static PYCU_INLINE constexpr int leaf(int value) {
        int result = 0;
        while (first(result + 1) <= value) {
            ++result;
        }
        return result;
    }

    /// Runs the kernel on what the entry was given.
    template <class Kernel, class... Values>
    static PYCU_DEVICE void run(const Kernel& kernel, Values... values) {
        call(kernel, tuple<Values...>{values...}, std::index_sequence_for<P...>());
    }

  private:
    template <class Kernel, class Values, size_t... I>
    static PYCU_DEVICE void call(const Kernel& kernel, const Values& values,
                                 std::index_sequence<I...>) {
        (void)values;
        kernel(taken_for<Parts, start(I), P>::from(values)...);
    }

    /// The first leaf of a parameter.
    static PYCU_INLINE constexpr int start(size_t parameter) {
        const int sizes[] = {leaves_of<P>::type::size..., 0};
        int result = 0;
        for (size_t k = 0; k < parameter; ++k) {
            result += sizes[k];
        }
        return result;
    }
};

/// What an entry is given for its I-th parameter.
template <class Entry, int I>
struct given_for {
    static constexpr int leaf = Entry::leaf(I);
    using Part = typename item_of<leaf, typename Entry::parts>::type;

    template <class Arguments>
    static auto of(const Arguments& arguments) {
        return Part::template given<I - Entry::first(leaf)>(arguments.template get<leaf>());
    }
};

/// The same of a kernel's text: a short name, since it is part of the entry's.
template <class Text, bool is_strided, class... S>
struct EntryOf : Parts<typename parameters_of<typename Text::Body>::type,
                       typename leaves_of<typename parameters_of<typename Text::Body>::type>::type,
                       is_strided, S...> {};

}  // namespace pycu
