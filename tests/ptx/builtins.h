// Functions that device code may call and no module defines.
#pragma once

#include <string>

#include "machine.h"

namespace ptx {

/// vprintf, __assertfail; nullptr for a name that is none.
Handler builtin_function(const std::string& name);

}  // namespace ptx
