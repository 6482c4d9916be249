// Arithmetic of float16: computed in float64, which holds every sum and product of two exactly, and
// rounded once.
#include <cmath>

#include "half.h"
#include "ops.h"

namespace ptx {

namespace {

double value(const Thread& t, uint32_t slot) {
    return half_value(uint16_t(t.r[slot]));
}

void result(Thread& t, const Instr& i, double x) {
    x = !i.saturates ? x : x != x || x <= 0 ? 0 : x < 1 ? x : 1;
    t.r[i.d] = half_bits(x);
}

template <class F>
Handler one(F) {
    return [](Thread& t, const Instr& i) { result(t, i, F{}(value(t, i.a))); };
}
template <class F>
Handler two(F) {
    return [](Thread& t, const Instr& i) { result(t, i, F{}(value(t, i.a), value(t, i.b))); };
}
template <class F>
Handler three(F) {
    return [](Thread& t, const Instr& i) {
        result(t, i, F{}(value(t, i.a), value(t, i.b), value(t, i.c)));
    };
}

// Signs are bits, those of a NaN too.
void negate(Thread& t, const Instr& i) {
    t.r[i.d] = uint16_t(t.r[i.a]) ^ 0x8000u;
}
void absolute(Thread& t, const Instr& i) {
    t.r[i.d] = uint16_t(t.r[i.a]) & 0x7fffu;
}

}  // namespace

Handler half_op(const std::string& name) {
    return name == "add"    ? two([](double x, double y) { return x + y; })
           : name == "sub"  ? two([](double x, double y) { return x - y; })
           : name == "mul"  ? two([](double x, double y) { return x * y; })
           : name == "fma"  ? three([](double x, double y, double z) { return x * y + z; })
           : name == "ex2"  ? one([](double x) { return std::exp2(x); })
           : name == "tanh" ? one([](double x) { return std::tanh(x); })
           : name == "neg"  ? &negate
           : name == "abs"  ? &absolute
                            : nullptr;
}

}  // namespace ptx
