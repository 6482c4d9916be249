// The structs of a module: its named tuples and its Enum classes.
#pragma once

#include "emit/emit.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// struct Point { float x; int y; };
void print_named_tuples(const ir::Module& module, const Options& options, TextWriter& out);

/// struct Color { static constexpr int RED = 1; };
void print_enum(const ir::Module& module, const ir::EnumClass& one, TextWriter& out);

/// enum heat_Color { heat_Color_RED = 1 };  for C callers that give members to kernels; nothing
/// where a value is no int.
void print_c_enums(const ir::Module& module, TextWriter& out);

}  // namespace pycu::emit
