// How instructions become handlers: a function for each family, and what handlers are made of.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "machine.h"

namespace ptx {

// Each gives the handler for a name, such as `mul.hi`, and a type; nullptr when it knows none.
Handler integer_op(const std::string& name, Type type);
Handler carry_op(const std::string& name, Type type);
Handler bit_op(const std::string& name, Type type);
Handler float_op(const std::string& name, Type type);
Handler half_op(const std::string& name);
Handler predicate_op(const std::string& name);
Handler compare_op(const std::string& name, Type type);
Handler select_op(const std::string& name, Type type);
Handler convert_op(Type to, Type from);
Handler load_op(Type type, Space space, bool is_vector);
Handler store_op(Type type, Space space, bool is_vector);
Handler atomic_op(const std::string& name, Type type, Space space);
Handler control_op(const std::string& name);
Handler warp_op(const std::string& name, uint8_t& which);

template <class T>
T get(const Thread& t, uint32_t slot) {
    if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<float>(uint32_t(t.r[slot]));
    } else if constexpr (std::is_same_v<T, double>) {
        return std::bit_cast<double>(t.r[slot]);
    } else {
        return T(t.r[slot]);
    }
}

template <class T>
void put(Thread& t, uint32_t slot, T value) {
    if constexpr (std::is_same_v<T, float>) {
        t.r[slot] = std::bit_cast<uint32_t>(value);
    } else if constexpr (std::is_same_v<T, double>) {
        t.r[slot] = std::bit_cast<uint64_t>(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        t.r[slot] = value;
    } else {
        t.r[slot] = std::make_unsigned_t<T>(value);
    }
}

/// make(T()) for the integer type that `type` is.
template <class Make>
Handler for_integer(Type type, Make make) {
    const bool is_signed = type.kind == Kind::Signed;
    if (type.kind == Kind::Float || type.kind == Kind::Predicate) {
        return nullptr;
    }
    switch (type.bytes) {
        case 1:
            return is_signed ? make(int8_t()) : make(uint8_t());
        case 2:
            return is_signed ? make(int16_t()) : make(uint16_t());
        case 4:
            return is_signed ? make(int32_t()) : make(uint32_t());
        case 8:
            return is_signed ? make(int64_t()) : make(uint64_t());
        default:
            return nullptr;
    }
}

/// The same, unsigned for signed types too: for operations that do not look at the sign.
template <class Make>
Handler for_bits(Type type, Make make) {
    if (type.kind == Kind::Float) {
        type.kind = Kind::Unsigned;
    }
    return for_integer({type.kind == Kind::Signed ? Kind::Unsigned : type.kind, type.bytes}, make);
}

template <class Make>
Handler for_float(Type type, Make make) {
    if (type.kind != Kind::Float || type.bytes < 4) {
        return nullptr;
    }
    return type.bytes == 4 ? make(float()) : make(double());
}

// Handlers of one, two and three sources; F is a function of values.
template <class T, class F>
void unary(Thread& t, const Instr& i) {
    put<T>(t, i.d, T(F{}(get<T>(t, i.a))));
}
template <class T, class F>
void binary(Thread& t, const Instr& i) {
    put<T>(t, i.d, T(F{}(get<T>(t, i.a), get<T>(t, i.b))));
}
template <class T, class F>
void ternary(Thread& t, const Instr& i) {
    put<T>(t, i.d, T(F{}(get<T>(t, i.a), get<T>(t, i.b), get<T>(t, i.c))));
}

template <class F>
Handler unary_integer(Type type, F) {
    return for_integer(type, [](auto x) { return Handler(&unary<decltype(x), F>); });
}
template <class F>
Handler binary_integer(Type type, F) {
    return for_integer(type, [](auto x) { return Handler(&binary<decltype(x), F>); });
}
template <class F>
Handler unary_bits(Type type, F) {
    return for_bits(type, [](auto x) { return Handler(&unary<decltype(x), F>); });
}
template <class F>
Handler binary_bits(Type type, F) {
    return for_bits(type, [](auto x) { return Handler(&binary<decltype(x), F>); });
}
template <class F>
Handler ternary_bits(Type type, F) {
    return for_bits(type, [](auto x) { return Handler(&ternary<decltype(x), F>); });
}

/// An integer type of twice the width.
template <class T>
struct Twice;
template <>
struct Twice<int16_t> {
    using type = int32_t;
};
template <>
struct Twice<uint16_t> {
    using type = uint32_t;
};
template <>
struct Twice<int32_t> {
    using type = int64_t;
};
template <>
struct Twice<uint32_t> {
    using type = uint64_t;
};
template <>
struct Twice<int64_t> {
    __extension__ typedef __int128 type;
};
template <>
struct Twice<uint64_t> {
    __extension__ typedef unsigned __int128 type;
};
template <class T>
using twice = typename Twice<T>::type;

/// The high half of a product.
template <class T>
T high_product(T x, T y) {
    return T((twice<T>(x) * twice<T>(y)) >> (sizeof(T) * 8));
}

}  // namespace ptx
