// The builder's access to the concrete tree, and its entry.
#include "syntax/builder.h"

#include "syntax/normalise.h"

namespace pycu::syntax {

bool Builder::build_file(const std::string& normalised, std::uint32_t& error) {
    std::optional<Cst> cst = parser_.parse(normalised, 0, error);
    if (!cst) return false;
    // What took the place of a star at the front of a statement goes back behind it.
    for (CstNode& one : *cst) {
        const auto star = outline_.starred.find(one.begin);
        if (star != outline_.starred.end()) one.begin = star->second;
    }
    cst_ = &*cst;
    tree_.exprs.reserve(cst->size() / 2);  // tokens and argument lists are the other half
    tree_.body = statements(named_children(0));
    cst_ = nullptr;
    error = error_;
    return sound_;
}

std::vector<Builder::Index> Builder::children(Index at) const {
    std::vector<Index> out;
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        out.push_back(child);
    }
    return out;
}

std::vector<Builder::Index> Builder::named_children(Index at) const {
    std::vector<Index> out;
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (kind(child) != CstKind::Token) out.push_back(child);
    }
    return out;
}

std::vector<Builder::Index> Builder::fields(Index at, std::string_view field) const {
    std::vector<Index> out;
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (node(child).field == field && kind(child) != CstKind::Token) out.push_back(child);
    }
    return out;
}

Builder::Index Builder::field(Index at, std::string_view field) const {
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (node(child).field == field) return child;
    }
    return none;
}

bool Builder::has_token(Index at, std::string_view name) const {
    for (Index child = at + 1; child < node(at).next; child = node(child).next) {
        if (is_token(child, name)) return true;
    }
    return false;
}

/// An expression that tree-sitter reads by itself: an annotation or the field of an f-string.
ExprId Builder::subexpression(Offset begin, Offset end) {
    const Tokens cut = tokenize_expression(file_, begin, end, quiet_);
    const std::string text = normalise_expression(file_, cut.tokens, outline_, begin, end);
    std::uint32_t error = 0;
    const std::optional<Cst> cst = parser_.parse(text, begin - 1, error);
    if (!cst) {
        sound_ = false;
        error_ = error;
        return make(range(begin, end), Constant{None{}, false});
    }
    const Cst* outer = cst_;
    cst_ = &*cst;
    // module > expression_statement > the expression in its parentheses
    const ExprId id = expr(named_children(named_children(0)[0])[0]);
    cst_ = outer;
    return id;
}

}  // namespace pycu::syntax
