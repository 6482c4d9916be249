// Looking for compilers.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "build/process.h"
#include "support/text.h"

namespace pycu::build {

static bool is_program(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return is_program(name) ? std::optional(name) : std::nullopt;
    }
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path == nullptr ? "" : path, ':')) {
        std::string candidate = std::string(folder.empty() ? "." : folder) + '/' + name;
        if (is_program(candidate)) {
            return candidate;
        }
    }
    return std::nullopt;
}

std::optional<std::string> find_nvcc(const std::string& wanted) {
    if (!wanted.empty()) {
        return find_program(wanted);
    }
    if (auto found = find_program("nvcc")) {
        return found;
    }
    const char* home = std::getenv("CUDA_HOME");
    return home == nullptr || *home == '\0' ? std::nullopt
                                            : find_program(std::string(home) + "/bin/nvcc");
}

std::optional<std::string> find_host_compiler(const std::string& wanted) {
    if (!wanted.empty()) {
        return find_program(wanted);
    }
    for (const char* name : {"g++", "clang++", "c++"}) {
        if (auto found = find_program(name)) {
            return found;
        }
    }
    return std::nullopt;
}

std::vector<std::string> architectures_of(const std::string& nvcc, const std::string& word) {
    const Ran ran =
        run({nvcc, "--dryrun", "-arch=" + word, "-x", "cu", "-c", "-o", "/dev/null", "/dev/null"});
    std::vector<std::string> names;
    for (const std::string_view line : split(ran.output, '\n')) {
        // nvcc warns that it has found no GPU, and takes its oldest architecture
        if (line.find("warning") != line.npos && line.find("-arch=native") != line.npos) {
            return {};
        }
        const std::string_view option = "ptxas -arch=";
        const std::size_t at = line.find(option);
        if (at != line.npos) {
            const std::string_view rest = line.substr(at + option.size());
            names.emplace_back(rest.substr(0, rest.find_first_of(" \"")));
        }
    }
    return names;
}

bool has_gpu() {
    return ::access("/dev/nvidia0", F_OK) == 0 || ::access("/dev/dxg", F_OK) == 0;
}

}  // namespace pycu::build
