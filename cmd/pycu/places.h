// Where the parts of this installation are, found from the binary.
#pragma once

#include <filesystem>
#include <vector>

namespace pycu {

/// The binary of this process, behind all links; empty where the system does not say.
std::filesystem::path this_binary();

/// The Python that a wheel has put the package in: `bin/python3` beside the binary, or the name
/// `python3.X` where that is elsewhere; empty where the binary is of no wheel.
std::filesystem::path python_of_wheel(const std::filesystem::path& binary);

/// The folder that holds the Python package: share/pycu/python of an installed tree, python of the
/// repository that the binary was built in; empty where there is neither.
std::filesystem::path package_folder(const std::filesystem::path& binary);

/// An option of pycu itself, of no command: it prints where something of this pycu is.
struct PlaceOption {
    const char* spelling;
    const char* help;
    /// Prints it. Returns an exit code.
    int (*print)();
};

/// `--cmake-dir` and its kin, in the order in which they are shown.
const std::vector<PlaceOption>& place_options();

}  // namespace pycu
