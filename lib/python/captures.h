// Which variables functions read of the functions around them.
#pragma once

#include <map>
#include <set>
#include <string>

#include "symbols/scopes.h"
#include "syntax/tree.h"

namespace pycu::sema {

class Captures {
  public:
    /// Looks at every name that a program reads.
    Captures(const syntax::Tree& tree, const symbols::Scopes& scopes);

    /// What a function and those inside it read of functions around it: names, in the order of the
    /// alphabet as CPython's cells, and the scopes that they are variables of.
    const std::map<std::string, symbols::ScopeId>& of(symbols::ScopeId function) const;
    /// The variables of a function that those inside it or their decorators read.
    const std::set<std::string>& read_inside(symbols::ScopeId function) const;

  private:
    std::map<std::uint32_t, std::map<std::string, symbols::ScopeId>> free_;
    std::map<std::uint32_t, std::set<std::string>> inside_;
};

}  // namespace pycu::sema
