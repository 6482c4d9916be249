// Unicode as far as Python's names need it: which characters they hold, and how they are compared.
#pragma once

#include <string>
#include <string_view>

namespace pycu::syntax {

/// May begin a name.
bool is_name_start(char32_t c);

/// May stand in a name after its first character.
bool is_name_part(char32_t c);

/// The name in NFKC, the form in which Python compares names: `ﬁ` is `fi`, a letter and the accent
/// behind it are one character.
std::string nfkc(std::string_view name);

}  // namespace pycu::syntax
