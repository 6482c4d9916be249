// Signatures: `void(float32[:, ::1], int32)`; what makes types, and how they are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "types/type.h"

namespace pycu {

/// The types of a function. No `returns` means: to be inferred.
struct Signature {
    std::optional<Type> returns;
    std::vector<Type> params;
    friend bool operator==(const Signature&, const Signature&) = default;
};

/// Why something is no type or no signature.
struct TypeProblem {
    /// Offset and length in bytes of the bad word; 0 and 0 where there is no text.
    std::size_t offset = 0;
    std::size_t length = 0;
    /// When `is_later`: what is not supported yet, as in "`bfloat16`". Otherwise the message.
    std::string message;
    /// Numba accepts it and pycu does not yet.
    bool is_later = false;
    /// The type that a misspelt word may mean.
    std::string meant{};
};

/// A value, or why there is none.
template <typename T>
using OrProblem = std::variant<T, TypeProblem>;

/// The type of a bare name of a signature string, of `numba` or of `numba.types`: `float32`, `f4`,
/// `void`. Nothing when it is no type of Numba's; a later problem when it is one and not of ours.
std::optional<OrProblem<Type>> type_by_name(std::string_view name);

/// Whether a name of `numba.types` makes types when it is called: `Array`, `UniTuple`, `CPointer`.
bool is_type_constructor(std::string_view name);

/// One index of `float32[:, ::1]`.
struct TypeSlice {
    bool has_start = false;
    bool has_stop = false;
    std::optional<std::int64_t> step;
};

/// `element[slices...]`.
OrProblem<Type> make_array(Type element, std::span<const TypeSlice> slices);
/// `Array(element, rank, layout, readonly)`; the layout is "A", "C" or "F".
OrProblem<Type> make_array(Type element, std::int64_t rank, std::string_view layout,
                           bool readonly = false);
/// `UniTuple(item, count)`.
OrProblem<Type> make_uni_tuple(Type item, std::int64_t count, TypeTable& table);

/// The signature as Numba prints it: `none(float32[:], int32)`, `(float32[:], int32)`, `(int32,)`.
std::string python_name(const Signature& signature, const TypeTable& table);

/// The type or signature as it can be read back: `Tuple((int32, float32))`, `void(int32)`.
std::string signature_text(Type type, const TypeTable& table);
std::string signature_text(const Signature& signature, const TypeTable& table);

}  // namespace pycu
