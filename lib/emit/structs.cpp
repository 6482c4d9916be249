// The structs of a module. See texts.h.
#include <algorithm>

#include "emit/cpp_types.h"
#include "emit/literals.h"
#include "emit/texts.h"
#include "ir/used_types.h"

namespace pycu::emit {

void print_named_tuples(const ir::Module& module, const Options& options, TextWriter& out) {
    for (const Type type : ir::named_tuples(module)) {
        const TupleType& named = module.types.tuple_type(type);
        out.comes_from({});
        out.blank();
        const auto items = [&] {
            std::uint32_t first = 0;
            for (std::size_t i = 0; i < named.items.size(); ++i) {
                const std::uint32_t count = module.types.places(named.items[i]);
                out.line(type_text(named.items[i], module.types, options,
                                   named.written.part(first, count)),
                         " ", named.members[i], ";");
                first += count;
            }
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
