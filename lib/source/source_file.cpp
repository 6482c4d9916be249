// Line starts and columns.
#include "source/source_file.h"

#include <algorithm>
#include <utility>

#include "support/check.h"
#include "support/text.h"

namespace pycu {

static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool any_contains(const std::vector<Range>& ranges, Range inner) {
    return std::ranges::any_of(ranges, [&](Range one) { return one.contains(inner); });
}

SourceFile::SourceFile(std::string path, std::string text, std::uint16_t file,
                       std::vector<Cell> cells)
    : path_(std::move(path)), text_(std::move(text)), cells_(std::move(cells)), file_(file) {
    PYCU_CHECK(cells_.empty() || cells_.front().begin == 0);
    if (cells_.empty() && text_.starts_with(byte_order_mark)) {
        text_.erase(0, byte_order_mark.size());
        skipped_ = byte_order_mark.size();
    }
    lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const bool crlf = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
        if (text_[i] == '\n' || (text_[i] == '\r' && !crlf)) {
            lines_.push_back(static_cast<std::uint32_t>(i + 1));
        }
    }
}

std::uint32_t SourceFile::place_line(std::uint32_t offset) const {
    const auto next = std::ranges::upper_bound(lines_, offset);
    return static_cast<std::uint32_t>(next - lines_.begin());
}

const Cell* SourceFile::cell(std::uint32_t offset) const {
    const auto next = std::ranges::upper_bound(cells_, offset, {}, &Cell::begin);
    return next == cells_.begin() ? nullptr : &*(next - 1);
}

Place SourceFile::place(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const std::uint32_t line = place_line(offset);
    const std::uint32_t begin = line_begin(line);
    const std::size_t before =
        count_code_points(std::string_view(text_).substr(begin, offset - begin));
    const auto column = static_cast<std::uint32_t>(before + 1);
    if (const Cell* in = cell(offset)) {
        return {line - place_line(in->begin) + 1, column, in->number};
    }
    return {line, column};
}

std::uint32_t SourceFile::line_begin(std::uint32_t line) const {
    PYCU_CHECK(line >= 1 && line <= lines_.size());
    return lines_[line - 1];
}

std::string_view SourceFile::line_text(std::uint32_t line) const {
    if (line < 1 || line > lines_.size()) {
        return {};
    }
    const std::size_t begin = lines_[line - 1];
    const std::size_t end = line < lines_.size() ? lines_[line] : text_.size();
    std::string_view text = std::string_view(text_).substr(begin, end - begin);
    while (text.ends_with('\n') || text.ends_with('\r')) {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view SourceFile::text(Range range) const {
    const std::size_t begin = std::min<std::size_t>(range.begin, text_.size());
    const std::size_t end = std::clamp<std::size_t>(range.end, begin, text_.size());
    return std::string_view(text_).substr(begin, end - begin);
}

std::string named(std::string path, std::uint32_t cell) {
    return cell == 0 ? path : path + ":cell " + std::to_string(cell);
}

const SourceFile& Files::add(std::string path, std::string text, std::vector<Cell> cells) {
    PYCU_CHECK(files_.size() < 0xffff);
    const auto file = static_cast<std::uint16_t>(files_.size());
    return files_.emplace_back(std::move(path), std::move(text), file, std::move(cells));
}

}  // namespace pycu
