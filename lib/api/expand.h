// A row's CUDA text with the arguments in its holes.
#pragma once

#include <span>
#include <string>

#include "api/intrinsics.h"
#include "support/precedence.h"
#include "types/type.h"

namespace pycu::api {

/// The text of a call.
///
/// `$0 $1 ...` are the arguments, `$*` all of them with commas between, `$f` is "f" where the class
/// is bound to float32 and nothing elsewhere, `$T` is the C++ type of the class. A hole between `(`
/// or `,` and `,` or `)` takes an argument of any looseness but a comma's, the operand of an
/// operator with blanks around it what such an operand may be, any other hole what may stand as a
/// postfix operand. A place is printed as the element itself: "&$0".
CppText expand(const Intrinsic& row, Type bound, std::span<const CppText> args);

/// How tightly C++ text holds together, read from its operators outside parentheses. It knows the
/// operators of rows, with blanks around those that join two operands.
Precedence precedence_of(std::string_view text);

}  // namespace pycu::api
