// Float arithmetic. The approximate functions are computed exactly and rounded once.
//
// -frounding-math holds for this file: an operation must stay between the two changes of mode.
#include <cfenv>
#include <cmath>
#include <limits>
#include <map>

#include "ops.h"

namespace ptx {

namespace {

/// The NaN that an operation on float32 gives; float64 keeps what it gets.
template <class F>
F canonical(F x) {
    if constexpr (sizeof(F) == 4) {
        return x != x ? std::bit_cast<float>(0x7fffffffu) : x;
    } else {
        return x;
    }
}

template <class F>
F flushed(F x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(F(0), x) : x;
}

template <class F>
F saturated(F x) {
    return x != x || x <= F(0) ? F(0) : x < F(1) ? x : F(1);
}

/// Sets the rounding mode while it lives; the usual one costs nothing.
class RoundingMode {
  public:
    explicit RoundingMode(Rounding mode) : mode_(mode) {
        if (mode_ != Rounding::Nearest) {
            std::fesetround(mode_ == Rounding::Zero   ? FE_TOWARDZERO
                            : mode_ == Rounding::Down ? FE_DOWNWARD
                                                      : FE_UPWARD);
        }
    }
    ~RoundingMode() {
        if (mode_ != Rounding::Nearest) {
            std::fesetround(FE_TONEAREST);
        }
    }
    RoundingMode(const RoundingMode&) = delete;
    RoundingMode& operator=(const RoundingMode&) = delete;

  private:
    Rounding mode_;
};

template <class F>
F source(const Thread& t, const Instr& i, uint32_t slot) {
    const F x = get<F>(t, slot);
    return i.flushes ? flushed(x) : x;
}

template <class F>
void result(Thread& t, const Instr& i, F x) {
    x = i.flushes ? flushed(x) : x;
    put<F>(t, i.d, i.saturates ? saturated(x) : canonical(x));
}

// The values pass through volatile variables, so that no compiler moves them past the mode.
template <class F, class Op>
void rounded_1(Thread& t, const Instr& i) {
    volatile F x = source<F>(t, i, i.a), r;
    {
        const RoundingMode mode(i.rounding);
        r = Op{}(F(x));
    }
    result<F>(t, i, r);
}
template <class F, class Op>
void rounded_2(Thread& t, const Instr& i) {
    volatile F x = source<F>(t, i, i.a), y = source<F>(t, i, i.b), r;
    {
        const RoundingMode mode(i.rounding);
        r = Op{}(F(x), F(y));
    }
    result<F>(t, i, r);
}
template <class F, class Op>
void rounded_3(Thread& t, const Instr& i) {
    volatile F x = source<F>(t, i, i.a), y = source<F>(t, i, i.b), z = source<F>(t, i, i.c), r;
    {
        const RoundingMode mode(i.rounding);
        r = Op{}(F(x), F(y), F(z));
    }
    result<F>(t, i, r);
}

template <class Op>
Handler one(Type type, Op) {
    return for_float(type, [](auto x) { return Handler(&rounded_1<decltype(x), Op>); });
}
template <class Op>
Handler two(Type type, Op) {
    return for_float(type, [](auto x) { return Handler(&rounded_2<decltype(x), Op>); });
}
template <class Op>
Handler three(Type type, Op) {
    return for_float(type, [](auto x) { return Handler(&rounded_3<decltype(x), Op>); });
}

/// The smaller one: -0 is less than 0, and a number wins over NaN.
template <class F>
F smaller(F x, F y) {
    if (x != x || y != y) {
        return x != x ? y : x;
    }
    return x == y ? (std::signbit(x) ? x : y) : (x < y ? x : y);
}
template <class F>
F larger(F x, F y) {
    if (x != x || y != y) {
        return x != x ? y : x;
    }
    return x == y ? (std::signbit(x) ? y : x) : (x > y ? x : y);
}
template <class F>
F or_nan(F x, F y, F result) {
    return x != x || y != y ? std::numeric_limits<F>::quiet_NaN() : result;
}

/// A function of the next wider type, so that its result is rounded once.
template <class F>
using Wider = std::conditional_t<sizeof(F) == 4, double, long double>;

using Maker = Handler (*)(Type);

const std::map<std::string, Maker> makers = {
    {"add", [](Type t) { return two(t, [](auto x, auto y) { return x + y; }); }},
    {"sub", [](Type t) { return two(t, [](auto x, auto y) { return x - y; }); }},
    {"mul", [](Type t) { return two(t, [](auto x, auto y) { return x * y; }); }},
    {"div", [](Type t) { return two(t, [](auto x, auto y) { return x / y; }); }},
    {"fma",
     [](Type t) { return three(t, [](auto x, auto y, auto z) { return std::fma(x, y, z); }); }},
    {"rcp", [](Type t) { return one(t, [](auto x) { return decltype(x)(1) / x; }); }},
    {"sqrt", [](Type t) { return one(t, [](auto x) { return std::sqrt(x); }); }},
    {"rsqrt",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(1 / std::sqrt(Wider<decltype(x)>(x))); });
     }},
    {"sin",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(std::sin(Wider<decltype(x)>(x))); });
     }},
    {"cos",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(std::cos(Wider<decltype(x)>(x))); });
     }},
    {"ex2",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(std::exp2(Wider<decltype(x)>(x))); });
     }},
    {"lg2",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(std::log2(Wider<decltype(x)>(x))); });
     }},
    {"tanh",
     [](Type t) {
         return one(t, [](auto x) { return decltype(x)(std::tanh(Wider<decltype(x)>(x))); });
     }},
    {"min", [](Type t) { return two(t, [](auto x, auto y) { return smaller(x, y); }); }},
    {"max", [](Type t) { return two(t, [](auto x, auto y) { return larger(x, y); }); }},
    {"min.NaN",
     [](Type t) { return two(t, [](auto x, auto y) { return or_nan(x, y, smaller(x, y)); }); }},
    {"max.NaN",
     [](Type t) { return two(t, [](auto x, auto y) { return or_nan(x, y, larger(x, y)); }); }},
};

// What only moves signs keeps the bits of a NaN.
template <class F>
void negate(Thread& t, const Instr& i) {
    put<F>(t, i.d, -source<F>(t, i, i.a));
}
template <class F>
void absolute(Thread& t, const Instr& i) {
    put<F>(t, i.d, std::fabs(source<F>(t, i, i.a)));
}
/// copysign d, a, b: the sign of a, the rest of b.
template <class F>
void copy_sign(Thread& t, const Instr& i) {
    put<F>(t, i.d, std::copysign(get<F>(t, i.b), get<F>(t, i.a)));
}

template <class F, class Is>
void test_property(Thread& t, const Instr& i) {
    t.r[i.d] = Is{}(get<F>(t, i.a));
}

template <class F, class Is>
Handler tester(F, Is) {
    return &test_property<F, Is>;
}

template <class F>
Handler property(const std::string& name, F x) {
    return name == "testp.finite"       ? tester(x, [](F a) { return std::isfinite(a); })
           : name == "testp.infinite"   ? tester(x, [](F a) { return std::isinf(a); })
           : name == "testp.number"     ? tester(x, [](F a) { return !std::isnan(a); })
           : name == "testp.notanumber" ? tester(x, [](F a) { return std::isnan(a); })
           : name == "testp.normal"     ? tester(x, [](F a) { return std::isnormal(a); })
           : name == "testp.subnormal"
               ? tester(x, [](F a) { return std::fpclassify(a) == FP_SUBNORMAL; })
               : nullptr;
}

}  // namespace

Handler float_op(const std::string& name, Type type) {
    if (type.bytes == 2) {
        return half_op(name);
    }
    if (const auto found = makers.find(name); found != makers.end()) {
        return found->second(type);
    }
    return for_float(type, [&](auto x) -> Handler {
        using F = decltype(x);
        return name == "neg"        ? &negate<F>
               : name == "abs"      ? &absolute<F>
               : name == "copysign" ? Handler(&copy_sign<F>)
                                    : property<F>(name, x);
    });
}

}  // namespace ptx
