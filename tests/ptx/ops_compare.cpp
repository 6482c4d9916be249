// Comparisons and choices.
#include <cmath>

#include "half.h"
#include "ops.h"

namespace ptx {

namespace {

// `count` of the instruction: 1 and, 2 or, 3 xor with the predicate in slot c; 8 for .ftz.
bool combined(const Thread& t, const Instr& i, bool is_true) {
    const bool other = t.r[i.c] != 0;
    switch (i.count & 3) {
        case 1:
            return is_true && other;
        case 2:
            return is_true || other;
        case 3:
            return is_true != other;
        default:
            return is_true;
    }
}

/// A float16, which is compared as the float64 that it is.
struct Half {
    double value;
    operator double() const { return value; }
};

template <class T>
T comparand(const Thread& t, const Instr& i, uint32_t slot) {
    if constexpr (std::is_same_v<T, Half>) {
        return {half_value(uint16_t(t.r[slot]))};
    } else if constexpr (std::is_same_v<T, float>) {
        const float x = get<float>(t, slot);
        const bool is_flushed = i.flushes && std::fpclassify(x) == FP_SUBNORMAL;
        return is_flushed ? std::copysign(0.0f, x) : x;
    } else {
        return get<T>(t, slot);
    }
}

/// setp: the predicate and, in slot `more` when there is one, its complement.
template <class T, class F>
void set_predicate(Thread& t, const Instr& i) {
    const bool is_true = F{}(comparand<T>(t, i, i.a), comparand<T>(t, i, i.b));
    const bool first = combined(t, i, is_true), second = combined(t, i, !is_true);
    t.r[i.d] = first;
    if (i.more != 0) {
        t.r[i.more] = second;
    }
}

template <class T>
bool is_ordered(T x, T y) {
    return x == x && y == y;
}

template <class F, class T>
Handler make(T, F) {
    return &set_predicate<T, F>;
}

template <class T>
Handler comparison(const std::string& name, T x) {
    if constexpr (!std::is_integral_v<T>) {
        return name == "eq"    ? make(x, [](T a, T b) { return a == b; })
               : name == "ne"  ? make(x, [](T a, T b) { return is_ordered(a, b) && a != b; })
               : name == "lt"  ? make(x, [](T a, T b) { return a < b; })
               : name == "le"  ? make(x, [](T a, T b) { return a <= b; })
               : name == "gt"  ? make(x, [](T a, T b) { return a > b; })
               : name == "ge"  ? make(x, [](T a, T b) { return a >= b; })
               : name == "equ" ? make(x, [](T a, T b) { return !is_ordered(a, b) || a == b; })
               : name == "neu" ? make(x, [](T a, T b) { return a != b; })
               : name == "ltu" ? make(x, [](T a, T b) { return !(a >= b); })
               : name == "leu" ? make(x, [](T a, T b) { return !(a > b); })
               : name == "gtu" ? make(x, [](T a, T b) { return !(a <= b); })
               : name == "geu" ? make(x, [](T a, T b) { return !(a < b); })
               : name == "num" ? make(x, [](T a, T b) { return is_ordered(a, b); })
               : name == "nan" ? make(x, [](T a, T b) { return !is_ordered(a, b); })
                               : nullptr;
    } else {
        return name == "eq"                   ? make(x, [](T a, T b) { return a == b; })
               : name == "ne"                 ? make(x, [](T a, T b) { return a != b; })
               : name == "lt" || name == "lo" ? make(x, [](T a, T b) { return a < b; })
               : name == "le" || name == "ls" ? make(x, [](T a, T b) { return a <= b; })
               : name == "gt" || name == "hi" ? make(x, [](T a, T b) { return a > b; })
               : name == "ge" || name == "hs" ? make(x, [](T a, T b) { return a >= b; })
                                              : nullptr;
    }
}

void select_bits(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[t.r[i.c] != 0 ? i.a : i.b] & i.mask;
}
void select_by_sign(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[get<int32_t>(t, i.c) >= 0 ? i.a : i.b] & i.mask;
}
void select_by_float(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[get<float>(t, i.c) >= 0 ? i.a : i.b] & i.mask;
}

}  // namespace

Handler compare_op(const std::string& name, Type type) {
    if (type.kind == Kind::Float && type.bytes == 2) {
        return comparison(name, Half());
    }
    if (type.kind == Kind::Float) {
        return for_float(type, [&](auto x) { return comparison(name, x); });
    }
    return for_integer(type, [&](auto x) { return comparison(name, x); });
}

Handler select_op(const std::string& name, Type type) {
    if (name == "selp") {
        return &select_bits;
    }
    return type.kind == Kind::Float ? &select_by_float : &select_by_sign;
}

}  // namespace ptx
