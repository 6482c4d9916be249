// Methods and attributes of numbers, whose values may not be known.
#pragma once

#include <optional>
#include <string_view>

#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

/// `number.name(args...)`: `.item()`, `.astype(t)`, `.conjugate()`.
std::optional<Value> call_number_method(const Value& number, std::string_view name,
                                        const CallArguments& args, Range range);

/// `number.name`: `.real`, `.dtype`, `.itemsize`.
std::optional<Value> number_attribute(const Value& number, std::string_view name);

}  // namespace pycu::sema
