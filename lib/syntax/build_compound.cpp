// Statements with blocks of the concrete tree -> Stmt.
#include <algorithm>

#include "syntax/builder.h"

namespace pycu::syntax {

/// Where a node with blocks ends, of which `last` is the last that holds a statement, if one does:
/// with that statement and the semicolon behind it.
Builder::Offset Builder::end_of(Index at, const Suite* last) const {
    if (last == nullptr || last->empty()) return node(at).end;
    const Offset end = tree_.stmts[last->back()].range.end;
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
    return make_compound(at, std::move(function));
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
    return make_compound(at, std::move(definition));
}

Suite Builder::else_block(Index at) {
    return at == none ? Suite{} : block(field(at, "body"));
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
        built = make_compound(where, std::move(clause));
        orelse = {built};
        clauses.pop_back();
    }
    return built;
}

StmtId Builder::loop(Index at) {
    const auto with_blocks = [&](auto loop) {
        loop.body = block(field(at, "body"));
        loop.orelse = else_block(field(at, "alternative"));
        return make_compound(at, std::move(loop));
    };
    if (kind(at) == CstKind::WhileStatement) {
        return with_blocks(While{expr(field(at, "condition"), named_level), {}, {}});
    }
    const ExprId target = expr(field(at, "left"));
    check_target(target);
    return with_blocks(For{target, expr(field(at, "right")), {}, {}, has_token(at, "async")});
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
    return make_compound(at, std::move(with));
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
                break;
            case CstKind::ElseClause:
                statement.orelse = else_block(clause);
                break;
            case CstKind::FinallyClause:
                statement.finalbody = block(named_children(clause).back());
                break;
            default:
                break;
        }
    }
    return make_compound(at, std::move(statement));
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
    handler.range = range(node(at).begin, end_of(at, &handler.body));
    return handler;
}

}  // namespace pycu::syntax
