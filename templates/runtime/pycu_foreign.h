// Functions that others wrote: what device code calls, declared with cuda.declare_device.
#ifndef PYCU_FOREIGN_INCLUDED
#define PYCU_FOREIGN_INCLUDED

#include <type_traits>

#include "pycu_array.h"
#include "pycu_module.h"

namespace pycu {

/// Calls a function by Numba's convention: it returns through its first parameter, and something
/// else than 0 where it has raised an exception, which ends the thread.
template <class Result, class... Parameters>
PYCU_DEVICE Result call_foreign(int (*function)(Result*, Parameters...),
                                std::common_type_t<Parameters>... args) {
    Result result{};
    if (function(&result, args...) != 0) {
        stop_thread();
    }
    return result;
}
template <class... Parameters>
PYCU_DEVICE void call_foreign(int (*function)(void*, Parameters...),
                              std::common_type_t<Parameters>... args) {
    if (function(nullptr, args...) != 0) {
        stop_thread();
    }
}

/// The first element of an array, one that is declared in device code among them.
template <class Array>
PYCU_DEVICE auto pointer_to(Array&& array) {
    if constexpr (std::is_array_v<std::remove_reference_t<Array>>) {
        using Item = std::remove_all_extents_t<std::remove_reference_t<Array>>;
        return reinterpret_cast<Item*>(&array);
    } else {
        return array.data;
    }
}

}  // namespace pycu

#endif  // PYCU_FOREIGN_INCLUDED
