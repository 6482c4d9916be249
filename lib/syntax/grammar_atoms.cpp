// The recogniser's rules for primaries and atoms: names, literals, displays, calls, subscripts.
#include <algorithm>

#include "syntax/fstring.h"
#include "syntax/grammar_reader.h"

namespace pycu::syntax {
namespace {

constexpr std::size_t max_decimal_digits = 4300;  // sys.int_info.default_max_str_digits

}  // namespace

// primary: atom ('.' NAME | '(' [arguments] ')' | '[' slices ']')*
Shape Reader::primary() {
    const Offset begin = peek().begin;
    Shape shape = atom();
    while (shape) {
        int height = 0;
        if (accept(Tok::Dot)) {
            if (!expect_name("the name of an attribute")) return {};
            shape = other(begin, "an attribute", shape.height + 1);
            if (shape) shape.kind = Shape::Attribute;
        } else if (accept(Tok::LeftParen)) {
            if (!call_arguments(height)) return {};
            shape = other(begin, "a function call", std::max(shape.height, height) + 1);
        } else if (accept(Tok::LeftBracket)) {
            if (!slices(height)) return {};
            shape = other(begin, "a subscript", std::max(shape.height, height) + 1);
            if (shape) shape.kind = Shape::Subscript;
        } else {
            break;
        }
    }
    return shape;
}

Shape Reader::atom() {
    const Offset begin = peek().begin;
    switch (peek().kind) {
        case Tok::Name: {
            step();
            Shape shape = other(begin, "a name", 1);
            shape.kind = text(tokens_[index_ - 1]) == "__debug__" ? Shape::Other : Shape::Name;
            if (shape.kind == Shape::Other) shape.noun = "`__debug__`";
            return shape;
        }
        case Tok::True:
            step();
            return other(begin, "`True`", 1);
        case Tok::False:
            step();
            return other(begin, "`False`", 1);
        case Tok::None:
            step();
            return other(begin, "`None`", 1);
        case Tok::Ellipsis:
            step();
            return other(begin, "`...`", 1);
        case Tok::Number:
            return number();
        case Tok::String:
            return strings();
        case Tok::LeftParen:
            return group();
        case Tok::LeftBracket:
            return list_display();
        case Tok::LeftBrace:
            return brace_display();
        default:
            unexpected("an expression");
            return {};
    }
}

Shape Reader::number() {
    const Token token = peek();
    step();
    const std::string_view digits = text(token);
    const auto count = static_cast<std::size_t>(
        std::count_if(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }));
    if (count > max_decimal_digits &&
        digits.find_first_not_of("0123456789_") == std::string_view::npos) {
        fail<Code::BadNumber>(range(token.begin, token.begin + 1),
                              std::string(digits.substr(0, 8)) + "...",
                              "it has more than 4300 digits");
        return {};
    }
    return other(token.begin, "a literal", 1);
}

// strings: STRING+
Shape Reader::strings() {
    const Offset begin = peek().begin;
    const Token first = peek();
    bool formatted = false;
    const bool is_bytes = string_parts(file_, first).is_bytes;
    diag::Sink quiet;
    diag::Sink& sink = trial_ > 0 ? quiet : sink_;
    for (; at(Tok::String); step()) {
        const StringParts parts = string_parts(file_, peek());
        if (parts.is_bytes != is_bytes) {
            fail<Code::MixedBytes>(range(first.begin, peek().end));
            return {};
        }
        std::string value;
        if (!parts.is_formatted) {
            if (!decode_string(file_, parts, range(parts.begin, parts.end), false, value, sink)) {
                return {};
            }
            continue;
        }
        formatted = true;
        if (!check_fstring(parts, sink)) return {};
    }
    return other(begin, formatted ? "an f-string" : "a literal", 1);
}

// '(' yield_expr | named_expression | tuple | generator ')'
Shape Reader::group() {
    const Offset begin = peek().begin;
    step();
    return group_contents(begin, Tok::RightParen);
}

Shape Reader::group_contents(Offset begin, Tok close) {
    Shape tuple;
    tuple.kind = Shape::Tuple;
    tuple.noun = "a tuple";
    tuple.begin = begin;
    Shape first;
    if (close == Tok::RightParen && accept(close)) {
        tuple.end = last_end();
        return tuple;
    }
    first = at(Tok::Yield) ? yield_expression() : element();
    if (!first) return {};
    if (at(Tok::For) || at(Tok::Async)) {
        int height = first.height;
        if (first.kind == Shape::Starred || std::string_view(first.noun) == "a yield expression") {
            unexpected("`" + std::string(spelling(close)) + "`");
            return {};
        }
        if (!comprehension(height) || !expect(close)) return {};
        return other(begin, "a generator expression", height + 1);
    }
    if (!at(Tok::Comma)) {
        if (!expect(close, "`)` or `,`") || !no_lone_star(first)) return {};
        first.begin = begin;
        first.end = last_end();
        first.parenthesised = true;
        return first;
    }
    if (std::string_view(first.noun) == "a yield expression") {
        unexpected("`)`");
        return {};
    }
    add_element(tuple, first);
    while (accept(Tok::Comma)) {
        if (at(close)) break;
        const Shape next = element();
        if (!next) return {};
        add_element(tuple, next);
    }
    if (!expect(close, "`)` or `,`")) return {};
    tuple.end = last_end();
    tuple.parenthesised = true;
    return checked(tuple);
}

// list: '[' [star_named_expressions] ']', listcomp
Shape Reader::list_display() {
    Shape list;
    list.kind = Shape::List;
    list.noun = "a list";
    list.begin = peek().begin;
    step();
    for (bool first = true; !at(Tok::RightBracket); first = false) {
        const Shape next = element();
        if (!next) return {};
        if (first && (at(Tok::For) || at(Tok::Async))) {
            int height = next.height;
            if (!no_lone_star(next) || !comprehension(height) || !expect(Tok::RightBracket)) {
                return {};
            }
            return other(list.begin, "a list comprehension", height + 1);
        }
        add_element(list, next);
        if (!accept(Tok::Comma)) break;
    }
    if (!expect(Tok::RightBracket, "`]` or `,`")) return {};
    list.end = last_end();
    return checked(list);
}

// dict, set, dictcomp, setcomp
Shape Reader::brace_display() {
    const Offset begin = peek().begin;
    step();
    if (at(Tok::RightBrace) || at(Tok::DoubleStar)) return dict_rest(begin, nullptr);
    const Shape first = element();
    if (!first) return {};
    if (at(Tok::Colon) && first.kind != Shape::Starred &&
        (first.parenthesised || std::string_view(first.noun) != "a named expression")) {
        return dict_rest(begin, &first);
    }
    return set_rest(begin, first);
}

Shape Reader::set_rest(Offset begin, Shape first) {
    int height = first.height;
    if (at(Tok::For) || at(Tok::Async)) {
        if (!no_lone_star(first) || !comprehension(height) || !expect(Tok::RightBrace)) return {};
        return other(begin, "a set comprehension", height + 1);
    }
    while (accept(Tok::Comma)) {
        if (at(Tok::RightBrace)) break;
        const Shape next = element();
        if (!next) return {};
        height = std::max(height, next.height);
    }
    if (!expect(Tok::RightBrace, "`}` or `,`")) return {};
    return other(begin, "a set display", height + 1);
}

// double_starred_kvpairs: ','.('**' bitwise_or | expression ':' expression)+ [',']
// The first key may have been read already.
Shape Reader::dict_rest(Offset begin, const Shape* read) {
    int height = 1;
    for (bool first = true; !at(Tok::RightBrace); first = false) {
        if (!read && accept(Tok::DoubleStar)) {
            const Shape value = bitwise(1);
            if (!value) return {};
            height = std::max(height, value.height);
        } else {
            const Shape key = read ? *read : expression();
            read = nullptr;
            if (!key || !expect(Tok::Colon)) return {};
            const Shape value = expression();
            if (!value) return {};
            height = std::max({height, key.height, value.height});
            if (first && (at(Tok::For) || at(Tok::Async))) {
                if (!comprehension(height) || !expect(Tok::RightBrace)) return {};
                return other(begin, "a dict comprehension", height + 1);
            }
        }
        if (!accept(Tok::Comma)) break;
    }
    if (!expect(Tok::RightBrace, "`}` or `,`")) return {};
    return other(begin, "a dict display", height + 1);
}

// for_if_clauses: (['async'] 'for' star_targets 'in' disjunction ('if' disjunction)*)+
bool Reader::comprehension(int& height) {
    while (at(Tok::For) || at(Tok::Async)) {
        accept(Tok::Async);
        if (!expect(Tok::For)) return false;
        const Shape target = targets();
        if (!target || !expect(Tok::In)) return false;
        const Shape iter = disjunction();
        if (!iter) return false;
        height = std::max({height, target.height, iter.height});
        while (accept(Tok::If)) {
            const Shape test = disjunction();
            if (!test) return false;
            height = std::max(height, test.height);
        }
    }
    return true;
}

}  // namespace pycu::syntax
