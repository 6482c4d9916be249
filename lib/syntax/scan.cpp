// How far numbers, strings and names reach, by the rules of CPython's Parser/tokenizer.c.
#include "syntax/scan.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.h"
#include "syntax/unicode.h"

namespace pycu::syntax {
namespace {

/// Reads a number from left to right; the first problem stays.
class NumberScanner {
  public:
    NumberScanner(std::string_view text, std::size_t begin)
        : text_(text), begin_(begin), at_(begin) {}

    NumberScan scan() {
        if (!based()) decimal();
        verify_end();
        while (!problem_.empty() && may_continue_name(peek())) ++at_;
        return {at_, problem_};
    }

  private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void fail(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    void digits() {
        while (is_digit(peek())) {
            while (is_digit(peek())) ++at_;
            if (peek() != '_') return;
            ++at_;
            if (!is_digit(peek())) fail("`_` stands before no digit");
        }
    }

    /// A number like `0x1f`.
    bool based() {
        static constexpr struct {
            char letter;
            int base;
            const char* name;
        } kinds[] = {{'x', 16, "hexadecimal"}, {'o', 8, "octal"}, {'b', 2, "binary"}};
        const auto* kind =
            std::ranges::find(kinds, peek(1) | 0x20, [](auto& k) { return k.letter; });
        if (peek() != '0' || kind == std::end(kinds)) return false;
        at_ += 2;
        const auto is_inside = [&] {
            const int value = hex_value(peek());
            return value >= 0 && value < kind->base;
        };
        do {
            if (peek() == '_') ++at_;
            if (!is_inside()) {
                fail(is_digit(peek())
                         ? fmt::format("`{}` is no {} digit", peek(), kind->name)
                         : fmt::format("a digit is missing in this {} integer", kind->name));
                return true;
            }
            while (is_inside()) ++at_;
        } while (peek() == '_');
        if (is_digit(peek())) fail(fmt::format("`{}` is no {} digit", peek(), kind->name));
        return true;
    }

    void decimal() {
        const bool zero_first = peek() == '0';
        digits();
        const bool nonzero =
            text_.substr(begin_, at_ - begin_).find_first_not_of("0_") != std::string_view::npos;
        const std::size_t integer_end = at_;
        if (peek() == '.') {
            ++at_;
            digits();
        }
        exponent_and_suffix();
        if (zero_first && nonzero && at_ == integer_end) fail("a decimal integer begins with `0`");
    }

    void exponent_and_suffix() {
        if (peek() == 'e' || peek() == 'E') {
            const bool sign = peek(1) == '+' || peek(1) == '-';
            if (is_digit(peek(sign ? 2 : 1))) {
                at_ += sign ? 2 : 1;
                digits();
            } else if (sign) {
                ++at_;
                fail("the exponent has no digits");
                return;
            } else {
                return;  // `1else`; verify_end() looks at what follows
            }
        }
        if (peek() == 'j' || peek() == 'J') ++at_;
    }

    /// A keyword may follow a number without a space; no other letter may.
    void verify_end() {
        const std::string_view rest = text_.substr(at_ < text_.size() ? at_ : text_.size());
        for (const char* word : {"and", "else", "for", "if", "in", "is", "not", "or"}) {
            if (rest.starts_with(word)) return;
        }
        if (may_continue_name(peek()) && static_cast<unsigned char>(peek()) < 128) {
            fail("a name follows without a space");
        }
    }

    std::string_view text_;
    std::size_t begin_;
    std::size_t at_;
    std::string problem_;
};

bool is_newline(char c) {
    return c == '\n' || c == '\r';
}

}  // namespace

NumberScan scan_number(std::string_view text, std::size_t begin) {
    return NumberScanner(text, begin).scan();
}

std::size_t scan_string_prefix(std::string_view text, std::size_t begin) {
    bool b = false, r = false, u = false, f = false;
    for (std::size_t at = begin; at < text.size(); ++at) {
        const char c = static_cast<char>(text[at] | 0x20);
        if (text[at] == '"' || text[at] == '\'') return at - begin;
        if (!(b || u || f) && c == 'b') {
            b = true;
        } else if (!(b || u || r || f) && c == 'u') {
            u = true;
        } else if (!(r || u) && c == 'r') {
            r = true;
        } else if (!(f || b || u) && c == 'f') {
            f = true;
        } else {
            break;
        }
    }
    return std::string_view::npos;
}

StringScan scan_string(std::string_view text, std::size_t quote) {
    const char mark = text[quote];
    std::size_t at = quote + 1;
    if (text.substr(at, 2) == std::string(2, mark)) {
        at += 2;
        while (at < text.size()) {
            if (text[at] == '\\') {
                at += 2;
            } else if (text.substr(at, 3) == std::string(3, mark)) {
                return {at + 3, true, true};
            } else {
                ++at;
            }
        }
        return {text.size(), false, true};
    }
    while (at < text.size() && text[at] != mark && !is_newline(text[at])) {
        if (text[at] == '\\') {
            at += text.substr(at + 1, 2) == "\r\n" ? 2 : 1;
            if (at >= text.size()) break;
        }
        ++at;
    }
    if (at >= text.size()) return {text.size(), false, false};
    return text[at] == mark ? StringScan{at + 1, true, false} : StringScan{at, false, false};
}

NameScan scan_name(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    bool ascii = true;
    while (at < text.size() && may_continue_name(text[at])) {
        ascii = ascii && static_cast<unsigned char>(text[at]) < 128;
        ++at;
    }
    if (ascii) return {at, std::string_view::npos};
    for (std::size_t i = begin; i < at;) {
        const CodePoint point = decode_utf8(text, i);
        if (!(i == begin ? is_name_start(point.value) : is_name_part(point.value))) {
            return {at, i};
        }
        i += point.bytes;
    }
    return {at, std::string_view::npos};
}

}  // namespace pycu::syntax
