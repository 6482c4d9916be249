// Parameter lists of the concrete tree -> Arguments.
#include "syntax/builder.h"

namespace pycu::syntax {

Arguments Builder::parameters(Index at) {
    Arguments out;
    bool keyword_only = false;
    for (const Index child : named_children(at)) parameter(child, out, keyword_only);
    return out;
}

ExprId Builder::annotation(Index type) {
    if (type == none) return {};
    const std::string_view written = text(type);
    if (written[0] != '*') return subexpression(node(type).begin, node(type).end);
    const auto skipped = static_cast<Offset>(written.find_first_not_of("* \t", 1));
    const ExprId value = subexpression(node(type).begin + skipped, node(type).end);
    return make(range(type), Starred{value});
}

Arg Builder::arg(Index name, Index type) {
    Arg out;
    out.arg = nfkc(text(name));
    out.name_range = range(name);
    out.annotation = annotation(type);
    out.range = range(node(name).begin, node(type == none ? name : type).end);
    return out;
}

void Builder::parameter(Index at, Arguments& out, bool& keyword_only) {
    Index name = at;
    Index type = none;
    Index value = none;
    switch (kind(at)) {
        case CstKind::KeywordSeparator:
            keyword_only = true;
            return;
        case CstKind::PositionalSeparator:
            out.posonlyargs = std::move(out.args);
            out.args.clear();
            return;
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
    if (kind(name) == CstKind::ListSplatPattern) {
        out.vararg = arg(named_children(name)[0], type);
        keyword_only = true;
    } else if (kind(name) == CstKind::DictionarySplatPattern) {
        out.kwarg = arg(named_children(name)[0], type);
    } else if (keyword_only) {
        out.kwonlyargs.push_back(arg(name, type));
        out.kw_defaults.push_back(optional(value));
    } else {
        out.args.push_back(arg(name, type));
        if (value != none) out.defaults.push_back(expr(value));
    }
}

}  // namespace pycu::syntax
