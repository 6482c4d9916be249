// Which functions have a fast form. See fast_math.h.
#include "emit/fast_math.h"

#include <utility>

#include "emit/exprs.h"

namespace pycu::emit {

std::string_view fast_function(std::string_view row) {
    constexpr std::pair<std::string_view, std::string_view> functions[] = {
        {"cos", "__cosf"},     {"exp", "__expf"},   {"log", "__logf"},
        {"log10", "__log10f"}, {"log2", "__log2f"}, {"pow", "__powf"},
        {"power", "__powf"},   {"sin", "__sinf"},   {"tan", "__tanf"},
    };
    const std::size_t dot = row.find('.');
    const std::string_view module = row.substr(0, dot);
    if (dot == std::string_view::npos || (module != "math" && module != "numpy")) {
        return "";
    }
    for (const auto& [name, fast] : functions) {
        if (row.substr(dot + 1) == name) {
            return fast;
        }
    }
    return "";
}

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
