// Stems to identifiers.
#include "driver/module_name.h"

#include "support/reserved_words.h"
#include "support/text.h"

namespace pycu::driver {

static bool is_digit(char32_t c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The stem with every character that no ASCII identifier has made `_`, or `uXXXX` beyond ASCII.
static std::string to_identifier(std::string_view stem) {
    std::string name;
    for (std::size_t i = 0; i < stem.size();) {
        const CodePoint point = decode_utf8(stem, i);
        i += point.bytes;
        if (is_letter(point.value) || is_digit(point.value)) {
            name += static_cast<char>(point.value);
        } else if (point.value < 0x80) {
            name += '_';
        } else {
            name += 'u';
            for (int shift = point.value > 0xffff ? 20 : 12; shift >= 0; shift -= 4) {
                name += "0123456789abcdef"[point.value >> shift & 15];
            }
        }
    }
    // Names with two underscores in a row belong to C++.
    while (name.find("__") != std::string::npos) {
        name = replace_all(name, "__", "_");
    }
    return name;
}

/// Whether C, C++, CUDA or pycu's own headers have the name.
static bool is_taken(std::string_view name) {
    const bool is_runtime = name == "pycu" || name.starts_with("pycu_");
    const bool is_cuda =
        name.size() > 4 && name.starts_with("cuda") && name[4] >= 'A' && name[4] <= 'Z';
    return is_runtime || is_cuda || reserved_word(name);
}

std::string module_name(const std::filesystem::path& source) {
    std::string stem = source.stem().string();
    if (stem == "__init__") {
        std::error_code error;
        const auto whole = std::filesystem::absolute(source, error).lexically_normal();
        stem = whole.parent_path().filename().string();
    }
    std::string name = to_identifier(stem);
    if (name.empty() || is_digit(static_cast<unsigned char>(name[0])) || name[0] == '_') {
        name.insert(0, "m");
    }
    return is_taken(name) ? "m_" + name : name;
}

bool is_module_name(std::string_view name) {
    for (const char c : name) {
        if (!is_letter(static_cast<unsigned char>(c)) && !is_digit(static_cast<unsigned char>(c)) &&
            c != '_') {
            return false;
        }
    }
    return !name.empty() && !is_digit(static_cast<unsigned char>(name[0])) && name[0] != '_' &&
           name.find("__") == std::string_view::npos && !is_taken(name);
}

}  // namespace pycu::driver
