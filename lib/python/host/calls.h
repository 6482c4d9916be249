// Functions of NumPy, Numba and Python on host values: what they return.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "api/functions.h"
#include "python/constants/arrays.h"
#include "python/host/value.h"
#include "syntax/nodes.h"

namespace pycu::sema {

using HostResult = std::optional<Value>;

/// A row and what it makes of host values; null where nobody knows.
struct Typed {
    std::string_view name;
    HostResult (*function)(const CallArguments& args);
};

std::span<const Typed> builtin_rows();   // host/builtins.cpp
std::span<const Typed> creation_rows();  // host/creation.cpp
std::span<const Typed> numpy_rows();     // host/numpy.cpp
std::span<const Typed> random_rows();    // host/random.cpp

/// A call of a path by its row, wherever that stands: "numpy.zeros", "builtins.len"; nothing where
/// nobody knows what it returns.
HostResult call_host_function(std::string_view path, const CallArguments& args);

/// `a op b`, `op a`, `a op b` of a comparison.
Value host_binary(BinaryOp op, const Value& a, const Value& b, Range range);
Value host_unary(UnaryOp op, const Value& a, Range range);
Value host_compare(CompareOp op, const Value& a, const Value& b, Range range);

/// The dtype of a NumPy function's result for operands; weak ones are Python's numbers.
std::optional<Scalar> promote_dtypes(const std::vector<HostNumber>& operands);
/// An elementwise function: a scalar when every operand is one.
Value apply_elementwise(const std::vector<Value>& operands, Scalar dtype, Range range);
/// An integer as it is in a type of NumPy's.
Extent wrapped(const Extent& value, Type type);
/// The number that stands for an operand's dtype; nothing for what is no number and no array.
std::optional<HostNumber> dtype_operand(const Value& value);

/// `dtype=` as a scalar: nothing where it is not known.
std::optional<HostDtype> host_dtype(const Value& value);
/// The `dtype=` of a call, the one otherwise; nothing where it is given and not known.
std::optional<HostDtype> dtype_or(const CallArguments& args, std::optional<HostDtype> otherwise);
/// What np.asarray makes of a value: its rank, shape and dtype; Unknown where nobody knows.
Value as_host_array(const Value& value, Range range);
/// The start, the stop and the step of np.arange, where they are known.
std::optional<std::vector<Value>> arange_limits(const CallArguments& args);
/// A shape; nothing where its rank is not known. An extent of -1 is for reshapes alone.
std::optional<std::vector<Extent>> host_shape(const Value& value);
/// `order=` as its first letter: K where it is not given, ? where it is not known.
char host_order(const CallArguments& args);

/// A method of a generator of random numbers.
HostResult call_host_generator(std::string_view name, const CallArguments& args);
HostResult call_host_math(const api::Function& row, const CallArguments& args);
/// A type called as a function.
HostResult call_host_type(const TypeObject& type, const CallArguments& args);

/// `array.name` and `array.name(...)`.
HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range range);
HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const CallArguments& args);
/// The indices that a subscript's value spells; nothing where they are no numbers.
std::optional<std::vector<python::Index>> indices_of(const Value& index);
/// `array[index]`
Value host_subscript(const HostArrayRef& array, const Value& index, Range range);
/// What iterating over a value gives each time.
Value host_element(const Value& value, Range range);

}  // namespace pycu::sema
