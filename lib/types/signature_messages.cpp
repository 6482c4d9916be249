// Messages about names that are no types, with the type that was probably meant.
#include "types/signature_messages.h"

#include <algorithm>
#include <array>
#include <vector>

#include "support/nearest.h"
#include "types/scalar.h"

namespace pycu {

namespace {

constexpr std::array<std::string_view, 14> python_names = {
    "float", "int", "complex", "str",  "bytes", "object",  "list",
    "dict",  "set", "tuple",   "type", "slice", "getattr", "range"};

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
        const std::size_t d = edit_distance(lower(name), lower(candidate));
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
