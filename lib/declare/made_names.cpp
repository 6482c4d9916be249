// Names what calls make. See made_names.h.
#include "declare/made_names.h"

#include <algorithm>

namespace pycu::sema {

MadeNames::MadeNames(Evaluator& evaluator)
    : scopes_(evaluator.scopes()), made_(evaluator.made_functions()) {
    for (const Evaluator::Made& made : made_) {
        ScopeId root;
        for (ScopeId at = made.function.outer; at && scopes_.all[at].original;
             at = scopes_.all[at].parent) {
            factories_.insert(scopes_.all[at].original.index);
            root = at;
        }
        if (root) {
            names_.try_emplace(root.index, made.name);
        }
    }
}

const std::string* MadeNames::name(const FunctionRef& function) const {
    const auto made = std::ranges::find(made_, function, &Evaluator::Made::function);
    return made != made_.end() ? &made->name : nullptr;
}

std::string MadeNames::qualname(const FunctionRef& function, const FunctionPlace& place) {
    std::string result = scopes_.all[place.inner].qualname;
    if (const std::string* bound = name(function)) {
        result = *bound;
    } else if (const auto outer = names_.find(place.outer.index); outer != names_.end()) {
        result = outer->second + result.substr(result.rfind('.'));
    }
    if (function.outer) {
        names_[place.inner.index] = result;
    }
    return result;
}

bool MadeNames::is_in_factory(ScopeId scope) const {
    for (ScopeId at = scope; at; at = scopes_.all[at].parent) {
        if (factories_.contains(at.index)) {
            return true;
        }
    }
    return false;
}

}  // namespace pycu::sema
