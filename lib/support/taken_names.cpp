// Looking names up in taken_names.def.
#include "support/taken_names.h"

#include <algorithm>

namespace pycu {

namespace {

struct Row {
    std::string_view name;
    Taken why;
};

constexpr Row rows[] = {
#define PYCU_TAKEN(name, why) {#name, Taken::why},
#include "support/taken_names.def"
#undef PYCU_TAKEN
};

}  // namespace

std::optional<Taken> taken_name(std::string_view name) {
    const Row* row = std::ranges::lower_bound(rows, name, {}, &Row::name);
    if (row == std::end(rows) || row->name != name) {
        return std::nullopt;
    }
    return row->why;
}

}  // namespace pycu
