// `**`: squares and cubes are written out, other powers are functions.
#include <algorithm>
#include <utility>

#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "ir/interval.h"
#include "types/scalar.h"

namespace pycu::emit {

/// x * x for x ** 2, and x * x * x. A product that leaves int64 wraps round, to any sign.
Printed ExprPrinter::repeated_product(const Printed& base, std::int64_t times, Type type) const {
    Printed product = base;
    for (std::int64_t i = 1; i < times; ++i) {
        ir::Interval range = ir::product(product.range, base.range);
        if (i == 1 && range.low != INT64_MIN) {
            range.low = std::max<std::int64_t>(range.low, 0);
        }
        const Balanced both = balance(std::move(product), base, type,
                                      type.is_integer() ? std::optional(range) : std::nullopt);
        product = {{both.left.text.as(Precedence::Multiplicative) + " * " +
                        both.right.text.as(Precedence::Unary),
                    Precedence::Multiplicative},
                   both.type,
                   range};
    }
    return product;
}

Printed ExprPrinter::power(const ir::Binary& e, ir::ExprId id) const {
    const Type wanted = type(id);
    const auto* exponent = get<ir::Literal>(e.right);
    const auto* times = exponent == nullptr ? nullptr : std::get_if<std::int64_t>(&exponent->value);
    if (times != nullptr && (*times == 2 || *times == 3) && is_repeatable(e.left)) {
        return repeated_product(print(e.left), *times, wanted);
    }
    const CppText base = exact(e.left);
    if (wanted.is_complex()) {
        return called("pycu::power", wanted, base.text, exact(e.right).text);
    }
    if (type(e.right).is_float()) {
        const Printed raised = converted(print(e.right), wanted);
        return called(wanted == float32 ? "powf" : "pow", wanted, base.text, raised.text.text);
    }
    return called(options_.raises_zero() ? "pycu::checked_power" : "pycu::power", wanted, base.text,
                  settled(print(e.right)).text.text);
}

}  // namespace pycu::emit
