// Folders in which files are looked for.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

namespace pycu::driver {

/// A project is not deeper.
inline constexpr int most_folders = 64;

inline bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

inline bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

inline std::filesystem::path above(const std::filesystem::path& folder) {
    return (folder / "..").lexically_normal();
}

inline void add_once(std::vector<std::filesystem::path>& folders,
                     const std::filesystem::path& folder) {
    if (std::ranges::find(folders, folder) == folders.end()) {
        folders.push_back(folder);
    }
}

}  // namespace pycu::driver
