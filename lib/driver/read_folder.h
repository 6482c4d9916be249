// The Python files of a folder as the programs of a run see them: each is read once, for its words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "symbols/word_index.h"

namespace pycu::driver {

struct ReadFolder {
    struct One {
        std::filesystem::path path;
        std::string identity;
    };
    /// Those that can be read, sorted.
    std::vector<One> files{};
    /// By their numbers in `files`.
    symbols::WordIndex words{};
    std::unordered_set<std::string> identities{};
    /// Numbers of files that no program has told of yet: all programs of a project look through all
    /// of it, and a depfile names each file once.
    std::vector<std::uint32_t> untold{};
};

/// By folder, and whether the folders below it are meant, too.
using ReadFolders = std::map<std::pair<std::string, bool>, ReadFolder>;

}  // namespace pycu::driver
