// float16 as bits: its value, and the nearest one of a value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ptx {

inline double half_value(uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == 31) {
        return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    }
    return sign *
           (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

/// Rounded to the nearest, the even one of two.
inline uint16_t half_bits(double x) {
    const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    if (x != x) {
        return 0x7fff;
    }
    const double size = std::fabs(x);
    if (size >= 65520.0) {
        return sign | 0x7c00;
    }
    if (size == 0) {
        return sign;
    }
    int exponent = 0;
    std::frexp(size, &exponent);
    const int step = std::max(exponent - 11, -24);  // of the last bit
    const auto units = uint16_t(std::nearbyint(std::ldexp(size, -step)));
    return uint16_t(sign | (step == -24 ? units : ((step + 24) << 10) + units));
}

}  // namespace ptx
