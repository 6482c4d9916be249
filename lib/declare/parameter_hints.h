// What the body of a kernel says about parameters whose types nobody wrote down.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

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
    /// Compared with None, which it may be.
    bool may_be_none = false;
    /// Compared with an index, used as one, or given to range().
    bool is_integer = false;
    /// Given to xoroshiro128p_uniform_float32 and its kin.
    bool is_random_states = false;
};

/// What the bodies of a program's functions say, each of them looked through once.
class Hints {
  public:
    using OfFunction = std::unordered_map<std::string, ParameterHint>;
    /// The function that a name of another one's body is; null for all else.
    using FunctionOfName = std::function<const syntax::FunctionDef*(const std::string& name)>;

    Hints(const syntax::Tree& tree, FunctionOfName function_of_name)
        : tree_(tree), function_of_name_(std::move(function_of_name)) {}

    /// Looks through a function's body, by the names of its parameters, and through the functions
    /// to which it hands them on.
    const OfFunction& of(const syntax::FunctionDef& function);
    /// The same of a function that is called by name; null where nobody knows it.
    const syntax::FunctionDef* called(const std::string& name) const;

  private:
    const syntax::Tree& tree_;
    FunctionOfName function_of_name_;
    std::unordered_map<const syntax::FunctionDef*, OfFunction> known_;
    int depth_ = 0;
};

}  // namespace pycu::sema
