// Arrays of which only a part is known: a dtype without a rank, a rank without a dtype; their
// shapes and dtypes; parameters that nobody gives.
//
// What a function makes of them is asked of its row with arrays of several dtypes, ranks and orders
// in their place: what all answers have in common is certain.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "values/functions.h"
#include "values/host_values.h"

namespace pycu::sema {

/// An array, its shape or its dtype, or what may be anything.
struct HostPart {
    enum class Kind : std::uint8_t { Any, Array, Shape, Dtype };
    Kind kind = Kind::Any;
    std::optional<HostDtype> dtype{};
    /// Dimensions of the array, or items of the shape.
    std::optional<std::size_t> rank{};
    /// C or F; nothing: any.
    std::optional<Layout> layout{};
    /// It is in C order where it has one dimension.
    bool is_row_dense = false;
    bool is_device = false;
    bool is_cupy = false;
    /// Where it is not known: what has the same dtype has the same number; 0 has none.
    std::uint64_t dtype_id = 0;
    /// The rank of what has that number, and how many more dimensions this one has.
    std::uint64_t rank_id = 0;
    int more_axes = 0;
    /// A parameter that may be None, and is where nobody gives it.
    bool may_be_none = false;
    bool is_none_by_default = false;
    friend bool operator==(const HostPart&, const HostPart&) = default;

    /// Orders beside C and F: nobody knows it, or there are gaps between the elements.
    static constexpr char any_order = 'A';
    static constexpr char with_gaps = 'S';
    /// An array of the same owner, a shape, a dtype, as they would be.
    Value array_of(const HostDtype& of, std::size_t axes, char order) const;
    static Value shape_of(std::size_t rank);
    static Value dtype_of(const HostDtype& dtype);
};

using PartKind = HostPart::Kind;

/// A part of its own, whose dtype and rank may become known later.
Value new_part(HostPart part, const Unknown& why);
/// Why the rest of it is not known, as a value; any other value itself.
Value without_part(const Value& value);
/// What nobody knows and `/` has made, which is no integer; or, with false, what something else
/// made of that. Any other value itself.
Value as_quotient(Value value, bool is_quotient = true);
/// A part as the whole array, shape or dtype that it is; nothing where something is missing.
std::optional<Value> whole_of(const HostPart& part);

/// What a function makes of values some of which are parts; nothing where it is not certain what
/// that is, or nobody knows.
using OfWholes = std::function<HostResult(const std::vector<Value>& values)>;
/// The arrays that stand for parts while functions are asked, by the place of the part, dtype,
/// rank, order and owner: made once, for answers tell of dtype, rank and order alone.
using PartArrays = std::map<std::tuple<std::size_t, Scalar, std::size_t, char, bool, bool>, Value>;
HostResult call_with_parts(const std::vector<Value>& values, const OfWholes& function,
                           const Unknown& why, PartArrays& arrays);

/// What is known of an array, or a part, that may be None; nothing for all else.
std::optional<HostPart> part_beside_none(const Value& value);
/// What is certain of either of two arrays or parts.
std::optional<HostPart> join_parts(const Value& a, const Value& b);
std::optional<Value> joined_parts(const Value& a, const Value& b, const Unknown& why);
/// The other one where one of two is a parameter that nobody gives; null for all else.
const Value* usual_of(const Value& a, const Value& b);

}  // namespace pycu::sema
