// What is made of the table of options for shells and readers.
#pragma once

#include <string>
#include <vector>

namespace pycu {

/// `bash|zsh|fish|man|markdown`
std::string completion_forms();

/// Prints one of the forms: completions of a shell, the manual page, README.md's list. The result
/// is the exit code.
int print_completions(const std::vector<std::string>& forms);

/// The manual page, for `man -l`.
std::string manual_page();

/// The options as tables of Markdown, one for each set of commands that takes them.
std::string list_of_options();

}  // namespace pycu
