// Which characters a Python name may hold (Unicode 14, as CPython 3.11 has it).
#pragma once

namespace pycu::syntax {

/// May begin a name.
bool is_name_start(char32_t c);

/// May stand in a name after its first character.
bool is_name_part(char32_t c);

}  // namespace pycu::syntax
