// What a run writes: texts in a folder, depfiles, diagnostics; and the comparison with what is
// there.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/inputs.h"
#include "driver/options.h"
#include "emit/emit.h"
#include "support/files.h"

namespace pycu::driver {

/// Names each file that is missing or has another text (--check); true when there is none.
bool print_stale(const std::vector<FileText>& files, std::ostream& out);

/// Prints the differences between the folder and the texts (--diff).
void print_diff(const std::vector<FileText>& files, std::ostream& out);

/// Makes the folder and writes what changed; false when that failed, which is then reported.
bool write_all(const std::string& folder, const std::vector<FileText>& files, diag::Sink& sink);

/// The depfile of a run: its path and text (-MD). What is `linked` was read, too.
FileText depfile(const Options& options, const std::vector<Input>& inputs,
                 const std::vector<std::string>& linked, const std::string& default_target,
                 const std::string& default_path);

/// What `-o -` prints: x.cu with the texts that it includes, but for those of the runtime, in place
/// of the lines that include them.
std::string printed_text(const emit::Unit& unit);

/// Prints the paths of all texts that follow from the sources' names alone: a build system asks for
/// them before the sources need exist. What a source has beside them is not known then.
void print_paths(const Options& options, std::ostream& out);

// ---- Unified diffs of two texts.

/// What `diff -u` prints for two texts, without times; empty when they are equal.
std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name);

// ---- Printing what the sink collected, and the exit code that follows from it.

/// One diagnostic, in a form that has one after the other; nothing in a form that is a document.
std::string rendered(const diag::Diagnostic& one, const Files& files, DiagnosticFormat format,
                     bool color);

/// Prints what stands under messages that people read, `2 errors, 1 warning`, and whether the error
/// limit has cut them; in other forms nothing.
void print_count(const std::vector<diag::Diagnostic>& all, bool is_cut, const Options& options,
                 const Streams& streams);

/// Prints diagnostics as the options say, up to the error limit.
void print_diagnostics(const diag::Sink& sink, const Files& files, const Options& options,
                       const Streams& streams);

/// Prints something that a person wants to know and that is not wrong; where messages are for
/// programs, nothing.
void print_note(const std::string& text, const Options& options, const Streams& streams);

/// Whether messages have colours: what --color says, else NO_COLOR, FORCE_COLOR and the terminal.
bool wants_color(const Options& options, const Streams& streams);

/// Whether a line on the error stream shows how far a build is: where it is a terminal and nothing
/// else is written there meanwhile.
bool has_progress(const Options& options, const Streams& streams);

/// Environment before configuration before input; Fine without errors.
int exit_code(const diag::Sink& sink, const Files& files);

}  // namespace pycu::driver
