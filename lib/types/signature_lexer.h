// The words of a signature string; private to this stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pycu {

/// One word of a signature and its place.
struct SignatureToken {
    enum class Kind : std::uint8_t { Name, Int, Float, String, Sign, Bad, End };
    Kind kind = Kind::End;
    std::size_t offset = 0;
    /// The word as written; for a string, what stands between the quotes.
    std::string_view text;
    std::size_t length = 0;

    bool is(std::string_view sign) const {
        return (kind == Kind::Sign || kind == Kind::Name) && text == sign;
    }
};

/// The words of the text, the last one End. Bad is a character that Python would not take.
std::vector<SignatureToken> lex_signature(std::string_view text);

}  // namespace pycu
