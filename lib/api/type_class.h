// The type classes of signatures of rows: `F` in "F(F, F)" is any float, the same everywhere.
#pragma once

#include <span>
#include <string_view>

#include "types/type.h"

namespace pycu::api {

/// One type of a class. Numba's lists have entries that are converted further before the function
/// is computed: `math.sin` takes an int64 and computes in float64.
struct ClassMember {
    Type accepts;
    Type binds;
};

/// A class: its name in signatures and its types, in the order in which Numba tries them.
struct TypeClass {
    std::string_view name;
    std::span<const ClassMember> members;
};

/// The class of a name; null when the name is no class.
const TypeClass* find_class(std::string_view name);

/// Every class.
std::span<const TypeClass> all_classes();

}  // namespace pycu::api
