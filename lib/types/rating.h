// How well the arguments of a call fit a parameter list; private to this stage.
#pragma once

#include <compare>
#include <optional>

#include "types/convert.h"

namespace pycu {

/// How many conversions of each kind a call needs, the worst kind first: less is better.
struct Rating {
    int unsafe = 0;
    int safe = 0;
    int promote = 0;
    auto operator<=>(const Rating&) const = default;

    /// Counts one argument; false when it does not fit.
    bool count(std::optional<Conversion> conversion, Casting casting) {
        if (!conversion) return false;
        if (*conversion == Conversion::Unsafe && casting == Casting::Safe) return false;
        unsafe += *conversion == Conversion::Unsafe ? 1 : 0;
        safe += *conversion == Conversion::Safe ? 1 : 0;
        promote += *conversion == Conversion::Promote ? 1 : 0;
        return true;
    }
};

}  // namespace pycu
