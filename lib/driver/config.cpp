// What holds, of a file and of the command line. See config.h.
#include "driver/config.h"

#include <algorithm>
#include <initializer_list>
#include <ostream>

#include "build/process.h"
#include "driver/ignore_rules.h"
#include "driver/project_files.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

fs::path folder_of(const Config& config) {
    return config.file == nullptr ? fs::path() : fs::path(config.file->path()).parent_path();
}

/// Whether a setting is for a source.
bool is_for(const Setting& setting, const Config& config, const std::string& source) {
    if (setting.files.empty()) {
        return true;
    }
    const fs::path base = absolute_path(folder_of(config));
    const IgnoreRules rules(base, setting.files);
    // a pattern may mean a folder, and all that is in it
    bool is_folder = false;
    for (fs::path at = absolute_path(source); at != base && at.has_relative_path();
         at = at.parent_path()) {
        if (rules.leave_out(at, is_folder).value_or(false)) {
            return true;
        }
        is_folder = true;
    }
    return false;
}

bool is_given(const Options& line, const OptionRow& row) {
    return std::ranges::find(line.given, &row, &Given::row) != line.given.end();
}

/// Whether builds are for the processor, as far as options say it.
bool is_for_cpu(const Options& options) {
    return options.target == build::Target::Cpu ||
           (!options.target && !build::find_nvcc(options.nvcc));
}

/// Whether the value of a file is about a target that this run is not for: a project may say what
/// holds for both.
bool is_of_other_target(const OptionRow& row, bool is_cpu) {
    const std::string_view name = row.spellings;
    return is_cpu ? name == "--arch" || name == "--nvcc" || name == "-Xnvcc" : name == "--march";
}

/// The settings of the file that hold for a source, those for runs or those for sources, or both.
std::vector<const Setting*> held(const Options& line, const Config& config,
                                 const std::string& source, std::initializer_list<Reach> wanted) {
    const char letter = all_commands()[static_cast<std::size_t>(line.command)].letter;
    std::vector<const Setting*> all;
    for (const Setting& one : config.settings) {
        const bool is_wanted = std::ranges::find(wanted, one.row->reach) != wanted.end();
        const bool is_hidden = one.row->is_replaced() && is_given(line, *one.row);
        if (one.row->is_of(letter) && is_wanted && !is_hidden && is_for(one, config, source)) {
            all.push_back(&one);
        }
    }
    return all;
}

/// The file's settings below those of the command line.
Options joined(const Options& line, const Config& config, const std::vector<const Setting*>& all) {
    Options options;
    for (const Setting* one : all) {
        if (one->row->key() == "exclude") {
            options.excluded_below.emplace_back(folder_of(config).string(), one->value);
        } else {
            one->row->set(options, *one->row, one->value);
        }
    }
    for (const Given& one : line.given) {
        one.row->set(options, *one.row, one.value);
    }
    options.command = line.command;
    options.sources = line.sources;
    options.texts = line.texts;
    options.given = line.given;
    options.found = line.found;
    options.has_folders = line.has_folders;
    complete(options);
    return options;
}

}  // namespace

std::string find_config(const fs::path& folder, const Options& options) {
    if (options.no_config || !options.config.empty()) {
        return options.no_config ? "" : options.config;
    }
    fs::path shown = folder;
    fs::path at = absolute_path(folder);
    std::string nearest;
    while (true) {
        if (is_file(at / "pycu.toml")) {
            return (shown / "pycu.toml").lexically_normal().string();
        }
        if (is_file(at / "pyproject.toml")) {
            const std::string path = (shown / "pyproject.toml").lexically_normal().string();
            if (read_file(at / "pyproject.toml").text.find("pycu") != std::string::npos) {
                return path;
            }
            nearest = nearest.empty() ? path : nearest;
        }
        if (!at.has_relative_path()) {
            break;
        }
        at = at.parent_path();
        shown = shown / "..";
    }
    return nearest;
}

Options for_run(const Options& line, const Config& config, const std::string& source) {
    std::vector<const Setting*> all = held(line, config, source, {Reach::Run});
    if (all.empty()) {
        return line;
    }
    Options options = joined(line, config, all);
    const bool is_cpu = is_for_cpu(options);
    const auto is_other = [&](const Setting* one) { return is_of_other_target(*one->row, is_cpu); };
    return std::erase_if(all, is_other) > 0 ? joined(line, config, all) : options;
}

Options for_source(const Options& line, const Config& config, const std::string& source) {
    const std::vector<const Setting*> all = held(line, config, source, {Reach::Source});
    return all.empty() ? line : joined(line, config, all);
}

std::vector<std::string> constants_of(const Config& config, const std::string& source) {
    std::vector<std::string> texts;
    for (const Setting& one : config.settings) {
        if (one.row->key() == "const" && is_for(one, config, source)) {
            texts.push_back(one.value);
        }
    }
    return texts;
}

void print_config(const Options& line, const Config& config, const std::string& source,
                  std::ostream& out) {
    const std::vector<const Setting*> all = held(line, config, source, {Reach::Run, Reach::Source});
    const Options options = joined(line, config, all);
    out << "# " << source << ": "
        << (config.file == nullptr ? "no file of configuration" : config.file->path()) << '\n';
    for (const OptionRow& row : all_options()) {
        if (row.reach == Reach::Line) {
            continue;
        }
        std::vector<std::string> values = row.get(options, row), from;
        for (const Setting* one : all) {
            if (one->row == &row) {
                from.push_back(config.file->path() + ':' +
                               std::to_string(config.file->place(one->range.begin).line));
                if (row.key() == "exclude") {
                    values.push_back(one->value);
                }
            }
        }
        const bool is_of_line = is_given(line, row);
        if (!row.is_list() && !from.empty()) {
            from = {from.back()};
        }
        if (is_of_line && !row.is_list()) {
            from.clear();
        }
        if (is_of_line) {
            from.emplace_back("command line");
        }
        from.erase(std::unique(from.begin(), from.end()), from.end());
        const bool is_bare = row.is_switch() || row.is_number();
        for (std::string& value : values) {
            value = is_bare
                        ? value
                        : '"' + replace_all(replace_all(value, "\\", "\\\\"), "\"", "\\\"") + '"';
        }
        const std::string text = join(values, ", ");
        out << row.key() << " = "
            << (row.is_list()  ? '[' + text + ']'
                : text.empty() ? "\"\""
                               : text)
            << "  # " << (from.empty() ? "default" : join(from, ", ")) << '\n';
    }
}

}  // namespace pycu::driver
