// Running other programs: start, wait, interrupt.
#pragma once

#include <sys/types.h>

#include <filesystem>
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

/// Notes Ctrl-C from now on instead of dying of it.
void catch_interrupts();

/// Whether Ctrl-C was pressed.
bool interrupted();

}  // namespace pycu::build
