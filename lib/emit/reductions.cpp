// Reductions, printed for each type:
//
//   PYCU_OPERATOR(m_reduce, total__f8_f8, double, total)
//   int m_total__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes, ...)
//   int m_total(...)
#include "emit/reductions.h"

#include <string>
#include <vector>

#include "emit/comments.h"
#include "emit/cpp_types.h"
#include "emit/functions.h"
#include "emit/overloads.h"
#include "emit/symbols.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

/// One reduction for one type.
struct ReductionText {
    const ir::Ufunc& ufunc;
    const ir::UfuncLoop& loop;
    const ir::Function& function;
    Type type;
    std::string symbol;
    std::string plain;
    bool is_first = false;
};

std::vector<ReductionText> reductions_of(const ir::Module& module) {
    std::vector<ReductionText> all;
    for (const UfuncSymbols& symbols : ufunc_symbols(module)) {
        const ir::Ufunc& ufunc = module.ufuncs[symbols.ufunc];
        for (std::size_t i = 0; i < ufunc.loops.size() && ufunc.kind == ir::Ufunc::Kind::Reduction;
             ++i) {
            const ir::UfuncLoop& loop = ufunc.loops[i];
            all.push_back({ufunc, loop, module.functions[loop.function], loop.operands.back(),
                           symbols.coded[i], symbols.plain, i == 0});
        }
    }
    return all;
}

std::string c_type(Type type) {
    return std::string(scalar_info(type.element()).c);
}

std::string parameters(const ReductionText& text) {
    const std::string element = c_type(text.type);
    return "pycu_stream stream, void* storage, size_t* storage_bytes, pycu_array_" +
           std::string(scalar_info(text.type.element()).abi) + "_nd array, const " + element +
           "* init, " + element + "* result";
}

std::string operator_name(const ReductionText& text) {
    return text.function.spelling + text.symbol.substr(text.symbol.rfind("__"));
}

constexpr const char* arguments_text = "storage, storage_bytes, array, init, result";

void print_wrapper(const ir::Module& module, const ReductionText& text, TextWriter& out) {
    out.function("int " + text.symbol + "(" + parameters(text) + ")", [&] {
        out.line("pycu::Reduction call(", module.name, "_shared_report_(), \"", text.ufunc.name,
                 "\", stream);");
        out.line("return call.run<PYCU_OPERATOR_NAME(", module.name, "_reduce, ",
                 operator_name(text), ")>(", arguments_text, ");");
    });
    if (text.is_first) {
        out.function("int " + text.plain + "(" + parameters(text) + ")",
                     [&] { out.line("return ", text.symbol, "(stream, ", arguments_text, ");"); });
    }
}

}  // namespace

void print_reductions(const ir::Module& module, const StandIns& stand_ins, TextWriter& out) {
    out.comes_from({});
    out.blank();
    out.raw("// How the host starts the reductions.");
    out.line("#include \"", module.name, ".h\"");
    out.line("PYCU_SHARED_REPORT(", module.name, ")");
    out.blank();
    for (const ReductionText& text : reductions_of(module)) {
        const ir::Function& called = called_function(module, stand_ins, text.loop.function);
        out.comes_from(text.ufunc.range);
        out.line("PYCU_OPERATOR(", module.name, "_reduce, ", operator_name(text), ", ",
                 cuda_name(text.type, module.types), ", ", called.spelling, ")");
    }
    for (const ReductionText& text : reductions_of(module)) {
        out.comes_from(text.ufunc.range);
        print_wrapper(module, text, out);
    }
    out.comes_from({});
}

void print_reduction_prototypes(const ir::Module& module, TextWriter& out) {
    bool is_explained = false;
    for (const ReductionText& text : reductions_of(module)) {
        const std::string name = python_name(text.type, module.types);
        out.blank();
        for (const std::string& line : text.function.docstring) {
            out.raw(comment_line(line));
        }
        out.raw(comment_line("   " + text.ufunc.name + "(array: " + name + "[:]) -> " + name));
        if (!is_explained) {
            out.raw(
                "// With a null storage it says in storage_bytes how much memory the work needs.");
            out.raw("// init may be null; result and storage are memory of the library's target.");
        }
        is_explained = true;
        out.line("PYCU_API int ", text.symbol, "(", parameters(text), ");");
        if (text.is_first) {
            out.line("PYCU_API int ", text.plain, "(", parameters(text), ");");
        }
    }
}

void print_reduction_overloads(const ir::Module& module, TextWriter& out) {
    std::string name;
    for (const ReductionText& text : reductions_of(module)) {
        name = text.is_first ? text.function.spelling : name;
        const std::string element = callers_element(text.type, module.types);
        const std::string params =
            "void* storage, size_t& storage_bytes, const pycu::operand<const " + element +
            ">& array, const " + element + "* init, " + element + "* result";
        const CppForm form{name,
                           params + ", pycu_stream stream = nullptr",
                           std::string(arguments_text) + ", stream",
                           {"storage", "storage_bytes", "array", "init", "result", "stream"}};
        const auto call = [&] {
            out.line("return pycu::reduce(", text.symbol, ", stream, ", arguments_text, ");");
        };
        print_forms(form, module.name, call, out);
    }
}

}  // namespace pycu::emit
