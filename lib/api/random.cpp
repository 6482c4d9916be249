// The functions of numba.cuda.random: pycu_random.h has what they print.
#include <algorithm>
#include <iterator>

#include "api/intrinsics.h"

namespace pycu::api {
namespace {

#define PYCU_RANDOM(name, result)                                      \
    {                                                                  \
        "numba.cuda.random.xoroshiro128p_" name, result "(state&)",    \
            "pycu::xoroshiro128p_" name "($0)", result, Effect::Writes \
    }

constexpr Intrinsic functions[] = {
    {"numba.cuda.random.init_xoroshiro128p_state", "none(state&, uint64)",
     "pycu::init_xoroshiro128p_state($0, $1)", "none", Effect::Writes},
    PYCU_RANDOM("jump", "none"),
    PYCU_RANDOM("next", "uint64"),
    PYCU_RANDOM("normal_float32", "float32"),
    PYCU_RANDOM("normal_float64", "float64"),
    PYCU_RANDOM("uniform_float32", "float32"),
    PYCU_RANDOM("uniform_float64", "float64"),
};

#undef PYCU_RANDOM

}  // namespace

const Intrinsic* random_function(std::string_view name) {
    const auto* found = std::ranges::find(functions, name, &Intrinsic::name);
    return found == std::end(functions) ? nullptr : found;
}

}  // namespace pycu::api
