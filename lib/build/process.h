// Other programs: where they are (PATH, CUDA_HOME, --nvcc, --cxx), and running them: start, wait,
// interrupt.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pycu::build {

/// A program that was started; what it prints goes to a file.
struct Process {
    pid_t id = -1;
    std::string error;  // why it could not be started, in the system's words
};

/// Starts a program (a path, or a name looked up in PATH); both its outputs go to the file.
Process start(const std::vector<std::string>& command, const std::filesystem::path& output);

/// Waits for a program: its exit code, 128 + n after signal n, -1 when this program was
/// interrupted while waiting; the started one is then ended first.
int wait(const Process& process);

/// What a program printed that was run to its end, and its exit code.
struct Ran {
    int code = 127;  // as of a program that could not be started
    std::string output;
};

/// Runs a program to its end.
Ran run(const std::vector<std::string>& command);

/// Notes Ctrl-C from now on instead of dying of it.
void catch_interrupts();

/// Whether Ctrl-C was pressed.
bool interrupted();

// ---- Where the compilers are: PATH, CUDA_HOME, --nvcc, --cxx.

/// A program by name in PATH, or by its path; nothing when there is none that can be run.
std::optional<std::string> find_program(const std::string& name);

/// nvcc: what --nvcc says, else PATH, else CUDA_HOME/bin.
std::optional<std::string> find_nvcc(const std::string& wanted);

/// The host compiler: what --cxx says, else g++, clang++ or c++ in PATH.
std::optional<std::string> find_host_compiler(const std::string& wanted);

/// What nvcc takes `-arch=native`, `all` or `all-major` for: sm_75, sm_80 ...; nothing where it
/// does not say, as of `native` without a GPU.
std::vector<std::string> architectures_of(const std::string& nvcc, const std::string& word);

/// Whether this machine has a GPU that `-arch=native` could ask.
bool has_gpu();

}  // namespace pycu::build
