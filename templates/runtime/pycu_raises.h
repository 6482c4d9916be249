// What raises under --debug: `raise`, `assert`, divisions by zero and a range without a step.
#ifndef PYCU_RAISES_INCLUDED
#define PYCU_RAISES_INCLUDED

#include "pycu.h"

namespace pycu {

#if PYCU_HOST

/// raise E("message"), and what `assert` and the checks below do.
[[noreturn]] inline void raise(const char* exception, const char* message,
                               const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    raise_text(file, line, exception, message);
}

#define PYCU_WHERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define PYCU_RAISE_ZERO(condition, message)                   \
    if (condition) {                                          \
        raise_text(file, line, "ZeroDivisionError", message); \
    }

#else

PYCU_DEVICE void raise(const char*, const char*) {
    stop_thread();
}

#define PYCU_WHERE int = 0
#define PYCU_RAISE_ZERO(condition, message)

#endif

/// The value of an Optional; None raises a TypeError.
#if PYCU_HOST
template <class T>
PYCU_INLINE T checked_value(const optional<T>& from, const char* message, PYCU_WHERE) {
    if (!from.has_value()) {
        raise_text(file, line, "TypeError", message);
    }
    return from.value();
}
#else
template <class T>
PYCU_INLINE T checked_value(const optional<T>& from, const char*) {
    return from.value();
}
#endif

/// a / b; Numba's kernels with debug=True raise as Python does.
template <class A, class B>
PYCU_INLINE auto checked_div(A a, B b, PYCU_WHERE) {
    PYCU_RAISE_ZERO(b == B(0), "division by zero")
    return a / b;
}

template <class A, class B>
PYCU_INLINE auto checked_floor_div(A a, B b, PYCU_WHERE) {
    using T = decltype(a + b);
    PYCU_RAISE_ZERO(b == B(0), is_float<T>::value ? "division by zero" : "integer division by zero")
    return floor_div(a, b);
}

template <class A, class B>
PYCU_INLINE auto checked_floor_mod(A a, B b, PYCU_WHERE) {
    using T = decltype(a + b);
    PYCU_RAISE_ZERO(b == B(0), is_float<T>::value ? "modulo by zero" : "integer modulo by zero")
    return floor_mod(a, b);
}

template <class A, class B>
PYCU_INLINE auto checked_divmod(A a, B b, PYCU_WHERE) {
    using T = decltype(a + b);
    PYCU_RAISE_ZERO(b == B(0), is_float<T>::value ? "modulo by zero" : "integer divmod by zero")
    return divmod(a, b);
}

template <class Base, class Exponent>
PYCU_INLINE auto checked_power(Base base, Exponent exponent, PYCU_WHERE) {
    if constexpr (!is_float<Exponent>::value) {
        PYCU_RAISE_ZERO(
            exponent < Exponent(0) && base == Base(0),
            is_float<Base>::value ? "division by zero" : "0 cannot be raised to a negative power")
    }
    return power(base, exponent);
}

/// range(start, stop, step) with a step that only a run knows.
template <class T>
PYCU_INLINE range<T> checked_range(T start, T stop, T step, PYCU_WHERE) {
#if PYCU_HOST
    if (step == 0) {
        raise_text(file, line, "ValueError", "range() arg 3 must not be zero");
    }
#endif
    return range<T>(start, stop, step);
}

#undef PYCU_WHERE
#undef PYCU_RAISE_ZERO

}  // namespace pycu

#endif  // PYCU_RAISES_INCLUDED
