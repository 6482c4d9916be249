// Named tuples, and the items of what is known.
#pragma once

#include <optional>
#include <vector>

#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

/// The items that iterating over a value gives; nothing where they are not known.
std::optional<std::vector<Value>> items_of(const Value& value);

/// Classes of named tuples.
Value make_named_tuple_class(const CallArguments& args, Range range);
Value make_typed_tuple_class(const CallArguments& args, Range range);

}  // namespace pycu::sema
