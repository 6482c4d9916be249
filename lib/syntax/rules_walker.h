// What CPython refuses after parsing, the rules of its symbol table and its compiler: a walk over
// statements and expressions in the order of symtable.c, with the names of every scope, and the
// places where compile.c takes `break`, `return`, `await`.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "diag/diagnostics.h"
#include "support/match.h"
#include "syntax/tree.h"
#include "syntax/visit.h"

namespace pycu::syntax {

/// Reports every statement of a file that parses and that compile() refuses all the same.
void check_rules(const Tree& tree, const Module& module, diag::Sink& sink);

/// What a scope knows of a name, as flags of symtable.c.
struct NameFacts {
    bool is_parameter = false;
    bool is_bound = false;
    bool is_used = false;
    bool is_annotated = false;
    bool is_global = false;
    bool is_nonlocal = false;
    bool is_iteration = false;  // the target of a comprehension's `for`
    Range declared;             // of the `global` or `nonlocal`
};

enum class ScopeKind { Module, Class, Function, Lambda, Comprehension };

struct Scope {
    ScopeKind kind = ScopeKind::Module;
    Scope* parent = nullptr;
    std::unordered_map<std::string, NameFacts> names;
    bool is_async = false;
    const char* comprehension = "";  // "a list comprehension"
    bool awaits = false;             // a comprehension that is asynchronous
    int iterables = 0;               // open `in` parts of comprehensions
    int loops = 0;                   // loops around this place
    int except_stars = 0;            // except* handlers around this place, inside the loops
    bool in_except_star = false;     // inside an except* handler of this function
    int blocks = 0;                  // loops, try and with around this place
    bool iteration_target = false;   // reading the target of a comprehension's `for`
    Range yielded;                   // the first `yield`
    Range returned;                  // the first `return` with a value

    bool is_function() const { return kind == ScopeKind::Function || kind == ScopeKind::Lambda; }
};

class Walker {
  public:
    Walker(const Tree& tree, const Module& module, diag::Sink& sink)
        : tree_(tree), module_(module), sink_(sink) {}
    void run();

  private:
    using Code = diag::Code;

    // ---- names (rules_names.cpp)
    void bind(const std::string& name, Range where);
    void use(const std::string& name) { scope_->names[name].is_used = true; }
    void declare(const Identifier& name, bool global);
    void check_nonlocals();
    bool has_outer(const Scope& scope, const std::string& name) const;
    void bind_walrus(const std::string& name, Range where);
    void check_debug(const std::string& name, Range where);
    void parameters(const Arguments& args);
    void parameter(const Arg& arg);

    // ---- statements (rules_stmts.cpp)
    void block(const Suite& body);
    void stmt(StmtId id);
    void function(const FunctionDef& function);
    void class_definition(const ClassDef& definition);
    Scope& open(ScopeKind kind);
    void close() { scope_ = scope_->parent; }
    void return_statement(const Stmt& stmt, const Return& node);
    void ann_assign(const Stmt& stmt, const AnnAssign& node);
    void for_statement(const Stmt& stmt, const For& node);
    void with_statement(const Stmt& stmt, const With& node);
    void try_statement(const Stmt& stmt, const Try& node);
    void import_from(const Stmt& stmt, const ImportFrom& node);
    void jump(const Stmt& stmt, const char* word);
    void check_async(Range range, const char* what);
    void nested_block(const Suite& body, int levels, bool loop, Range where);
    Range first_word(Range range, std::size_t length) const;

    // ---- futures (rules_stmts.cpp)
    void check_futures();

    // ---- match (rules_match.cpp)
    void match_statement(const Match& node);
    void pattern(PatternId id, bool may_take_all, std::vector<Identifier>& names);
    void patterns(const std::vector<PatternId>& list, std::vector<Identifier>& names);
    void alternatives(const Pattern& node, const MatchOr& either, bool may_take_all,
                      std::vector<Identifier>& names);
    void mapping(const MatchMapping& node, std::vector<Identifier>& names);
    void capture(const Identifier& name, std::vector<Identifier>& names);
    std::string key_text(ExprId id) const;

    // ---- expressions (rules_exprs.cpp)
    void exprs(const std::vector<ExprId>& ids);
    void expr(ExprId id);
    void target(ExprId id);
    void target_list(const std::vector<ExprId>& elts);
    void named(const Expr& expr, const NamedExpr& node);
    void call_keywords(const std::vector<Keyword>& keywords);
    void lambda(const Lambda& node);
    template <class Node>
    void comprehension(const Expr& expr, const Node& node);
    /// All expressions and blocks of a node for which there is no rule.
    template <class Node>
    void children(const Node& node) {
        for_each_child(
            node, match{[&](ExprId id, bool is_target) { is_target ? target(id) : expr(id); },
                        [&](const Suite& body, bool) { block(body); }, [](PatternId, bool) {}});
    }
    void yield(const Expr& expr, ExprId value, bool from);
    void await(const Expr& expr, const Await& node);

    const Tree& tree_;
    const Module& module_;
    diag::Sink& sink_;
    std::deque<Scope> scopes_;
    Scope* scope_ = nullptr;
    std::vector<StmtId> futures_;  // `from __future__` where it may stand
};

}  // namespace pycu::syntax
