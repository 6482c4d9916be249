// Which known name somebody meant. See nearest.h.
#include "support/nearest.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "support/text.h"

namespace pycu {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::vector<std::size_t> next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        next[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            next[j + 1] = std::min({row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1)});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
                next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
            }
        }
        before.swap(row);
        row.swap(next);
    }
    return row[b.size()];
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t best_distance = name.size() < 5 ? 2 : 3;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(lower_case(name), lower_case(candidate));
        if (candidate == name || distance >= candidate.size()) {
            continue;
        }
        if (distance < best_distance || (distance == best_distance && candidate < best)) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

bool is_slip(std::string_view written, std::string_view meant) {
    const auto digits = [](std::string_view text) {
        std::string found;
        std::ranges::copy_if(text, std::back_inserter(found),
                             [](char c) { return c >= '0' && c <= '9'; });
        return found;
    };
    const std::size_t size = std::min(written.size(), meant.size());
    const bool is_inside =
        size >= 4 && written.front() == meant.front() && written.back() == meant.back();
    return (is_inside || size >= 8) && digits(written) == digits(meant) &&
           edit_distance(written, meant) == 1;
}

}  // namespace pycu
