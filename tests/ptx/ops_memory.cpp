// Loads, stores and atomic operations.
#include <algorithm>
#include <cmath>

#include "ops.h"

namespace ptx {

namespace {

template <class T, Space space>
void load(Thread& t, const Instr& i) {
    const uint8_t* from = reach<space>(t, t.r[i.a] + uint64_t(i.imm), sizeof(T), "load");
    T value;
    std::memcpy(&value, from, sizeof(T));
    t.r[i.d] = uint64_t(int64_t(value)) & i.mask;
}
template <class T, Space space>
void load_vector(Thread& t, const Instr& i) {
    const uint32_t bytes = sizeof(T) * i.count;
    const uint8_t* from = reach<space>(t, t.r[i.a] + uint64_t(i.imm), bytes, "load");
    for (uint32_t k = 0; k < i.count; ++k) {
        T value;
        std::memcpy(&value, from + k * sizeof(T), sizeof(T));
        t.r[t.code->slots[i.more + k]] = uint64_t(int64_t(value)) & i.mask;
    }
}
template <class T, Space space>
void store(Thread& t, const Instr& i) {
    uint8_t* to = reach<space>(t, t.r[i.a] + uint64_t(i.imm), sizeof(T), "store");
    const T value = T(t.r[i.b]);
    std::memcpy(to, &value, sizeof(T));
}
template <class T, Space space>
void store_vector(Thread& t, const Instr& i) {
    const uint32_t bytes = sizeof(T) * i.count;
    uint8_t* to = reach<space>(t, t.r[i.a] + uint64_t(i.imm), bytes, "store");
    for (uint32_t k = 0; k < i.count; ++k) {
        const T value = T(t.r[t.code->slots[i.more + k]]);
        std::memcpy(to + k * sizeof(T), &value, sizeof(T));
    }
}

/// The value that an atomic operation stores, from the old one and one or two operands.
template <class T, Space space, class Update>
void update(Thread& t, const Instr& i) {
    uint8_t* at = reach<space>(t, t.r[i.a] + uint64_t(i.imm), sizeof(T), "atomic operation");
    T old;
    std::memcpy(&old, at, sizeof(T));
    const T value = Update{}(old, get<T>(t, i.b), get<T>(t, i.c));
    std::memcpy(at, &value, sizeof(T));
    put<T>(t, i.d, old);
}

template <class T, class Update>
Handler updater(Space space, T, Update) {
    return space == Space::Shared   ? &update<T, Space::Shared, Update>
           : space == Space::Global ? &update<T, Space::Global, Update>
                                    : Handler(&update<T, Space::Generic, Update>);
}

template <class T>
Handler atomic_of_integers(const std::string& name, Space s, T x) {
    using U = std::make_unsigned_t<T>;
    const auto bits = U(x);
    return name == "add"    ? updater(s, bits, [](U a, U b, U) { return U(a + b); })
           : name == "and"  ? updater(s, bits, [](U a, U b, U) { return U(a & b); })
           : name == "or"   ? updater(s, bits, [](U a, U b, U) { return U(a | b); })
           : name == "xor"  ? updater(s, bits, [](U a, U b, U) { return U(a ^ b); })
           : name == "exch" ? updater(s, bits, [](U, U b, U) { return b; })
           : name == "cas"  ? updater(s, bits, [](U a, U b, U c) { return a == b ? c : a; })
           : name == "inc"  ? updater(s, bits, [](U a, U b, U) { return a >= b ? U(0) : U(a + 1); })
           : name == "dec"
               ? updater(s, bits, [](U a, U b, U) { return a == 0 || a > b ? b : U(a - 1); })
           : name == "min" ? updater(s, x, [](T a, T b, T) { return std::min(a, b); })
           : name == "max" ? updater(s, x, [](T a, T b, T) { return std::max(a, b); })
                           : nullptr;
}

template <class F>
Handler atomic_of_floats(const std::string& name, Space s, F x) {
    return name == "add"    ? updater(s, x, [](F a, F b, F) { return a + b; })
           : name == "exch" ? updater(s, x, [](F, F b, F) { return b; })
                            : nullptr;
}

template <class T>
Handler loader(Space space, bool is_vector, T) {
    if (is_vector) {
        return space == Space::Shared   ? &load_vector<T, Space::Shared>
               : space == Space::Local  ? &load_vector<T, Space::Local>
               : space == Space::Global ? &load_vector<T, Space::Global>
                                        : Handler(&load_vector<T, Space::Generic>);
    }
    return space == Space::Shared   ? &load<T, Space::Shared>
           : space == Space::Local  ? &load<T, Space::Local>
           : space == Space::Global ? &load<T, Space::Global>
                                    : Handler(&load<T, Space::Generic>);
}

template <class T>
Handler storer(Space space, bool is_vector, T) {
    if (is_vector) {
        return space == Space::Shared   ? &store_vector<T, Space::Shared>
               : space == Space::Local  ? &store_vector<T, Space::Local>
               : space == Space::Global ? &store_vector<T, Space::Global>
                                        : Handler(&store_vector<T, Space::Generic>);
    }
    return space == Space::Shared   ? &store<T, Space::Shared>
           : space == Space::Local  ? &store<T, Space::Local>
           : space == Space::Global ? &store<T, Space::Global>
                                    : Handler(&store<T, Space::Generic>);
}

Type bit_type(Type type) {
    return type.kind == Kind::Float ? Type{Kind::Unsigned, type.bytes} : type;
}

}  // namespace

Handler load_op(Type type, Space space, bool is_vector) {
    return for_integer(bit_type(type), [&](auto x) { return loader(space, is_vector, x); });
}

Handler store_op(Type type, Space space, bool is_vector) {
    return for_bits(bit_type(type), [&](auto x) { return storer(space, is_vector, x); });
}

Handler atomic_op(const std::string& name, Type type, Space space) {
    if (type.kind == Kind::Float) {
        return for_float(type, [&](auto x) { return atomic_of_floats(name, space, x); });
    }
    return for_integer(type, [&](auto x) { return atomic_of_integers(name, space, x); });
}

}  // namespace ptx
