// Choosing the compiler, compiling, recording what was built.
#include "driver/library.h"

#include <unistd.h>

#include <filesystem>
#include <ostream>

#include "build/find_compiler.h"
#include "build/process.h"
#include "driver/outputs.h"
#include "manifest/manifest.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using build::Outcome;
using build::Target;
using diag::Code;

namespace {

std::optional<ChosenToolchain> choose_cuda(const Options& options, diag::Sink& sink) {
    const auto nvcc = build::find_nvcc(options.nvcc);
    if (!nvcc) {
        sink.report<Code::NoCompiler>(std::string_view("nvcc"))
            .note("looked for " + (options.nvcc.empty()
                                       ? std::string("`nvcc` in PATH and in CUDA_HOME/bin")
                                       : '`' + options.nvcc + '`'))
            .help("--nvcc PATH names it, --target cpu does without");
        return std::nullopt;
    }
    ChosenToolchain chosen;
    chosen.toolchain = {Target::Cuda,         *nvcc,           options.cxx, options.architectures,
                        options.nvcc_options, build::has_gpu()};
    chosen.reason = "nvcc at " + *nvcc;
    return chosen;
}

std::optional<ChosenToolchain> choose_cpu(const Options& options, diag::Sink& sink) {
    const auto compiler = build::find_host_compiler(options.cxx);
    if (!compiler) {
        sink.report<Code::NoCompiler>(std::string_view("host compiler"))
            .note("looked for " + (options.cxx.empty()
                                       ? std::string("`g++`, `clang++` and `c++` in PATH")
                                       : '`' + options.cxx + '`'))
            .help("--cxx PATH names it");
        return std::nullopt;
    }
    ChosenToolchain chosen;
    chosen.toolchain = {Target::Cpu, *compiler, {}, {}, options.cxx_options, false};
    chosen.reason = (options.target ? "" : "no nvcc was found; ") + *compiler;
    return chosen;
}

/// The first line of `compiler --version`, which for g++ and clang names both.
std::string compiler_name(const std::string& compiler) {
    std::error_code error;
    const fs::path output =
        fs::temp_directory_path(error) / ("pycu.version." + std::to_string(::getpid()));
    const build::Process process = build::start({compiler, "--version"}, output);
    const bool ran = process.id >= 0 && build::wait(process) == 0;
    const std::string text = ran ? read_file(output).text : "";
    fs::remove(output, error);
    std::string name;
    for (const std::string_view line : split(text, '\n')) {
        if (name.empty() || line.find("release") != std::string_view::npos) {
            name = trim(line);  // nvcc gives its version on a later line
        }
    }
    return name;
}

/// Groups modules into libraries: all in one with --lib, else each in its own.
struct Library {
    std::string name;
    std::vector<WrittenModule> modules;
};

std::vector<Library> group(const Options& options, const std::vector<WrittenModule>& modules) {
    if (!options.library.empty()) {
        return {{options.library, modules}};
    }
    std::vector<Library> libraries;
    for (const WrittenModule& module : modules) {
        libraries.push_back({module.module, {module}});
    }
    return libraries;
}

bool record(const Options& options, const build::Toolchain& toolchain, const std::string& compiler,
            const Library& library, diag::Sink& sink) {
    std::vector<FileText> files;
    for (const WrittenModule& module : library.modules) {
        manifest::Build built;
        built.module = module.module;
        built.target = build::target_name(toolchain.target);
        built.library = "lib" + library.name + ".so";
        built.compiler = compiler;
        built.architectures = toolchain.architectures;
        files.push_back(
            {fs::path(options.output) / (module.module + ".build.json"), manifest::to_json(built)});
    }
    return write_all(options.output, files, sink);
}

}  // namespace

std::optional<ChosenToolchain> choose_toolchain(const Options& options, diag::Sink& sink) {
    if (options.target == Target::Cpu) {
        return choose_cpu(options, sink);
    }
    if (options.target == Target::Cuda || !options.nvcc.empty() || !options.architectures.empty() ||
        build::find_nvcc({})) {
        return choose_cuda(options, sink);
    }
    return choose_cpu(options, sink);
}

bool check_folder_target(const std::string& folder, Target target, diag::Sink& sink) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (!entry.path().filename().string().ends_with(".build.json")) {
            continue;
        }
        manifest::Build built;
        std::string problem;
        if (manifest::from_json(read_file(entry.path()).text, built, problem) &&
            built.target != build::target_name(target)) {
            sink.report<Code::WrongTarget>(folder, built.target)
                .note('`' + entry.path().filename().string() + "` says so")
                .help("build into another folder, or remove this one");
            return false;
        }
    }
    return true;
}

Outcome build_libraries(const Options& options, const ChosenToolchain& chosen,
                        const std::vector<WrittenModule>& modules, const Streams& streams,
                        diag::Sink& sink) {
    const std::string compiler = compiler_name(chosen.toolchain.compiler);
    for (const Library& library : group(options, modules)) {
        build::Request request;
        request.toolchain = chosen.toolchain;
        request.library = fs::path(options.output) / ("lib" + library.name + ".so");
        request.log = options.verbose ? &streams.err : nullptr;
        for (const WrittenModule& module : library.modules) {
            request.inputs.push_back(
                {fs::path(options.output) / (module.module + ".cu"), module.lines});
        }
        const Outcome outcome = build::build(request, sink);
        if (outcome != Outcome::Built) {
            return outcome;
        }
        if (!record(options, chosen.toolchain, compiler, library, sink)) {
            return Outcome::CannotWrite;
        }
        streams.out << "built " << request.library.string() << '\n' << std::flush;
    }
    return Outcome::Built;
}

}  // namespace pycu::driver
