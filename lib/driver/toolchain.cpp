// Looks for compilers, and says where it has looked. See toolchain.h.
#include "driver/toolchain.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "build/process.h"
#include "support/text.h"

namespace pycu::driver {

using build::Product;
using build::Target;
using diag::Code;

namespace {

diag::Diagnostic& no_compiler(std::string_view what, const std::string& named,
                              const std::string& usual, diag::Sink& sink) {
    return sink.report<Code::NoCompiler>(what).note("looked for " +
                                                    (named.empty() ? usual : '`' + named + '`'));
}

/// The architectures that --arch names, each of them once; nothing when that is not known, or more
/// than can be, which is then reported.
std::optional<std::vector<std::string>> architectures_of(const Options& options, Product product,
                                                         const std::string& nvcc,
                                                         diag::Sink& sink) {
    std::vector<std::string> names;
    for (const std::string& word : options.architectures) {
        const bool is_name = word.starts_with("sm_");
        const std::vector<std::string> meant =
            is_name ? std::vector{word} : build::architectures_of(nvcc, word);
        if (meant.empty()) {
            const bool is_native = word == "native";
            sink.report<Code::NoCompiler>(is_native ? "GPU" : "architecture")
                .note("`" + nvcc + "` was asked what `--arch " + word + "` is")
                .help(is_native ? "--arch sm_90 names the architecture of a GPU that is elsewhere"
                                : "--arch sm_80,sm_90 names architectures");
            return std::nullopt;
        }
        for (const std::string& one : meant) {
            if (std::ranges::count(names, one) == 0) {
                names.push_back(one);
            }
        }
    }
    if (product == Product::Ptx && names.size() > 1) {
        sink.report<Code::Usage>("--ptx is for one architecture, and --arch is " + join(names, ","))
            .help("newer GPUs run the PTX of the oldest; --fatbin has code for several");
        return std::nullopt;
    }
    return names;
}

std::optional<ChosenToolchain> choose_cuda(const Options& options, diag::Sink& sink) {
    const auto nvcc = build::find_nvcc(options.nvcc);
    if (!nvcc) {
        report_no_nvcc(options, sink).help("--nvcc PATH names it, --target cpu does without");
        return std::nullopt;
    }
    ChosenToolchain chosen;
    if (!options.products.empty()) {
        chosen.toolchain.product = options.products.front();
    }
    const auto names = architectures_of(options, chosen.toolchain.product, *nvcc, sink);
    if (!names) {
        return std::nullopt;
    }
    chosen.toolchain.target = Target::Cuda;
    chosen.toolchain.compiler = *nvcc;
    chosen.toolchain.host_compiler = options.cxx;
    chosen.toolchain.architectures = *names;
    chosen.toolchain.native = build::has_gpu();
    chosen.toolchain.is_static = options.static_library;
    chosen.toolchain.extra = options.nvcc_options;
    for (const std::string& option : options.cxx_options) {
        // nvcc splits the value at its commas
        chosen.toolchain.extra.insert(chosen.toolchain.extra.end(),
                                      {"-Xcompiler", replace_all(option, ",", "\\,")});
    }
    chosen.reason = "nvcc at " + *nvcc;
    return chosen;
}

std::optional<ChosenToolchain> choose_cpu(const Options& options, diag::Sink& sink) {
    const auto compiler = build::find_host_compiler(options.cxx);
    if (!compiler) {
        no_compiler("host compiler", options.cxx, "`g++`, `clang++` and `c++` in PATH", sink)
            .help("--cxx PATH names it");
        return std::nullopt;
    }
    ChosenToolchain chosen;
    if (options.static_library) {
        const auto archiver = build::find_program("ar");
        if (!archiver) {
            no_compiler("archiver", "", "`ar` in PATH, which makes static libraries", sink);
            return std::nullopt;
        }
        chosen.toolchain.archiver = *archiver;
    }
    chosen.toolchain.compiler = *compiler;
    chosen.toolchain.extra = options.cxx_options;
    chosen.toolchain.march = options.march;
    chosen.toolchain.is_static = options.static_library;
    chosen.reason =
        (options.target || !options.march.empty() ? "" : "no nvcc was found; ") + *compiler;
    return chosen;
}

std::optional<ChosenToolchain> choose_target(const Options& options, diag::Sink& sink) {
    if (options.target == Target::Cpu || !options.march.empty()) {
        return choose_cpu(options, sink);
    }
    if (options.target == Target::Cuda || !options.nvcc.empty() || !options.architectures.empty() ||
        !options.products.empty() || build::find_nvcc({})) {
        return choose_cuda(options, sink);
    }
    return choose_cpu(options, sink);
}

}  // namespace

diag::Diagnostic& report_no_nvcc(const Options& options, diag::Sink& sink) {
    return no_compiler("nvcc", options.nvcc, "`nvcc` in PATH and in CUDA_HOME/bin", sink);
}

std::optional<ChosenToolchain> choose_toolchain(const Options& options, diag::Sink& sink) {
    std::optional<ChosenToolchain> chosen = choose_target(options, sink);
    if (chosen) {
        chosen->toolchain.line_directives = options.line_directives;
        chosen->toolchain.debug = options.debug;
    }
    return chosen;
}

}  // namespace pycu::driver
