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
            const char sign = text(at)[0];
            const ExprId operand =
                expr(field(at, "argument"),
                     kind(at) == CstKind::NotOperator ? not_level : bitwise_level);
            const UnaryOperator op = sign == '-'   ? UnaryOperator::USub
                                     : sign == '+' ? UnaryOperator::UAdd
                                     : sign == '~' ? UnaryOperator::Invert
                                                   : UnaryOperator::Not;
            return make(range(at), UnaryOp{op, operand});
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
            return make(range(at), Lambda{std::move(args), body, def});
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

Operator Builder::operator_at(Index at) const {
    static constexpr struct {
        std::string_view text;
        Operator op;
    } table[] = {{"+", Operator::Add},      {"-", Operator::Sub},     {"*", Operator::Mult},
                 {"@", Operator::MatMult},  {"/", Operator::Div},     {"%", Operator::Mod},
                 {"**", Operator::Pow},     {"<<", Operator::LShift}, {">>", Operator::RShift},
                 {"|", Operator::BitOr},    {"^", Operator::BitXor},  {"&", Operator::BitAnd},
                 {"//", Operator::FloorDiv}};
    std::string_view name = node(at).name;
    if (name.back() == '=') name.remove_suffix(1);
    for (const auto& row : table) {
        if (row.text == name) return row.op;
    }
    PYCU_CHECK(false);
    return Operator::Add;
}

/// How tightly a binary operator binds; tree-sitter's grammar has `&` and `^` the wrong way round.
static int precedence(Operator op) {
    switch (op) {
        case Operator::BitOr:
            return 1;
        case Operator::BitXor:
            return 2;
        case Operator::BitAnd:
            return 3;
        case Operator::LShift:
        case Operator::RShift:
            return 4;
        case Operator::Add:
        case Operator::Sub:
            return 5;
        default:
            return 6;
    }
}

/// Operands and operators of a chain like `a + b * c`, from left to right.
void Builder::flatten(Index at, std::vector<Index>& operands, std::vector<Operator>& ops) {
    std::vector<std::pair<Operator, Index>> rights;
    while (kind(at) == CstKind::BinaryOperator) {
        const Operator op = operator_at(field(at, "operator"));
        if (op == Operator::Pow) break;
        rights.emplace_back(op, field(at, "right"));
        at = field(at, "left");
    }
    operands.push_back(at);
    for (std::size_t i = rights.size(); i-- > 0;) {
        ops.push_back(rights[i].first);
        flatten(rights[i].second, operands, ops);
    }
}

ExprId Builder::binary(Index at) {
    const Index op = field(at, "operator");
    if (operator_at(op) == Operator::Pow) {
        const ExprId left = expr(field(at, "left"), bitwise_level);
        const ExprId right = expr(field(at, "right"), bitwise_level);
        return make(range(at), BinOp{left, Operator::Pow, right});
    }
    std::vector<Index> operands;
    std::vector<Operator> ops;
    flatten(at, operands, ops);
    struct Operand {
        ExprId id;
        Range range;  // with the parentheses around it
    };
    std::vector<Operand> values;
    std::vector<Operator> pending;
    const auto reduce = [&] {
        const Operand right = values.back();
        values.pop_back();
        Operand& left = values.back();
        left.range.end = right.range.end;
        left.id = make(left.range, BinOp{left.id, pending.back(), right.id});
        pending.pop_back();
    };
    values.push_back({expr(operands[0], bitwise_level), range(operands[0])});
    for (std::size_t i = 0; i < ops.size(); ++i) {
        while (!pending.empty() && precedence(pending.back()) >= precedence(ops[i])) reduce();
        pending.push_back(ops[i]);
        values.push_back({expr(operands[i + 1], bitwise_level), range(operands[i + 1])});
    }
    while (!pending.empty()) reduce();
    return values[0].id;
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
    static constexpr struct {
        std::string_view text;
        CompareOperator op;
    } table[] = {{"==", CompareOperator::Eq}, {"!=", CompareOperator::NotEq},
                 {"<", CompareOperator::Lt},  {"<=", CompareOperator::LtE},
                 {">", CompareOperator::Gt},  {">=", CompareOperator::GtE},
                 {"is", CompareOperator::Is}, {"is not", CompareOperator::IsNot},
                 {"in", CompareOperator::In}, {"not in", CompareOperator::NotIn}};
    std::vector<ExprId> operands;
    std::vector<CompareOperator> ops;
    for (const Index child : children(at)) {
        if (kind(child) != CstKind::Token) {
            operands.push_back(expr(child, bitwise_level));
            continue;
        }
        if (node(child).name == "<>") unexpected(child, "an operator");
        for (const auto& row : table) {
            if (row.text == node(child).name) ops.push_back(row.op);
        }
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
