// The manual page and the tables of docs/reference. See completions.h.
#include <algorithm>
#include <functional>
#include <string_view>

#include "completions.h"
#include "driver/option_table.h"
#include "support/text.h"

namespace pycu {

namespace {

using driver::CommandRow;
using driver::OptionRow;

struct Variables {
    std::string_view names;
    std::string_view help;
};

constexpr Variables read_variables[] = {
#define PYCU_VARIABLES(names, help) {names, help},
#include "environment.def"
};

/// `-o DIR`, `--target cpu|cuda`, `-Werror[=NAME]`: each spelling with its value.
std::vector<std::string> shown(const OptionRow& row) {
    std::vector<std::string> all = row.names();
    const std::string value(trim(row.value));
    if (!value.empty()) {
        all.back() += (value.starts_with('[') ? "" : " ") + value;
    }
    return all;
}

std::string roff(std::string_view text) {
    std::string plain = replace_all(replace_all(text, "\\", "\\e"), "-", "\\-");
    return plain.starts_with('.') || plain.starts_with('\'') ? "\\&" + plain : plain;
}

/// The options of exactly these commands.
std::string roff_options(std::string_view commands) {
    std::string text;
    for (const OptionRow& row : driver::all_options()) {
        if (row.commands == commands) {
            text += ".TP\n\\fB" + roff(join(shown(row), ", ")) + "\\fR\n" + roff(row.help) + '\n';
        }
    }
    return text;
}

/// The sets of commands that options have, the largest first.
std::vector<std::string> groups() {
    std::vector<std::string> all;
    for (const OptionRow& row : driver::all_options()) {
        if (std::ranges::find(all, row.commands) == all.end()) {
            all.emplace_back(row.commands);
        }
    }
    std::ranges::stable_sort(all, std::greater<>(), &std::string::size);
    return all;
}

/// `transpile, build`
std::string names_of(std::string_view letters) {
    return listed(letters, [](char letter) { return driver::find_command(letter)->name; });
}

}  // namespace

std::string manual_page() {
    std::string text = ".TH PYCU 1 \"\" \"pycu " PYCU_VERSION
                       "\"\n.SH NAME\n"
                       "pycu \\- Numba\\-CUDA Python to CUDA C++, ahead of time\n.SH SYNOPSIS\n"
                       "\\fBpycu\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIF.py\\fR...\n"
                       ".SH COMMANDS\n";
    for (const CommandRow& command : driver::all_commands()) {
        text += ".TP\n\\fB" + std::string(command.name) + "\\fR\n" + roff(command.help) + '\n';
    }
    for (const std::string& letters : groups()) {
        text += ".SH OPTIONS OF " + names_of(letters) + '\n' + roff_options(letters);
    }
    text +=
        ".SH EXIT STATUS\n"
        "0 where all went well, 1 of mistakes in sources and of stale files, 2 of mistakes in "
        "the command line and in configuration, 3 where a compiler is missing or files cannot "
        "be written, 70 of an internal error, 130 of an interrupt.\n"
        ".SH ENVIRONMENT\n";
    for (const auto& [names, help] : read_variables) {
        text += ".TP\n\\fB" + roff(names) + "\\fR\n" +
                roff(replace_all(std::string(help), "`", "")) + '\n';
    }
    return text;
}

std::string document_tables() {
    std::string text;
    for (const std::string& letters : groups()) {
        text += "| " + names_of(letters) + " | |\n|---|---|\n";
        for (const OptionRow& row : driver::all_options()) {
            if (row.commands == letters) {
                text += "| `" + replace_all(join(shown(row), "`, `"), "|", "\\|") + "` | " +
                        std::string(row.help) + " |\n";
            }
        }
        text += '\n';
    }
    text += "| variable | |\n|---|---|\n";
    for (const auto& [names, help] : read_variables) {
        text += "| `" + replace_all(std::string(names), ", ", "`, `") + "` | " + std::string(help) +
                " |\n";
    }
    return text;
}

}  // namespace pycu
