// Cutting a signature string into words.
#include "types/signature_lexer.h"

namespace pycu {

namespace {

bool is_digit(char c) {
    return '0' <= c && c <= '9';
}

// Letters of other scripts count: such a name is unknown, not misspelled Python.
bool is_name_char(char c) {
    return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::size_t end_of_name(std::string_view text, std::size_t at) {
    // A no-break space is no letter, and the one such character that gets pasted.
    while (at < text.size() && is_name_char(text[at]) && text.substr(at, 2) != "\xc2\xa0") ++at;
    return at;
}

std::size_t skip_space(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (text[at] == '#') {
            while (at < text.size() && text[at] != '\n') ++at;
        } else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r' ||
                   text[at] == '\f') {
            ++at;
        } else {
            break;
        }
    }
    return at;
}

SignatureToken number(std::string_view text, std::size_t at) {
    auto kind = SignatureToken::Kind::Int;
    std::size_t end = at;
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) {
        if (text[end] == '.') kind = SignatureToken::Kind::Float;
        ++end;
    }
    if (end_of_name(text, end) != end) {
        kind = SignatureToken::Kind::Bad;
        end = end_of_name(text, end);
    }
    return {kind, at, text.substr(at, end - at), end - at};
}

SignatureToken string(std::string_view text, std::size_t at) {
    const std::size_t end = text.find(text[at], at + 1);
    if (end == std::string_view::npos) {
        return {SignatureToken::Kind::Bad, at, text.substr(at), text.size() - at};
    }
    return {SignatureToken::Kind::String, at, text.substr(at + 1, end - at - 1), end + 1 - at};
}

SignatureToken word(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (is_digit(c)) return number(text, at);
    if (c == '"' || c == '\'') return string(text, at);
    const std::size_t end = end_of_name(text, at);
    if (end > at) return {SignatureToken::Kind::Name, at, text.substr(at, end - at), end - at};
    if (text.substr(at, 2) == "**" || text.substr(at, 2) == "->") {
        return {SignatureToken::Kind::Sign, at, text.substr(at, 2), 2};
    }
    const bool is_sign = std::string_view("()[]{},:.*=-+|&;@/").find(c) != std::string_view::npos;
    const std::size_t length = text.substr(at, 2) == "\xc2\xa0" ? 2 : 1;
    return {is_sign ? SignatureToken::Kind::Sign : SignatureToken::Kind::Bad, at,
            text.substr(at, length), length};
}

}  // namespace

std::vector<SignatureToken> lex_signature(std::string_view text) {
    std::vector<SignatureToken> tokens;
    std::size_t at = skip_space(text, 0);
    while (at < text.size()) {
        tokens.push_back(word(text, at));
        at = skip_space(text, at + tokens.back().length);
    }
    tokens.push_back({SignatureToken::Kind::End, text.size(), text.substr(text.size()), 0});
    return tokens;
}

}  // namespace pycu
