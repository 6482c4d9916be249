// Prototypes, definitions and C++ forms. See c_functions.h.
#include "emit/c_functions.h"

#include <algorithm>

#include "emit/comments.h"

namespace pycu::emit {

CFunction c_function(const ir::Module& module, const KernelSymbols& kernel,
                     const std::vector<Slot>& slots) {
    CFunction made{kernel.coded, kernel.is_first ? kernel.plain : "",
                   "pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream",
                   "grid, block, shared_bytes, stream"};
    for (const Slot& slot : slots) {
        made.params += ", " + abi_type(slot.type, module) + " " + slot.name;
        made.args += ", " + slot.name;
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
        out.function("int " + function.plain + "(" + function.params + ")",
                     [&] { out.line("return ", function.symbol, "(", function.args, ");"); });
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

}  // namespace pycu::emit
