// Statements of one line of the concrete tree -> Stmt.
#include <algorithm>

#include "syntax/builder.h"

namespace pycu::syntax {

Suite Builder::statements(const std::vector<Index>& nodes) {
    Suite body;
    for (const Index at : nodes) body.push_back(statement(at));
    return body;
}

Suite Builder::block(Index at) {
    return at == none ? Suite{} : statements(named_children(at));
}

StmtId Builder::statement(Index at) {
    switch (kind(at)) {
        case CstKind::FunctionDefinition:
            return function(at, {});
        case CstKind::ClassDefinition:
            return class_definition(at, {});
        case CstKind::DecoratedDefinition:
            return decorated(at);
        case CstKind::IfStatement:
        case CstKind::ElifClause:
            return if_statement(at);
        case CstKind::ForStatement:
        case CstKind::WhileStatement:
            return loop(at);
        case CstKind::WithStatement:
            return with_statement(at);
        case CstKind::TryStatement:
            return try_statement(at);
        case CstKind::MatchStatement:
            return match_statement(at);
        default:
            return simple_statement(at);
    }
}

StmtId Builder::simple_statement(Index at) {
    const std::vector<Index> parts = named_children(at);
    switch (kind(at)) {
        case CstKind::ReturnStatement:
            return make_stmt(range(at), Return{parts.empty() ? ExprId{} : expr(parts[0])});
        case CstKind::PassStatement:
            return make_stmt(range(at), Pass{});
        case CstKind::BreakStatement:
            return make_stmt(range(at), Break{});
        case CstKind::ContinueStatement:
            return make_stmt(range(at), Continue{});
        case CstKind::RaiseStatement: {
            const Index cause = field(at, "cause");
            const ExprId exc = parts.empty() ? ExprId{} : expr(parts[0]);
            return make_stmt(range(at), Raise{exc, optional(cause)});
        }
        case CstKind::AssertStatement: {
            const ExprId test = expr(parts[0]);
            return make_stmt(range(at), Assert{test, parts.size() > 1 ? expr(parts[1]) : ExprId{}});
        }
        case CstKind::DeleteStatement:
            return delete_statement(at);
        case CstKind::ImportStatement:
            return import_statement(at);
        case CstKind::ImportFromStatement:
            return import_from(at);
        case CstKind::GlobalStatement:
        case CstKind::NonlocalStatement:
            return name_statement(at);
        default:
            return expression_statement(at);
    }
}

StmtId Builder::expression_statement(Index at) {
    const std::vector<Index> parts = children(at);
    if (parts.size() > 1) {
        const ExprId tuple = tuple_of(parts);
        return make_stmt(range(tuple), ExprStmt{tuple});
    }
    const Index only = parts.empty() ? at : parts[0];
    if (kind(only) == CstKind::Assignment) return assignment(only);
    if (kind(only) == CstKind::AugmentedAssignment) {
        const ExprId target = expr(field(only, "left"));
        const Operator op = operator_at(field(only, "operator"));
        return make_stmt(range(only), AugAssign{target, op, expr(field(only, "right"))});
    }
    return make_stmt(range(at), ExprStmt{expr(only)});
}

/// `a = b = c` is one Assign with two targets; `a: b = c` is an AnnAssign.
StmtId Builder::assignment(Index at) {
    const Index type = field(at, "type");
    if (type != none) {
        AnnAssign assign;
        assign.target = expr(field(at, "left"));
        assign.annotation = annotation(type);
        assign.value = optional(field(at, "right"));
        const Expr& target = tree_.exprs[assign.target];
        assign.simple = std::holds_alternative<Name>(target.as) && !target.parenthesised;
        return make_stmt(range(at), assign);
    }
    Assign assign;
    Index right = at;
    do {
        assign.targets.push_back(expr(field(right, "left")));
        right = field(right, "right");
    } while (kind(right) == CstKind::Assignment);
    assign.value = expr(right);
    const Offset begin = tree_.exprs[assign.targets[0]].range.begin;
    return make_stmt(range(std::min(begin, node(at).begin), node(at).end), std::move(assign));
}

StmtId Builder::delete_statement(Index at) {
    const std::vector<Index> parts = named_children(at);
    if (kind(parts[0]) == CstKind::ExpressionList) {
        return make_stmt(range(at), Delete{exprs(named_children(parts[0]))});
    }
    return make_stmt(range(at), Delete{exprs(parts)});
}

/// `a.b` without the blanks that may stand around its dot.
std::string Builder::dotted(Index at) const {
    std::string out;
    for (const Index name : named_children(at)) {
        if (!out.empty()) out += '.';
        out += nfkc(text(name));
    }
    return out;
}

Alias Builder::alias(Index at) const {
    if (kind(at) != CstKind::AliasedImport) return {dotted(at), std::nullopt, range(at)};
    return {dotted(field(at, "name")), name(field(at, "alias")), range(at)};
}

StmtId Builder::import_statement(Index at) {
    Import import;
    for (const Index name : fields(at, "name")) import.names.push_back(alias(name));
    return make_stmt(range(at), std::move(import));
}

StmtId Builder::import_from(Index at) {
    ImportFrom import;
    const Index module = field(at, "module_name");
    if (kind(module) == CstKind::RelativeImport) {
        for (const Index part : named_children(module)) {
            if (kind(part) == CstKind::DottedName) {
                import.module = dotted(part);
            } else {
                const std::string_view dots = text(part);
                import.level = static_cast<int>(std::count(dots.begin(), dots.end(), '.'));
            }
        }
    } else {
        import.module = dotted(module);
    }
    for (const Index name : fields(at, "name")) import.names.push_back(alias(name));
    for (const Index child : named_children(at)) {
        if (kind(child) == CstKind::WildcardImport) {
            import.names.push_back({"*", std::nullopt, range(child)});
        }
    }
    return make_stmt(range(at), std::move(import));
}

StmtId Builder::name_statement(Index at) {
    std::vector<Identifier> names;
    for (const Index name : named_children(at)) names.push_back(identifier(name));
    if (kind(at) == CstKind::GlobalStatement) return make_stmt(range(at), Global{std::move(names)});
    return make_stmt(range(at), Nonlocal{std::move(names)});
}

}  // namespace pycu::syntax
