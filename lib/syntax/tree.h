// What parsing leaves behind: the statements of a file, its comments, and what Python would refuse.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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
struct Module {
    /// As imports name it: "lab.params".
    std::string name{};
    /// Those that it is compiled under, "lab.params_gpu": imports name it by them, too.
    std::vector<std::string> other_names{};
    /// Python is started with it: it is "__main__".
    bool is_program = false;
    /// Its imports lead to the file that is translated, whose kernels it may launch.
    bool uses_main = false;
    /// Names with dots before them start in it: a folder, which may have an `__init__.py`.
    bool is_package = false;
    /// Of a file of tests: the files conftest.py around it, as Tree::module counts, the nearest
    /// first.
    std::vector<std::size_t> conftests{};
    /// pycu's own text of a library, which has more names.
    bool is_library = false;
    /// The modules of the program that its imports name, as Tree::module counts.
    std::unordered_map<std::string, std::size_t> imports{};
    /// Null for a folder without `__init__.py`.
    const SourceFile* file = nullptr;
    Suite body{};
    std::vector<Comment> comments{};  // in source order
    std::vector<Range> broken{};      // in source order
    std::vector<Problem> problems{};  // in source order
};

/// The syntax of a program: a file, and those that it imports or that import it. Ids name nodes of
/// all of them.
struct Tree {
    Arena<Expr> exprs;
    Arena<Stmt> stmts;
    Arena<Pattern> patterns;
    /// The file that is translated.
    Module main;
    std::deque<Module> others;

    /// The place of the main module where others have one in `others`.
    static constexpr std::size_t is_main = ~std::size_t(0);
    /// Adds a module and says which of `others` it is.
    std::size_t add(Module module);
    const Module& module(std::size_t index) const {
        return index == is_main ? main : others[index];
    }
    /// The module that a range stands in, and its place.
    std::size_t index_of(Range range) const {
        return range.file < by_file_.size() ? by_file_[range.file] : is_main;
    }
    const Module& module_of(Range range) const { return module(index_of(range)); }
    /// Orders ranges: those of the main file first, then by their modules and their places in the
    /// text. The numbers of files depend on what else a run has read.
    std::pair<std::size_t, std::uint32_t> place_of(Range range) const {
        const std::size_t index = index_of(range);
        return {index == is_main ? 0 : index + 1, range.begin};
    }
    std::string_view text(Range range) const { return module_of(range).file->text(range); }

  private:
    /// The modules of files, by their numbers.
    std::vector<std::size_t> by_file_;
};

/// Whether an expression is written `None`.
inline bool is_none(const Tree& tree, ExprId expr) {
    const auto* constant = expr ? std::get_if<Constant>(&tree.exprs[expr].as) : nullptr;
    return constant != nullptr && std::holds_alternative<None>(constant->value);
}

/// Comments on lines of their own directly above a statement, at its column, in source order.
std::vector<Comment> comments_before(const Tree& tree, StmtId stmt);

/// The comment at the end of the line on which a statement, or a compound statement's header, ends.
const Comment* trailing_comment(const Tree& tree, StmtId stmt);

/// Comments on lines of their own after the last statement of a block that still belong to it.
std::vector<Comment> comments_at_end(const Tree& tree, const Suite& body);

/// Whether a statement is an `elif`, which the tree has as an `if` in the `else` of another.
bool is_elif(const Tree& tree, StmtId stmt);

/// Comments between the lines of a statement, or of a compound statement's header: at the ends of
/// all but the last, and of a function's decorators.
std::vector<Comment> comments_within(const Tree& tree, StmtId stmt);

/// Comments on lines of their own directly above the `else` of an if, a for or a while, at its
/// column, and the one behind it; those above an `elif` stand before its statement.
std::vector<Comment> comments_before_else(const Tree& tree, StmtId stmt);

/// The text a function was written in, decorators included: what a problem's reach is held against.
Range whole_range(const Tree& tree, StmtId function);

}  // namespace pycu::syntax
