// How Python spells a name: identifiers are compared in Unicode's normal form NFKC.
#pragma once

#include <string>
#include <string_view>

namespace pycu::syntax {

/// The name in NFKC: `ﬁ` is `fi`, a letter and the accent behind it are one character.
std::string nfkc(std::string_view name);

}  // namespace pycu::syntax
