// Reads the arguments. The only place that knows CLI11. See command_line.h.
#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "completions.h"
#include "driver/driver.h"
#include "driver/option_table.h"
#include "places.h"
#include "support/nearest.h"

namespace pycu {

namespace {

using driver::CommandRow;
using driver::OptionRow;
using driver::Options;

using Written = driver::Given;

/// `-MD`: several letters behind one dash, as compilers spell them.
bool has_one_dash(const std::string& name) {
    return name.size() > 2 && name[0] == '-' && name[1] != '-';
}

/// Whether some option is spelled so.
bool is_spelling(const std::string& text) {
    return std::ranges::any_of(driver::all_options(), [&](const OptionRow& row) {
        const std::vector<std::string> names = row.names();
        return std::ranges::find(names, text) != names.end();
    });
}

/// The arguments, reversed as CLI11 wants them. Options of several letters and one dash get a
/// second dash; the value of -Xnvcc may begin with a dash itself.
std::vector<std::string> normalize(int argc, char** argv) {
    std::vector<std::string> arguments;
    for (int i = 1; i < argc; ++i) {
        std::string text = argv[i];
        if (text == "-Werror") {
            text = "--Werror=*";
        } else if (text.starts_with("-Wno-")) {
            text = "--Wno-NAME=" + text.substr(5);
        } else if ((text == "-Xnvcc" || text == "-Xcxx") && i + 1 < argc) {
            text = '-' + text + '=' + argv[++i];
        } else if (has_one_dash(text) && is_spelling(text.substr(0, text.find('=')))) {
            text.insert(0, "-");
        }
        arguments.push_back(text);
    }
    return {arguments.rbegin(), arguments.rend()};
}

/// Shows the options of normalize() as they are typed.
class Formatter : public CLI::Formatter {
  public:
    std::string make_option_name(const CLI::Option* option, bool positional) const override {
        const std::string name = CLI::Formatter::make_option_name(option, positional);
        const bool one_dash = name.starts_with("--") && is_spelling(name.substr(1));
        return one_dash ? name.substr(1) : name;
    }
};

void add_option(CLI::App& app, const OptionRow& row, std::vector<Written>& written) {
    std::string names;
    for (const std::string& name : row.names()) {
        names += (names.empty() ? "" : ",") + std::string(has_one_dash(name) ? "-" : "") + name;
    }
    const std::string help(row.help);
    if (row.is_switch()) {
        const auto note = [&written, &row] { written.push_back({&row, "true"}); };
        app.add_flag_callback(names, note, help);
        return;
    }
    const auto note = [&written, &row](const std::vector<std::string>& values) {
        for (const std::string& value : values) {
            written.push_back({&row, value});
        }
    };
    CLI::Option* option = app.add_option_function<std::vector<std::string>>(names, note, help);
    option->option_text(std::string(row.value));
    if (row.value == "PATH...") {
        option->expected(-1);
    } else {
        option->allow_extra_args(false);
    }
}

/// Describes all commands, or the one that is given alone: behind it `build` is a folder.
void describe(CLI::App& app, const CommandRow* only, std::vector<Written>& written,
              std::vector<std::string>& sources) {
    app.formatter(std::make_shared<Formatter>());
    app.set_version_flag("-V,--version", "pycu " PYCU_VERSION);
    for (const PlaceOption& one : place_options()) {
        app.add_flag_callback(
            one.spelling, [&one] { std::exit(one.print()); }, one.help);
    }
    for (const CommandRow& command : driver::all_commands()) {
        if (only != nullptr && only != &command) {
            continue;
        }
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.help));
        if (command.letter == 'r' || command.letter == 'e' || command.letter == 'd') {
            continue;  // they read their own
        }
        const bool is_shell = command.letter == 's';
        sub->add_option(
               is_shell ? "FORM" : "SOURCE", sources,
               is_shell ? "What is printed" : "Python files and notebooks; - is standard input")
            ->option_text(is_shell ? completion_forms() : "F.py...");
        sub->allow_extras();
        for (const OptionRow& row : driver::all_options()) {
            if (row.is_of(command.letter)) {
                add_option(*sub, row, written);
            }
        }
    }
}

// ---- What is said of wrong words.

int complain(const std::string& problem, std::string_view command = "") {
    std::cerr << "pycu: " << problem << "\n`pycu " << command << (command.empty() ? "" : " ")
              << "--help` shows the " << (command.empty() ? "commands" : "options") << '\n';
    return driver::UsageError;
}

std::string there_is(const std::string& word, const std::vector<std::string>& words) {
    const std::string near = nearest(word, words);
    return near.empty() ? "" : "; there is `" + near + "`";
}

bool is_source(const std::string& word) {
    std::error_code error;
    return word.ends_with(".py") || word.ends_with(".ipynb") ||
           std::filesystem::exists(word, error);
}

/// The options of pycu itself by their long spellings.
std::vector<std::string> own_options() {
    std::vector<std::string> all = {"--help", "--version"};
    for (const PlaceOption& one : place_options()) {
        all.emplace_back(one.spelling);
    }
    return all;
}

/// The first argument is no command.
int refuse_first(const std::string& word) {
    if (word.starts_with('-')) {
        for (const CommandRow& command : driver::all_commands()) {
            if (driver::find_option(command.letter, word) != nullptr) {
                return complain("`" + word + "` stands behind a command: `pycu " +
                                std::string(command.name) + " " + word + "`");
            }
        }
        return complain("no option is called `" + word + "`" + there_is(word, own_options()));
    }
    if (is_source(word)) {
        return complain("`" + word + "` is no command: `pycu check " + word + "`?");
    }
    std::vector<std::string> names;
    for (const CommandRow& command : driver::all_commands()) {
        names.emplace_back(command.name);
    }
    return complain("no command is called `" + word + "`" + there_is(word, names));
}

/// The commands that take an option so spelled, with commas between them.
std::string owners_of(const std::string& word) {
    std::string owners;
    for (const CommandRow& command : driver::all_commands()) {
        const OptionRow* row = word.empty() ? nullptr : driver::find_option(command.letter, word);
        if (row != nullptr && row->commands.find(command.letter) != std::string_view::npos) {
            owners += (owners.empty() ? "" : ", ") + std::string(command.name);
        }
    }
    return owners;
}

/// An option that the command does not take, as CLI11 got it: of one dash, maybe with two.
int refuse_option(const CommandRow& command, const std::string& written) {
    std::string word = written.substr(0, written.find('='));
    word = word.starts_with("--") && is_spelling(word.substr(1)) ? word.substr(1) : word;
    const std::string name(command.name);
    if (const std::string owners = owners_of(word); !owners.empty()) {
        return complain("`" + word + "` is an option of " + owners + ", and not of " + name, name);
    }
    std::vector<std::string> own = {"--help"}, others;
    for (const OptionRow& row : driver::all_options()) {
        const bool is_own = row.is_of(command.letter);
        for (const std::string& one : row.names()) {
            (is_own ? own : others).push_back(one);
        }
    }
    const std::string problem = "no option of " + name + " is called `" + word + "`";
    const std::string near = nearest(word, own);
    if (near.empty()) {
        const std::string other = nearest(word, others);
        return complain(
            problem + (other.empty() ? "" : "; there is `" + other + "`, of " + owners_of(other)),
            name);
    }
    const OptionRow* meant = driver::find_option(command.letter, near);
    std::string all;
    for (const std::string& one : meant != nullptr ? meant->names() : std::vector{near}) {
        all = "`" + one + "`" + (all.empty() ? "" : " or " + all);
    }
    return complain(problem + "; there is " + all, name);
}

/// An option without its value: CLI11 tells its name in front of a colon.
std::string without_value(std::string_view told, const CommandRow* command) {
    std::string name(told.substr(0, told.find(':')));
    name = is_spelling(name) ? name : name.substr(1);
    const OptionRow* row =
        command != nullptr ? driver::find_option(command->letter, name) : nullptr;
    return row == nullptr ? std::string(told) : name + " needs " + std::string(row->value);
}

int print_short_help() {
    std::cerr << "usage: pycu COMMAND [OPTIONS] F.py...\n\n";
    for (const CommandRow& command : driver::all_commands()) {
        std::cerr << "  pycu " << std::left << std::setw(12) << command.name << ' ' << command.help
                  << '\n';
    }
    std::cerr << "\n`pycu --help` says more, `pycu COMMAND --help` shows the options\n";
    return driver::UsageError;
}

/// The command and its options, from what CLI11 has taken apart.
std::optional<Options> take(const CommandRow& command, const std::vector<Written>& written,
                            std::vector<std::string> sources, int& code) {
    Options options;
    for (const Written& one : written) {
        const std::string problem = driver::give(options, *one.row, one.value);
        if (!problem.empty()) {
            code = complain(one.row->names().back() + " is `" + one.value + "`, " + problem,
                            command.name);
            return std::nullopt;
        }
    }
    if (command.letter == 's') {
        code = print_completions(sources);
        return std::nullopt;
    }
    if (sources.empty() && command.letter != 'g') {
        code = complain(std::string(command.name) + " needs a source: `pycu " +
                            std::string(command.name) + " kernels.py`",
                        command.name);
        return std::nullopt;
    }
    options.command = static_cast<driver::Command>(&command - driver::all_commands().data());
    options.sources = std::move(sources);
    driver::complete(options);
    return options;
}

}  // namespace

std::optional<Options> read_command_line(int argc, char** argv, int& code) {
    if (argc == 1) {
        code = print_short_help();
        return std::nullopt;
    }
    const std::string first = argv[1];
    const CommandRow* command = driver::find_command(first);
    const std::vector<std::string> own = own_options();
    const bool is_own =
        first == "-h" || first == "-V" || std::ranges::find(own, first) != own.end();
    if (command == nullptr && !is_own) {
        code = refuse_first(first);
        return std::nullopt;
    }
    CLI::App app("Numba-CUDA Python to CUDA C++, ahead of time", "pycu");
    std::vector<Written> written;
    std::vector<std::string> sources;
    describe(app, command, written, sources);
    try {
        app.parse(normalize(argc, argv));
    } catch (const CLI::ArgumentMismatch& error) {
        code =
            complain(without_value(error.what(), command), command == nullptr ? "" : command->name);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        code = error.get_exit_code() == 0
                   ? app.exit(error)
                   : complain(error.what(), command == nullptr ? "" : command->name);
        return std::nullopt;
    }
    if (command == nullptr) {
        code = refuse_first(first);
        return std::nullopt;
    }
    for (const std::string& word : app.get_subcommand(first)->remaining()) {
        code = refuse_option(*command, word);
        return std::nullopt;
    }
    return take(*command, written, std::move(sources), code);
}

}  // namespace pycu
