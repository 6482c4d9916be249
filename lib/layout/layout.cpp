// A line as lines. See layout.h.
#include "layout/layout.h"

#include "layout/tokens.h"
#include "support/text.h"

namespace pycu::layout {

namespace {

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

}  // namespace

std::vector<std::string> break_line(std::string_view text, std::size_t width) {
    const std::string_view code = text.substr(0, code_end(text));
    if (code.size() <= width || code.starts_with("//") || code.starts_with('#')) {
        return {std::string(text)};
    }
    Line line = read_tokens(code);
    find_operands(line.tokens);
    weigh_breaks(line);
    std::vector<std::string> lines;
    std::size_t from = 0, column = 0;
    for (const Break& next : best_breaks(line, width)) {
        const auto to = std::size_t(line.tokens[next.token].text.data() - text.data());
        lines.push_back(std::string(column, ' ') + std::string(trim(text.substr(from, to - from))));
        from = to;
        column = next.column;
    }
    lines.push_back(std::string(column, ' ') + std::string(text.substr(from)));
    return lines;
}

}  // namespace pycu::layout
