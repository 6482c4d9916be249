// Reading and finding input files.
#include "driver/inputs.h"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "declare/signature_files.h"
#include "driver/bindings.h"
#include "driver/config.h"
#include "driver/module_name.h"
#include "driver/notebook.h"
#include "support/files.h"
#include "support/text.h"
#include "syntax/scan.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t megabyte = 1000000;
constexpr std::size_t largest_file = 64 * megabyte;

/// The last name of `a.b=VALUE`, the text of an option.
std::string_view name_in(std::string_view option) {
    const std::string_view path = option.substr(0, option.find('='));
    return trim(path.substr(path.rfind('.') + 1));
}

bool has(std::string_view text, std::string_view name) {
    return text.find(name) != std::string_view::npos;
}

/// Whether a text of Python has a function of a name, or what is assigned to it.
bool binds(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos && !name.empty();
         at = text.find(name, at + 1)) {
        const std::string_view before = text.substr(0, at), behind = text.substr(at + name.size());
        const std::size_t next = behind.find_first_not_of(" \t");
        const bool is_assigned = next != std::string_view::npos && behind[next] == '=' &&
                                 !behind.substr(next).starts_with("==");
        const bool is_word = (before.empty() || !syntax::may_continue_name(before.back())) &&
                             (behind.empty() || !syntax::may_continue_name(behind.front()));
        if (is_word && (is_assigned || before.ends_with("def "))) {
            return true;
        }
    }
    return false;
}

/// Reads files, each once.
class Reader {
  public:
    Reader(const Options& options, std::istream& standard_input, Files& files, diag::Sink& sink)
        : options_(options), standard_input_(standard_input), files_(files), sink_(sink) {}

    Inputs read() {
        Inputs inputs;
        for (const std::string& path : options_.sources) {
            Input input = read_source(path);
            input.launches = options_.launches;
            if (input.launches.empty() && input.pyproject != nullptr) {
                input.launches = find_launches(*input.pyproject, input.module);
                if (input.launches.empty() && path != "-") {
                    input.launches = find_launches(*input.pyproject, module_name(path));
                }
            }
            if (input.source != nullptr) {
                inputs.sources.push_back(std::move(input));
            }
            inputs.told.push_back(sink_.all().size());
        }
        for (const std::string& text : options_.signatures) {
            give(inputs, &Input::sigs, files_.add("--sig", text), binds);
        }
        for (const std::string& text : options_.constants) {
            give(inputs, &Input::consts, files_.add("--const", text), has);
        }
        if (!options_.bindings.empty()) {
            std::vector<std::string> read;
            inputs.bindings = read_bindings(options_.bindings, read, sink_);
            for (Input& input : inputs.sources) {
                input.bindings = read;
            }
        }
        return inputs;
    }

  private:
    /// Gives the text of an option to the sources that have the name it begins with. The first of
    /// all gets what none has, and says so.
    void give(Inputs& inputs, std::vector<const SourceFile*> Input::*list, const SourceFile& text,
              bool (*fits)(std::string_view, std::string_view)) {
        const std::string_view name = name_in(text.text());
        const std::vector<std::string>& all =
            options_.among.empty() ? options_.sources : options_.among;
        const auto takes = [&](const std::string& one) {
            const auto [known, is_new] = among_.try_emplace(one);
            if (is_new) {
                known->second = text_of(one);
            }
            return !known->second.ok() || fits(known->second.text, name);
        };
        const bool is_of_none = all.size() < 2 || std::ranges::none_of(all, takes);
        for (Input& input : inputs.sources) {
            if (is_of_none ? input.source->path() == all.front() || all.size() < 2
                           : fits(input.source->text(), name)) {
                (input.*list).push_back(&text);
            }
        }
    }

    Input read_source(const std::string& path) {
        Input input;
        if (path == "-") {
            const std::istreambuf_iterator<char> begin(standard_input_);
            input.source = accept("<stdin>", std::string(begin, {}));
            input.module = options_.module.empty() ? "stdin_" : options_.module;
            input.pyproject = find_pyproject(".");
            configure(input, "stdin.py");
            return input;
        }
        input.source = read_file_once(path);
        input.module = options_.module.empty() ? module_name(path) : options_.module;
        input.pyproject = find_pyproject(fs::path(path).parent_path());
        configure(input, path);
        const fs::path sigs = fs::path(path).replace_extension(".sigs.toml");
        input.sigs_toml = exists(sigs) ? read_file_once(sigs) : nullptr;
        if (input.sigs_toml != nullptr) {
            for (const std::string& text : sema::read_constants(*input.sigs_toml, sink_)) {
                input.consts.push_back(&files_.add(sigs.string() + " [constants]", text));
            }
        }
        return input;
    }

    static bool exists(const fs::path& path) {
        std::error_code error;
        return fs::exists(path, error);
    }

    const SourceFile* find_pyproject(const fs::path& folder) {
        const std::string path = find_config(folder, options_);
        return path.empty() ? nullptr : read_file_once(path);
    }

    /// What the file of configuration says of a source.
    void configure(Input& input, const std::string& source) {
        Config none;
        const Config* config = &none;
        if (input.pyproject != nullptr) {
            const auto [known, is_new] = configs_.try_emplace(input.pyproject);
            if (is_new) {
                known->second = read_config(*input.pyproject, sink_);
            }
            config = &known->second;
        }
        input.options = std::make_shared<const Options>(for_source(options_, *config, source));
        for (const std::string& text : constants_of(*config, source)) {
            // a file that does not have the name may have no kernels, which a constant would hide
            if (input.source == nullptr || !has(input.source->text(), name_in(text))) {
                continue;
            }
            input.consts.push_back(&files_.add(config->file->path() + " [const]", text));
        }
    }

    /// The programs that a pyproject.toml names, whose paths begin at its folder. What is wrong
    /// there is reported once.
    std::vector<std::string> find_launches(const SourceFile& pyproject, const std::string& module) {
        diag::Sink found;
        std::vector<std::string> paths;
        const fs::path folder = fs::path(pyproject.path()).parent_path();
        for (const sema::LaunchPath& one : sema::read_launches(pyproject, module, found)) {
            const fs::path path = (folder / one.path).lexically_normal();
            if (exists(path)) {
                paths.push_back(path.string());
            } else {
                found.report<diag::Code::BadLaunches>(one.range,
                                                      "there is no `" + path.string() + "`");
            }
        }
        for (const diag::Diagnostic& one : found.all()) {
            if (reported_.emplace(&pyproject, one.range.begin).second) {
                sink_.add(one);
            }
        }
        return paths;
    }

    /// What a file holds, or an editor holds of it.
    ReadResult text_of(const fs::path& path) const {
        const auto given = options_.texts.find(path.string());
        return given != options_.texts.end() ? ReadResult{given->second, {}} : read_file(path);
    }

    const SourceFile* read_file_once(const fs::path& path) {
        const auto known = known_.find(path.string());
        if (known != known_.end()) {
            return known->second;
        }
        ReadResult read = text_of(path);
        const SourceFile* file = nullptr;
        if (!read.ok() && path == options_.config) {
            sink_.report<diag::Code::Usage>("--config is `" + path.string() + "`: " + read.error);
        } else if (!read.ok()) {
            sink_.report<diag::Code::CannotRead>(path.string(), read.error);
        } else {
            file = accept(path.string(), std::move(read.text));
        }
        known_.emplace(path.string(), file);
        return file;
    }

    /// Takes a text that is UTF-8 and of a size that we can handle.
    const SourceFile* accept(const std::string& path, std::string text) {
        if (is_no_matter(path, text) && (text.size() > largest_file || find_invalid_utf8(text) ||
                                         text.find('\0') != std::string::npos)) {
            return nullptr;
        }
        if (text.size() > largest_file) {
            diag::Diagnostic& huge = sink_.report<diag::Code::HugeFile>(
                path, text.size() / megabyte, largest_file / megabyte);
            if (path.ends_with(".ipynb")) {
                huge.help("clear its outputs: `jupyter nbconvert --clear-output --inplace " + path +
                          "`");
            }
            return nullptr;
        }
        if (text.find('\0') != std::string::npos) {
            sink_.report<diag::Code::BinaryFile>(path);
            return nullptr;
        }
        if (find_invalid_utf8(text)) {
            refuse_encoding(files_.add(path, std::move(text)));
            return nullptr;
        }
        return path.ends_with(".ipynb") ? accept_notebook(path, text)
                                        : &files_.add(path, std::move(text));
    }

    /// A folder led to it, and nothing in it makes kernels.
    bool is_no_matter(const std::string& path, std::string_view text) const {
        return options_.found.contains(path) && text.find("numba") == std::string_view::npos;
    }

    void refuse_encoding(const SourceFile& file) {
        const auto begin = static_cast<std::uint32_t>(*find_invalid_utf8(file.text()));
        const auto byte = static_cast<unsigned char>(file.text()[begin]);
        sink_.report<diag::Code::NotUtf8>(Range{begin, begin + 1, file.file()}, hexadecimal(byte))
            .help("save the file as UTF-8");
    }

    const SourceFile* accept_notebook(const std::string& path, std::string_view json) {
        Notebook notebook;
        std::string error;
        if (!read_notebook(json, notebook, error)) {
            if (is_no_matter(path, json)) {
                return nullptr;
            }
            sink_.report<diag::Code::BadNotebook>(path, error);
            return nullptr;
        }
        if (notebook.text.find('\0') != std::string::npos) {
            sink_.report<diag::Code::BinaryFile>(path);
            return nullptr;
        }
        return &files_.add(path, std::move(notebook.text), std::move(notebook.cells));
    }

    static std::string hexadecimal(unsigned char byte) {
        const std::string_view digits = "0123456789abcdef";
        return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
    }

    const Options& options_;
    std::istream& standard_input_;
    Files& files_;
    diag::Sink& sink_;
    std::map<std::string, const SourceFile*> known_;
    std::map<std::string, ReadResult> among_;  // what options of several sources look through
    std::map<const SourceFile*, Config> configs_;
    std::set<std::pair<const SourceFile*, std::uint32_t>> reported_;
};

}  // namespace

std::vector<std::string> Input::dependencies() const {
    std::vector<std::string> paths;
    for (const SourceFile* file : {source, sigs_toml, pyproject}) {
        if (file != nullptr && file->path() != "<stdin>") {
            paths.push_back(file->path());
        }
    }
    paths.insert(paths.end(), bindings.begin(), bindings.end());
    paths.insert(paths.end(), imported.begin(), imported.end());
    return paths;
}

Inputs read_inputs(const Options& options, std::istream& standard_input, Files& files,
                   diag::Sink& sink) {
    return Reader(options, standard_input, files, sink).read();
}

}  // namespace pycu::driver
