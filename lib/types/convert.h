// Which type may become which, what two paths make of a variable, and which overload fits a call.
//
// The rules are those of Numba's CUDA typing context; testdata/oracle holds them as data.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "types/type.h"

namespace pycu {

/// How well a value of one type serves where another is wanted, best first.
enum class Conversion : std::uint8_t { Exact, Promote, Safe, Unsafe };

/// The kind of conversion from one type to another; nothing when there is none.
std::optional<Conversion> can_convert(Type from, Type to, const TypeTable& table);
std::optional<Conversion> can_convert(Scalar from, Scalar to);

/// The type of a variable where two paths meet; nothing when the two have none in common. A literal
/// counts as int64, uint64, float64 or bool; `none` and a T make an Optional(T).
std::optional<Type> unify(Type a, Type b, TypeTable& table);

/// The type of a variable where any number of paths meet; the order may matter, as in Numba.
std::optional<Type> unify(std::span<const Type> types, TypeTable& table);

/// Whether `a[i] = value` compiles for an array of `element`: `element` and `value` are scalars.
bool can_store(Type element, Type value);

/// Whether a function declared to return `declared` may return a `value`.
bool can_return(Type declared, Type value, const TypeTable& table);

/// Which conversions an overload may ask for.
enum class Casting : std::uint8_t { Safe, Unsafe };

/// The index of the parameter list that serves the arguments best, the first of equals; nothing
/// when no list fits. Lists of another length do not fit.
std::optional<std::size_t> best_overload(std::span<const Type> args,
                                         std::span<const std::vector<Type>> candidates,
                                         const TypeTable& table, Casting casting = Casting::Unsafe);

// ---- How well the arguments of a call fit a parameter list; private to this stage.

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
