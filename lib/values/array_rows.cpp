// Attributes, methods and elements of arrays on the host.
#include <algorithm>
#include <numeric>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/array_interface.h"
#include "values/cupy.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The axes reversed, or in the order of the arguments.
HostResult axes_in_order(const HostArrayRef& ref, std::vector<Value> axes) {
    const HostArray& array = *ref;
    if (axes.size() == 1 && axes[0].items() != nullptr) {
        axes = axes[0].items()->items;
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < array.rank(); ++i) {
        order.push_back(array.rank() - 1 - i);
    }
    const bool is_default = axes.empty() || (axes.size() == 1 && axes[0].get<NoneValue>());
    for (std::size_t i = 0; i < axes.size() && !is_default; ++i) {
        const auto index = as_index(axes[i]);
        const auto place = index ? values::item_place(*index, array.rank()) : std::nullopt;
        if (!place || axes.size() != array.rank()) {
            return std::nullopt;
        }
        order[i] = *place;
    }
    if (array.is_device && !array.is_cupy) {
        // Numba's own transposes two dimensions, into a new array.
        if (array.rank() != 2 || !std::ranges::is_sorted(order, std::ranges::greater{})) {
            return std::nullopt;
        }
        const auto& extents = array.memory.extents;
        return host_contiguous(array.dtype, {extents[1], extents[0]}, true);
    }
    return seen_as(ref, values::transposed(array.memory, order));
}

/// The arguments behind the array.
std::vector<Value> further(const CallArguments& args) {
    return {args.positional.begin() + 1, args.positional.end()};
}

HostResult transposed(const HostArrayRef& array, const CallArguments& args) {
    return axes_in_order(array, further(args));
}

HostResult moved_axes(const HostArrayRef& array, const CallArguments& args) {
    std::vector<std::size_t> order(array->rank());
    std::iota(order.begin(), order.end(), 0);
    const auto a = axes_of(args.get("axis1"), order.size());
    const auto b = axes_of(args.get("axis2"), order.size());
    if (!a || !b) {
        return std::nullopt;
    }
    std::swap(order[a->front()], order[b->front()]);
    return seen_as(array, values::transposed(array->memory, order));
}

/// The part of an array at indices.
HostResult part_of(const HostArrayRef& array, const std::vector<values::Index>& indices,
                   const CallArguments& args) {
    const Value decided = seen_as(array, *values::sliced(array->memory, indices));
    const Value known = args.are_known ? as_known_array(args.first(), args.range) : Value{};
    return known.elements() != nullptr ? index_array(decided, known, indices, args.range) : decided;
}

/// np.flip; np.flipud and np.fliplr have one axis.
template <std::size_t... axis>
HostResult flipped(const HostArrayRef& array, const CallArguments& args) {
    const auto axes = sizeof...(axis) > 0 ? std::vector<std::size_t>{axis...}
                                          : axes_of(args.get("axis"), array->rank());
    std::vector<values::Index> indices(array->rank());
    for (const std::size_t one : axes.value_or(std::vector<std::size_t>{})) {
        if (one >= indices.size()) {
            return std::nullopt;
        }
        indices[one].slice.step = -1;
    }
    if (axes && indices.empty()) {  // `m[()]`
        return host_number(array->dtype.type(), false);
    }
    return axes ? part_of(array, indices, args) : std::nullopt;
}

/// np.expand_dims with one axis.
HostResult expanded(const HostArrayRef& array, const CallArguments& args) {
    const auto axes = axes_of(args.get("axis"), array->rank() + 1);
    if (!axes || axes->size() != 1) {
        return std::nullopt;
    }
    std::vector<values::Index> indices(array->rank());
    indices.insert(indices.begin() + std::ptrdiff_t(axes->front()), {values::Index::Kind::NewAxis});
    return part_of(array, indices, args);
}

HostResult broadcast(const HostArrayRef& array, const CallArguments& args) {
    const auto extents = host_shape(args["shape"]);
    auto memory = extents ? values::broadcast_to(array->memory, *extents) : std::nullopt;
    if (!memory) {
        return std::nullopt;
    }
    auto made = view_of(array);
    made->is_readonly = true;
    made->memory = std::move(*memory);
    return Value{std::move(made)};
}

/// Rows whose results have the elements of the array in their order.
template <HostResult (*function)(const HostArrayRef& array, const CallArguments& args),
          Owner owner = Owner::Host>
HostResult same_elements(const CallArguments& args) {
    return kept(of_array<function, owner>(args), args);
}

HostResult reshape_of(const HostArrayRef& ref, const CallArguments& args) {
    const HostArray& array = *ref;
    const std::vector<Value> extents_given = further(args);
    const Value shape = extents_given.size() == 1 ? extents_given[0] : host_tuple(extents_given);
    const char order = host_order(args);
    if (extents_given.empty() || (order != 'C' && order != 'F')) {
        return std::nullopt;
    }
    const bool is_fortran = order == 'F';
    if (const auto* why = shape.get<Unknown>()) {
        return Value{*why};
    }
    const auto extents = host_shape(shape);
    auto memory =
        extents ? values::reshaped(array.memory, *extents, array.item(), is_fortran) : std::nullopt;
    // A copy could be written.
    const bool is_view =
        values::is_contiguous(array.memory, array.item(), is_fortran) == values::Tri::Yes;
    return memory && (is_view || !array.is_readonly) ? HostResult(seen_as(ref, std::move(*memory)))
                                                     : std::nullopt;
}

/// `a.reshape(n, m)` takes the elements in C order where nothing else is asked for.
template <Owner owner = Owner::Host>
HostResult reshaped(const CallArguments& args) {
    return with_elements(of_array<reshape_of, owner>(args), args, [&](const HostArray& made) {
        return host_order(args) == 'C' ? elements_of(args.first(), made.dtype, args.range)
                                       : Unknown{"its order is not known", args.range};
    });
}

HostResult astype(const HostArrayRef& array, const CallArguments& args) {
    const auto dtype = host_dtype(args["dtype"]);
    const char order = host_order(args);
    return dtype && order != '?'
               ? host_array(*dtype,
                            values::ordered_as(order, array->memory, array->item(), bytes(*dtype)))
               : unknown(dtype ? "its order is not known" : "its dtype is not known", args.range);
}

HostResult copied(const HostArrayRef& array, const CallArguments& args) {
    const char order = host_order(args);
    return order == '?'
               ? unknown("its order is not known", args.range)
               : host_array(array->dtype,
                            values::ordered_as(order, array->memory, array->item(), array->item()));
}

HostResult flat(const HostArrayRef& array, bool is_view) {
    if (array->is_device && array->layout() != Layout::C) {
        return std::nullopt;
    }
    if (is_view && array->rank() == 1 && array->layout() == Layout::C) {
        return Value{array};
    }
    const bool keeps_flag = is_view && array->layout() == Layout::C;
    if (array->is_readonly && is_view && !keeps_flag) {
        return std::nullopt;
    }
    auto made = is_view ? view_of(array) : alike(*array);
    made->is_readonly = keeps_flag && array->is_readonly;
    made->memory = values::contiguous({values::product_of(array->memory.extents)}, array->item());
    return Value{std::move(made)};
}

HostResult raveled(const HostArrayRef& array, const CallArguments& /*args*/) {
    return flat(array, true);
}

HostResult flattened(const HostArrayRef& array, const CallArguments& /*args*/) {
    return flat(array, false);
}

HostResult viewed(const HostArrayRef& ref, const CallArguments& args) {
    const HostArray& array = *ref;
    if (args.get("dtype") == nullptr) {
        return seen_as(ref, array.memory);
    }
    const auto dtype = host_dtype(args["dtype"]);
    if (!dtype || array.rank() == 0 ||
        (bytes(*dtype) != array.item() && array.layout() != Layout::C)) {
        return std::nullopt;
    }
    auto made = view_of(ref);
    made->dtype = *dtype;
    if (bytes(*dtype) != array.item()) {
        std::vector<Extent> extents = array.memory.extents;
        extents.back() =
            derived(values::Rule::Quotient, {extents.back() * array.item(), bytes(*dtype)});
        made->memory = values::contiguous(std::move(extents), bytes(*dtype));
    }
    return Value{std::move(made)};
}

HostResult squeezed(const HostArrayRef& ref, const CallArguments& /*args*/) {
    const HostArray& array = *ref;
    std::vector<values::Index> indices(array.rank());
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        const Extent& extent = array.memory.extents[axis];
        if (!extent.known()) {
            return std::nullopt;  // it may be one, and the axis gone
        }
        if (extent.is(1)) {
            indices[axis].kind = values::Index::Kind::Integer;
        }
    }
    return seen_as(ref, *values::sliced(array.memory, indices));
}

/// The same of arrays, and a number of NumPy's stays what it is.
template <HostResult (*function)(const CallArguments& args)>
HostResult but_of_numbers(const CallArguments& args) {
    const auto number = number_of(args.first());
    return number && !number->is_python ? HostResult(args.first()) : function(args);
}

HostResult on_host(const HostArrayRef& array, const CallArguments& args) {
    if (const Value* into = args.get("ary")) {
        return *into;
    }
    auto made = alike(*array);
    made->is_device = false;
    return Value{std::move(made)};
}

HostResult item(const HostArrayRef& array, const CallArguments& args) {
    if (args.positional.size() > 2) {
        return std::nullopt;
    }
    const Type type = Type::scalar(array->dtype);
    const Value decided = host_number(type.is_integer()   ? int64
                                      : type.is_bool()    ? boolean
                                      : type.is_complex() ? complex128
                                                          : float64);
    return with_elements(decided, args, [&](const HostArray&) -> Elements {
        const Numbers& elements = *args.first().elements();
        const bool is_given = args.positional.size() == 2;
        const auto index = is_given ? as_index(args.positional[1]) : 0;
        const auto place = index ? values::item_place(*index, elements.size()) : std::nullopt;
        return place && (is_given || elements.size() == 1)
                   ? Elements(Numbers{elements[*place]})
                   : Unknown{"the element is not known", args.range};
    });
}

/// Lists in lists, where somebody knows what is in them.
HostResult tolist(const HostArrayRef& array, const CallArguments& args) {
    const auto size = values::product_of(array->memory.extents).known();
    if (array->known == nullptr || !size || *size > std::int64_t(max_items)) {
        return std::nullopt;
    }
    Value made = *item(array, {{args.first()}, {}});
    for (std::size_t axis = array->rank(); axis-- > 0;) {
        const auto extent = std::size_t(*array->memory.extents[axis].known());
        made = host_tuple(std::vector<Value>(extent, made), true);
    }
    return with_elements(made, args, [&](const HostArray&) { return *args.first().elements(); });
}

HostResult nothing(const HostArrayRef& /*array*/, const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

constexpr Typed functions_of_arrays[] = {
#define PYCU_ARRAY(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range /*range*/) {
    if (name == "T") {
        return axes_in_order(array, {});
    }
    if (name == "shape" || name == "strides") {
        std::vector<Value> items;
        for (std::size_t axis = 0; axis < array->rank(); ++axis) {
            items.push_back(host_integer(name == "shape" ? array->memory.extents[axis]
                                                         : array->memory.strides[axis]));
        }
        return host_tuple(std::move(items));
    }
    if (name == "size") {
        return host_integer(values::product_of(array->memory.extents));
    }
    if (name == "ndim") {
        return Value{python_int(Int128(array->rank()))};
    }
    if (name == "itemsize") {
        return Value{python_int(array->item())};
    }
    if (name == "nbytes") {
        return host_integer(values::product_of(array->memory.extents) * array->item());
    }
    if (name == "dtype") {
        return Value{
            TypeObject{array->dtype.type(), TypeObject::Kind::Dtype, array->dtype.record_size}};
    }
    if (name == device_interface && array->is_device) {
        return interface_of(*array);
    }
    const bool is_complex = array->dtype >= Scalar::Complex64;
    if ((name == "real" || name == "imag") && is_complex && (!array->is_device || array->is_cupy)) {
        auto made = view_of(array);
        made->dtype = array->dtype == Scalar::Complex64 ? Scalar::Float32 : Scalar::Float64;
        return Value{std::move(made)};
    }
    return name == "real" && (!array->is_device || array->is_cupy) ? HostResult(Value{array})
                                                                   : std::nullopt;
}

HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const CallArguments& args) {
    const auto with_array = [&](CallArguments all) {
        all.positional.insert(all.positional.begin(), Value{array});
        return all;
    };
    if (array->is_cupy && name == "get" && args.positional.empty()) {
        return call_cupy("cupy.asnumpy", with_array(args));
    }
    if ((name == "conj" || name == "conjugate") && !is_complex(array->dtype)) {
        return Value{array};  // np.conj makes int8 of bools
    }
    if (const auto* own = api::find_function("numpy.ndarray." + std::string(name))) {
        const auto given = bound(*own, args);
        return given ? call_bound(*own, with_array(*given)) : std::nullopt;
    }
    // It does what NumPy's function of that name does.
    return array->is_device && !array->is_cupy
               ? std::nullopt
               : call_host_function("numpy." + std::string(name), with_array(args));
}

std::span<const Typed> array_rows() {
    return functions_of_arrays;
}

}  // namespace pycu::sema
