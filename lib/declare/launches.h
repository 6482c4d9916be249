// Rule 4 of where types come from: the launches of a file, with the types of their arguments.
//
// The host code is followed from its first line on, as Python would run it, by the types of what it
// computes. Nothing is executed; what depends on a file, a parameter of a function that nobody here
// calls, or a condition, is not known.
#pragma once

#include <variant>
#include <vector>

#include "declare/decorators.h"
#include "python/constants/evaluator.h"
#include "python/constants/value.h"

namespace pycu::sema {

/// One argument of a launch: its type, or why it is not known.
struct LaunchArgument {
    std::variant<Type, Unknown> type;
    Range range;
};

/// `k[grid, block](a, b)` in the host code.
struct Launch {
    FunctionRef function;
    std::vector<LaunchArgument> args;
    Range range;
    /// The first argument that is given by name; empty where there is none.
    Range keyword{};
    /// Arguments that nobody can count: `*args`.
    bool is_open = false;
};

/// The launches of a file in the order in which they first run; the same types only once.
std::vector<Launch> find_launches(Evaluator& evaluator, const DeviceFunctions& functions);

}  // namespace pycu::sema
