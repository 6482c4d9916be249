// NumPy's functions on host values, those of shapes among them.
#include <algorithm>
#include <numeric>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A new row of as many elements as nobody knows.
HostResult some(const HostDtype& dtype) {
    return host_contiguous(dtype, {Extent::unknown()});
}

/// The arrays of a list or a tuple, by their dtypes and shapes. Any number of further items
/// count as one, if it has the dtype of the others: there may be none, and then it decides nothing.
std::optional<std::vector<HostArrayRef>> arrays_of(const Value& value, Range range) {
    const HostItems* items = value.items();
    if (items == nullptr || items->is_dict) {
        return std::nullopt;
    }
    std::vector<Value> all = items->items;
    if (items->more != nullptr) {
        all.push_back(*items->more);
    }
    std::vector<HostArrayRef> arrays;
    for (const Value& item : all) {
        const Value model = as_host_array(item, range);
        const auto* array = model.get<HostArrayRef>();
        if (array == nullptr || (*array)->is_device || (*array)->spoiled ||
            (*array)->dtype.record.is_record()) {
            return std::nullopt;
        }
        arrays.push_back(*array);
    }
    const auto is_other = [&](const HostArrayRef& one) {
        return !(one->dtype == arrays.front()->dtype);
    };
    const bool is_open = items->more != nullptr && std::ranges::any_of(arrays, is_other);
    return is_open || arrays.empty() ? std::nullopt : std::optional(std::move(arrays));
}

Scalar common_dtype(const std::vector<HostArrayRef>& arrays) {
    std::vector<HostNumber> numbers;
    for (const HostArrayRef& one : arrays) {
        numbers.push_back({Type::scalar(one->dtype), false});
    }
    return *promote_dtypes(numbers);
}

/// How arrays of one rank are put together.
struct Joint {
    std::size_t axis = 0;
    /// They are items along a new axis, and not parts of one that they have.
    bool is_new = false;
};

/// Certain where all arrays are in C order.
HostResult joined(const CallArguments& args, const std::vector<HostArrayRef>& arrays, Joint joint) {
    const std::size_t rank = arrays.front()->rank();
    for (const HostArrayRef& one : arrays) {
        if (one->rank() != rank || (rank > 1 && one->layout() != Layout::C)) {
            return std::nullopt;
        }
    }
    if (joint.axis >= rank + (joint.is_new ? 1 : 0)) {
        return std::nullopt;
    }
    Extent along;
    for (const HostArrayRef& one : arrays) {
        along = along + (joint.is_new ? Extent(1) : one->memory.extents[joint.axis]);
    }
    std::vector<Extent> extents = arrays.front()->memory.extents;
    if (joint.is_new) {
        extents.insert(extents.begin() + std::ptrdiff_t(joint.axis), along);
    }
    extents[joint.axis] = args.first().items()->more == nullptr ? along : Extent::unknown();
    return host_contiguous(common_dtype(arrays), std::move(extents));
}

/// np.concatenate.
HostResult concatenated(const CallArguments& args) {
    const auto arrays = arrays_of(args.first(), args.range);
    const auto axis = args.get("axis") != nullptr ? extent_of(args["axis"]) : std::nullopt;
    if (!arrays || !axis) {
        return std::nullopt;
    }
    const auto rank = std::int64_t(arrays->front()->rank());
    if (const auto at = axis->known()) {
        return *at < -rank ? std::nullopt
                           : joined(args, *arrays, {std::size_t(*at < 0 ? *at + rank : *at)});
    }
    HostResult made = joined(args, *arrays, {});
    const auto* array = made ? made->get<HostArrayRef>() : nullptr;
    return array != nullptr
               ? HostResult(host_contiguous((*array)->dtype, unknown_extents((*array)->rank())))
               : made;
}

/// np.vstack, np.hstack and np.column_stack.
template <bool are_rows, bool are_columns>
HostResult stacked_beside(const CallArguments& args) {
    const auto arrays = arrays_of(args.first(), args.range);
    if (!arrays || arrays->front()->rank() == 0) {
        return std::nullopt;
    }
    const bool is_row = arrays->front()->rank() == 1;
    const Joint of_rows = are_rows ? Joint{0, true} : are_columns ? Joint{1, true} : Joint{};
    return joined(args, *arrays, is_row ? of_rows : Joint{are_rows ? 0U : 1U});
}

HostResult stacked(const CallArguments& args) {
    const auto arrays = arrays_of(args.first(), args.range);
    const auto at = extent_of(args["axis"]);
    return arrays && at && at->is(0) ? joined(args, *arrays, {0, true}) : std::nullopt;
}

/// np.trace: of more than a matrix, an array of sums.
HostResult trace(const HostArrayRef& array, const CallArguments& /*args*/) {
    const auto dtype = api::result_dtype(api::Rule::Sum, array->dtype.scalar);
    if (array->rank() < 2 || array->dtype.record.is_record()) {
        return std::nullopt;
    }
    const auto& extents = array->memory.extents;
    return array->rank() == 2 ? host_number(Type::scalar(*dtype), false)
                              : host_contiguous(*dtype, {extents.begin() + 2, extents.end()});
}

/// np.trapezoid of a row.
HostResult trapezoid(const HostArrayRef& array, const CallArguments& args) {
    const auto dtype = api::result_dtype(api::Rule::Mean, array->dtype.scalar);
    const bool is_plain =
        args.get("x") == nullptr && array->rank() == 1 && !array->dtype.record.is_record() && dtype;
    return is_plain ? HostResult(host_number(Type::scalar(*dtype), false)) : std::nullopt;
}

/// np.round: an array of ints as it is; else a new one, whose order depends on how it is computed.
HostResult rounded_array(const CallArguments& args) {
    const Value of =
        number_of(args.first()) ? args.first() : as_host_array(args.first(), args.range);
    const auto number = dtype_operand(of);
    if (!number || number->type.is_bool()) {
        return std::nullopt;
    }
    const auto* array = of.get<HostArrayRef>();
    const Scalar dtype = number->type.element();
    if (array == nullptr || (*array)->rank() == 0) {
        return apply_elementwise({of}, dtype, args.range);
    }
    if ((*array)->is_device || (*array)->spoiled || (*array)->dtype.record.is_record()) {
        return std::nullopt;
    }
    const values::Strides& memory = (*array)->memory;
    const auto digits = args.get("decimals") != nullptr ? extent_of(args["decimals"]) : Extent(0);
    const auto decimals = digits ? digits->known() : std::nullopt;
    if (is_integer(dtype) && decimals && *decimals >= 0) {
        return of;
    }
    const auto is_fortran = values::is_contiguous(memory, (*array)->item(), true);
    const auto is_c = values::is_contiguous(memory, (*array)->item());
    if (is_complex(dtype) || is_c == values::Tri::Yes) {
        return host_contiguous(dtype, memory.extents);
    }
    if (!is_integer(dtype) && decimals && *decimals == 0) {
        return apply_elementwise({of}, dtype, args.range);
    }
    const bool is_known = is_fortran != values::Tri::Unknown && decimals;
    return is_known
               ? HostResult(host_array(dtype, values::contiguous(memory.extents, bytes(dtype),
                                                                 is_fortran == values::Tri::Yes)))
               : std::nullopt;
}

HostResult count(const HostArrayRef& /*array*/, const CallArguments& /*args*/) {
    return host_integer();
}

/// np.unique and np.repeat: elements of the array in a row; np.bincount: numbers.
template <bool are_numbers>
HostResult some_of_it(const HostArrayRef& array, const CallArguments& /*args*/) {
    return some(are_numbers ? HostDtype(Scalar::Int64) : array->dtype);
}

/// np.sort and np.roll of one row: its elements in another order; np.argsort: their places.
template <bool are_places>
HostResult rearranged(const HostArrayRef& array, const CallArguments& /*args*/) {
    const HostDtype dtype = are_places ? HostDtype(Scalar::Int64) : array->dtype;
    return array->rank() == 1 ? HostResult(host_contiguous(dtype, array->memory.extents))
                              : std::nullopt;
}

HostResult appended(const HostArrayRef& array, const CallArguments& args) {
    const Value more = as_host_array(args.positional[1], args.range);
    if (more.array() == nullptr || array->rank() != 1) {
        return array->rank() == 1 ? HostResult(more) : std::nullopt;
    }
    return some(common_dtype({array, std::get<HostArrayRef>(more.as)}));
}

/// np.diff of one row.
HostResult of_another_length(const HostArrayRef& array, const CallArguments& /*args*/) {
    return array->rank() == 1 ? some(array->dtype) : std::nullopt;
}

HostResult size(const CallArguments& args) {
    const auto* array = args.positional[0].get<HostArrayRef>();
    return array != nullptr ? host_array_attribute(*array, "size", args.range) : std::nullopt;
}

HostResult dot(const CallArguments& args) {
    // A list is an array, and a number of Python's one of NumPy's.
    const auto operand = [&](const Value& one) {
        return number_of(one) ? as_numpy(one) : as_host_array(one, args.range);
    };
    const Value a = operand(args.positional[0]), b = operand(args.positional[1]);
    const bool are_arrays = a.array() != nullptr && b.array() != nullptr;
    return are_arrays ? binary(BinaryOp::MatMult, a, b, args.range)
                      : numpy_operator(BinaryOp::Mult, a, b, args.range);
}

/// The dtype that arrays, dtypes and numbers have in common.
HostResult result_type(const CallArguments& args) {
    std::vector<HostNumber> operands;
    for (const Value& one : args.positional) {
        const auto scalar =
            one.is<TypeObject>() || one.is<StringValue>() ? host_dtype(one) : std::nullopt;
        const auto operand =
            scalar ? std::optional(HostNumber{scalar->type(), false}) : dtype_operand(one);
        if (!operand || !operand->type.is_scalar()) {
            return std::nullopt;
        }
        operands.push_back(*operand);
    }
    const auto made = operands.empty() ? std::nullopt : promote_dtypes(operands);
    return made ? HostResult(Value{TypeObject{Type::scalar(*made), TypeObject::Kind::Dtype}})
                : std::nullopt;
}

HostResult shape(const CallArguments& args) {
    const Value model = as_host_array(args.first(), args.range);
    const auto* array = model.get<HostArrayRef>();
    return array != nullptr   ? host_array_attribute(*array, "shape", args.range)
           : number_of(model) ? HostResult(host_tuple({}))
                              : std::nullopt;
}

HostResult broadcast_shapes(const CallArguments& args) {
    std::vector<Strides> all;
    for (const Value& one : args.positional) {
        auto shape = host_shape(one);
        if (!shape) {
            return std::nullopt;
        }
        all.push_back(values::contiguous(*std::move(shape), 1));
    }
    const auto extents = values::broadcast_shape(all);
    std::vector<Value> made;
    for (const Extent& one : extents.value_or(std::vector<Extent>{})) {
        made.push_back(host_integer(one));
    }
    return extents ? HostResult(host_tuple(std::move(made))) : std::nullopt;
}

HostResult dtype(const CallArguments& args) {
    const auto scalar = host_dtype(args["dtype"]);
    return scalar ? HostResult(Value{TypeObject{Type::scalar(*scalar), TypeObject::Kind::Dtype}})
                  : std::nullopt;
}

constexpr Typed functions[] = {
#define PYCU_NUMPY(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> numpy_rows() {
    return functions;
}

}  // namespace pycu::sema
