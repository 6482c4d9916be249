// SourceFile -> Tree: Python syntax as CPython 3.11 understands it.
//
// parse() never fails and never resolves a name. What compile() would refuse lands in
// Tree::problems, because here nobody knows yet which functions are device code. sema knows, and
// calls report_problems() with the ranges of everything it takes or evaluates: a problem that
// reaches one of them is an error, every other a warning `host-syntax`. Some are errors wherever
// they stand, since nobody can tell what they swallowed: a string that never ends, a broken
// statement that holds decorators. problems.cpp has the rules of the reach.
#pragma once

#include <vector>

#include "syntax/tree.h"

namespace pycu::syntax {

/// Reads a file. Reports nothing itself; see report_problems().
Tree parse(const SourceFile& file);

/// Reads another file of a program: its nodes go into the arenas of `tree`.
Module parse_module(const SourceFile& file, Tree& tree);

/// Adds a file that parse() has read: copies of its nodes go into the arenas of `tree`.
Module append(const Tree& parsed, Tree& tree);

/// Reports a tree's problems once: as errors where they reach one of `device`, else, of the file
/// that is translated, as warnings.
void report_problems(const Tree& tree, const std::vector<Range>& device, diag::Sink& sink);

/// True when a problem reaches this range: sema takes nothing from it.
bool is_doubtful(const Tree& tree, Range range);

}  // namespace pycu::syntax
