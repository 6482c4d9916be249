// Records: their fields, by name or index, as values and as places. See arrays.h.
//
// A record is what Numba makes of it, a reference to the place in an array: `r = a[i]` copies
// nothing, and `r.x = 1` writes to the array.
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "lower/arrays.h"
#include "lower/nodes.h"
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
std::string record_name(const Lowering& ctx, Type type) {
    const RecordType& record = ctx.types.record(record_of(type));
    return record.name.empty() ? type_name(ctx, record_of(type)) : record.name;
}

/// A record whose elements, side by side, do not all lie where a device can read them.
bool check_record(Lowering& ctx, Type type, Range range) {
    const Type record = record_of(type);
    const TypeTable& types = ctx.types;
    if (!record.is_record() || types.bytes(record) % types.alignment(record) == 0) {
        return true;
    }
    fail<Code::UnalignedRecord>(ctx, range, record_name(ctx, type),
                                std::to_string(types.bytes(record)),
                                std::to_string(types.alignment(record)))
        .help("make the dtype with `align=True`");
    return false;
}

/// A tuple would hold a copy of a record, where Numba's holds the record itself.
void refuse_record_tuples(Lowering& ctx, Range range) {
    const TypeTable& types = ctx.types;
    const std::function<bool(Type)> holds_record = [&](Type type) {
        return type.is_tuple() && std::ranges::any_of(types.items(type), [&](Type item) {
                   return item.is_record() || holds_record(item);
               });
    };
    for (const ir::Local& local : ctx.fn.locals) {
        if (holds_record(local.type)) {
            unsupported(ctx, local.range, "a record in a tuple");
        }
    }
    if (holds_record(ctx.fn.result)) {
        unsupported(ctx, range, "a record in a tuple that is returned");
    }
}

/// `r.x`, `a[i]["x"]`: a field of a record, or of every record of an array.
Operand field(Lowering& ctx, const Operand& of, const std::string& name, Range range,
              Range name_range) {
    const TypeTable& types = ctx.types;
    const Type record = record_of(of.type);
    const auto index = types.field(record, name);
    if (!index) {
        auto diagnostic = fail<Code::NoField>(ctx, name_range, record_name(ctx, of.type), name);
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
    return field_at(ctx, of, *index, range, name_range);
}

Operand field_at(Lowering& ctx, const Operand& of, std::uint32_t index, Range range,
                 Range name_range) {
    const TypeTable& types = ctx.types;
    const RecordField& field = types.record(record_of(of.type)).fields[index];
    if (!types.is_in_place(field)) {
        return fail<Code::UnalignedField>(ctx, name_range, record_name(ctx, of.type), field.name,
                                          field.offset, field.type)
            .help("make the dtype with `align=True`");
    }
    const Type element = record_of(field.type);
    if (of.type.is_array()) {
        const int rank = of.type.rank() + (field.type.is_array() ? field.type.rank() : 0);
        const Type column = Type::array(element, rank, Layout::A, of.type.is_readonly());
        return value(ctx, column, range, ir::Column{of.ir, index});
    }
    return value(ctx, field.type, range, ir::Field{of.ir, index});
}

/// Whether `a.x` is the field of all records of an array.
bool is_column(const Lowering& ctx, const Operand& array, const std::string& name) {
    return array.type.is_record_array() && ctx.types.field(array.type.element_type(), name) &&
           std::ranges::find(array_attributes, name) == std::end(array_attributes);
}

/// `a.x[i]` is `a[i].x`, and `a.v[i, k]` is `a[i].v[k]`.
Operand column_element(Lowering& ctx, const ir::Column& column, std::vector<Operand> at,
                       Range range) {
    const Operand array = as_operand(ctx, column.array);
    const auto rank = std::ptrdiff_t(array.type.rank());
    std::vector<Operand> inner(at.begin() + rank, at.end());
    at.resize(std::size_t(rank));
    const Operand record = make_element(ctx, array, std::move(at), range);
    const Operand field = field_at(ctx, record, column.index, range, range);
    return inner.empty() ? field : make_element(ctx, field, std::move(inner), range);
}

/// The array or the variable that a place lies in, through fields and references.
ir::ExprId place_root(const Lowering& ctx, ir::ExprId place) {
    for (int steps = 0; steps < 1000; ++steps) {
        const auto& e = ctx.fn.exprs[place].as;
        if (const auto* field = std::get_if<ir::Field>(&e)) {
            place = field->record;
        } else if (const auto* element = std::get_if<ir::Element>(&e)) {
            const bool is_inside = ctx.is<ir::Field>(element->array);
            place = element->array;
            if (!is_inside) {
                return place;
            }
        } else if (const auto* read = std::get_if<ir::Read>(&e)) {
            const auto bound = ctx.references.find(read->local.index);
            if (bound == ctx.references.end()) {
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
