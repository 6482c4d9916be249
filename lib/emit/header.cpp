// Prototypes of the wrappers, each with the kernel's docstring and its Python signature.
#include <algorithm>
#include <cctype>
#include <set>

#include "emit/host_functions.h"
#include "emit/records.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"
#include "support/text.h"
#include "templates/embedded.h"
#include "types/scalar.h"
#include "types/signature.h"

namespace pycu::emit {
namespace {

/// The highest rank that pycu_abi.h has structs for.
constexpr int max_abi_rank = 8;

/// `step(u: float32[:, :], out: float32[:, :])`
std::string python_signature(const ir::Function& function, const TypeTable& types) {
    return function.name + "(" +
           listed(function.params,
                  [&](ir::LocalId id) {
                      const ir::Local& param = function.locals[id];
                      const bool has_name = param.type.is_record() || param.type.is_record_array();
                      return param.name + ": " +
                             (has_name ? signature_text(param.type, types)
                                       : python_name(param.type, types));
                  }) +
           ")";
}

bool is_module_record(Type type) {
    return type.is_record() && type != Type::random_state();
}

/// Structs for arrays of records, and of a rank that pycu_abi.h has none for; two headers may both
/// have them.
void print_array_types(const ir::Module& module, const std::vector<Slot>& slots,
                       std::set<std::string>& printed, TextWriter& out) {
    for (const Slot& slot : slots) {
        const bool is_known =
            !slot.type.is_array() ||
            (slot.type.rank() <= max_abi_rank && !is_module_record(slot.type.element_type()));
        const std::string name = abi_type(slot.type, module);
        if (is_known || !printed.insert(name).second) {
            continue;
        }
        const std::string extents = "[" + std::to_string(slot.type.rank()) + "];";
        std::vector<std::string> members = {abi_element(slot.type, module) + "* data;"};
        if (slot.type.rank() > 0) {
            members.insert(members.end(), {"int64_t shape" + extents, "int64_t strides" + extents});
        }
        print_c_struct(name, members, {}, out);
    }
}

/// What C++ callers need beside pycu_call.h.
std::string includes(std::string_view overloads) {
    return overloads.find("std::complex<") == overloads.npos ? "" : "#include <complex>\n\n";
}

/// How the functions of a module are called.
std::string_view calls(const ir::Module& module) {
    if (kernel_symbols(module).empty() && !module.ufuncs.empty()) {
        return R"(// A function takes the stream and its arrays, of any strides; a ufunc's `_loop` is for NumPy,
// with an int for the first error or null behind it. It returns 0 or a code of)";
    }
    if (module.is_for_host) {
        return R"(// A function takes its arguments and a pointer to each number of what it returns. It returns 0
// or a code of)";
    }
    return R"(// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of)";
}

std::string guard(const std::string& module) {
    std::string text = "PYCU_" + module + "_H";
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return char(std::toupper(c)); });
    return text;
}

}  // namespace

std::string print_header(const ir::Module& module, std::string_view banner) {
    TextWriter out;
    std::set<std::string> array_types;
    print_c_enums(module, out);
    print_abi_records(module, out);
    for (const KernelSymbols& kernel : kernel_symbols(module)) {
        const ir::Function& function = module.functions[kernel.function];
        const std::vector<Slot> slots = slots_of(arguments(function, module.types));
        print_array_types(module, slots, array_types, out);
        print_prototypes(c_function(module, kernel, slots), function.docstring,
                         python_signature(function, module.types), out);
    }
    if (takes_states(module)) {
        out.blank();
        out.comments(
            {"Fills the states of generators as create_xoroshiro128p_states does: one seed, and a",
             "subsequence for each, the first of them number `subsequence_start`."});
        out.line("PYCU_API int ", module.name,
                 "_init_xoroshiro128p_states(pycu_xoroshiro128p* states, int64_t count, "
                 "uint64_t seed, uint64_t subsequence_start);");
    }
    print_ufunc_prototypes(module, out);
    print_reduction_prototypes(module, out);
    print_host_prototypes(module, out);
    const std::string overloads = print_overloads(module);
    return expand(embedded::text("module.h.in"), {{"banner", banner},
                                                  {"guard", guard(module.name)},
                                                  {"module", module.name},
                                                  {"prototypes", out.text()},
                                                  {"calls", calls(module)},
                                                  {"includes", includes(overloads)},
                                                  {"overloads", overloads}});
}

}  // namespace pycu::emit
