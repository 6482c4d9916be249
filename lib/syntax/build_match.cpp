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
    match.subject =
        subject.size() > 1 ? tuple_of(subject, named_level) : expr(subject[0], named_level);
    for (const Index clause : named_children(field(at, "body"))) {
        match.cases.push_back(case_clause(clause));
    }
    return make_compound(at, std::move(match));
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
        no_star(clause.pattern);
    }
    const Index guard = field(at, "guard");
    if (guard != none) clause.guard = expr(named_children(guard)[0], named_level);
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
            if (text(parts[1]) == "_") {
                fail<Code::BadPattern>(range(parts[1]), "`_` keeps no value");
            }
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
        return value_pattern(range(at));
    }
    if (text(at) == "_") return make_pattern(range(at), MatchAs{});
    return make_pattern(range(at), MatchAs{{}, identifier(names[0])});
}

PatternId Builder::sequence(Index at) {
    const std::vector<Index> parts = named_children(at);
    if (kind(at) == CstKind::TuplePattern && parts.size() == 1 && !has_token(at, ",")) {
        const PatternId inner = pattern(parts[0]);
        no_star(inner);
        return inner;
    }
    MatchSequence sequence;
    for (const Index one : parts) sequence.patterns.push_back(pattern(one));
    return make_pattern(range(at), std::move(sequence));
}

PatternId Builder::value_pattern(Range where) {
    const ExprId value = subexpression(where.begin, where.end);
    tree_.exprs[value].parenthesised = false;
    if (!is_bad_) check_value_pattern(value, false);
    return make_pattern(where, MatchValue{value});
}

/// `*a` stands in sequences alone.
void Builder::no_star(PatternId id) {
    const Pattern& pattern = tree_.patterns[id];
    if (!std::holds_alternative<MatchStar>(pattern.as)) return;
    fail<Code::BadPattern>(pattern.range, "a starred pattern that is in no sequence");
}

PatternId Builder::mapping(Index at) {
    MatchMapping mapping;
    Offset key_begin = 0, key_end = 0;
    for (const Index child : children(at)) {
        const std::string_view role = node(child).field;
        if (kind(child) == CstKind::SplatPattern) {
            const std::vector<Index> parts = named_children(child);
            if (parts.empty() || text(parts[0]) == "_") {
                fail<Code::BadPattern>(range(child), "`_` keeps no value");
                continue;
            }
            if (text(child)[1] != '*' || mapping.rest) unexpected(child, "`}` or `,`");
            mapping.rest = identifier(parts[0]);
        } else if (role == "key") {
            if (key_end == 0) key_begin = node(child).begin;
            if (mapping.rest) unexpected(child, "`}`");
            key_end = node(child).end;
        } else if (role == "value") {
            const ExprId key = subexpression(key_begin, key_end);
            tree_.exprs[key].parenthesised = false;
            if (!is_bad_) check_value_pattern(key, true);
            mapping.keys.push_back(key);
            mapping.patterns.push_back(pattern(child));
            no_star(mapping.patterns.back());
            key_end = 0;
        }
    }
    return make_pattern(range(at), std::move(mapping));
}

PatternId Builder::class_pattern(Index at) {
    MatchClass match;
    const std::vector<Index> parts = named_children(at);
    match.cls = subexpression(node(parts[0]).begin, node(parts[0]).end);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto keyword = outline_.pattern_keywords.find(node(parts[i]).begin);
        if (keyword == outline_.pattern_keywords.end()) {
            match.patterns.push_back(pattern(parts[i]));
            no_star(match.patterns.back());
            if (!match.kwd_attrs.empty()) {
                fail<Code::ArgumentOrder>(range(parts[i]), "a positional", "a keyword");
            }
        } else {
            match.kwd_attrs.push_back({nfkc(file_.text(keyword->second)), keyword->second});
            match.kwd_patterns.push_back(pattern(parts[i]));
        }
    }
    return make_pattern(range(at), std::move(match));
}

}  // namespace pycu::syntax
