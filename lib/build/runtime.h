// The runtime's files that a text needs beside it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "support/files.h"

namespace pycu::build {

/// The headers of the runtime that the texts include, and those that these include, as files of a
/// folder.
std::vector<FileText> runtime_headers(const std::vector<std::string_view>& texts,
                                      const std::filesystem::path& folder);

}  // namespace pycu::build
