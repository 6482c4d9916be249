// Records: their fields, by name or index, as values and as places. See array_operations.h.
//
// A record is what Numba makes of it, a reference to the place in an array: `r = a[i]` copies
// nothing, and `r.x = 1` writes to the array.
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "sema/body/array_operations.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// What an array has beside the fields of its records, which go by the same syntax.
constexpr std::string_view array_attributes[] = {"shape",    "strides", "size",  "ndim",
                                                 "itemsize", "nbytes",  "dtype", "T",
                                                 "flat",     "real",    "imag",  "ctypes"};

Type record_of(Type type) {
    return type.is_array() ? type.element_type() : type;
}

}  // namespace

/// The name that messages have for a record: its variable's.
std::string ArrayOperations::record_name(Type type) const {
    const RecordType& record = types_.record(record_of(type));
    return record.name.empty() ? type_name(record_of(type)) : record.name;
}

/// A record whose elements, side by side, do not all lie where a device can read them.
bool ArrayOperations::check_record(Type type, Range range) {
    const Type record = record_of(type);
    const TypeTable& types = types_;
    if (!record.is_record() || types.bytes(record) % types.alignment(record) == 0) {
        return true;
    }
    report<diag::Code::UnalignedRecord>(range, record_name(type),
                                        std::to_string(types.bytes(record)),
                                        std::to_string(types.alignment(record)))
        .help("make the dtype with `align=True`");
    return false;
}

/// A tuple would hold a copy of a record, where Numba's holds the record itself.
void ArrayOperations::refuse_record_tuples(Range range) {
    const TypeTable& types = types_;
    const std::function<bool(Type)> holds_record = [&](Type type) {
        return type.is_tuple() && std::ranges::any_of(types.items(type), [&](Type item) {
                   return item.is_record() || holds_record(item);
               });
    };
    for (const ir::Local& local : fn_.locals) {
        if (holds_record(local.type)) {
            unsupported(local.range, "a record in a tuple");
        }
    }
    if (holds_record(fn_.result)) {
        unsupported(range, "a record in a tuple that is returned");
    }
}

/// `r.x`, `a[i]["x"]`: a field of a record, or of every record of an array.
Operand ArrayOperations::field(const Operand& of, const std::string& name, Range range,
                               Range name_range) {
    const TypeTable& types = types_;
    const Type record = record_of(of.type);
    const auto index = types.field(record, name);
    if (!index) {
        auto& diagnostic = report<diag::Code::NoField>(name_range, record_name(of.type), name);
        std::vector<std::string> names;
        for (const RecordField& known : types.record(record).fields) {
            names.push_back(known.name);
        }
        const std::string similar = nearest(name, names);
        if (similar.empty()) {
            diagnostic.note("its fields are: " + join(names, ", "));
        } else {
            diagnostic.help("there is `" + similar + "`");
        }
        return error();
    }
    return field_at(of, *index, range, name_range);
}

Operand ArrayOperations::field_at(const Operand& of, std::uint32_t index, Range range,
                                  Range name_range) {
    const TypeTable& types = types_;
    const RecordField& field = types.record(record_of(of.type)).fields[index];
    if (!types.is_in_place(field)) {
        report<diag::Code::UnalignedField>(name_range, record_name(of.type), field.name,
                                           std::to_string(field.offset), type_name(field.type))
            .help("make the dtype with `align=True`");
        return error();
    }
    const Type element = record_of(field.type);
    if (of.type.is_array()) {
        const int rank = of.type.rank() + (field.type.is_array() ? field.type.rank() : 0);
        const Type column = Type::array(element, rank, Layout::A, of.type.is_readonly());
        return value(column, range, ir::Column{of.ir, index});
    }
    return value(field.type, range, ir::Field{of.ir, index});
}

/// Whether `a.x` is the field of all records of an array.
bool ArrayOperations::is_column(const Operand& array, const std::string& name) const {
    return array.type.is_record_array() && types_.field(array.type.element_type(), name) &&
           std::ranges::find(array_attributes, name) == std::end(array_attributes);
}

/// `a.x[i]` is `a[i].x`, and `a.v[i, k]` is `a[i].v[k]`.
Operand ArrayOperations::column_element(const ir::Column& column, std::vector<Operand> at,
                                        Range range) {
    Operand array;
    array.kind = Operand::Kind::Value;
    array.ir = column.array;
    array.type = fn_.exprs[column.array].type;
    const auto rank = std::ptrdiff_t(array.type.rank());
    std::vector<Operand> inner(at.begin() + rank, at.end());
    at.resize(std::size_t(rank));
    const Operand record = make_element(array, std::move(at), range);
    const Operand field = field_at(record, column.index, range, range);
    return inner.empty() ? field : make_element(field, std::move(inner), range);
}

/// The array or the variable that a place lies in, through fields and references.
ir::ExprId ArrayOperations::place_root(ir::ExprId place) const {
    for (int steps = 0; steps < 1000; ++steps) {
        const auto& e = fn_.exprs[place].as;
        if (const auto* field = std::get_if<ir::Field>(&e)) {
            place = field->record;
        } else if (const auto* element = std::get_if<ir::Element>(&e)) {
            const bool is_inside = std::holds_alternative<ir::Field>(fn_.exprs[element->array].as);
            place = element->array;
            if (!is_inside) {
                return place;
            }
        } else if (const auto* read = std::get_if<ir::Read>(&e)) {
            const auto bound = references_.find(read->local.index);
            if (bound == references_.end()) {
                return place;
            }
            place = bound->second;
        } else {
            return place;
        }
    }
    return place;
}

}  // namespace pycu::sema
