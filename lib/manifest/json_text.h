// How the manifests are laid out: in lines of at most 100 columns, rows of a table on one each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pycu::manifest {

using Json = nlohmann::ordered_json;

/// All of a file, with a line feed at its end.
std::string json_text(const Json& json);

}  // namespace pycu::manifest
