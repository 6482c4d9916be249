// What `link=` names, and what `cuda.declare_device` makes of a name and a signature.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

/// The code that a value of `link=` names: a path, an object such as `cuda.CUSource(...)`, a list
/// or a tuple of them, None; or what is wrong with it.
std::variant<std::vector<ir::LinkedCode>, std::string> linked_code(const Value& value, Range range);

/// `cuda.CUSource(text)` and its kin, `cuda.declare_device(...)`, `os.path.dirname(__file__)` and
/// what else makes paths of that; nothing for other calls.
std::optional<Value> call_linking(std::string_view path, const CallArguments& args, Range range);

}  // namespace pycu::sema
