// Numbers as C++ literals.
#pragma once

#include <string>

#include "ir/expr.h"
#include "support/precedence.h"
#include "types/type.h"

namespace pycu::emit {

/// A literal and the type that C++ gives it.
struct LiteralText {
    CppText text;
    Type type;
};

/// The number in its shortest form: `2` for an int64 too (C++ says int), `2.0`, `0.1f`, `true`.
LiteralText literal(const ir::Number& number, Type type);

/// The number with exactly the type: `int64_t(2)`, `2u`, `uint8_t(2)`, `2.0`.
CppText typed_literal(const ir::Number& number, Type type);

/// A text as a string literal.
std::string string_literal(const std::string& text);

/// Whether a float32 holds the number exactly.
bool is_float32_value(double value);

}  // namespace pycu::emit
