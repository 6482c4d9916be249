// Division under `fastmath=True`.
#include "emit/exprs.h"

namespace pycu::emit {

/// `fastmath=True` divides float32 with one instruction and a multiplication.
bool ExprPrinter::is_fast_division(ir::ExprId id) const {
    const auto* division = get<ir::Binary>(id);
    return function_.options.fastmath && type(id) == float32 && division != nullptr &&
           division->op == BinaryOp::Div;
}

Printed ExprPrinter::fast_division(const ir::Binary& e) const {
    return {{"__fdividef(" + exact(e.left).as(Precedence::Assignment) + ", " +
                 exact(e.right).as(Precedence::Assignment) + ")",
             Precedence::Postfix},
            float32};
}

}  // namespace pycu::emit
