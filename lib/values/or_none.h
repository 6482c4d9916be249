// What may be None: `self.buffer = None`, and an array where something has set it.
//
// A program that asks None for an attribute or an item, calls it or goes over it ends there. So
// whoever does that is told of what it is beside None; all who would take None as well, as
// conditions and arguments, are told that it is not known.
#pragma once

#include <optional>
#include <string_view>

#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

constexpr const char* why_or_none = "it may be None";

/// What is None on one path and something else on the other; nothing for numbers, texts, types and
/// modules, in whose place functions take None.
std::optional<Value> beside_none(const Value& other, Range range);
/// What is asked for something that None has not.
Value but_none(Value value);
/// Not known, where it may be None; any other value itself.
Value without_none(const Value& value);
/// The same of the items of an index, where None is a new axis.
Value index_without_none(const Value& index);
/// The same of all arguments of a function that is not the program's, but for the first of those
/// that fail on None.
CallArguments without_none(std::string_view path, CallArguments args);

}  // namespace pycu::sema
