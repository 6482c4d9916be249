// Which assignment a name reads: the SSA form of one function, built on the syntax tree.
//
// Numba types the versions of a variable one by one and unifies them where paths meet; so every
// assignment gets a version, and every place where paths meet a phi for each variable whose
// versions differ and that somebody reads behind it. Nothing here knows a type.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "source/source_file.h"
#include "syntax/tree.h"

namespace pycu::flow {

struct Version;
using VersionId = Id<Version>;

/// One version of a variable: what one assignment gives it, or what meets at a phi.
struct Version {
    enum class Kind : std::uint8_t { Unset, Parameter, Definition, Phi };

    Kind kind = Kind::Unset;
    /// Index into Flow::variables.
    std::uint32_t variable = 0;
    /// The name where it is assigned, the statement where paths meet.
    Range range;
    /// Of a phi: the versions that meet, without repetition.
    std::vector<VersionId> operands;
    /// Some expression reads it, directly or through a phi.
    bool is_read = false;
    /// A path leads here on which the variable was never set.
    bool may_be_unset = false;
};

/// The SSA form of a function.
struct Flow {
    std::vector<std::string> variables;
    std::unordered_map<std::string, std::uint32_t> variable_index;
    Arena<Version> versions;

    /// The version that a Name reads, by the expression's index.
    std::unordered_map<std::uint32_t, VersionId> uses;
    /// The version that a Name as a target makes; for a nested function, by its `def`.
    std::unordered_map<std::uint32_t, VersionId> defs;
    std::unordered_map<std::uint32_t, VersionId> function_defs;
    /// The version that a pattern of `match` makes, by the pattern's index.
    std::unordered_map<std::uint32_t, VersionId> pattern_defs;
    /// The parameters, then what the function captures.
    std::vector<VersionId> params;

    /// The versions that a call's callee may capture, by the call and the variable.
    std::map<std::pair<std::uint32_t, std::uint32_t>, VersionId> at_calls;
    /// The versions that a call sets through `nonlocal`, by the call.
    std::unordered_map<std::uint32_t, std::vector<VersionId>> set_by_calls;
    /// What the function has set through `nonlocal` where it returns, by the statement (or
    /// `at_end`) and the variable.
    std::map<std::pair<std::uint32_t, std::uint32_t>, VersionId> at_returns;
    static constexpr std::uint32_t at_end = Id<syntax::Stmt>::none;

    /// The phis of a loop's header, and those where paths meet behind a statement; by statement.
    std::unordered_map<std::uint32_t, std::vector<VersionId>> headers;
    std::unordered_map<std::uint32_t, std::vector<VersionId>> joins;
    /// Those where paths through one expression meet, by expression: `a and (x := b)`.
    std::unordered_map<std::uint32_t, std::vector<VersionId>> expr_joins;

    /// What a plain assignment gives a version: `x = value`.
    std::unordered_map<std::uint32_t, syntax::ExprId> plain_values;

    /// Statements that no path reaches.
    std::unordered_set<std::uint32_t> dead;
    /// Tests whose outcome is known while compiling, by the expression's index.
    std::unordered_map<std::uint32_t, bool> known_tests;
    /// A path reaches the end of the body without `return`.
    bool reaches_end = true;

    bool is_local(const std::string& name) const { return variable_index.contains(name); }
};

/// The truth of a test where it is known while compiling (`if DEBUG:`, `if x is None:`); asked of
/// tests only, when the flow knows what their names read.
using KnownTruth = std::function<std::optional<bool>(syntax::ExprId, const Flow&)>;

/// Whether what a `for` goes through is certain to have an item.
using IsFilled = std::function<bool(syntax::ExprId)>;

/// What a function shares with the functions around it and inside it.
struct Sharing {
    /// Names of the functions around it that it captures; they are parameters behind its own.
    std::vector<std::string> captures;
    /// Those of them that it sets.
    std::vector<std::string> returned;
    /// The variables that functions which it calls may capture.
    std::vector<std::string> lent;
    /// The variables that some call sets, and those that one call sets.
    std::vector<std::string> set_by_calls;
    /// With the range that is said to set it.
    using Set = std::pair<std::string, Range>;
    std::function<std::vector<Set>(const syntax::Call&)> set_by;
};

/// Builds the SSA form of a function's body. `locals` names its variables, parameters first.
Flow build_flow(const syntax::Tree& tree, const syntax::FunctionDef& function,
                const std::vector<std::string>& locals, const KnownTruth& known,
                const IsFilled& is_filled, const Sharing& sharing);

}  // namespace pycu::flow
