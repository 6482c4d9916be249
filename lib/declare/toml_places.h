// Where things stand in a TOML file, and what its values are as Python.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>

#include "source/source_file.h"

namespace pycu::sema {

/// A line and a column of code points as a byte.
std::uint32_t offset_in(const SourceFile& file, const toml::source_position& position);

Range range_in(const SourceFile& file, const toml::source_region& source);

/// The text of Python that a value of TOML stands for; nothing for what is none.
std::optional<std::string> python_text(const toml::node& node);

/// The table that speaks of pycu: all of a pycu.toml, and [tool.pycu] of other files. Null where
/// there is none.
const toml::table* table_of_pycu(const toml::table& root, const SourceFile& file);

}  // namespace pycu::sema
