// Cst -> Tree. Only sees text that the grammar has accepted, so nothing here can fail.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/cst.h"
#include "syntax/fstring.h"
#include "syntax/grammar.h"
#include "syntax/tokens.h"
#include "syntax/tree.h"
#include "syntax/unicode.h"

namespace pycu::syntax {

class Builder {
  public:
    Builder(const SourceFile& file, const Outline& outline, Tree& tree)
        : file_(file), outline_(outline), tree_(tree) {}

    /// Reads the whole file into the tree; false when tree-sitter did not understand `error`.
    bool build_file(const std::string& normalised, std::uint32_t& error);

  private:
    using Index = std::uint32_t;
    using Offset = std::uint32_t;

    // ---- the concrete tree (builder.cpp)
    const CstNode& node(Index at) const { return (*cst_)[at]; }
    CstKind kind(Index at) const { return node(at).kind; }
    bool is_token(Index at, std::string_view name) const {
        return node(at).kind == CstKind::Token && node(at).name == name;
    }
    std::vector<Index> children(Index at) const;
    std::vector<Index> named_children(Index at) const;
    std::vector<Index> fields(Index at, std::string_view field) const;
    Index field(Index at, std::string_view field) const;
    bool has_token(Index at, std::string_view name) const;
    static constexpr Index none = ~Index{0};

    Range range(Offset begin, Offset end) const { return {begin, end, file_.file()}; }
    Range range(Index at) const { return range(node(at).begin, node(at).end); }
    std::string_view text(Index at) const { return file_.text(range(at)); }
    /// A name as Python compares it.
    std::string name(Index at) const { return nfkc(text(at)); }
    Identifier identifier(Index at) const { return {name(at), range(at)}; }
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
    ExprId subexpression(Offset begin, Offset end);
    Range range(ExprId id) const { return tree_.exprs[id].range; }

    // ---- statements (build_stmts.cpp, build_compound.cpp)
    Suite block(Index at);
    Suite statements(const std::vector<Index>& nodes);
    StmtId statement(Index at);
    StmtId simple_statement(Index at);
    StmtId expression_statement(Index at);
    StmtId assignment(Index at);
    StmtId delete_statement(Index at);
    StmtId import_statement(Index at);
    StmtId import_from(Index at);
    Alias alias(Index at) const;
    std::string dotted(Index at) const;
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
    Offset end_of(Index at, std::initializer_list<const Suite*> bodies) const;

    // ---- parameters (build_params.cpp)
    Arguments parameters(Index at);
    void parameter(Index at, Arguments& out, bool& keyword_only);
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
    ExprId literal(Range range);
    ExprId dotted_value(Range range);

    // ---- expressions (build_exprs.cpp, build_calls.cpp)
    ExprId expr(Index at);
    ExprId element(Index at);
    ExprId optional(Index at) { return at == none ? ExprId{} : expr(at); }
    std::vector<ExprId> exprs(const std::vector<Index>& nodes);
    ExprId operation(Index at);
    ExprId boolean(Index at);
    ExprId comparison(Index at);
    ExprId binary(Index at);
    void flatten(Index at, std::vector<Index>& operands, std::vector<Operator>& ops);
    ExprId display(Index at);
    ExprId dictionary(Index at);
    ExprId comprehension(Index at);
    ExprId call(Index at);
    ExprId subscript(Index at);
    ExprId slice(Index at);
    ExprId yield(Index at);
    ExprId tuple_of(const std::vector<Index>& nodes);
    Operator operator_at(Index at) const;

    // ---- literals (build_literals.cpp)
    ExprId number(const Token& token);
    ExprId strings(Range range);
    void string_pieces(const StringParts& parts, const std::vector<Piece>& pieces, bool outermost,
                       Range range, std::vector<ExprId>& values);
    void append_text(std::string text, Range range, std::vector<ExprId>& values);
    ExprId formatted_value(const StringParts& parts, const Piece& piece, Range range);

    const SourceFile& file_;
    const Outline& outline_;
    Tree& tree_;
    CstParser parser_;
    const Cst* cst_ = nullptr;
    diag::Sink quiet_;  // what the grammar has checked is not reported again
    bool sound_ = true;
    std::uint32_t error_ = 0;
};

}  // namespace pycu::syntax
