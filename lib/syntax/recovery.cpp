// Statements and brackets behind an error, as far as a look ahead tells them. See recovery.h.
#include "syntax/recovery.h"

#include <algorithm>
#include <string>

#include "syntax/scan.h"

namespace pycu::syntax {

namespace {

/// Words that begin a statement and stand in no expression.
bool only_begins_statements(Tok kind) {
    return is_one_of(kind, {Tok::Assert, Tok::Break, Tok::Class, Tok::Continue, Tok::Def, Tok::Del,
                            Tok::Except, Tok::Finally, Tok::Global, Tok::Import, Tok::Nonlocal,
                            Tok::Pass, Tok::Raise, Tok::Return, Tok::Try, Tok::While, Tok::With});
}

bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// The place behind a word, a string, a comment or a character.
std::size_t behind(std::string_view text, std::size_t at) {
    if (text[at] == '#') {
        return std::min(text.find_first_of("\r\n", at), text.size());
    }
    const std::size_t prefix = scan_string_prefix(text, at);
    if (prefix != std::string_view::npos) {
        return scan_string(text, at + prefix).end;
    }
    return may_start_name(text[at]) ? scan_name(text, at).end : at + 1;
}

/// Takes a bracket; false where it closes one that is not open.
bool take(char c, std::string& open) {
    if (c == '(' || c == '[' || c == '{') {
        open += c;
    } else if (c == ')' || c == ']' || c == '}') {
        if (open.empty() || closer_of(open.back()) != c) {
            return false;
        }
        open.pop_back();
    }
    return true;
}

/// Whether a bracket that closes another one than the innermost of `open` stands for that one's
/// partner: `[f(a, b], c]`. Then all that is open is closed behind it, and too much where it closes
/// that many.
bool is_slip(std::string_view text, std::uint32_t at, std::string_view open, std::size_t closes,
             std::size_t& budget) {
    std::string slip(open.substr(0, open.size() - 1));
    std::string other(open.substr(0, open.size() - closes));
    bool is_too_much = false;
    std::size_t next = at;
    for (std::size_t i = at; i < text.size(); i = next) {
        next = behind(text, i);
        if (budget < next - i) return false;
        budget -= next - i;
        const bool begins_line = i > 0 && is_line_end(text[i - 1]);
        if (is_line_end(text[i]) && slip.empty()) return is_too_much;
        const std::size_t word = begins_line ? text.find_first_not_of(" \t", i) : i;
        if (begins_line && word != std::string_view::npos &&
            begins_statement(text, std::uint32_t(word), Tok::Newline)) {
            return false;
        }
        if (!take(text[i], slip)) return false;
        is_too_much = !take(text[i], other) || is_too_much;
    }
    return slip.empty() && is_too_much;
}

}  // namespace

char closer_of(char opener) {
    return opener == '(' ? ')' : opener == '[' ? ']' : '}';
}

Tok word_at(std::string_view text, std::uint32_t at) {
    if (at >= text.size() || !may_start_name(text[at])) return Tok::Broken;
    return keyword(text.substr(at, scan_name(text, at).end - at));
}

bool begins_statement(std::string_view text, std::uint32_t at, Tok last) {
    const Tok word = word_at(text, at);
    const bool is_async = word == Tok::Async && text.substr(at + 5).substr(0, 5) == " def ";
    const bool is_from = word == Tok::From && last != Tok::Yield && last != Tok::End;
    return only_begins_statements(word) || is_async || is_from;
}

bool may_begin_statement(std::string_view text, std::uint32_t at) {
    const Tok word = word_at(text, at);
    if (word != Tok::If && word != Tok::For) return word == Tok::Name;
    char last = '\0';
    for (std::size_t i = at; i < text.size() && !is_line_end(text[i]); i = behind(text, i)) {
        last = text[i] == ' ' || text[i] == '\t' || text[i] == '#' ? last : text[i];
    }
    return last == ':';
}

std::size_t closed_by(char closer, const std::vector<std::uint32_t>& places, std::string_view text,
                      std::uint32_t at, std::size_t& budget) {
    if (closer_of(text[places.back()]) == closer) return 1;
    std::string open;
    for (const std::uint32_t one : places) open += text[one];
    std::size_t count = 2;
    while (count <= open.size() && closer_of(open[open.size() - count]) != closer) ++count;
    const bool has_partner = count <= open.size();
    return has_partner && !is_slip(text, at, open, count, budget) ? count : 0;
}

}  // namespace pycu::syntax
