// What tree-sitter's grammar takes and Python's does not: expressions in places that want others.
#include "support/match.h"
#include "syntax/builder.h"

namespace pycu::syntax {
namespace {

/// How tightly an expression binds; see builder.h.
int level_of(const Expr& expr) {
    if (expr.parenthesised) return primary_level;
    return std::visit(
        pycu::match{
            [](const Yield&) { return yield_level; }, [](const YieldFrom&) { return yield_level; },
            [](const NamedExpr&) { return named_level; },
            [](const Lambda&) { return expression_level; },
            [](const IfExp&) { return expression_level; },
            [](const BoolOp& e) { return e.op == BoolOperator::Or ? or_level : and_level; },
            [](const UnaryOp& e) { return e.op == pycu::UnaryOp::Not ? not_level : bitwise_level; },
            [](const Compare&) { return bitwise_level - 1; },
            [](const BinOp&) { return int{bitwise_level}; },
            [](const Await&) { return int{bitwise_level}; },
            [](const auto&) { return primary_level; }},
        expr.as);
}

bool is_debug(const Expr& expr) {
    const auto* name = std::get_if<Name>(&expr.as);
    return name && name->id == "__debug__";
}

bool is_single(const Expr& expr) {
    return (std::holds_alternative<Name>(expr.as) && !is_debug(expr)) ||
           std::holds_alternative<Attribute>(expr.as) || std::holds_alternative<Subscript>(expr.as);
}

}  // namespace

/// A name as Python compares it; for tree-sitter, keywords are names where no keyword may stand.
std::string Builder::name(Index at) {
    const std::string_view word = text(at);
    if (keyword(word) != Tok::Name) fail<Code::KeywordAsName>(range(at), word);
    return nfkc(word);
}

/// Reports a node that no Python text has in this place.
void Builder::unexpected(Index at, const char* expected) {
    const std::string_view found = text(at);
    const std::string_view word = found.substr(0, found.find_first_of(" \t\r\n"));
    fail<Code::Unexpected>(range(at), expected, "`" + std::string(word) + "`");
}

/// Reports an expression that binds too loosely for its place.
void Builder::require(ExprId id, int least) {
    const Expr& expr = built(id);
    if (level_of(expr) >= least) return;
    fail<Code::Unexpected>(expr.range, "parentheses", noun(expr))
        .help("it needs parentheses in this place");
}

void Builder::check_target(ExprId id, Target target) {
    const Expr& expr = built(id);
    const std::vector<ExprId>* elts = target == Target::Single ? nullptr : elements(expr);
    if (elts) {
        for (const ExprId one : *elts) {
            const auto* star = std::get_if<Starred>(&built(one).as);
            check_target(star && target == Target::Assigned ? star->value : one, target);
        }
    } else if (!is_single(expr) && target == Target::Deleted) {
        fail<Code::DeletionOf>(expr.range, noun(expr));
    } else if (!is_single(expr)) {
        fail<Code::AssignmentTo>(expr.range, noun(expr));
    }
}

/// A pattern's value is a literal, a signed or complex number, or a dotted name.
void Builder::check_value_pattern(ExprId id, bool is_key) {
    const Expr& expr = built(id);
    const auto is_number = [&](ExprId one, bool imaginary) {
        const auto* constant = std::get_if<Constant>(&built(one).as);
        if (!constant || built(one).parenthesised) return false;
        return imaginary ? std::holds_alternative<Imaginary>(constant->value)
                         : std::holds_alternative<Integer>(constant->value) ||
                               std::holds_alternative<double>(constant->value);
    };
    const auto is_signed = [&](ExprId one, bool or_imaginary) {
        const auto* minus = std::get_if<UnaryOp>(&built(one).as);
        const ExprId number = minus && minus->op == pycu::UnaryOp::USub ? minus->operand : one;
        return is_number(number, false) || (or_imaginary && is_number(number, true));
    };
    if (std::holds_alternative<JoinedStr>(expr.as)) {
        fail<Code::BadPattern>(expr.range, "an f-string is no pattern");
        return;
    }
    const auto* sum = std::get_if<BinOp>(&expr.as);
    bool is_value = is_signed(id, true);
    if (sum) {
        const bool has_sign = sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub;
        is_value = has_sign && is_signed(sum->left, false) && is_number(sum->right, true);
    } else if (const auto* constant = std::get_if<Constant>(&expr.as)) {
        is_value = !std::holds_alternative<Ellipsis>(constant->value);
    } else if (std::holds_alternative<Attribute>(expr.as)) {
        is_value = true;
    }
    if (is_value && !expr.parenthesised) return;
    fail<Code::BadPattern>(expr.range, is_key ? "a key is a literal or an attribute"
                                              : "a value is a literal or an attribute");
}

}  // namespace pycu::syntax
