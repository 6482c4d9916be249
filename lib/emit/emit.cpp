// The order of a generated file: banner, include, module constants, device functions callees first,
// kernels; in a second file how they are launched.
#include "emit/emit.h"

#include <algorithm>

#include "emit/records.h"
#include "emit/text_writer.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"
#include "ir/visit.h"

namespace pycu::emit {
namespace {

/// Whether a function that stands in the file waits for the whole grid.
bool syncs_grid(const ir::Module& module, const Part& part) {
    std::uint32_t i = 0;
    return std::ranges::any_of(module.functions, [&](const ir::Function& function) {
        return part.functions[i++] && function.syncs_grid;
    });
}

/// What the file includes beside pycu.h: headers of types that most files do without.
std::vector<const char*> special_headers(const ir::Module& module, const Part& part) {
    bool has_complex = false, has_cmath = false, has_half = false;
    const auto look = [&](const auto& self, Type type) -> void {
        if (type.is_tuple()) {
            for (const Type item : module.types.items(type)) {
                self(self, item);
            }
        } else if (type.is_scalar() || type.is_array()) {
            has_complex = has_complex || type.element_type().is_complex();
            has_half = has_half || type.element_type() == float16;
        }
    };
    for (std::uint32_t i = 0; i < module.constants.size(); ++i) {
        if (part.constants[i]) {
            look(look, module.constants[ir::ConstantId{i}].type);
        }
    }
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        if (!part.functions[i]) {
            continue;
        }
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        for (const ir::Local& local : function.locals) {
            look(look, local.type);
        }
        for (const ir::Expr& expr : function.exprs) {
            look(look, expr.type);
            const auto* row = expr.get<ir::Intrinsic>();
            has_cmath = has_cmath || (row != nullptr && api::is_of_cmath(*row->row));
        }
    }
    for (const Type record : ir::records_of(module)) {
        for (const RecordField& field : module.types.record(record).fields) {
            look(look, field.type);
        }
    }
    std::vector<const char*> headers;
    if (has_complex) {
        headers.push_back(has_cmath ? "pycu_cmath.h" : "pycu_complex.h");
    }
    if (calls_foreign(module)) {
        headers.push_back("pycu_foreign.h");
    }
    if (has_half) {
        headers.push_back("pycu_half.h");
    }
    return headers;
}

/// The comment that the .cu and the header begin with.
std::string banner(const ir::Module& module) {
    TextWriter out;
    out.comments(module.docstring);
    // nothing else of the path gets into the text
    const std::string file =
        neutralise(module.source == nullptr ? module.name + ".py" : module.source->name());
    out.raw("// Generated from " + file + " by pycu: edit " + file + " and run pycu again.");
    return out.text();
}

/// A broken line would be several of Python's.
TextWriter new_text(const Options& options) {
    return TextWriter(options.line_directives ? unbroken : line_width);
}

/// The line that ends what came from Python.
void end_text(TextWriter& out, const ir::Module& module, const std::string& file, const char* mark,
              const std::string& name, const Options& options) {
    out.comes_from({});
    out.blank();
    if (options.line_directives) {
        out = with_line_directives(out, module, file);
    }
    out.line(mark, "(", name, ")");
}

/// What the two texts of a module's functions have in common: the one with int indices and, of
/// those that launches take where int is not enough, the one with indices of 64 bits.
struct Texts {
    Sharing sharing;
    Part wide_part;
    Sharing of_wide;

    Options wide_options(Options options) const {
        options.wide = &wide_part.functions;
        return options;
    }
};

Texts find_texts(const ir::Module& wide, const ir::Module& module, const Options& options) {
    Texts texts{find_sharing(module, options), {}, {}};
    if (!options.host) {
        find_templates(module, options, texts.sharing);
    }
    while (true) {
        texts.wide_part = {wide_functions(wide, module, texts.sharing, options),
                           std::vector<bool>(module.constants.size())};
        const Options wide_options = texts.wide_options(options);
        texts.of_wide = find_sharing(wide, wide_options);
        texts.of_wide.set_templates(texts.sharing.templates());
        if (keep_templates(wide, wide_options, texts.wide_part.functions, texts.of_wide)) {
            return texts;
        }
        texts.sharing.set_templates(texts.of_wide.templates());
        settle_templates(module, options, texts.sharing);
    }
}

bool has_loops(const ir::Module& module) {
    return std::ranges::any_of(module.functions, [](const ir::Function& function) {
        return function.regions || function.rows;
    });
}

/// x_cpu.cuh; `wide` is the module with indices of 64 bits.
TextWriter cpu_text(const ir::Module& wide, const ir::Module& module, const Texts& texts,
                    const Options& options) {
    TextWriter out = new_text(options);
    out.append(banner(module));
    out.raw("//");
    out.raw("// Kernels of " + module.name +
            ".cu as the CPU runs them: loops over the threads of a");
    out.raw("// block, from one barrier to the next, and within the bounds that a kernel asks its");
    out.raw("// threads for.");
    print_regions(module, texts.sharing, options, wide, texts.of_wide, texts.wide_options(options),
                  out);
    return out;
}

/// x_launch.cuh.
TextWriter launch_text(const ir::Module& wide, const ir::Module& module, const Texts& texts,
                       const Options& options) {
    TextWriter out = new_text(options);
    out.append(banner(module));
    out.raw("//");
    out.raw("// How the host launches what " + module.name + ".cu has.");
    out.line("#include \"", module.name, ".h\"");
    const Options wide_options = texts.wide_options(options);
    if (std::ranges::count(texts.wide_part.functions, true) > 0) {
        out.blank();
        out.raw(
            "// The kernels once more, for arrays with any strides and of any size: what a launch "
            "takes");
        out.raw("// where int indices are not enough.");
        out.line("PYCU_WIDE(", module.name, ")");
        print_functions(wide, texts.wide_part, texts.of_wide, wide_options, out);
        end_text(out, wide, module.name + "_launch.cuh", "PYCU_WIDE_END", module.name, options);
    }
    if (has_loops(module)) {
        out.comes_from({});
        out.blank();
        out.raw("#if PYCU_HOST");
        out.raw("#include \"" + module.name + "_cpu.cuh\"");
        out.raw("#endif");
    }
    print_launchers(module, texts.sharing, options, out);
    if (has_reductions(module)) {
        out.blank();
        out.raw("// Reductions are a file of their own, but where one is all that is compiled.");
        out.raw("#ifdef PYCU_ONE_FILE");
        out.raw("#include \"" + module.name + "_reduce.cu\"");
        out.raw("#endif");
    }
    return out;
}

/// What a host compiler makes the launches of; see Unit::launcher. Ufuncs and reductions have
/// kernels in the runtime, and halves and calls of foreign functions are CUDA's.
std::string launcher_text(const ir::Module& wide, const ir::Module& module, const Texts& texts,
                          const Options& options) {
    const bool has_kernels = std::ranges::any_of(module.functions, [](const ir::Function& one) {
        return one.kind == ir::Function::Kind::Kernel;
    });
    const std::vector<const char*> headers = special_headers(module, main_part(module));
    const auto is_portable = [](std::string_view header) {
        return header == "pycu_complex.h" || header == "pycu_cmath.h";
    };
    if (!has_kernels || options.host || options.line_directives || has_ufuncs(module) ||
        has_reductions(module) || !std::ranges::all_of(headers, is_portable)) {
        return "";
    }
    TextWriter out = new_text(options);
    out.raw("#include \"pycu.h\"");
    for (const char* const header : headers) {
        out.line("#include \"", header, "\"");
    }
    out.line("PYCU_MODULE(", module.name, ")");
    print_records(module, out);
    print_named_tuples(module, options, out);
    declare_kernels(module, main_part(module), texts.sharing, options, out);
    out.line("PYCU_END(", module.name, ")");
    out.line("#include \"", module.name, ".h\"");
    out.line("PYCU_WIDE(", module.name, ")");
    declare_kernels(wide, texts.wide_part, texts.of_wide, texts.wide_options(options), out);
    out.line("PYCU_WIDE_END(", module.name, ")");
    print_launchers(module, texts.sharing, options, out);
    return out.text();
}

/// The banner, the headers and the device functions of a file.
TextWriter device_text(const ir::Module& module, const std::string& name, const Part& part,
                       const Sharing& sharing, const std::string& header, const Options& options) {
    TextWriter out = new_text(options);
    out.append(banner(module));
    out.line(options.debug ? "#include \"pycu_debug.h\"" : "#include \"pycu.h\"");
    if (options.host) {
        out.line("#include \"pycu_function.h\"");
    }
    if (syncs_grid(module, part)) {
        out.line("#include \"pycu_grid.h\"");
    }
    if (!header.empty()) {
        out.line("#include \"", header, "\"");
    }
    for (const char* const special : special_headers(module, part)) {
        out.line("#include \"", special, "\"");
    }
    print_foreign(module, options, out);
    out.blank();
    out.line("PYCU_MODULE(", name, ")");
    print_records(module, out);
    print_named_tuples(module, options, out);
    print_constants(module, part, out);
    print_functions(module, part, sharing, options, out);
    end_text(out, module, name + ".cu", "PYCU_END", name, options);
    return out;
}

}  // namespace

Unit emit(const ir::Module& wide, const ir::Module& module, const Options& wanted) {
    Options options = wanted;
    for (const ir::Function& function : module.functions) {
        options.line_directives = options.line_directives || function.options.lineinfo;
    }
    const Texts texts = find_texts(wide, module, options);
    const Sharing& sharing = texts.sharing;
    TextWriter out = device_text(module, module.name, main_part(module), sharing,
                                 has_ufuncs(module) ? "pycu_ufunc.h" : "", options);
    out.blank();
    out.line("#include \"", module.name, "_launch.cuh\"");
    Unit unit;
    unit.cuda = out.text();
    unit.lines = out.origins();
    const TextWriter launch = launch_text(wide, module, texts, options);
    unit.launch = launch.text();
    unit.launch_lines = launch.origins();
    if (has_loops(module)) {
        const TextWriter cpu = cpu_text(wide, module, texts, options);
        unit.cpu = cpu.text();
        unit.cpu_lines = cpu.origins();
    }
    if (has_reductions(module)) {
        TextWriter second = device_text(module, module.name + "_reduce", reduction_part(module),
                                        sharing, "pycu_reduction.h", options);
        print_reductions(module, sharing, second);
        unit.reductions = second.text();
        unit.reduction_lines = second.origins();
    }
    if (options.line_directives) {
        unit.sources = source_lines(module);
    }
    if (options.launcher) {
        unit.launcher = launcher_text(wide, module, texts, options);
    }
    unit.header = print_header(module, banner(module));
    unit.manifest = describe(module);
    return unit;
}

}  // namespace pycu::emit
