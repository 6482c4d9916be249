// Ufuncs, printed for each loop:
//
//   template <class Loop>
//   __global__ void add__f4_f4(Loop loop)
//       the entry, for each way of going through the elements
//   int m_add__f4_f4(pycu_stream stream, pycu_array_f32_nd x, ...)
//   int m_add(...)
//       of the first loop
//   void m_add__f4_f4_loop(char** args, ...)
//       NumPy's form of it
#include "emit/ufuncs.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "emit/cpp_types.h"
#include "emit/symbols.h"
#include "emit/texts.h"
#include "ir/visit.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

bool is_printed(const ir::Ufunc& ufunc) {
    return ufunc.kind != ir::Ufunc::Kind::Reduction;
}

bool is_generalised(const ir::Ufunc& ufunc) {
    return ufunc.kind == ir::Ufunc::Kind::Generalised;
}

std::string nd_type(Type element) {
    return "pycu_array_" + std::string(scalar_info(element.element()).abi) + "_nd";
}

/// The operands of a loop, under names that do not meet those of a wrapper.
std::vector<UfuncOperand> operands_of(const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                                      const ir::Function& function) {
    std::set<std::string> taken = {"stream", "call",  "loop",   "loop_",
                                   "Loop",   "Loop_", "status", function.spelling};
    std::vector<UfuncOperand> operands;
    for (std::size_t i = 0; i < loop.operands.size(); ++i) {
        std::string name = "out";
        if (i < function.params.size()) {
            name = function.locals[function.params[i]].spelling;
        }
        while (!taken.insert(name).second) {
            name += "_";
        }
        operands.push_back(
            {name, loop.operands[i].element_type(), loop.operands[i], i >= ufunc.inputs});
    }
    return operands;
}

/// How the function takes an operand: `float`, `pycu::array<const float, 1>`.
std::string parameter_type(const ir::Module& module, const UfuncOperand& operand) {
    return cuda_name(operand.type, module.types, Written(operand.is_output));
}

std::string list_of(const LoopText& text, const auto& item) {
    return listed(text.operands, item);
}

std::string names_of(const LoopText& text) {
    return list_of(text, [](const UfuncOperand& operand) { return operand.name; });
}

/// `float(float, float)`, `void(pycu::array<const float, 1>, pycu::array<float, 1>)`
std::string cpp_signature(const ir::Module& module, const LoopText& text) {
    const bool has_result = !is_generalised(text.ufunc);
    const std::string params = list_of(text, [&](const UfuncOperand& operand) {
        return operand.is_output && has_result ? "" : parameter_type(module, operand);
    });
    const std::string result =
        has_result ? parameter_type(module, text.operands.back()) : std::string("void");
    return result + "(" + params + ")";
}

/// What the wrapper of a loop takes behind the stream.
std::string wrapper_parameters(const LoopText& text) {
    if (text.ufunc.kind == ir::Ufunc::Kind::Reduction) {
        const Type type = text.loop.operands.back();
        const std::string element(scalar_info(type.element()).c);
        return "void* storage, size_t* storage_bytes, " + nd_type(type) + " array, const " +
               element + "* init, " + element + "* result";
    }
    const auto declared = [](const UfuncOperand& operand) {
        return nd_type(operand.element) + " " + operand.name;
    };
    return list_of(text, declared);
}

constexpr const char* loop_parameters =
    "char** args, const intptr_t* extents, const intptr_t* steps, void* status";

/// `add(x: float32, y: float32) -> float32`, `dot(a: float32[:], out: float32[:]), (n)->()`
std::string python_signature(const ir::Module& module, const LoopText& text) {
    const std::string params = listed(text.function.params, [&](ir::LocalId id) {
        const ir::Local& param = text.function.locals[id];
        return param.name + ": " + python_name(param.type, module.types);
    });
    return text.ufunc.name + "(" + params + ")" +
           (is_generalised(text.ufunc)
                ? ", " + text.ufunc.layout.text
                : " -> " + python_name(text.operands.back().type, module.types));
}

void print_entry(const ir::Module& module, const Sharing& sharing, const LoopText& text,
                 TextWriter& out) {
    const std::string& called = called_function(module, sharing, text.loop.function).spelling;
    // the function may have a name of the entry's
    const std::string type = called == "Loop" ? "Loop_" : "Loop";
    const std::string loop = called == "loop" ? "loop_" : "loop";
    const std::string run = loop + ".run(";
    const std::string start = run + "blockIdx.x, threadIdx.x, [&](";
    std::string params = list_of(text, [&](const UfuncOperand& operand) {
        const bool is_passed = is_generalised(text.ufunc) || !operand.is_output;
        return is_passed ? parameter_type(module, operand) + " " + operand.name : "";
    });
    std::string args = list_of(text, [&](const UfuncOperand& operand) {
        return is_generalised(text.ufunc) || !operand.is_output ? operand.name : "";
    });
    if (start.size() + params.size() + 8 > line_width) {
        const std::string operands = called == "operands" ? "operands_" : "operands";
        params = "auto... " + operands;
        args = operands + "...";
    }
    out.blank();
    out.line("template <class ", type, ">");
    out.line("__global__ void ", text.entry, "(", type, " ", loop, ")");
    // views that check their indices are made of arrays, of which C++ does not deduce the types of
    // a template
    const Sharing::Instance instance = sharing.instance(text.loop.function.index);
    const std::string types =
        instance && is_generalised(text.ufunc) ? "<" + *instance.arguments + ">" : "";
    const std::string call = std::string(is_generalised(text.ufunc) ? "" : "return ") + called +
                             types + "(" + args + ");";
    const std::string lambda = "[&](" + params + ") { " + call + " });";
    out.braces("", [&] {
        if (run.size() + lambda.size() + 4 <= line_width) {
            out.line(run, "blockIdx.x, threadIdx.x, ", lambda);
            return;
        }
        const auto body = [&] { out.line(call); };
        out.braces(start + params + ")", body, "});");
    });
}

void print_wrapper(const ir::Module& module, const LoopText& text, bool debug, TextWriter& out) {
    const std::string count = std::to_string(text.operands.size());
    const std::string layout =
        is_generalised(text.ufunc) ? ", \"" + text.ufunc.layout.text + "\"" : "";
    const auto body = [&] {
        out.line("pycu::LoopCall<", count, "> call(", module.name, "_report__, \"", text.ufunc.name,
                 "\", stream", layout, ");");
        for (const UfuncOperand& operand : text.operands) {
            const bool has_axes = operand.type.is_array() && operand.type.rank() > 0;
            out.line("call.", operand.is_output ? "writes" : "reads", "(\"", operand.name, "\", ",
                     operand.name, layout_promise(has_axes ? operand.type.layout() : Layout::A),
                     ");");
        }
        out.line("return call.run(", loop_macro(module, text.ufunc, text.loop, debug), "(",
                 module.name, ", ", text.entry, ", ", cpp_signature(module, text), "));");
    };
    print_wrappers(text.c, body, out);
}

void print_numpy_loop(const ir::Module& module, const LoopText& text, TextWriter& out) {
    const std::string layout =
        is_generalised(text.ufunc) ? "\"" + text.ufunc.layout.text + "\"" : "nullptr";
    out.function("void " + text.c.symbol + "_loop(" + loop_parameters + ")", [&] {
        out.line("pycu::numpy_loop<", std::to_string(text.ufunc.inputs), ">(", module.name,
                 "_report__, ", text.c.symbol, ", ", layout, ", args, extents, steps, status);");
    });
}

void print_overload(const ir::Module& module, const LoopText& text, TextWriter& out) {
    const std::string params = list_of(text, [&](const UfuncOperand& operand) {
        return std::string("const pycu::operand<") + (operand.is_output ? "" : "const ") +
               callers_element(operand.element, module.types) + ">& " + operand.name;
    });
    const CppForm form{text.name,
                       params + ", pycu_stream stream = nullptr",
                       names_of(text) + ", stream",
                       {"stream"}};
    const auto call = [&] {
        out.line("return pycu::apply(", text.c.symbol, ", stream, ", names_of(text), ");");
    };
    print_forms(form, module.name, call, out);
}

}  // namespace

std::vector<LoopText> loops_of(const ir::Module& module, bool of_reductions) {
    std::vector<LoopText> all;
    for (const UfuncSymbols& symbols : ufunc_symbols(module)) {
        const ir::Ufunc& ufunc = module.ufuncs[symbols.ufunc];
        for (std::size_t i = 0; i < ufunc.loops.size() && is_printed(ufunc) != of_reductions; ++i) {
            const ir::UfuncLoop& loop = ufunc.loops[i];
            const ir::Function& function = module.functions[loop.function];
            const std::string& coded = symbols.coded[i];
            LoopText& made = all.emplace_back(
                LoopText{ufunc, loop, function, operands_of(ufunc, loop, function), {}, {}, {}});
            made.c = {coded, i == 0 ? symbols.plain : "",
                      "pycu_stream stream, " + wrapper_parameters(made)};
            made.entry = function.spelling + coded.substr(coded.rfind("__"));
            made.name = module.functions[ufunc.loops.front().function].spelling;
        }
    }
    return all;
}

bool has_ufuncs(const ir::Module& module) {
    return std::ranges::any_of(module.ufuncs, is_printed);
}

void print_ufunc_entries(const ir::Module& module, const Sharing& sharing, TextWriter& out) {
    for (const LoopText& text : loops_of(module, false)) {
        out.comes_from(text.ufunc.range);
        print_entry(module, sharing, text, out);
    }
}

void print_ufunc_wrappers(const ir::Module& module, bool debug, TextWriter& out) {
    for (const LoopText& text : loops_of(module, false)) {
        out.comes_from(text.ufunc.range);
        print_wrapper(module, text, debug, out);
        print_numpy_loop(module, text, out);
    }
}

void print_ufunc_prototypes(const ir::Module& module, TextWriter& out) {
    for (const LoopText& text : loops_of(module, false)) {
        print_prototypes(text.c, text.function.docstring, python_signature(module, text), out);
        out.line("PYCU_API void ", text.c.symbol, "_loop(", loop_parameters, ");");
    }
}

void print_ufunc_overloads(const ir::Module& module, TextWriter& out) {
    for (const LoopText& text : loops_of(module, false)) {
        print_overload(module, text, out);
    }
}

// ---- How the loop of a ufunc may go through its elements. See jit_options.h.

namespace {

/// The texts of functions that glibc has for several numbers at once: what pycu_vectors.h declares,
/// as math.def and numpy.def spell it.
constexpr std::string_view vector_functions[] = {
    "sin$f($0)", "cos$f($0)", "exp$f($0)", "log$f($0)", "pow$f($0, $1)",
};

/// What the function of a loop does, itself or through others.
struct Conduct {
    /// It may end its thread, which then must have no other element to do.
    bool may_end_thread = false;
    /// It calls one of the functions above.
    bool calls_vector_function = false;
    /// It takes little time and leaves nothing behind, so that it may run once more in vain.
    bool is_repeatable = true;
};

void look_at(const ir::Stmt& stmt, Conduct& conduct) {
    conduct.may_end_thread = conduct.may_end_thread || stmt.is<ir::Raise>();
    const bool repeats = ir::is_loop(stmt);
    conduct.is_repeatable = conduct.is_repeatable && !repeats && !stmt.is<ir::Print>();
}

void look_at(const ir::Function& function, const ir::Expr& expr, Conduct& conduct) {
    const auto set = [](bool& fact, bool holds) { fact = fact || holds; };
    if (const auto* row = expr.get<ir::Intrinsic>()) {
        set(conduct.calls_vector_function,
            std::ranges::find(vector_functions, row->row->text) != std::end(vector_functions));
        conduct.is_repeatable = conduct.is_repeatable && row->row->effect == api::Effect::Pure;
    } else if (const auto* binary = expr.get<ir::Binary>()) {
        const Type right = function.exprs[binary->right].type;
        set(conduct.may_end_thread, binary->op == BinaryOp::Div && right.is_complex());
        set(conduct.calls_vector_function, binary->op == BinaryOp::Pow && right.is_float());
    } else {
        // an Optional without a value, an item of a tuple that is not there
        set(conduct.may_end_thread, expr.is<ir::Unwrap>() || expr.is<ir::TupleAt>());
    }
}

Conduct conduct_of(const ir::Module& module, ir::FunctionId from) {
    Conduct conduct;
    for (const ir::FunctionId id : ir::reached(module, from)) {
        const ir::Function& function = module.functions[id];
        // a function that calls itself may run for long
        conduct.is_repeatable = conduct.is_repeatable && !function.is_recursive;
        for (const ir::Stmt& stmt : function.stmts) {
            look_at(stmt, conduct);
        }
        for (const ir::Expr& expr : function.exprs) {
            look_at(function, expr, conduct);
        }
    }
    return conduct;
}

}  // namespace

const char* loop_macro(const ir::Module& module, const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                       bool debug) {
    if (ufunc.kind == ir::Ufunc::Kind::Generalised) {
        return "PYCU_CALLS";
    }
    const Conduct conduct = conduct_of(module, loop.function);
    if (conduct.may_end_thread) {
        return "PYCU_SINGLES";
    }
    const bool is_vector = conduct.calls_vector_function && conduct.is_repeatable && !debug;
    return is_vector ? "PYCU_VECTORS" : "PYCU_ELEMENTS";
}

}  // namespace pycu::emit
