// Logic, shifts and everything that looks at single bits; logic of predicates.
#include <algorithm>
#include <map>

#include "ops.h"

namespace ptx {

namespace {

template <class T>
constexpr unsigned bits_of = sizeof(T) * 8;

// Shifts take a 32-bit count and give what a shift by all bits gives where it is larger.
template <class T>
void shift_left(Thread& t, const Instr& i) {
    const uint32_t n = get<uint32_t>(t, i.b);
    put<T>(t, i.d, n >= bits_of<T> ? T(0) : T(uint64_t(get<T>(t, i.a)) << n));
}
template <class T>
void shift_right(Thread& t, const Instr& i) {
    const uint32_t n = get<uint32_t>(t, i.b);
    const T x = get<T>(t, i.a);
    put<T>(t, i.d, n >= bits_of<T> ? T(x < T(0) ? -1 : 0) : T(x >> n));
}

/// shf: 32 bits out of b:a. `count` is 1 for left, 2 for wrapping counts.
void funnel_shift(Thread& t, const Instr& i) {
    const uint32_t given = get<uint32_t>(t, i.c);
    const uint32_t n = i.count & 2 ? given & 31 : std::min(given, 32u);
    const uint64_t both = t.r[i.b] << 32 | uint32_t(t.r[i.a]);
    put<uint32_t>(t, i.d, uint32_t(i.count & 1 ? (both << n) >> 32 : both >> n));
}

template <class T>
void population(Thread& t, const Instr& i) {
    put<uint32_t>(t, i.d, uint32_t(std::popcount(std::make_unsigned_t<T>(get<T>(t, i.a)))));
}
template <class T>
void leading_zeros(Thread& t, const Instr& i) {
    put<uint32_t>(t, i.d, uint32_t(std::countl_zero(std::make_unsigned_t<T>(get<T>(t, i.a)))));
}

/// bfind: where the highest bit is that is not like the sign; `count` is 1 for .shiftamt.
template <class T>
void find_bit(Thread& t, const Instr& i) {
    const T x = get<T>(t, i.a);
    const auto bits = std::make_unsigned_t<T>(x < T(0) ? ~x : x);
    const auto zeros = uint32_t(std::countl_zero(bits));
    put<uint32_t>(t, i.d, bits == 0 ? ~0u : i.count & 1 ? zeros : bits_of<T> - 1 - zeros);
}

template <class T>
T reversed(T x) {
    T result = 0;
    for (unsigned k = 0; k < bits_of<T>; ++k) {
        result = T(result | (x >> k & 1) << (bits_of<T> - 1 - k));
    }
    return result;
}

template <class T>
void extract_field(Thread& t, const Instr& i) {
    using U = std::make_unsigned_t<T>;
    const uint32_t at = get<uint32_t>(t, i.b) & 255, n = get<uint32_t>(t, i.c) & 255;
    const U x = get<U>(t, i.a);
    const U low = n >= bits_of<T> ? U(~U(0)) : U((U(1) << n) - 1);
    U field = at >= bits_of<T> ? U(0) : U(x >> at & low);
    const uint32_t top = std::min(at + n - 1, uint32_t(bits_of<T> - 1));
    if (std::is_signed_v<T> && n > 0 && (x >> top & 1) != 0) {
        // bits above the field, and those that the value does not have, are the sign
        const uint32_t have = at >= bits_of<T> ? 0 : std::min(n, uint32_t(bits_of<T> - at));
        field = have >= bits_of<T> ? field : U(field | U(~U(0)) << have);
    }
    put<U>(t, i.d, field);
}

template <class T>
void insert_field(Thread& t, const Instr& i) {
    const uint32_t at = get<uint32_t>(t, i.c) & 255;
    const uint32_t n = get<uint32_t>(t, t.code->slots[i.more]) & 255;
    const T low = n >= bits_of<T> ? T(~T(0)) : T((T(1) << n) - 1);
    const T mask = at >= bits_of<T> ? T(0) : T(low << at);
    const T field = at >= bits_of<T> ? T(0) : T(get<T>(t, i.a) << at);
    put<T>(t, i.d, T((get<T>(t, i.b) & ~mask) | (field & mask)));
}

void lookup_logic(Thread& t, const Instr& i) {
    const uint32_t a = get<uint32_t>(t, i.a), b = get<uint32_t>(t, i.b), c = get<uint32_t>(t, i.c);
    const uint32_t table = get<uint32_t>(t, t.code->slots[i.more]);
    uint32_t result = 0;
    for (uint32_t k = 0; k < 8; ++k) {
        if (table >> k & 1) {
            result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
        }
    }
    put<uint32_t>(t, i.d, result);
}

void permute(Thread& t, const Instr& i) {
    const uint64_t bytes = t.r[i.b] << 32 | uint32_t(t.r[i.a]);
    uint32_t result = 0;
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t selector = uint32_t(t.r[i.c]) >> (4 * k);
        uint32_t byte = uint32_t(bytes >> (8 * (selector & 7))) & 0xff;
        byte = selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
        result |= byte << (8 * k);
    }
    put<uint32_t>(t, i.d, result);
}

/// dp4a: the bytes of a times those of b. `count` is 1 when a is signed, 2 when b is.
void dot_product(Thread& t, const Instr& i) {
    uint32_t sum = get<uint32_t>(t, i.c);
    for (uint32_t k = 0; k < 32; k += 8) {
        const auto x = uint8_t(t.r[i.a] >> k), y = uint8_t(t.r[i.b] >> k);
        sum += uint32_t((i.count & 1 ? int8_t(x) : int(x)) * (i.count & 2 ? int8_t(y) : int(y)));
    }
    put<uint32_t>(t, i.d, sum);
}

template <class T>
void sum_of_differences(Thread& t, const Instr& i) {
    using U = std::make_unsigned_t<T>;
    const T x = get<T>(t, i.a), y = get<T>(t, i.b);
    const U difference = x < y ? U(U(y) - U(x)) : U(U(x) - U(y));
    put<U>(t, i.d, U(difference + get<U>(t, i.c)));
}

void bit_mask(Thread& t, const Instr& i) {
    const uint32_t at = get<uint32_t>(t, i.a), n = get<uint32_t>(t, i.b);
    const uint64_t ones = n >= 32 ? 0xffffffff : (uint64_t(1) << n) - 1;
    put<uint32_t>(t, i.d, at >= 32 ? 0 : uint32_t(ones << at));
}

using Maker = Handler (*)(Type);

const std::map<std::string, Maker> bit_makers = {
    {"and", [](Type t) { return binary_bits(t, [](auto x, auto y) { return x & y; }); }},
    {"or", [](Type t) { return binary_bits(t, [](auto x, auto y) { return x | y; }); }},
    {"xor", [](Type t) { return binary_bits(t, [](auto x, auto y) { return x ^ y; }); }},
    {"not", [](Type t) { return unary_bits(t, [](auto x) { return ~x; }); }},
    {"cnot", [](Type t) { return unary_bits(t, [](auto x) { return x == 0 ? 1 : 0; }); }},
    {"brev", [](Type t) { return unary_bits(t, [](auto x) { return reversed(x); }); }},
    {"shl",
     [](Type t) { return for_bits(t, [](auto x) { return Handler(&shift_left<decltype(x)>); }); }},
    {"shr",
     [](Type t) {
         return for_integer(t, [](auto x) { return Handler(&shift_right<decltype(x)>); });
     }},
    {"popc",
     [](Type t) {
         return for_integer(t, [](auto x) { return Handler(&population<decltype(x)>); });
     }},
    {"clz",
     [](Type t) {
         return for_integer(t, [](auto x) { return Handler(&leading_zeros<decltype(x)>); });
     }},
    {"bfind",
     [](Type t) { return for_integer(t, [](auto x) { return Handler(&find_bit<decltype(x)>); }); }},
    {"bfe",
     [](Type t) {
         return for_integer(t, [](auto x) { return Handler(&extract_field<decltype(x)>); });
     }},
    {"bfi",
     [](Type t) {
         return for_bits(t, [](auto x) { return Handler(&insert_field<decltype(x)>); });
     }},
    {"sad",
     [](Type t) {
         return for_integer(t, [](auto x) { return Handler(&sum_of_differences<decltype(x)>); });
     }},
    {"lop3", [](Type) { return Handler(&lookup_logic); }},
    {"prmt", [](Type) { return Handler(&permute); }},
    {"shf", [](Type) { return Handler(&funnel_shift); }},
    {"dp4a", [](Type) { return Handler(&dot_product); }},
    {"bmsk.clamp", [](Type) { return Handler(&bit_mask); }},
};

}  // namespace

Handler bit_op(const std::string& name, Type type) {
    const auto found = bit_makers.find(name);
    return found == bit_makers.end() ? nullptr : found->second(type);
}

Handler predicate_op(const std::string& name) {
    constexpr auto both = [](bool x, bool y) { return x && y; };
    constexpr auto either = [](bool x, bool y) { return x || y; };
    constexpr auto one = [](bool x, bool y) { return x != y; };
    constexpr auto none = [](bool x) { return !x; };
    return name == "and"   ? Handler(&binary<bool, decltype(both)>)
           : name == "or"  ? Handler(&binary<bool, decltype(either)>)
           : name == "xor" ? Handler(&binary<bool, decltype(one)>)
           : name == "not" ? Handler(&unary<bool, decltype(none)>)
                           : nullptr;
}

}  // namespace ptx
