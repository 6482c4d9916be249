// Names by utf8proc's tables; characters newer than those of CPython 3.11 may stand in them, too.
#include "syntax/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "support/check.h"

namespace pycu::syntax {
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

}  // namespace pycu::syntax
