// Functions of NumPy, Numba and Python on host values: what they return.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "api/functions.h"
#include "python/host/value.h"
#include "syntax/nodes.h"

namespace pycu::sema {

/// The arguments of a call on the host.
struct HostArguments {
    std::vector<HostValue> positional;
    std::vector<std::pair<std::string, HostValue>> named;
    Range range;
    /// The row to whose parameters they are bound.
    const api::Function* row = nullptr;
    /// Where the positional ones are written; shorter where they are not.
    std::vector<Range> ranges{};

    /// The argument at a place or of a name; null when it is not given, or None.
    const HostValue* get(std::size_t index, std::string_view name) const;
    /// The same of arguments that are bound to a row's parameters.
    const HostValue* get(std::string_view name) const { return get(positional.size(), name); }
};

using HostResult = std::optional<HostValue>;

/// A row and what it makes of host values; null where nobody knows.
struct Typed {
    std::string_view name;
    HostResult (*function)(const HostArguments& args);
};

/// A call of a path by its row; nothing where nobody knows what it returns.
HostResult call_host_row(std::string_view path, std::span<const Typed> rows,
                         const HostArguments& args);

/// `a op b`, `op a`, `a op b` of a comparison.
HostValue host_binary(BinaryOp op, const HostValue& a, const HostValue& b, Range range);
HostValue host_unary(UnaryOp op, const HostValue& a, Range range);
HostValue host_compare(CompareOp op, const HostValue& a, const HostValue& b, Range range);

/// The dtype of a NumPy function's result for operands; weak ones are Python's numbers.
std::optional<Scalar> promote_dtypes(const std::vector<HostNumber>& operands);
/// An elementwise function: a scalar when every operand is one.
HostValue apply_elementwise(const std::vector<HostValue>& operands, Scalar dtype, Range range);
/// An integer as it is in a type of NumPy's.
Extent wrapped(const Extent& value, Type type);
/// The number that stands for an operand's dtype; nothing for what is no number and no array.
std::optional<HostNumber> dtype_operand(const HostValue& value);

/// `dtype=` as a scalar: nothing where it is not known.
std::optional<HostDtype> host_dtype(const HostValue& value);
/// What np.asarray makes of a value: its rank, shape and dtype; Unknown where nobody knows.
HostValue as_host_array(const HostValue& value, Range range);
/// A shape; nothing where its rank is not known. An extent of -1 is for reshapes alone.
std::optional<std::vector<Extent>> host_shape(const HostValue& value);
/// `order=` as its first letter.
char host_order(const HostArguments& args, std::size_t index, char otherwise);
/// The same of bound arguments: K where it is not given, ? where it is not known.
char host_order(const HostArguments& args);

/// `numpy.name(...)`, `numpy.random.name(...)`; nothing where nobody knows what it returns.
HostResult call_host_numpy(std::string_view name, const HostArguments& args);
/// Functions that make arrays, by their paths: numpy.zeros, cupy.zeros_like.
HostResult call_host_creation(std::string_view path, const HostArguments& args);
/// Functions of every element, and of all of them: np.add, np.sum.
HostResult call_host_ufunc(const api::Function& row, const HostArguments& args);
HostResult call_host_random(std::string_view name, const HostArguments& args, bool is_generator);
/// `numba.cuda.name(...)`, `numba.cuda.random.name(...)`
HostResult call_host_cuda(std::string_view name, const HostArguments& args);
/// `builtins.name(...)`, `math.name(...)`, and a type called as a function
HostResult call_host_builtin(std::string_view name, const HostArguments& args);
HostResult call_host_math(std::string_view name, const HostArguments& args);
HostResult call_host_type(const TypeObject& type, const HostArguments& args);

/// `array.name` and `array.name(...)`.
HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range range);
HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const HostArguments& args);
/// `array[index]`
HostValue host_subscript(const HostArrayRef& array, const HostValue& index, Range range);
/// What iterating over a value gives each time.
HostValue host_element(const HostValue& value, Range range);

}  // namespace pycu::sema
