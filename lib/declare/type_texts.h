// Texts of types: `void(float32[:, ::1], int32)`, `float32[:]`.
//
// Numba evaluates such a text as Python with the names of numba.types, and so does pycu. What goes
// wrong has its place in the text, so that a caret lands on the bad word.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "python/constants/evaluator.h"
#include "types/signature.h"

namespace pycu::sema {

/// Why a value is no signature, and which of the items of a tuple is to blame.
struct NoSignature {
    Unknown why;
    std::optional<std::size_t> item{};
};

/// The signature that a value is: one that was made, or a tuple of types.
std::variant<Signature, NoSignature> signature_of(const Value& value, const TypeTable& table);

/// Names beyond Numba's own: those that the module binds to types.
using TypeLookup = std::function<std::optional<Type>(std::string_view name)>;

/// Reads `void(float32[:], int32)`, `(float32[:], int32)` or `float32[:], int32`.
OrProblem<Signature> parse_signature(std::string_view text, Evaluator& evaluator,
                                     const TypeLookup& lookup = {});

/// Reads a signature with type variables, `void(T[:], T[:]) for T in float32, float64`, and gives
/// one signature for each type (for each combination, when there are several variables). A
/// signature without variables gives one.
OrProblem<std::vector<Signature>> parse_signatures(std::string_view text, Evaluator& evaluator,
                                                   const TypeLookup& lookup = {});

/// Reads one type: `float32[:, ::1]`.
OrProblem<Type> parse_type(std::string_view text, Evaluator& evaluator,
                           const TypeLookup& lookup = {});

}  // namespace pycu::sema
