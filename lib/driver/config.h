// Options in files: [tool.pycu] of a pyproject.toml, and pycu.toml.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "driver/option_table.h"
#include "driver/options.h"
#include "source/source_file.h"

namespace pycu::driver {

/// One value of a file: what `option = value` sets, a list with as many of them.
struct Setting {
    const OptionRow* row = nullptr;
    std::string value;
    /// Where the value stands.
    Range range;
    /// The files that it is for, as a line of a .gitignore; empty where it is for all.
    std::string files;
};

/// The settings of one file, in the order in which they hold: per-file ones last.
struct Config {
    const SourceFile* file = nullptr;
    std::vector<Setting> settings;
};

/// The file that holds for a folder: the nearest pycu.toml at or above it, or pyproject.toml that
/// speaks of pycu, the first where there are both; else the nearest pyproject.toml. The path begins
/// as the folder's does. With --config it is that file, with --no-config none: an empty path.
std::string find_config(const std::filesystem::path& folder, const Options& options);

/// Reads the settings; reports what is no TOML, keys that are none, and values that an option does
/// not take.
Config read_config(const SourceFile& file, diag::Sink& sink);

/// What holds for a whole run, whose first source is given: the file's settings, and what the
/// command line says before them.
Options for_run(const Options& line, const Config& config, const std::string& source);

/// The same for one source. Constants are those of the command line alone: see constants_of().
Options for_source(const Options& line, const Config& config, const std::string& source);

/// The constants that the file gives a source, as texts of --const.
std::vector<std::string> constants_of(const Config& config, const std::string& source);

/// Prints every setting with its value and where that comes from, as TOML.
void print_config(const Options& line, const Config& config, const std::string& source,
                  std::ostream& out);

}  // namespace pycu::driver
