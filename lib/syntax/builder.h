// Cst -> Tree. tree-sitter's grammar takes more than Python's: what is too much is reported here,
// where it is known in which place an expression stands, and its statement is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/match.h"
#include "syntax/cst.h"
#include "syntax/fstring.h"
#include "syntax/lines.h"
#include "syntax/tokens.h"
#include "syntax/tree.h"
#include "syntax/unicode.h"
#include "syntax/visit.h"

namespace pycu::syntax {

/// How tightly an expression binds, for places that do not take every one.
constexpr int yield_level = -1, named_level = 0, expression_level = 1, or_level = 2, and_level = 3,
              not_level = 4, bitwise_level = 6, primary_level = 10;

class Builder {
  public:
    Builder(const SourceFile& file, const Outline& outline, CstParser& parser, Tree& tree,
            diag::Sink& sink)
        : file_(file), outline_(outline), parser_(parser), tree_(tree), sink_(sink) {}

    /// Reads the whole file into the tree; the result is its statements.
    Suite build_file(Cst cst);
    /// The statements that were left out.
    const std::vector<Range>& broken() const { return broken_; }

    /// Reads an expression alone, as if in parentheses, and reports what is wrong with it.
    ExprId subexpression(std::uint32_t begin, std::uint32_t end);
    const Expr& built(ExprId id) const { return tree_.exprs[id]; }
    /// Reports what cannot be assigned to, alone (`+=`) or with others, or deleted.
    enum class Target { Single, Assigned, Deleted };
    void check_target(ExprId id, Target target = Target::Assigned);

  private:
    using Index = std::uint32_t;
    using Offset = std::uint32_t;

    // ---- the concrete tree (builder.cpp)
    const CstNode& node(Index at) const { return (*cst_)[at]; }
    CstKind kind(Index at) const { return node(at).kind; }
    bool is_token(Index at, std::string_view name) const {
        return node(at).kind == CstKind::Token && node(at).name == name;
    }
    template <class Keep>
    std::vector<Index> children_if(Index at, const Keep& keep) const;
    std::vector<Index> children(Index at) const;
    std::vector<Index> named_children(Index at) const;
    std::vector<Index> fields(Index at, std::string_view field) const;
    Index field(Index at, std::string_view field) const;
    bool has_token(Index at, std::string_view name) const;
    static constexpr Index none = ~Index{0};

    Range range(Offset begin, Offset end) const { return {begin, end, file_.file()}; }
    Range range(Index at) const { return range(node(at).begin, node(at).end); }
    std::string_view text(Index at) const { return file_.text(range(at)); }
    std::string name(Index at);
    Identifier identifier(Index at) { return {name(at), range(at)}; }
    template <class Node>
    ExprId make(Range range, Node value) {
        return tree_.exprs.add({range, false, std::move(value)});
    }
    template <class Node>
    StmtId make_stmt(Range range, Node value) {
        return tree_.stmts.add({range, std::move(value)});
    }
    template <class Node>
    PatternId make_pattern(Range range, Node value) {
        return tree_.patterns.add({range, std::move(value)});
    }
    void hoist_stars(Cst& cst, const std::unordered_map<Offset, Offset>& left_out);

    // ---- what Python refuses (builder.cpp)
    using Code = diag::Code;
    template <Code code, class... Arguments>
    diag::Diagnostic& fail(Range where, const Arguments&... arguments) {
        is_bad_ = true;
        return sink_.report<code>(where, arguments...);
    }
    void unexpected(Index at, const char* expected);
    void require(ExprId id, int least);
    void check_value_pattern(ExprId id, bool is_key);
    Range range(ExprId id) const { return tree_.exprs[id].range; }

    // ---- statements (build_stmts.cpp, build_compound.cpp)
    Suite block(Index at);
    Suite statements(const std::vector<Index>& nodes);
    StmtId statement(Index at);
    StmtId simple_statement(Index at);
    StmtId expression_statement(Index at);
    StmtId assignment(Index at);
    ExprId right_side(Index at);
    void check_import_end(Index at);
    StmtId delete_statement(Index at);
    StmtId import_statement(Index at);
    StmtId import_from(Index at);
    Alias alias(Index at);
    std::string dotted(Index at);
    StmtId name_statement(Index at);
    StmtId function(Index at, std::vector<ExprId> decorators);
    StmtId function_of(Range range, const Arguments& args, ExprId body);
    StmtId class_definition(Index at, std::vector<ExprId> decorators);
    StmtId decorated(Index at);
    StmtId if_statement(Index at);
    StmtId loop(Index at);
    StmtId with_statement(Index at);
    void with_item(Index at, std::vector<WithItem>& items);
    StmtId try_statement(Index at);
    ExceptHandler handler(Index at);
    Suite else_block(Index at);
    Offset end_of(Index at, const Suite* last) const;
    template <class Node>
    StmtId make_compound(Index at, Node value) {
        const Suite* last = nullptr;
        for_each_child(value, match{[&](const Suite& body, bool) {
                                        if (!body.empty()) last = &body;
                                    },
                                    [](const auto&, bool) {}});
        const Range where = range(node(at).begin, end_of(at, last));
        return make_stmt(where, std::move(value));
    }

    // ---- parameters (build_params.cpp)
    Arguments parameters(Index at);
    struct ParameterState;
    void parameter(Index at, Arguments& out, ParameterState& state);
    void separator(Index at, Arguments& out, ParameterState& state);
    Arg arg(Index name, Index type);
    ExprId annotation(Index type);

    // ---- match (build_match.cpp)
    StmtId match_statement(Index at);
    MatchCase case_clause(Index at);
    PatternId pattern(Index at);
    PatternId sequence(Index at);
    PatternId mapping(Index at);
    PatternId class_pattern(Index at);
    PatternId name_pattern(Index at);
    PatternId value_pattern(Range range);
    void no_star(PatternId id);

    // ---- expressions (build_exprs.cpp, build_calls.cpp)
    ExprId expr(Index at, int least = expression_level);
    ExprId unchecked(Index at);
    ExprId element(Index at, int least, int least_starred = bitwise_level);
    ExprId optional(Index at) { return at == none ? ExprId{} : expr(at); }
    std::vector<ExprId> exprs(const std::vector<Index>& nodes, int least);
    ExprId operation(Index at);
    ExprId boolean(Index at);
    ExprId comparison(Index at);
    ExprId binary(Index at);
    ExprId display(Index at);
    ExprId dictionary(Index at);
    ExprId comprehension(Index at);
    ExprId call(Index at);
    ExprId subscript(Index at);
    ExprId slice(Index at);
    ExprId yield(Index at);
    ExprId tuple_of(const std::vector<Index>& nodes, int least = expression_level);
    void arguments(Index list, std::vector<ExprId>& args, std::vector<Keyword>& keywords);
    BinaryOp operator_at(Index at) const;

    // ---- literals (build_literals.cpp)
    ExprId number(Range where);
    ExprId strings(Range range);
    void string_pieces(const StringParts& parts, const std::vector<Piece>& pieces, bool outermost,
                       Range range, std::vector<ExprId>& values);
    void decode(const StringParts& parts, Range piece, bool double_braces, std::string& text);
    void append_text(std::string text, Range range, std::vector<ExprId>& values);
    ExprId formatted_value(const StringParts& parts, const Piece& piece, Range range);

    const SourceFile& file_;
    const Outline& outline_;
    CstParser& parser_;
    Tree& tree_;
    diag::Sink& sink_;
    const Cst* cst_ = nullptr;
    std::unordered_map<Offset, Offset> stars_;  // of `*a`, by the offset of what stands behind them
    Offset element_ = ~Offset{0};               // whose star has been read
    std::vector<Range> broken_;
    bool is_bad_ = false;  // the statement here is no Python
};

}  // namespace pycu::syntax
