// Checks of options.
#include "driver/usage.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

#include "driver/inspect.h"
#include "driver/module_name.h"
#include "support/nearest.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::driver {

using diag::Code;

namespace {

/// `sm_90`, `sm_90a`, and what nvcc knows the meaning of.
bool is_architecture(const std::string& name) {
    if (name == "native" || name == "all" || name == "all-major") {
        return true;
    }
    if (!name.starts_with("sm_") || name.size() < 5) {
        return false;
    }
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto rest = std::find_if_not(name.begin() + 3, name.end(), is_digit);
    return rest - name.begin() >= 5 && name.end() - rest <= 1;
}

void check_scalar(const char* option, const std::string& name, diag::Sink& sink,
                  bool (Type::*is_kind)() const = nullptr, const char* kind = "") {
    const auto scalar = numba_scalar(name);
    if (!name.empty() && !scalar) {
        sink.report<Code::Usage>(std::string(option) + " is `" + name + "`, which is no type");
    } else if (scalar && is_kind != nullptr && !(Type::scalar(*scalar).*is_kind)()) {
        sink.report<Code::Usage>(std::string(option) + " is `" + name + "`, which is no " + kind);
    }
}

void check_warning_names(const diag::WarningOptions& warnings, diag::Sink& sink) {
    std::vector<std::string> names = warnings.errors;
    names.insert(names.end(), warnings.silenced.begin(), warnings.silenced.end());
    for (const std::string& name : names) {
        const auto is_named = [&](const diag::Kind& kind) {
            return kind.severity == diag::Severity::Warning && diag::flag_name(kind) == name;
        };
        if (std::ranges::none_of(diag::all_kinds(), is_named)) {
            const std::string known = listed(diag::all_kinds(), [](const diag::Kind& kind) {
                return kind.severity == diag::Severity::Warning ? diag::flag_name(kind) : "";
            });
            auto& report = sink.report<Code::Usage>("no warning is called `" + name + "`");
            report.note("the warnings are " + known);
            std::vector<std::string> words;
            for (const std::string_view word : split(known, ',')) {
                words.emplace_back(trim(word));
            }
            if (const std::string near = nearest(name, words); !near.empty()) {
                report.help("there is `" + near + "`");
            }
        }
    }
}

struct Rule {
    bool is_broken;
    std::string message;
};

/// What options cannot be together, in the order in which it is told.
std::vector<Rule> rules_of(const Options& o) {
    const bool is_build = o.command == Command::Build;
    const bool is_stream = o.output == "-";
    const bool is_cpu = o.target == build::Target::Cpu;
    const bool has_archs = !o.architectures.empty();
    const bool is_device_code = !o.products.empty();
    const bool is_cubin = o.products == std::vector{build::Product::Cubin};
    const bool is_ir = o.inspect_ir || !o.inspect_after.empty();
    return {
        {(is_build || o.command == Command::Transpile) && o.output.empty(), "-o DIR is missing"},
        {o.command == Command::Annotate && o.output.empty(),
         "-o FILE is missing: the page that is written"},
        {o.command == Command::Annotate && !o.nvcc.empty() && !o.annotate_ptx,
         "--nvcc is for --ptx, without which no compiler runs"},
        {is_build && is_stream, "build needs a folder after -o"},
        {o.has_folders && o.list_outputs,
         "--list-outputs reads nothing, and what a folder has is known when it is read"},
        {is_stream && o.list_outputs, "--list-outputs needs a folder after -o"},
        {is_stream && (o.check || o.diff || o.depfile),
         "--check, --diff and -MD compare with a folder or stand beside one, and -o is `-`"},
        {o.watch && !can_be_repeated(o),
         "--watch goes with neither `-` nor --check, --diff and --list-outputs"},
        {o.quiet && o.verbose, "-q and -v are given, and one can be meant"},
        {o.sources.size() > 1 && !o.module.empty(),
         "--module names one module, and there are several sources"},
        {o.sources.size() > 1 && o.command == Command::Inspect, "inspect takes one source"},
        {std::ranges::count(o.sources, "-") > 1, "standard input can be read once"},
        {!o.module.empty() && !is_module_name(o.module),
         "--module is `" + o.module + "`, which C++ cannot use as a name"},
        {!o.stdin_filename.empty() && o.texts.empty(),
         "--stdin-filename names the source `-`, and that is not the one source here"},
        {o.sources.size() > 1 && !o.bindings.empty(),
         "--bindings names functions of one module, and there are several sources"},
        {int(o.inspect_types) + int(o.inspect_signatures) + int(is_ir) > 1,
         "inspect shows one of --types, --signatures and --ir"},
        {is_ir && o.json, "--json is for --types and --signatures"},
        {o.host && (o.target == build::Target::Cuda || is_device_code),
         "--host is for --target cpu"},
        {o.numpy_errors && !o.host, "--numpy-errors is for --host"},
        {o.host && o.float32_literals,
         "--host does what Numba's njit does, and takes no --float-literals=32"},
        {o.host && o.debug, "--host checks what Numba's njit does, and takes no --debug"},
        {is_cpu && has_archs, "--arch is for --target cuda"},
        {is_cpu && !o.nvcc.empty(), "--nvcc is for --target cuda"},
        {is_cpu && !o.nvcc_options.empty(), "-Xnvcc is for --target cuda"},
        {o.no_cache && !o.cache.empty(), "--cache and --no-cache are given, and one can be meant"},
        {is_cpu && is_device_code, "--ptx, --cubin and --fatbin are for --target cuda"},
        {o.products.size() > 1, "--ptx, --cubin and --fatbin are builds of their own: name one"},
        {is_device_code && (o.static_library || !o.library.empty()),
         "--ptx, --cubin and --fatbin make no library, which --static and --lib are about"},
        {is_cubin && !has_archs,
         "--cubin writes a file for each architecture that --arch names, and it names none"},
        {!o.march.empty() && !is_cpu && (o.target || has_archs || is_device_code),
         "--march is for --target cpu; --arch names the architectures of --target cuda"},
    };
}

void check_inspect(const Options& options, diag::Sink& sink) {
    const std::vector<std::string> known = ir_moments();
    const std::string& after = options.inspect_after;
    if (!after.empty() && std::ranges::find(known, after) == known.end()) {
        sink.report<Code::Usage>("--after names `" + after + "`, and no pass is called so")
            .note("the passes are " + join(known, ", "))
            .help(nearest(after, known).empty() ? "`all` shows what each pass changes"
                                                : "there is `" + nearest(after, known) + "`");
    }
}

}  // namespace

void check_usage(const Options& options, diag::Sink& sink) {
    for (const Rule& rule : rules_of(options)) {
        if (rule.is_broken) {
            sink.report<Code::Usage>(rule.message);
        }
    }
    check_inspect(options, sink);
    for (const std::string& path : options.launches) {
        if (std::error_code error; !std::filesystem::exists(path, error)) {
            sink.report<Code::Usage>("--launches names `" + path + "`, which is not there");
        }
    }
    check_values(options, sink);
}

bool can_be_repeated(const Options& options) {
    return std::ranges::count(options.sources, "-") == 0 && options.output != "-" &&
           !options.check && !options.diff && !options.list_outputs;
}

void check_values(const Options& options, diag::Sink& sink) {
    check_scalar("--default-dtype", options.default_dtype, sink);
    check_scalar("--default-int", options.default_int, sink, &Type::is_integer, "integer");
    check_scalar("--default-float", options.default_float, sink, &Type::is_float, "float");
    check_warning_names(options.warnings, sink);
    for (const std::string& name : options.architectures) {
        if (!is_architecture(name)) {
            sink.report<Code::Usage>("--arch names `" + name +
                                     "`, and architectures are called "
                                     "sm_80, sm_90a ..., or native, all, all-major");
        }
    }
}

}  // namespace pycu::driver
