// The commands and options of options.def as rows, and what a written value does to Options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"

namespace pycu::driver {

struct CommandRow {
    char letter;
    std::string_view name;
    std::string_view help;
};

/// Where an option may stand.
enum class Reach { Line, Run, Source };

struct OptionRow {
    /// Sets it from the text of its value, `true` of a switch; gives back what is wrong with that.
    using Set = std::string (*)(Options&, const OptionRow&, const std::string&);
    /// Its values as texts that `set` takes; none where it has none.
    using Get = std::vector<std::string> (*)(const Options&, const OptionRow&);

    std::string_view commands;
    std::string_view spellings;
    std::string_view value;
    Reach reach;
    Set set;
    Get get;
    std::string_view help;

    bool is_switch() const { return value.empty(); }
    bool is_number() const { return value == "N"; }
    bool is_repeatable() const { return help.ends_with("(repeatable)"); }
    /// Whether the values of a command line stand in place of those of a file, and not behind them.
    bool is_replaced() const { return value.ends_with(",..."); }
    bool is_list() const { return is_repeatable() || is_replaced(); }
    /// Whether a command takes it; `config` takes all that a file may say.
    bool is_of(char command) const {
        return commands.find(command) != std::string_view::npos ||
               (command == 'g' && reach != Reach::Line);
    }
    /// Its spellings, `-o` and `--output`.
    std::vector<std::string> names() const;
    /// The words that its value is one of; none where it may be others.
    std::vector<std::string> words() const;
    /// Its name in a file: `output`.
    std::string key() const;
};

const std::vector<CommandRow>& all_commands();
const std::vector<OptionRow>& all_options();

/// The command of a name or a letter; null where there is none.
const CommandRow* find_command(std::string_view name);
const CommandRow* find_command(char letter);

/// The option of a command with a spelling or a key; null where it takes none.
const OptionRow* find_option(char command, std::string_view spelling);

/// What a message says of a word that is none of these: `and is one of cpu, cuda`, and which is
/// near.
std::string none_of(const std::string& word, const std::vector<std::string>& words);

/// Sets an option as the command line does, and notes that it did. Gives back what is wrong.
std::string give(Options& options, const OptionRow& row, const std::string& value);

/// Options that follow from others.
void complete(Options& options);

}  // namespace pycu::driver
