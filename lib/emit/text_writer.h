// Lines of C++ with their indentation, and where each came from; Python comments and docstrings as
// C++ comments that can never be code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace pycu::emit {

/// How wide a line of generated code may be before it is broken.
inline constexpr std::size_t line_width = 100;
inline constexpr std::size_t unbroken = std::size_t{1} << 40;

/// Collects lines; a Python range may be set from which the lines that follow come.
class TextWriter {
  public:
    TextWriter() = default;
    /// Lines of code are broken behind `width` columns.
    explicit TextWriter(std::size_t width) : width_(width) {}

    /// Adds one line made of the parts. A long line is broken where C++ allows it.
    template <class... Parts>
    void line(const Parts&... parts) {
        std::string text;
        (text.append(parts), ...);
        add(std::move(text));
    }

    /// Adds what `body` adds, indented, between a line with `{` and one with the `end`.
    template <class Body>
    void braces(const std::string& head, const Body& body, std::string_view end = "}") {
        line(head.empty() ? "{" : head + " {");
        indent(body);
        line(end);
    }

    /// Adds a function behind an empty line: its head, and its body in braces.
    template <class Body>
    void function(const std::string& head, const Body& body) {
        blank();
        line(head);
        braces("", body);
    }

    template <class Body>
    void indent(const Body& body) {
        ++depth_;
        body();
        --depth_;
    }

    /// Adds one line as it is, without breaking it; a comment, say.
    void raw(std::string_view text);

    /// Python's comments above what follows; with three slashes those of a docstring.
    void comments(const std::vector<std::string>& lines);
    void docstring(const std::vector<std::string>& lines);
    /// A comment of Python's behind the next line.
    void trail(const std::string& comment);

    /// Adds an empty line, unless the text or a block begins here or one is there already.
    void blank();

    /// Says where the lines that follow come from; an empty range is nowhere.
    void comes_from(Range range) { origin_ = range; }

    /// Adds lines of code with their indentation and where each comes from, as if each were added.
    void rewrite(std::string_view text, const std::vector<Range>& origins);

    /// Adds text that is complete lines already.
    void append(std::string_view text);

    const std::string& text() const { return text_; }
    /// One range for each line of the text.
    const std::vector<Range>& origins() const { return origins_; }

  private:
    void add(std::string text);
    std::string indentation() const;
    void put(std::string_view indentation, std::string_view text);

    std::string text_;
    std::vector<Range> origins_;
    Range origin_;
    std::string trailing_;
    std::size_t depth_ = 0;
    std::size_t width_ = line_width;
    bool at_block_start_ = true;
};

// ---- Python comments and docstrings as C++ comments that can never be code.

/// The text of a comment with everything neutralised that could end the comment, join it with the
/// next line or show as something else: a backslash at the end, `*/`, trigraphs, control and
/// bidirectional characters, bytes that are no UTF-8.
std::string neutralise(std::string_view text);

/// A line of a comment: ` one thread` gives `// one thread`.
std::string comment_line(std::string_view text);

/// A line of a docstring: `/// text`, or `///`.
std::string docstring_line(std::string_view text);

}  // namespace pycu::emit
