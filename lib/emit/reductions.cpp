// Reductions, printed for each type:
//
//   PYCU_OPERATOR(m_reduce, total__f8_f8, double, total)
//   int m_total__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes, ...)
//   int m_total(...)
#include <string>
#include <vector>

#include "emit/cpp_types.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"

namespace pycu::emit {
namespace {

constexpr const char* arguments_text = "storage, storage_bytes, array, init, result";

Type type_of(const LoopText& text) {
    return text.loop.operands.back();
}

}  // namespace

void print_reductions(const ir::Module& module, const Sharing& sharing, TextWriter& out) {
    out.comes_from({});
    out.blank();
    out.raw("// How the host starts the reductions.");
    out.line("#include \"", module.name, ".h\"");
    out.line("PYCU_SHARED_REPORT(", module.name, ")");
    out.blank();
    for (const LoopText& text : loops_of(module, true)) {
        const ir::Function& called = called_function(module, sharing, text.loop.function);
        out.comes_from(text.ufunc.range);
        out.line("PYCU_OPERATOR(", module.name, "_reduce, ", text.entry, ", ",
                 cuda_name(type_of(text), module.types), ", ", called.spelling, ")");
    }
    for (const LoopText& text : loops_of(module, true)) {
        const auto body = [&] {
            out.line("pycu::Reduction call(", module.name, "_shared_report_(), \"", text.ufunc.name,
                     "\", stream);");
            out.line("return call.run<PYCU_OPERATOR_NAME(", module.name, "_reduce, ", text.entry,
                     ")>(", arguments_text, ");");
        };
        out.comes_from(text.ufunc.range);
        print_wrappers(text.c, body, out);
    }
    out.comes_from({});
}

void print_reduction_prototypes(const ir::Module& module, TextWriter& out) {
    std::vector<std::string> remarks = {
        "With a null storage it says in storage_bytes how much memory the work needs.",
        "init may be null; result and storage are memory of the library's target."};
    for (const LoopText& text : loops_of(module, true)) {
        const std::string name = python_name(type_of(text), module.types);
        print_prototypes(text.c, text.function.docstring,
                         text.ufunc.name + "(array: " + name + "[:]) -> " + name, out, remarks);
        remarks.clear();
    }
}

void print_reduction_overloads(const ir::Module& module, TextWriter& out) {
    for (const LoopText& text : loops_of(module, true)) {
        const std::string element = callers_element(type_of(text), module.types);
        const std::string params =
            "void* storage, size_t& storage_bytes, const pycu::operand<const " + element +
            ">& array, const " + element + "* init, " + element + "* result";
        const CppForm form{text.name,
                           params + ", pycu_stream stream = nullptr",
                           std::string(arguments_text) + ", stream",
                           {"storage", "storage_bytes", "array", "init", "result", "stream"}};
        const auto call = [&] {
            out.line("return pycu::reduce(", text.c.symbol, ", stream, ", arguments_text, ");");
        };
        print_forms(form, module.name, call, out);
    }
}

}  // namespace pycu::emit
