// Where a range is, as programs are told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "source/source_file.h"

namespace pycu::diag {

/// Lines and columns from 1, bytes of the file on disk from 0, ends behind the last character. Of a
/// notebook all of them are of the cell, whose number is from 1.
struct Span {
    std::string path;
    std::uint32_t cell = 0;  // 0: the file is no notebook
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t end_line = 1;
    std::uint32_t end_column = 1;
    std::uint32_t byte = 0;
    std::uint32_t end_byte = 0;

    /// Whether it is in a file, and not in an option of the command line or standard input.
    bool is_file() const { return !path.empty() && path[0] != '-' && path[0] != '<'; }
};

/// The span of a range; of one over several cells the part in the first.
Span span_of(Range range, const Files& files);

/// The message, notes and help of a diagnostic, a line each; `cell 3: ` in front where it is in a
/// notebook, since the formats that have no place for a cell show it so.
std::string whole_text(const Diagnostic& diagnostic, const Files& files);

/// A name for each diagnostic that stays the same while other lines come and go: of its code, its
/// file, the text of its line, and how many like it come before.
std::vector<std::string> fingerprints(const std::vector<Diagnostic>& shown, const Files& files,
                                      const std::filesystem::path& root);

/// A path as seen from a folder above it; as it is where the folder is none.
std::string path_below(const std::filesystem::path& root, const std::string& path);

}  // namespace pycu::diag
