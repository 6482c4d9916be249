// Symbols and codes: `heat_step`, `heat_step__a2f4a_a2f4a`.
#include "emit/symbols.h"

#include <algorithm>
#include <map>
#include <set>

#include "emit/records.h"
#include "ir/visit.h"
#include "support/reserved_words.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

char layout_code(Layout layout) {
    return layout == Layout::C ? 'c' : layout == Layout::F ? 'f' : 'a';
}

/// `particle`, `xoroshiro128p`: without the namespace.
std::string record_code(Type record, const TypeTable& types) {
    const std::string& name = types.record(record).spelling;
    return name.substr(name.rfind(':') + 1);
}

std::string type_code(Type type, const TypeTable& types) {
    if (type.is_array()) {
        return "a" + std::to_string(type.rank()) + type_code(type.element_type(), types) +
               layout_code(type.layout());
    }
    if (type.is_record()) {
        return "r" + record_code(type, types);
    }
    if (type.is_none()) {
        return "t0";  // it takes nothing in the C ABI, as an empty tuple
    }
    if (type.is_tuple()) {
        std::string code = "t" + std::to_string(types.items(type).size());
        for (const Type item : types.items(type)) {
            code += type_code(item, types);
        }
        return code;
    }
    return std::string(scalar_info(type.element()).numpy_code);
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The kernel's name in symbols: its own, renamed only where it is no ASCII or has `__`.
std::string symbol_name(const ir::Function& function) {
    std::string name;
    for (const char c : is_ascii(function.name) ? function.name : function.spelling) {
        const char letter = c == '.' ? '_' : c;
        if (letter != '_' || !name.ends_with('_')) {
            name += letter;
        }
    }
    return name;
}

/// The name, or the name with `_`, `_2`, `_3` ... behind it, that is not taken yet.
std::string take(const std::string& name, std::set<std::string>& taken) {
    std::string candidate = name;
    for (int n = 1; !taken.insert(candidate).second; ++n) {
        candidate = name + "_" + (n == 1 ? "" : std::to_string(n));
    }
    return candidate;
}

void add_slots(Type type, const std::string& name, Written written, const TypeTable& types,
               std::vector<Slot>& slots) {
    if (type.is_none()) {
        return;
    }
    if (type.is_list()) {
        slots.push_back({name, Type::array(type.element_type(), 1, Layout::C), false});
        return;
    }
    if (!type.is_tuple()) {
        // a record that the kernel writes to is the caller's, as an array of one is
        const bool is_place = type.is_record() && written.any();
        slots.push_back({name, is_place ? Type::array(type, 0, Layout::C) : type,
                         written.any() && !type.is_readonly()});
        return;
    }
    const TupleType& tuple = types.tuple_type(type);
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < tuple.items.size(); ++i) {
        const std::string item = tuple.members.empty() ? std::to_string(i) : tuple.members[i];
        const std::uint32_t count = types.places(tuple.items[i]);
        add_slots(tuple.items[i], name + "_" + item, written.part(first, count), types, slots);
        first += count;
    }
}

}  // namespace

std::string signature_codes(const ir::Function& function, const TypeTable& types) {
    std::string codes;
    for (const ir::LocalId id : function.params) {
        codes += (codes.empty() ? "" : "_") + type_code(function.locals[id].type, types);
    }
    return codes.empty() ? "v" : codes;
}

namespace {

/// What stands behind the module's name before its kernels do: functions of every header, structs
/// of records and of arrays of them, members of enums.
std::set<std::string> names_of_types(const ir::Module& module) {
    std::set<std::string> taken(std::begin(exported_names), std::end(exported_names));
    for (const Type record : ir::records_of(module)) {
        const std::string code = record_code(record, module.types);
        taken.insert(code);
        for (int rank = 0; rank <= Type::max_rank; ++rank) {
            taken.insert("array_" + code + "_" + std::to_string(rank) + "d");
        }
    }
    for (const ir::EnumClass& one : module.enums) {
        taken.insert(one.spelling);
        for (const ir::EnumClass::Member& member : one.members) {
            taken.insert(one.spelling + "_" + member.spelling);
        }
    }
    return taken;
}

std::vector<KernelSymbols> kernel_symbols(const ir::Module& module, std::set<std::string>& taken) {
    std::map<std::string, std::string> plain_names;
    std::vector<KernelSymbols> kernels;
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        const ir::FunctionId id{i};
        const ir::Function& function = module.functions[id];
        if (function.kind != ir::Function::Kind::Kernel) {
            continue;
        }
        const std::string name = symbol_name(function);
        auto [plain, is_first] = plain_names.try_emplace(function.name);
        if (is_first) {
            plain->second = take(name, taken);
        }
        const std::string coded = name + "__" + signature_codes(function, module.types);
        kernels.push_back({id, module.name + "_" + take(coded, taken),
                           module.name + "_" + plain->second, is_first});
    }
    return kernels;
}

}  // namespace

std::vector<KernelSymbols> kernel_symbols(const ir::Module& module) {
    std::set<std::string> taken = names_of_types(module);
    return kernel_symbols(module, taken);
}

std::vector<UfuncSymbols> ufunc_symbols(const ir::Module& module) {
    std::set<std::string> taken = names_of_types(module);
    kernel_symbols(module, taken);
    std::vector<UfuncSymbols> all;
    for (std::size_t i = 0; i < module.ufuncs.size(); ++i) {
        const ir::Ufunc& ufunc = module.ufuncs[i];
        const std::string name = symbol_name(module.functions[ufunc.loops.front().function]);
        UfuncSymbols symbols{i, module.name + "_" + take(name, taken), {}};
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            const std::string coded =
                name + "__" + signature_codes(module.functions[loop.function], module.types);
            symbols.coded.push_back(module.name + "_" + take(coded, taken));
        }
        all.push_back(std::move(symbols));
    }
    return all;
}

std::vector<HostSymbol> host_symbols(const ir::Module& module) {
    std::set<std::string> taken = names_of_types(module);
    std::vector<HostSymbol> all;
    for (std::size_t i = 0; i < module.host_functions.size(); ++i) {
        const ir::Function& function = module.functions[module.host_functions[i].function];
        const std::string coded =
            symbol_name(function) + "__" + signature_codes(function, module.types);
        all.push_back({i, module.name + "_" + take(coded, taken)});
    }
    return all;
}

std::vector<Argument> arguments(const ir::Function& function, const TypeTable& types) {
    std::set<std::string> taken = {"grid",   "block",  "shared_bytes",
                                   "stream", "launch", function.spelling};
    std::vector<Argument> result;
    for (const ir::LocalId id : function.params) {
        const ir::Local& local = function.locals[id];
        Argument argument{&local, {}};
        add_slots(local.type, local.spelling, local.written, types, argument.slots);
        result.push_back(std::move(argument));
    }
    for (Argument& argument : result) {
        for (Slot& slot : argument.slots) {
            slot.name = take(slot.name, taken);
        }
    }
    return result;
}

std::string abi_type(Type type, const ir::Module& module) {
    if (type.is_scalar()) {
        return std::string(scalar_info(type.element()).c);
    }
    if (type.is_record()) {
        return abi_record(type, module);
    }
    const Type element = type.element_type();
    const bool is_own = element.is_record() && element != Type::random_state();
    const std::string code = element.is_record() ? record_code(element, module.types)
                                                 : std::string(scalar_info(element.element()).abi);
    return (is_own ? module.name : "pycu") + "_array_" + code + "_" + std::to_string(type.rank()) +
           "d";
}

std::string abi_element(Type type, const ir::Module& module) {
    return abi_type(type.is_array() ? type.element_type() : type, module);
}

bool is_always_contiguous(const std::vector<Argument>& arguments) {
    std::vector<Slot> arrays = slots_of(arguments);
    std::erase_if(arrays, [](const Slot& slot) { return !slot.type.is_array(); });
    const auto is_strided = [](const Slot& slot) {
        return slot.type.rank() > 0 && slot.type.layout() == Layout::A;
    };
    return std::ranges::none_of(arrays, is_strided) &&
           (arrays.size() < 2 || std::ranges::none_of(arrays, &Slot::is_written));
}

std::vector<Slot> result_slots(Type result, const TypeTable& types) {
    std::vector<Slot> slots;
    add_slots(result, "result__", Written(), types, slots);
    return slots;
}

std::vector<Slot> slots_of(const std::vector<Argument>& arguments) {
    std::vector<Slot> slots;
    for (const Argument& argument : arguments) {
        slots.insert(slots.end(), argument.slots.begin(), argument.slots.end());
    }
    return slots;
}

const char* layout_promise(Layout layout) {
    return layout == Layout::A   ? ""
           : layout == Layout::C ? ", pycu::Layout::C"
                                 : ", pycu::Layout::F";
}

const char* engine_name(const ir::Function& function) {
    return function.syncs_grid           ? "grid"
           : function.regions            ? "regions"
           : function.has_warp_operation ? "warps"
           : function.has_barrier        ? "fibers"
                                         : "loops";
}

}  // namespace pycu::emit
