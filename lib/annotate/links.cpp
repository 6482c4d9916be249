// Lines of a text, one after the other, and the lines of Python beside them.
#include "annotate/links.h"

#include <algorithm>

#include "support/text.h"

namespace pycu::annotate {
namespace {

/// The words of a comment; empty where the line is none.
std::string_view comment_words(std::string_view line) {
    const std::string_view text = trim(line);
    const std::size_t end = text.find_first_not_of('/');
    return text.starts_with("//") && end != std::string_view::npos ? trim(text.substr(end))
                                                                   : std::string_view();
}

/// The first line behind `after` and no further than `last` that has the words; 0 for none.
std::uint32_t find_words(std::string_view words, const SourceFile& source, std::uint32_t after,
                         std::uint32_t last) {
    for (std::uint32_t line = after + 1; line <= last; ++line) {
        if (source.line_text(line).find(words) != std::string_view::npos) {
            return line;
        }
    }
    return 0;
}

}  // namespace

std::vector<std::uint32_t> links(std::string_view text, const std::vector<Range>& origins,
                                 const SourceFile& source) {
    const std::vector<std::string_view> lines = split(text, '\n');
    std::vector<std::uint32_t> result(origins.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const std::string_view line = trim(i < lines.size() ? lines[i] : "");
        const bool is_of_it = origins[i].end > origins[i].begin && origins[i].file == source.file();
        const bool has_code = line != "}" && line != "};" && !line.starts_with("//");
        result[i] = is_of_it && has_code ? source.line(origins[i].begin) : 0;
    }
    // a comment stands between what is above it and what is below, or is the function's docstring
    std::uint32_t below = source.line_count();
    std::vector<std::uint32_t> last(origins.size());
    for (std::size_t i = origins.size(); i-- > 0;) {
        below = result[i] != 0 ? result[i] : below;
        last[i] = below;
    }
    constexpr std::uint32_t docstring_lines = 200;
    std::uint32_t above = 0;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const std::string_view words = comment_words(lines[i]);
        if (!words.empty() && result[i] == 0) {
            const bool is_docstring = trim(lines[i]).starts_with("///");
            const std::uint32_t first = is_docstring ? std::max(above, last[i] - 1) : above;
            const std::uint32_t end = is_docstring ? last[i] + docstring_lines : last[i];
            result[i] = find_words(words, source, first, std::min(end, source.line_count()));
        }
        above = result[i] != 0 ? result[i] : above;
    }
    return result;
}

}  // namespace pycu::annotate
