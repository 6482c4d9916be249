// Parameter lists of the concrete tree -> Arguments.
#include "syntax/builder.h"

namespace pycu::syntax {

/// What has been seen of a parameter list.
struct Builder::ParameterState {
    bool any = false;
    bool slash = false;
    bool star = false;       // `*` or `*args`
    Index bare_star = none;  // `*`, and no name since
    bool has_default = false;
    bool is_lambda = false;
};

Arguments Builder::parameters(Index at) {
    Arguments out;
    ParameterState state;
    state.is_lambda = kind(at) == CstKind::LambdaParameters;
    for (const Index child : named_children(at)) {
        if (out.kwarg) fail<Code::ParameterOrder>(range(child), "`**`");
        parameter(child, out, state);
        state.any = true;
    }
    if (state.bare_star != none) {
        fail<Code::MisplacedMarker>(range(state.bare_star), "*")
            .help("a parameter follows a bare `*`");
    }
    return out;
}

ExprId Builder::annotation(Index type) {
    if (type == none) return {};
    const Index inner = named_children(type)[0];
    if (text(type)[0] != '*' || stars_.count(node(inner).begin) > 0) {
        return kind(inner) == CstKind::Other ? subexpression(node(type).begin, node(type).end)
                                             : element(inner, expression_level);
    }
    const ExprId value = subexpression(node(inner + 2).begin, node(type).end);
    return make(range(type), Starred{value});
}

Arg Builder::arg(Index name, Index type) {
    Arg out;
    out.arg = this->name(name);
    out.name_range = range(name);
    out.annotation = annotation(type);
    out.range = range(node(name).begin, node(type == none ? name : type).end);
    return out;
}

/// `*` or `/`.
void Builder::separator(Index at, Arguments& out, ParameterState& state) {
    const bool is_slash = kind(at) == CstKind::PositionalSeparator;
    if (state.star || (is_slash && (!state.any || state.slash))) {
        fail<Code::MisplacedMarker>(range(at), text(at));
    }
    if (is_slash) {
        state.slash = true;
        out.posonlyargs = std::move(out.args);
        out.args.clear();
    } else {
        state.star = true;
        state.bare_star = at;
    }
}

void Builder::parameter(Index at, Arguments& out, ParameterState& state) {
    Index name = at;
    Index type = none;
    Index value = none;
    switch (kind(at)) {
        case CstKind::KeywordSeparator:
        case CstKind::PositionalSeparator:
            return separator(at, out, state);
        case CstKind::TypedParameter:
            name = named_children(at)[0];
            type = field(at, "type");
            break;
        case CstKind::DefaultParameter:
        case CstKind::TypedDefaultParameter:
            name = field(at, "name");
            type = field(at, "type");
            value = field(at, "value");
            break;
        default:
            break;
    }
    const bool is_vararg = kind(name) == CstKind::ListSplatPattern;
    const bool is_kwarg = kind(name) == CstKind::DictionarySplatPattern;
    const Index word = is_vararg || is_kwarg ? named_children(name)[0] : name;
    if (kind(word) != CstKind::Identifier) return unexpected(word, "a parameter");
    if (state.is_lambda && type != none) return unexpected(type, "`,`");
    if (is_vararg) {
        if (state.star) fail<Code::MisplacedMarker>(range(name), "*");
        out.vararg = arg(word, type);
        state.star = true;
    } else if (is_kwarg) {
        out.kwarg = arg(word, type);
        return;  // a bare `*` needs another parameter
    } else if (state.star) {
        out.kwonlyargs.push_back(arg(name, type));
        out.kw_defaults.push_back(optional(value));
    } else {
        out.args.push_back(arg(name, type));
        if (value != none) out.defaults.push_back(expr(value));
        if (value == none && state.has_default) {
            fail<Code::ParameterOrder>(range(name), "one with a default")
                .help("give it a default, or move it to the front");
        }
        state.has_default = value != none;
    }
    state.bare_star = none;
}

}  // namespace pycu::syntax
