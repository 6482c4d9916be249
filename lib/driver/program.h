// The program around a source: the modules that it imports, read as Python finds them.
#pragma once

#include <string>
#include <vector>

#include "driver/inputs.h"
#include "driver/options.h"
#include "syntax/tree.h"

namespace pycu::driver {

/// Parses a source and every module of its program that it imports, each once. A module is looked
/// for in the folder of the source, in the folder of its outermost package, in those of -I, and in
/// the root of the project (the nearest folder above with a pyproject.toml, setup.py or .git) and
/// its `src`. One that is in none of them, or that cannot be read, is not part of the program.
///
/// `read` gets the paths of what was read beside the source.
syntax::Tree read_program(const Input& input, const Options& options, Files& files,
                          std::vector<std::string>& read);

}  // namespace pycu::driver
