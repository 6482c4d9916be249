// Looks characters up in the tables of unicode.def.
#include "syntax/unicode.h"

#include <algorithm>
#include <iterator>

namespace pycu::syntax {
namespace {

struct Span {
    char32_t first, last;
};

constexpr Span starts[] = {
#define PYCU_NAME_START(first, last) {first, last},
#define PYCU_NAME_PART(first, last)
#include "syntax/unicode.def"
#undef PYCU_NAME_START
#undef PYCU_NAME_PART
};
constexpr Span parts[] = {
#define PYCU_NAME_START(first, last)
#define PYCU_NAME_PART(first, last) {first, last},
#include "syntax/unicode.def"
#undef PYCU_NAME_START
#undef PYCU_NAME_PART
};

template <class Table>
bool contains(const Table& table, char32_t c) {
    const Span* end = std::end(table);
    const Span* span = std::lower_bound(
        std::begin(table), end, c, [](const Span& s, char32_t value) { return s.last < value; });
    return span != end && span->first <= c;
}

}  // namespace

bool is_name_start(char32_t c) {
    return contains(starts, c);
}

bool is_name_part(char32_t c) {
    return contains(parts, c);
}

}  // namespace pycu::syntax
