// Python comments and docstrings as C++ comments that can never be code.
#pragma once

#include <string>
#include <string_view>

namespace pycu::emit {

/// The text of a comment with everything neutralised that could end the comment, join it with the
/// next line or show as something else: a backslash at the end, `*/`, trigraphs, control and
/// bidirectional characters, bytes that are no UTF-8.
std::string neutralise(std::string_view text);

/// A line of a comment: ` one thread` gives `// one thread`.
std::string comment_line(std::string_view text);

/// A line of a docstring: `/// text`, or `///`.
std::string docstring_line(std::string_view text);

}  // namespace pycu::emit
