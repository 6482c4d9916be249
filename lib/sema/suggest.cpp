// Edit distance between names.
#include "sema/suggest.h"

#include <algorithm>
#include <numeric>

namespace pycu::sema {

namespace {

/// How many letters to insert, drop, replace or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::vector<std::size_t> next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
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

}  // namespace

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& names) {
    // A third of the letters may differ; a longer list of names does not make a guess better.
    std::size_t best = name.size() / 3 + 1;
    std::optional<std::string> found;
    for (const std::string& one : names) {
        if (one.size() > name.size() + best || name.size() > one.size() + best || one == name) {
            continue;
        }
        const std::size_t d = distance(name, one);
        if (d < best || (d == best && found && one < *found)) {
            best = d;
            found = one;
        }
    }
    return found;
}

}  // namespace pycu::sema
