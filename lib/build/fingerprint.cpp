// The pieces of the hash; each is preceded by its length, so that no two lists of pieces are alike.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "build/command.h"
#include "support/files.h"
#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

/// A list of pieces as one text.
class Pieces {
  public:
    void add(std::string_view piece) {
        text_ += std::to_string(piece.size()) + ':';
        text_ += piece;
    }

    /// A program by its file, and all of that name in PATH: the first may be a compiler cache,
    /// which starts the next.
    void add_program(const std::string& name) {
        add(name);
        add_file(name);
        const char* path = std::getenv("PATH");
        for (const std::string_view folder : split(path == nullptr ? "" : path, ':')) {
            add_file(fs::path(folder) / fs::path(name).filename());
        }
    }

    const std::string& text() const { return text_; }

  private:
    /// A file's path with its links followed, its size and its time.
    void add_file(const fs::path& name) {
        std::error_code error;
        const fs::path path = fs::canonical(name, error);
        struct stat status {};
        if (error) {
            return;
        }
        add(path.string());
        if (::stat(path.c_str(), &status) == 0) {
            add(std::to_string(status.st_size));
            add(std::to_string(status.st_mtim.tv_sec) + '.' +
                std::to_string(status.st_mtim.tv_nsec));
        }
    }

    std::string text_;
};

/// The hash of the runtime; what else is embedded belongs to no build.
const std::string& runtime_hash() {
    static const std::string hash = [] {
        Pieces pieces;
        for (const embedded::File& file : embedded::all()) {
            if (file.name.starts_with("runtime/")) {
                pieces.add(file.name);
                pieces.add(file.text);
            }
        }
        return sha256(pieces.text());
    }();
    return hash;
}

/// What -arch=native depends on.
void add_gpus(Pieces& pieces) {
    std::error_code error;
    for (const auto& gpu : fs::directory_iterator("/proc/driver/nvidia/gpus", error)) {
        pieces.add(read_file(gpu.path() / "information").text);
    }
}

}  // namespace

std::string fingerprint(const Toolchain& toolchain, const std::vector<std::string_view>& texts) {
    Pieces pieces;
    for (const std::string_view text : texts) {
        pieces.add(text);
    }
    pieces.add(runtime_hash());
    pieces.add(to_text(compile_command(toolchain, "x.cu", "x.o", ".")));
    pieces.add(to_text(link_command(toolchain, {"x.o"}, "libx")));
    pieces.add_program(toolchain.compiler);
    if (toolchain.target == Target::Cuda) {
        pieces.add_program(toolchain.host_compiler.empty() ? "g++" : toolchain.host_compiler);
    }
    if (toolchain.native) {
        add_gpus(pieces);
    }
    for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "NVCC_APPEND_FLAGS",
                             "NVCC_CCBIN", "NVCC_PREPEND_FLAGS"}) {
        const char* value = std::getenv(name);
        pieces.add(value == nullptr ? "" : value);
    }
    return sha256(pieces.text());
}

}  // namespace pycu::build
