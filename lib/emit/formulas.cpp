// Formulas as C++: `TILE + 1`, `1.0 / tau`, `float(2.0 * M_PI)`.
#include "emit/cpp_operators.h"
#include "emit/cpp_types.h"
#include "emit/texts.h"
#include "support/match.h"

namespace pycu::emit {

namespace {

/// The operands that have no operator yet.
using Stack = std::vector<CppText>;

CppText taken(Stack& stack) {
    CppText last = std::move(stack.back());
    stack.pop_back();
    return last;
}

}  // namespace

CppText formula_text(const ir::Module& module, const ir::Formula& formula) {
    Stack stack;
    const TypeTable no_tuples;
    for (const ir::FormulaPart& part : formula) {
        std::visit(
            match{
                [&](const ir::FormulaNumber& number) {
                    const auto text =
                        literal(number.value, number.type, module.text(number.written));
                    stack.push_back(text.text);
                },
                [&](ir::ConstantId id) {
                    stack.push_back({module.constants[id].spelling, Precedence::Primary});
                },
                [&](const ir::FormulaCast& cast) {
                    const CppText operand = taken(stack);
                    stack.push_back({cuda_name(cast.type, no_tuples) + "(" + operand.text + ")",
                                     Precedence::Postfix});
                },
                [&](UnaryOp op) {
                    const CppText operand = taken(stack);
                    stack.push_back(signed_by(op, operand));
                },
                [&](BinaryOp op) {
                    const CppText right = taken(stack);
                    const CppOperator& sign = operator_text(op);
                    stack.push_back({joined_by(sign, taken(stack), right), sign.own});
                },
            },
            part);
    }
    return taken(stack);
}

}  // namespace pycu::emit
