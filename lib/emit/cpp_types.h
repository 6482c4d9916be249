// What C++ makes of two arithmetic operands, which integers a type holds, and numbers as text.
#pragma once

#include <string>

#include "emit/options.h"
#include "ir/module.h"
#include "support/precedence.h"
#include "types/type.h"

namespace pycu::emit {

/// The type as it stands in the text; arrays of a debug text check their indices.
std::string type_text(Type type, const TypeTable& types, const Options& options,
                      Written written = Written(true));

/// The type after C++'s integral promotion: int for bool and what is narrower than int.
Type promoted(Type type);

/// The type of a variable in C++.
Type variable_type(const ir::Local& local);

/// What a scalar constant is a literal of: the mask of a warp is unsigned.
ir::Number declared_value(const ir::Constant& constant);

/// The type in which C++ computes `a + b`: the usual arithmetic conversions.
Type usual_type(Type a, Type b);

/// Whether every integer of the interval is a value of the type.
bool holds(Type type, ir::Interval interval);

/// Whether C++ gets the same integer in `computed` as Numba in `wanted`, when it lies in the
/// interval. Its upper end may stand for numbers beyond int64_t when one of them is uint64_t.
bool agrees(Type computed, Type wanted, ir::Interval interval);

/// Whether each value of `from` is one of `to`: no conversion between them changes a number.
bool preserves(Type from, Type to);

// ---- Numbers as C++ literals.

/// A literal and the type that C++ gives it.
struct LiteralText {
    CppText text;
    Type type;
};

/// The number in its shortest form: `2` for an int64 too (C++ says int), `2.0`, `0.1f`, `true`.
LiteralText literal(const ir::Number& number, Type type);

/// The same in the digits of the source, where it is written in hexadecimal or binary ones there;
/// `written` is what the source has in its place.
LiteralText literal(const ir::Number& number, Type type, std::string_view written);

/// The number with exactly the type: `int64_t(2)`, `2u`, `uint8_t(2)`, `2.0`.
CppText typed_literal(const ir::Number& number, Type type);

/// A text as a string literal.
std::string string_literal(const std::string& text);

/// Whether a float32 holds the number exactly.
bool is_float32_value(double value);

}  // namespace pycu::emit
