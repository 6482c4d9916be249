// What a run writes: texts in a folder, depfiles; and the comparison with what is there.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "driver/inputs.h"
#include "driver/options.h"
#include "support/files.h"

namespace pycu::driver {

/// Names each file that is missing or has another text (--check); true when there is none.
bool print_stale(const std::vector<FileText>& files, std::ostream& out);

/// Prints the differences between the folder and the texts (--diff).
void print_diff(const std::vector<FileText>& files, std::ostream& out);

/// Makes the folder and writes what changed; false when that failed, which is then reported.
bool write_all(const std::string& folder, const std::vector<FileText>& files, diag::Sink& sink);

/// The depfile of a run: its path and text (-MD).
FileText depfile(const Options& options, const std::vector<Input>& inputs,
                 const std::string& default_target, const std::string& default_path);

}  // namespace pycu::driver
