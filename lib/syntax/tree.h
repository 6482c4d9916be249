// What parsing leaves behind: the statements of a file, its comments, and what Python would refuse.
#pragma once

#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/nodes.h"

namespace pycu::syntax {

/// A comment; text is what follows the `#`.
struct Comment {
    Range range;
    std::string_view text;
    bool own_line = false;
};

/// Something that CPython's compile() refuses.
///
/// A problem is no error by itself: host code that Python would refuse is passed over. `reach` is
/// the text whose meaning is in doubt because of it: device code that overlaps it is refused.
struct Problem {
    diag::Diagnostic what;
    Range reach;
    bool is_error = false;  // also where no device code is known to be reached
};

/// The syntax of one file. Statements that did not parse are left out and listed in `broken`.
struct Tree {
    const SourceFile* file = nullptr;
    Arena<Expr> exprs;
    Arena<Stmt> stmts;
    Arena<Pattern> patterns;
    Suite body;
    std::vector<Comment> comments;  // in source order
    std::vector<Range> broken;      // in source order
    std::vector<Problem> problems;  // in source order
};

/// Comments on lines of their own directly above a statement, at its column, in source order.
std::vector<Comment> comments_before(const Tree& tree, StmtId stmt);

/// The comment at the end of the line on which a statement, or a compound statement's header, ends.
const Comment* trailing_comment(const Tree& tree, StmtId stmt);

/// Comments on lines of their own after the last statement of a block that still belong to it.
std::vector<Comment> comments_at_end(const Tree& tree, const Suite& body);

/// Comments on lines of their own directly above the `else` of an if, a for or a while, at its
/// column; those above an `elif` stand before its statement.
std::vector<Comment> comments_before_else(const Tree& tree, StmtId stmt);

/// The text a function was written in, decorators included: what a problem's reach is held against.
Range whole_range(const Tree& tree, StmtId function);

}  // namespace pycu::syntax
