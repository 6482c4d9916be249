// Bindings, changes and guards, put into the scopes. See scope_builder.h.
#include "symbols/scope_builder.h"

#include <algorithm>

#include "symbols/bindings.h"

namespace pycu::symbols {

using syntax::ExprId;
using syntax::StmtId;
using syntax::Suite;

ScopeId ScopeBuilder::open(Scope::Kind kind, const StmtPlace& place, const std::string& name) {
    const std::string& outer = scopes_.all[place.scope].qualname;
    const ScopeId id = scopes_.all.add({.kind = kind,
                                        .parent = place.scope,
                                        .def = place.stmt,
                                        .qualname = outer.empty() ? name : outer + "." + name,
                                        .module = scopes_.all[place.scope].module});
    return id;
}

std::uint32_t ScopeBuilder::guard(Guard::Kind kind, ExprId test, const StmtPlace& place) {
    scopes_.guards.push_back({kind, test, tree_.stmts[place.stmt].range, place.guard});
    return static_cast<std::uint32_t>(scopes_.guards.size() - 1);
}

/// The scope, or the nearest around it, that binds a name.
ScopeId ScopeBuilder::binder(const std::string& name, ScopeId scope) const {
    while (scope && !scopes_.all[scope].bindings.contains(name)) {
        scope = scopes_.all[scope].parent;
    }
    return scope;
}

Binding& ScopeBuilder::bind(const std::string& name, Range range, const StmtPlace& place,
                            Binding::Kind kind) {
    const Scope& scope = scopes_.all[place.scope];
    const bool is_global = scope.globals.contains(name);
    if (is_global || scope.nonlocals.contains(name)) {
        if (const ScopeId at =
                is_global ? scopes_.module_of(place.scope) : binder(name, scope.parent)) {
            scopes_.all[at].bindings[name].push_back(
                {.kind = Binding::Kind::Foreign, .stmt = place.stmt, .range = range});
        }
        discarded_ = {};
        return discarded_;
    }
    auto& list = scopes_.all[place.scope].bindings[name];
    list.push_back({.kind = kind,
                    .stmt = place.stmt,
                    .range = range,
                    .position = tree_.stmts[place.stmt].range.end,
                    .guard = place.guard});
    return list.back();
}

void ScopeBuilder::bind_parameters(const syntax::Arguments& args, const StmtPlace& inside) {
    for_each_parameter(args, [&](const syntax::Arg& arg) {
        bind(arg.arg, arg.name_range, inside, Binding::Kind::Parameter).position = 0;
    });
}

void ScopeBuilder::change(ExprId target, ExprId value, const StmtPlace& place, Binding::Kind kind) {
    ExprId base = target;
    for (;;) {
        const syntax::Expr& expr = tree_.exprs[base];
        if (const auto* subscript = std::get_if<syntax::Subscript>(&expr.as)) {
            base = subscript->value;
        } else if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.as)) {
            base = attribute->value;
        } else {
            break;
        }
    }
    note_change(base, target, value, place, kind);
}

void ScopeBuilder::note_change(ExprId base, ExprId target, ExprId value, const StmtPlace& place,
                               Binding::Kind kind) {
    const syntax::Expr& expr = tree_.exprs[base];
    const auto* name = std::get_if<syntax::Name>(&expr.as);
    if (name == nullptr) {
        return;
    }
    Binding made{.kind = Binding::Kind::Change,
                 .stmt = place.stmt,
                 .value = value,
                 .target = kind == Binding::Kind::Assign ? target : ExprId{},
                 .range = tree_.exprs[target].range,
                 .position = tree_.stmts[place.stmt].range.end,
                 .guard = place.guard};
    changes_.push_back({name->id, place.scope, std::move(made)});
}

void ScopeBuilder::finish() {
    place_changes();
    sort_bindings();
}

/// A change belongs to the scope that owns the name: a function may fill a table of the module.
void ScopeBuilder::place_changes() {
    for (Change& change : changes_) {
        const ScopeId owner = binder(change.name, change.scope);
        if (!owner) {
            continue;
        }
        // What a function only calls or passes on is taken to stay as it is.
        if (owner != change.scope) {
            if (!change.binding.target) {
                continue;
            }
            change.binding.kind = Binding::Kind::Foreign;
        }
        scopes_.all[owner].bindings[change.name].push_back(std::move(change.binding));
    }
}

/// A name is bound in the order of the text, with what functions do to it from outside at the end.
void ScopeBuilder::sort_bindings() {
    for (Scope& scope : scopes_.all) {
        for (auto& [name, list] : scope.bindings) {
            std::ranges::stable_sort(list, [](const Binding& a, const Binding& b) {
                const bool foreign = a.kind == Binding::Kind::Foreign;
                const bool other = b.kind == Binding::Kind::Foreign;
                return foreign != other ? other : a.position < b.position;
            });
        }
    }
    const auto place = [&](const auto& site) {
        return tree_.place_of(tree_.exprs[site.call].range);
    };
    std::ranges::stable_sort(scopes_.calls, {}, place);
}

}  // namespace pycu::symbols
