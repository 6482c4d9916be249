// The values of module-level names and of expressions that are known while compiling.
//
// Python's globals and closure variables are frozen when a kernel is compiled. The evaluator
// computes them from the text, without running it: lazily, each binding once, and whatever is out
// of its reach is an Unknown that says why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "sema/scopes.h"
#include "sema/value.h"
#include "syntax/tree.h"
#include "types/type.h"

namespace pycu::sema {

/// The assignment that gave a value its name: `BLOCK = 256`, or `SIZE = 4` in `class Config`.
struct Origin {
    /// As device code wrote it: "BLOCK", "Config.SIZE".
    std::string name;
    /// The name at its assignment.
    Range range;
    /// The assignment; its comments are syntax::comments_before and syntax::trailing_comment.
    syntax::StmtId stmt;
    /// Where it was assigned: two functions may each have their own `n`.
    ScopeId scope;
};

/// A value and, where one assignment gave it a name, that assignment.
struct Found {
    Value value;
    std::optional<Origin> origin;
};

/// The values of local names of a device function, for expressions in its body; nothing for a name
/// whose value is not known while compiling.
using LocalValues = std::function<std::optional<Value>(std::string_view name)>;

class Evaluator {
  public:
    /// All three must outlive the evaluator.
    Evaluator(const syntax::Tree& tree, TypeTable& types, diag::Sink& sink);
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Replaces the values of names: each text is `NAME=VALUE` (--const). Reports what is wrong.
    void set_constants(const std::vector<const SourceFile*>& consts);

    const syntax::Tree& tree() const { return tree_; }
    const Scopes& scopes() const { return scopes_; }
    TypeTable& types() { return types_; }

    /// What a free name of a function means: the enclosing functions' names, the module's, then
    /// Python's builtins; nothing when nothing is bound to it. Warns once when the name is assigned
    /// several times, since the last value is then taken.
    std::optional<Found> lookup(std::string_view name, ScopeId function);

    /// The value of an expression of the tree, as at the end of the scope it stands in.
    Found evaluate(syntax::ExprId expr, ScopeId scope, const LocalValues& locals = {});

    /// The value of an expression of another tree, whose names are those of a scope of this one.
    Value evaluate_text(const syntax::Tree& text, syntax::ExprId expr, ScopeId scope);

    /// `value.name`; Unknown when there is no such attribute or its value is not known.
    Found attribute(const Value& value, std::string_view name, Range range);

    /// The value of `name` in a class of the file: `Config.SIZE`.
    std::optional<Found> class_attribute(ClassRef of, std::string_view name);

    /// Every name that could be meant, for suggestions.
    std::vector<std::string> visible_names(ScopeId function) const;

    /// Statements whose values lookups have used; a syntax problem there is an error.
    const std::vector<Range>& used() const { return used_; }

  private:
    friend class Evaluation;
    const syntax::Tree& tree_;
    TypeTable& types_;
    diag::Sink& sink_;
    Scopes scopes_;
    std::vector<Range> used_;
};

}  // namespace pycu::sema
