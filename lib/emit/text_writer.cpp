// The lines of a generated text, and where a long one may be broken.
#include "emit/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "support/text.h"

namespace pycu::emit {

namespace {

constexpr std::string_view one_level = "    ";

/// The place behind a string or a character that begins here; the same place where none begins.
std::size_t behind_literal(std::string_view code, std::size_t at) {
    const char quote = code[at];
    if (quote != '"' && quote != '\'') {
        return at;
    }
    for (std::size_t i = at + 1; i < code.size(); ++i) {
        if (code[i] == quote) {
            return i + 1;
        }
        i += code[i] == '\\' ? 1 : 0;
    }
    return at;  // the apostrophe of a comment, or of a number
}

/// Where the code of a line ends and its comment begins.
std::size_t code_end(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t behind = behind_literal(text, i);
        i = behind > i ? behind - 1 : i;
        if (text.substr(i).starts_with("  // ")) {
            return i;
        }
    }
    return text.size();
}

struct BreakPoint {
    std::size_t at = 0;  ///< the second line begins here
    int depth = 0;       ///< in how many parentheses
    int looseness = 0;   ///< of operators in the same parentheses, the loosest is best
};

/// How loose the operator is before which the line may break at `at`, which is behind a blank.
std::optional<int> looseness_at(std::string_view code, std::size_t at) {
    constexpr std::string_view by_looseness[] = {"? ", ": ", "|| ", "&& ", "+ ", "- ", "* ", "/ "};
    if (code[at - 2] == ',') {
        return 0;
    }
    if (code[at - 2] == '=') {
        return 9;
    }
    for (std::size_t k = 0; k < std::size(by_looseness); ++k) {
        if (code.substr(at).starts_with(by_looseness[k])) {
            return int(k / 2) + 1;
        }
    }
    if (code[at - 2] == ';') {
        return 0;
    }
    return std::nullopt;
}

std::vector<BreakPoint> break_points(std::string_view code) {
    std::vector<BreakPoint> points;
    int depth = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (const std::size_t behind = behind_literal(code, i); behind > i) {
            i = behind - 1;
            continue;
        }
        const char c = code[i];
        if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        } else if (c == '<' && i > 0 && code[i - 1] != ' ' && code[i - 1] != '<') {
            ++depth;  // a template's arguments: operators have blanks around them
        } else if (c == '>' && i > 0 && code[i - 1] != ' ' && code[i - 1] != '>') {
            --depth;
        } else if (c == ' ' && i >= 2 && i + 1 < code.size()) {
            if (const auto looseness = looseness_at(code, i + 1)) {
                points.push_back({i + 1, depth, *looseness});
            }
        }
    }
    return points;
}

}  // namespace

std::vector<std::string> break_line(std::string_view text, std::size_t width) {
    if (text.size() <= width) {
        return {std::string(text)};
    }
    std::vector<std::string> lines;
    std::string indentation;
    std::string_view rest = text;
    std::size_t column = 0;
    while (indentation.size() + code_end(rest) > width) {
        const std::string_view code = rest.substr(0, code_end(rest));
        const BreakPoint* best = nullptr;
        const std::vector<BreakPoint> points = break_points(code);
        for (const BreakPoint& point : points) {
            const bool fits = indentation.size() + point.at <= width + 1;
            const bool is_wide = indentation.size() + point.at > width / 3;
            if (!fits || !is_wide) {
                continue;
            }
            if (best == nullptr || point.depth < best->depth ||
                (point.depth == best->depth && point.looseness <= best->looseness)) {
                best = &point;
            }
        }
        if (best == nullptr) {
            // behind a string that is longer than the line
            const auto next = std::ranges::find_if(points, [&](const BreakPoint& point) {
                return indentation.size() + point.at > width;
            });
            if (next == points.end()) {
                break;
            }
            best = &*next;
        }
        lines.push_back(indentation + std::string(trim(rest.substr(0, best->at))));
        if (column == 0) {
            // Arguments line up behind the parenthesis of a declaration, other code is indented.
            const std::size_t open = code.find('(');
            const bool is_declaration = code.starts_with("__device__ ") && open != code.npos;
            const bool is_header = code.starts_with("for (") || code.starts_with("if (") ||
                                   code.starts_with("while (") || code.starts_with("} else if (");
            column = is_declaration && open + 1 < width / 2 ? open + 1
                     : is_header                            ? 2 * one_level.size()
                                                            : one_level.size();
        }
        indentation.assign(column, ' ');
        rest = rest.substr(best->at);
    }
    lines.push_back(indentation + std::string(rest));
    return lines;
}

std::string TextWriter::indentation() const {
    return std::string(depth_ * one_level.size(), ' ');
}

void TextWriter::add(std::string text) {
    text += std::exchange(trailing_, {});
    const std::size_t width = width_ - std::min(width_ / 2, indentation().size());
    for (const std::string& line : break_line(text, width)) {
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
