// Reads the settings of a file. See config.h.
#include <algorithm>
#include <filesystem>

#include "declare/toml_places.h"
#include "driver/config.h"
#include "driver/usage.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// The setting of a key; null where there is none.
const OptionRow* row_of(std::string_view key) {
    const std::string_view name = key == "constants" ? "const" : key;
    for (const OptionRow& row : all_options()) {
        if (row.reach != Reach::Line && row.key() == name) {
            return &row;
        }
    }
    return nullptr;
}

/// Tables that others read: signatures and launches.
bool is_read_elsewhere(std::string_view key) {
    return key == "signatures" || key == "launches";
}

/// What an option takes, as a message says it.
std::string taken_by(const OptionRow& row) {
    if (row.key() == "werror") {
        return "true, or a list of the names of warnings";
    }
    if (row.key() == "const") {
        return "a table of names and numbers or texts of Python, or a list of `NAME=VALUE`";
    }
    if (row.is_switch()) {
        return "true or false";
    }
    if (!row.words().empty()) {
        return "one of " + join(row.words(), ", ");
    }
    return row.is_number() ? "a number" : row.is_list() ? "a list of texts" : "a text";
}

/// Reads one table of settings, and those of files in it.
class ConfigReader {
  public:
    ConfigReader(Config& config, diag::Sink& sink) : config_(config), sink_(sink) {}

    void read(const toml::table& table) {
        settings(table, "");
        const toml::node* files = table.get("per-file");
        if (files == nullptr) {
            return;
        }
        const toml::table* by_pattern = files->as_table();
        if (by_pattern == nullptr) {
            refuse(*files, "`per-file` takes a table of settings for each pattern");
            return;
        }
        for (const auto& [pattern, node] : in_order(*by_pattern)) {
            if (const toml::table* own = node->as_table()) {
                settings(*own, pattern);
            } else {
                refuse(*node, "`per-file` takes a table of settings for each pattern");
            }
        }
    }

  private:
    /// As they stand in the file, of which TOML's tables know nothing.
    std::vector<std::pair<std::string, const toml::node*>> in_order(
        const toml::table& table) const {
        std::vector<std::pair<std::uint32_t, std::pair<std::string, const toml::node*>>> all;
        for (const auto& [key, node] : table) {
            all.push_back({range(key.source()).begin, {std::string(key.str()), &node}});
        }
        std::ranges::sort(all, {}, [](const auto& one) { return one.first; });
        std::vector<std::pair<std::string, const toml::node*>> sorted;
        for (auto& one : all) {
            sorted.push_back(std::move(one.second));
        }
        return sorted;
    }

    Range range(const toml::source_region& source) const {
        return sema::range_in(*config_.file, source);
    }

    diag::Diagnostic& refuse(const toml::node& node, const std::string& message) {
        return sink_.report<diag::Code::BadSetting>(range(node.source()), message);
    }

    void settings(const toml::table& table, const std::string& files) {
        for (const auto& [key, node] : table) {
            const OptionRow* row = row_of(key.str());
            const bool is_known =
                files.empty() && (is_read_elsewhere(key.str()) || key.str() == "per-file");
            if (is_known) {
                continue;
            }
            if (row == nullptr) {
                unknown(key, files);
            } else if (!files.empty() && row->reach != Reach::Source) {
                sink_
                    .report<diag::Code::BadSetting>(range(key.source()),
                                                    "`" + row->key() + "` holds for a whole run")
                    .help("write it above `per-file`");
            } else {
                setting(*row, node, files);
            }
        }
    }

    void unknown(const toml::key& key, const std::string& files) {
        std::vector<std::string> known;
        for (const OptionRow& row : all_options()) {
            if (row.reach == Reach::Source || (row.reach == Reach::Run && files.empty())) {
                known.push_back(row.key());
            }
        }
        if (files.empty()) {
            known.insert(known.end(), {"constants", "launches", "per-file", "signatures"});
        }
        const std::string name(key.str());
        auto& report = sink_.report<diag::Code::UnknownTable>(range(key.source()), name);
        if (const std::string near = nearest(name, known); !near.empty()) {
            report.help("there is `" + near + "`");
        } else if (name == "sig" || name == "sigs") {
            report.help("signatures stand below `[signatures]`");
        } else {
            std::ranges::sort(known);
            report.note("there are " + join(known, ", "));
        }
    }

    void setting(const OptionRow& row, const toml::node& node, const std::string& files) {
        if (row.key() == "werror" && node.is_boolean()) {
            if (node.value_or(false)) {
                add(row, "*", node, files);
            }
            return;
        }
        if (const toml::table* values = node.as_table(); values && row.key() == "const") {
            constants(row, *values, "", files);
            return;
        }
        if (const toml::array* list = node.as_array(); list && row.is_list()) {
            for (const toml::node& one : *list) {
                value(row, one, files);
            }
            return;
        }
        value(row, node, files);
    }

    void constants(const OptionRow& row, const toml::table& table, const std::string& outer,
                   const std::string& files) {
        for (const auto& [key, node] : table) {
            const std::string name = outer + std::string(key.str());
            if (const toml::table* inner = node.as_table()) {
                constants(row, *inner, name + ".", files);
            } else if (const auto text = sema::python_text(node)) {
                add(row, name + '=' + *text, node, files);
            } else {
                refuse(node, "`" + name + "` is no number and no text of Python");
            }
        }
    }

    void value(const OptionRow& row, const toml::node& node, const std::string& files) {
        const bool is_digits = row.is_number() || (!row.words().empty() && node.is_integer());
        std::string text;
        if (row.is_switch() && node.is_boolean()) {
            text = node.value_or(false) ? "true" : "false";
        } else if (is_digits && node.is_integer() && node.value_or(std::int64_t(-1)) >= 0) {
            text = std::to_string(node.value_or(std::int64_t(0)));
        } else if (!row.is_switch() && !row.is_number() && node.is_string()) {
            text = node.value_or(std::string());
        } else {
            refuse(node, "`" + row.key() + "` takes " + taken_by(row));
            return;
        }
        if (row.key() == "const" && text.find('=') == std::string::npos) {
            refuse(node, "`const` takes " + taken_by(row));
            return;
        }
        add(row, in_folder(row, text), node, files);
    }

    /// Paths begin at the folder of the file.
    std::string in_folder(const OptionRow& row, const std::string& text) const {
        const bool is_path =
            row.value == "DIR" || (row.value == "PATH" && text.find('/') != std::string::npos);
        if (!is_path || text == "-") {
            return text;
        }
        return (fs::path(config_.file->path()).parent_path() / text).lexically_normal().string();
    }

    void add(const OptionRow& row, const std::string& text, const toml::node& node,
             const std::string& files) {
        Options alone;
        const std::string problem = row.set(alone, row, text);
        if (!problem.empty()) {
            refuse(node, "`" + row.key() + "` is `" + text + "`, " + problem);
            return;
        }
        diag::Sink told;
        check_values(alone, told);
        for (diag::Diagnostic one : told.all()) {
            auto& report = refuse(node, one.message);
            report.notes = one.notes;
            report.helps = one.helps;
        }
        if (told.all().empty()) {
            config_.settings.push_back({&row, text, range(node.source()), files});
        }
    }

    Config& config_;
    diag::Sink& sink_;
};

}  // namespace

Config read_config(const SourceFile& file, diag::Sink& sink) {
    Config config;
    config.file = &file;
    const toml::parse_result result = toml::parse(std::string_view(file.text()));
    if (!result) {
        const std::uint32_t at = sema::offset_in(file, result.error().source().begin);
        sink.report<diag::Code::BadToml>(Range{at, at, file.file()}, result.error().description());
    } else if (const toml::table* table = sema::table_of_pycu(result.table(), file)) {
        ConfigReader(config, sink).read(*table);
    }
    return config;
}

}  // namespace pycu::driver
