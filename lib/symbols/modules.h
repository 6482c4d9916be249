// What the modules of a program import, by the names of the modules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

namespace pycu::symbols {

/// The name that `from ..module import x` means in a module: "lab.module" in "lab.solver.step".
/// Empty where there are more dots than packages around it.
std::string absolute_name(const syntax::Module& in, std::string_view module, int level);

/// The modules that an import may load, outermost first: `import a.b` names "a" and "a.b",
/// `from a import b` names "a" and "a.b", which may as well be a name in "a".
std::vector<std::string> modules_named_by(const syntax::Module& in, const syntax::Stmt& import);

/// Every module that a module may import, wherever it says so, in source order; each once.
std::vector<std::string> modules_named_by(const syntax::Tree& tree, const syntax::Module& module);

}  // namespace pycu::symbols
