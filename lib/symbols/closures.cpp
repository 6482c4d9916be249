// Finds what closures capture. See closures.h.
#include "symbols/closures.h"

#include <algorithm>

namespace pycu::symbols {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// The names that a function, or one inside it, reads and does not bind.
const std::vector<std::string>& Closures::free_names(ScopeId scope) {
    if (!has_free_) {
        has_free_ = true;
        std::vector<Scopes::Use> uses = scopes_.uses;
        std::ranges::stable_sort(
            uses, {}, [&](const Scopes::Use& use) { return tree_.exprs[use.name].range.begin; });
        const auto note = [&](const std::string& name, ScopeId from) {
            for (ScopeId at = from; at; at = scopes_.all[at].parent) {
                if (scopes_.all[at].bindings.contains(name)) {
                    break;
                }
                std::vector<std::string>& names = free_[at.index];
                if (!has(names, name)) {
                    names.push_back(name);
                }
            }
        };
        for (const Scopes::Use& use : uses) {
            note(std::get<syntax::Name>(tree_.exprs[use.name].as).id, use.scope);
        }
        for (std::uint32_t i = 0; i < scopes_.all.size(); ++i) {
            const auto& outer = scopes_.all[ScopeId{i}].nonlocals;
            const std::set<std::string> sorted(outer.begin(), outer.end());
            for (const std::string& name : sorted) {
                note(name, ScopeId{i});
            }
        }
    }
    const ScopeId original = scopes_.all[scope].original;
    return free_[original ? original.index : scope.index];
}

ScopeId Closures::owner(const std::string& name, ScopeId from) const {
    for (ScopeId at = from; at; at = scopes_.all[at].parent) {
        const Scope& scope = scopes_.all[at];
        if (scope.globals.contains(name)) {
            return {};
        }
        if (scope.kind == Scope::Kind::Function && scope.bindings.contains(name)) {
            return at;
        }
    }
    return {};
}

std::vector<ScopeId> Closures::named(const std::string& name, ScopeId from) const {
    std::vector<ScopeId> found;
    const ScopeId scope = owner(name, from);
    if (!scope || !device_.contains(scope.index)) {
        return found;
    }
    for (const Binding& binding : scopes_.all[scope].bindings.at(name)) {
        syntax::StmtId def;
        if (binding.kind == Binding::Kind::Function) {
            def = binding.stmt;
        } else if (binding.kind == Binding::Kind::Assign && binding.value) {
            const auto* lambda = std::get_if<syntax::Lambda>(&tree_.exprs[binding.value].as);
            def = lambda != nullptr ? lambda->def : def;
        }
        if (def) {
            found.push_back(scopes_.inside_of(def, scope));
        }
    }
    return found;
}

/// A file has thousands of scopes, and calls of factories add some: each is looked at once.
const std::vector<ScopeId>& Closures::functions_in(std::uint32_t scope) const {
    for (; indexed_ < scopes_.all.size(); ++indexed_) {
        const Scope& one = scopes_.all[ScopeId{indexed_}];
        if (one.kind == Scope::Kind::Function) {
            functions_[one.parent.index].push_back({indexed_});
        }
    }
    return functions_[scope];
}

std::vector<ScopeId> Closures::visible(ScopeId from) const {
    std::vector<ScopeId> found;
    for (ScopeId at = from; at && device_.contains(at.index); at = scopes_.all[at].parent) {
        const std::vector<ScopeId>& inside = functions_in(at.index);
        found.insert(found.end(), inside.begin(), inside.end());
    }
    std::ranges::sort(found, {}, &ScopeId::index);
    return found;
}

/// Adds a name of `from` that is a variable of device code around it.
void Closures::add(const std::string& name, ScopeId from, std::vector<std::string>& names) const {
    const ScopeId scope = owner(name, scopes_.all[from].parent);
    if (scope && device_.contains(scope.index) && !has(names, name)) {
        names.push_back(name);
    }
}

void Closures::collect(ScopeId scope, std::set<std::uint32_t>& seen, Links& links) {
    if (!seen.insert(scope.index).second) {
        return;
    }
    const std::vector<std::string> names = free_names(scope);
    for (const std::string& name : names) {
        add(name, scope, links.captures);
        if (scopes_.all[scope].nonlocals.contains(name)) {
            add(name, scope, links.writes);
        }
    }
    // What the functions in it set is set by it, unless it is its own.
    for (const ScopeId inside : functions_in(scope.index)) {
        Links inner;
        collect(inside, seen, inner);
        for (const std::string& one : inner.writes) {
            if (!scopes_.all[scope].bindings.contains(one)) {
                add(one, scope, links.writes);
            }
        }
    }
    // What it calls captures and sets the same variables, unless they are its own.
    for (const std::string& name : names) {
        for (const ScopeId callee : named(name, scope)) {
            Links inner;
            collect(callee, seen, inner);
            for (const std::string& one : inner.captures) {
                add(one, scope, links.captures);
            }
            for (const std::string& one : inner.writes) {
                add(one, scope, links.writes);
            }
        }
    }
}

const Closures::Links& Closures::links(ScopeId scope) {
    const auto known = links_.find(scope.index);
    if (known != links_.end()) {
        return known->second;
    }
    Links made;
    if (is_closure(scope)) {
        std::set<std::uint32_t> seen;
        collect(scope, seen, made);
        std::ranges::sort(made.writes);
    }
    return links_[scope.index] = std::move(made);
}

const std::vector<std::string>& Closures::captures(ScopeId scope) {
    return links(scope).captures;
}

const std::vector<std::string>& Closures::writes(ScopeId scope) {
    return links(scope).writes;
}

}  // namespace pycu::symbols
