// Long lists of constants; clang-format's columns of them.
#include <algorithm>
#include <optional>

#include "layout/layout.h"

namespace pycu::layout {

namespace {

/// Lists of fewer items stand one below the other.
constexpr std::size_t fewest_items = 5;
/// How much longer than its shortest item a column may be.
constexpr std::size_t most_padding = 10;

/// The widths of so many columns; none where one of them would be mostly blank, or all too wide.
std::optional<std::vector<std::size_t>> widths_of(const std::vector<std::string>& items,
                                                  std::size_t columns, std::size_t width) {
    std::vector<std::size_t> longest(columns, 0), shortest(columns, width);
    for (std::size_t i = 0; i < items.size(); ++i) {
        longest[i % columns] = std::max(longest[i % columns], items[i].size());
        shortest[i % columns] = std::min(shortest[i % columns], items[i].size());
    }
    std::size_t total = columns - 1;
    for (std::size_t k = 0; k < columns; ++k) {
        total += longest[k];
        if (k + 1 < columns && longest[k] > shortest[k] + most_padding) {
            return std::nullopt;
        }
    }
    return total <= width ? std::optional(longest) : std::nullopt;
}

}  // namespace

std::vector<std::string> table(const std::vector<std::string>& items, std::size_t width) {
    std::vector<std::size_t> best = {0};
    const std::size_t most = items.size() < fewest_items ? 1 : std::min(items.size(), width / 3);
    std::size_t fewest_lines = items.size();
    for (std::size_t columns = 2; columns <= most; ++columns) {
        const std::size_t lines = (items.size() + columns - 1) / columns;
        const auto widths = lines < fewest_lines ? widths_of(items, columns, width) : std::nullopt;
        if (widths) {
            best = *widths;
            fewest_lines = lines;
        }
    }
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::size_t column = i % best.size();
        if (column == 0) {
            lines.emplace_back();
        } else {
            const std::string& last = items[i - 1];
            lines.back().append(best[column - 1] - last.size() + 1, ' ');
        }
        lines.back() += items[i];
    }
    return lines;
}

}  // namespace pycu::layout
