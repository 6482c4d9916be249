// The functions of the C ABI and their C++ forms. See c_functions.h.
#include "emit/c_functions.h"

#include <algorithm>
#include <vector>

#include "emit/records.h"
#include "emit/symbols.h"
#include "emit/text_writer.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"
#include "ir/visit.h"
#include "support/text.h"

namespace pycu::emit {

CFunction c_function(const ir::Module& module, const KernelSymbols& kernel,
                     const std::vector<Slot>& slots) {
    CFunction made{kernel.coded, kernel.is_first ? kernel.plain : "",
                   "pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream"};
    for (const Slot& slot : slots) {
        made.params += ", " + abi_type(slot.type, module) + " " + slot.name;
    }
    return made;
}

void print_prototypes(const CFunction& function, const std::vector<std::string>& docstring,
                      const std::string& signature, TextWriter& out,
                      const std::vector<std::string>& remarks) {
    out.blank();
    out.comments(docstring);
    out.raw(comment_line("   " + signature));
    out.comments(remarks);
    out.line("PYCU_API int ", function.symbol, "(", function.params, ");");
    if (!function.plain.empty()) {
        out.line("PYCU_API int ", function.plain, "(", function.params, ");");
    }
}

void print_wrappers(const CFunction& function, const std::function<void()>& body, TextWriter& out) {
    out.function("int " + function.symbol + "(" + function.params + ")", body);
    if (!function.plain.empty()) {
        out.blank();
        out.line("PYCU_ALIAS(", function.plain, ", ", function.symbol, ")");
    }
}

void print_forms(const CppForm& form, const std::string& module, const std::function<void()>& body,
                 TextWriter& out) {
    const bool is_hidden = std::ranges::count(form.hiding, form.name) > 0;
    out.function("[[nodiscard]] inline int " + form.name + "(const std::nothrow_t&, " +
                     form.params + ") noexcept",
                 body);
    out.function("inline void " + form.name + "(" + form.params + ")", [&] {
        out.line("pycu::check(", is_hidden ? "::" + module + "::" : "", form.name,
                 "(std::nothrow, ", form.args, "), ", module, "_last_error);");
    });
}

// ---- Overloads, one pair for each list of C++ types. Specialisations that differ only in what
// they promise of strides share a pair: the launch looks at the arrays, as Numba does.

namespace {

/// The specialisations of one kernel that C++ cannot tell apart.
struct Overload {
    std::string name;
    std::vector<std::string> types;
    std::vector<std::string> names;
    struct Choice {
        std::string symbol;
        /// When the arrays are as the signature says: "pycu::is_row_major(x)"; empty for always.
        std::string condition;
        std::size_t promises = 0;
    };
    std::vector<Choice> choices;
};

/// How C++ callers spell a slot: `pycu::array<const float, 2>`, `int32_t`.
std::string cpp_type(const Slot& slot, const ir::Module& module) {
    const Type element = slot.type.is_array() ? slot.type.element_type() : slot.type;
    const bool is_own = element.is_record() ||
                        callers_element(element, module.types) == cuda_name(element, module.types);
    if (!slot.type.is_array()) {
        return is_own ? abi_type(slot.type, module) : callers_element(element, module.types);
    }
    const bool is_const = !slot.is_written || slot.type.is_readonly();
    return std::string("pycu::array<") + (is_const ? "const " : "") +
           (element.is_record() ? abi_type(element, module)
                                : callers_element(element, module.types)) +
           ", " + std::to_string(slot.type.rank()) + ">";
}

Overload::Choice choice_of(const std::string& symbol, const std::vector<Argument>& arguments,
                           const std::vector<std::string>& names) {
    Overload::Choice choice{symbol, {}, 0};
    std::size_t next = 0;
    for (const Slot& slot : slots_of(arguments)) {
        const std::string& name = names[next++];
        if (!slot.type.is_array() || slot.type.rank() == 0 || slot.type.layout() == Layout::A) {
            continue;
        }
        ++choice.promises;
        choice.condition += choice.condition.empty() ? "" : " && ";
        choice.condition +=
            slot.type.layout() == Layout::C ? "pycu::is_row_major(" : "pycu::is_column_major(";
        choice.condition += name + ")";
    }
    return choice;
}

/// The name in C++: that of the .cu, which no keyword and no macro is.
std::string cpp_name(const ir::Module& module, const std::vector<KernelSymbols>& kernels,
                     const KernelSymbols& kernel) {
    const auto first = std::ranges::find_if(kernels, [&](const KernelSymbols& other) {
        return other.plain == kernel.plain && other.is_first;
    });
    return module.functions[first->function].spelling;
}

std::vector<Overload> overloads_of(const ir::Module& module) {
    std::vector<Overload> overloads;
    const std::vector<KernelSymbols> kernels = kernel_symbols(module);
    for (const KernelSymbols& kernel : kernels) {
        const std::vector<Argument> args =
            arguments(module.functions[kernel.function], module.types);
        Overload one;
        one.name = cpp_name(module, kernels, kernel);
        for (const Slot& slot : slots_of(args)) {
            one.types.push_back(cpp_type(slot, module));
            one.names.push_back(slot.name);
        }
        auto known = std::ranges::find_if(overloads, [&](const Overload& other) {
            return other.name == one.name && other.types == one.types;
        });
        if (known == overloads.end()) {
            known = overloads.insert(known, one);
        }
        known->choices.push_back(choice_of(kernel.coded, args, known->names));
    }
    for (Overload& overload : overloads) {
        std::ranges::stable_sort(overload.choices, std::ranges::greater{},
                                 &Overload::Choice::promises);
    }
    return overloads;
}

void print_overload(const Overload& overload, const std::string& module, TextWriter& out) {
    CppForm form{overload.name, "const pycu::configuration& launch", "launch", {"launch"}};
    for (std::size_t i = 0; i < overload.types.size(); ++i) {
        form.params += ", " + overload.types[i] + " " + overload.names[i];
        form.args += ", " + overload.names[i];
    }
    const auto pick_wrapper = [&] {
        for (const Overload::Choice& choice : overload.choices) {
            const std::string call =
                "return pycu::launch(" + choice.symbol + ", " + form.args + ");";
            // the last one has the word, and the text, when nothing fits
            if (choice.condition.empty() || &choice == &overload.choices.back()) {
                out.line(call);
                break;
            }
            out.braces("if (" + choice.condition + ")", [&] { out.line(call); });
        }
    };
    print_forms(form, module, pick_wrapper, out);
}

}  // namespace

std::string callers_element(Type element, const TypeTable& types) {
    return element == float16      ? "pycu_f16"
           : element == complex64  ? "std::complex<float>"
           : element == complex128 ? "std::complex<double>"
                                   : cuda_name(element, types);
}

std::string print_overloads(const ir::Module& module) {
    TextWriter out;
    for (const Type record : ir::records_of(module)) {
        const std::string& name = module.types.record(record).spelling;
        out.line("using ", name, " = ", abi_record(record, module), ";");
    }
    for (const Overload& overload : overloads_of(module)) {
        print_overload(overload, module.name, out);
    }
    print_ufunc_overloads(module, out);
    print_reduction_overloads(module, out);
    return out.text();
}

}  // namespace pycu::emit
