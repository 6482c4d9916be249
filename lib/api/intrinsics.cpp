// The table itself: the .def files in the order of their names.
#include "api/intrinsics.h"

#include <algorithm>

#include "api/functions.h"
#include "api/row_signature.h"
#include "types/scalar.h"

namespace pycu::api {
namespace {

constexpr Intrinsic table[] = {
#define PYCU_INTRINSIC(name, signature, text, effect) \
    Intrinsic{name, signature, text, "", Effect::effect},
#define PYCU_INTRINSIC_AS(name, signature, text, text_type, effect) \
    Intrinsic{name, signature, text, text_type, Effect::effect},
#define PYCU_INTRINSIC_FAST(name, signature, text, fast, effect) \
    Intrinsic{name, signature, text, "", Effect::effect, fast},
#include "api/rows.def"
};

static_assert(std::ranges::is_sorted(table, {}, &Intrinsic::name),
              "intrinsics must be sorted by name");

}  // namespace

std::span<const Intrinsic> all() {
    return table;
}

std::span<const Intrinsic> overloads(std::string_view name) {
    name = canonical(name);
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

bool is_of_cmath(const Intrinsic& row) {
    const std::size_t open = row.signature.find('(');
    const std::string_view params = row.signature.substr(std::min(open, row.signature.size()));
    const bool is_complex =
        params.find('Z') != params.npos || params.find("complex") != params.npos;
    return row.name.starts_with("cmath.") ||
           (is_complex && row.name.starts_with("numpy.") && row.text.starts_with("pycu::") &&
            !row.text.starts_with("pycu::conj("));
}

Type text_type(const Intrinsic& row, Type bound, TypeTable& table) {
    if (row.text_type_name == "promoted") {
        return promoted(bound);
    }
    if (!row.text_type_name.empty()) {
        return row_type(row.text_type_name, bound, table);
    }
    return row_type(parse_row(row, table).result, bound, table);
}

}  // namespace pycu::api
