// Reads what is linked, and what that includes. See linked.h.
#include "driver/linked.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using diag::Code;

namespace {

/// Where a compiler looks for headers beside a file's own folder: `-I DIR` and `-IDIR`.
std::vector<fs::path> search_paths(const build::Toolchain& toolchain) {
    std::vector<fs::path> folders;
    for (std::size_t i = 0; i < toolchain.extra.size(); ++i) {
        const std::string& word = toolchain.extra[i];
        if (word == "-I" && i + 1 < toolchain.extra.size()) {
            folders.emplace_back(toolchain.extra[++i]);
        } else if (word.starts_with("-I")) {
            folders.emplace_back(word.substr(2));
        }
    }
    return folders;
}

/// The name in `#include "name"` or `#include <name>`; empty for any other line.
std::string_view included_name(std::string_view line) {
    line = trim(line);
    if (!line.starts_with('#')) {
        return {};
    }
    line = trim(line.substr(1));
    if (!line.starts_with("include")) {
        return {};
    }
    line = trim(line.substr(7));
    const std::size_t end = line.empty() ? line.npos : line.find(line[0] == '<' ? '>' : '"', 1);
    const bool is_name = !line.empty() && (line[0] == '"' || line[0] == '<') && end != line.npos;
    return is_name ? line.substr(1, end - 1) : std::string_view{};
}

/// Reads a text's headers, all that lie beside it or in a folder that the user named: no system's.
class Headers {
  public:
    Headers(const build::Toolchain& toolchain, LinkedInputs& linked)
        : folders_(search_paths(toolchain)), linked_(linked) {}

    void read(std::string_view text, const fs::path& folder) {
        for (const std::string_view line : split(text, '\n')) {
            const std::string_view name = included_name(line);
            std::vector<fs::path> places = folders_;
            places.insert(places.begin(), folder);
            for (const fs::path& place : places) {
                if (!name.empty() && read_file_once(place / name)) {
                    break;
                }
            }
        }
    }

  private:
    bool read_file_once(const fs::path& path) {
        const ReadResult header = read_file(path);
        if (header.ok() && seen_.insert(path.lexically_normal().string()).second) {
            linked_.pieces.push_back(header.text);
            linked_.files.push_back(path.string());
            read(header.text, path.parent_path());
        }
        return header.ok();
    }

    std::vector<fs::path> folders_;
    LinkedInputs& linked_;
    std::set<std::string> seen_;
};

/// Whether the target can link it.
bool check(const ir::LinkedCode& code, const build::Toolchain& toolchain, diag::Sink& sink) {
    const bool is_cpu = toolchain.target == build::Target::Cpu;
    const bool is_machine_code = code.kind == "cubin" || code.kind == "fatbin";
    if (toolchain.product != build::Product::Library) {
        const std::string option = "--" + std::string(build::ending(toolchain.product));
        sink.report<Code::CannotLink>(code.range, "CUDA", code.path)
            .note(option + " makes code of one text, and nothing is linked");
        return false;
    }
    if (is_cpu && code.kind != "cu") {
        sink.report<Code::CannotLink>(code.range, "CPU", code.path)
            .help("CUDA C++, a file that ends in `.cu`, links on both targets");
        return false;
    }
    if (is_machine_code && toolchain.architectures.size() > 1) {
        sink.report<Code::CannotLink>(code.range, "CUDA", code.path)
            .note("machine code is for one architecture, and the library is for several")
            .help("give one architecture with `--arch`");
        return false;
    }
    return true;
}

}  // namespace

bool read_linked(const ir::Module& module, const build::Toolchain& toolchain, LinkedInputs& linked,
                 diag::Sink& sink) {
    if (!module.foreign.empty() && module.links.empty()) {
        const ir::ForeignFunction& first = *module.foreign.front();
        sink.report<Code::NotLinked>(first.range, first.name)
            .help("`link=` of `declare_device` or of the kernel's decorator names its code");
        return false;
    }
    const fs::path beside = fs::path(module.source->path()).parent_path();
    Headers headers(toolchain, linked);
    bool is_sound = true;
    for (const ir::LinkedCode& code : module.links) {
        const fs::path path = code.text ? fs::path() : beside / code.path;
        const ReadResult read = code.text ? ReadResult{*code.text, ""} : read_file(path);
        if (!read.ok()) {
            sink.report<Code::LinkedCode>(code.range, "`" + code.path + "`: " + read.error)
                .help("paths are those from the folder of the source");
            is_sound = false;
            continue;
        }
        is_sound = check(code, toolchain, sink) && is_sound;
        linked.inputs.push_back(
            {code.kind, code.path, path, code.text.value_or(""), beside, code.range});
        linked.pieces.insert(linked.pieces.end(), {code.kind, code.path, read.text});
        if (!code.text) {
            linked.files.push_back(path.string());
        }
        if (code.kind == "cu") {
            headers.read(read.text, code.text ? beside : path.parent_path());
        }
    }
    return is_sound;
}

}  // namespace pycu::driver
