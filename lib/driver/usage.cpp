// Checks of options.
#include "driver/usage.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "driver/inspect.h"
#include "driver/module_name.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::driver {

using diag::Code;

namespace {

/// `sm_90`, `sm_90a`.
bool is_architecture(const std::string& name) {
    if (!name.starts_with("sm_") || name.size() < 5) {
        return false;
    }
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto rest = std::find_if_not(name.begin() + 3, name.end(), is_digit);
    return rest - name.begin() >= 5 && name.end() - rest <= 1;
}

void check_scalar(const char* option, const std::string& name, diag::Sink& sink) {
    if (!name.empty() && !numba_scalar(name)) {
        sink.report<Code::Usage>(std::string(option) + " is `" + name + "`, which is no type");
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
            std::string known;
            for (const diag::Kind& kind : diag::all_kinds()) {
                if (kind.severity == diag::Severity::Warning) {
                    known += (known.empty() ? "" : ", ") + diag::flag_name(kind);
                }
            }
            sink.report<Code::Usage>("no warning is called `" + name + "`")
                .note("the warnings are " + known);
        }
    }
}

void check_output(const Options& options, diag::Sink& sink) {
    const bool writes = options.command == Command::Transpile || options.command == Command::Build;
    if (writes && options.output.empty()) {
        sink.report<Code::Usage>(std::string_view("-o DIR is missing"));
    }
    if (options.command == Command::Build && options.output == "-") {
        sink.report<Code::Usage>(std::string_view("build needs a folder after -o"));
    }
    if (options.output == "-" && options.list_outputs) {
        sink.report<Code::Usage>(std::string_view("--list-outputs needs a folder after -o"));
    }
    if (options.output == "-" && (options.check || options.diff || options.depfile)) {
        sink.report<Code::Usage>(
            std::string_view("--check, --diff and -MD compare with a folder or stand beside one, "
                             "and -o is `-`"));
    }
}

void check_sources(const Options& options, diag::Sink& sink) {
    if (options.sources.size() > 1 && !options.module.empty()) {
        sink.report<Code::Usage>(
            std::string_view("--module names one module, and there are "
                             "several sources"));
    }
    if (options.sources.size() > 1 && options.command == Command::Inspect) {
        sink.report<Code::Usage>(std::string_view("inspect takes one source"));
    }
    if (std::ranges::count(options.sources, "-") > 1) {
        sink.report<Code::Usage>(std::string_view("standard input can be read once"));
    }
    if (!options.module.empty() && !is_module_name(options.module)) {
        sink.report<Code::Usage>("--module is `" + options.module +
                                 "`, which C++ cannot use as a name");
    }
}

/// One kind of text is printed, and one of them is not JSON.
void check_inspect_kinds(const Options& options, diag::Sink& sink) {
    const bool is_ir = options.inspect_ir || !options.inspect_after.empty();
    if (int(options.inspect_types) + int(options.inspect_signatures) + int(is_ir) > 1) {
        sink.report<Code::Usage>(
            std::string_view("inspect shows one of --types, --signatures and --ir"));
    }
    if (is_ir && options.json) {
        sink.report<Code::Usage>(std::string_view("--json is for --types and --signatures"));
    }
}

/// Options that a target does not heed.
void check_target(const Options& options, diag::Sink& sink) {
    if (options.target == build::Target::Cpu) {
        const std::pair<const char*, bool> given[] = {
            {"--arch", !options.architectures.empty()},
            {"--nvcc", !options.nvcc.empty()},
            {"-Xnvcc", !options.nvcc_options.empty()},
        };
        for (const auto& [name, is_given] : given) {
            if (is_given) {
                sink.report<Code::Usage>(std::string(name) + " is for --target cuda");
            }
        }
    }
    if (!options.march.empty() &&
        (options.target == build::Target::Cuda || !options.architectures.empty())) {
        sink.report<Code::Usage>(std::string_view(
            "--march is for --target cpu; --arch names the architectures of --target cuda"));
    }
}

void check_inspect(const Options& options, diag::Sink& sink) {
    const std::vector<std::string> known = ir_moments();
    const std::string& after = options.inspect_after;
    if (!after.empty() && std::ranges::find(known, after) == known.end()) {
        sink.report<Code::Usage>("--after names `" + after + "`, and no pass is called so")
            .note("the passes are " + join(known, ", "));
    }
}

}  // namespace

void check_usage(const Options& options, diag::Sink& sink) {
    check_output(options, sink);
    check_sources(options, sink);
    check_inspect(options, sink);
    check_inspect_kinds(options, sink);
    check_scalar("--default-dtype", options.default_dtype, sink);
    check_scalar("--default-int", options.default_int, sink);
    check_scalar("--default-float", options.default_float, sink);
    check_warning_names(options.warnings, sink);
    for (const std::string& name : options.architectures) {
        if (!is_architecture(name)) {
            sink.report<Code::Usage>("--arch names `" + name +
                                     "`, and architectures are called "
                                     "sm_80, sm_90a ...");
        }
    }
    check_target(options, sink);
}

}  // namespace pycu::driver
