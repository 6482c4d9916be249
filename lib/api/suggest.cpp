// Names that are not rows: what Numba has and pycu has not yet, and what an unknown name may mean.
#include <algorithm>
#include <set>

#include "api/resolve_rules.h"
#include "support/nearest.h"

namespace pycu::api {
namespace {

// What Numba's CUDA target has beyond the rows; a name that ends in a dot stands for all below it.
constexpr std::string_view later_names[] = {
    "builtins.breakpoint", "builtins.enumerate",
    "builtins.hasattr",    "builtins.isinstance",
    "builtins.iter",       "builtins.next",
    "builtins.ord",        "builtins.print",
    "builtins.slice",      "builtins.sum",
    "builtins.zip",        "numba.cuda.bf16.",
    "numba.cuda.cg.",      "numba.cuda.fp16.",
    "numba.cuda.fp8.",     "numba.cuda.libdevice.",
    "numba.cuda.random.",  "numba.literal_unroll",
    "numba.literally",     "numpy.all",
    "numpy.angle",         "numpy.any",
    "numpy.argmax",        "numpy.argmin",
    "numpy.around",        "numpy.array_equal",
    "numpy.asarray",       "numpy.atleast_1d",
    "numpy.atleast_2d",    "numpy.atleast_3d",
    "numpy.average",       "numpy.count_nonzero",
    "numpy.digitize",      "numpy.dsplit",
    "numpy.hsplit",        "numpy.imag",
    "numpy.iscomplexobj",  "numpy.isrealobj",
    "numpy.isscalar",      "numpy.mean",
    "numpy.nan_to_num",    "numpy.nanmean",
    "numpy.nanprod",       "numpy.nanstd",
    "numpy.nansum",        "numpy.nanvar",
    "numpy.nonzero",       "numpy.prod",
    "numpy.real",          "numpy.round",
    "numpy.searchsorted",  "numpy.shape",
    "numpy.sinc",          "numpy.size",
    "numpy.std",           "numpy.sum",
    "numpy.trace",         "numpy.var",
    "numpy.vsplit",
};

// Whether a name is one of Numba's vector types: cuda.float32x4, cuda.float4, cuda.uchar2.
bool is_vector_type(std::string_view name) {
    constexpr std::string_view prefix = "numba.cuda.";
    constexpr std::string_view bases[] = {
        "int8",    "int16",   "int32", "int64",     "uint8", "uint16", "uint32",   "uint64",
        "float32", "float64", "char",  "short",     "int",   "long",   "longlong", "uchar",
        "ushort",  "uint",    "ulong", "ulonglong", "float", "double"};
    if (!name.starts_with(prefix) || name.back() < '1' || name.back() > '4') {
        return false;
    }
    name.remove_prefix(prefix.size());
    name.remove_suffix(1);
    const bool is_numbered = name.size() > 1 && name.ends_with('x');
    if (is_numbered) {
        name.remove_suffix(1);
    }
    const auto* found = std::ranges::find(bases, name);
    return found != std::end(bases) && is_numbered == (found < std::begin(bases) + 10);
}

}  // namespace

bool is_later(std::string_view name) {
    return is_vector_type(name) || std::ranges::any_of(later_names, [&](std::string_view later) {
               return later.ends_with('.') ? name.starts_with(later) : name == later;
           });
}

std::vector<std::string> similar_names(std::string_view name) {
    std::set<std::pair<std::size_t, std::string_view>> ranked;
    for (const Intrinsic& row : all()) {
        const std::size_t changes = edit_distance(name, row.name);
        if (changes <= 1 + name.size() / 8) {
            ranked.insert({changes, row.name});
        }
    }
    std::vector<std::string> names;
    for (const auto& [changes, similar] : ranked) {
        if (names.size() == 3) {
            break;
        }
        names.emplace_back(similar);
    }
    return names;
}

}  // namespace pycu::api
