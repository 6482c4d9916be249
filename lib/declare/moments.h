// When functions are compiled: the moments at which their globals are frozen; and the names of
// those that calls make: `k3 = make(3)`, `k = cuda.jit(f)`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "declare/decorators.h"
#include "python/evaluator.h"

namespace pycu::sema {

/// Tells the evaluator at which moment of the run each function sees the names around it.
///
/// Numba compiles a kernel where it is launched first, or where it is defined when its decorator
/// gives the types; a device function with the first kernel that calls it.
void freeze_globals(Evaluator& evaluator, const DeviceFunctions& functions);

// ---- The names of functions that calls make: `k3 = make(3)`, `k = cuda.jit(f)`.

class MadeNames {
  public:
    /// Finds the calls, and makes the functions.
    explicit MadeNames(Evaluator& evaluator);

    /// The name that a call's result is bound to; null where it has none.
    const std::string* name(const FunctionRef& function) const;
    /// The name of a function, asked for in the order of the source: the one it is bound to, the
    /// one of the function around it with its own behind a dot, or Python's qualname.
    std::string qualname(const FunctionRef& function, const FunctionPlace& place);
    /// Where the name stands that a call's result is bound to, or that of the function around it.
    std::optional<Range> place(const FunctionRef& function) const;
    /// Whether calls have copied a function around a scope: what stands there is taken from the
    /// copies.
    bool is_in_factory(ScopeId scope) const;

  private:
    const Scopes& scopes_;
    std::vector<Evaluator::Made> made_;
    std::set<std::uint32_t> factories_;
    /// Where the names stand that copied scopes go by.
    std::map<std::uint32_t, Range> places_;
    /// The name that a copied scope goes by.
    std::map<std::uint32_t, std::string> names_;
};

}  // namespace pycu::sema
