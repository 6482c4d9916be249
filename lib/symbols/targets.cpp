// Takes targets apart.
#include "symbols/targets.h"

#include <algorithm>
#include <utility>

namespace pycu::symbols {

std::vector<TargetPart> target_parts(const syntax::Tree& tree, syntax::ExprId target) {
    std::vector<TargetPart> found;
    std::vector<TargetPart> waiting{{target, {}}};
    while (!waiting.empty()) {
        TargetPart part = std::move(waiting.back());
        waiting.pop_back();
        const syntax::Expr& expr = tree.exprs[part.target];
        if (const auto* star = std::get_if<syntax::Starred>(&expr.as)) {
            waiting.push_back({star->value, {-1}});
            continue;
        }
        const std::vector<syntax::ExprId>* elts = syntax::elements(expr);
        if (elts == nullptr) {
            found.push_back(std::move(part));
            continue;
        }
        bool is_behind_star = false;
        const std::size_t first = waiting.size();
        for (std::size_t i = 0; i < elts->size(); ++i) {
            const syntax::Expr& elt = tree.exprs[(*elts)[i]];
            is_behind_star = is_behind_star || std::holds_alternative<syntax::Starred>(elt.as);
            TargetPart inner{(*elts)[i], part.path};
            inner.path.push_back(is_behind_star ? -1 : static_cast<std::int32_t>(i));
            waiting.push_back(std::move(inner));
        }
        std::reverse(waiting.begin() + std::ptrdiff_t(first), waiting.end());
    }
    return found;
}

}  // namespace pycu::symbols
