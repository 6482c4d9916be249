// What CPython refuses after parsing: the rules of its symbol table and its compiler.
#pragma once

#include "diag/diagnostics.h"
#include "syntax/tree.h"

namespace pycu::syntax {

/// Reports every statement of a tree that parses and that compile() refuses all the same.
void check_rules(const Tree& tree, diag::Sink& sink);

}  // namespace pycu::syntax
