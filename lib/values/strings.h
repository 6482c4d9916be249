// Python's strings that are known while compiling: str(x), format specifications, methods.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

/// str(x) of a number, a string, a bool or None; nothing for what Python spells in other ways.
std::optional<std::string> str_of(const Value& value);

/// A float as repr() writes it: the shortest text that reads back.
std::string float_repr(double value);

/// format(x, spec) of ints, floats and strings; nothing for a specification that is not known.
std::optional<std::string> formatted(const Value& value, std::string_view spec);

/// `"%d of %s" % values`.
Value percent_formatted(std::string_view text, const Value& values, Range range);
/// `text * count`.
Value repeated(const Value& text, const Value& count, Range range);

/// `"{} {1} {name:spec}".format(...)`.
std::optional<Value> format_method(std::string_view text, const CallArguments& args);

bool is_ascii(std::string_view text);
/// More characters than this are not computed while compiling.
constexpr std::int64_t max_text = 1 << 16;

/// `text.name(args...)`; nothing where pycu knows no such method.
std::optional<Value> call_string_method(const std::string& text, std::string_view name,
                                        const CallArguments& args, Range range);

/// `text[index]`.
Value index_string(const std::string& text, const values::Index& index, Range range);

}  // namespace pycu::sema
