// `pycu run` becomes Python. See run_python.h.
#include "run_python.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "places.h"

namespace pycu {

namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}  // namespace

int run_python(int argc, char** argv) {
    const fs::path binary = this_binary();
    const fs::path owner = python_of_wheel(binary);
    const fs::path package = owner.empty() ? package_folder(binary) : fs::path();
    std::string python = environment("PYCU_PYTHON");
    if (python.empty()) {
        python = owner.empty() ? "python3" : owner.string();
    }
    std::vector<std::string> words = {python, "-m", "pycu"};
    words.insert(words.end(), argv + 1, argv + argc);
    if (!package.empty()) {
        const std::string others = environment("PYTHONPATH");
        const std::string path = package.string() + (others.empty() ? "" : ":" + others);
        ::setenv("PYTHONPATH", path.c_str(), 1);
    }
    if (!binary.empty()) {
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
