// The files of templates/ as they are carried in the binary.
#pragma once

#include <span>
#include <string_view>

namespace pycu::embedded {

/// One embedded file: its path below templates/ and its bytes.
struct File {
    std::string_view name;
    std::string_view text;
};

/// All embedded files, in the order of templates/CMakeLists.txt.
std::span<const File> all();

/// The text of one file, empty when there is none of that name.
std::string_view text(std::string_view name);

}  // namespace pycu::embedded
