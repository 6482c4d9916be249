// `pycu inspect`: what pycu understood of a file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace pycu::driver {

/// Kernels and device functions with the types of their variables, for people.
std::string types_text(const ir::Module& module);

/// The same as stable JSON: `{"kernels": [...], "device_functions": [...]}`.
std::string types_json(const ir::Module& module);

/// The signatures as the text of a .sigs.toml, those of kernels that are not known with a `?` for
/// each hole; comments say where each part comes from.
std::string signatures_text(const ir::Module& module);

/// The same as JSON, of the form lib/manifest/schema/signatures.schema.json:
/// `{"signatures": {"k": ["void(float32[:])"]}, "sources": ..., "kernels": [...]}`.
std::string signatures_json(const ir::Module& module);

/// The entries of kernels, by name: those whose types stand in no decorator and no table.
std::vector<std::pair<std::string, std::string>> kernel_entries(const ir::Module& module);

/// What `--after` may name: "lower" (as sema leaves the IR), each pass, and "all".
std::vector<std::string> ir_moments();

/// The IR after that pass; nothing: "lower". "all" is the IR after lowering, then what each pass
/// changes in it. The passes run on a module without errors alone; another has "lower" only.
std::string ir_text(ir::Module& module, std::string_view after, bool is_sound);

}  // namespace pycu::driver
