// The table itself: the .def files in the order of their names.
#include "api/intrinsics.h"

#include <algorithm>
#include <deque>
#include <string>

#include "api/functions.h"
#include "api/row_signature.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::api {
namespace {

/// A row as it is written; its device column is taken apart when somebody asks for it.
struct DeviceRow {
    std::string_view name;
    std::string_view device;
    Effect effect;
};
constexpr DeviceRow device_rows[] = {
#define PYCU_FUNCTION(name, parameters, rule, device, ...) DeviceRow{name, device, Effect::Pure},
#define PYCU_INTRINSIC(name, device, effect) DeviceRow{name, device, Effect::effect},
#include "api/rows.def"
};

static_assert(std::ranges::is_sorted(device_rows, {}, &DeviceRow::name),
              "intrinsics must be sorted by name");

/// Takes the word and what stands behind it off a text.
std::string_view take_behind(std::string_view& text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == text.npos) {
        return {};
    }
    const std::string_view behind = text.substr(at + word.size());
    text = text.substr(0, at);
    return behind;
}

/// `F(F) | Z(Z) -> sin$f($0) as T fast f; ...`: an intrinsic for each signature.
void read_device(std::string_view name, std::string_view device, Effect effect,
                 std::vector<Intrinsic>& made) {
    for (std::string_view one : split(device, ';')) {
        std::string_view text = take_behind(one, " -> ");
        const std::string_view fast = take_behind(text, " fast ");
        const std::string_view text_type = take_behind(text, " as ");
        for (const std::string_view signature : split(one, '|')) {
            made.push_back({name, trim(signature), text, text_type, effect, fast});
        }
    }
}

std::vector<Intrinsic> read_rows() {
    static std::deque<std::string> texts;  // of families
    std::vector<Intrinsic> made;
    for (const DeviceRow& row : device_rows) {
        const std::size_t braces = row.name.find('{');
        if (row.device.empty()) {
            continue;
        }
        if (braces == row.name.npos) {
            read_device(row.name, row.device, row.effect, made);
            continue;
        }
        for (std::string& name : words_of(row.name)) {
            texts.push_back(replace_all(row.device, "$n", std::string_view(name).substr(braces)));
            const std::string& device = texts.back();
            texts.push_back(std::move(name));
            read_device(texts.back(), device, row.effect, made);
        }
    }
    std::ranges::stable_sort(made, {}, &Intrinsic::name);
    return made;
}

}  // namespace

std::span<const Intrinsic> all() {
    static const std::vector<Intrinsic> table = read_rows();
    return table;
}

std::span<const Intrinsic> overloads(std::string_view name) {
    name = canonical(name);
    return {std::ranges::lower_bound(all(), name, {}, &Intrinsic::name),
            std::ranges::upper_bound(all(), name, {}, &Intrinsic::name)};
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
    return row.name.starts_with("cmath.") || (is_complex && row.name.starts_with("numpy.") &&
                                              row.text.find("pycu::") != row.text.npos &&
                                              row.text.find("pycu::conj(") == row.text.npos);
}

bool differs_between_threads(const Intrinsic& row) {
    return row.name.starts_with("numba.cuda.threadIdx.") || row.name == "numba.cuda.laneid" ||
           row.name == "numba.cuda.lanemask_lt";
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
