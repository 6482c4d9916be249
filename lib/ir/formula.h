// How the program writes a number that is known while compiling.
#pragma once

#include <variant>
#include <vector>

#include "ir/expr.h"
#include "types/operators.h"

namespace pycu::ir {

/// 1e-3  ->  1e-3     `written` is where the program has it
struct FormulaNumber {
    Number value;
    Type type;
    Range written;
};

/// np.float32(x)  ->  float(x)
struct FormulaCast {
    Type type;
};

/// An operand, or an operator that stands behind its operands.
using FormulaPart = std::variant<FormulaNumber, ConstantId, FormulaCast, UnaryOp, BinaryOp>;

/// TILE + 1  ->  {TILE, 1, +}
///
/// Numbers and scalar constants of the module, of which C++ computes the very number that the
/// program has, in its type or as an int. Empty where the number alone stands in the text.
using Formula = std::vector<FormulaPart>;

/// Calls `visit` for each constant that stands in the formula.
template <class AnyFormula, class Visit>
void for_each_constant(AnyFormula& formula, const Visit& visit) {
    for (auto& part : formula) {
        if (auto* constant = std::get_if<ConstantId>(&part)) {
            visit(*constant);
        }
    }
}

}  // namespace pycu::ir
