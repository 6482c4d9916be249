// Comparing and writing.
#include "driver/outputs.h"

#include <ostream>
#include <set>

namespace pycu::driver {

namespace fs = std::filesystem;

bool print_stale(const std::vector<FileText>& files, std::ostream& out) {
    bool fresh = true;
    for (const FileText& file : files) {
        const ReadResult old = read_file(file.path);
        if (!old.ok() || old.text != file.text) {
            out << (old.ok() ? "stale: " : "missing: ") << file.path.string() << '\n';
            fresh = false;
        }
    }
    return fresh;
}

void print_diff(const std::vector<FileText>& files, std::ostream& out) {
    for (const FileText& file : files) {
        const ReadResult old = read_file(file.path);
        const std::string name = file.path.string();
        out << unified_diff(old.text, file.text, old.ok() ? name : "/dev/null", name);
    }
}

bool write_all(const std::string& folder, const std::vector<FileText>& files, diag::Sink& sink) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error && !fs::is_directory(folder)) {
        sink.report<diag::Code::CannotWrite>(folder, error.message());
        return false;
    }
    const WriteResult written = write_if_changed(files);
    if (!written.ok()) {
        sink.report<diag::Code::CannotWrite>(written.failed.string(), written.error);
    }
    return written.ok();
}

/// A path as make reads it.
static std::string escape(const std::string& path) {
    std::string text;
    for (const char c : path) {
        text += c == ' ' || c == '#' || c == '\\' ? "\\" : c == '$' ? "$" : "";
        text += c;
    }
    return text;
}

FileText depfile(const Options& options, const std::vector<Input>& inputs,
                 const std::string& default_target, const std::string& default_path) {
    std::string text =
        options.depfile_target.empty() ? escape(default_target) : escape(options.depfile_target);
    text += ':';
    std::set<std::string> seen;
    for (const Input& input : inputs) {
        for (const std::string& path : input.dependencies()) {
            if (seen.insert(path).second) {
                text += " \\\n  " + escape(path);
            }
        }
    }
    text += '\n';
    return {options.depfile_path.empty() ? default_path : options.depfile_path, text};
}

}  // namespace pycu::driver
