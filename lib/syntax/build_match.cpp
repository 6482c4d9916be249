// `match` statements and patterns of the concrete tree -> Stmt and Pattern.
#include "syntax/builder.h"

namespace pycu::syntax {

StmtId Builder::match_statement(Index at) {
    Match match;
    std::vector<Index> subject;
    for (const Index child : children(at)) {
        if (is_token(child, ":") || kind(child) == CstKind::Block) break;
        if (!is_token(child, "match")) subject.push_back(child);
    }
    match.subject = subject.size() > 1 ? tuple_of(subject) : expr(subject[0]);
    Offset end = node(at).end;
    for (const Index clause : named_children(field(at, "body"))) {
        match.cases.push_back(case_clause(clause));
        end = end_of(clause, {&match.cases.back().body});
    }
    return make_stmt(range(node(at).begin, end), std::move(match));
}

MatchCase Builder::case_clause(Index at) {
    MatchCase clause;
    std::vector<Index> patterns;
    bool comma = false;
    Offset end = 0;
    for (const Index child : children(at)) {
        if (kind(child) == CstKind::CasePattern) patterns.push_back(child);
        if (is_token(child, ":") || kind(child) == CstKind::IfClause) break;
        comma = comma || is_token(child, ",");
        end = node(child).end;
    }
    if (comma) {
        MatchSequence sequence;
        for (const Index one : patterns) sequence.patterns.push_back(pattern(one));
        clause.pattern = make_pattern(range(node(patterns[0]).begin, end), std::move(sequence));
    } else {
        clause.pattern = pattern(patterns[0]);
    }
    const Index guard = field(at, "guard");
    if (guard != none) clause.guard = expr(named_children(guard)[0]);
    clause.body = block(field(at, "consequence"));
    return clause;
}

PatternId Builder::pattern(Index at) {
    switch (kind(at)) {
        case CstKind::CasePattern: {
            const std::vector<Index> parts = named_children(at);
            if (parts.size() == 1 && node(at).begin == node(parts[0]).begin) {
                return pattern(parts[0]);
            }
            if (text(at) == "_") return make_pattern(range(at), MatchAs{});
            return value_pattern(range(at));  // `-1`
        }
        case CstKind::AsPattern: {
            const std::vector<Index> parts = named_children(at);
            const PatternId inner = pattern(parts[0]);
            return make_pattern(range(at), MatchAs{inner, identifier(parts[1])});
        }
        case CstKind::UnionPattern: {
            MatchOr either;
            // `-1 | -2` leaves the signs outside the numbers.
            Index sign = none;
            for (const Index child : children(at)) {
                if (is_token(child, "-")) sign = child;
                if (is_token(child, "_")) {
                    either.patterns.push_back(make_pattern(range(child), MatchAs{}));
                }
                if (kind(child) == CstKind::Token) continue;
                either.patterns.push_back(
                    sign == none ? pattern(child)
                                 : value_pattern(range(node(sign).begin, node(child).end)));
                sign = none;
            }
            return make_pattern(range(at), std::move(either));
        }
        case CstKind::DottedName:
            return name_pattern(at);
        case CstKind::TuplePattern:
        case CstKind::ListPattern:
            return sequence(at);
        case CstKind::DictPattern:
            return mapping(at);
        case CstKind::ClassPattern:
            return class_pattern(at);
        case CstKind::SplatPattern: {
            const std::vector<Index> parts = named_children(at);
            if (parts.empty()) return make_pattern(range(at), MatchStar{});
            return make_pattern(range(at), MatchStar{identifier(parts[0])});
        }
        case CstKind::True:
            return make_pattern(range(at), MatchSingleton{true});
        case CstKind::False:
            return make_pattern(range(at), MatchSingleton{false});
        case CstKind::None:
            return make_pattern(range(at), MatchSingleton{None{}});
        default:
            return value_pattern(range(at));
    }
}

/// `a` captures, `a.b` is compared with.
PatternId Builder::name_pattern(Index at) {
    const std::vector<Index> names = named_children(at);
    if (names.size() > 1) {
        return make_pattern(range(at), MatchValue{dotted_value(range(at))});
    }
    if (text(at) == "_") return make_pattern(range(at), MatchAs{});
    return make_pattern(range(at), MatchAs{{}, identifier(names[0])});
}

PatternId Builder::sequence(Index at) {
    const std::vector<Index> parts = named_children(at);
    if (kind(at) == CstKind::TuplePattern && parts.size() == 1 && !has_token(at, ",")) {
        return pattern(parts[0]);
    }
    MatchSequence sequence;
    for (const Index one : parts) sequence.patterns.push_back(pattern(one));
    return make_pattern(range(at), std::move(sequence));
}

PatternId Builder::value_pattern(Range where) {
    return make_pattern(where, MatchValue{literal(where)});
}

/// A literal, a signed number or a complex number.
ExprId Builder::literal(Range where) {
    return subexpression(where.begin, where.end);
}

ExprId Builder::dotted_value(Range where) {
    return subexpression(where.begin, where.end);
}

PatternId Builder::mapping(Index at) {
    MatchMapping mapping;
    Offset key_begin = 0, key_end = 0;
    for (const Index child : children(at)) {
        const std::string_view role = node(child).field;
        if (kind(child) == CstKind::SplatPattern) {
            mapping.rest = identifier(named_children(child)[0]);
        } else if (role == "key") {
            if (key_end == 0) key_begin = node(child).begin;
            key_end = node(child).end;
        } else if (role == "value") {
            mapping.keys.push_back(literal(range(key_begin, key_end)));
            mapping.patterns.push_back(pattern(child));
            key_end = 0;
        }
    }
    return make_pattern(range(at), std::move(mapping));
}

PatternId Builder::class_pattern(Index at) {
    MatchClass match;
    const std::vector<Index> parts = named_children(at);
    match.cls = dotted_value(range(parts[0]));
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto keyword = outline_.pattern_keywords.find(node(parts[i]).begin);
        if (keyword == outline_.pattern_keywords.end()) {
            match.patterns.push_back(pattern(parts[i]));
        } else {
            match.kwd_attrs.push_back({nfkc(file_.text(keyword->second)), keyword->second});
            match.kwd_patterns.push_back(pattern(parts[i]));
        }
    }
    return make_pattern(range(at), std::move(match));
}

}  // namespace pycu::syntax
