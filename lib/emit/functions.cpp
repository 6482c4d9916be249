// The functions between PYCU_MODULE and PYCU_END, but for their statements.
#include <algorithm>
#include <set>
#include <string>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/sharing.h"
#include "emit/stmts.h"
#include "emit/texts.h"
#include "support/check.h"
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

/// The function's text, or that of the template which it stands for.
void print_function(const ir::Module& module, std::uint32_t index, const Sharing& sharing,
                    const Options& options, TextWriter& out) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    out.comes_from(function.range);
    out.comments(function.comments);
    out.docstring(function.docstring);
    print_definition(module, index, sharing, options, Body::Whole, out);
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

namespace {

void print_text(const ir::Module& module, std::uint32_t index, const std::string& name,
                const Sharing& sharing, const Options& of_module, Body body, TextWriter& out) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    const Options options = of_module.of(function);
    out.comes_from(function.range);
    out.line(function_head(module, function, name, options));
    out.braces("", [&] {
        StmtPrinter printer(module, function, out, sharing, options);
        if (body == Body::Whole) {
            printer.block(function.body);
        } else if (function.regions) {
            printer.regions();
        } else {
            printer.rows();
        }
    });
}

}  // namespace

TextWriter definition(const ir::Module& module, std::uint32_t index, const std::string& name,
                      const Sharing& sharing, const Options& options, Body body) {
    TextWriter out(unbroken);
    print_text(module, index, name, sharing, options, body, out);
    return out;
}

void print_definition(const ir::Module& module, std::uint32_t index, const Sharing& sharing,
                      const Options& options, Body body, TextWriter& out) {
    const std::string& name = module.functions[ir::FunctionId{index}].spelling;
    const Sharing::Instance instance = sharing.instance(index);
    if (!instance) {
        print_text(module, index, name, sharing, options, body, out);
        return;
    }
    const auto merged = merged_definition(module, *instance.of, sharing, options, body);
    PYCU_CHECK(merged.has_value());
    out.line(template_head(*merged));
    out.rewrite(merged->text, definition(module, index, name, sharing, options, body).origins());
}

std::vector<bool> wide_functions(const ir::Module& wide, const ir::Module& module,
                                 const Sharing& sharing, const Options& options) {
    const auto count = std::uint32_t(module.functions.size());
    const auto text = [&](const ir::Module& of, std::uint32_t index) {
        const std::string& name = of.functions[ir::FunctionId{index}].spelling;
        return definition(of, index, name, {}, options, Body::Whole).text();
    };
    std::vector<bool> needed(count);
    std::set<std::string> names;
    const auto add = [&](std::uint32_t i) {
        needed[i] = true;
        names.insert(module.functions[ir::FunctionId{i}].spelling);
    };
    const auto is_needed = [&](std::uint32_t i) { return bool(needed[i]); };
    for (std::uint32_t i = 0; i < count; ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
        if (function.has_int_indices &&
            (is_kernel || sharing.same.contains(i) || text(wide, i) != text(module, i))) {
            add(i);
        }
    }
    // and what calls one of them, would be hidden by one of its name, or is the same template,
    // until nothing is added
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const ir::Function& function = module.functions[ir::FunctionId{i}];
            const Sharing::Instance instance = sharing.instance(i);
            if (!needed[i] && function.has_int_indices &&
                (names.contains(function.spelling) ||
                 std::ranges::any_of(function.callees, is_needed, &ir::FunctionId::index) ||
                 (instance && std::ranges::any_of(instance.of->members, is_needed)))) {
                add(i);
                is_new = true;
            }
        }
    }
    return needed;
}

namespace {

/// The functions of a part in their order, and what is called before what calls it.
class FunctionsPrinter {
  public:
    FunctionsPrinter(const ir::Module& module, const Part& part, const Sharing& sharing,
                     const Options& options, TextWriter& out)
        : module_(module), part_(part), sharing_(sharing), options_(options), out_(out) {}

    void print(std::uint32_t index) {
        if (sharing_.stands_elsewhere(index) || !begun_.insert(index).second) {
            return;
        }
        const Sharing::Instance instance = sharing_.instance(index);
        const std::vector<std::uint32_t> own = {index};
        const std::vector<std::uint32_t>& members = instance ? instance.of->members : own;
        for (const std::uint32_t member : members) {
            for (const ir::FunctionId callee : module_.functions[ir::FunctionId{member}].callees) {
                const std::uint32_t at = place_of(callee);
                // what the template's later members call stands behind its place in the module
                if (part_.functions[at] && at < members.back()) {
                    print(at);
                }
                if (at != index) {
                    declare(at);
                }
            }
        }
        out_.blank();
        print_function(module_, index, sharing_, options_, out_);
        printed_.insert(index);
    }

  private:
    /// The function whose place the text of another one takes.
    std::uint32_t place_of(ir::FunctionId function) const {
        const std::uint32_t same = called_id(sharing_, function).index;
        const Sharing::Instance instance = sharing_.instance(same);
        return instance ? instance.of->members.front() : same;
    }

    /// Functions that call each other: what stands further down is declared before it is called.
    void declare(std::uint32_t index) {
        const bool is_later = part_.functions[index] && !printed_.contains(index);
        if (is_later && declared_.insert(index).second) {
            out_.blank();
            out_.line("PYCU_DECLARE(", declaration_of(module_, index, sharing_, options_), ")");
        }
    }

    const ir::Module& module_;
    const Part& part_;
    const Sharing& sharing_;
    const Options& options_;
    TextWriter& out_;
    std::set<std::uint32_t> begun_, printed_, declared_;
};

}  // namespace

void print_functions(const ir::Module& module, const Part& part, const Sharing& sharing,
                     const Options& options, TextWriter& out) {
    FunctionsPrinter printer(module, part, sharing, options, out);
    for (const auto kind : {ir::Function::Kind::Device, ir::Function::Kind::Kernel}) {
        for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
            if (module.functions[ir::FunctionId{i}].kind == kind && part.functions[i]) {
                printer.print(i);
            }
        }
    }
}

void declare_kernels(const ir::Module& module, const Part& part, const Sharing& sharing,
                     const Options& options, TextWriter& out) {
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        const bool is_kernel =
            module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Kernel;
        if (is_kernel && part.functions[i] && !sharing.stands_elsewhere(i)) {
            out.line(declaration_of(module, i, sharing, options), ";");
        }
    }
}

}  // namespace pycu::emit
