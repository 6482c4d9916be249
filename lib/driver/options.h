// Everything that the command line can say.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "build/command.h"
#include "diag/diagnostics.h"

namespace pycu::driver {

/// In the order of options.def.
enum class Command { Transpile, Build, Check, Fix, Inspect, Annotate, Config };
enum class DiagnosticFormat { Text, Json, Gcc, Github, Gitlab, Sarif };
enum class Color { Auto, Always, Never };

struct OptionRow;

/// An option of the command line, as it was written.
struct Given {
    const OptionRow* row = nullptr;
    std::string value;
};

/// One run of pycu.
struct Options {
    Command command = Command::Check;
    std::vector<std::string> sources;          // `-` is standard input; files, folders, patterns
    std::string stdin_filename;                // --stdin-filename: of what `-` holds
    std::vector<std::string> exclude;          // --exclude PATTERN, from the current folder on
    std::vector<std::string> launches;         // --launches: programs whose launches say types
    std::vector<std::string> include_folders;  // -I DIR: where imported modules are looked for
    std::string output;                        // -o: a folder, or `-` for standard output

    // Types and constants.
    std::vector<std::string> signatures;  // --sig NAME=SIGNATURE
    std::string config;                   // --config FILE
    bool no_config = false;               // --no-config
    std::vector<std::string> constants;   // --const NAME=VALUE
    std::vector<std::string> among;  // --among SOURCE: what --sig and --const are for; or sources
    std::string bindings;            // --bindings FILE
    bool docstrings = false;         // --docstrings: they say types of parameters
    bool float32_literals = false;   // --float-literals=32: Python's floats are float32
    std::string default_dtype;
    std::string default_int;
    std::string default_float;
    std::string module;                    // --module NAME
    std::vector<std::string> imported_as;  // --imported-as NAME: beside that and the file's
    bool write_signatures = false;  // --write-signatures: x.sigs.toml, with `?` to be filled in

    // Build systems.
    bool check = false;
    bool diff = false;
    bool watch = false;          // --watch: again and again
    bool keep_going = false;     // -k: write what is sound
    bool depfile = false;        // -MD
    std::string depfile_path;    // -MF
    std::string depfile_target;  // -MT
    bool for_cmake = false;      // --for-cmake: messages have the words of its functions
    bool no_runtime = false;     // --no-runtime: only what is named after the source
    bool list_outputs = false;   // --list-outputs: nothing is read or written

    // The text.
    bool line_directives = false;
    bool debug = false;
    bool host = false;          // --host: functions that the host calls
    bool numpy_errors = false;  // --numpy-errors: they divide by zero as NumPy does

    // People and editors.
    DiagnosticFormat format = DiagnosticFormat::Text;
    Color color = Color::Auto;
    diag::WarningOptions warnings;
    unsigned error_limit = 20;  // 0: none
    bool performance = false;   // --performance: what makes kernels slow
    bool quiet = false;         // -q: errors alone

    // The compiler.
    std::optional<build::Target> target;     // nothing: cuda when nvcc is found, otherwise cpu
    std::vector<std::string> architectures;  // sm_90, and all, all-major and native
    std::string library;                     // --lib NAME: one library for all sources
    bool static_library = false;
    // device code alone, in place of a library: one of --ptx, --cubin and --fatbin
    std::vector<build::Product> products;
    std::string march;  // --march M
    std::string nvcc;
    std::string cxx;
    std::vector<std::string> nvcc_options;  // -Xnvcc
    std::vector<std::string> cxx_options;   // -Xcxx
    std::string cache;                      // --cache DIR: what builds have in common
    bool no_cache = false;                  // --no-cache
    unsigned jobs = 0;                      // -j N: compilers at once; 0: one a processor
    bool verbose = false;  // -v: shows the commands, and the programs whose launches count

    // fix.
    bool unsafe_fixes = false;                 // --unsafe: edits that may not be what is meant, too
    std::map<std::string, std::string> texts;  // read in place of the files of these paths

    // inspect.
    bool inspect_types = false;
    bool inspect_signatures = false;
    bool inspect_ir = false;
    std::string inspect_after;  // --after PASS
    bool json = false;

    // annotate.
    bool annotate_ptx = false;  // --ptx: nvcc says what becomes of the text

    std::vector<Given> given;  // what the command line has set, in its order

    // What is found out of these, by find_sources().
    bool has_folders = false;                  // a folder or a pattern was among the sources
    std::set<std::string, std::less<>> found;  // the sources that they led to
    // patterns of configuration, as in .gitignore, with the folder that they begin at
    std::vector<std::pair<std::string, std::string>> excluded_below;
};

}  // namespace pycu::driver
