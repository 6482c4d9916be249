// Expressions of the concrete tree -> Expr.
#include "support/check.h"
#include "syntax/builder.h"

namespace pycu::syntax {

std::vector<ExprId> Builder::exprs(const std::vector<Index>& nodes, int least) {
    std::vector<ExprId> out;
    out.reserve(nodes.size());
    for (const Index at : nodes) out.push_back(element(at, least));
    return out;
}

/// An expression where `*a` may stand.
ExprId Builder::element(Index at, int least, int least_starred) {
    const auto star = stars_.find(node(at).begin);
    if (star == stars_.end()) return expr(at, least);
    element_ = node(at).begin;
    const ExprId id = expr(at, least_starred);
    return make(range(star->second, node(at).end), Starred{id});
}

/// An expression that must bind at least so tightly, unless it stands in parentheses.
ExprId Builder::expr(Index at, int least) {
    const Offset begin = node(at).begin;
    if (!stars_.empty() && element_ != begin && stars_.count(begin) > 0) {
        element_ = begin;
        fail<Code::LoneStar>(range(stars_[begin], node(at).end))
            .help("a tuple of one element ends with a comma: `*a,`");
    }
    const ExprId id = unchecked(at);
    if (least > yield_level) require(id, least);
    return id;
}

ExprId Builder::unchecked(Index at) {
    switch (kind(at)) {
        case CstKind::Identifier:
        case CstKind::Integer:
        case CstKind::Float: {
            const std::string_view word = text(at);
            const bool is_number = word[0] == '.' || (word[0] >= '0' && word[0] <= '9');
            return is_number ? number(range(at)) : make(range(at), Name{name(at)});
        }
        case CstKind::ListSplat:
        case CstKind::ListSplatPattern:
            if (stars_.count(node(at).begin) == 0) unexpected(at, "an expression");
            return unchecked(named_children(at)[0]);
        case CstKind::String:
        case CstKind::ConcatenatedString:
            return strings(range(at));
        case CstKind::True:
            return make(range(at), Constant{true, false});
        case CstKind::False:
            return make(range(at), Constant{false, false});
        case CstKind::None:
            return make(range(at), Constant{None{}, false});
        case CstKind::Ellipsis:
            return make(range(at), Constant{syntax::Ellipsis{}, false});
        case CstKind::ParenthesizedExpression: {
            const ExprId inner = expr(named_children(at)[0], yield_level);
            tree_.exprs[inner].parenthesised = true;
            return inner;
        }
        case CstKind::Type:
            return annotation(at);
        case CstKind::Attribute: {
            const ExprId value = expr(field(at, "object"), primary_level);
            const Index name = field(at, "attribute");
            return make(range(at), Attribute{value, this->name(name), range(name)});
        }
        default:
            return operation(at);
    }
}

ExprId Builder::operation(Index at) {
    switch (kind(at)) {
        case CstKind::Call:
            return call(at);
        case CstKind::Subscript:
            return subscript(at);
        case CstKind::Slice:
            return slice(at);
        case CstKind::BinaryOperator:
            return binary(at);
        case CstKind::UnaryOperator:
        case CstKind::NotOperator: {
            const ExprId operand =
                expr(field(at, "argument"),
                     kind(at) == CstKind::NotOperator ? not_level : bitwise_level);
            const std::string_view word = node(at + 1).name;
            const auto found = operator_of<pycu::UnaryOp>(word);
            PYCU_CHECK(found);
            return make(range(at), UnaryOp{*found, operand});
        }
        case CstKind::BooleanOperator:
            return boolean(at);
        case CstKind::ComparisonOperator:
            return comparison(at);
        case CstKind::ConditionalExpression: {
            const std::vector<Index> parts = named_children(at);
            const ExprId body = expr(parts[0], or_level);
            const ExprId test = expr(parts[1], or_level);
            return make(range(at), IfExp{test, body, expr(parts[2])});
        }
        case CstKind::NamedExpression: {
            const ExprId target = expr(field(at, "name"));
            return make(range(at), NamedExpr{target, expr(field(at, "value"))});
        }
        case CstKind::Lambda: {
            const Index list = field(at, "parameters");
            Arguments args = list == none ? Arguments{} : parameters(list);
            const ExprId body = expr(field(at, "body"));
            const StmtId def = function_of(range(at), args, body);
            return make(range(at), Lambda{{std::move(args)}, body, def});
        }
        case CstKind::Await:
            return make(range(at), Await{expr(named_children(at)[0], primary_level)});
        case CstKind::Yield:
            return yield(at);
        case CstKind::ListComprehension:
        case CstKind::SetComprehension:
        case CstKind::DictionaryComprehension:
        case CstKind::GeneratorExpression:
            return comprehension(at);
        default:
            return display(at);
    }
}

ExprId Builder::display(Index at) {
    switch (kind(at)) {
        case CstKind::Tuple:
        case CstKind::TuplePattern: {
            const std::vector<Index> parts = named_children(at);
            if (parts.size() == 1 && !has_token(at, ",")) {
                const ExprId inner = expr(parts[0], yield_level);  // `(a) = 1`
                tree_.exprs[inner].parenthesised = true;
                return inner;
            }
            const ExprId tuple = make(range(at), Tuple{exprs(parts, named_level)});
            tree_.exprs[tuple].parenthesised = true;
            return tuple;
        }
        case CstKind::ExpressionList:
        case CstKind::PatternList:
            return tuple_of(children(at));
        case CstKind::List:
        case CstKind::ListPattern:
            return make(range(at), List{exprs(named_children(at), named_level)});
        case CstKind::Set:
            return make(range(at), Set{exprs(named_children(at), named_level)});
        case CstKind::Dictionary:
            return dictionary(at);
        default:
            unexpected(at, "an expression");
            return make(range(at), Constant{None{}, false});
    }
}

/// By its text: the parser is given `&` and `^` exchanged.
BinaryOp Builder::operator_at(Index at) const {
    std::string_view word = text(at);
    if (word.back() == '=') word.remove_suffix(1);
    const auto found = operator_of<BinaryOp>(word);
    PYCU_CHECK(found);
    return *found;
}

ExprId Builder::binary(Index at) {
    const ExprId left = expr(field(at, "left"), bitwise_level);
    const BinaryOp op = operator_at(field(at, "operator"));
    return make(range(at), BinOp{left, op, expr(field(at, "right"), bitwise_level)});
}

/// `a or b or c` is one BoolOp of three values.
ExprId Builder::boolean(Index at) {
    const BoolOperator op =
        is_token(field(at, "operator"), "and") ? BoolOperator::And : BoolOperator::Or;
    std::vector<ExprId> values;
    std::vector<Index> rights;
    Index left = at;
    while (kind(left) == CstKind::BooleanOperator &&
           is_token(field(left, "operator"), op == BoolOperator::And ? "and" : "or")) {
        rights.push_back(field(left, "right"));
        left = field(left, "left");
    }
    const int least = op == BoolOperator::And ? not_level : and_level;
    values.push_back(expr(left, least));
    for (std::size_t i = rights.size(); i-- > 0;) values.push_back(expr(rights[i], least));
    return make(range(at), BoolOp{op, std::move(values)});
}

ExprId Builder::comparison(Index at) {
    std::vector<ExprId> operands;
    std::vector<CompareOp> ops;
    for (const Index child : children(at)) {
        if (kind(child) != CstKind::Token) {
            operands.push_back(expr(child, bitwise_level));
            continue;
        }
        if (node(child).name == "<>") unexpected(child, "an operator");
        ops.push_back(operator_of<CompareOp>(node(child).name).value_or(CompareOp::NotEq));
    }
    const ExprId left = operands.front();
    operands.erase(operands.begin());
    return make(range(at), Compare{left, std::move(ops), std::move(operands)});
}

ExprId Builder::dictionary(Index at) {
    Dict dict;
    for (const Index child : named_children(at)) {
        if (kind(child) == CstKind::DictionarySplat) {
            dict.keys.push_back({});
            dict.values.push_back(expr(named_children(child)[0], bitwise_level));
        } else {
            dict.keys.push_back(expr(field(child, "key")));
            dict.values.push_back(expr(field(child, "value")));
        }
    }
    return make(range(at), std::move(dict));
}

}  // namespace pycu::syntax
