// Builds the SSA form of one function; private to flow.cpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sema/body/current_versions.h"
#include "sema/body/flow.h"

namespace pycu::sema {

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
    FlowBuilder(const syntax::Tree& tree, const KnownTruth& known, const Sharing& sharing)
        : tree_(tree), known_(known), sharing_(sharing) {}

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
    void visit_loop(std::size_t begin, bool enters, bool ends, const Phis& phis,
                    const syntax::Suite& body, const syntax::Suite& orelse, syntax::ExprId target,
                    syntax::StmtId id);
    void join(const std::vector<Path>& paths, syntax::StmtId id);
    std::vector<std::uint32_t> assigned_in(const syntax::Suite& body, syntax::ExprId target);

    const syntax::Tree& tree_;
    const KnownTruth& known_;
    const Sharing& sharing_;
    Flow flow_;
    CurrentVersions current_;
    bool reachable_ = true;
    std::vector<Loop> loops_;
};

}  // namespace pycu::sema
