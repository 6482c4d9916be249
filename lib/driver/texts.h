// From a typed module to the files of its texts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "emit/emit.h"
#include "ir/module.h"
#include "support/files.h"

namespace pycu::driver {

/// Runs the passes. The result is the module with int indices, which the text is printed from
/// beside it; nothing where it is printed from the one alone.
std::optional<ir::Module> with_passes(ir::Module& module, const Options& options);

/// The texts of a module that has its passes behind it.
emit::Unit text_of(const ir::Module& module, const std::optional<ir::Module>& with_int,
                   const emit::Options& options);

/// The files of a module's texts, x.cu before all others, and its manifest.
std::vector<FileText> files_of(const emit::Unit& unit, const std::string& module,
                               const std::filesystem::path& folder);

}  // namespace pycu::driver
