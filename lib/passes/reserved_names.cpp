// The tables behind is_reserved, most of which are read from the intrinsics rows.
#include "passes/reserved_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "api/intrinsics.h"
#include "support/reserved_words.h"
#include "support/text.h"

namespace pycu::passes {
namespace {

/// What the printer and the marks around a module use beside the rows.
constexpr std::string_view printed[] = {
    "blockDim",  "blockIdx", "dim3",  "gridDim",  "int16_t",   "int32_t", "int64_t",
    "int8_t",    "pow",      "powf",  "printf",   "pycu_wide", "size_t",  "std",
    "threadIdx", "uint16_t", "uint3", "uint32_t", "uint64_t",  "uint8_t", "warpSize",
};

/// Functions of namespace pycu that the printer uses or that take arrays and tuples.
constexpr std::string_view runtime_functions[] = {
    "aliased",       "at",        "c_order",    "dynamic_shared", "equal_from",   "f_order",
    "first_element", "floor_div", "floor_mod",  "get_item",       "large_shared", "len",
    "less_from",     "power",     "range",      "shape",          "shape_of",     "shift_left",
    "shift_right",   "strides",   "strides_of", "to_int",         "view_a",       "view_c",
    "view_f",        "wrap",
};

bool is_identifier_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The identifiers of all rows: those of the global namespace, and those behind `pycu::`.
struct RowNames {
    std::unordered_set<std::string> global;
    std::unordered_set<std::string> runtime;

    RowNames() {
        for (const api::Intrinsic& row : api::all()) {
            add(row.text);
        }
    }

    void add(std::string_view text) {
        for (std::size_t i = 0; i < text.size();) {
            if (!is_identifier_char(text[i]) || text[i] == '$') {
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < text.size() && is_identifier_char(text[end])) {
                ++end;
            }
            const std::string name(text.substr(i, end - i));
            const std::string_view before = text.substr(0, i);
            if (before.ends_with("::")) {
                runtime.insert(name);
            } else if (!before.ends_with('.') && !before.ends_with('$')) {
                global.insert(name);
                if (text.substr(end).starts_with("$f")) {
                    global.insert(name + "f");
                }
            }
            i = end;
        }
    }
};

const RowNames& row_names() {
    static const RowNames names;
    return names;
}

constexpr std::string_view greek[] = {
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "sigma",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
};

/// U+00C0 to U+00FF without their accents.
constexpr std::string_view latin[] = {
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I",  "I",
    "D", "N", "O", "O", "O", "O", "O",  "x", "O", "U", "U", "U", "U", "Y", "TH", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "x", "o", "u", "u", "u", "u", "y", "th", "y",
};

std::string capitalised(std::string_view text) {
    std::string out(text);
    out[0] = char(std::toupper(static_cast<unsigned char>(out[0])));
    return out;
}

}  // namespace

bool is_reserved(std::string_view name) {
    // What C or CUDA declare may be declared again in the module's namespace.
    const std::optional<Reserved> why = reserved_word(name);
    return (why && why != Reserved::Declared) ||
           std::ranges::find(printed, name) != std::end(printed) ||
           row_names().global.contains(std::string(name));
}

bool has_reserved_prefix(std::string_view name) {
    return name.starts_with("cuda") || name.starts_with("CUDA") || name.starts_with("pycu") ||
           name.starts_with("PYCU");
}

bool is_reserved_for_functions(std::string_view name) {
    return is_reserved(name) || row_names().runtime.contains(std::string(name)) ||
           std::ranges::find(runtime_functions, name) != std::end(runtime_functions);
}

std::string transliterated(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size();) {
        const CodePoint c = decode_utf8(name, i);
        i += c.bytes;
        if (c.value < 0x80) {
            out += char(c.value);
        } else if (c.value >= 0x391 && c.value <= 0x3a9) {
            out += capitalised(greek[c.value - 0x391]);
        } else if (c.value >= 0x3b1 && c.value <= 0x3c9) {
            out += greek[c.value - 0x3b1];
        } else if (c.value >= 0xc0 && c.value <= 0xff) {
            out += latin[c.value - 0xc0];
        } else {
            out += fmt::format("u{:04X}", std::uint32_t(c.value));
        }
    }
    return out;
}

std::string without_reserved_form(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c != '_' || !out.ends_with('_')) {
            out += c;
        }
    }
    if (out.size() > 1 && out[0] == '_' && std::isupper(static_cast<unsigned char>(out[1])) != 0) {
        out.erase(0, 1);
    }
    return out;
}

}  // namespace pycu::passes
