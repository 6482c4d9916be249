// How far numbers, strings and names reach, by the rules of CPython's Parser/tokenizer.c.
#include "syntax/scan.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "support/check.h"
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

// ---- Names by utf8proc's tables; characters newer than those of CPython 3.11 may stand in them,
// too.

namespace {

struct Span {
    char32_t first, last;
};

// XID_Start and XID_Continue are categories, but for these characters (Other_ID_Start,
// Other_ID_Continue), and but for what NFKC makes no name of.
constexpr Span also_start[] = {{0x1885, 0x1886}, {0x2118, 0x2118}, {0x212e, 0x212e}};
constexpr Span also_part[] = {{0xb7, 0xb7},     {0x387, 0x387},   {0x1369, 0x1371},
                              {0x19da, 0x19da}, {0x2118, 0x2118}, {0x212e, 0x212e}};
constexpr Span never_start[] = {{0xe33, 0xe33}, {0xeb3, 0xeb3}, {0xff9e, 0xff9f}};
constexpr Span never[] = {{0x37a, 0x37a},   {0x2e2f, 0x2e2f}, {0xfc5e, 0xfc63}, {0xfdfa, 0xfdfb},
                          {0xfe70, 0xfe70}, {0xfe72, 0xfe72}, {0xfe74, 0xfe74}, {0xfe76, 0xfe76},
                          {0xfe78, 0xfe78}, {0xfe7a, 0xfe7a}, {0xfe7c, 0xfe7c}, {0xfe7e, 0xfe7e}};

template <class Spans>
bool contains(const Spans& spans, char32_t c) {
    return std::ranges::any_of(spans, [c](Span s) { return s.first <= c && c <= s.last; });
}

bool is_letter(utf8proc_category_t category) {
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
           category == UTF8PROC_CATEGORY_NL;
}

bool is_mark_or_digit(utf8proc_category_t category) {
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_PC;
}

utf8proc_category_t category_of(char32_t c) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

}  // namespace

bool is_name_start(char32_t c) {
    if (is_letter(category_of(c))) return !contains(never, c) && !contains(never_start, c);
    return c == '_' || contains(also_start, c);
}

bool is_name_part(char32_t c) {
    const utf8proc_category_t category = category_of(c);
    if (is_letter(category) || is_mark_or_digit(category)) return !contains(never, c);
    return contains(also_part, c);
}

std::string nfkc(std::string_view name) {
    if (std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; })) {
        return std::string(name);
    }
    utf8proc_uint8_t* text = nullptr;
    const auto options =
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
    const utf8proc_ssize_t size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                     static_cast<utf8proc_ssize_t>(name.size()), &text, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(text, &std::free);
    PYCU_CHECK(size >= 0);  // a source is UTF-8
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
}

IndentScan scan_indent(std::string_view text, std::size_t begin) {
    constexpr std::uint32_t tab_size = 8;
    const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
    Column column, first;
    std::size_t i = begin;
    for (;; ++i) {
        if (at(i) == ' ') {
            ++column.wide, ++column.narrow;
        } else if (at(i) == '\t') {
            column.wide = (column.wide / tab_size + 1) * tab_size;
            ++column.narrow;
        } else if (at(i) == '\f') {
            column = {};
        } else if (at(i) == '\\' && (at(i + 1) == '\n' || at(i + 1) == '\r')) {
            if (first.wide == 0) first = column;
            i += at(i + 1) == '\r' && at(i + 2) == '\n' ? 2 : 1;
        } else {
            break;
        }
    }
    return {i, first.wide ? Column{first.wide, first.wide} : column};
}

std::size_t scan_word_end(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (may_continue_name(text[at]) && end < text.size() && may_continue_name(text[end])) ++end;
    return end;
}

std::size_t scan_line_begin(std::string_view text, std::size_t at) {
    while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') --at;
    return at;
}

}  // namespace pycu::syntax
