// The keywords and operators of tokens.def, looked up by their texts.
#include "syntax/tokens.h"

namespace pycu::syntax {
namespace {

constexpr Spelled keywords[] = {
#define PYCU_KEYWORD(name, spelling) {Tok::name, spelling},
#include "syntax/tokens.def"
};
constexpr Spelled operators[] = {
#define PYCU_OPERATOR(name, spelling) {Tok::name, spelling},
#include "syntax/tokens.def"
};

}  // namespace

Spelled longest_operator(std::string_view text) {
    Spelled best{Tok::Broken, {}};
    for (const Spelled& one : operators) {
        if (one.text[0] == text[0] && one.text.size() > best.text.size() &&
            text.substr(0, one.text.size()) == one.text) {
            best = one;
        }
    }
    return best;
}

Tok keyword(std::string_view word) {
    if (word.size() < 2 || word.size() > 8) return Tok::Name;
    for (const Spelled& one : keywords) {
        if (one.text == word) return one.kind;
    }
    return Tok::Name;
}

}  // namespace pycu::syntax
