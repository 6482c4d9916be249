// A text with a path: Python source, a signature file, pyproject.toml, a command-line option.
//
// Ranges are byte ranges of the text; places for people are lines and columns from 1, where a
// column counts code points and a tab is one.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace pycu {

/// A half-open range of bytes in one file of a Files registry.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint16_t file = 0;

    constexpr bool contains(Range inner) const {
        return file == inner.file && begin <= inner.begin && inner.end <= end;
    }
    friend constexpr bool operator==(Range, Range) = default;
};

/// Whether one of some ranges contains another one.
bool any_contains(const std::vector<Range>& ranges, Range inner);

/// A line and a column, both from 1; of a notebook those of a cell, whose number is from 1, too.
struct Place {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t cell = 0;  // 0: the file is no notebook

    friend constexpr bool operator==(Place, Place) = default;
};

/// A cell of a notebook in the text that its cells make one after the other.
struct Cell {
    std::uint32_t number = 0;  // among all cells of the notebook, those without code too, from 1
    std::uint32_t begin = 0;   // its bytes: a line begins there
    std::uint32_t end = 0;     // behind it a blank line is above the next cell
};

/// One text and where its lines begin; lines end at LF, CRLF or CR, as in Python.
class SourceFile {
  public:
    /// The first of `cells` begins where the text does.
    SourceFile(std::string path, std::string text, std::uint16_t file = 0,
               std::vector<Cell> cells = {});

    const std::string& path() const { return path_; }
    /// Without its folders.
    std::string name() const { return path_.substr(path_.find_last_of('/') + 1); }
    /// The text without a byte order mark.
    const std::string& text() const { return text_; }
    /// The number of this file in its registry; Range::file of its ranges.
    std::uint16_t file() const { return file_; }
    /// How many bytes of the file on disk precede text(): 3 after a byte order mark, otherwise 0.
    std::uint32_t skipped_bytes() const { return skipped_; }

    /// The cells of a notebook; none where the file is no notebook.
    const std::vector<Cell>& cells() const { return cells_; }
    /// The cell that holds a byte, or is above it; null where the file is no notebook.
    const Cell* cell(std::uint32_t offset) const;

    /// The line and column of a byte as people know them; an offset behind the end means the end.
    Place place(std::uint32_t offset) const;
    /// The number of the line of the text that holds a byte, from 1.
    std::uint32_t line(std::uint32_t offset) const { return place_line(offset); }
    /// The text of a line without its line end; lines count from 1.
    std::string_view line_text(std::uint32_t line) const;
    /// The offset of the first byte of a line.
    std::uint32_t line_begin(std::uint32_t line) const;
    std::uint32_t line_count() const { return static_cast<std::uint32_t>(lines_.size()); }

    /// The bytes of a range of this file.
    std::string_view text(Range range) const;

  private:
    std::uint32_t place_line(std::uint32_t offset) const;

    std::string path_;
    std::string text_;
    std::vector<std::uint32_t> lines_;
    std::vector<Cell> cells_;
    std::uint16_t file_ = 0;
    std::uint32_t skipped_ = 0;
};

/// "kernels.py"; "notes.ipynb:cell 3" for a place in a cell.
std::string named(std::string path, std::uint32_t cell);

/// What compilers call a Python file, or a cell, and where each of its lines is.
struct NamedLines {
    std::string name;
    std::vector<Range> lines;
};

/// All files of one run, by number; references stay as files are added.
class Files {
  public:
    /// Adds a text under the next number.
    const SourceFile& add(std::string path, std::string text, std::vector<Cell> cells = {});

    const SourceFile& operator[](std::uint16_t file) const { return files_[file]; }
    std::size_t size() const { return files_.size(); }

  private:
    std::deque<SourceFile> files_;
};

}  // namespace pycu
