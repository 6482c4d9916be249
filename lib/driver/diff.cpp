// Myers' greedy algorithm over lines, and hunks with three lines of context.
#include "driver/diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pycu::driver {

namespace {

constexpr std::ptrdiff_t max_edits = 2000;  // beyond that the middle is replaced as a whole
constexpr std::size_t context = 3;

/// One line of a diff: ' ' both, '-' before, '+' after.
struct Edit {
    char sign;
    std::string_view line;  // with its line end, if it has one
};

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

using Lines = std::vector<std::string_view>;

/// The forward pass: for each number of edits the furthest points of the diagonals. Empty when the
/// texts are too different.
std::vector<std::vector<std::ptrdiff_t>> trace(const Lines& a, const Lines& b) {
    const auto n = static_cast<std::ptrdiff_t>(a.size());
    const auto m = static_cast<std::ptrdiff_t>(b.size());
    const std::ptrdiff_t limit = std::min(n + m, max_edits);
    std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * limit + 3), 0);
    const auto at = [&](std::ptrdiff_t k) -> std::ptrdiff_t& {
        return furthest[static_cast<std::size_t>(k + limit + 1)];
    };
    std::vector<std::vector<std::ptrdiff_t>> steps;
    for (std::ptrdiff_t d = 0; d <= limit; ++d) {
        steps.emplace_back(furthest.begin() + (limit + 1 - d), furthest.begin() + (limit + 2 + d));
        for (std::ptrdiff_t k = -d; k <= d; k += 2) {
            const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
            std::ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
            std::ptrdiff_t y = x - k;
            while (x < n && y < m &&
                   a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
                ++x;
                ++y;
            }
            at(k) = x;
            if (x >= n && y >= m) {
                return steps;
            }
        }
    }
    return {};
}

/// The edits between two lists of lines that share neither beginning nor end.
std::vector<Edit> middle_edits(const Lines& a, const Lines& b) {
    std::vector<Edit> edits;
    auto x = static_cast<std::ptrdiff_t>(a.size());
    auto y = static_cast<std::ptrdiff_t>(b.size());
    const auto steps = trace(a, b);
    for (auto d = static_cast<std::ptrdiff_t>(steps.size()) - 1; d > 0; --d) {
        // steps[d] holds the diagonals -d .. d as they were after d - 1 edits.
        const auto& before = steps[static_cast<std::size_t>(d)];
        const auto at = [&](std::ptrdiff_t k) { return before[static_cast<std::size_t>(k + d)]; };
        const std::ptrdiff_t k = x - y;
        const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
        const std::ptrdiff_t last_x = at(down ? k + 1 : k - 1);
        const std::ptrdiff_t last_y = last_x - (down ? k + 1 : k - 1);
        while (x > last_x && y > last_y) {
            edits.push_back({' ', a[static_cast<std::size_t>(--x)]});
            --y;
        }
        if (down) {
            edits.push_back({'+', b[static_cast<std::size_t>(--y)]});
        } else {
            edits.push_back({'-', a[static_cast<std::size_t>(--x)]});
        }
    }
    if (steps.empty()) {
        while (y > 0) {
            edits.push_back({'+', b[static_cast<std::size_t>(--y)]});
        }
        while (x > 0) {
            edits.push_back({'-', a[static_cast<std::size_t>(--x)]});
        }
    }
    while (x > 0) {
        edits.push_back({' ', a[static_cast<std::size_t>(--x)]});
    }
    std::ranges::reverse(edits);
    return edits;
}

std::vector<Edit> edits_between(const Lines& a, const Lines& b) {
    const auto [first_a, first_b] = std::ranges::mismatch(a, b);
    std::size_t same_end = 0;
    while (a.end() - first_a > static_cast<std::ptrdiff_t>(same_end) &&
           b.end() - first_b > static_cast<std::ptrdiff_t>(same_end) &&
           a[a.size() - 1 - same_end] == b[b.size() - 1 - same_end]) {
        ++same_end;
    }
    const auto tail = static_cast<std::ptrdiff_t>(same_end);
    std::vector<Edit> edits;
    for (auto line = a.begin(); line != first_a; ++line) {
        edits.push_back({' ', *line});
    }
    const auto middle =
        middle_edits(Lines(first_a, a.end() - tail), Lines(first_b, b.end() - tail));
    edits.insert(edits.end(), middle.begin(), middle.end());
    for (auto line = a.end() - tail; line != a.end(); ++line) {
        edits.push_back({' ', *line});
    }
    return edits;
}

/// `12,3` as the head of a hunk counts lines.
std::string span_text(std::size_t before, std::size_t count) {
    const std::size_t first = count == 0 ? before : before + 1;
    return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

/// Prints the edits from `begin` to `end` as one hunk.
std::string hunk(const std::vector<Edit>& edits, std::size_t begin, std::size_t end) {
    std::size_t a_before = 0, b_before = 0, a_count = 0, b_count = 0;
    for (std::size_t i = 0; i < end; ++i) {
        (i < begin ? a_before : a_count) += edits[i].sign != '+' ? 1 : 0;
        (i < begin ? b_before : b_count) += edits[i].sign != '-' ? 1 : 0;
    }
    std::string text =
        "@@ -" + span_text(a_before, a_count) + " +" + span_text(b_before, b_count) + " @@\n";
    for (std::size_t i = begin; i < end; ++i) {
        text += edits[i].sign;
        text += edits[i].line;
        if (!edits[i].line.ends_with('\n')) {
            text += "\n\\ No newline at end of file\n";
        }
    }
    return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name) {
    if (before == after) {
        return {};
    }
    const std::vector<Edit> edits = edits_between(lines_of(before), lines_of(after));
    std::string text =
        "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + '\n';
    std::size_t i = 0;
    while (true) {
        while (i < edits.size() && edits[i].sign == ' ') {
            ++i;
        }
        if (i == edits.size()) {
            return text;
        }
        const std::size_t begin = i - std::min(i, context);
        std::size_t end = i;  // behind the last change of this hunk
        while (i < edits.size() && i < end + 2 * context + 1) {
            end = edits[i].sign == ' ' ? end : i + 1;
            ++i;
        }
        end = std::min(end + context, edits.size());
        text += hunk(edits, begin, end);
        i = end;
    }
}

}  // namespace pycu::driver
