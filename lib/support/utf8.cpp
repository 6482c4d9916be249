// UTF-8 and the width of characters on a terminal, by utf8proc.
#include <utf8proc.h>

#include "support/text.h"

namespace pycu {

/// The code point at the offset, or one of no bytes when the bytes are not UTF-8.
static CodePoint decode_strictly(std::string_view text, std::size_t offset) {
    const auto first = static_cast<unsigned char>(text[offset]);
    if (first < 0x80) {
        return {first, 1};
    }
    utf8proc_int32_t value = 0;
    const utf8proc_ssize_t bytes =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + offset),
                         static_cast<utf8proc_ssize_t>(text.size() - offset), &value);
    return bytes > 0 ? CodePoint{static_cast<char32_t>(value), static_cast<std::size_t>(bytes)}
                     : CodePoint{};
}

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
    const CodePoint point = decode_strictly(text, offset);
    return point.bytes == 0 ? CodePoint{0xfffd, 1} : point;
}

void append_utf8(std::string& out, char32_t value) {
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t count =
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(value), bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            ++i;
            continue;
        }
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
    return utf8proc_charwidth(static_cast<utf8proc_int32_t>(value));
}

}  // namespace pycu
