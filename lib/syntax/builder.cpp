// The builder's access to the concrete tree, and its entry.
#include "syntax/builder.h"

#include <algorithm>

#include "support/match.h"
#include "syntax/lines.h"

namespace pycu::syntax {

Suite Builder::build_file(Cst cst) {
    hoist_stars(cst, outline_.stars);
    cst_ = &cst;
    if (tree_.exprs.empty()) {
        tree_.exprs.reserve(cst.size() / 2);  // tokens and argument lists are the other half
    }
    Suite body = statements(named_children(0));
    cst_ = nullptr;
    return body;
}

/// Nodes that hold a starred expression, and begin with the star.
static bool holds_stars(CstKind kind) {
    return kind == CstKind::ExpressionList || kind == CstKind::PatternList ||
           kind == CstKind::ExpressionStatement || kind == CstKind::Assignment ||
           kind == CstKind::TypedParameter || kind == CstKind::Module || kind == CstKind::Block;
}

/// tree-sitter binds the star of `*a.b` to `a`. Here it stands beside the whole `a.b`.
void Builder::hoist_stars(Cst& cst, const std::unordered_map<Offset, Offset>& left_out) {
    std::unordered_map<Offset, Offset> masked;
    for (const auto& [operand, star] : left_out) {
        masked[star] = operand;
        stars_[operand] = star;
    }
    for (Index i = 0; i < cst.size(); ++i) {
        const auto found = masked.empty() ? masked.end() : masked.find(cst[i].begin);
        if (found != masked.end() && !holds_stars(cst[i].kind)) cst[i].begin = found->second;
        const auto behind = masked.empty() ? left_out.end() : left_out.find(cst[i].begin);
        if (behind != left_out.end() && holds_stars(cst[i].kind)) cst[i].begin = behind->second;
        const bool is_splat =
            cst[i].kind == CstKind::ListSplat || cst[i].kind == CstKind::ListSplatPattern;
        if (!is_splat || cst[i + 1].next == cst[i].next) continue;
        const CstNode& inner = cst[cst[i + 1].next];
        if (inner.kind == cst[i].kind) continue;  // `**a`
        const Offset star = cst[i].begin;
        const Offset operand = inner.begin;
        stars_[operand] = star;
        for (Index j = i + 1; j-- > 0 && cst[j].begin == star;) {
            if (!holds_stars(cst[j].kind)) cst[j].begin = operand;
        }
    }
}

template <class Keep>
std::vector<Builder::Index> Builder::children_if(Index at, const Keep& keep) const {
    std::vector<Index> out;
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (keep(child)) out.push_back(child);
    }
    return out;
}

std::vector<Builder::Index> Builder::children(Index at) const {
    return children_if(at, [](Index) { return true; });
}

std::vector<Builder::Index> Builder::named_children(Index at) const {
    return children_if(at, [&](Index child) { return kind(child) != CstKind::Token; });
}

std::vector<Builder::Index> Builder::fields(Index at, std::string_view field) const {
    return children_if(at, [&](Index child) {
        return node(child).field == field && kind(child) != CstKind::Token;
    });
}

Builder::Index Builder::field(Index at, std::string_view field) const {
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (node(child).field == field) return child;
    }
    return none;
}

bool Builder::has_token(Index at, std::string_view name) const {
    return !children_if(at, [&](Index child) { return is_token(child, name); }).empty();
}

/// An expression that tree-sitter reads by itself, such as the field of an f-string.
ExprId Builder::subexpression(Offset begin, Offset end) {
    const std::size_t before = sink_.all().size();
    const Tokens cut = tokenize_expression(file_, begin, end, sink_);
    std::unordered_map<Offset, Offset> left_out;
    const std::string text = masked_expression(file_, cut.tokens, begin, end, left_out);
    std::optional<Cst> cst;
    if (sink_.all().size() == before) {
        cst = parser_.parse(text, begin - 2);
        if (!cst) explain_expression(file_, cut.tokens, parser_.error(), sink_);
    }
    const auto nothing = [&] {
        is_bad_ = true;
        return make(range(begin, end), Constant{None{}, false});
    };
    if (!cst || parser_.too_deep()) {
        if (cst) fail<Code::TooDeep>(range(begin, begin + 1), "this expression");
        return nothing();
    }
    hoist_stars(*cst, left_out);
    const Cst* outer = cst_;
    cst_ = &*cst;
    // module > expression_statement > unary_operator > the expression in its parentheses
    std::vector<Index> whole{0};
    for (int level = 0; level < 3 && whole.size() == 1; ++level) {
        whole = named_children(whole[0]);
    }
    const bool is_one = whole.size() == 1 && node(whole[0]).end == end + 1;
    if (!is_one) explain_expression(file_, cut.tokens, begin, sink_);
    const ExprId id = is_one ? expr(whole[0]) : nothing();
    cst_ = outer;
    return id;
}

// ---- What tree-sitter's grammar takes and Python's does not: expressions in places that want
// others.

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
