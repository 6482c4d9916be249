// Choosing the compiler, compiling, recording what was built.
#include "driver/library.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "build/command.h"
#include "build/process.h"
#include "driver/outputs.h"
#include "manifest/manifest.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using build::Outcome;
using build::Target;
using diag::Code;

namespace {

diag::Diagnostic& no_compiler(std::string_view what, const std::string& named,
                              const std::string& usual, diag::Sink& sink) {
    return sink.report<Code::NoCompiler>(what).note("looked for " +
                                                    (named.empty() ? usual : '`' + named + '`'));
}

std::optional<ChosenToolchain> choose_cuda(const Options& options, diag::Sink& sink) {
    const auto nvcc = build::find_nvcc(options.nvcc);
    if (!nvcc) {
        no_compiler("nvcc", options.nvcc, "`nvcc` in PATH and in CUDA_HOME/bin", sink)
            .help("--nvcc PATH names it, --target cpu does without");
        return std::nullopt;
    }
    ChosenToolchain chosen;
    chosen.toolchain.target = Target::Cuda;
    chosen.toolchain.compiler = *nvcc;
    chosen.toolchain.host_compiler = options.cxx;
    chosen.toolchain.architectures = options.architectures;
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
        build::find_nvcc({})) {
        return choose_cuda(options, sink);
    }
    return choose_cpu(options, sink);
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

/// One library and what it is built from.
struct Library {
    std::string file;  // libheat.so
    std::vector<const WrittenModule*> modules;
    std::string hash;
};

/// Groups modules into libraries: all in one with --lib, else each in its own.
std::vector<Library> group(const Options& options, const std::vector<WrittenModule>& modules) {
    const std::string extension = options.static_library ? ".a" : ".so";
    std::vector<Library> libraries;
    for (const WrittenModule& module : modules) {
        if (options.library.empty() || libraries.empty()) {
            const std::string& name = options.library.empty() ? module.module : options.library;
            libraries.push_back({"lib" + name + extension, {}, {}});
        }
        libraries.back().modules.push_back(&module);
    }
    return libraries;
}

fs::path cuda_path(const Options& options, const std::string& module) {
    return fs::path(options.output) / (module + ".cu");
}

fs::path record_path(const Options& options, const WrittenModule& module) {
    return fs::path(options.output) / (module.module + ".build.json");
}

/// Whether the library is there as it was built, from what it would be built from now.
bool is_fresh(const Options& options, const Library& library) {
    const ReadResult bytes = read_file(fs::path(options.output) / library.file);
    if (!bytes.ok()) {
        return false;
    }
    const std::string library_hash = sha256(bytes.text);
    for (const WrittenModule* module : library.modules) {
        manifest::Build built;
        std::string problem;
        if (!manifest::from_json(read_file(record_path(options, *module)).text, built, problem) ||
            built.library != library.file || built.hash != library.hash ||
            built.library_hash != library_hash) {
            return false;
        }
    }
    return true;
}

bool record(const Options& options, const build::Toolchain& toolchain, const std::string& compiler,
            const Library& library, const build::Result& result, diag::Sink& sink) {
    std::vector<FileText> files;
    const std::string bytes = read_file(fs::path(options.output) / library.file).text;
    for (const WrittenModule* module : library.modules) {
        manifest::Build built;
        built.module = module->module;
        built.target = build::target_name(toolchain.target);
        built.library = library.file;
        built.kind = toolchain.is_static ? "static" : "shared";
        built.library_hash = sha256(bytes);
        built.hash = library.hash;
        built.compiler = compiler;
        built.architectures = toolchain.architectures;
        for (const build::Linked& one : module->linked->inputs) {
            built.linked.push_back(one.name);
        }
        const auto entries = result.entries.find(cuda_path(options, module->module));
        if (entries != result.entries.end()) {
            for (const manifest::Entry& entry : entries->second) {
                built.entries.push_back(entry);
                if (std::ranges::count(built.architectures, entry.architecture) == 0) {
                    built.architectures.push_back(entry.architecture);  // nvcc's own choice
                }
            }
        }
        files.push_back({record_path(options, *module), manifest::to_json(built)});
    }
    return write_all(options.output, files, sink);
}

}  // namespace

std::optional<ChosenToolchain> choose_toolchain(const Options& options, diag::Sink& sink) {
    std::optional<ChosenToolchain> chosen = choose_target(options, sink);
    if (chosen) {
        chosen->toolchain.line_directives = options.line_directives;
        chosen->toolchain.debug = options.debug;
    }
    return chosen;
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
    std::vector<Library> stale;
    build::Request request;
    request.toolchain = chosen.toolchain;
    request.jobs = options.jobs;
    request.cache = options.cache;
    request.log = options.verbose ? &streams.err : nullptr;
    for (Library& library : group(options, modules)) {
        const fs::path path = fs::path(options.output) / library.file;
        std::vector<std::string_view> texts;
        std::vector<build::Input> inputs;
        std::vector<build::Linked> linked;
        for (const WrittenModule* module : library.modules) {
            const emit::Unit& unit = *module->unit;
            const std::vector<std::string>& asked = unit.manifest.nvcc_options;
            texts.insert(texts.end(),
                         {module->module, unit.cuda, unit.launch, unit.header, unit.reductions});
            texts.insert(texts.end(), asked.begin(), asked.end());
            texts.insert(texts.end(), module->linked->pieces.begin(), module->linked->pieces.end());
            for (const build::Linked& one : module->linked->inputs) {
                const auto is_it = [&](const build::Linked& other) {
                    return other.path == one.path && other.text == one.text;
                };
                if (std::ranges::none_of(linked, is_it)) {
                    linked.push_back(one);
                }
            }
            inputs.push_back({cuda_path(options, module->module), unit.lines, unit.sources, asked,
                              module->module + "_launch.cuh", unit.launch_lines});
            if (!unit.reductions.empty()) {
                inputs.push_back({cuda_path(options, module->module + "_reduce"),
                                  unit.reduction_lines, unit.sources, asked});
            }
        }
        library.hash = build::fingerprint(chosen.toolchain, texts);
        if (is_fresh(options, library)) {
            streams.out << "unchanged " << path.string() << '\n';
            continue;
        }
        request.libraries.push_back({path, std::move(inputs), std::move(linked)});
        stale.push_back(std::move(library));
    }
    if (stale.empty()) {
        return Outcome::Built;
    }
    const build::Result result = build::build(request, sink);
    if (result.outcome != Outcome::Built) {
        return result.outcome;
    }
    const std::string compiler = compiler_name(chosen.toolchain.compiler);
    for (const Library& library : stale) {
        if (!record(options, chosen.toolchain, compiler, library, result, sink)) {
            return Outcome::CannotWrite;
        }
        streams.out << "built " << (fs::path(options.output) / library.file).string() << '\n'
                    << std::flush;
    }
    return Outcome::Built;
}

}  // namespace pycu::driver
