// The module's name, from which files, symbols and the C++ namespace get theirs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace pycu::driver {

/// The identifier of a source: its stem made ASCII (`my-k.py` is my_k, `01_a.py` is m01_a,
/// `__init__.py` is its folder), with `m_` before a name that C, C++ or the C library has taken.
std::string module_name(const std::filesystem::path& source);

/// Whether a text given as --module is an identifier that needs no change.
bool is_module_name(std::string_view name);

}  // namespace pycu::driver
