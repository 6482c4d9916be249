// Integer arithmetic, with and without carry.
#include <algorithm>
#include <limits>
#include <map>

#include "ops.h"

namespace ptx {

namespace {

using Maker = Handler (*)(Type);

/// make(T()) for types of two bytes and more, which have a type of twice the width.
template <class Make>
Handler for_wide(Type type, Make make) {
    return for_integer(type, [&](auto x) {
        if constexpr (sizeof(x) >= 2) {
            return make(x);
        } else {
            return Handler(nullptr);
        }
    });
}

template <class T>
void multiply_wide(Thread& t, const Instr& i) {
    if constexpr (sizeof(T) <= 4) {
        put<twice<T>>(t, i.d, twice<T>(get<T>(t, i.a)) * get<T>(t, i.b));
    }
}
template <class T>
void multiply_add_wide(Thread& t, const Instr& i) {
    if constexpr (sizeof(T) <= 4) {
        using Wide = std::make_unsigned_t<twice<T>>;
        const auto product = Wide(twice<T>(get<T>(t, i.a)) * get<T>(t, i.b));
        put<Wide>(t, i.d, Wide(product + get<Wide>(t, i.c)));
    }
}
template <class T>
void multiply_high(Thread& t, const Instr& i) {
    put<T>(t, i.d, high_product(get<T>(t, i.a), get<T>(t, i.b)));
}
template <class T>
void multiply_add_high(Thread& t, const Instr& i) {
    using U = std::make_unsigned_t<T>;
    put<U>(t, i.d, U(U(high_product(get<T>(t, i.a), get<T>(t, i.b))) + get<U>(t, i.c)));
}

template <class T>
T saturated(twice<T> x) {
    using Limits = std::numeric_limits<T>;
    return T(std::min<twice<T>>(std::max<twice<T>>(x, Limits::min()), Limits::max()));
}

template <class T>
T low_24(T x) {
    return T(std::is_signed_v<T> ? int32_t(uint32_t(x) << 8) >> 8 : x & 0xffffff);
}

/// What a GPU gives: all bits for a division by zero, and the smallest integer for its quotient
/// by -1.
template <class T>
T quotient(T x, T y) {
    if (y == 0) {
        return T(-1);
    }
    if constexpr (std::is_signed_v<T>) {
        if (y == T(-1)) {
            return T(-std::make_unsigned_t<T>(x));
        }
    }
    return T(x / y);
}
template <class T>
T remainder(T x, T y) {
    if (y == 0) {
        return x;
    }
    if constexpr (std::is_signed_v<T>) {
        if (y == T(-1)) {
            return 0;
        }
    }
    return T(x % y);
}

template <class T>
T absolute(T x) {
    return x < 0 ? T(-std::make_unsigned_t<T>(x)) : x;
}

template <class T>
using Unsigned = std::make_unsigned_t<T>;

const std::map<std::string, Maker> integer_makers = {
    {"add", [](Type t) { return binary_bits(t, [](auto x, auto y) { return x + y; }); }},
    {"sub", [](Type t) { return binary_bits(t, [](auto x, auto y) { return x - y; }); }},
    {"mul.lo",
     [](Type t) { return binary_bits(t, [](auto x, auto y) { return uint64_t(x) * y; }); }},
    {"mad.lo",
     [](Type t) {
         return ternary_bits(t, [](auto x, auto y, auto z) { return uint64_t(x) * y + z; });
     }},
    {"mul.hi",
     [](Type t) {
         return for_wide(t, [](auto x) { return Handler(&multiply_high<decltype(x)>); });
     }},
    {"mad.hi",
     [](Type t) {
         return for_wide(t, [](auto x) { return Handler(&multiply_add_high<decltype(x)>); });
     }},
    {"mul.wide",
     [](Type t) {
         return for_wide(t, [](auto x) { return Handler(&multiply_wide<decltype(x)>); });
     }},
    {"mad.wide",
     [](Type t) {
         return for_wide(t, [](auto x) { return Handler(&multiply_add_wide<decltype(x)>); });
     }},
    {"mul24.lo",
     [](Type t) {
         return binary_integer(t, [](auto x, auto y) {
             return uint64_t(int64_t(low_24(x))) * uint64_t(int64_t(low_24(y)));
         });
     }},
    {"add.sat",
     [](Type t) {
         return t != Type{Kind::Signed, 4} ? nullptr : binary_integer(t, [](auto x, auto y) {
             return saturated<int32_t>(int64_t(x) + int64_t(y));
         });
     }},
    {"sub.sat",
     [](Type t) {
         return t != Type{Kind::Signed, 4} ? nullptr : binary_integer(t, [](auto x, auto y) {
             return saturated<int32_t>(int64_t(x) - int64_t(y));
         });
     }},
    {"div",
     [](Type t) { return binary_integer(t, [](auto x, auto y) { return quotient(x, y); }); }},
    {"rem",
     [](Type t) { return binary_integer(t, [](auto x, auto y) { return remainder(x, y); }); }},
    {"abs", [](Type t) { return unary_integer(t, [](auto x) { return absolute(x); }); }},
    {"neg", [](Type t) { return unary_bits(t, [](auto x) { return 0 - x; }); }},
    {"min",
     [](Type t) { return binary_integer(t, [](auto x, auto y) { return std::min(x, y); }); }},
    {"max",
     [](Type t) { return binary_integer(t, [](auto x, auto y) { return std::max(x, y); }); }},
};

// ---- with carry

template <class T>
void add_carry(Thread& t, const Instr& i) {
    const auto sum =
        twice<T>(twice<T>(get<T>(t, i.a)) + get<T>(t, i.b) + (i.count & 2 ? t.carry : 0));
    put<T>(t, i.d, T(sum));
    if (i.count & 1) {
        t.carry = uint64_t(sum >> (sizeof(T) * 8)) & 1;
    }
}
template <class T>
void subtract_carry(Thread& t, const Instr& i) {
    const auto difference =
        twice<T>(twice<T>(get<T>(t, i.a)) - get<T>(t, i.b) - (i.count & 2 ? t.carry : 0));
    put<T>(t, i.d, T(difference));
    if (i.count & 1) {
        t.carry = uint64_t(difference >> (sizeof(T) * 8)) & 1;
    }
}
template <class T, bool is_high>
void multiply_add_carry(Thread& t, const Instr& i) {
    using U = std::make_unsigned_t<T>;
    const U product = is_high ? U(high_product(get<T>(t, i.a), get<T>(t, i.b)))
                              : U(uint64_t(get<U>(t, i.a)) * get<U>(t, i.b));
    const auto sum = twice<U>(twice<U>(product) + get<U>(t, i.c) + (i.count & 2 ? t.carry : 0));
    put<U>(t, i.d, U(sum));
    if (i.count & 1) {
        t.carry = uint64_t(sum >> (sizeof(T) * 8)) & 1;
    }
}

}  // namespace

Handler integer_op(const std::string& name, Type type) {
    const auto found = integer_makers.find(name);
    return found == integer_makers.end() ? nullptr : found->second(type);
}

Handler carry_op(const std::string& name, Type type) {
    if (type.bytes < 4) {
        return nullptr;
    }
    return for_wide(type, [&](auto x) -> Handler {
        using T = decltype(x);
        using U = std::make_unsigned_t<T>;
        return name == "add"      ? &add_carry<U>
               : name == "sub"    ? &subtract_carry<U>
               : name == "mad.lo" ? Handler(&multiply_add_carry<T, false>)
               : name == "mad.hi" ? Handler(&multiply_add_carry<T, true>)
                                  : nullptr;
    });
}

}  // namespace ptx
