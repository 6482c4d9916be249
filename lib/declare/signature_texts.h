// Signatures and types that stand in strings, with carets that land inside the string.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "declare/type_texts.h"

namespace pycu::sema {

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

}  // namespace pycu::sema
