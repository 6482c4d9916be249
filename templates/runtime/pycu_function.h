// What the wrappers of functions that the host calls are made of: they call a device function on
// the caller's thread, and what it raises is the text of the error.
#ifndef PYCU_FUNCTION_INCLUDED
#define PYCU_FUNCTION_INCLUDED

#include <string.h>

#include <type_traits>

#include "pycu_heap.h"
#include "pycu_launch.h"
#include "pycu_raises.h"

// Ufuncs of the host: their entries raise, and NumPy is told of divisions by zero and the like.
#define PYCU_OF_HOST 1
#undef PYCU_ENTRIES
#define PYCU_ENTRIES(module)                        \
    namespace {                                     \
    struct module##_entries__ : module##_module__ { \
        static constexpr bool pycu_raises = true;

namespace pycu {

/// The integer in front of the point, where one of this width holds it; of what is larger, and of a
/// NaN, what processors make of it, as in Numba's njit.
template <class T, class F>
T truncated(F x) {
    if constexpr (std::is_same_v<T, uint64_t>) {
        constexpr F half = F(9223372036854775808.0);
        if (x >= half) {
            return uint64_t(truncated<int64_t>(x - half)) ^ (uint64_t(1) << 63);
        }
        return uint64_t(truncated<int64_t>(x));
    } else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, uint32_t>) {
        const bool fits = x >= F(-9223372036854775808.0) && x < F(9223372036854775808.0);
        return T(fits ? int64_t(x) : INT64_MIN);
    } else {
        const bool fits = double(x) > -2147483649.0 && double(x) < 2147483648.0;
        return T(fits ? int32_t(x) : INT32_MIN);
    }
}

/// The smallest element, or the first NaN.
template <class Element, class T, int R>
Element min_of(const array<T, R>& a) {
    bool is_first = true;
    Element best{};
    visit_while(a, [&](auto x) {
        best = is_first || x < best || x != x ? x : best;
        is_first = false;
        return x == x;
    });
    if (is_first) {
        stop_thread("ValueError",
                    "zero-size array to reduction operation minimum which has no identity");
    }
    return best;
}

/// The largest element, or the first NaN.
template <class Element, class T, int R>
Element max_of(const array<T, R>& a) {
    bool is_first = true;
    Element best{};
    visit_while(a, [&](auto x) {
        best = is_first || x > best || x != x ? x : best;
        is_first = false;
        return x == x;
    });
    if (is_first) {
        stop_thread("ValueError",
                    "zero-size array to reduction operation maximum which has no identity");
    }
    return best;
}

/// What a function takes for a value of the C ABI.
template <class T>
auto taken(T value) {
    return pycu_argument(value);
}

/// Writes a value where the caller wants it; both types have one layout.
template <class To, class From>
void give(To* to, const From& value) {
    static_assert(sizeof(To) == sizeof(From), "one layout");
    memcpy(to, &value, sizeof value);
}

/// An array that a function returns, as C has it.
template <class To, class T, int R>
void give(To* to, const array<T, R>& value) {
    to->data =
        reinterpret_cast<decltype(to->data)>(const_cast<std::remove_const_t<T>*>(value.data));
    for (int k = 0; k < R; ++k) {
        to->shape[k] = value.shape[k];
        to->strides[k] = value.strides[k];
    }
}
template <class To, class T>
void give(To* to, const list<T>& value) {
    to->data = reinterpret_cast<decltype(to->data)>(value.body->data);
    to->shape[0] = value.body->size;
    to->strides[0] = sizeof(T);
}

/// Calls a member of a module; returns 0, or PYCU_ERROR_RAISED with a text in the report.
template <class Module, class... Params>
int call_host(Report& report, void (Module::*function)(Params...), same<Params>... args) {
    report.text[0] = '\0';
    release_heap();
    try {
        Module module{};
        (module.*function)(args...);
        return PYCU_SUCCESS;
    } catch (const Raised& raised) {
        snprintf(report.text, sizeof report.text, "%s", raised.text);
    } catch (const Stop& stop) {
        snprintf(report.text, sizeof report.text, "%s", raised_by(stop).text);
    }
    return PYCU_ERROR_RAISED;
}

}  // namespace pycu

#endif  // PYCU_FUNCTION_INCLUDED
