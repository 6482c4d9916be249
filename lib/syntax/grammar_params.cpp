// The recogniser's rules for the parameters of functions and lambdas.
#include "syntax/grammar_reader.h"

namespace pycu::syntax {

/// What has been seen of a parameter list.
struct Reader::ParameterState {
    bool any = false;
    bool slash = false;
    bool star = false;       // `*` or `*args`
    bool bare_star = false;  // `*`, and no name since
    Token bare;
    bool mapping = false;  // `**kwargs`
    bool has_default = false;
};

// parameters: ','.(NAME [annotation] ['=' expression] | '/' | '*' [NAME] | '**' NAME)* [',']
bool Reader::parameters(Tok close) {
    ParameterState state;
    const bool annotated = close == Tok::RightParen;
    while (!at(close)) {
        if (state.mapping) return fail<Code::ParameterOrder>(range(peek()), "`**`");
        const Token first = peek();
        if (accept(Tok::Slash)) {
            if (!state.any || state.slash || state.star) {
                return fail<Code::MisplacedMarker>(range(first), "/");
            }
            state.slash = true;
        } else if (at(Tok::Star) || at(Tok::DoubleStar)) {
            if (!star_parameter(state, annotated)) return false;
        } else if (!parameter(state, annotated)) {
            return false;
        }
        state.any = true;
        if (!accept(Tok::Comma)) break;
    }
    if (state.bare_star) {
        return fail_with<Code::MisplacedMarker>("a parameter follows a bare `*`", range(state.bare),
                                                "*");
    }
    return true;
}

bool Reader::parameter(ParameterState& state, bool annotated) {
    const Token name = peek();
    if (!expect_name("a parameter") || !parameter_annotation(annotated, false)) return false;
    if (text(name) == "__debug__") return fail<Code::AssignmentTo>(range(name), "`__debug__`");
    if (accept(Tok::Equal)) {
        if (!expression()) return false;
        state.has_default = true;
    } else if (state.has_default && !state.star) {
        return fail_with<Code::ParameterOrder>("give it a default, or move it to the front",
                                               range(name), "one with a default");
    }
    state.bare_star = false;
    return true;
}

bool Reader::star_parameter(ParameterState& state, bool annotated) {
    const Token star = peek();
    step();
    const bool mapping = star.kind == Tok::DoubleStar;
    if (state.bare_star || (!mapping && state.star)) {
        return fail<Code::MisplacedMarker>(range(star), text(star));
    }
    if (!mapping) state.star = true;
    state.mapping = mapping;
    if (!mapping && !at(Tok::Name) && !is_keyword(peek().kind)) {
        state.bare_star = true;
        state.bare = star;
        return true;
    }
    const Token name = peek();
    if (!expect_name("a parameter") || !parameter_annotation(annotated, !mapping)) return false;
    if (text(name) == "__debug__") return fail<Code::AssignmentTo>(range(name), "`__debug__`");
    return !at(Tok::Equal) || unexpected("`,`");
}

bool Reader::parameter_annotation(bool annotated, bool star) {
    if (!annotated || !accept(Tok::Colon)) return true;
    return annotation_type(star && accept(Tok::Star));
}

}  // namespace pycu::syntax
