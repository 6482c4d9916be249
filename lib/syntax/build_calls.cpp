// Calls, subscripts, comprehensions and yields of the concrete tree -> Expr.
#include "syntax/builder.h"

namespace pycu::syntax {

ExprId Builder::call(Index at) {
    Call call;
    call.func = expr(field(at, "function"));
    const Index list = field(at, "arguments");
    if (kind(list) == CstKind::GeneratorExpression) {
        call.args.push_back(expr(list));
        return make(range(at), std::move(call));
    }
    for (const Index child : named_children(list)) {
        if (kind(child) == CstKind::KeywordArgument) {
            const Index name = field(child, "name");
            const ExprId value = expr(field(child, "value"));
            call.keywords.push_back({nfkc(text(name)), value, range(name), range(child)});
        } else if (kind(child) == CstKind::DictionarySplat) {
            const ExprId value = expr(named_children(child)[0]);
            call.keywords.push_back({std::nullopt, value, {}, range(child)});
        } else {
            call.args.push_back(element(child));
        }
    }
    return make(range(at), std::move(call));
}

/// Several nodes in a row, with the comma behind the last, as one tuple.
ExprId Builder::tuple_of(const std::vector<Index>& nodes) {
    Offset begin = node(nodes.front()).begin;
    const auto star = outline_.stars.find(begin);
    if (star != outline_.stars.end()) begin = star->second;
    Offset end = begin;
    std::vector<ExprId> elts;
    for (const Index at : nodes) {
        end = node(at).end;
        if (kind(at) != CstKind::Token) elts.push_back(element(at));
    }
    return make(range(begin, end), Tuple{std::move(elts)});
}

ExprId Builder::subscript(Index at) {
    const ExprId value = expr(field(at, "value"));
    std::vector<Index> inside;
    bool comma = false;
    bool open = false;
    for (const Index child : children(at)) {
        if (is_token(child, "]")) break;
        if (open) inside.push_back(child);
        comma = comma || is_token(child, ",");
        open = open || is_token(child, "[");
    }
    const bool tuple = comma || outline_.stars.count(node(inside[0]).begin) > 0;
    const ExprId index = tuple ? tuple_of(inside) : expr(inside[0]);
    return make(range(at), Subscript{value, index});
}

ExprId Builder::slice(Index at) {
    ExprId bounds[3];
    int place = 0;
    for (const Index child : children(at)) {
        if (kind(child) == CstKind::Token) {
            ++place;
        } else {
            bounds[place] = expr(child);
        }
    }
    return make(range(at), Slice{bounds[0], bounds[1], bounds[2]});
}

ExprId Builder::comprehension(Index at) {
    std::vector<Comprehension> generators;
    const Index body = field(at, "body");
    const bool is_dict = kind(at) == CstKind::DictionaryComprehension;
    const ExprId elt = expr(is_dict ? field(body, "key") : body);
    const ExprId value = is_dict ? expr(field(body, "value")) : ExprId{};
    for (const Index child : named_children(at)) {
        if (kind(child) == CstKind::ForInClause) {
            Comprehension generator;
            generator.is_async = has_token(child, "async");
            generator.target = expr(field(child, "left"));
            generator.iter = expr(field(child, "right"));
            generators.push_back(std::move(generator));
        } else if (kind(child) == CstKind::IfClause) {
            generators.back().ifs.push_back(expr(named_children(child)[0]));
        }
    }
    switch (kind(at)) {
        case CstKind::ListComprehension:
            return make(range(at), ListComp{elt, std::move(generators)});
        case CstKind::SetComprehension:
            return make(range(at), SetComp{elt, std::move(generators)});
        case CstKind::DictionaryComprehension:
            return make(range(at), DictComp{elt, value, std::move(generators)});
        default:
            return make(range(at), GeneratorExp{elt, std::move(generators)});
    }
}

ExprId Builder::yield(Index at) {
    const std::vector<Index> parts = named_children(at);
    const ExprId value = parts.empty() ? ExprId{} : expr(parts[0]);
    if (has_token(at, "from")) return make(range(at), YieldFrom{value});
    return make(range(at), Yield{value});
}

}  // namespace pycu::syntax
