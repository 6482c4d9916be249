// Statements with blocks of the concrete tree -> Stmt.
#include <algorithm>

#include "syntax/builder.h"

namespace pycu::syntax {

/// Where a compound statement ends: with the last statement of its last block that has one, and
/// with the semicolon behind it.
Builder::Offset Builder::end_of(Index at, std::initializer_list<const Suite*> bodies) const {
    Offset end = node(at).begin;
    for (const Suite* body : bodies) {
        if (!body->empty()) end = tree_.stmts[body->back()].range.end;
    }
    if (end == node(at).begin) return node(at).end;
    const std::string& text = file_.text();
    const std::size_t semicolon = text.find_first_not_of(" \t", end);
    const bool has_semicolon = semicolon != std::string::npos && text[semicolon] == ';';
    return has_semicolon ? static_cast<Offset>(semicolon) + 1 : end;
}

StmtId Builder::decorated(Index at) {
    std::vector<ExprId> decorators;
    for (const Index child : named_children(at)) {
        if (kind(child) == CstKind::Decorator) {
            decorators.push_back(expr(named_children(child)[0], named_level));
        }
    }
    const Index definition = field(at, "definition");
    if (kind(definition) == CstKind::ClassDefinition) {
        return class_definition(definition, std::move(decorators));
    }
    return function(definition, std::move(decorators));
}

StmtId Builder::function(Index at, std::vector<ExprId> decorators) {
    FunctionDef function;
    const Index name = field(at, "name");
    function.name = this->name(name);
    function.name_range = range(name);
    function.is_async = has_token(at, "async");
    function.decorator_list = std::move(decorators);
    function.args = parameters(field(at, "parameters"));
    function.returns = annotation(field(at, "return_type"));
    function.body = block(field(at, "body"));
    const auto whole = outline_.functions.find(node(at).begin);
    function.whole = whole == outline_.functions.end() ? range(at) : whole->second;
    const Offset end = end_of(at, {&function.body});
    return make_stmt(range(node(at).begin, end), std::move(function));
}

/// A lambda as the function that it is.
StmtId Builder::function_of(Range range, const Arguments& args, ExprId body) {
    FunctionDef function;
    function.name = "lambda";
    function.name_range = {range.begin, range.begin + 6, range.file};
    function.args = args;
    function.body = {make_stmt(this->range(body), Return{body})};
    function.whole = range;
    function.is_lambda = true;
    return make_stmt(range, std::move(function));
}

StmtId Builder::class_definition(Index at, std::vector<ExprId> decorators) {
    ClassDef definition;
    const Index name = field(at, "name");
    definition.name = this->name(name);
    definition.name_range = range(name);
    definition.decorator_list = std::move(decorators);
    const Index bases = field(at, "superclasses");
    if (bases != none) arguments(bases, definition.bases, definition.keywords);
    definition.body = block(field(at, "body"));
    const Offset end = end_of(at, {&definition.body});
    return make_stmt(range(node(at).begin, end), std::move(definition));
}

Suite Builder::else_block(Index at) {
    return block(field(at, "body"));
}

/// The clauses after the first are built from the last, each the orelse of the one before.
StmtId Builder::if_statement(Index at) {
    If statement;
    statement.test = expr(field(at, "condition"), named_level);
    statement.body = block(field(at, "consequence"));
    std::vector<std::pair<Index, If>> clauses;
    clauses.emplace_back(at, std::move(statement));
    Suite orelse;
    for (const Index clause : fields(at, "alternative")) {
        if (clauses.size() == max_height) {
            fail<Code::TooDeep>({node(clause).begin, node(clause).begin + 4, file_.file()},
                                "this `elif`");
            break;
        }
        if (kind(clause) == CstKind::ElseClause) {
            orelse = else_block(clause);
        } else {
            If elif;
            elif.test = expr(field(clause, "condition"), named_level);
            elif.body = block(field(clause, "consequence"));
            clauses.emplace_back(clause, std::move(elif));
        }
    }
    StmtId built;
    while (!clauses.empty()) {
        auto& [where, clause] = clauses.back();
        clause.orelse = std::move(orelse);
        const Offset end = end_of(where, {&clause.body, &clause.orelse});
        built = make_stmt(range(node(where).begin, end), std::move(clause));
        orelse = {built};
        clauses.pop_back();
    }
    return built;
}

StmtId Builder::loop(Index at) {
    const Index alternative = field(at, "alternative");
    if (kind(at) == CstKind::WhileStatement) {
        While loop;
        loop.test = expr(field(at, "condition"), named_level);
        loop.body = block(field(at, "body"));
        if (alternative != none) loop.orelse = else_block(alternative);
        const Offset end = end_of(at, {&loop.body, &loop.orelse});
        return make_stmt(range(node(at).begin, end), std::move(loop));
    }
    For loop;
    loop.is_async = has_token(at, "async");
    loop.target = expr(field(at, "left"));
    check_target(loop.target);
    loop.iter = expr(field(at, "right"));
    loop.body = block(field(at, "body"));
    if (alternative != none) loop.orelse = else_block(alternative);
    const Offset end = end_of(at, {&loop.body, &loop.orelse});
    return make_stmt(range(node(at).begin, end), std::move(loop));
}

StmtId Builder::with_statement(Index at) {
    With with;
    with.is_async = has_token(at, "async");
    for (const Index clause : named_children(at)) {
        if (kind(clause) != CstKind::WithClause) continue;
        for (const Index item : named_children(clause)) with_item(item, with.items);
        if (is_token(children(clause).back(), ",")) {
            unexpected(children(clause).back(), "`:`");
        }
    }
    with.body = block(field(at, "body"));
    const Offset end = end_of(at, {&with.body});
    return make_stmt(range(node(at).begin, end), std::move(with));
}

/// One item; tree-sitter also calls the parenthesised list of `with (a as b):` one.
void Builder::with_item(Index at, std::vector<WithItem>& items) {
    const Index value = kind(at) == CstKind::WithItem ? field(at, "value") : at;
    const std::vector<Index> parts = named_children(value);
    const bool list =
        kind(value) == CstKind::ParenthesizedExpression || kind(value) == CstKind::Tuple;
    if (list && std::any_of(parts.begin(), parts.end(),
                            [&](Index part) { return kind(part) == CstKind::AsPattern; })) {
        for (const Index part : parts) with_item(part, items);
    } else if (kind(value) == CstKind::AsPattern) {
        const ExprId context = expr(parts[0]);
        items.push_back({context, expr(named_children(parts[1])[0])});
        check_target(items.back().optional_vars);
    } else {
        items.push_back({expr(value), {}});
    }
}

StmtId Builder::try_statement(Index at) {
    Try statement;
    statement.body = block(field(at, "body"));
    Offset end = end_of(at, {&statement.body});
    for (const Index clause : named_children(at)) {
        switch (kind(clause)) {
            case CstKind::ExceptGroupClause:
                statement.is_star = true;
                [[fallthrough]];
            case CstKind::ExceptClause:
                if (!statement.handlers.empty() && !statement.handlers.back().type) {
                    fail<Code::BareExcept>(range(node(clause).begin, node(clause).begin + 6));
                }
                statement.handlers.push_back(handler(clause));
                end = statement.handlers.back().range.end;
                break;
            case CstKind::ElseClause:
                statement.orelse = else_block(clause);
                end = end_of(clause, {&statement.orelse});
                break;
            case CstKind::FinallyClause:
                statement.finalbody = block(named_children(clause).back());
                end = end_of(clause, {&statement.finalbody});
                break;
            default:
                break;
        }
    }
    return make_stmt(range(node(at).begin, end), std::move(statement));
}

ExceptHandler Builder::handler(Index at) {
    ExceptHandler handler;
    for (const Index child : children(at)) {
        if (is_token(child, ",")) {
            fail<Code::Unexpected>(range(child), "`:`", "`,`")
                .help("several types stand in parentheses");
        } else if (kind(child) == CstKind::Block) {
            handler.body = block(child);
        } else if (kind(child) == CstKind::AsPattern) {
            const std::vector<Index> parts = named_children(child);
            handler.type = expr(parts[0]);
            const Index name = named_children(parts[1])[0];
            if (kind(name) != CstKind::Identifier) unexpected(name, "a name");
            handler.name = identifier(name);
        } else if (kind(child) != CstKind::Token) {
            handler.type = expr(child);
        }
    }
    if (!handler.type && kind(at) == CstKind::ExceptGroupClause) {
        unexpected(at, "an exception type");
    }
    handler.range = range(node(at).begin, end_of(at, {&handler.body}));
    return handler;
}

}  // namespace pycu::syntax
