// Variables of functions around others. See captures.h.
#include "python/captures.h"

#include <vector>

namespace pycu::sema {

using symbols::Scope;
using symbols::ScopeId;

Captures::Captures(const syntax::Tree& tree, const symbols::Scopes& scopes) {
    const auto is_function = [&](ScopeId scope) {
        return scopes.all[scope].kind == Scope::Kind::Function;
    };
    std::map<std::uint32_t, std::vector<Range>> decorators;
    for (const symbols::FunctionPlace& place : scopes.functions) {
        const auto& node = std::get<syntax::FunctionDef>(tree.stmts[place.def].as);
        for (const syntax::ExprId one : node.decorator_list) {
            decorators[place.outer.index].push_back(tree.exprs[one].range);
        }
    }
    for (const symbols::Scopes::Use& use : scopes.uses) {
        const std::string& name = std::get<syntax::Name>(tree.exprs[use.name].as).id;
        std::vector<ScopeId> passed;
        ScopeId at = use.scope;
        for (; at; at = scopes.all[at].parent) {
            const bool is_seen = is_function(at) || at == use.scope;
            if (is_seen && scopes.is_local(name, at) && !scopes.all[at].nonlocals.contains(name)) {
                break;
            }
            if (scopes.all[at].globals.contains(name)) {
                at = ScopeId{};
                break;
            }
            passed.push_back(at);
        }
        if (!at || !is_function(at)) {
            continue;
        }
        for (const ScopeId inner : passed) {
            free_[inner.index].emplace(name, at);
        }
        bool is_inside = !passed.empty();
        for (const Range& range : decorators[at.index]) {
            is_inside = is_inside || range.contains(tree.exprs[use.name].range);
        }
        if (is_inside) {
            inside_[at.index].insert(name);
        }
    }
}

const std::map<std::string, ScopeId>& Captures::of(ScopeId function) const {
    static const std::map<std::string, ScopeId> none;
    const auto found = free_.find(function.index);
    return found != free_.end() ? found->second : none;
}

const std::set<std::string>& Captures::read_inside(ScopeId function) const {
    static const std::set<std::string> none;
    const auto found = inside_.find(function.index);
    return found != inside_.end() ? found->second : none;
}

}  // namespace pycu::sema
