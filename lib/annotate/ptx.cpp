// Lines of PTX and the lines of Python that they come from, by the directives .file and .loc.
#include "annotate/ptx.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "support/text.h"

namespace pycu::annotate {
namespace {

/// The file, line and column of a .loc; files are numbers.
using Spot = std::array<std::uint32_t, 3>;

/// What a .loc says: where, and where that is inlined.
struct Location {
    Spot spot{};
    std::optional<Spot> outer;
};

/// Takes a number off the text, and the blanks in front of it.
std::uint32_t take_number(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t,"), text.size()));
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() ? value : 0;
}

Spot take_spot(std::string_view text) {
    Spot spot{};
    for (std::uint32_t& part : spot) {
        part = take_number(text);
    }
    return spot;
}

/// `.loc 3 88 5, function_name $L__info_string1, inlined_at 1 21 9`
Location read_location(std::string_view line) {
    constexpr std::string_view inlined = "inlined_at";
    Location location{take_spot(line.substr(4)), std::nullopt};
    if (const std::size_t at = line.find(inlined); at != std::string_view::npos) {
        location.outer = take_spot(line.substr(at + inlined.size()));
    }
    return location;
}

/// Names of what a file has to itself carry a number that each run of nvcc draws anew.
std::string without_hash(std::string_view line) {
    constexpr std::string_view mark = "_INTERNAL_";
    constexpr std::size_t digits = 8;
    std::string text(line);
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        at += mark.size();
        if (at + digits < text.size() && text[at + digits] == '_') {
            text.replace(at, digits, digits, '0');
        }
    }
    return text;
}

class Reader {
  public:
    Reader(const std::vector<NamedLines>& names, const SourceFile& source)
        : names_(names), source_(source) {}

    Ptx read(std::string_view text) {
        const std::vector<std::string_view> lines = split(text, '\n');
        for (const std::string_view line : lines) {
            note_file(trim(line));
        }
        for (const std::string_view line : lines) {
            if (trim(line).starts_with(".section")) {
                break;  // behind it is what debuggers read
            }
            take(line);
        }
        while (ptx_.text.ends_with("\n\n")) {
            ptx_.text.pop_back();
            ptx_.lines.pop_back();
        }
        return std::move(ptx_);
    }

  private:
    /// `.file 2 "kernels.py"`
    void note_file(std::string_view line) {
        if (!line.starts_with(".file")) {
            return;
        }
        line.remove_prefix(5);
        const std::uint32_t number = take_number(line);
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (open == close) {
            return;
        }
        // nvcc names a file by its whole path
        const std::string_view path = line.substr(open + 1, close - open - 1);
        for (const NamedLines& named : names_) {
            if (path == named.name || path.ends_with('/' + named.name)) {
                files_[number] = &named;
            }
        }
    }

    void take(std::string_view line) {
        const std::string_view word = trim(line);
        if (word.starts_with(".loc")) {
            const Location location = read_location(word);
            if (location.outer) {
                outer_[location.spot] = *location.outer;
            }
            line_ = line_of(location);
            return;
        }
        if (word.starts_with(".file") || word.starts_with("$L__tmp") ||
            word.starts_with("$L__func_") || word.starts_with("//")) {
            return;
        }
        const bool is_blank = word.empty();
        if (is_blank && (ptx_.text.empty() || ptx_.text.ends_with("\n\n"))) {
            return;
        }
        const bool is_code = !is_blank && word.ends_with(';') && !word.starts_with('.');
        ptx_.text += without_hash(line) + '\n';
        ptx_.lines.push_back(is_code ? line_ : 0);
        line_ = word == "}" ? 0 : line_;
    }

    /// The line of Python that an instruction is for, through all that is inlined.
    std::uint32_t line_of(const Location& location) const {
        std::optional<Spot> spot = location.spot;
        std::optional<Spot> outer = location.outer;
        for (int depth = 0; spot && depth < 64; ++depth) {
            const auto file = files_.find((*spot)[0]);
            if (file != files_.end()) {
                const std::vector<Range>& lines = file->second->lines;
                const std::uint32_t line = (*spot)[1];
                return line >= 1 && line <= lines.size() ? source_.line(lines[line - 1].begin) : 0;
            }
            spot = outer;
            const auto next = spot ? outer_.find(*spot) : outer_.end();
            outer = next != outer_.end() ? std::optional(next->second) : std::nullopt;
        }
        return 0;
    }

    const std::vector<NamedLines>& names_;
    const SourceFile& source_;
    std::map<std::uint32_t, const NamedLines*> files_;
    std::map<Spot, Spot> outer_;
    Ptx ptx_;
    std::uint32_t line_ = 0;
};

}  // namespace

Ptx read_ptx(std::string_view text, const std::vector<NamedLines>& names,
             const SourceFile& source) {
    return Reader(names, source).read(text);
}

}  // namespace pycu::annotate
