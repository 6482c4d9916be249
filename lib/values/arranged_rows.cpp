// NumPy's functions that make arrays of others: padded, repeated, turned, without some places, of
// other places; numpy.linalg.
#include <algorithm>
#include <numeric>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The array of the host that a value is or becomes, if it is one of numbers.
HostArrayRef numbers_of(const Value& value, Range range) {
    const Value model = as_host_array(value, range);
    const auto* array = model.get<HostArrayRef>();
    const bool is_one = array != nullptr && !(*array)->is_device && !(*array)->spoiled &&
                        !(*array)->dtype.record.is_record();
    return is_one ? *array : nullptr;
}

Scalar dtype_in_common(const HostArray& a, const HostArray& b) {
    return *promote_dtypes(
        {{Type::scalar(a.dtype.scalar), false}, {Type::scalar(b.dtype.scalar), false}});
}

/// np.pad: in the order that the array has, if it has one.
HostResult padded(const HostArrayRef& array, const CallArguments& args) {
    const bool is_fortran = array->layout() == Layout::F && array->rank() > 1;
    const bool has_order = array->rank() == 1 || array->layout() != Layout::A;
    const auto width = extent_of(args["pad_width"]);
    std::vector<Extent> extents = unknown_extents(array->rank());
    for (std::size_t axis = 0; width && axis < extents.size(); ++axis) {
        extents[axis] = array->memory.extents[axis] + *width + *width;
    }
    return has_order && array->rank() > 0
               ? HostResult(host_array(
                     array->dtype,
                     values::contiguous(std::move(extents), bytes(array->dtype), is_fortran)))
               : std::nullopt;
}

/// np.insert and np.delete: a row, if no axis of more is meant.
HostResult another_row(const HostArrayRef& array, const CallArguments& args) {
    return args.get("axis") == nullptr || array->rank() == 1
               ? HostResult(host_contiguous(array->dtype, unknown_extents(1)))
               : std::nullopt;
}

/// Whether an argument that moves a diagonal is 0, or left out.
bool is_main_diagonal(const Value* offset) {
    const auto by = offset != nullptr ? extent_of(*offset) : Extent(0);
    return by && by->is(0);
}

/// The diagonal of two axes: a view that may not be written.
HostResult diagonal_at(const HostArrayRef& array, const Value* offset) {
    if (array->rank() != 2) {
        return std::nullopt;
    }
    const auto& [extents, strides, nesting] = array->memory;
    const bool is_whole = is_main_diagonal(offset) && extents[0] == extents[1];
    auto made = view_of(array);
    made->memory = {{is_whole ? extents[0] : Extent::unknown()}, {strides[0] + strides[1]}, {}};
    made->is_readonly = true;
    made->known = nullptr;
    return Value{std::move(made)};
}

HostResult diagonal(const HostArrayRef& array, const CallArguments& args) {
    return diagonal_at(array, args.get("offset"));
}

/// np.diag: a square with the row, or the diagonal of a matrix.
HostResult diagonal_or_square(const HostArrayRef& array, const CallArguments& args) {
    const Value* offset = args.get("k");
    if (array->rank() != 1) {
        return diagonal_at(array, offset);
    }
    const Extent size = is_main_diagonal(offset) ? array->memory.extents[0] : Extent::unknown();
    return host_contiguous(array->dtype, {size, size});
}

/// np.rot90 in the plane of the first two axes.
HostResult turned(const HostArrayRef& array, const CallArguments& args) {
    const Value* times = args.get("k");
    const auto turns = times != nullptr ? as_index(*times) : std::optional<std::int64_t>(1);
    if (array->rank() < 2 || !turns) {
        return std::nullopt;
    }
    const std::int64_t quarters = (*turns % 4 + 4) % 4;
    std::vector<std::size_t> axes(array->rank());
    std::iota(axes.begin(), axes.end(), 0);
    std::vector<values::Index> indices(array->rank());
    if (quarters % 2 == 1) {
        std::swap(axes[0], axes[1]);
    }
    if (quarters == 1 || quarters == 2) {
        indices[0].slice.step = -1;
    }
    if (quarters == 2 || quarters == 3) {
        indices[1].slice.step = -1;
    }
    return seen_as(array, *values::sliced(values::transposed(array->memory, axes), indices));
}

/// np.moveaxis of one axis.
HostResult moved(const HostArrayRef& array, const CallArguments& args) {
    const auto from = axes_of(args.get("source"), array->rank());
    const auto to = axes_of(args.get("destination"), array->rank());
    if (!from || !to || from->size() != 1 || to->size() != 1) {
        return std::nullopt;
    }
    std::vector<std::size_t> axes(array->rank());
    std::iota(axes.begin(), axes.end(), 0);
    axes.erase(axes.begin() + std::ptrdiff_t(from->front()));
    axes.insert(axes.begin() + std::ptrdiff_t(to->front()), from->front());
    return seen_as(array, values::transposed(array->memory, axes));
}

/// np.repeat: a row of all elements, or each row along an axis several times.
HostResult repeated(const HostArrayRef& array, const CallArguments& args) {
    const Value* axis = args.get("axis");
    if (axis == nullptr || axis->is<NoneValue>()) {
        return host_contiguous(array->dtype, unknown_extents(1));
    }
    const auto axes = axes_of(axis, array->rank());
    if (!axes || axes->size() != 1) {
        return std::nullopt;
    }
    std::vector<Extent> extents = array->memory.extents;
    extents[axes->front()] = Extent::unknown();
    return host_contiguous(array->dtype, std::move(extents));
}

/// np.tile: of as many axes as the longer of shape and repetitions; one alone keeps its order.
HostResult tiled(const HostArrayRef& array, const CallArguments& args) {
    const auto counts = host_shape(args["reps"]);
    const bool is_several = counts && std::ranges::any_of(*counts, [](const Extent& one) {
                                return one.known() && !one.is(1);
                            });
    const std::size_t rank = counts ? std::max(array->rank(), counts->size()) : 0;
    return rank > 0 && (is_several || array->layout() == Layout::C)
               ? HostResult(host_contiguous(array->dtype, unknown_extents(rank)))
               : std::nullopt;
}

/// np.triu and np.tril of a matrix, or of a row that stands in each row of one.
HostResult triangle(const HostArrayRef& array, const CallArguments& /*args*/) {
    const Extent last = array->rank() > 0 ? array->memory.extents.back() : Extent::unknown();
    return array->rank() == 1   ? HostResult(host_contiguous(array->dtype, {last, last}))
           : array->rank() == 2 ? HostResult(host_contiguous(array->dtype, array->memory.extents))
                                : std::nullopt;
}

/// np.gradient of a row; of more axes an array for each, in NumPy 2 in a tuple.
HostResult slopes(const HostArrayRef& array, const CallArguments& /*args*/) {
    if (array->rank() == 0 || array->dtype == Scalar::Bool) {
        return std::nullopt;
    }
    const bool is_inexact = array->dtype >= Scalar::Float16;
    const HostDtype dtype = is_inexact ? array->dtype : HostDtype(Scalar::Float64);
    const Value one =
        host_array(dtype, values::ordered_as('K', array->memory, array->item(), bytes(dtype)));
    return array->rank() == 1 ? HostResult(one)
                              : host_tuple(std::vector<Value>(array->rank(), one));
}

HostResult flat_places(const HostArrayRef& /*array*/, const CallArguments& /*args*/) {
    return host_contiguous(Scalar::Int64, unknown_extents(1));
}

/// np.nonzero of a row: the places of more dimensions are columns of one array.
HostResult places(const HostArrayRef& array, const CallArguments& args) {
    return array->rank() == 1 ? HostResult(host_tuple({*flat_places(array, args)})) : std::nullopt;
}

/// np.argwhere: the places of np.nonzero, transposed.
HostResult rows_of_places(const HostArrayRef& array, const CallArguments& /*args*/) {
    const bool may_be_none = array->known != nullptr;  // and then it is in C order, too
    return array->rank() > 0 && !may_be_none
               ? HostResult(host_array(
                     Scalar::Int64,
                     values::contiguous({Extent::unknown(), Extent(std::int64_t(array->rank()))},
                                        bytes(Scalar::Int64), true)))
               : std::nullopt;
}

/// The same shape with another dtype; a number for a number.
HostResult of_each(const Value& value, Scalar dtype, Range range) {
    if (number_of(value)) {
        return host_number(Type::scalar(dtype), false);
    }
    const HostArrayRef array = numbers_of(value, range);
    const bool is_real = array != nullptr && array->dtype.scalar < Scalar::Complex64;
    return !is_real             ? std::nullopt
           : array->rank() == 0 ? HostResult(host_number(Type::scalar(dtype), false))
                                : host_contiguous(dtype, array->memory.extents);
}

/// np.searchsorted and np.digitize: a place for each element.
HostResult sorted_places(const CallArguments& args) {
    const Value& of = args.get("v") != nullptr ? args["v"] : args["x"];
    return of_each(of, Scalar::Int64, args.range);
}

HostResult interpolated(const CallArguments& args) {
    const HostArrayRef values = numbers_of(args["fp"], args.range);
    const bool is_real = values != nullptr && values->dtype < Scalar::Complex64;
    return is_real ? of_each(args["x"], Scalar::Float64, args.range) : std::nullopt;
}

/// np.outer: of the elements of two arrays; np.convolve: of two rows.
template <std::size_t rank>
HostResult of_two(const CallArguments& args) {
    const bool is_outer = rank == 2;
    const HostArrayRef a = numbers_of(args["a"], args.range);
    const HostArrayRef b = numbers_of(is_outer ? args["b"] : args["v"], args.range);
    const bool are_two = a != nullptr && b != nullptr;
    return are_two && (is_outer || (a->rank() == 1 && b->rank() == 1))
               ? HostResult(host_contiguous(dtype_in_common(*a, *b),
                                            is_outer
                                                ? std::vector{values::product_of(a->memory.extents),
                                                              values::product_of(b->memory.extents)}
                                                : unknown_extents(rank)))
               : std::nullopt;
}

/// np.cross, of vectors of three numbers along the last axis.
HostResult cross(const CallArguments& args) {
    const HostArrayRef a = numbers_of(args["a"], args.range);
    const HostArrayRef b = numbers_of(args["b"], args.range);
    const auto is_in_space = [](const HostArray& one) {
        return one.rank() > 0 && one.memory.extents.back().is(3);
    };
    const auto may_be_in_plane = [](const HostArray& one) {
        return one.rank() > 0 &&
               (!one.memory.extents.back().known() || one.memory.extents.back().is(2));
    };
    if (a == nullptr || b == nullptr || (!is_in_space(*a) && !is_in_space(*b)) ||
        (!is_in_space(*a) && !may_be_in_plane(*a)) || (!is_in_space(*b) && !may_be_in_plane(*b))) {
        return std::nullopt;
    }
    const Scalar dtype = dtype_in_common(*a, *b);
    const bool are_in_space = is_in_space(*a) && is_in_space(*b);
    const auto shape =
        are_in_space ? values::broadcast_shape({a->memory, b->memory}) : std::nullopt;
    std::vector<Extent> extents = shape.value_or(unknown_extents(std::max(a->rank(), b->rank())));
    extents.back() = Extent(3);
    return dtype != Scalar::Bool ? HostResult(host_contiguous(dtype, std::move(extents)))
                                 : std::nullopt;
}

/// np.meshgrid: an array for each row, in NumPy 2 in a tuple.
HostResult grids(const CallArguments& args) {
    if (truth(args["copy"]) != true) {
        return std::nullopt;
    }
    std::vector<HostArrayRef> arrays;
    std::vector<Extent> extents;
    for (const Value& one : args.positional) {
        arrays.push_back(numbers_of(one, args.range));
        if (arrays.back() == nullptr) {
            return std::nullopt;
        }
        extents.push_back(values::product_of(arrays.back()->memory.extents));
    }
    const auto* indexing = args["indexing"].get<StringValue>();
    const bool is_sparse = truth(args["sparse"]) != false;
    if (indexing == nullptr || is_sparse) {
        extents = unknown_extents(extents.size());
    } else if (indexing->text == "xy" && extents.size() > 1) {
        std::swap(extents[0], extents[1]);
    }
    std::vector<Value> made;
    for (const HostArrayRef& array : arrays) {
        made.push_back(host_contiguous(array->dtype, extents));
    }
    return made.empty() ? std::nullopt : HostResult(host_tuple(std::move(made), true));
}

HostResult indices(const CallArguments& args) {
    const auto shape = host_shape(args["dimensions"]);
    const auto dtype = dtype_or(args, Scalar::Int64);
    if (!shape || !dtype) {
        return std::nullopt;
    }
    std::vector<Extent> extents{Extent(std::int64_t(shape->size()))};
    extents.insert(extents.end(), shape->begin(), shape->end());
    return host_contiguous(*dtype, std::move(extents));
}

/// The dtype in which LAPACK computes.
std::optional<Scalar> solved_dtype(Scalar dtype) {
    const bool is_own = dtype == Scalar::Float32 || dtype >= Scalar::Complex64;
    return dtype == Scalar::Float16 ? std::nullopt
                                    : std::optional(is_own ? dtype : Scalar::Float64);
}

HostResult inverse(const HostArrayRef& array, const CallArguments& /*args*/) {
    const auto dtype = solved_dtype(array->dtype.scalar);
    return dtype && array->rank() > 1 ? HostResult(host_contiguous(*dtype, array->memory.extents))
                                      : std::nullopt;
}

HostResult determinant(const HostArrayRef& array, const CallArguments& /*args*/) {
    const auto dtype = solved_dtype(array->dtype.scalar);
    return dtype && array->rank() == 2 ? HostResult(host_number(Type::scalar(*dtype), false))
                                       : std::nullopt;
}

/// np.linalg.solve of one matrix.
HostResult solution(const CallArguments& args) {
    const HostArrayRef a = numbers_of(args["a"], args.range);
    const HostArrayRef b = numbers_of(args["b"], args.range);
    if (a == nullptr || b == nullptr || a->rank() != 2 || b->rank() == 0 || b->rank() > 2) {
        return std::nullopt;
    }
    const auto of_a = solved_dtype(a->dtype.scalar), of_b = solved_dtype(b->dtype.scalar);
    const auto dtype =
        of_a && of_b ? promote_dtypes({{Type::scalar(*of_a), false}, {Type::scalar(*of_b), false}})
                     : std::nullopt;
    return dtype ? HostResult(host_contiguous(*dtype, b->memory.extents)) : std::nullopt;
}

constexpr Typed arrangements[] = {
#define PYCU_ARRANGED(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> arranged_rows() {
    return arrangements;
}

}  // namespace pycu::sema
