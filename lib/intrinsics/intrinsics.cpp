// The table itself: the .def files in the order of their names.
#include "intrinsics/intrinsics.h"

#include <algorithm>

#include "intrinsics/row_signature.h"
#include "types/scalar.h"

namespace pycu::intrinsics {
namespace {

constexpr Intrinsic table[] = {
#define PYCU_INTRINSIC(name, signature, text, effect) \
    Intrinsic{name, signature, text, "", Effect::effect},
#define PYCU_INTRINSIC_AS(name, signature, text, text_type, effect) \
    Intrinsic{name, signature, text, text_type, Effect::effect},
// this order keeps the whole table sorted
// clang-format off
#include "intrinsics/builtins.def"
#include "intrinsics/math.def"
#include "intrinsics/cuda.def"
#include "intrinsics/numpy.def"
// clang-format on
#undef PYCU_INTRINSIC
#undef PYCU_INTRINSIC_AS
};

static_assert(std::ranges::is_sorted(table, {}, &Intrinsic::name),
              "intrinsics must be sorted by name");

}  // namespace

std::span<const Intrinsic> all() {
    return table;
}

std::span<const Intrinsic> overloads(std::string_view name) {
    return {std::ranges::lower_bound(table, name, {}, &Intrinsic::name),
            std::ranges::upper_bound(table, name, {}, &Intrinsic::name)};
}

namespace {

// What C++ makes of an operand of the type.
Type promoted(Type type) {
    const bool is_small = type.is_bool() || (type.is_integer() && bytes(type) < 4);
    return is_small ? int32 : type;
}

}  // namespace

Type text_type(const Intrinsic& row, Type bound, TypeTable& table) {
    if (row.text_type_name == "promoted") {
        return promoted(bound);
    }
    if (!row.text_type_name.empty()) {
        return row_type(row.text_type_name, bound, table);
    }
    return row_type(parse_row(row, table).result, bound, table);
}

}  // namespace pycu::intrinsics
