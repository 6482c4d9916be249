// The table of tuples, and types as text.
#include "types/type.h"

#include <algorithm>

#include "support/check.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu {

namespace {

// Whether brackets can say the array: a readonly one, one without axes, and an F one of one axis
// have no such spelling.
bool has_brackets(Type array) {
    return !array.is_readonly() && array.rank() > 0 &&
           !(array.rank() == 1 && array.layout() == Layout::F);
}

std::string array_name(Type array) {
    const std::string element(scalar_info(array.element()).python);
    if (!has_brackets(array)) {
        const char* layout = array.layout() == Layout::A   ? "A"
                             : array.layout() == Layout::C ? "C"
                                                           : "F";
        return "Array(" + element + ", " + std::to_string(array.rank()) + ", \"" + layout + "\"" +
               (array.is_readonly() ? ", readonly=True)" : ")");
    }
    std::vector<std::string> axes(std::size_t(array.rank()), ":");
    if (array.layout() == Layout::C) axes.back() = "::1";
    if (array.layout() == Layout::F) axes.front() = "::1";
    return element + "[" + join(axes, ", ") + "]";
}

std::string tuple_name(Type tuple, const TypeTable& table) {
    const std::span<const Type> items = table.items(tuple);
    const auto differs = [&](Type item) { return item != items.front(); };
    if (!items.empty() && std::ranges::none_of(items, differs)) {
        return "UniTuple(" + python_name(items.front(), table) + ", " +
               std::to_string(items.size()) + ")";
    }
    std::vector<std::string> names;
    for (const Type item : items) names.push_back(python_name(item, table));
    return "Tuple(" + join(names, ", ") + ")";
}

}  // namespace

Type TypeTable::tuple(std::span<const Type> items) {
    const auto same = [&](const std::vector<Type>& known) {
        return std::ranges::equal(known, items);
    };
    const auto found = std::ranges::find_if(tuples_, same);
    const auto index = std::uint32_t(found - tuples_.begin());
    if (found == tuples_.end()) tuples_.emplace_back(items.begin(), items.end());
    return Type{Type::Kind::Tuple, index};
}

std::span<const Type> TypeTable::items(Type tuple) const {
    PYCU_CHECK(tuple.is_tuple() && tuple.payload() < tuples_.size());
    return tuples_[tuple.payload()];
}

std::string python_name(Type type, const TypeTable& table) {
    switch (type.kind()) {
        case Type::Kind::Error:
            return "?";
        case Type::Kind::None:
            return "none";
        case Type::Kind::Scalar:
            return std::string(scalar_info(type.element()).python);
        case Type::Kind::Array:
            return array_name(type);
        case Type::Kind::Tuple:
            break;
    }
    return tuple_name(type, table);
}

std::string cuda_name(Type type, const TypeTable& table, bool writable) {
    PYCU_CHECK(!type.is_error());
    if (type.is_none()) return "void";
    if (type.is_scalar()) return std::string(scalar_info(type.element()).cuda);
    if (type.is_array()) {
        const std::string constness = writable && !type.is_readonly() ? "" : "const ";
        return "pycu::array<" + constness + std::string(scalar_info(type.element()).cuda) + ", " +
               std::to_string(type.rank()) + ">";
    }
    std::vector<std::string> names;
    for (const Type item : table.items(type)) names.push_back(cuda_name(item, table, writable));
    return "pycu::tuple<" + join(names, ", ") + ">";
}

}  // namespace pycu
