// The lines of a generated text.
#include "emit/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "layout/layout.h"
#include "support/text.h"

namespace pycu::emit {

namespace {

constexpr std::string_view one_level = "    ";

}  // namespace

std::string TextWriter::indentation() const {
    return std::string(depth_ * one_level.size(), ' ');
}

void TextWriter::add(std::string text) {
    text += std::exchange(trailing_, {});
    const std::size_t width = width_ - std::min(width_ / 2, indentation().size());
    for (const std::string& line : layout::break_line(text, width)) {
        put(indentation(), line);
    }
    at_block_start_ = text.ends_with('{') || text.ends_with(':');
}

void TextWriter::raw(std::string_view text) {
    put(indentation(), text);
    at_block_start_ = false;
}

void TextWriter::comments(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        raw(comment_line(line));
    }
}

void TextWriter::docstring(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        raw(docstring_line(line));
    }
}

void TextWriter::trail(const std::string& comment) {
    trailing_ = comment.empty() ? "" : "  " + comment_line(comment);
}

void TextWriter::put(std::string_view indentation, std::string_view text) {
    text_ += indentation;
    text_ += text;
    text_ += '\n';
    origins_.push_back(origin_);
}

void TextWriter::blank() {
    if (at_block_start_) {
        return;
    }
    if (!text_.ends_with("\n\n")) {
        text_ += '\n';
        origins_.push_back({});
    }
}

void TextWriter::rewrite(std::string_view text, const std::vector<Range>& origins) {
    const std::size_t depth = depth_;
    const Range origin = origin_;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        line.remove_prefix(indent);
        depth_ = depth + indent / one_level.size();
        origin_ = origins[i];
        if (line.empty()) {
            blank();
        } else if (line.starts_with("//")) {
            raw(line);
        } else {
            add(std::string(line));
        }
    }
    depth_ = depth;
    origin_ = origin;
}

void TextWriter::append(std::string_view text) {
    if (text.empty()) {
        return;
    }
    text_ += text;
    if (!text.ends_with('\n')) {
        text_ += '\n';
    }
    const auto lines = std::size_t(std::ranges::count(text_, '\n'));
    origins_.resize(lines, origin_);
    at_block_start_ = false;
}

// ---- What a comment may hold: text is data, whatever it says.

namespace {

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff;
}

/// Characters that change the direction in which an editor shows the text.
bool is_bidirectional(char32_t c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
           c == 0x200f || c == 0x061c;
}

bool ends_trigraph(char c) {
    return std::string_view("=/'()!<>-").find(c) != std::string_view::npos;
}

}  // namespace

std::string neutralise(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint c = decode_utf8(text, i);
        if (c.value == '\t') {
            out += "    ";
        } else if (is_control(c.value) || is_bidirectional(c.value)) {
            out += fmt::format("<U+{:04X}>", std::uint32_t(c.value));
        } else {
            append_utf8(out, c.value);
            const char previous = out.size() >= 2 ? out[out.size() - 2] : ' ';
            const char next = i + 1 < text.size() ? text[i + 1] : ' ';
            const char after = i + 2 < text.size() ? text[i + 2] : ' ';
            const bool closes = c.value == '*' && next == '/';
            const bool is_trigraph = c.value == '?' && next == '?' && ends_trigraph(after);
            const bool opens = c.value == '/' && next == '*' && previous != '/';
            if (closes || is_trigraph || opens) {
                out += ' ';
            }
        }
        i += c.bytes;
    }
    while (out.ends_with(' ')) {
        out.pop_back();
    }
    if (out.ends_with('\\')) {
        out += '.';
    }
    return out;
}

std::string comment_line(std::string_view text) {
    // `#: text` and `## text` are Python's; a line of `#` is a ruler
    const std::size_t mark = text.find_first_not_of('#');
    text.remove_prefix(mark == text.npos ? 0 : mark + (text[mark] == ':' ? 1 : 0));
    const std::string safe = neutralise(text);
    if (safe.empty()) {
        return "//";
    }
    return (safe.starts_with(' ') ? "//" : "// ") + safe;
}

std::string docstring_line(std::string_view text) {
    const std::string safe = neutralise(text);
    return safe.empty() ? "///" : "/// " + safe;
}

}  // namespace pycu::emit
