// The device functions that pycu knows, one row each, and how to find them.
//
// The rows stand in the .def files beside this one. A name is the canonical dotted path of the
// Python function: "math.sin", "numba.cuda.atomic.add", "builtins.abs".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/type.h"

namespace pycu::api {

/// What a call does beside giving a value.
enum class Effect : std::uint8_t {
    Pure,       ///< nothing: may be moved, repeated or dropped
    Reads,      ///< sees what other threads do
    Writes,     ///< changes memory, or orders its changes
    Converges,  ///< all threads of the block must get here
    Warp,       ///< the lanes of the warp that a mask names must get here
    Grid,       ///< all threads of all blocks must get here
};

/// One row: `math.sin`, `F(F)`, `sin$f($0)`, Pure.
struct Intrinsic {
    std::string_view name;
    std::string_view signature;       ///< without parentheses: an attribute, such as threadIdx.x
    std::string_view text;            ///< $0 $1 ... arguments, $f "f" for float32, $T the class
    std::string_view text_type_name;  ///< type of the text in C++ where it is not the result's
    Effect effect;
    std::string_view fast{};  ///< the function of float32 under fastmath; empty: the same

    /// Whether Python reads it as an attribute rather than calls it.
    constexpr bool is_attribute() const { return signature.find('(') == signature.npos; }
    /// Whether the first parameter is a place, an element that the call changes: `N(N&, N)`.
    constexpr bool takes_place() const { return signature.find('&') != signature.npos; }
};

/// Every row, sorted by name; overloads are neighbours, in the order in which Numba tries them.
std::span<const Intrinsic> all();

/// The rows of a name; empty where it is unknown.
std::span<const Intrinsic> overloads(std::string_view name);

/// The row of a function of numba.cuda.random, whose place is the state of a generator,
/// `states[i]`; null for other names. These rows stand outside the table: no type class has states.
const Intrinsic* random_function(std::string_view name);

/// Whether the row's text is a function of pycu_cmath.h.
bool is_of_cmath(const Intrinsic& row);

/// Whether the row has another value in each thread of a block, though nothing it is given has.
bool differs_between_threads(const Intrinsic& row);

/// The C++ type of the expanded text: `threadIdx.x` is an unsigned int where Python has an int32.
///
/// The value is the same in both types. Where the type matters, the printer converts. `bound` is
/// the class's type as `resolve` gave it.
Type text_type(const Intrinsic& row, Type bound, TypeTable& table);

}  // namespace pycu::api
