// Calls, subscripts, comprehensions and yields of the concrete tree -> Expr.
#include "syntax/builder.h"

namespace pycu::syntax {

ExprId Builder::call(Index at) {
    Call call;
    call.func = expr(field(at, "function"), primary_level);
    const Index list = field(at, "arguments");
    if (kind(list) == CstKind::GeneratorExpression) {
        for (const Index part : named_children(list)) {
            const std::vector<Index> iters = fields(part, "right");
            if (kind(part) != CstKind::ForInClause || !has_token(part, ",")) continue;
            fail<Code::BareGenerator>(range(node(list).begin + 1, node(iters[0]).end));
            return make(range(at), std::move(call));
        }
        call.args.push_back(expr(list));
    } else {
        arguments(list, call.args, call.keywords);
    }
    return make(range(at), std::move(call));
}

/// The arguments of a call or a class. `*a` may stand behind `a=1`, but not behind `**a`.
void Builder::arguments(Index list, std::vector<ExprId>& args, std::vector<Keyword>& keywords) {
    bool has_mapping = false;
    for (const Index child : named_children(list)) {
        if (kind(child) == CstKind::KeywordArgument) {
            const Index key = field(child, "name");
            if (text(key) == "__debug__") fail<Code::AssignmentTo>(range(key), "`__debug__`");
            const ExprId value = expr(field(child, "value"));
            keywords.push_back({name(key), value, range(key), range(child)});
        } else if (kind(child) == CstKind::DictionarySplat) {
            const ExprId value = expr(named_children(child)[0]);
            keywords.push_back({std::nullopt, value, {}, range(child)});
            has_mapping = true;
        } else {
            args.push_back(element(child, named_level, expression_level));
            const bool is_star = std::holds_alternative<Starred>(built(args.back()).as);
            if (has_mapping || (!is_star && !keywords.empty())) {
                fail<Code::ArgumentOrder>(range(args.back()), is_star ? "`*`" : "a positional",
                                          has_mapping ? "`**`" : "a keyword");
            }
        }
    }
}

/// Several nodes in a row, with the comma behind the last, as one tuple.
ExprId Builder::tuple_of(const std::vector<Index>& nodes, int least) {
    Offset begin = node(nodes.front()).begin;
    const auto star = stars_.find(begin);
    if (star != stars_.end()) begin = star->second;
    Offset end = begin;
    std::vector<ExprId> elts;
    for (const Index at : nodes) {
        end = node(at).end;
        if (kind(at) != CstKind::Token) {
            elts.push_back(element(
                at, least, least == named_level ? int{expression_level} : int{bitwise_level}));
        }
    }
    return make(range(begin, end), Tuple{std::move(elts)});
}

ExprId Builder::subscript(Index at) {
    const ExprId value = expr(field(at, "value"), primary_level);
    std::vector<Index> inside;
    bool comma = false;
    bool open = false;
    for (const Index child : children(at)) {
        if (is_token(child, "]")) break;
        if (open) inside.push_back(child);
        comma = comma || is_token(child, ",");
        open = open || is_token(child, "[");
    }
    const bool tuple = comma || stars_.count(node(inside[0]).begin) > 0;
    const ExprId index = tuple ? tuple_of(inside, named_level) : expr(inside[0], named_level);
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
    const ExprId elt = is_dict ? expr(field(body, "key")) : expr(body, named_level);
    const ExprId value = is_dict ? expr(field(body, "value")) : ExprId{};
    for (const Index child : named_children(at)) {
        if (kind(child) == CstKind::ForInClause) {
            Comprehension generator;
            generator.is_async = has_token(child, "async");
            generator.target = expr(field(child, "left"));
            check_target(generator.target);
            const std::vector<Index> iters = fields(child, "right");
            if (has_token(child, ",")) unexpected(iters.back(), "`)` or `]`");
            generator.iter = expr(iters[0], or_level);
            generators.push_back(std::move(generator));
        } else if (kind(child) == CstKind::IfClause) {
            generators.back().ifs.push_back(expr(named_children(child)[0], or_level));
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
