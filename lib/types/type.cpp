// The table of records, and types as text.
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

std::string array_name(Type array, const TypeTable& table) {
    const std::string element = python_name(array.element_type(), table);
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

/// `Record(x: float32 @0, n: int32 @4; size 8)`
std::string record_name(const RecordType& record, const TypeTable& table) {
    const std::string fields = listed(record.fields, [&](const RecordField& field) {
        return field.name + ": " + python_name(field.type, table) + " @" +
               std::to_string(field.offset);
    });
    return "Record(" + fields + "; size " + std::to_string(record.size) + ")";
}

std::string tuple_name(Type tuple, const TypeTable& table) {
    const std::span<const Type> items = table.items(tuple);
    const auto differs = [&](Type item) { return item != items.front(); };
    const bool is_named = table.is_named(tuple);
    // Each item is spelled once: twice would be 2^n times for a tuple in n others.
    if (!is_named && !items.empty() && std::ranges::none_of(items, differs)) {
        return "UniTuple(" + python_name(items.front(), table) + ", " +
               std::to_string(items.size()) + ")";
    }
    const std::string names = listed(items, [&](Type item) { return python_name(item, table); });
    return (is_named ? table.tuple_type(tuple).name : "Tuple") + "(" + names + ")";
}

}  // namespace

TypeTable::TypeTable() {
    RecordType state{{{"s0", uint64, 0}, {"s1", uint64, 8}}, 16, true, "xoroshiro128p_type"};
    state.spelling = "pycu::xoroshiro128p";
    state.members = {"s0", "s1"};
    records_.push_back(std::move(state));
}

Type TypeTable::record(RecordType record) {
    const auto same = [&](const RecordType& known) {
        return known.fields == record.fields && known.size == record.size &&
               known.is_aligned == record.is_aligned;
    };
    const auto found = std::ranges::find_if(records_, same);
    const auto index = std::uint32_t(found - records_.begin());
    if (found == records_.end()) {
        PYCU_CHECK(index < Type::max_records);
        records_.push_back(std::move(record));
    }
    return Type{Type::Kind::Record, index};
}

const RecordType& TypeTable::record(Type type) const {
    PYCU_CHECK(type.is_record() && type.payload() < records_.size());
    return records_[type.payload()];
}

std::optional<std::uint32_t> TypeTable::field(Type record, std::string_view name) const {
    const std::vector<RecordField>& fields = this->record(record).fields;
    const auto found = std::ranges::find(fields, name, &RecordField::name);
    if (found == fields.end()) return std::nullopt;
    return std::uint32_t(found - fields.begin());
}

void TypeTable::name_record(Type record, std::string_view name) {
    PYCU_CHECK(record.is_record() && record.payload() < records_.size());
    std::string& known = records_[record.payload()].name;
    if (known.empty()) known = name;
}

void TypeTable::spell_record(Type record, std::string spelling, std::vector<std::string> members) {
    PYCU_CHECK(record.is_record() && record.payload() < records_.size());
    records_[record.payload()].spelling = std::move(spelling);
    records_[record.payload()].members = std::move(members);
}

std::int64_t TypeTable::bytes(Type type) const {
    const Type element = type.is_array() ? type.element_type() : type;
    return element.is_record() ? record(element).size : pycu::bytes(element);
}

std::int64_t TypeTable::bytes(const RecordField& field) const {
    std::int64_t size = bytes(field.type);
    for (const std::int64_t extent : field.shape) size *= extent;
    return size;
}

std::int64_t TypeTable::alignment(Type type) const {
    const Type element = type.is_array() ? type.element_type() : type;
    if (!element.is_record()) {
        const std::int64_t size = pycu::bytes(element);
        return element.is_complex() ? size / 2 : size;
    }
    std::int64_t most = 1;
    for (const RecordField& field : record(element).fields) {
        if (is_in_place(field)) most = std::max(most, alignment(field));
    }
    return most;
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
            return array_name(type, table);
        case Type::Kind::Record:
            return record_name(table.record(type), table);
        case Type::Kind::Tuple:
            return tuple_name(type, table);
        case Type::Kind::Optional:
            return "Optional(" + python_name(table.without_none(type), table) + ")";
        case Type::Kind::Range:
            return "range_state_" + python_name(type.element_type(), table);
        case Type::Kind::List:
            return "list(" + python_name(type.element_type(), table) + ")";
        case Type::Kind::Pointer:
            return "CPointer(" + python_name(type.element_type(), table) + ")";
        case Type::Kind::Enum:
            break;
    }
    const EnumType& type_of = table.enum_type(type);
    return (type_of.is_int ? "IntEnum<" : "Enum<") + python_name(type_of.dtype, table) + ">(" +
           type_of.name + ")";
}

bool is_float_vector(Type type, const TypeTable& table) {
    if (!type.is_tuple() || table.is_named(type)) {
        return false;
    }
    const auto items = table.items(type);
    return items.size() >= 2 && items.size() <= 4 &&
           (items.front() == float32 || items.front() == float64) &&
           std::ranges::all_of(items, [&](Type item) { return item == items.front(); });
}

std::string cuda_name(Type type, const TypeTable& table, Written written) {
    PYCU_CHECK(!type.is_error());
    if (type.is_none()) return "void";
    if (type.is_scalar()) return std::string(scalar_info(type.element()).cuda);
    if (type.is_array()) {
        const std::string constness = written[0] && !type.is_readonly() ? "" : "const ";
        return "pycu::array<" + constness + cuda_name(type.element_type(), table) + ", " +
               std::to_string(type.rank()) + ">";
    }
    if (type.is_record()) {
        const RecordType& record = table.record(type);
        return record.spelling.empty() ? record.name : record.spelling;
    }
    if (type.is_optional()) {
        return "pycu::optional<" + cuda_name(table.without_none(type), table, written) + ">";
    }
    if (type.is_enum()) return cuda_name(table.enum_type(type).dtype, table);
    if (type.is_pointer()) return cuda_name(type.element_type(), table) + "*";
    if (type.is_list()) return "pycu::list<" + cuda_name(type.element_type(), table) + ">";
    if (table.is_named(type)) {
        const TupleType& named = table.tuple_type(type);
        return named.spelling.empty() ? named.name : named.spelling;
    }
    if (is_float_vector(type, table)) {
        const auto items = table.items(type);
        return "pycu::" + cuda_name(items.front(), table) + std::to_string(items.size());
    }
    std::vector<std::string> names;
    table.for_each_item(type, [&](Type item, std::uint32_t first, std::uint32_t count) {
        names.push_back(item.is_none() ? "pycu::none_t"
                                       : cuda_name(item, table, written.part(first, count)));
    });
    return "pycu::tuple<" + join(names, ", ") + ">";
}

}  // namespace pycu
