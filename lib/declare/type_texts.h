// Texts of types: `void(float32[:, ::1], int32)`, `float32[:]`, and annotations.
//
// Numba evaluates such a text as Python with the names of numba.types, and so does pycu. What goes
// wrong has its place in the text, so that a caret lands on the bad word.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "python/evaluator.h"
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

// ---- Signatures and types that stand in strings, with carets that land inside the string.

/// The range of some bytes of a text, by offset and length.
using PlaceOf = std::function<Range(std::size_t offset, std::size_t length)>;

/// Where the bytes of a string literal are; the whole expression where it is no plain literal.
PlaceOf places_of_literal(const syntax::Tree& tree, syntax::ExprId expr);

/// The same for a quoted text of another file.
PlaceOf places_of_quoted(const SourceFile& file, Range whole, std::string_view value);

/// Names of types that strings may use beside Numba's own: those bound to types in a scope.
TypeLookup types_in_scope(Evaluator& evaluator, ScopeId scope);

/// Reads a signature; reports what is wrong with it.
std::optional<Signature> read_signature(std::string_view text, const PlaceOf& place,
                                        Evaluator& evaluator, ScopeId scope, diag::Sink& sink);
/// The same with type variables: `void(T[:]) for T in float32, float64`.
std::optional<std::vector<Signature>> read_signatures(std::string_view text, const PlaceOf& place,
                                                      Evaluator& evaluator, ScopeId scope,
                                                      diag::Sink& sink);

/// Reports why something is no signature: with the one "later" code where pycu will take it.
void report_problem(const TypeProblem& problem, Range range, diag::Sink& sink);
void report_unknown(const Unknown& why, std::string_view written, Range range, diag::Sink& sink);

// ---- The types that annotations of parameters give: `x: float32[:]`, `x: "float32[:]"`, `n: int`.

/// What one annotation says.
struct AnnotatedType {
    /// The type, when it says one.
    std::optional<Type> type;
    /// `NDArray[np.float32]`: an array whose number of dimensions it does not say.
    std::optional<Scalar> element;
    /// A string that is meant as a type and is none.
    std::optional<TypeProblem> problem;
    /// Where the problem, or the annotation, is.
    Range range;
};

/// Reads an annotation; one that speaks of something else than a type of Numba's says nothing.
AnnotatedType read_annotation(syntax::ExprId annotation, ScopeId scope, Evaluator& evaluator);

}  // namespace pycu::sema
