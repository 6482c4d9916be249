// The elements of NumPy arrays that are known while compiling. Their dtypes, shapes and strides are
// decided before, by the rows of functions.h: what is computed here is numbers alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/functions.h"
#include "syntax/nodes.h"
#include "values/strides.h"
#include "values/value.h"

namespace pycu::sema {

/// The arguments of a call.
struct CallArguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
    Range range{};
    /// The row to whose parameters they are bound.
    const api::Function* row = nullptr;
    /// All of them are known, and so are the elements to be of what is made of them.
    bool are_known = false;
    /// Where the positional ones are written; shorter where they are not.
    std::vector<Range> ranges{};
    /// Something that is not known was unpacked into them.
    bool is_open = false;

    Range range_of(std::size_t index, Range otherwise) const {
        return index < ranges.size() ? ranges[index] : otherwise;
    }
    /// The argument at a place or of a name; null when it is not given.
    const Value* get(std::size_t index, std::string_view name) const;
    const Value* named_only(std::string_view name) const;
    /// An argument that is bound to a row's parameter; null when it is not given, or None.
    const Value* get(std::string_view name) const;
    /// The same, and None when it is not given.
    const Value& operator[](std::string_view name) const;
    /// What stands for the first parameter, a method's array.
    const Value& first() const {
        return positional.empty() ? named.front().second : positional.front();
    }
    std::size_t size() const { return positional.size() + named.size(); }
    /// The positional ones, and then those that are named.
    std::vector<Value> all() const;
};
/// What stands beside a name; null where nothing does.
const Value* value_of_name(const std::vector<std::pair<std::string, Value>>& named,
                           std::string_view name);

/// More elements than this are not computed while compiling.
constexpr std::int64_t max_elements = std::int64_t(1) << 22;

/// What stands after `dtype=`: a type of NumPy, Numba or Python, or its name in a string.
std::optional<Scalar> dtype_of(const Value& value);

/// The same with records: the type of an element, which may be no scalar.
std::optional<Type> element_type_of(const Value& value);
/// `np.dtype(...)`: of a scalar, of a list of fields, or of a dict of names, formats and offsets.
Value call_dtype(const CallArguments& args, TypeTable& table, Range range);

/// The elements of an array whose dtype and shape are decided, in C order, or why they are not
/// known; one of them for a number.
using Elements = std::variant<Numbers, Unknown>;
using Compute = std::function<Elements(const HostArray& made)>;

/// What is decided with the elements that are computed for it: an array, a number, lists of
/// numbers.
Value with_elements(const Value& decided, const Compute& compute, Range range);
/// The numbers of a number, of nested lists, or of an array, as elements of a dtype.
Elements elements_of(const Value& value, Scalar dtype, Range range);
/// What np.asarray makes of a value that is known.
Value as_known_array(const Value& value, Range range);
/// The elements as they lie in memory: in Fortran order for layout F, else in C order.
Numbers in_memory(const HostArray& array, const Numbers& elements);
/// The elements that a function of arrays takes of one, whose result only looks at them.
Elements viewed(const Value& array, const std::function<Value(const Value& array)>& view,
                Range range);

/// The elements of `array[indices]`, in what is decided.
Value index_array(const Value& decided, const Value& array,
                  const std::vector<values::Index>& indices, Range range);
/// The array after `a[indices] = value`; a number only.
Value store_element(const Value& array, const std::vector<values::Index>& indices,
                    const Value& value, Range range);

/// A function of numbers for each element, of operands that are broadcast.
Elements map_elements(const HostArray& made, const std::vector<Value>& operands,
                      const std::function<Value(const std::vector<Value>& numbers)>& function,
                      Range range);
/// `a op b` and `op a` of arrays.
Elements operator_elements(BinaryOp op, const HostArray& made, const std::vector<Value>& operands,
                           Range range);

/// Why elements are not known that pycu does not compute.
Unknown in_numpy(Range range);
/// The elements of functions of numbers and of every element, np.sqrt and np.add, by their rows.
Elements ufunc_elements(const api::Function& row, const HostArray& made, const CallArguments& args);
/// The sum, the product, the least of all elements ...
Elements folded(api::Fold fold, const HostArray& made, const Value& array, Range range);
/// `np.iinfo(t).name` and `np.finfo(t).name`.
std::optional<Value> numeric_limit(Scalar scalar, std::string_view name);

}  // namespace pycu::sema
