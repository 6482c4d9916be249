// The builder of one function's SSA form. Private to flow.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flow/current_versions.h"
#include "flow/flow.h"

namespace pycu::flow {

/// Where `break` and `continue` of a loop lead, and the place in the log where it begins.
struct Loop {
    std::size_t begin = 0;
    std::vector<Path> breaks;
    std::vector<Path> continues;
};

/// The phis of a loop's header, by variable.
using Phis = std::vector<std::pair<std::uint32_t, VersionId>>;

class FlowBuilder {
  public:
    FlowBuilder(const syntax::Tree& tree, const KnownTruth& known, const IsFilled& is_filled,
                const Sharing& sharing)
        : tree_(tree), known_(known), is_filled_(is_filled), sharing_(sharing) {}

    Flow build(const syntax::FunctionDef& function, const std::vector<std::string>& locals);

  private:
    VersionId define(std::uint32_t variable, Version::Kind kind, Range range);
    void define_target(syntax::ExprId name_expr);
    void assign(syntax::ExprId target);

    void visit_expr(syntax::ExprId expr);
    void visit_call(const syntax::Call& call, syntax::ExprId id);
    void visit_defaults(const syntax::Arguments& args);
    void leave(std::uint32_t stmt);
    void visit_body(const syntax::Suite& body);
    void visit_stmt(syntax::StmtId id);
    void visit_if(const syntax::If& s, syntax::StmtId id);
    void visit_while(const syntax::While& s, syntax::StmtId id);
    void visit_for(const syntax::For& s, syntax::StmtId id);
    void visit_match(const syntax::Match& s, syntax::StmtId id);
    void jump(std::vector<Path> Loop::*where);
    std::optional<bool> outcome(syntax::ExprId test);

    Phis open_loop(const std::vector<std::uint32_t>& vars, syntax::StmtId id);
    void close_loop(const Phis& phis, const std::vector<Path>& back_edges);
    /// A loop whose test has been visited.
    struct Header {
        std::size_t begin;        ///< the log before its phis
        std::size_t test;         ///< the log before its test
        bool enters, ends;        ///< whether the test may be true, and false
        std::vector<Path> exits;  ///< how the test may be false, where that is not one way alone
        bool always_enters;       ///< there is a round
    };
    void visit_loop(Header head, const Phis& phis, const syntax::Suite& body,
                    const syntax::Suite& orelse, syntax::ExprId target, syntax::StmtId id);
    std::vector<Path> set_by_rounds(const Phis& phis, const std::vector<Path>& rounds) const;
    void join(const std::vector<Path>& paths, syntax::StmtId id);
    void join(const std::vector<Path>& paths, Range range, std::vector<VersionId>& phis);
    std::vector<std::uint32_t> assigned_in(const syntax::Suite& body, syntax::ExprId target,
                                           syntax::ExprId test);

    // ---- branches and what binds names in them (flow_branches.cpp)
    /// A test that has been visited; the path goes on as if all of it had been evaluated.
    struct Test {
        std::size_t begin = 0;
        bool is_and = true;
        /// Where `:=` stands behind an `and` (an `or`): the ways on which the test is false (true).
        std::vector<Path> exits;
    };
    Test visit_test(syntax::ExprId expr);
    bool has_walrus(syntax::ExprId expr) const;
    bool visit_conditional(syntax::ExprId id);
    bool visit_comprehension(syntax::ExprId id);
    void join_in_expression(syntax::ExprId id, const std::vector<Path>& ends);
    bool is_shadowed(const std::string& name) const;
    void visit_pattern(syntax::PatternId id);

    const syntax::Tree& tree_;
    const KnownTruth& known_;
    const IsFilled& is_filled_;
    const Sharing& sharing_;
    Flow flow_;
    CurrentVersions current_;
    bool reachable_ = true;
    std::vector<Loop> loops_;
    /// The variables of the comprehensions around the expression.
    std::vector<std::string> shadowed_;
};

}  // namespace pycu::flow
