// pycu::optional: a value or Python's None.
//
//   pycu::optional<float> x = pycu::none;     x = 2.5f;     if (x.has_value()) { y = x.value(); }
#pragma once

#include "pycu_module.h"

namespace pycu {

/// The type of None: one value, and that is nothing.
enum none_t : unsigned char { none };

/// A value or None. Asking for the value of None ends the thread, as Python's TypeError would.
template <class T>
class optional {
  public:
    constexpr PYCU_INLINE optional(none_t = none) {}
    constexpr PYCU_INLINE optional(const T& value) : value_(value), has_value_(true) {}
    template <class U>
    constexpr PYCU_INLINE explicit optional(const optional<U>& other)
        : value_(T(other.value_or_zero())), has_value_(other.has_value()) {}

    constexpr PYCU_INLINE bool has_value() const { return has_value_; }
    constexpr PYCU_INLINE const T& value_or_zero() const { return value_; }
    PYCU_INLINE const T& value() const {
        if (!has_value_) {
            stop_thread("TypeError", "None has no value");
        }
        return value_;
    }

  private:
    T value_{};
    bool has_value_ = false;
};

}  // namespace pycu
