// `pycu inspect`: what pycu understood of a file.
#pragma once

#include <string>

#include "ir/module.h"

namespace pycu::driver {

/// Kernels and device functions with the types of their variables, for people.
std::string types_text(const ir::Module& module);

/// The same as stable JSON: `{"kernels": [...], "device_functions": [...]}`.
std::string types_json(const ir::Module& module);

/// The signatures as the text of a .sigs.toml.
std::string signatures_text(const ir::Module& module);

/// The same as JSON: `{"signatures": {"k": ["void(float32[:])"]}}`.
std::string signatures_json(const ir::Module& module);

}  // namespace pycu::driver
