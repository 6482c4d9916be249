// Where Python and the package are. See run_python.h.
#include "run_python.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "driver/driver.h"

namespace pycu {

namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// The folder that holds the package: share/pycu/python of an installed tree, python of the
/// repository that the binary was built in; empty where there is neither.
fs::path package_folder(const fs::path& binary) {
    std::error_code ignored;
    for (fs::path at = binary.parent_path(); at.has_relative_path(); at = at.parent_path()) {
        for (const char* below : {"share/pycu/python", "python"}) {
            if (fs::exists(at / below / "pycu/__main__.py", ignored)) {
                return at / below;
            }
        }
    }
    return {};
}

}  // namespace

int run_python(int argc, char** argv) {
    std::error_code error;
    const fs::path binary = fs::read_symlink("/proc/self/exe", error);
    const fs::path package = package_folder(binary);
    const std::string python = environment("PYCU_PYTHON");
    std::vector<std::string> words = {python.empty() ? "python3" : python, "-m", "pycu"};
    words.insert(words.end(), argv + 1, argv + argc);
    if (!package.empty()) {
        const std::string others = environment("PYTHONPATH");
        const std::string path = package.string() + (others.empty() ? "" : ":" + others);
        ::setenv("PYTHONPATH", path.c_str(), 1);
    }
    if (!error) {
        ::setenv("PYCU_BINARY", binary.c_str(), 0);
    }
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    std::cerr << "pycu: " << words[0] << ": " << std::strerror(errno)
              << "; PYCU_PYTHON names the Python to run scripts with\n";
    return driver::EnvironmentError;
}

}  // namespace pycu
