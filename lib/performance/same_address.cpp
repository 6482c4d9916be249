// Atomics that all threads of a grid do to one element.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "performance/notes.h"

namespace pycu::performance {

namespace {

struct Reduction {
    std::string_view name;
    std::string_view first;  ///< what to do before it
};

constexpr Reduction reductions[] = {
    {"add", "sum"},
    {"sub", "sum"},
    {"max", "take the largest"},
    {"min", "take the least"},
    {"nanmax", "take the largest"},
    {"nanmin", "take the least"},
    {"and_", "combine"},
    {"or_", "combine"},
    {"xor", "combine"},
    {"inc", "count"},
    {"dec", "count"},
};

}  // namespace

void tell_same_address(ir::ExprId call, const Access& place, diag::Sink& sink) {
    constexpr std::string_view atomics = "numba.cuda.atomic.";
    const std::string_view name = place.function.get<ir::Intrinsic>(call)->row->name;
    const auto is_alike = [](const Lanes& one) { return one.is_uniform() && !one.is_of_turn(); };
    if (!name.starts_with(atomics) || place.array.space != Array::Space::Global ||
        !place.is_by_all || !std::ranges::all_of(place.indices, is_alike)) {
        return;
    }
    const auto* found =
        std::ranges::find(reductions, name.substr(atomics.size()), &Reduction::name);
    if (found == std::end(reductions)) {
        return;
    }
    const Range range = place.function.exprs[call].range;
    auto& diagnostic = sink.report<diag::Code::SameAddress>(range, quoted(place.module, range));
    diagnostic.note("memory does them one after the other: 32 for each warp" +
                    std::string(place.type().is_integer()
                                    ? ", where nvcc does not join those of integers itself"
                                    : ""));
    diagnostic.help(
        std::string(found->first) +
        " within the block first, in shared memory or by `cuda.shfl_down_sync`, and let "
        "one thread of each block do the atomic");
}

}  // namespace pycu::performance
