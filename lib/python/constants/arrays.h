// NumPy arrays that are known while compiling: making, indexing, reshaping and computing with them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/functions.h"
#include "python/constants/value.h"
#include "python/strides.h"
#include "syntax/nodes.h"

namespace pycu::sema {

/// The arguments of a call.
struct CallArguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
    Range range{};
    /// The row to whose parameters they are bound.
    const api::Function* row = nullptr;
    /// Where the positional ones are written; shorter where they are not.
    std::vector<Range> ranges{};

    Range range_of(std::size_t index, Range otherwise) const {
        return index < ranges.size() ? ranges[index] : otherwise;
    }
    /// The argument at a place or of a name; null when it is not given.
    const Value* get(std::size_t index, std::string_view name) const;
    const Value* named_only(std::string_view name) const;
    /// An argument that is bound to a row's parameter; null when it is not given, or None.
    const Value* get(std::string_view name) const;
    std::size_t size() const { return positional.size() + named.size(); }
};

/// More elements than this are not computed while compiling.
constexpr std::int64_t max_elements = std::int64_t(1) << 22;

/// What stands after `dtype=`: a type of NumPy, Numba or Python, or its name in a string.
std::optional<Scalar> dtype_of(const Value& value);

/// The same with records: the type of an element, which may be no scalar.
std::optional<Type> element_type_of(const Value& value);
/// `np.dtype(...)`: of a scalar, of a list of fields, or of a dict of names, formats and offsets.
Value call_dtype(const CallArguments& args, TypeTable& table, Range range);

/// An array of elements in C order; Layout::F reorders them.
Value make_array_value(Scalar scalar, std::vector<std::int64_t> shape,
                       std::vector<ir::Number> elements, Layout layout, Range range);
/// The elements in C order, whatever the layout.
std::vector<ir::Number> c_order(const ArrayValue& array);

/// One index of `a[...]`.
struct IndexValue : python::Index {
    /// True and False are 1 and 0 for a tuple, and a mask for an array.
    bool is_bool = false;

    /// Its numbers, which are known.
    std::int64_t at() const { return *slice.start->known(); }
    python::Slice<std::int64_t> numbers() const;
};
Value index_array(const ArrayValue& array, const std::vector<IndexValue>& indices, Range range);
/// The array after `a[indices] = value`; a number only.
Value store_element(const ArrayValue& array, const std::vector<IndexValue>& indices,
                    const Value& value, Range range);

/// A function of two elements, applied to every pair that broadcasting gives.
using ElementFunction = std::function<Value(const Value&, const Value&)>;
Value map_elements(const Value& a, const Value& b, const ElementFunction& function, Range range);
/// A function of one element, applied to each.
Value map_elements(const ArrayValue& array, const std::function<Value(const Value&)>& function,
                   Range range);
/// `a op b` where one is an array; `-a`.
Value array_binary(BinaryOp op, const Value& a, const Value& b, Range range);
Value array_compare(CompareOp op, const Value& a, const Value& b, Range range);
Value array_unary(UnaryOp op, const ArrayValue& a, Range range);

/// `a.shape`, `a.dtype`, `a.T` ...; nothing where pycu knows no such attribute.
std::optional<Value> array_attribute(const ArrayValue& array, std::string_view name, Range range);
/// `a.astype(t)`, `a.reshape(n, m)` ...; nothing where pycu knows no such method.
std::optional<Value> call_array_method(const ArrayValue& array, std::string_view name,
                                       const CallArguments& args, Range range);

/// `np.name(args...)`; nothing where pycu cannot compute the function.
std::optional<Value> call_numpy(std::string_view name, const CallArguments& args, Range range);
/// The same for functions of numbers and of every element: np.sqrt, np.add.
/// The sum, the product, the least, the greatest of all elements ...; nothing for other names.
std::optional<Value> fold_array(const ArrayValue& array, std::string_view name, Range range);
std::optional<Value> call_ufunc(std::string_view name, const CallArguments& args, Range range);
/// `np.iinfo(t).name` and `np.finfo(t).name`.
std::optional<Value> numeric_limit(Scalar scalar, std::string_view name);

}  // namespace pycu::sema
