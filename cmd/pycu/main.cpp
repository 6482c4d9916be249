// argv -> driver::Options -> exit code. The only place that knows CLI11.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "explain.h"
#include "places.h"
#include "run_python.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace pycu;
using driver::Options;

namespace {

/// The arguments, reversed as CLI11 wants them. Options of several letters and one dash, as
/// compilers spell them, get a second dash; the value of -Xnvcc may begin with a dash itself.
std::vector<std::string> normalize(int argc, char** argv) {
    std::vector<std::string> arguments;
    for (int i = 1; i < argc; ++i) {
        std::string text = argv[i];
        if (text == "-Werror") {
            text = "--Werror=*";
        } else if (text.starts_with("-Wno-")) {
            text = "--Wno-NAME=" + text.substr(5);
        } else if (text.starts_with("-Werror=") || text == "-MD" || text == "-MF" ||
                   text == "-MT") {
            text.insert(0, "-");
        } else if ((text == "-Xnvcc" || text == "-Xcxx") && i + 1 < argc) {
            text = '-' + text + '=' + argv[++i];
        }
        arguments.push_back(text);
    }
    return {arguments.rbegin(), arguments.rend()};
}

/// Shows the options of normalize() as they are typed.
class Formatter : public CLI::Formatter {
  public:
    std::string make_option_name(const CLI::Option* option, bool positional) const override {
        std::string name = CLI::Formatter::make_option_name(option, positional);
        const bool one_dash =
            name.starts_with("--M") || name.starts_with("--W") || name.starts_with("--X");
        return one_dash ? name.substr(1) : name;
    }
};

/// An option with one value.
template <class T>
CLI::Option* add(CLI::App& app, const char* name, T& value, const char* type, const char* help) {
    return app.add_option(name, value, help)->option_text(type);
}

/// An option that may be repeated, one value each time.
CLI::Option* add_list(CLI::App& app, const char* name, std::vector<std::string>& values,
                      const char* type, const char* help) {
    return add(app, name, values, type, help)->allow_extra_args(false);
}

/// An option whose values are words of a list.
template <class T, class Word>
void add_choice(CLI::App& app, const char* name, T& value, const std::map<std::string, Word>& words,
                const char* type, const char* help) {
    std::vector<std::string> names;
    for (const auto& [word, meaning] : words) {
        names.push_back(word);
    }
    const auto set = [&value, words](const std::string& word) { value = words.at(word); };
    app.add_option_function<std::string>(name, set, help)
        ->option_text(type)
        ->check(CLI::IsMember(names).description(""));
}

void add_types(CLI::App& app, Options& o) {
    add_list(app, "--sig", o.signatures, "NAME=SIGNATURE", "Type of a function (repeatable)");
    add(app, "--config", o.config, "FILE", "Used instead of the nearest pyproject.toml");
    add(app, "--launches", o.launches, "PATH...",
        "Programs that launch the kernels; otherwise those of the project")
        ->expected(-1);
    add_list(app, "-I", o.include_folders, "DIR",
             "Where imported modules are looked for, too (repeatable)");
    add_list(app, "--const", o.constants, "NAME=VALUE", "Value of a global (repeatable)");
    add(app, "--bindings", o.bindings, "FILE", "Values of functions' free names, as JSON");
    app.add_flag("--docstrings", o.docstrings,
                 "Docstrings in NumPy's style say types of parameters");
    add(app, "--default-dtype", o.default_dtype, "T", "Element of arrays where nothing says it");
    add(app, "--default-int", o.default_int, "T", "Type of integer arguments");
    add(app, "--default-float", o.default_float, "T", "Type of float arguments");
    const std::map<std::string, bool> widths = {{"32", true}, {"64", false}};
    add_choice(app, "--float-literals", o.float32_literals, widths, "32|64",
               "Bits of Python's floats in device code (64, as in Numba)");
    app.add_flag("--write-signatures", o.write_signatures,
                 "Writes x.sigs.toml beside each source, with a `?` for what is not known");
    add(app, "--module", o.module, "NAME", "Module name instead of the file's");
}

void add_messages(CLI::App& app, Options& o) {
    using driver::Color;
    using driver::DiagnosticFormat;
    const std::map<std::string, DiagnosticFormat> formats = {
        {"text", DiagnosticFormat::Text},     {"json", DiagnosticFormat::Json},
        {"gcc", DiagnosticFormat::Gcc},       {"github", DiagnosticFormat::Github},
        {"gitlab", DiagnosticFormat::Gitlab}, {"sarif", DiagnosticFormat::Sarif}};
    const std::map<std::string, Color> colors = {
        {"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};
    add_choice(app, "--diagnostic-format", o.format, formats, "text|json|gcc|github|gitlab|sarif",
               "Form of messages");
    add_choice(app, "--color", o.color, colors, "auto|always|never",
               "Colour of messages; NO_COLOR is honoured");
    add(app, "--error-limit", o.error_limit, "N", "Errors to show, 0 for all (20)");
    add_list(app, "--Werror", o.warnings.errors, "[=NAME]", "Warnings are errors, all or NAME");
    add_list(app, "--Wno-NAME", o.warnings.silenced, " ", "Silences a warning");
    app.add_flag("-v", o.verbose, "Shows the commands that are run, and whose launches count");
}

void add_build_system(CLI::App& app, Options& o) {
    app.add_flag("--check", o.check, "Writes nothing; exit code 1 when a file is stale");
    app.add_flag("--diff", o.diff, "Writes nothing; shows what would change");
    app.add_flag("-k,--keep-going", o.keep_going, "Writes the kernels that are sound");
    app.add_flag("--MD", o.depfile, "Writes a depfile");
    add(app, "--MF", o.depfile_path, "FILE", "Path of the depfile (MODULE.d)");
    add(app, "--MT", o.depfile_target, "TARGET", "Target in the depfile (MODULE.cu)");
}

void add_compiler(CLI::App& app, Options& o) {
    const std::map<std::string, build::Target> targets = {{"cuda", build::Target::Cuda},
                                                          {"cpu", build::Target::Cpu}};
    add_choice(app, "--target", o.target, targets, "cuda|cpu",
               "What runs the kernels; cuda where nvcc is found, otherwise cpu");
    add(app, "--arch", o.architectures, "sm_80,...",
        "GPU architectures; also native, all and all-major")
        ->delimiter(',')
        ->allow_extra_args(false);
    add(app, "--lib", o.library, "NAME", "One library for all sources");
    app.add_flag("--static", o.static_library, "Static libraries instead of shared ones");
    for (const build::Product product :
         {build::Product::Ptx, build::Product::Cubin, build::Product::Fatbin}) {
        const std::string name(build::ending(product));
        const auto set = [&o, product] { o.products.push_back(product); };
        app.add_flag_callback("--" + name, set,
                              "x." + name + ", code of the GPU alone, in place of a library");
    }
    add(app, "--march", o.march, "M", "The processor of --target cpu, as -march names it");
    add(app, "--nvcc", o.nvcc, "PATH", "The CUDA compiler");
    add(app, "--cxx", o.cxx, "PATH", "The host compiler");
    add_list(app, "--Xnvcc", o.nvcc_options, "ARG", "An argument for nvcc (repeatable)");
    add_list(app, "--Xcxx", o.cxx_options, "ARG", "An argument for the host compiler");
    add(app, "--cache", o.cache, "DIR",
        "Keeps the compiled runtime of --target cpu for other builds (~/.cache/pycu/runtime)");
    app.add_flag("--no-cache", o.no_cache, "Keeps nothing for other builds, and takes nothing");
    add(app, "-j", o.jobs, "N", "Compilers that run at once (one a processor)");
}

void add_inspect(CLI::App& app, Options& o) {
    app.add_flag("--types", o.inspect_types, "Types of all variables");
    app.add_flag("--signatures", o.inspect_signatures, "Signatures, as a .sigs.toml");
    app.add_flag("--ir", o.inspect_ir, "The typed program");
    add(app, "--after", o.inspect_after, "PASS",
        "The typed program after a pass; all: what each pass changes");
    app.add_flag("--json", o.json, "As JSON");
}

CLI::App* add_command(CLI::App& app, const char* name, driver::Command command, const char* help,
                      Options& o) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_option("SOURCE", o.sources, "Python files and notebooks; - is standard input")
        ->required()
        ->option_text("F.py...");
    sub->callback([&o, command] { o.command = command; });
    add_types(*sub, o);
    add_messages(*sub, o);
    return sub;
}

void describe(CLI::App& app, Options& o) {
    using driver::Command;
    app.formatter(std::make_shared<Formatter>());
    app.set_version_flag("--version", "pycu " PYCU_VERSION);
    app.add_flag_callback(
        "--cmake-dir", [] { std::exit(print_cmake_folder()); },
        "Prints the folder where find_package(pycu) looks, and exits");
    app.require_subcommand(1);
    CLI::App* transpile = add_command(app, "transpile", Command::Transpile, "Writes CUDA C++", o);
    CLI::App* build = add_command(app, "build", Command::Build,
                                  "Writes CUDA C++ and compiles it to a library", o);
    CLI::App* check =
        add_command(app, "check", Command::Check, "Reports mistakes and writes nothing", o);
    CLI::App* inspect =
        add_command(app, "inspect", Command::Inspect, "Shows what pycu understood", o);
    CLI::App* fix = add_command(app, "fix", Command::Fix, "Writes what messages say to write", o);
    fix->add_flag("--diff", o.diff, "Writes nothing; shows what would change");
    fix->add_flag("--unsafe", o.unsafe_fixes, "Also where something else may be meant");
    for (CLI::App* sub : {transpile, build, check, fix}) {
        sub->add_flag("--performance", o.performance,
                      "Warns of float32 arithmetic that a literal makes double precision");
    }
    for (CLI::App* sub : {transpile, build}) {
        add(*sub, "-o", o.output, "DIR", "Where files are written; - is standard output");
        add_build_system(*sub, o);
        sub->add_flag("--line-directives", o.line_directives,
                      "Compilers and debuggers show Python lines");
        sub->add_flag("--host", o.host,
                      "Device functions with a signature are called by the host and return values");
        sub->add_flag("--numpy-errors", o.numpy_errors,
                      "With --host: a division by zero gives an infinity or a NaN");
        sub->add_flag("--debug", o.debug, "The CPU target checks indices, divisions and barriers");
    }
    transpile->add_flag("--no-runtime", o.no_runtime, "Leaves the runtime headers out");
    transpile->add_flag("--list-outputs", o.list_outputs,
                        "Prints the paths that would be written; reads and writes nothing");
    add_compiler(*build, o);
    add_inspect(*inspect, o);
    app.add_subcommand("explain", "Says what a message means, and what to write instead");
    app.add_subcommand("run", "Runs a script that imports numba.cuda, without Numba");
}

}  // namespace

int main(int argc, char** argv) {
#ifdef __GLIBC__
    // A short run gives no memory back before its end, and asks for it in few large pieces.
    ::mallopt(M_TOP_PAD, 16 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
    if (argc > 1 && std::string(argv[1]) == "run") {
        return run_python(argc, argv);  // its options are Python's to read
    }
    if (argc > 1 && std::string(argv[1]) == "explain") {
        return explain(argc, argv);
    }
    CLI::App app("Numba-CUDA Python to CUDA C++, ahead of time", "pycu");
    Options options;
    describe(app, options);
    try {
        app.parse(normalize(argc, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error);
        }
        std::cerr << "pycu: " << error.what() << "\n`pycu --help` shows the options\n";
        return driver::UsageError;
    }
    options.depfile |= !options.depfile_path.empty() || !options.depfile_target.empty();
    options.warnings.all_errors = std::erase(options.warnings.errors, "*") > 0;
    return driver::run(options, {std::cin, std::cout, std::cerr, ::isatty(STDERR_FILENO) != 0});
}
