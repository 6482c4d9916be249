// Compiling, recording what was built.
#include "driver/library.h"

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
using build::Product;
using build::Target;
using build::Toolchain;
using diag::Code;

namespace {

/// The first line of `compiler --version`, which for g++ and clang names both.
std::string compiler_name(const std::string& compiler) {
    const build::Ran ran = build::run({compiler, "--version"});
    const std::string text = ran.code == 0 ? ran.output : "";
    std::string name;
    for (const std::string_view line : split(text, '\n')) {
        if (name.empty() || line.find("release") != std::string_view::npos) {
            name = trim(line);  // nvcc gives its version on a later line
        }
    }
    return name;
}

/// One library, or files of device code, and what it is built from.
struct Library {
    std::vector<std::string> files;  // libheat.so; heat.sm_80.cubin heat.sm_90.cubin
    std::vector<const WrittenModule*> modules;
    std::string hash;
};

/// The files that are made of one module, or of all with --lib.
std::vector<std::string> files_of(const Options& options, const Toolchain& toolchain,
                                  const std::string& module) {
    const std::string ending(build::ending(toolchain.product));
    std::vector<std::string> files;
    if (toolchain.product == Product::Library) {
        const std::string& name = options.library.empty() ? module : options.library;
        files.push_back("lib" + name + (toolchain.is_static ? ".a" : ".so"));
    } else if (toolchain.product != Product::Cubin) {
        files.push_back(module + '.' + ending);
    } else {
        for (const std::string& architecture : toolchain.architectures) {
            files.push_back(module + '.' + architecture + '.' + ending);
        }
    }
    return files;
}

/// Groups modules into libraries: all in one with --lib, else each in its own.
std::vector<Library> group(const Options& options, const Toolchain& toolchain,
                           const std::vector<WrittenModule>& modules) {
    std::vector<Library> libraries;
    for (const WrittenModule& module : modules) {
        if (options.library.empty() || libraries.empty()) {
            libraries.push_back({files_of(options, toolchain, module.module), {}, {}});
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

/// The hash of what was built, its files one behind another; nothing where one is missing.
std::optional<std::string> hash_of_files(const Options& options, const Library& library) {
    std::string all;
    for (const std::string& file : library.files) {
        ReadResult bytes = read_file(fs::path(options.output) / file);
        if (!bytes.ok()) {
            return std::nullopt;
        }
        all = all.empty() ? std::move(bytes.text) : all + bytes.text;
    }
    return sha256(all);
}

/// Whether the library is there as it was built, from what it would be built from now.
bool is_fresh(const Options& options, const Library& library) {
    const std::optional<std::string> library_hash = hash_of_files(options, library);
    if (!library_hash) {
        return false;
    }
    for (const WrittenModule* module : library.modules) {
        manifest::Build built;
        std::string problem;
        if (!manifest::from_json(read_file(record_path(options, *module)).text, built, problem) ||
            built.library != library.files.front() || built.hash != library.hash ||
            built.library_hash != *library_hash) {
            return false;
        }
    }
    return true;
}

/// `shared`, `static`, or what the device code is.
std::string kind_of(const Toolchain& toolchain) {
    if (toolchain.product != Product::Library) {
        return std::string(build::ending(toolchain.product));
    }
    return toolchain.is_static ? "static" : "shared";
}

bool record(const Options& options, const Toolchain& toolchain, const std::string& compiler,
            const Library& library, const build::Result& result, diag::Sink& sink) {
    std::vector<FileText> files;
    const std::string library_hash = hash_of_files(options, library).value_or("");
    for (const WrittenModule* module : library.modules) {
        manifest::Build built;
        built.module = module->module;
        built.target = build::target_name(toolchain.target);
        built.library = library.files.front();
        built.kind = kind_of(toolchain);
        built.library_hash = library_hash;
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

/// What the modules of a library are compiled from, and the pieces of its hash.
struct Parts {
    std::vector<std::string_view> texts;
    std::vector<build::Input> inputs;
    std::vector<build::Linked> linked;
};

Parts parts_of(const Options& options, const Toolchain& toolchain, const Library& library) {
    Parts parts;
    for (const WrittenModule* module : library.modules) {
        const emit::Unit& unit = *module->unit;
        const std::vector<std::string>& asked = unit.manifest.nvcc_options;
        std::vector<std::string_view>& texts = parts.texts;
        texts.insert(texts.end(), {module->module, unit.cuda, unit.launch, unit.cpu, unit.header,
                                   unit.reductions});
        texts.insert(texts.end(), asked.begin(), asked.end());
        texts.insert(texts.end(), module->linked->pieces.begin(), module->linked->pieces.end());
        for (const build::Linked& one : module->linked->inputs) {
            const auto is_it = [&](const build::Linked& other) {
                return other.path == one.path && other.text == one.text;
            };
            if (std::ranges::none_of(parts.linked, is_it)) {
                parts.linked.push_back(one);
            }
        }
        parts.inputs.push_back({cuda_path(options, module->module),
                                unit.lines,
                                unit.sources,
                                asked,
                                {{module->module + "_launch.cuh", unit.launch_lines},
                                 {module->module + "_cpu.cuh", unit.cpu_lines}},
                                unit.launcher});
        // what reductions launch is CUB's, by its functions of the host
        if (!unit.reductions.empty() && toolchain.product == Product::Library) {
            parts.inputs.push_back({cuda_path(options, module->module + "_reduce"),
                                    unit.reduction_lines, unit.sources, asked});
        }
    }
    return parts;
}

/// What is built of a library's parts: the library, or each of the files of device code.
void add_to(build::Request& request, const Options& options, const Library& library,
            const Parts& parts) {
    const bool is_cubin = request.toolchain.product == Product::Cubin;
    for (std::size_t i = 0; i < library.files.size(); ++i) {
        request.libraries.push_back({fs::path(options.output) / library.files[i], parts.inputs,
                                     parts.linked,
                                     is_cubin ? request.toolchain.architectures[i] : ""});
    }
}

void tell(std::string_view what, const Options& options, const Library& library,
          const Streams& streams) {
    for (const std::string& file : library.files) {
        streams.out << what << ' ' << (fs::path(options.output) / file).string() << '\n'
                    << std::flush;
    }
}

/// How many libraries came out of it, where there are several.
void sum_up(std::size_t built, std::size_t all, const Streams& streams) {
    if (all > 1) {
        streams.out << built << " built, " << all - built << " unchanged\n" << std::flush;
    }
}

}  // namespace

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
    if (!options.no_cache) {
        request.cache = options.cache.empty() ? build::default_cache() : fs::path(options.cache);
    }
    request.log = options.verbose ? &streams.err : nullptr;
    request.terminal = has_progress(options, streams) ? &streams.err : nullptr;
    std::size_t all = 0;
    for (Library& library : group(options, chosen.toolchain, modules)) {
        ++all;
        const Parts parts = parts_of(options, chosen.toolchain, library);
        library.hash = build::fingerprint(chosen.toolchain, parts.texts);
        if (is_fresh(options, library)) {
            tell("unchanged", options, library, streams);
            continue;
        }
        add_to(request, options, library, parts);
        stale.push_back(std::move(library));
    }
    if (stale.empty()) {
        sum_up(0, all, streams);
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
        tell("built", options, library, streams);
    }
    sum_up(stale.size(), all, streams);
    return Outcome::Built;
}

}  // namespace pycu::driver
