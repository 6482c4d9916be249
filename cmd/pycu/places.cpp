// An installed tree (cmake/install.cmake), a wheel's, or the repository's. See places.h.
#include "places.h"

#include <iostream>
#include <string>
#include <system_error>

#include "build/command.h"
#include "driver/driver.h"
#include "support/text.h"

namespace pycu {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// Whether the packages of a Python, lib/python3.X, have this distribution among them.
bool has_wheel(const fs::path& python) {
    for (const char* below : {"site-packages", "dist-packages"}) {
        std::error_code ignored;
        for (const fs::directory_entry& entry : fs::directory_iterator(python / below, ignored)) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with("pycu_compiler-") && name.ends_with(".dist-info")) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

fs::path this_binary() {
    std::error_code error;
    const fs::path binary = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : binary;
}

fs::path python_of_wheel(const fs::path& binary) {
    const fs::path folder = binary.parent_path();
    std::error_code ignored;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(folder.parent_path() / "lib", ignored)) {
        const fs::path name = entry.path().filename();  // python3.X, which programs are called, too
        if (name.string().starts_with("python3.") && has_wheel(entry.path())) {
            return is_there(folder / name) ? folder / name : name;
        }
    }
    return {};
}

fs::path package_folder(const fs::path& binary) {
    const char* package = "pycu/__main__.py";
    const fs::path installed = binary.parent_path().parent_path() / "share/pycu/python";
    if (is_there(installed / package)) {
        return installed;
    }
    for (fs::path at = binary.parent_path(); at.has_relative_path(); at = at.parent_path()) {
        if (is_there(at / "python" / package)) {
            return at / "python";
        }
    }
    return {};
}

/// The folders of the runtime's headers and of its source, beside the binary as it is installed or
/// as it is built; empty where they are not.
static std::pair<fs::path, fs::path> runtime_folders() {
    const fs::path prefix = this_binary().parent_path().parent_path();
    const fs::path built = prefix / "templates/runtime";
    if (is_there(prefix / "share/pycu/runtime/pycu_host.cpp")) {
        return {prefix / "include/pycu", prefix / "share/pycu/runtime"};
    }
    return is_there(built / "pycu_host.cpp") ? std::pair(built, built)
                                             : std::pair<fs::path, fs::path>();
}

static int no_runtime() {
    std::cerr
        << "pycu: the runtime is not beside this binary; `cmake --install BUILD --prefix DIR` or "
           "`pip install` puts it there\n";
    return driver::EnvironmentError;
}

static int print_runtime_folder() {
    const fs::path folder = runtime_folders().second;
    if (folder.empty()) {
        return no_runtime();
    }
    std::cout << folder.string() << '\n';
    return driver::Fine;
}

static int print_cxx_flags() {
    const fs::path folder = runtime_folders().first;
    if (folder.empty()) {
        return no_runtime();
    }
    // as pycu-functions.cmake says them, which has the reasons
    std::cout << "-x c++ -std=c++17 -w -DPYCU_ONE_FILE -fno-fast-math -fexceptions "
              << join(build::exact_arithmetic, " ") << " -fvisibility=hidden -pthread -I"
              << folder.string() << '\n';
    return driver::Fine;
}

static int print_cmake_folder() {
    const fs::path folder = this_binary().parent_path().parent_path() / "lib/cmake/pycu";
    if (is_there(folder / "pycu-config.cmake")) {
        std::cout << folder.string() << '\n';
        return driver::Fine;
    }
    std::cerr << "pycu: this binary is not installed, and has no CMake package beside it; "
                 "`cmake --install BUILD --prefix DIR` or `pip install` makes one\n";
    return driver::EnvironmentError;
}

const std::vector<PlaceOption>& place_options() {
    static const std::vector<PlaceOption> all = {
        {"--cmake-dir", "Prints the folder where find_package(pycu) looks, and exits",
         print_cmake_folder},
        {"--runtime-dir", "Prints the folder of pycu_host.cpp, the CPU target's runtime, and exits",
         print_runtime_folder},
        {"--cxxflags", "Prints what g++ or clang++ needs to compile a text for the CPU, and exits",
         print_cxx_flags},
    };
    return all;
}

}  // namespace pycu
