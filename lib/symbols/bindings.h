// The names that statements, targets, patterns and parameters bind.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "syntax/tree.h"

namespace pycu::symbols {

/// The variables of a function, parameters first: every name that its own body binds.
std::vector<std::string> local_names(const syntax::Tree& tree, const syntax::FunctionDef& function);

/// Called with each bound name; the expression is not valid where none stands for it (`def f`).
using NameVisitor = std::function<void(syntax::ExprId, const std::string&)>;

/// The names that a target binds: `x`, `(x, y)`, `*rest`; none for `a[i]`.
void for_each_target_name(const syntax::Tree& tree, syntax::ExprId target,
                          const NameVisitor& visit);

/// The names that `:=` binds in an expression.
void for_each_walrus(const syntax::Tree& tree, syntax::ExprId expr, const NameVisitor& visit);

/// The names that statements bind, nested blocks included, nested functions not.
void for_each_binding(const syntax::Tree& tree, const syntax::Suite& body,
                      const NameVisitor& visit);

/// The names that a function's own body declares.
struct Declared {
    std::unordered_set<std::string> globals, nonlocals;
};
Declared declared_names(const syntax::Tree& tree, const syntax::Suite& body);

/// The parameters that are given by position.
std::vector<const syntax::Arg*> positional(const syntax::Arguments& args);

/// All parameters in the order in which Python numbers them.
void for_each_parameter(const syntax::Arguments& args,
                        const std::function<void(const syntax::Arg&)>& visit);

// ---- The places that the target of an assignment is made of.

/// A name, an element or an attribute in a target, and which item of the value it takes:
/// `(a, (b, c)) = v` gives c the path 1, 1. A path with -1 stands behind a star.
struct TargetPart {
    syntax::ExprId target;
    std::vector<std::int32_t> path;
};

/// The parts of a target in the order of the text, tuples and lists taken apart.
std::vector<TargetPart> target_parts(const syntax::Tree& tree, syntax::ExprId target);

}  // namespace pycu::symbols
