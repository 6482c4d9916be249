// Where Python's arithmetic and C++'s differ: //, %, **, shifts, float to int, round, range.
//
// Results are those of Numba's CUDA target. A division of integers by zero gives 0, and so does
// the smallest integer divided by -1; a float never raises.
#pragma once

#include "pycu_target.h"
#include "pycu_tuple.h"

namespace pycu {

template <class T>
struct is_float {
    static constexpr bool value = false;
};
template <>
struct is_float<float> {
    static constexpr bool value = true;
};
template <>
struct is_float<double> {
    static constexpr bool value = true;
};

template <bool Signed>
struct int_64 {
    using type = int64_t;
};
template <>
struct int_64<false> {
    using type = uint64_t;
};

/// int64_t or uint64_t, whichever has T's sign.
template <class T>
using widened = typename int_64<(T(-1) < T(0))>::type;

/// The smallest value of an integer type.
template <class T>
PYCU_INLINE constexpr T lowest() {
    return T(-1) < T(0) ? T(uint64_t(1) << (sizeof(T) * 8 - 1)) : T(0);
}

template <class T>
PYCU_INLINE T float_floor_div(T a, T b) {
    if (b == 0) {
        return a / b;
    }
    const T mod = T(fmod(a, b));
    T div = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0)) {
        div -= 1;
    }
    if (div < 0 || div > 0) {
        const T whole = floor(div);
        return div - whole > T(0.5) ? whole + 1 : whole;
    }
    return div * div * a / b;
}

template <class T>
PYCU_INLINE T float_floor_mod(T a, T b) {
    const T mod = T(fmod(a, b));
    if (mod != 0 || b == 0) {
        return (b < 0) != (mod < 0) ? mod + b : mod;
    }
    return b < 0 ? T(-0.0) : T(0.0);
}

/// What to divide a by in place of b: where a / b has no result in C++, 1 gives the remainder that
/// Python's is, and the same division serves a // b and a % b.
template <class T>
PYCU_INLINE T divisor(T a, T b) {
    const bool has_result = b != 0 && !(b == -1 && a == lowest<T>());
    return has_result ? b : T(1);
}

/// a // b, rounded towards minus infinity.
template <class A, class B>
PYCU_INLINE auto floor_div(A left, B right) {
    using T = decltype(left + right);
    const T a = T(left), b = T(right);
    if constexpr (is_float<T>::value) {
        return float_floor_div(a, b);
    } else if constexpr (T(-1) < T(0)) {
        const T by = divisor(a, b);
        const T quotient = a / by;
        const T remainder = a % by;
        const T whole = remainder != 0 && (remainder < 0) != (b < 0) ? T(quotient - 1) : quotient;
        return by == b ? whole : T(0);
    } else {
        return b == 0 ? T(0) : T(a / b);
    }
}

/// a % b, with the sign of b.
template <class A, class B>
PYCU_INLINE auto floor_mod(A left, B right) {
    using T = decltype(left + right);
    const T a = T(left), b = T(right);
    if constexpr (is_float<T>::value) {
        return float_floor_mod(a, b);
    } else if constexpr (T(-1) < T(0)) {
        const T remainder = a % divisor(a, b);
        return remainder != 0 && (remainder < 0) != (b < 0) ? T(remainder + b) : remainder;
    } else {
        return b == 0 ? T(0) : T(a % b);
    }
}

/// divmod(a, b).
template <class A, class B>
PYCU_INLINE auto divmod(A left, B right) {
    using T = decltype(left + right);
    return tuple<T, T>{floor_div(left, right), floor_mod(left, right)};
}

template <class T, class Exponent>
PYCU_INLINE T power_by_squaring(T base, Exponent exponent) {
    T result = 1;
    while (exponent != 0) {
        if (exponent & 1) {
            result *= base;
        }
        exponent >>= 1;
        base *= base;
    }
    return result;
}

template <class T>
PYCU_INLINE T integer_power(T base, int64_t exponent) {
    if (exponent < 0) {
        if (base == 0) {
            return lowest<int64_t>();
        }
        if (base != 1 && base != T(-1)) {
            return 0;
        }
        exponent = exponent & 1;
    }
    return T(power_by_squaring(uint64_t(base), uint64_t(exponent)));
}

template <class T, class Exponent>
PYCU_INLINE T float_power(T base, Exponent exponent) {
    const bool invert = exponent < 0;
    const uint64_t magnitude = invert ? -uint64_t(exponent) : uint64_t(exponent);
    if (magnitude > 0x10000) {
        return T(pow(double(base), double(exponent)));
    }
    const T result = power_by_squaring(base, magnitude);
    return invert ? 1 / result : result;
}

/// base ** exponent: integers modulo 2^64, a negative exponent of integers gives 0 or +-1 (and of
/// 0 the smallest int64), a float to an integer by squaring.
template <class Base, class Exponent>
PYCU_INLINE auto power(Base base, Exponent exponent) {
    if constexpr (is_float<Exponent>::value) {
        return pow(base, exponent);
    } else if constexpr (is_float<Base>::value) {
        return float_power(base, exponent);
    } else if constexpr (Exponent(-1) < Exponent(0)) {
        return integer_power(widened<Base>(base), int64_t(exponent));
    } else {
        return widened<Base>(power_by_squaring(uint64_t(base), uint64_t(exponent)));
    }
}

/// x << n in 64 bits: 0 when n is 64 or more, or negative.
template <class T, class Count>
PYCU_INLINE auto shift_left(T x, Count n) {
    return uint64_t(n) > 63 ? widened<T>(0) : widened<T>(uint64_t(widened<T>(x)) << int(n));
}

/// x >> n in 64 bits: nothing but sign bits when n is 64 or more, or negative.
template <class T, class Count>
PYCU_INLINE auto shift_right(T x, Count n) {
    if constexpr (T(-1) < T(0)) {
        return widened<T>(x) >> (uint64_t(n) > 63 ? 63 : int(n));
    } else {
        return uint64_t(n) > 63 ? widened<T>(0) : widened<T>(widened<T>(x) >> int(n));
    }
}

/// abs(x); the smallest integer stays what it is.
template <class T>
PYCU_INLINE T abs(T x) {
    if constexpr (is_float<T>::value) {
        return T(fabs(x));
    } else if constexpr (T(-1) < T(0)) {
        return x < 0 ? T(-uint64_t(x)) : x;
    } else {
        return x;
    }
}

/// min and max of one type as Python finds them: a NaN in first place stays.
template <class T>
PYCU_INLINE T min(T x) {
    return x;
}
template <class T, class... More>
PYCU_INLINE T min(T x, T y, More... more) {
    return min(y < x ? y : x, more...);
}

template <class T>
PYCU_INLINE T max(T x) {
    return x;
}
template <class T, class... More>
PYCU_INLINE T max(T x, T y, More... more) {
    return max(y > x ? y : x, more...);
}

/// Python's range: the values from `start` until before `stop`, whatever the sign of `step`.
///
///   for (const int64_t i : pycu::range<int64_t>(a, b, s)) { ... }
template <class T>
struct range {
    T start, stop, step;

    range() = default;
    PYCU_INLINE range(T first, T end, T by) : start(first), stop(end), step(by) {}

    struct iterator {
        T value;
        T step;
        uint64_t left;
        PYCU_INLINE T operator*() const { return value; }
        PYCU_INLINE void operator++() {
            value = T(uint64_t(value) + uint64_t(step));
            --left;
        }
        PYCU_INLINE bool operator!=(const iterator& end) const { return left != end.left; }
    };

    /// A step of 0 is a ValueError in Python, and ends the thread.
    PYCU_INLINE iterator begin() const {
        if (step == 0) {
            stop_thread("ValueError", "range() arg 3 must not be zero");
        }
        return {start, step, count()};
    }
    PYCU_INLINE iterator end() const { return {start, step, 0}; }

    /// How many values there are, as in len(range(...)); none for a step of 0.
    PYCU_INLINE T size() const { return T(count()); }

  private:
    PYCU_INLINE uint64_t count() const {
        // As in Numba the step has a sign even where the values have none.
        if (int64_t(step) > 0 && start < stop) {
            return (uint64_t(stop) - uint64_t(start) - 1) / uint64_t(step) + 1;
        }
        if (int64_t(step) < 0 && start > stop) {
            return (uint64_t(start) - uint64_t(stop) - 1) / -uint64_t(step) + 1;
        }
        return 0;
    }
};

}  // namespace pycu
