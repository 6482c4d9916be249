// A call's argument types -> the row that serves it, or why none does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/intrinsics.h"
#include "types/type.h"

namespace pycu::api {

/// The row of a call.
struct Resolution {
    const Intrinsic* row = nullptr;
    /// What the row's class is bound to; the error type where it has none.
    Type bound;
    /// What each argument is converted to. A place's is the type of the element, unconverted.
    std::vector<Type> params;
    Type result;
};

/// Why a call has no row.
struct Refusal {
    enum class Reason : std::uint8_t {
        UnknownName,    ///< `similar` has the names that are nearly the same
        ArgumentCount,  ///< `expected` says how many there may be: "1", "1 or 2", "2 or more"
        NoOverload,     ///< `available` lists the signatures: "float32(float32)"
        Later,          ///< Numba has it, pycu has not yet
    };
    Reason reason = Reason::UnknownName;
    std::vector<std::string> similar;
    std::string expected;
    std::vector<std::string> available;
};

/// Finds the row of a call as Numba does: the first of the best by the conversions it needs; for
/// NumPy's functions the first whose types hold every argument's values.
///
/// The first argument of an atomic is its place, the element that array and index name together:
/// `cuda.atomic.add(a, i, v)` resolves with the types of `a[i]` and `v`. The place of
/// `compare_and_swap(a, old, v)` is `a[0]`. An attribute (`cuda.threadIdx.x`) has no arguments.
/// A literal counts as an int64, uint64, float64 or bool.
std::variant<Resolution, Refusal> resolve(std::string_view name, std::span<const Type> args,
                                          TypeTable& table);

/// Whether there are rows of that name, or Numba has it and pycu answers "later".
bool is_known(std::string_view name);

/// How many arguments all rows of that name take; 0 where there are none, or they differ.
std::size_t parameter_count(std::string_view name, TypeTable& table);

/// Whether the name's first argument is a place: an atomic.
bool takes_place(std::string_view name);

/// Whether `array[index]` is an element that an atomic can change: one real number for one
/// dimension, a tuple of as many real numbers for several. They are converted to int64.
bool is_atomic_index(Type array, Type index, const TypeTable& table);

/// The known names that differ least from an unknown one, at most three, best first.
std::vector<std::string> similar_names(std::string_view name);

}  // namespace pycu::api
