// x.h: what C and C++ callers of a module see.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace pycu::emit {

/// The header of a module; `banner` is the comment that its .cu begins with.
std::string print_header(const ir::Module& module, std::string_view banner);

}  // namespace pycu::emit
