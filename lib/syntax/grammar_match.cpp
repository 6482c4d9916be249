// The recogniser's rules for `match`: statement, cases and patterns.
#include "syntax/grammar_reader.h"

namespace pycu::syntax {

/// `match` begins a statement exactly where a subject, a colon and the line's end follow.
bool Reader::at_match() {
    if (!at_word("match")) return false;
    const std::size_t start = index_;
    const bool fits = tried([this] {
        step();
        return match_subject() && accept(Tok::Colon) && at(Tok::Newline);
    });
    index_ = start;
    return fits;
}

// subject_expr: star_named_expression ',' star_named_expressions? | named_expression
bool Reader::match_subject() {
    const Shape first = element();
    if (!first) return false;
    if (!at(Tok::Comma)) return no_lone_star(first);
    while (accept(Tok::Comma)) {
        if (at(Tok::Colon)) break;
        if (!element()) return false;
    }
    return true;
}

// match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT
bool Reader::match_statement() {
    const Token header = peek();
    outline_.soft_keywords.insert(header.begin);
    step();
    if (!match_subject() || !expect(Tok::Colon)) return false;
    accept(Tok::Newline);
    if (!accept(Tok::Indent)) {
        return fail<Code::EmptyBlock>(range(header), text(header));
    }
    const Level level(*this);
    if (depth_ > max_height) return fail<Code::TooDeep>(range(header), "this statement");
    do {
        if (!case_block()) return false;
    } while (!at(Tok::Dedent) && !at(Tok::End));
    return accept(Tok::Dedent) || at(Tok::End);
}

// case_block: "case" patterns ['if' named_expression] ':' block
bool Reader::case_block() {
    const Token header = peek();
    if (!at_word("case")) return unexpected("`case`");
    outline_.soft_keywords.insert(header.begin);
    step();
    if (!case_patterns()) return false;
    if (accept(Tok::If) && !named_expression()) return false;
    return block(header);
}

// patterns: open_sequence_pattern | pattern
bool Reader::case_patterns() {
    const bool star = at(Tok::Star);
    if (!(star ? star_pattern() : as_pattern())) return false;
    if (star && !at(Tok::Comma)) return unexpected("`,`");
    while (accept(Tok::Comma)) {
        if (at(Tok::Colon) || at(Tok::If)) break;
        if (!(at(Tok::Star) ? star_pattern() : as_pattern())) return false;
    }
    return true;
}

// as_pattern: '|'.closed_pattern+ ['as' NAME]
bool Reader::as_pattern() {
    const Level level(*this);
    do {
        if (!closed_pattern()) return false;
    } while (accept(Tok::Bar));
    return !accept(Tok::As) || capture_name();
}

bool Reader::capture_name() {
    if (at_word("_")) return fail<Code::BadPattern>(range(peek()), "`_` keeps no value");
    if (!expect_name("a name")) return false;
    if (at(Tok::Dot) || at(Tok::LeftParen) || at(Tok::Equal)) return unexpected("`:`");
    return true;
}

bool Reader::star_pattern() {
    step();
    if (!expect_name("a name")) return false;
    return !(at(Tok::Dot) || at(Tok::LeftParen) || at(Tok::Equal)) || unexpected("`,`");
}

bool Reader::closed_pattern() {
    switch (peek().kind) {
        case Tok::Number:
        case Tok::Minus:
            return number_pattern();
        case Tok::String: {
            const Shape shape = strings();
            if (shape && std::string_view(shape.noun) == "an f-string") {
                return fail<Code::BadPattern>(range(shape.begin, shape.end),
                                              "an f-string is no pattern");
            }
            return static_cast<bool>(shape);
        }
        case Tok::None:
        case Tok::True:
        case Tok::False:
            step();
            return true;
        case Tok::Name:
            return name_pattern();
        case Tok::LeftBracket:
            step();
            return pattern_list(Tok::RightBracket);
        case Tok::LeftParen:
            step();
            return pattern_list(Tok::RightParen);
        case Tok::LeftBrace:
            return mapping_pattern();
        default:
            return unexpected("a pattern");
    }
}

// '(' or '[' [','.(star_pattern | pattern)+ [',']] and its end; `(p)` is a group
bool Reader::pattern_list(Tok close) {
    bool comma = false;
    bool star = false;
    while (!at(close)) {
        star = star || at(Tok::Star);
        if (!(at(Tok::Star) ? star_pattern() : as_pattern())) return false;
        if (!accept(Tok::Comma)) break;
        comma = true;
    }
    if (star && !comma && close == Tok::RightParen) return unexpected("`,`");
    return expect(close);
}

// ['-'] NUMBER [('+' | '-') NUMBER]
bool Reader::number_pattern() {
    const auto is_imaginary = [this] {
        const char last = text(peek()).back();
        return at(Tok::Number) && (last == 'j' || last == 'J');
    };
    accept(Tok::Minus);
    const bool first_imaginary = is_imaginary();
    const Token first = peek();
    if (!at(Tok::Number)) return unexpected("a number");
    if (!number()) return false;
    if (!at(Tok::Plus) && !at(Tok::Minus)) return true;
    if (first_imaginary)
        return fail<Code::BadPattern>(range(first), "an imaginary number comes first");
    step();
    if (!is_imaginary()) return unexpected("an imaginary number");
    step();
    return true;
}

// NAME | name_or_attr | class_pattern
bool Reader::name_pattern() {
    step();
    bool dotted = false;
    while (accept(Tok::Dot)) {
        dotted = true;
        if (!expect_name("the name of an attribute")) return false;
    }
    if (accept(Tok::LeftParen)) return class_pattern();
    if (!dotted && at(Tok::Equal)) return unexpected("`:`");
    return true;
}

// positional patterns, then NAME '=' pattern, up to and including the `)`
bool Reader::class_pattern() {
    bool keyword = false;
    while (!at(Tok::RightParen)) {
        const Token first = peek();
        if (at(Tok::Name) && at(Tok::Equal, 1)) {
            step();
            step();
            outline_.pattern_keywords[peek().begin] = range(first);
            keyword = true;
        } else if (keyword) {
            return fail<Code::ArgumentOrder>(range(first), "a positional", "a keyword");
        }
        if (!as_pattern()) return false;
        if (!accept(Tok::Comma)) break;
    }
    return expect(Tok::RightParen, "`)` or `,`");
}

// '{' [','.(key ':' pattern)+] ['**' NAME] [','] '}'
bool Reader::mapping_pattern() {
    step();
    while (!at(Tok::RightBrace)) {
        if (accept(Tok::DoubleStar)) {
            if (!capture_name()) return false;
            accept(Tok::Comma);
            break;
        }
        if (at(Tok::Name)) {
            step();
            if (!at(Tok::Dot)) return unexpected("`.`");
            while (accept(Tok::Dot)) {
                if (!expect_name("the name of an attribute")) return false;
            }
        } else if (at(Tok::LeftBrace) || at(Tok::LeftBracket) || at(Tok::LeftParen)) {
            return unexpected("a literal or an attribute");
        } else if (!closed_pattern()) {
            return false;
        }
        if (!expect(Tok::Colon) || !as_pattern()) return false;
        if (!accept(Tok::Comma)) break;
    }
    return expect(Tok::RightBrace, "`}` or `,`");
}

}  // namespace pycu::syntax
