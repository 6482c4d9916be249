// The numbers that a float16 holds.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace pycu {

/// The nearest float16 to a number, the even one of two, as a double.
inline double round_to_float16(double x) {
    if (!std::isfinite(x) || x == 0) {
        return x;
    }
    constexpr int least_exponent = -14;
    constexpr int digits = 10;
    constexpr double largest = 65504;
    const double unit = std::ldexp(1.0, std::max(std::ilogb(x), least_exponent) - digits);
    const double rounded = std::nearbyint(x / unit) * unit;
    return std::abs(rounded) <= largest ? rounded
                                        : std::copysign(std::numeric_limits<double>::infinity(), x);
}

}  // namespace pycu
