// Conditions under which names are bound: whether the branch of an `if` is taken.
#include "sema/constants/evaluation.h"
#include "sema/constants/evaluator.h"
#include "sema/constants/numbers.h"

namespace pycu::sema {

namespace {

constexpr std::uint32_t outermost = Id<Guard>::none;

}  // namespace

Evaluator::Active Evaluator::active(std::uint32_t guard, const View& view) {
    Active result = Active::Yes;
    for (std::uint32_t g = guard; g != outermost; g = scopes_.guards[g].outer) {
        bool is_shared = false;
        for (std::uint32_t v = view.guard; v != outermost && !is_shared;
             v = scopes_.guards[v].outer) {
            is_shared = v == g;
        }
        if (is_shared) {
            break;
        }
        const Active one = holds(g, view.scope);
        if (one == Active::No) {
            return one;
        }
        result = one == Active::Unknown ? one : result;
    }
    return result;
}

Evaluator::Active Evaluator::holds(std::uint32_t guard, ScopeId scope) {
    const std::pair key(guard, scopes_.all[scope].original ? scope : ScopeId{});
    const auto [at, is_new] = guards_.try_emplace(key, Active::Unknown);
    if (!is_new) {
        return at->second;
    }
    const Guard& one = scopes_.guards[guard];
    Active result = Active::Unknown;
    if (one.kind == Guard::Kind::Handler) {
        result = Active::No;  // imports are taken to succeed
    } else if (one.test) {
        const View view{scope, tree_.exprs[one.test].range.begin, one.outer};
        const auto known = truth(Evaluation(*this, tree_, view, nullptr).value(one.test));
        if (known) {
            result = *known == (one.kind == Guard::Kind::If) ? Active::Yes : Active::No;
        }
    }
    guards_[key] = result;
    return result;
}

}  // namespace pycu::sema
