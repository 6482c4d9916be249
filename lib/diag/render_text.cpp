// The message people read.
#include <algorithm>
#include <tuple>
#include <utility>

#include "diag/render.h"
#include "support/text.h"

namespace pycu::diag {

namespace {

constexpr std::size_t max_columns = 120;
constexpr std::size_t tab_columns = 4;

constexpr std::string_view reset = "\x1b[0m";
constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view yellow = "\x1b[1;35m";
constexpr std::string_view blue = "\x1b[1;34m";

/// A source line as it is shown, and the columns of the marked bytes in it.
struct Shown {
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Whether a terminal would obey the character instead of showing it.
bool is_control(char32_t value) {
    return value < 0x20 || (value >= 0x7f && value < 0xa0) ||
           (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
}

/// Lays out a line: tabs become spaces, control characters a replacement, long lines a window.
Shown lay_out(std::string_view line, std::size_t begin, std::size_t end) {
    const bool cut = line.size() > 4 * max_columns;
    const std::size_t first = cut && begin > max_columns / 2 ? begin - max_columns / 2 : 0;
    Shown shown;
    std::size_t column = 0;
    bool marked = false;
    for (std::size_t i = 0; i < line.size() && column < (cut ? max_columns : std::string::npos);) {
        const CodePoint point = decode_utf8(line, i);
        if (i < first) {
            i += point.bytes;
            continue;
        }
        if (i >= begin && !marked) {
            shown.begin = column;
            marked = true;
        }
        if (point.value == '\t') {
            const std::size_t width = tab_columns - column % tab_columns;
            shown.text.append(width, ' ');
            column += width;
        } else {
            const char32_t value = is_control(point.value) ? 0xfffd : point.value;
            append_utf8(shown.text, value);
            column += static_cast<std::size_t>(display_width(value));
        }
        i += point.bytes;
        if (i <= end) {
            shown.end = column;
        }
    }
    if (!marked) {
        shown.begin = column;
    }
    shown.end = std::max(shown.end, shown.begin + 1);
    return shown;
}

/// Writes one diagnostic.
class Renderer {
  public:
    Renderer(const Files& files, bool color) : files_(files), color_(color) {}

    std::string render(const Diagnostic& one) {
        if (one.placed) {
            measure_gutter(one);
            paint(bold, place_text(one.range) + ": ");
        } else {
            paint(bold, "pycu: ");
        }
        const bool error = one.severity == Severity::Error;
        paint(error ? red : yellow,
              std::string(severity_name(one.severity)) + '[' + code_name(one.code) + ']');
        out_ += ": ";
        paint(bold, one.message);
        out_ += '\n';
        if (one.placed) {
            mark(one.range, '^', {}, error ? red : yellow);
        }
        std::string shown = one.placed ? name(one.range) : std::string();
        for (const Label& label : one.labels) {
            if (name(label.range) != shown) {
                shown = name(label.range);
                paint(blue, std::string(gutter_ + 1, ' ') + "--> ");
                out_ += place_text(label.range) + '\n';
                line_ = {};
            }
            mark(label.range, '-', label.text, blue);
        }
        remarks("note", one.notes);
        remarks("help", one.helps);
        return std::move(out_);
    }

  private:
    Place begin(Range range) const { return files_[range.file].place(range.begin); }

    /// The file or the cell that a range is in.
    std::string name(Range range) const {
        return named(files_[range.file].path(), begin(range).cell);
    }

    std::string place_text(Range range) const {
        const Place place = begin(range);
        return name(range) + ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
    }

    void measure_gutter(const Diagnostic& one) {
        std::uint32_t largest = begin(one.range).line;
        for (const Label& label : one.labels) {
            largest = std::max(largest, begin(label.range).line);
        }
        gutter_ = std::max<std::size_t>(3, std::to_string(largest).size() + 2);
    }

    void paint(std::string_view style, std::string_view text) {
        if (color_) {
            out_ += style;
        }
        out_ += text;
        if (color_) {
            out_ += reset;
        }
    }

    /// Two lines: the source with its number, unless it stands above already, and the marks under
    /// it with the label's text.
    void mark(Range range, char sign, const std::string& text, std::string_view style) {
        const SourceFile& file = files_[range.file];
        const std::uint32_t number = file.line(range.begin);
        const std::uint32_t line_begin = file.line_begin(number);
        const std::string_view line = file.line_text(number);
        const Shown shown = lay_out(line, range.begin - line_begin, range.end - line_begin);

        const auto above = std::exchange(line_, {range.file, number, shown.text});
        if (above != line_) {
            const std::string digits = std::to_string(begin(range).line);
            paint(blue, std::string(gutter_ - digits.size(), ' ') + digits + " |");
            out_ += (shown.text.empty() ? "" : " ") + shown.text + '\n';
        }
        paint(blue, std::string(gutter_, ' ') + " |");
        out_ += std::string(shown.begin + 1, ' ');
        std::string marks(shown.end - shown.begin, sign);
        paint(style, text.empty() ? marks : marks + ' ' + text);
        out_ += '\n';
    }

    void remarks(std::string_view what, const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            paint(blue, std::string(gutter_, ' ') + " = ");
            paint(bold, what);
            const std::string indent = '\n' + std::string(gutter_ + 3 + what.size() + 2, ' ');
            out_ += ": " + replace_all(text, "\n", indent) + '\n';
        }
    }

    const Files& files_;
    bool color_;
    std::size_t gutter_ = 3;
    /// The last line of source that is written: its file, its number, and what is shown of it.
    std::tuple<std::uint16_t, std::uint32_t, std::string> line_;
    std::string out_;
};

}  // namespace

std::string render_text(const Diagnostic& diagnostic, const Files& files, bool color) {
    return Renderer(files, color).render(diagnostic);
}

std::string summary(const std::vector<Diagnostic>& shown) {
    const auto count = [&](Severity severity, std::string_view noun) -> std::string {
        const auto number = std::ranges::count(shown, severity, &Diagnostic::severity);
        if (number == 0) {
            return {};
        }
        return counted(std::size_t(number), noun);
    };
    std::vector<std::string> parts = {count(Severity::Error, "error"),
                                      count(Severity::Warning, "warning")};
    std::erase(parts, "");
    return join(parts, ", ");
}

}  // namespace pycu::diag
