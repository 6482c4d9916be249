// The structs of a module: records, with padding written down where C would not put it by itself,
// named tuples and Enum classes.
#include "emit/records.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "emit/cpp_types.h"
#include "emit/texts.h"
#include "ir/visit.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

/// How a member's type is spelled.
using TypeName = std::function<std::string(Type)>;

Type element_of(const RecordField& field) {
    return field.type.is_array() ? field.type.element_type() : field.type;
}

std::string padding(int& count, std::int64_t bytes) {
    const std::string number = count++ == 0 ? "" : std::to_string(count);
    return "uint8_t padding" + number + "[" + std::to_string(bytes) + "];";
}

/// Calls `pad(bytes)` where padding is written down, and `visit(index, field)` for each field.
template <class Pad, class Visit>
void for_each_member(Type type, const TypeTable& types, const Pad& pad, const Visit& visit) {
    const RecordType& record = types.record(type);
    std::int64_t end = 0;
    std::int64_t alignment = 1;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
        const RecordField& field = record.fields[i];
        const std::int64_t step = types.is_in_place(field) ? types.alignment(field) : 1;
        alignment = std::max(alignment, step);
        if (rounded_up(end, step) != field.offset) {
            pad(field.offset - end);
        }
        visit(i, field);
        end = field.offset + types.bytes(field);
    }
    if (rounded_up(end, alignment) != record.size) {
        pad(record.size - end);
    }
}

/// `float pos[3];` for each field; one that lies where C cannot have it is bytes.
std::vector<std::string> members(Type type, const TypeTable& types, const TypeName& name) {
    std::vector<std::string> lines;
    int paddings = 0;
    const auto pad = [&](std::int64_t bytes) { lines.push_back(padding(paddings, bytes)); };
    for_each_member(type, types, pad, [&](std::size_t i, const RecordField& field) {
        const bool is_in_place = types.is_in_place(field);
        std::string line = is_in_place ? name(element_of(field)) : "uint8_t";
        line += " " + types.record(type).members[i];
        for (const std::int64_t extent : is_in_place ? field.shape : std::vector<std::int64_t>{}) {
            line += "[" + std::to_string(extent) + "]";
        }
        line += is_in_place ? ";" : "[" + std::to_string(types.bytes(field)) + "];";
        lines.push_back(line);
    });
    return lines;
}

/// One field's value, its sub-array in nested braces.
std::string field_items(const RecordField& field, std::size_t axis, const TypeTable& types,
                        const std::function<std::string(Type)>& item) {
    if (axis == field.shape.size()) {
        const Type type = element_of(field);
        return type.is_record() ? record_items(type, types, item) : item(type);
    }
    std::string text;
    for (std::int64_t i = 0; i < field.shape[axis]; ++i) {
        text += (i == 0 ? "" : ", ") + field_items(field, axis + 1, types, item);
    }
    return "{" + text + "}";
}

}  // namespace

std::string record_items(Type record, const TypeTable& types,
                         const std::function<std::string(Type)>& item) {
    std::vector<std::string> items;
    const auto pad = [&](std::int64_t) { items.emplace_back("{}"); };
    for_each_member(record, types, pad, [&](std::size_t, const RecordField& field) {
        items.push_back(types.is_in_place(field) ? field_items(field, 0, types, item) : "{}");
    });
    return "{" + join(items, ", ") + "}";
}

std::string abi_record(Type record, const ir::Module& module) {
    return record == Type::random_state()
               ? "pycu_xoroshiro128p"
               : module.name + "_" + module.types.record(record).spelling;
}

bool takes_states(const ir::Module& module) {
    return std::ranges::any_of(module.functions, [](const ir::Function& function) {
        return std::ranges::any_of(function.params, [&](ir::LocalId id) {
            const Type type = function.locals[id].type;
            return type.is_array() && type.element_type() == Type::random_state();
        });
    });
}

/// A type beside members of these names: one that a member hides is `struct point`.
static std::string type_beside(const std::string& type, const std::vector<std::string>& members) {
    const auto is_letter = [](char c) {
        return c == '_' || c == ':' || (c & 0x80) != 0 ||
               std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    std::string text;
    for (std::size_t at = 0; at < type.size();) {
        std::size_t end = at;
        while (end < type.size() && is_letter(type[end])) {
            ++end;
        }
        const std::string word = type.substr(at, std::max<std::size_t>(end - at, 1));
        text += std::ranges::count(members, word) > 0 ? "struct " + word : word;
        at += word.size();
    }
    return text;
}

void print_records(const ir::Module& module, TextWriter& out) {
    for (const Type record : ir::records_of(module)) {
        const std::vector<std::string>& fields = module.types.record(record).members;
        const TypeName name = [&](Type type) {
            return type_beside(cuda_name(type, module.types), fields);
        };
        out.blank();
        const auto lines = [&] {
            for (const std::string& member : members(record, module.types, name)) {
                out.line(member);
            }
        };
        out.braces("struct " + cuda_name(record, module.types), lines, "};");
    }
}

void print_record_checks(const ir::Module& module, TextWriter& out) {
    for (const Type type : ir::records_of(module)) {
        const RecordType& record = module.types.record(type);
        const std::string abi = abi_record(type, module);
        out.line("static_assert(sizeof(", record.spelling, ") == sizeof(", abi, "));");
        for (const std::string& member : record.members) {
            out.line("static_assert(offsetof(", record.spelling, ", ", member, ") == offsetof(",
                     abi, ", ", member, "));");
        }
    }
}

void print_c_struct(const std::string& name, const std::vector<std::string>& members,
                    const std::vector<std::string>& checks, TextWriter& out) {
    out.blank();
    out.raw("#ifndef " + name + "_defined");
    out.raw("#define " + name + "_defined");
    out.raw("typedef struct " + name + " {");
    for (const std::string& member : members) {
        out.raw("    " + member);
    }
    out.raw("} " + name + ";");
    for (const std::string& check : checks) {
        out.raw("PYCU_ASSERT(" + check + ");");
    }
    out.raw("#endif");
}

void print_abi_records(const ir::Module& module, TextWriter& out) {
    const TypeName name = [&](Type type) {
        return type.is_record() ? abi_record(type, module)
                                : std::string(scalar_info(type.element()).c);
    };
    for (const Type type : ir::records_of(module)) {
        const RecordType& record = module.types.record(type);
        const std::string abi = abi_record(type, module);
        std::vector<std::string> checks = {"sizeof(" + abi + ") == " + std::to_string(record.size)};
        for (std::size_t i = 0; i < record.fields.size(); ++i) {
            checks.push_back("offsetof(" + abi + ", " + record.members[i] +
                             ") == " + std::to_string(record.fields[i].offset));
        }
        print_c_struct(abi, members(type, module.types, name), checks, out);
    }
}

std::string record_declaration(const ir::Local& local, const TypeTable& types,
                               const Options& options) {
    if (options.debug) {
        return (local.is_const ? "const " : "") +
               type_text(local.type, types, options, local.written) + " " + local.spelling;
    }
    return (local.written.any() ? "" : "const ") + cuda_name(local.type, types) +
           (is_pointer(local, options) ? "* " : "& ") + local.spelling;
}

// ---- The structs of a module. See texts.h.

void print_named_tuples(const ir::Module& module, const Options& options, TextWriter& out) {
    for (const Type type : ir::named_tuples(module)) {
        const TupleType& named = module.types.tuple_type(type);
        out.comes_from({});
        out.blank();
        const auto items = [&] {
            std::size_t i = 0;
            module.types.for_each_item(type, [&](Type item, auto first, auto count) {
                const std::string text =
                    type_text(item, module.types, options, named.written.part(first, count));
                out.line(type_beside(text, named.members), " ", named.members[i++], ";");
            });
        };
        out.braces("struct " + named.spelling, items, "};");
    }
}

void print_enum(const ir::Module& module, const ir::EnumClass& one, TextWriter& out) {
    out.comes_from(one.range);
    out.blank();
    out.docstring(one.docstring);
    const auto members = [&] {
        for (const ir::EnumClass::Member& member : one.members) {
            const LiteralText value = literal(member.value, one.dtype);
            const Type type = one.dtype == int64 ? value.type : one.dtype;
            out.line("static constexpr ", cuda_name(type, module.types), " ", member.spelling,
                     " = ", value.text.text, ";");
        }
    };
    out.braces("struct " + one.spelling, members, "};");
}

void print_c_enums(const ir::Module& module, TextWriter& out) {
    for (const ir::EnumClass& one : module.enums) {
        const bool fits = std::ranges::all_of(one.members, [](const ir::EnumClass::Member& m) {
            const auto* value = std::get_if<std::int64_t>(&m.value);
            return value != nullptr && *value >= INT32_MIN && *value <= INT32_MAX;
        });
        if (!fits) {
            continue;
        }
        const std::string prefix = module.name + "_" + one.spelling;
        out.blank();
        const auto members = [&] {
            for (const ir::EnumClass::Member& member : one.members) {
                out.line(prefix, "_", member.spelling, " = ",
                         std::to_string(std::get<std::int64_t>(member.value)), ",");
            }
        };
        out.braces("enum " + prefix, members, "};");
    }
}

}  // namespace pycu::emit
