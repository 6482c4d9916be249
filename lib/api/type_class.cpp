// The exact lists of types behind the letters in signatures of rows.
#include "api/type_class.h"

#include <algorithm>

namespace pycu::api {
namespace {

constexpr ClassMember as_is(Type type) {
    return {type, type};
}

// Any float.
constexpr ClassMember floats[] = {as_is(float32), as_is(float64)};

// Any float, doubles first: what fits neither exactly becomes a double.
constexpr ClassMember doubles_first[] = {as_is(float64), as_is(float32)};

// Any real number, computed as a float: most of `math`.
constexpr ClassMember reals[] = {
    {int64, float64}, {uint64, float64}, as_is(float32), as_is(float64)};

// The same, with halves: `math.sin`, `math.sqrt` ...
constexpr ClassMember reals_and_halves[] = {
    {int64, float64}, {uint64, float64}, as_is(float32), as_is(float64), as_is(float16)};

// Integers of 32 and 64 bits, and the unsigned ones among them: atomics.
constexpr ClassMember words[] = {as_is(int32), as_is(uint32), as_is(int64), as_is(uint64)};
constexpr ClassMember unsigned_words[] = {as_is(uint32), as_is(uint64)};

// Signed and unsigned integers: `abs`.
constexpr ClassMember signed_words[] = {as_is(int32), as_is(int64)};
constexpr ClassMember small_signed[] = {as_is(int8), as_is(int16)};
constexpr ClassMember unsigned_integers[] = {as_is(uint8), as_is(uint16), as_is(uint32),
                                             as_is(uint64)};

// What `selp` selects.
constexpr ClassMember selected[] = {as_is(float64), as_is(float32), as_is(int16), as_is(uint16),
                                    as_is(int32),   as_is(uint32),  as_is(int64), as_is(uint64)};

// What can be exchanged beside words: small integers and floats.
constexpr ClassMember exchanged[] = {as_is(int8),   as_is(int16),   as_is(uint8),
                                     as_is(uint16), as_is(float32), as_is(float64)};

// What lanes are matched by.
constexpr ClassMember matched[] = {as_is(int32), as_is(int64), as_is(float32), as_is(float64)};

// What `divmod` divides.
constexpr ClassMember divided[] = {as_is(int64), as_is(uint64), as_is(float32), as_is(float64)};

// Any number that text is written for: `min` and `max`.
constexpr ClassMember numbers[] = {as_is(boolean), as_is(int8),    as_is(int16),   as_is(int32),
                                   as_is(int64),   as_is(uint8),   as_is(uint16),  as_is(uint32),
                                   as_is(uint64),  as_is(float32), as_is(float64), as_is(float16)};

// The loops of NumPy's functions in NumPy's order, and the integers alone: with bool, and without
// it in two parts, because C++ gives `~` of a small unsigned one a negative int.
constexpr ClassMember loops[] = {as_is(boolean), as_is(int8),    as_is(uint8),  as_is(int16),
                                 as_is(uint16),  as_is(int32),   as_is(uint32), as_is(int64),
                                 as_is(uint64),  as_is(float32), as_is(float64)};
constexpr ClassMember integer_loops[] = {as_is(boolean), as_is(int8),   as_is(uint8),
                                         as_is(int16),   as_is(uint16), as_is(int32),
                                         as_is(uint32),  as_is(int64),  as_is(uint64)};
constexpr ClassMember integers[] = {as_is(int8),   as_is(int16), as_is(int32),
                                    as_is(uint32), as_is(int64), as_is(uint64)};
constexpr ClassMember small_unsigned[] = {as_is(uint8), as_is(uint16)};
// The loops of numbers, without bool: `numpy.conjugate`.
constexpr ClassMember number_loops[] = {as_is(int8),    as_is(uint8),  as_is(int16), as_is(uint16),
                                        as_is(int32),   as_is(uint32), as_is(int64), as_is(uint64),
                                        as_is(float32), as_is(float64)};
// What loads and stores with cache hints move.
constexpr ClassMember hinted[] = {as_is(int8),    as_is(uint8),   as_is(int16),  as_is(uint16),
                                  as_is(int32),   as_is(uint32),  as_is(int64),  as_is(uint64),
                                  as_is(float32), as_is(float64), as_is(float16)};
// Their integers alone.
constexpr ClassMember ordered_integers[] = {as_is(int8),   as_is(uint8), as_is(int16),
                                            as_is(uint16), as_is(int32), as_is(uint32),
                                            as_is(int64),  as_is(uint64)};
// Loops that see numbers as floats but take integers of any width: `numpy.isnan`.
constexpr ClassMember loops_as_floats[] = {as_is(float32),    as_is(float64),    {int8, float64},
                                           {uint8, float64},  {int16, float64},  {uint16, float64},
                                           {int32, float64},  {uint32, float64}, {int64, float64},
                                           {uint64, float64}, {boolean, float64}};

// Halves alone, and complex numbers.
constexpr ClassMember halves[] = {as_is(float16)};
constexpr ClassMember complexes[] = {as_is(complex64), as_is(complex128)};

constexpr TypeClass classes[] = {
    {"C", number_loops},
    {"D", doubles_first},
    {"E", halves},
    {"F", floats},
    {"G", hinted},
    {"H", reals_and_halves},
    {"I", integers},
    {"J", small_signed},
    {"K", signed_words},
    {"L", loops},
    {"M", integer_loops},
    {"N", numbers},
    {"O", loops_as_floats},
    {"P", matched},
    {"Q", divided},
    {"R", reals},
    {"S", exchanged},
    {"T", selected},
    {"U", unsigned_integers},
    {"V", unsigned_words},
    {"W", words},
    {"X", small_unsigned},
    {"Y", ordered_integers},
    {"Z", complexes},
};

}  // namespace

std::span<const TypeClass> all_classes() {
    return classes;
}

const TypeClass* find_class(std::string_view name) {
    const auto* found = std::ranges::find(classes, name, &TypeClass::name);
    return found == std::end(classes) ? nullptr : found;
}

}  // namespace pycu::api
