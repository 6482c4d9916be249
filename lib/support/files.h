// Reading and writing whole files; writing is atomic and only happens when the text changes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pycu {

/// What came of reading a file: its bytes, or why it could not be read.
struct ReadResult {
    std::string text;
    std::string error;  // empty when all is well, otherwise the system's words

    bool ok() const { return error.empty(); }
};

/// Whether a path is one of a folder; what may not be looked at is none.
bool is_folder(const std::filesystem::path& path);

/// Reads a whole file; a folder is an error.
ReadResult read_file(const std::filesystem::path& path);

/// A file to be written.
struct FileText {
    std::filesystem::path path;
    std::string text;
};

/// What came of writing files.
struct WriteResult {
    std::vector<std::filesystem::path> changed;
    std::filesystem::path failed;  // the file that could not be written
    std::string error;             // empty when all is well, otherwise the system's words

    bool ok() const { return error.empty(); }
};

/// Writes each text beside its file, and when that went well for all of them renames them into
/// place. A file that holds its text already is not touched; after an error none is.
WriteResult write_if_changed(const std::vector<FileText>& files);

/// Writes one file in the same way.
WriteResult write_if_changed(const std::filesystem::path& path, std::string_view text);

}  // namespace pycu
