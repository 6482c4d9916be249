// What is made of the table of options for shells and readers.
#pragma once

#include <string>
#include <vector>

namespace pycu {

/// `bash|zsh|fish|man|markdown`
std::string completion_forms();

/// Prints one of the forms: completions of a shell, the manual page, the documents' tables. The
/// result is the exit code.
int print_completions(const std::vector<std::string>& forms);

/// The manual page, for `man -l`.
std::string manual_page();

/// The tables of the documents in Markdown: the options, one for each set of commands that takes
/// them, and the variables of the environment.
std::string document_tables();

}  // namespace pycu
