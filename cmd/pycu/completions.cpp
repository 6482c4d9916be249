// Completions of shells. See completions.h.
#include "completions.h"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/option_table.h"
#include "places.h"
#include "support/text.h"

namespace pycu {

namespace {

using driver::CommandRow;
using driver::OptionRow;

/// The options of pycu itself.
std::string top_options() {
    std::string all = "--help --version";
    for (const PlaceOption& one : place_options()) {
        all += ' ' + std::string(one.spelling);
    }
    return all;
}

bool is_of(const OptionRow& row, const CommandRow& command) {
    return row.is_of(command.letter);
}

std::vector<std::string> warning_names() {
    std::vector<std::string> names;
    for (const diag::Kind& kind : diag::all_kinds()) {
        if (kind.severity == diag::Severity::Warning) {
            names.push_back(diag::flag_name(kind));
        }
    }
    return names;
}

/// What may be typed for an option: its spellings, or all that `-Wno-NAME` and `-Werror` stand for.
std::vector<std::string> typed(const OptionRow& row) {
    std::vector<std::string> all;
    if (row.value == " ") {
        for (const std::string& name : warning_names()) {
            all.push_back("-Wno-" + name);
        }
        return all;
    }
    all = row.names();
    if (row.value == "[=NAME]") {
        for (const std::string& name : warning_names()) {
            all.push_back("-Werror=" + name);
        }
    }
    return all;
}

/// What may stand behind an option: `words`, `folder`, `file`, `text`, or nothing.
std::string_view argument(const OptionRow& row) {
    if (row.is_switch() || row.value == " " || row.value == "[=NAME]") {
        return "";
    }
    if (!row.words().empty()) {
        return "words";
    }
    if (row.value == "DIR") {
        return "folder";
    }
    return row.value == "FILE" || row.value.starts_with("PATH") ? "file" : "text";
}

/// All words, with blanks between them.
std::string words_for(const CommandRow& command) {
    std::string all = "--help";
    for (const OptionRow& row : driver::all_options()) {
        if (is_of(row, command)) {
            all += ' ' + join(typed(row), " ");
        }
    }
    return all;
}

std::string command_names(std::string_view separator) {
    std::vector<std::string> names;
    for (const CommandRow& command : driver::all_commands()) {
        names.emplace_back(command.name);
    }
    return join(names, separator);
}

// ---- bash

/// The lines of `case $command:$previous in` for the values of options.
std::string bash_values() {
    std::string text;
    for (const CommandRow& command : driver::all_commands()) {
        for (const OptionRow& row : driver::all_options()) {
            const std::string_view kind = is_of(row, command) ? argument(row) : "";
            if (kind.empty()) {
                continue;
            }
            std::vector<std::string> labels;
            for (const std::string& name : row.names()) {
                labels.push_back(std::string(command.name) + ':' + name);
            }
            text += "        " + join(labels, "|") + ")\n            ";
            if (kind == "words") {
                text +=
                    "COMPREPLY=($(compgen -W '" + join(row.words(), " ") + "' -- \"$current\"))";
            } else if (kind == "folder") {
                text += "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))";
            } else if (kind == "file") {
                text += "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))";
            } else {
                text += "COMPREPLY=()";
            }
            text += "\n            return ;;\n";
        }
    }
    return text;
}

std::string bash() {
    std::string options;
    for (const CommandRow& command : driver::all_commands()) {
        options +=
            "        " + std::string(command.name) + ") words='" + words_for(command) + "' ;;\n";
    }
    return expand(R"(# Completions of pycu for bash, printed by `pycu completions bash`.
_pycu() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command=${COMP_WORDS[1]} words
    local IFS=$' \t\n'
    # bash takes --target=cpu, -Werror=x for three words
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '{{commands}} {{top}}' -- "$current"))
        return
    fi
    case $command:$previous in
        *:-Werror)
            if [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
                COMPREPLY=($(compgen -W '{{warnings}}' -- "$current"))
                return
            fi ;;
{{values}}    esac
    case $command in
{{options}}        *) words= ;;
    esac
    if [[ $command == completions && $current != -* ]]; then
        COMPREPLY=($(compgen -W '{{forms}}' -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
        compopt -o filenames
        IFS=$'\n'
        COMPREPLY=($(compgen -d -- "$current"; compgen -f -X '!*.@(py|ipynb)' -- "$current"))
    fi
}
complete -F _pycu pycu
)",
                  {{"commands", command_names(" ")},
                   {"top", top_options()},
                   {"warnings", join(warning_names(), " ")},
                   {"values", bash_values()},
                   {"options", options},
                   {"forms", replace_all(completion_forms(), "|", " ")}});
}

// ---- zsh

/// A text in quotes of a shell, without what _arguments reads in it.
std::string zsh_text(std::string_view text) {
    std::string plain = replace_all(text, "'", "'\\''");
    for (const char* special : {"[", "]", ":"}) {
        plain = replace_all(plain, special, "\\" + std::string(special));
    }
    return plain;
}

std::string zsh() {
    std::string commands, cases;
    for (const CommandRow& command : driver::all_commands()) {
        commands += "        '" + std::string(command.name) + ':' + zsh_text(command.help) + "'\n";
        cases += "        " + std::string(command.name) + ")\n            _arguments \\\n";
        for (const OptionRow& row : driver::all_options()) {
            if (!is_of(row, command)) {
                continue;
            }
            const std::string_view kind = argument(row);
            std::string action;
            if (kind == "words") {
                action = ":value:(" + join(row.words(), " ") + ")";
            } else if (kind == "folder") {
                action = ":folder:_files -/";
            } else if (kind == "file") {
                action = ":file:_files";
            } else if (kind == "text") {
                action = ":value: ";
            }
            for (const std::string& name : typed(row)) {
                cases += "                '*" + name + '[' + zsh_text(row.help) + ']' + action +
                         "' \\\n";
            }
        }
        const std::string rest =
            command.letter == 's' ? "'1:form:(" + replace_all(completion_forms(), "|", " ") + ")'"
                                  : "'*:source:_files -g \"*.(py|ipynb)(-.)\"'";
        cases +=
            "                '--help[Shows the options]' \\\n                " + rest + " ;;\n";
    }
    return expand(R"(#compdef pycu
# Completions of pycu for zsh, printed by `pycu completions zsh`.
_pycu() {
    local -a commands
    commands=(
{{commands}}    )
    if ((CURRENT == 2)); then
        _describe command commands
        _values option {{top}}
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
{{cases}}    esac
}
if [[ $funcstack[1] == _pycu ]]; then
    _pycu "$@"
else
    compdef _pycu pycu
fi
)",
                  {{"commands", commands}, {"top", top_options()}, {"cases", cases}});
}

// ---- fish

std::string fish() {
    const auto quoted = [](std::string_view text) {
        return '\'' + replace_all(replace_all(text, "\\", "\\\\"), "'", "\\'") + '\'';
    };
    std::string text =
        "# Completions of pycu for fish, printed by `pycu completions fish`.\n"
        "complete -c pycu -n __fish_use_subcommand -f\n"
        "complete -c pycu -n __fish_use_subcommand -s V -l version -d 'Prints the version'\n";
    for (const PlaceOption& one : place_options()) {
        text += "complete -c pycu -n __fish_use_subcommand -l " +
                std::string(one.spelling).substr(2) + " -d " + quoted(one.help) + '\n';
    }
    for (const CommandRow& command : driver::all_commands()) {
        text += "complete -c pycu -n __fish_use_subcommand -a " + std::string(command.name) +
                " -d " + quoted(command.help) + '\n';
    }
    for (const CommandRow& command : driver::all_commands()) {
        const std::string head =
            "complete -c pycu -n '__fish_seen_subcommand_from " + std::string(command.name) + '\'';
        for (const OptionRow& row : driver::all_options()) {
            if (!is_of(row, command)) {
                continue;
            }
            text += head;
            for (const std::string& name : typed(row)) {
                text += name.starts_with("--") ? " -l " + name.substr(2)
                        : name.size() == 2     ? " -s " + name.substr(1)
                                               : " -o " + name.substr(1);
            }
            const std::string_view kind = argument(row);
            if (kind == "words") {
                text += " -x -a " + quoted(join(row.words(), " "));
            } else if (kind == "folder") {
                text += " -x -a '(__fish_complete_directories)'";
            } else if (!kind.empty()) {
                text += kind == "file" ? " -r -F" : " -x";
            }
            text += " -d " + quoted(row.help) + '\n';
        }
        if (command.letter == 's') {
            text += head + " -f -a " + quoted(replace_all(completion_forms(), "|", " ")) + '\n';
        }
    }
    return text;
}

struct Form {
    std::string_view name;
    std::string (*text)();
};

constexpr Form forms[] = {{"bash", bash},
                          {"zsh", zsh},
                          {"fish", fish},
                          {"man", manual_page},
                          {"markdown", document_tables}};

}  // namespace

std::string completion_forms() {
    return replace_all(listed(forms, [](const Form& form) { return form.name; }), ", ", "|");
}

int print_completions(const std::vector<std::string>& names) {
    const std::string name = names.size() == 1 ? names.front() : "";
    const auto found = std::ranges::find(forms, name, &Form::name);
    if (found == std::end(forms)) {
        std::vector<std::string> known;
        for (const Form& form : forms) {
            known.emplace_back(form.name);
        }
        std::cerr << "pycu: the word behind completions is `" << join(names, " ") << "`, "
                  << driver::none_of(name, known) << '\n';
        return driver::UsageError;
    }
    std::cout << found->text() << std::flush;
    return std::cout ? driver::Fine : driver::EnvironmentError;
}

}  // namespace pycu
