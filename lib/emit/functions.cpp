// The functions between PYCU_MODULE and PYCU_END, but for their statements.
#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/stmts.h"
#include "emit/texts.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

std::string parameters(const ir::Module& module, const ir::Function& function,
                       const Options& options) {
    return listed(function.params, [&](ir::LocalId id) {
        const ir::Local& param = function.locals[id];
        return param.type.is_none() ? ""
               : param.type.is_record()
                   ? record_declaration(param, module.types, options)
                   : type_text(variable_type(param), module.types, options, param.written) + " " +
                         param.spelling;
    });
}

/// Functions that call each other: what stands further down is declared before it is called.
void declare_callees(const ir::Module& module, std::uint32_t index, const Options& options,
                     std::set<std::uint32_t>& declared, TextWriter& out) {
    for (const ir::FunctionId id : module.functions[ir::FunctionId{index}].callees) {
        const ir::Function& callee = module.functions[id];
        const bool is_later = id.index > index && callee.kind == ir::Function::Kind::Device;
        if (is_later && declared.insert(id.index).second) {
            out.blank();
            out.line("PYCU_DECLARE(",
                     function_head(module, callee, callee.spelling, options.of(callee)), ")");
        }
    }
}

/// The function's text; `name` may be another than its own.
void print_function(const ir::Module& module, const ir::Function& function, const std::string& name,
                    const StandIns& stand_ins, const Options& of_module, TextWriter& out) {
    const Options options = of_module.of(function);
    out.comes_from(function.range);
    out.comments(function.comments);
    out.docstring(function.docstring);
    out.line(function_head(module, function, name, options));
    out.braces(
        "", [&] { StmtPrinter(module, function, out, stand_ins, options).block(function.body); });
}

/// The earlier specialisation of the same Python function whose text is this one's, too.
std::optional<std::uint32_t> same_text(const ir::Module& module, std::uint32_t index,
                                       const StandIns& stand_ins, const Options& options) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    for (std::uint32_t i = 0; i < index; ++i) {
        const ir::Function& other = module.functions[ir::FunctionId{i}];
        const bool is_sibling = other.name == function.name && other.range == function.range &&
                                other.kind == ir::Function::Kind::Device &&
                                function.kind == ir::Function::Kind::Device &&
                                !stand_ins.contains(i) && other.spelling != function.spelling;
        if (!is_sibling) {
            continue;
        }
        TextWriter one;
        TextWriter two;
        print_function(module, other, other.spelling, stand_ins, options, one);
        print_function(module, function, other.spelling, stand_ins, options, two);
        if (one.text() == two.text()) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string function_head(const ir::Module& module, const ir::Function& function,
                          const std::string& name, const Options& options) {
    const bool is_inline =
        function.options.forceinline && function.kind == ir::Function::Kind::Device;
    const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
    return std::string(is_kernel   ? "PYCU_KERNEL "
                       : is_inline ? "__device__ __forceinline__ "
                                   : "__device__ ") +
           type_text(function.returns_int ? int32 : function.result, module.types, options,
                     function.result.is_record() ? Written(true) : function.result_written) +
           (function.result.is_record() && !options.debug ? "& " : " ") + name + "(" +
           parameters(module, function, options) + ")";
}

StandIns find_stand_ins(const ir::Module& module, const Options& options) {
    StandIns stand_ins;
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        if (module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Device) {
            if (const auto other = same_text(module, i, stand_ins, options)) {
                stand_ins[i] = *other;
            }
        }
    }
    return stand_ins;
}

std::vector<bool> wide_functions(const ir::Module& wide, const ir::Module& module,
                                 const StandIns& stand_ins, const Options& options) {
    const auto count = std::uint32_t(module.functions.size());
    const auto text = [&](const ir::Module& of, std::uint32_t index) {
        const ir::Function& function = of.functions[ir::FunctionId{index}];
        TextWriter out;
        print_function(of, function, function.spelling, {}, options, out);
        return out.text();
    };
    std::vector<bool> needed(count);
    std::set<std::string> names;
    const auto add = [&](std::uint32_t i) {
        needed[i] = true;
        names.insert(module.functions[ir::FunctionId{i}].spelling);
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
        if (function.has_int_indices &&
            (is_kernel || stand_ins.contains(i) || text(wide, i) != text(module, i))) {
            add(i);
        }
    }
    // and what calls one of them, or would be hidden by one of its name, until nothing is added
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const ir::Function& function = module.functions[ir::FunctionId{i}];
            const auto is_needed = [&](ir::FunctionId id) { return needed[id.index]; };
            if (!needed[i] && function.has_int_indices &&
                (names.contains(function.spelling) ||
                 std::ranges::any_of(function.callees, is_needed))) {
                add(i);
                is_new = true;
            }
        }
    }
    return needed;
}

void print_functions(const ir::Module& module, const Part& part, const StandIns& stand_ins,
                     const Options& options, TextWriter& out) {
    std::set<std::uint32_t> declared;
    for (const auto kind : {ir::Function::Kind::Device, ir::Function::Kind::Kernel}) {
        for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
            const ir::Function& function = module.functions[ir::FunctionId{i}];
            if (function.kind != kind || stand_ins.contains(i) || !part.functions[i]) {
                continue;
            }
            declare_callees(module, i, options, declared, out);
            out.blank();
            print_function(module, function, function.spelling, stand_ins, options, out);
        }
    }
}

}  // namespace pycu::emit
