// What to run: command lines of nvcc and of host compilers, as lists of arguments; and what a
// library was built from, as one hash: when it has not changed, no compiler need run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::build {

enum class Target { Cpu, Cuda };

/// `cpu` or `cuda`.
std::string_view target_name(Target target);

/// What is made of texts: a library, or device code alone, for programs that load it themselves.
enum class Product { Library, Ptx, Cubin, Fatbin };

/// `ptx`, `cubin`, `fatbin`: the ending of a file of device code; empty for a library.
std::string_view ending(Product product);

/// The compiler and what the user wants of it.
struct Toolchain {
    Target target = Target::Cpu;
    std::string compiler;                    // a path or a name in PATH
    std::string host_compiler;               // nvcc's -ccbin; empty: nvcc's own choice
    std::vector<std::string> architectures;  // sm_80 ...; CUDA only
    std::vector<std::string> extra;          // -Xnvcc or -Xcxx, as they stand
    bool native = false;                     // CUDA without architectures: the GPU of this machine
    std::string march{};                     // the processor, as -march names it; CPU only
    std::string archiver{};                  // a static library is made, on the CPU by this program
    bool is_static = false;
    Product product = Product::Library;  // CUDA only, where it is none
    bool line_directives = false;        // debuggers are told of lines
    bool debug = false;                  // checks and little optimisation
};

using Command = std::vector<std::string>;

/// What keeps the arithmetic of a text for the CPU that of Python, whatever compiles it.
inline const Command exact_arithmetic = {"-fwrapv", "-ffp-contract=off"};

/// How far to optimise and what to tell debuggers.
Command debug_options(const Toolchain& toolchain);

/// Compiles a text to an object, or to device code, a cubin for the one architecture there is;
/// generated texts are in the folder that `include` names.
Command compile_command(const Toolchain& toolchain, const std::filesystem::path& source,
                        const std::filesystem::path& object, const std::filesystem::path& include);

/// Has nvcc's host compiler compile a text of C++.
Command host_command(const Toolchain& toolchain, const std::filesystem::path& source,
                     const std::filesystem::path& object, const Command& options = {});
/// The same for how kernels are launched that nvcc compiles apart.
Command launcher_command(const Toolchain& toolchain, const std::filesystem::path& source,
                         const std::filesystem::path& object, const std::filesystem::path& include);

/// Compiles a header of the host's, for texts that begin with it.
Command precompile_command(const Toolchain& toolchain, const std::filesystem::path& header,
                           const std::filesystem::path& compiled);
/// A command that compiles a text, with a header that the host's compiler includes in front of all.
Command with_first(const Toolchain& toolchain, const Command& compile,
                   const std::filesystem::path& header);

/// Puts objects together as a library, shared or static. With `links_devices` nvcc resolves the
/// calls from one object's device code to another's, too, of a shared one.
Command link_command(const Toolchain& toolchain, const std::vector<std::filesystem::path>& objects,
                     const std::filesystem::path& library, bool links_devices = false);

// ---- Code of others: the steps that make an object of each.

/// Compiles CUDA C++ that is linked; on the host pycu_linked.h belongs in front of it. `folder` has
/// headers, too, where that is not the source's own.
Command compile_linked_command(const Toolchain& toolchain, const std::filesystem::path& source,
                               const std::filesystem::path& object,
                               const std::filesystem::path& include,
                               const std::filesystem::path& folder);
/// What lets nvcc's objects call each other's device code.
inline constexpr const char* relocatable = "-rdc=true";
/// PTX, or a cubin of the one architecture there is -> an object.
Command wrap_command(const Toolchain& toolchain, const std::filesystem::path& code,
                     const std::filesystem::path& object, bool is_ptx);
/// A fat binary -> its cubin of the one architecture there is.
Command extract_command(const Toolchain& toolchain, const std::filesystem::path& code,
                        const std::filesystem::path& cubin);
/// What a static library needs beside objects whose device code calls each other's.
Command device_link_command(const Toolchain& toolchain,
                            const std::vector<std::filesystem::path>& objects,
                            const std::filesystem::path& object);

/// nvcc's options for architectures: SASS for each and PTX of the highest.
Command architecture_options(const std::vector<std::string>& architectures);

/// The command as one would type it, for -v.
std::string to_text(const Command& command);

// ---- What a library was built from, as one hash: when it has not changed, no compiler need run.

/// The hash of the texts, the runtime, the command lines, the compilers and the variables of the
/// environment that compilers listen to. A compiler is known by its file: path, size and time.
std::string fingerprint(const Toolchain& toolchain, const std::vector<std::string_view>& texts);

}  // namespace pycu::build
