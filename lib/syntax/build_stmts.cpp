// Statements of one line of the concrete tree -> Stmt.
#include <algorithm>
#include <utility>

#include "syntax/builder.h"

namespace pycu::syntax {

Suite Builder::statements(const std::vector<Index>& nodes) {
    Suite body;
    for (const Index at : nodes) {
        const bool outer = std::exchange(is_bad_, false);
        const StmtId built = statement(at);
        if (is_bad_) {
            broken_.push_back(range(at));
        } else {
            body.push_back(built);
        }
        is_bad_ = outer;
    }
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
            if (!parts.empty() && kind(parts[0]) == CstKind::ExpressionList) {
                unexpected(parts[0], "one expression");
            }
            const ExprId exc = parts.empty() ? ExprId{} : expr(parts[0]);
            return make_stmt(range(at), Raise{exc, optional(cause)});
        }
        case CstKind::AssertStatement: {
            const ExprId test = expr(parts[0]);
            if (parts.size() > 2) unexpected(parts[2], "the end of the line");
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
        check_target(target, Target::Single);
        const BinaryOp op = operator_at(field(only, "operator"));
        return make_stmt(range(only), AugAssign{target, op, right_side(only)});
    }
    if (kind(only) == CstKind::NamedExpression) {
        const Index name = field(only, "name");
        fail<Code::WalrusTarget>(range(name), "a name").help("write `=`, or parentheses around it");
    }
    const ExprId value = expr(only, yield_level);
    return make_stmt(range(at), ExprStmt{value});
}

/// What is assigned; tree-sitter also takes `a += b = c` and `a: b = c += d`.
ExprId Builder::right_side(Index at) {
    const Index right = field(at, "right");
    if (kind(right) == CstKind::Assignment || kind(right) == CstKind::AugmentedAssignment) {
        for (const Index child : children(right)) {
            if (kind(child) != CstKind::Token) continue;
            unexpected(child, "the end of the line");
            break;
        }
        return expr(field(right, "left"));
    }
    return expr(right, kind(right) == CstKind::Yield ? yield_level : expression_level);
}

/// `a = b = c` is one Assign with two targets; `a: b = c` is an AnnAssign.
StmtId Builder::assignment(Index at) {
    const Index type = field(at, "type");
    if (type != none) {
        AnnAssign assign;
        assign.target = expr(field(at, "left"));
        assign.annotation = annotation(type);
        if (field(at, "right") != none) assign.value = right_side(at);
        const Expr& target = built(assign.target);
        const bool is_list = elements(target) != nullptr;
        if (is_list) fail<Code::AnnotationOf>(target.range, noun(target));
        if (!is_list) check_target(assign.target, Target::Single);
        assign.simple = std::holds_alternative<Name>(target.as) && !target.parenthesised;
        return make_stmt(range(at), assign);
    }
    Assign assign;
    Index last = at;
    for (;;) {
        assign.targets.push_back(expr(field(last, "left")));
        check_target(assign.targets.back());
        const Index right = field(last, "right");
        if (kind(right) != CstKind::Assignment || field(right, "type") != none) break;
        last = right;
    }
    assign.value = right_side(last);
    const Offset begin = tree_.exprs[assign.targets[0]].range.begin;
    return make_stmt(range(std::min(begin, node(at).begin), node(at).end), std::move(assign));
}

StmtId Builder::delete_statement(Index at) {
    const std::vector<Index> parts = named_children(at);
    const bool is_list = kind(parts[0]) == CstKind::ExpressionList;
    std::vector<ExprId> targets =
        exprs(is_list ? named_children(parts[0]) : parts, expression_level);
    for (const ExprId one : targets) check_target(one, Target::Deleted);
    return make_stmt(range(at), Delete{std::move(targets)});
}

/// `a.b` without the blanks that may stand around its dot.
std::string Builder::dotted(Index at) {
    std::string out;
    for (const Index name : named_children(at)) {
        if (!out.empty()) out += '.';
        out += this->name(name);
    }
    return out;
}

Alias Builder::alias(Index at) {
    if (kind(at) != CstKind::AliasedImport) return {dotted(at), std::nullopt, range(at)};
    return {dotted(field(at, "name")), name(field(at, "alias")), range(at)};
}

/// A list of names ends with a comma in parentheses alone.
void Builder::check_import_end(Index at) {
    const Index last = children(at).back();
    if (is_token(last, ",")) unexpected(last, "the end of the line");
}

StmtId Builder::import_statement(Index at) {
    Import import;
    check_import_end(at);
    for (const Index name : fields(at, "name")) import.names.push_back(alias(name));
    return make_stmt(range(at), std::move(import));
}

StmtId Builder::import_from(Index at) {
    ImportFrom import;
    const Index module = field(at, "module_name");
    check_import_end(at);
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
    for (const Index one : fields(at, "name")) {
        import.names.push_back(alias(one));
        if (import.names.back().name.find('.') != std::string::npos) unexpected(one, "a name");
    }
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
