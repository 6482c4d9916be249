// C++ operator precedence, for whoever joins pieces of C++ text.
#pragma once

#include <cstdint>
#include <string>

namespace pycu {

/// How tightly a piece of C++ text holds together, loosest first.
enum class Precedence : std::uint8_t {
    Comma,
    Assignment,  ///< also `?:`, which may stand on the right of it
    Conditional,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,  ///< a call, an index, a member
    Primary,  ///< a name, a number, anything in parentheses
};

/// A piece of C++ and how tightly it holds together.
struct CppText {
    std::string text;
    Precedence precedence = Precedence::Primary;

    /// The text where an operand of at least `wanted` may stand: in parentheses when it is looser.
    std::string as(Precedence wanted) const {
        return precedence < wanted ? "(" + text + ")" : text;
    }
};

}  // namespace pycu
