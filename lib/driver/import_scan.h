// What a file imports, told by its text: fast, for files that may never be parsed.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/nodes.h"

namespace pycu::driver {

/// The statements of imports in a text, without ranges. Lines of strings that read like imports are
/// among them.
std::vector<syntax::Stmt> scan_imports(std::string_view text);

}  // namespace pycu::driver
