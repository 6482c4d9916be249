// Functions of NumPy, Numba and Python on host values: what they return.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "api/functions.h"
#include "syntax/nodes.h"
#include "values/elements.h"
#include "values/host_values.h"

namespace pycu::sema {

using HostResult = std::optional<Value>;

/// A row and what makes its result of arguments that are bound to its parameters: dtype, shape,
/// order and owner, with the elements where the arguments are known. Null where nobody knows.
struct Typed {
    std::string_view name;
    HostResult (*function)(const CallArguments& args);
};

std::span<const Typed> arranged_rows();  // arranged_rows.cpp
std::span<const Typed> array_rows();     // array_rows.cpp
std::span<const Typed> builtin_rows();   // builtin_rows.cpp
std::span<const Typed> creation_rows();  // creation_rows.cpp
std::span<const Typed> iterator_rows();  // iterator_rows.cpp
std::span<const Typed> library_rows();   // library_rows.cpp
std::span<const Typed> numpy_rows();     // numpy_rows.cpp
std::span<const Typed> random_rows();    // random_rows.cpp
std::span<const Typed> spectrum_rows();  // spectrum_rows.cpp

/// What is decided, with the elements that are computed for it where the arguments are known.
template <typename Function>
HostResult with_elements(HostResult decided, const CallArguments& args, const Function& compute) {
    return decided && args.are_known ? with_elements(*decided, compute, args.range) : decided;
}
/// The same with the elements of the first argument, in their order.
HostResult kept(HostResult decided, const CallArguments& args);

/// A call of a path by its row, wherever that stands: "numpy.zeros", "builtins.len"; nothing where
/// nobody knows what it returns.
HostResult call_host_function(std::string_view path, const CallArguments& args);
/// The same with arguments that are bound to the row's parameters, a method's array before them.
HostResult call_bound(const api::Function& row, const CallArguments& args);

/// `hasattr(array, name)`; a bool that nobody knows for other objects and names.
HostResult has_attribute(const CallArguments& args);
/// `dtype.kind`, `dtype.name`, `dtype.str`; nothing for other names, and what a record has not.
std::optional<Value> dtype_attribute(const HostDtype& dtype, std::string_view name);

/// `array.flags.c_contiguous`, `array.flags["C_CONTIGUOUS"]`: a bool that may not be known; nothing
/// for other flags and values.
std::optional<Value> flag_of(const Value& value, std::string_view name);
/// `np.mgrid[index]`, `np.ogrid[index]`; nothing for other paths, and where nobody knows.
HostResult grid_of(std::string_view path, const Value& index);

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
/// What lists of tuples are as an array of records, an Unknown where that is not certain; nothing
/// for other dtypes and values.
std::optional<Value> as_host_records(const Value& value, const HostDtype& dtype, Range range);
/// A shape; nothing where its rank is not known. An extent of -1 is for reshapes alone.
std::optional<std::vector<Extent>> host_shape(const Value& value);
/// `axis=` as places among the axes, all of them where it is null; nothing where one is not known.
std::optional<std::vector<std::size_t>> axes_of(const Value* axis, std::size_t rank);
/// `order=` as its first letter: K where it is not given, ? where it is not known.
char host_order(const CallArguments& args);

/// A picture of Pillow's, of which its mode may be known: a method, and what np.array makes of it.
bool is_picture(const Value& value);
HostResult call_picture(const Value& value, std::string_view method, const CallArguments& args);
Value picture_array(const Value& value, Range range);
/// A method of a generator of random numbers.
HostResult call_host_generator(std::string_view name, const CallArguments& args);
/// A function of Python's module `math`.
HostResult call_math(const api::Function& row, const CallArguments& args);
/// What a type called as a function makes, as types alone tell.
HostResult call_host_type(const TypeObject& type, const CallArguments& args);

/// Whose arrays a row is for.
enum class Owner : std::uint8_t { Host, Device, Any };
/// A function or a method of one array, or of what becomes one.
template <HostResult (*function)(const HostArrayRef& array, const CallArguments& args),
          Owner owner = Owner::Host>
HostResult of_array(const CallArguments& args) {
    const Value model = as_host_array(args.first(), args.range);
    const auto* array = model.get<HostArrayRef>();
    if (array == nullptr) {
        return model;
    }
    const bool fits = owner == Owner::Any || (*array)->is_device == (owner == Owner::Device);
    return fits ? function(*array, args) : std::nullopt;
}
/// The same where the result looks at the array, at some of its places.
template <HostResult (*function)(const HostArrayRef& array, const CallArguments& args),
          Owner owner = Owner::Host>
HostResult view_of_array(const CallArguments& args) {
    return with_elements(of_array<function, owner>(args), args, [&](const HostArray&) {
        const auto look = [&](const Value& array) {
            return function(std::get<HostArrayRef>(array.as), args).value_or(Value{});
        };
        const Value known = as_known_array(args.first(), args.range);
        return known.elements() != nullptr ? viewed(known, look, args.range)
                                           : Elements(in_numpy(args.range));
    });
}

/// `array.name` and `array.name(...)`.
HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range range);
HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const CallArguments& args);
/// The indices that a subscript's value spells; nothing where they are no numbers.
std::optional<std::vector<values::Index>> indices_of(const Value& index);
/// `array[index]`
Value host_subscript(const HostArrayRef& array, const Value& index, Range range);
/// What iterating over a value gives each time.
Value host_element(const Value& value, Range range);

}  // namespace pycu::sema
