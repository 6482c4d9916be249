// `pycu inspect`: what pycu understood of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// What `--after` may name: "lower" (as sema leaves the IR), each pass, and "all".
std::vector<std::string> ir_moments();

/// The IR after that pass; nothing: "lower". "all" is the IR after lowering, then what each pass
/// changes in it. The passes run on a module without errors alone; another has "lower" only.
std::string ir_text(ir::Module& module, std::string_view after, bool is_sound);

}  // namespace pycu::driver
