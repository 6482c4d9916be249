// Generated texts -> libraries, through nvcc or a host compiler.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "build/command.h"
#include "build/compiler_output.h"
#include "diag/diagnostics.h"
#include "source/source_file.h"

namespace pycu::build {

/// A text that another one includes, and where its lines come from.
struct IncludedText {
    std::string name;  // heat_launch.cuh
    std::vector<Range> lines;
};

/// One generated text on disk and where its lines come from.
struct Input {
    std::filesystem::path cuda;  // out/heat.cu
    /// For each line of the text the Python place it was made from; an empty range for none.
    std::vector<Range> lines;
    std::vector<NamedLines> sources = {};  // what line directives name
    std::vector<std::string> nvcc_options = {};
    std::vector<IncludedText> included = {};
    /// What the host's compiler makes the launches of; empty where nvcc compiles all of it.
    std::string launcher = {};
};

/// Code of others that a library is linked with.
struct Linked {
    std::string kind;            // "cu", "ptx", "cubin", "fatbin", "o", "a"
    std::string name;            // as the program says it
    std::filesystem::path path;  // empty: it is `text`
    std::string text = {};
    std::filesystem::path folder = {};  // where a text's headers are
    Range range = {};                   // where the program says it
};

/// One library and the texts it is made of; or a file of device code, and its text.
struct Library {
    std::filesystem::path path;  // out/libheat.so
    std::vector<Input> inputs;
    std::vector<Linked> linked = {};
    std::string architecture = {};  // the one that a cubin is for
};

/// What is to be built; all generated texts stand in one folder.
struct Request {
    Toolchain toolchain;
    std::vector<Library> libraries;
    unsigned jobs = 0;                 // compilers that run at once; 0: one a processor
    std::ostream* log = nullptr;       // commands are printed here
    std::ostream* terminal = nullptr;  // a line here says what is being compiled
    std::filesystem::path cache = {};  // what builds have in common is kept here; may be empty
};

enum class Outcome {
    Built,
    CompilerFailed,  // reported; no fault of the generated text that we can see
    TextRefused,     // reported as our bug
    CannotWrite,     // reported
    Interrupted,
};

/// What came of a build.
struct Result {
    Outcome outcome = Outcome::Built;
    /// By text, what ptxas says of its kernels; CUDA only.
    std::map<std::filesystem::path, std::vector<manifest::Entry>> entries;
};

/// Where builds keep what they have in common when nobody says: below PYCU_CACHE_DIR,
/// XDG_CACHE_HOME/pycu or ~/.cache/pycu; empty where there is none of the three.
std::filesystem::path default_cache();

/// Compiles the texts, and the runtime once for all libraries; when that went well for each of them
/// links the libraries and moves them into place.
Result build(const Request& request, diag::Sink& sink);

}  // namespace pycu::build
