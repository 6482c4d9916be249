// Signatures of rows, taken apart.
//
// They are written in the language of `@cuda.jit("...")`, with type classes (type_class.h) and with
// words after a parameter's type:
//
//   N(N&, N)                   the first argument is a place: an element of exactly that type
//   int32(int32 of integers)   any integer, but no bool and no float
//   bool(bool of flags)        any integer or bool, and no float
//   T(bool of numbers, T!)     any number for the first; the second has exactly the type
//   N(N...)                    two arguments or more
//   int32                      no parentheses: an attribute
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "api/intrinsics.h"
#include "api/type_class.h"
#include "types/type.h"

namespace pycu::api {

/// Which arguments a parameter takes before they are converted to its type.
enum class Takes : std::uint8_t {
    Convertible,  ///< what Numba converts to the type; the better conversion wins
    Exact,
    Place,
    Integers,
    Flags,
    Numbers,
};

/// A parameter of a row.
struct RowParameter {
    Type type;  ///< the error type where it is the row's class
    Takes takes = Takes::Convertible;

    bool is_class() const { return type.is_error(); }
};

/// The signature of a row. An attribute has no parameters.
struct RowSignature {
    const TypeClass* type_class = nullptr;
    std::vector<RowParameter> params;
    bool is_variadic = false;  ///< the only parameter stands for two arguments or more
    std::string_view result;
};

/// Takes the signature of a row apart; a row with a wrong one is an internal error.
RowSignature parse_row(const Intrinsic& row, TypeTable& table);

/// A type written in a row, with its class bound to a type: "Tuple((F, int32))".
Type row_type(std::string_view text, Type bound, TypeTable& table);

}  // namespace pycu::api
