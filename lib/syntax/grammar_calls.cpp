// The recogniser's rules for what stands in the brackets of calls and subscripts and in strings.
#include <algorithm>

#include "syntax/fstring.h"
#include "syntax/grammar_reader.h"

namespace pycu::syntax {

/// What has been seen of a call's arguments.
struct Reader::ArgumentState {
    bool keyword = false;  // `a=1`
    bool mapping = false;  // `**a`
    bool any = false;
    bool generator = false;
    Offset begin = 0;  // of the last argument
};

// arguments, up to and including the `)`
bool Reader::call_arguments(int& height, bool generator) {
    ArgumentState state;
    while (!at(Tok::RightParen)) {
        if (!argument(state, !state.any, height)) return false;
        state.any = true;
        if (state.generator && !generator)
            return fail<Code::BareGenerator>(range(tokens_[index_ - 1]));
        if (!at(Tok::Comma)) break;
        if (state.generator) return fail<Code::BareGenerator>(range(state.begin, last_end()));
        step();
    }
    return expect(Tok::RightParen, "`)` or `,`");
}

// '*' expression | '**' expression | NAME '=' expression | named_expression | generator
bool Reader::argument(ArgumentState& state, bool only, int& height) {
    const Token first = peek();
    state.begin = first.begin;
    const bool star = accept_star();
    const bool double_star = !star && accept(Tok::DoubleStar);
    const bool keyword = at(Tok::Name) && at(Tok::Equal, 1) && !star && !double_star;
    if (keyword) {
        if (text(first) == "__debug__") {
            return fail<Code::AssignmentTo>(range(first), "`__debug__`");
        }
        step();
        step();
    } else if (is_keyword(first.kind) && at(Tok::Equal, 1)) {
        return fail<Code::KeywordAsName>(range(first), text(first));
    }
    const Shape value = star || double_star || keyword ? expression() : named_expression();
    if (!value) return false;
    height = std::max(height, value.height);
    const Range where = range(first.begin, value.end);
    if (star && state.mapping) return fail<Code::ArgumentOrder>(where, "`*`", "`**`");
    if (!star && !double_star && !keyword) {
        if (at(Tok::For) || at(Tok::Async)) {
            if (!only) return fail<Code::BareGenerator>(where);
            state.generator = true;
            return comprehension(height);
        }
        if (at(Tok::Equal)) {
            return fail<Code::AssignmentTo>(range(value.begin, value.end), value.noun);
        }
        if (state.mapping) return fail<Code::ArgumentOrder>(where, "a positional", "`**`");
        if (state.keyword) return fail<Code::ArgumentOrder>(where, "a positional", "a keyword");
    }
    if (keyword && (at(Tok::For) || at(Tok::Async))) return unexpected("`)` or `,`");
    state.keyword = state.keyword || keyword;
    state.mapping = state.mapping || double_star;
    return true;
}

// slices, up to and including the `]`
bool Reader::slices(int& height) {
    bool first = true;
    do {
        if (!first && at(Tok::RightBracket)) break;
        first = false;
        if (!slice(height)) return false;
    } while (accept(Tok::Comma));
    return expect(Tok::RightBracket, "`]` or `,`");
}

// slice: '*' expression | [expression] ':' [expression] [':' [expression]] | named_expression
bool Reader::slice(int& height) {
    const auto ends = [this] { return at(Tok::Colon) || at(Tok::Comma) || at(Tok::RightBracket); };
    if (accept_star()) {
        const Shape value = expression();
        height = std::max(height, value.height + 1);
        return static_cast<bool>(value);
    }
    if (!at(Tok::Colon)) {
        const Shape lower = named_expression();
        if (!lower) return false;
        height = std::max(height, lower.height);
        if (!at(Tok::Colon)) return true;
        const bool bare_walrus =
            !lower.parenthesised && std::string_view(lower.noun) == "a named expression";
        if (bare_walrus) return unexpected("`]` or `,`");
    }
    for (int colons = 0; colons < 2 && accept(Tok::Colon); ++colons) {
        if (ends()) continue;
        const Shape bound = expression();
        if (!bound) return false;
        height = std::max(height, bound.height);
    }
    return true;
}

/// Checks the text and the fields of an f-string.
bool Reader::check_fstring(const StringParts& parts, diag::Sink& sink) {
    std::vector<Piece> pieces;
    return cut_fstring(file_, parts, pieces, sink) && check_pieces(parts, pieces, sink, true);
}

bool Reader::check_pieces(const StringParts& parts, const std::vector<Piece>& pieces,
                          diag::Sink& sink, bool outermost) {
    for (const Piece& piece : pieces) {
        if (!piece.is_field) {
            std::string value;
            if (!decode_string(file_, parts, range(piece.begin, piece.end), outermost, value,
                               sink)) {
                return false;
            }
            continue;
        }
        const std::size_t before = sink.all().size();
        const Tokens field = tokenize_expression(file_, piece.expr_begin, piece.expr_end, sink);
        if (sink.all().size() != before || !check_field(file_, field.tokens, sink, outline_))
            return false;
        if (!check_pieces(parts, piece.spec, sink, false)) return false;
    }
    return true;
}

}  // namespace pycu::syntax
