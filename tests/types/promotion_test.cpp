// NumPy's promotion, against a table that NumPy 2 made.
#include "types/promotion.h"

#include <doctest/doctest.h>

#include <string_view>

#include "types/scalar.h"

namespace pycu {

namespace {

constexpr Scalar scalars[] = {
    Scalar::Bool,    Scalar::Int8,    Scalar::Int16,     Scalar::Int32,     Scalar::Int64,
    Scalar::UInt8,   Scalar::UInt16,  Scalar::UInt32,    Scalar::UInt64,    Scalar::Float16,
    Scalar::Float32, Scalar::Float64, Scalar::Complex64, Scalar::Complex128};

// np.promote_types of each dtype with each, in the order of `scalars`, as np.dtype.char.
constexpr std::string_view table[] = {
    "?bhilBHILefdFD", "bbhilhildefdFD", "hhhilhildffdFD", "iiiiliilddddDD", "llllllllddddDD",
    "BhhilBHILefdFD", "HiiilHHILffdFD", "IllllIIILdddDD", "LddddLLLLdddDD", "eefddefddefdFD",
    "fffddffddffdFD", "ddddddddddddDD", "FFFDDFFDDFFDFD", "DDDDDDDDDDDDDD",
};
// np.result_type of each dtype and a number of Python's: True, 1, 1.0, 1j.
constexpr std::string_view weak_table[] = {
    "?ldD", "bbdD", "hhdD", "iidD", "lldD", "BBdD", "HHdD",
    "IIdD", "LLdD", "eeeF", "fffF", "dddD", "FFFF", "DDDD",
};

char letter(Scalar scalar) {
    return scalar_info(scalar).numpy_char;
}

}  // namespace

TEST_CASE("two dtypes become what NumPy makes of them") {
    for (std::size_t i = 0; i < std::size(scalars); ++i) {
        for (std::size_t k = 0; k < std::size(scalars); ++k) {
            CAPTURE(scalar_info(scalars[i]).python);
            CAPTURE(scalar_info(scalars[k]).python);
            CHECK(letter(promoted(scalars[i], scalars[k])) == table[i][k]);
            const bool is_safe = table[i][k] == letter(scalars[k]);
            CHECK(can_cast_safely(scalars[i], scalars[k]) == is_safe);
        }
    }
}

TEST_CASE("a number of Python's has a kind and no size") {
    constexpr Scalar weak[] = {Scalar::Bool, Scalar::Int64, Scalar::Float64, Scalar::Complex128};
    for (std::size_t i = 0; i < std::size(scalars); ++i) {
        for (std::size_t k = 0; k < std::size(weak); ++k) {
            CAPTURE(scalar_info(scalars[i]).python);
            CAPTURE(k);
            CHECK(letter(*promoted({{scalars[i]}, {weak[k], true}})) == weak_table[i][k]);
            CHECK(letter(*promoted({{weak[k], true}, {scalars[i]}})) == weak_table[i][k]);
        }
    }
    CHECK(promoted({{Scalar::Int64, true}, {Scalar::Float64, true}}) == Scalar::Float64);
    CHECK(promoted({{Scalar::Int8}, {Scalar::Int64, true}, {Scalar::UInt8}}) == Scalar::Int16);
    CHECK(promoted(std::vector<NumpyOperand>{}) == std::nullopt);
}

}  // namespace pycu
