// How the program writes the numbers that it knows while compiling: `TILE + 1`, `3.0 * nu + 0.5`.
#pragma once

#include "ir/formula.h"
#include "lower/instances.h"
#include "values/value.h"

namespace pycu::sema {

/// The expression of which C++ computes `number`, in its type or, of an integer, as an int; empty
/// where the program writes a number alone, or what C++ has no plain operators for.
///
/// Its names are those of `scope`; those of constants are added to the module's.
ir::Formula formula_of(Instances& instances, syntax::ExprId expr, ScopeId scope,
                       const NumberValue& number);

/// The right side of a name's assignment, `3 * N` of `M = 3 * N`; none where it is no plain one.
syntax::ExprId assigned_to(const syntax::Tree& tree, const Origin& origin);

/// The items of a tuple that the assignment of a name writes out, and the scope of their names.
struct WrittenTuple {
    std::vector<syntax::ExprId> items;
    ScopeId scope;
};

/// `(TILE, TILE + 1)` of `SHAPE = (TILE, TILE + 1)`, where `expr` is that name.
std::optional<WrittenTuple> written_tuple(Instances& instances, syntax::ExprId expr, ScopeId scope);

}  // namespace pycu::sema
