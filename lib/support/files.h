// Reading and writing whole files; writing is atomic and only happens when the text changes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace pycu {

/// What came of reading a file: its bytes, or why it could not be read.
struct ReadResult {
    std::string text;
    std::string error;  // empty when all is well, otherwise the system's words

    bool ok() const { return error.empty(); }
};

/// Reads a whole file; a folder is an error.
ReadResult read_file(const std::filesystem::path& path);

/// What came of writing a file.
struct WriteResult {
    bool changed = false;
    std::string error;  // empty when all is well, otherwise the system's words

    bool ok() const { return error.empty(); }
};

/// Writes the text beside the file and renames it there, unless the file holds that text already.
WriteResult write_if_changed(const std::filesystem::path& path, std::string_view text);

}  // namespace pycu
