// UTF-8: decoding, checking, counting, and the width of characters on a terminal.
#include <algorithm>
#include <iterator>

#include "support/text.h"

namespace pycu {

static constexpr CodePoint wrong_byte{0xfffd, 1};

/// How many bytes a sequence takes by its first byte; 0 for a byte that begins none.
static std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xc2 || first > 0xf4) {
        return 0;
    }
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/// The code point at the offset, or one of no bytes when the bytes are not UTF-8.
static CodePoint decode_strictly(std::string_view text, std::size_t offset) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
    const std::size_t length = sequence_length(byte(0));
    if (length == 0 || offset + length > text.size()) {
        return {};
    }
    if (length == 1) {
        return {byte(0), 1};
    }
    char32_t value = byte(0) & (0xff >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return {};
        }
        value = value << 6 | (byte(i) & 0x3f);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return overlong || surrogate || value > 0x10ffff ? CodePoint{} : CodePoint{value, length};
}

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
    const CodePoint point = decode_strictly(text, offset);
    return point.bytes == 0 ? wrong_byte : point;
}

void append_utf8(std::string& out, char32_t value) {
    const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
    if (value < 0x80) {
        put(value);
    } else if (value < 0x800) {
        put(0xc0 | value >> 6);
        put(0x80 | (value & 0x3f));
    } else if (value < 0x10000) {
        put(0xe0 | value >> 12);
        put(0x80 | (value >> 6 & 0x3f));
        put(0x80 | (value & 0x3f));
    } else {
        put(0xf0 | value >> 18);
        put(0x80 | (value >> 12 & 0x3f));
        put(0x80 | (value >> 6 & 0x3f));
        put(0x80 | (value & 0x3f));
    }
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = decode_strictly(text, i);
        if (point.bytes == 0) {
            return i;
        }
        i += point.bytes;
    }
    return std::nullopt;
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); i += decode_utf8(text, i).bytes) {
        ++count;
    }
    return count;
}

int display_width(char32_t value) {
    struct Span {
        char32_t first, last;
    };
    static constexpr Span zero[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2069},
        {0x20d0, 0x20f0}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};
    static constexpr Span wide[] = {
        {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
        {0x2614, 0x2615},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
        {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd}};
    const auto holds = [value](Span span) { return span.first <= value && value <= span.last; };
    if (std::any_of(std::begin(zero), std::end(zero), holds)) {
        return 0;
    }
    return std::any_of(std::begin(wide), std::end(wide), holds) ? 2 : 1;
}

}  // namespace pycu
