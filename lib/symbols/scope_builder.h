// Notes in the scopes who binds which name; the walk over the tree (scopes.cpp) says what it meets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symbols/scopes.h"

namespace pycu::symbols {

/// A statement, the scope it stands in and the condition it stands under.
struct StmtPlace {
    syntax::StmtId stmt;
    ScopeId scope;
    std::uint32_t guard = Id<Guard>::none;
};

class ScopeBuilder {
  public:
    ScopeBuilder(const syntax::Tree& tree, Scopes& scopes) : tree_(tree), scopes_(scopes) {}

    /// Opens the scope of a function or class.
    ScopeId open(Scope::Kind kind, const StmtPlace& place, const std::string& name);
    /// Adds a guard inside the one that the statement stands under.
    std::uint32_t guard(Guard::Kind kind, syntax::ExprId test, const StmtPlace& place);

    /// Notes that the statement binds a name; what is bound is filled in by the caller.
    Binding& bind(const std::string& name, Range range, const StmtPlace& place, Binding::Kind kind);
    void bind_parameters(const syntax::Arguments& args, const StmtPlace& inside);
    /// `x[i] = v`, `x.a = v`: what x names changes.
    void change(syntax::ExprId target, syntax::ExprId value, const StmtPlace& place,
                Binding::Kind kind);
    /// What `base` names changes, if it is a name.
    void note_change(syntax::ExprId base, syntax::ExprId target, syntax::ExprId value,
                     const StmtPlace& place, Binding::Kind kind);

    /// When all statements have been seen.
    void finish();

  private:
    ScopeId binder(const std::string& name, ScopeId scope) const;
    void place_changes();
    void sort_bindings();

    struct Change {
        std::string name;
        ScopeId scope;
        Binding binding;
    };

    const syntax::Tree& tree_;
    Scopes& scopes_;
    std::vector<Change> changes_;
    Binding discarded_;
};

}  // namespace pycu::symbols
