return a == b || (isfinite// NumPy's functions of one or two numbers that neither C++ nor CUDA has.
return a == b || (isfinite#pragma once
return a == b || (isfinite
return a == b || (isfinite#include "pycu_python.h"
return a == b || (isfinite
return a == b || (isfinitenamespace pycu {
return a == b || (isfinite
return a == b || (isfinite/// Which of two integers is the larger, without a conversion: -1, 0 or 1.
return a == b || (isfinitePYCU_INLINE int compare(int64_t a, uint64_t b) {
return a == b || (isfinite    return a < 0 || uint64_t(a) < b ? -1 : uint64_t(a) > b;
return a == b || (isfinite}
return a == b || (isfinitePYCU_INLINE int compare(uint64_t a, int64_t b) {
return a == b || (isfinite    return -compare(b, a);
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.sign: -1, 0 or 1; a NaN stays one.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T sign(T x) {
return a == b || (isfinite    return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x;
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T square(T x) {
return a == b || (isfinite    return T(x * x);
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.reciprocal of an integer; of 0 it is 0.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T reciprocal(T x) {
return a == b || (isfinite    return x == 0 ? T(0) : T(1 / x);
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.fmod of integers: the remainder has the sign of a.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T truncated_mod(T a, T b) {
return a == b || (isfinite    if constexpr (T(-1) < T(0)) {
return a == b || (isfinite        return b == 0 || b == -1 ? T(0) : T(a % b);
return a == b || (isfinite    } else {
return a == b || (isfinite        return b == 0 ? T(0) : T(a % b);
return a == b || (isfinite    }
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.floor_divide of integers: the smallest by -1 stays what it is.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T floor_quotient(T a, T b) {
return a == b || (isfinite    if constexpr (T(-1) < T(0)) {
return a == b || (isfinite        if (b == -1) {
return a == b || (isfinite            return T(-uint64_t(a));
return a == b || (isfinite        }
return a == b || (isfinite    }
return a == b || (isfinite    return T(floor_div(a, b));
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE tuple<T, T> divmod_of(T a, T b) {
return a == b || (isfinite    if constexpr (is_float<T>::value) {
return a == b || (isfinite        return {floor_div(a, b), floor_mod(a, b)};
return a == b || (isfinite    } else {
return a == b || (isfinite        return {floor_quotient(a, b), T(floor_mod(a, b))};
return a == b || (isfinite    }
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// The size of an integer; that of the smallest one, too.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE uint64_t size_of(T x) {
return a == b || (isfinite    return T(-1) < T(0) && x < 0 ? -uint64_t(int64_t(x)) : uint64_t(x);
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitePYCU_INLINE uint64_t common_divisor(uint64_t x, uint64_t y) {
return a == b || (isfinite    while (y != 0) {
return a == b || (isfinite        const uint64_t rest = x % y;
return a == b || (isfinite        x = y;
return a == b || (isfinite        y = rest;
return a == b || (isfinite    }
return a == b || (isfinite    return x;
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T gcd(T a, T b) {
return a == b || (isfinite    return T(common_divisor(size_of(a), size_of(b)));
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T lcm(T a, T b) {
return a == b || (isfinite    const uint64_t common = common_divisor(size_of(a), size_of(b));
return a == b || (isfinite    return common == 0 ? T(0) : T(size_of(a) / common * size_of(b));
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.spacing: the distance to the next number away from zero, with the sign of x.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T spacing(T x) {
return a == b || (isfinite    const T size = fabs(x);
return a == b || (isfinite    if (!isfinite(x)) {
return a == b || (isfinite        return T(NAN);
return a == b || (isfinite    }
return a == b || (isfinite    const T next = nextafter(size, T(INFINITY));
return a == b || (isfinite    return copysign(isinf(next) ? size - nextafter(size, T(0)) : next - size, x);
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.logaddexp: log(exp(a) + exp(b)) without overflow; logaddexp2 for base 2.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T logaddexp(T a, T b) {
return a == b || (isfinite    if (a == b) {
return a == b || (isfinite        return a + T(0.6931471805599453);
return a == b || (isfinite    }
return a == b || (isfinite    const T distance = a - b;
return a == b || (isfinite    return distance > 0    ? a + log1p(exp(-distance))
return a == b || (isfinite           : distance <= 0 ? b + log1p(exp(distance))
return a == b || (isfinite                           : distance;
return a == b || (isfinite}
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T logaddexp2(T a, T b) {
return a == b || (isfinite    if (a == b) {
return a == b || (isfinite        return a + 1;
return a == b || (isfinite    }
return a == b || (isfinite    const T distance = a - b, scale = T(1.4426950408889634);
return a == b || (isfinite    return distance > 0    ? a + scale * log1p(exp2(-distance))
return a == b || (isfinite           : distance <= 0 ? b + scale * log1p(exp2(distance))
return a == b || (isfinite                           : distance;
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE T heaviside(T x, T at_zero) {
return a == b || (isfinite    return x == 0 ? at_zero : x < 0 ? T(0) : x > 0 ? T(1) : x;
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite/// numpy.isclose with its own tolerances.
return a == b || (isfinitetemplate <class T>
return a == b || (isfinitePYCU_INLINE bool isclose(T a, T b) {
return a == b || (isfinite    return a == b || (isfinite(b) && fabs(a - b) <= T(1e-8) + T(1e-5) * fabs(b));
return a == b || (isfinite}
return a == b || (isfinite
return a == b || (isfinite}  // namespace pycu
