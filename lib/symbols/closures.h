// What functions inside device code take from the functions around them.
//
// A nested function or a lambda becomes a function of its own, which gets the variables that it
// captures as further arguments, by value, and returns those that it sets (`nonlocal`). At a call
// they have the values of that moment, as Python's cells have.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "symbols/scopes.h"
#include "syntax/tree.h"

namespace pycu::symbols {

class Closures {
  public:
    Closures(const syntax::Tree& tree, const Scopes& scopes) : tree_(tree), scopes_(scopes) {}

    /// From here on the variables of this function exist while device code runs.
    void add_device_scope(ScopeId scope) { device_.insert(scope.index); }
    /// Whether a function stands inside device code.
    bool is_closure(ScopeId scope) const {
        return device_.contains(scopes_.all[scope].parent.index);
    }

    /// The variables of the functions around it that a function reads, or that those that it calls
    /// read, in the order in which it names them; none for what is no closure.
    const std::vector<std::string>& captures(ScopeId scope);
    /// Those of them that it sets, in the order of the alphabet.
    const std::vector<std::string>& writes(ScopeId scope);
    /// The functions inside device code that a name may mean in a function.
    std::vector<ScopeId> named(const std::string& name, ScopeId from) const;
    /// The functions that stand in a function of device code or in one around it.
    std::vector<ScopeId> visible(ScopeId from) const;

  private:
    struct Links {
        std::vector<std::string> captures;
        std::vector<std::string> writes;
    };
    const Links& links(ScopeId scope);
    void collect(ScopeId scope, std::set<std::uint32_t>& seen, Links& links);
    void add(const std::string& name, ScopeId from, std::vector<std::string>& names) const;
    const std::vector<std::string>& free_names(ScopeId scope);
    const std::vector<ScopeId>& functions_in(std::uint32_t scope) const;
    /// The scope of a function around `from`, itself included, that has the variable.
    ScopeId owner(const std::string& name, ScopeId from) const;

    const syntax::Tree& tree_;
    const Scopes& scopes_;
    std::unordered_set<std::uint32_t> device_;
    std::map<std::uint32_t, Links> links_;
    std::map<std::uint32_t, std::vector<std::string>> free_;
    bool has_free_ = false;
    /// The functions that stand directly in a scope; of the scopes before `indexed_`.
    mutable std::unordered_map<std::uint32_t, std::vector<ScopeId>> functions_;
    mutable std::uint32_t indexed_ = 0;
};

}  // namespace pycu::symbols
