// Messages about names that are no types, with the type that was probably meant.
#include "types/signature_messages.h"

#include <algorithm>
#include <array>
#include <vector>

#include "types/scalar.h"

namespace pycu {

namespace {

constexpr std::array<std::string_view, 14> python_names = {
    "float", "int", "complex", "str",  "bytes", "object",  "list",
    "dict",  "set", "tuple",   "type", "slice", "getattr", "range"};

// The least number of characters to change, insert or delete to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return out;
}

}  // namespace

bool is_python_name(std::string_view name) {
    return std::ranges::find(python_names, name) != python_names.end();
}

std::string unknown_name(std::string_view name) {
    std::string message = "unknown type `" + std::string(name) + "`";
    if (name == "np" || name == "numpy" || name == "numba" || name == "cuda") {
        return message + "; signature strings know Numba's types by their bare names: `float32`";
    }
    std::vector<std::string_view> known = numba_scalar_names();
    for (const std::string_view extra : {"void", "none", "Array", "UniTuple", "Tuple"}) {
        known.push_back(extra);
    }
    std::string_view best;
    std::size_t best_distance = name.size() < 5 ? 2 : 3;
    for (const std::string_view candidate : known) {
        const std::size_t d = distance(lower(name), lower(candidate));
        if (d >= best_distance) continue;
        best = candidate;
        best_distance = d;
    }
    return best.empty() ? message : message + "; did you mean `" + std::string(best) + "`?";
}

std::string python_name_message(std::string_view name) {
    std::string message = "`" + std::string(name) + "` is Python's and no type of Numba's";
    if (name == "float") return message + "; write `float64` or `float32`";
    if (name == "int") return message + "; write `int64` or `int32`";
    if (name == "complex") return message + "; write `complex128` or `complex64`";
    return message;
}

}  // namespace pycu
