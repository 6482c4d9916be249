// cvt: every pair of types, with the rounding and the saturation that PTX asks for.
#include <cfenv>
#include <cmath>
#include <limits>

#include "half.h"
#include "ops.h"

namespace ptx {

namespace {

enum class Whole : uint8_t { None, Nearest, Zero, Down, Up };

template <class F>
F to_whole(F x, Whole how) {
    switch (how) {
        case Whole::Nearest:
            return std::nearbyint(x);
        case Whole::Zero:
            return std::trunc(x);
        case Whole::Down:
            return std::floor(x);
        case Whole::Up:
            return std::ceil(x);
        default:
            return x;
    }
}

int host_mode(Rounding mode) {
    return mode == Rounding::Zero   ? FE_TOWARDZERO
           : mode == Rounding::Down ? FE_DOWNWARD
           : mode == Rounding::Up   ? FE_UPWARD
                                    : FE_TONEAREST;
}

/// The nearest integer of the type. NaN gives 0 from float32 to 32 bits and fewer, and the
/// highest bit alone otherwise.
template <class To, class From>
To to_integer(From x, Whole how) {
    using Limits = std::numeric_limits<To>;
    if (x != x) {
        constexpr bool is_zero = sizeof(From) < 8 && sizeof(To) < 8;
        return is_zero ? To(0) : To(uint64_t(1) << (sizeof(To) * 8 - 1));
    }
    x = to_whole(x, how);
    const From limit = std::ldexp(From(1), Limits::digits);
    if (x >= limit) {
        return Limits::max();
    }
    if (x < From(Limits::min())) {
        return Limits::min();
    }
    return To(x);
}

template <class To, class From>
To to_saturated(From x) {
    using Limits = std::numeric_limits<To>;
    if (std::is_signed_v<From> && x < From(0)) {
        return !std::is_signed_v<To>                 ? To(0)
               : int64_t(x) < int64_t(Limits::min()) ? Limits::min()
                                                     : To(x);
    }
    return uint64_t(x) > uint64_t(Limits::max()) ? Limits::max() : To(x);
}

/// A value as the destination register holds it: signed ones fill it.
template <class T>
void fill(Thread& t, const Instr& i, T value) {
    if constexpr (std::is_integral_v<T>) {
        t.r[i.d] = uint64_t(int64_t(value)) & i.mask;
    } else {
        put<T>(t, i.d, value);
    }
}

template <class To, class From>
void convert(Thread& t, const Instr& i) {
    const auto how = Whole(i.count);
    From x = get<From>(t, i.a);
    if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
        fill<To>(t, i, i.saturates ? to_saturated<To>(x) : To(x));
    } else if constexpr (std::is_integral_v<To>) {
        x = i.flushes && std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(From(0), x) : x;
        fill<To>(t, i, to_integer<To>(x, how));
    } else {
        if constexpr (std::is_same_v<From, float>) {
            x = i.flushes && std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
        }
        volatile From in = x;
        volatile To out;
        std::fesetround(host_mode(i.rounding));
        out = To(in);
        std::fesetround(FE_TONEAREST);
        To y = out;
        if constexpr (std::is_floating_point_v<From>) {
            y = to_whole(y, how);
        }
        if (i.saturates) {
            y = y != y || y <= To(0) ? To(0) : y < To(1) ? y : To(1);
        }
        y = i.flushes && std::fpclassify(y) == FP_SUBNORMAL ? std::copysign(To(0), y) : y;
        put<To>(t, i.d, sizeof(To) == 4 && y != y ? std::bit_cast<float>(0x7fffffffu) : y);
    }
}

template <class From>
void to_half(Thread& t, const Instr& i) {
    t.r[i.d] = half_bits(double(get<From>(t, i.a)));
}
template <class To>
void from_half(Thread& t, const Instr& i) {
    const double x = half_value(uint16_t(t.r[i.a]));
    if constexpr (std::is_integral_v<To>) {
        fill<To>(t, i, to_integer<To>(float(x), Whole(i.count)));
    } else {
        put<To>(t, i.d, To(x));
    }
}
void half_to_half(Thread& t, const Instr& i) {
    t.r[i.d] = half_bits(to_whole(half_value(uint16_t(t.r[i.a])), Whole(i.count)));
}

template <class Make>
Handler for_any(Type type, Make make) {
    return type.kind == Kind::Float ? for_float(type, make) : for_integer(type, make);
}

}  // namespace

Handler convert_op(Type to, Type from) {
    const Type half = {Kind::Float, 2};
    if (to == half && from == half) {
        return &half_to_half;
    }
    if (to == half) {
        return for_any(from, [](auto x) { return Handler(&to_half<decltype(x)>); });
    }
    if (from == half) {
        return for_any(to, [](auto x) { return Handler(&from_half<decltype(x)>); });
    }
    return for_any(to, [&](auto y) {
        return for_any(from, [](auto x) { return Handler(&convert<decltype(y), decltype(x)>); });
    });
}

}  // namespace ptx
