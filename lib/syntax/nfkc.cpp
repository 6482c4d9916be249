// Decompose, order the marks, compose: the three steps of Unicode's annex 15.
#include "syntax/nfkc.h"

#include <algorithm>
#include <iterator>

#include "support/text.h"

namespace pycu::syntax {
namespace {

struct Decomposition {
    char32_t whole;
    std::u32string_view parts;
};

struct Reordered {
    char32_t first, last;
    int order;
};

struct Composition {
    char32_t first, second, whole;
};

constexpr Decomposition decompositions[] = {
#define PYCU_DECOMPOSES(whole, parts) {whole, parts},
#define PYCU_REORDERS(first, last, order)
#define PYCU_COMPOSES(first, second, whole)
#include "syntax/nfkc.def"
#undef PYCU_DECOMPOSES
#undef PYCU_REORDERS
#undef PYCU_COMPOSES
};
constexpr Reordered reordered[] = {
#define PYCU_DECOMPOSES(whole, parts)
#define PYCU_REORDERS(first, last, order) {first, last, order},
#define PYCU_COMPOSES(first, second, whole)
#include "syntax/nfkc.def"
#undef PYCU_DECOMPOSES
#undef PYCU_REORDERS
#undef PYCU_COMPOSES
};
constexpr Composition compositions[] = {
#define PYCU_DECOMPOSES(whole, parts)
#define PYCU_REORDERS(first, last, order)
#define PYCU_COMPOSES(first, second, whole) {first, second, whole},
#include "syntax/nfkc.def"
#undef PYCU_DECOMPOSES
#undef PYCU_REORDERS
#undef PYCU_COMPOSES
};

/// Korean syllables are made of a leading consonant, a vowel and perhaps a trailing consonant.
constexpr char32_t syllables = 0xac00, leads = 0x1100, vowels = 0x1161, trails = 0x11a7;
constexpr char32_t lead_count = 19, vowel_count = 21, trail_count = 28;
constexpr char32_t syllable_count = lead_count * vowel_count * trail_count;

void decompose(char32_t c, std::u32string& out) {
    if (c >= syllables && c < syllables + syllable_count) {
        const char32_t index = c - syllables;
        out += leads + index / (vowel_count * trail_count);
        out += vowels + index / trail_count % vowel_count;
        if (index % trail_count != 0) {
            out += trails + index % trail_count;
        }
        return;
    }
    const Decomposition* found =
        std::ranges::lower_bound(decompositions, c, {}, &Decomposition::whole);
    if (found != std::end(decompositions) && found->whole == c) {
        out += found->parts;
    } else {
        out += c;
    }
}

/// The combining class: 0 for what keeps its place.
int order_of(char32_t c) {
    const auto* found = std::ranges::find_if(
        reordered, [c](const Reordered& span) { return span.first <= c && c <= span.last; });
    return found != std::end(reordered) ? found->order : 0;
}

/// The one character that two are, or 0.
char32_t composed(char32_t first, char32_t second) {
    if (first >= leads && first < leads + lead_count && second >= vowels &&
        second < vowels + vowel_count) {
        return syllables + ((first - leads) * vowel_count + (second - vowels)) * trail_count;
    }
    if (first >= syllables && first < syllables + syllable_count &&
        (first - syllables) % trail_count == 0 && second > trails &&
        second < trails + trail_count) {
        return first + (second - trails);
    }
    const auto* found = std::ranges::find_if(compositions, [&](const Composition& pair) {
        return pair.first == first && pair.second == second;
    });
    return found != std::end(compositions) ? found->whole : 0;
}

/// Sorts each run of marks by their classes.
void reorder(std::u32string& text) {
    for (auto begin = text.begin(); begin != text.end();) {
        const auto end =
            std::find_if(begin, text.end(), [](char32_t c) { return order_of(c) == 0; });
        std::stable_sort(begin, end,
                         [](char32_t a, char32_t b) { return order_of(a) < order_of(b); });
        begin = end == text.end() ? end : end + 1;
    }
}

std::u32string compose(const std::u32string& text) {
    std::u32string out;
    std::size_t starter = std::u32string::npos;  // the last character of class 0
    int before = 0;                              // the class of what stands between it and here
    for (const char32_t c : text) {
        const int order = order_of(c);
        const bool is_next = starter != out.npos && starter + 1 == out.size();
        const char32_t whole = starter != out.npos && (is_next || (before < order && before != 0))
                                   ? composed(out[starter], c)
                                   : 0;
        if (whole != 0) {
            out[starter] = whole;
            continue;
        }
        if (order == 0) {
            starter = out.size();
        }
        before = order;
        out += c;
    }
    return out;
}

}  // namespace

std::string nfkc(std::string_view name) {
    const auto is_ascii = [](unsigned char c) { return c < 0x80; };
    if (std::ranges::all_of(name, is_ascii)) {
        return std::string(name);
    }
    std::u32string points;
    for (std::size_t at = 0; at < name.size();) {
        const CodePoint point = decode_utf8(name, at);
        decompose(point.value, points);
        at += point.bytes;
    }
    reorder(points);
    std::string out;
    for (const char32_t c : compose(points)) {
        append_utf8(out, c);
    }
    return out;
}

}  // namespace pycu::syntax
