// What the body of a kernel says about parameters whose types nobody wrote down.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "symbols/scopes.h"
#include "syntax/tree.h"

namespace pycu::sema {

using symbols::ScopeId;
using symbols::Scopes;

/// What is known of one parameter.
struct ParameterHint {
    /// Dimensions: from `a[i, j]`, or at least one from `a.shape`, `len(a)`. 0: no array.
    int rank = 0;
    /// It has no more: an element is read, changed or computed, which a row of a larger array is
    /// not. `a[i] = 0` may fill one.
    bool is_rank_certain = false;
    bool is_array = false;
    /// Compared with an index, used as one, or given to range().
    bool is_integer = false;
};

/// Looks through a function's body, by the names of its parameters.
std::unordered_map<std::string, ParameterHint> find_hints(const syntax::Tree& tree,
                                                          const syntax::FunctionDef& function);

}  // namespace pycu::sema
