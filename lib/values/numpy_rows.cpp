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
        if (array == nullptr || (*array)->is_device || (*array)->spoiled) {
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

/// Arrays of one rank put behind each other along axes that nobody knows: certain where all of them
/// are in C order.
HostResult joined(const CallArguments& args, std::size_t least, std::size_t more) {
    const auto arrays = arrays_of(args.first(), args.range);
    if (!arrays) {
        return std::nullopt;
    }
    const std::size_t rank = arrays->front()->rank();
    for (const HostArrayRef& one : *arrays) {
        if (one->rank() != rank || (rank > 1 && one->layout() != Layout::C)) {
            return std::nullopt;
        }
    }
    if (rank == 0 && more == 0) {
        return std::nullopt;
    }
    std::vector<Extent> extents;
    for (std::size_t axis = 0; axis < std::max(rank, least) + more; ++axis) {
        extents.push_back(Extent::unknown());
    }
    return host_contiguous(common_dtype(*arrays), std::move(extents));
}

/// np.concatenate, whose axis is a number, and np.hstack.
HostResult concatenated(const CallArguments& args) {
    const bool is_flat = args.get("arrays") != nullptr && args.get("axis") == nullptr;
    return is_flat ? std::nullopt : joined(args, 1, 0);
}

HostResult stacked_rows(const CallArguments& args) {
    return joined(args, 2, 0);
}

HostResult stacked(const CallArguments& args) {
    const auto at = extent_of(args["axis"]);
    return at && at->is(0) ? joined(args, 0, 1) : std::nullopt;
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

/// np.diff and np.tile of one row.
HostResult of_another_length(const HostArrayRef& array, const CallArguments& args) {
    const bool is_row = args.positional.size() < 2 || extent_of(args.positional[1]);
    return array->rank() == 1 && is_row ? some(array->dtype) : std::nullopt;
}

HostResult size(const CallArguments& args) {
    const auto* array = args.positional[0].get<HostArrayRef>();
    return array != nullptr ? host_array_attribute(*array, "size", args.range) : std::nullopt;
}

HostResult dot(const CallArguments& args) {
    const Value& a = args.positional[0];
    const Value& b = args.positional[1];
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
