// Values of nodes.
#include "syntax/nodes.h"

namespace pycu::syntax {

std::optional<std::uint64_t> Integer::value() const {
    std::uint64_t base = 10;
    std::size_t at = 0;
    if (text.size() > 2 && text[0] == '0') {
        base = text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : text[1] == 'b' ? 2 : 10;
        at = base == 10 ? 0 : 2;
    }
    std::uint64_t out = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        const auto digit = static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
        if (out > (~std::uint64_t{0} - digit) / base) return std::nullopt;
        out = out * base + digit;
    }
    return out;
}

}  // namespace pycu::syntax
