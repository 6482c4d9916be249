// What is known of names: the signatures of functions and the types of their variables. Private to
// the stage.
#pragma once

#include <nlohmann/json.hpp>

#include "ir/module.h"

namespace pycu::annotate {

/// `[{"name": "step", "kernel": true, "first": 19, "last": 25, "signatures": [...],
///    "python": {"i": ["int64"]}, "cuda": {"i": ["int64"]}}, ...]`, in the order of the source.
/// A kernel has a "work" for each of its signatures (work.h). Lines are those of the module's
/// source; several types are those of several specialisations.
nlohmann::ordered_json functions_json(const ir::Module& module);

/// `[[first, last], ...]`: the lines of statements and constants that stand in several lines, of
/// those that have no statements inside.
nlohmann::ordered_json statements_json(const ir::Module& module);

/// `{"BLOCK": "int64"}`: the constants of the module that device code uses.
nlohmann::ordered_json constants_json(const ir::Module& module);

}  // namespace pycu::annotate
