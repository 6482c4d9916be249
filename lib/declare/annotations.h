// The types that annotations of parameters give: `x: float32[:]`, `x: "float32[:]"`, `n: int`.
#pragma once

#include <optional>
#include <string>

#include "python/constants/evaluator.h"
#include "types/signature.h"

namespace pycu::sema {

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
