// Writes x.sigs.toml. See written_signatures.h.
#include "driver/written_signatures.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "declare/signature_files.h"
#include "driver/inspect.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace {

/// Where the lines of `[signatures]` end; nothing where the text has no such table.
std::size_t end_of_table(const std::string& text) {
    std::size_t at = 0;
    bool is_inside = false;
    std::size_t end = std::string::npos;
    while (at < text.size()) {
        const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = trim(std::string_view(text).substr(at, next - at));
        if (line.starts_with("[signatures]")) {
            is_inside = true;
            end = next;
        } else if (is_inside && line.starts_with('[')) {
            return end;
        } else if (is_inside && !line.empty()) {
            end = next;
        }
        at = next;
    }
    return end;
}

/// The `?` of an entry that are to be filled in, which its comments are not.
std::size_t holes_of(const std::string& entry) {
    std::size_t holes = 0;
    for (std::size_t at = 0; at < entry.size();) {
        const std::size_t end = std::min(entry.find('\n', at), entry.size());
        const bool is_comment = entry[at] == '#';
        holes += is_comment ? 0
                            : std::size_t(std::count(entry.begin() + std::ptrdiff_t(at),
                                                     entry.begin() + std::ptrdiff_t(end), '?'));
        at = end + 1;
    }
    return holes;
}

}  // namespace

std::string write_signatures(const Input& input, const ir::Module& module, diag::Sink& sink) {
    const std::string& path = input.source->path();
    std::string lines;
    std::size_t kernels = 0, holes = 0;
    for (const auto& [name, entry] : kernel_entries(module)) {
        if (input.sigs_toml == nullptr || !sema::has_signatures(*input.sigs_toml, name)) {
            lines += entry;
            ++kernels;
            holes += holes_of(entry);
        }
    }
    if (lines.empty() || path == "<stdin>") {
        return path + ": `--write-signatures` has no kernels to add";
    }
    const std::filesystem::path table = std::filesystem::path(path).replace_extension(".sigs.toml");
    std::string text = input.sigs_toml != nullptr ? input.sigs_toml->text() : "";
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
    const std::size_t end = end_of_table(text);
    if (end != std::string::npos) {
        text.insert(end, lines);
    } else if (text.empty()) {
        text = "# Types of kernels: write one in place of each `?`.\n[signatures]\n" + lines;
    } else {
        text += "\n[signatures]\n" + lines;
    }
    const WriteResult written = write_if_changed(table, text);
    if (!written.ok()) {
        sink.report<diag::Code::CannotWrite>(written.failed.string(), written.error);
        return "";
    }
    const std::string open =
        holes == 0 ? "" : ", " + std::to_string(holes) + " `?` to be filled in";
    return table.string() + ": " + counted(kernels, "kernel") + " written" + open;
}

}  // namespace pycu::driver
