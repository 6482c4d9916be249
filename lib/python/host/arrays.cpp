// Attributes, methods and elements of arrays on the host.
#include <algorithm>

#include "python/constants/arguments.h"
#include "python/constants/numbers.h"
#include "python/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

Value seen_as(const HostArrayRef& array, Strides memory) {
    auto made = view_of(array);
    made->memory = std::move(memory);
    return {HostArrayRef(std::move(made))};
}

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
        const auto place = index ? python::item_place(*index, array.rank()) : std::nullopt;
        if (!place || axes.size() != array.rank()) {
            return std::nullopt;
        }
        order[i] = *place;
    }
    if (array.is_device) {
        // Numba's own transposes two dimensions, into a new array.
        if (array.rank() != 2 || !std::ranges::is_sorted(order, std::ranges::greater{})) {
            return std::nullopt;
        }
        const auto& extents = array.memory.extents;
        return host_contiguous(array.dtype, {extents[1], extents[0]}, true);
    }
    return seen_as(ref, python::transposed(array.memory, order));
}

HostResult transposed(const HostArrayRef& array, const CallArguments& args) {
    return axes_in_order(array, args.positional);
}

HostResult reshaped(const HostArrayRef& ref, const CallArguments& args) {
    const HostArray& array = *ref;
    const Value shape =
        args.positional.size() == 1 ? args.positional[0] : host_tuple(args.positional);
    const char order = host_order(args);
    if (args.positional.empty() || (order != 'C' && order != 'F')) {
        return std::nullopt;
    }
    const bool is_fortran = order == 'F';
    if (const auto* why = shape.get<Unknown>()) {
        return Value{*why};
    }
    const auto extents = host_shape(shape);
    auto memory =
        extents ? python::reshaped(array.memory, *extents, array.item(), is_fortran) : std::nullopt;
    // A copy could be written.
    const bool is_view =
        python::is_contiguous(array.memory, array.item(), is_fortran) == python::Tri::Yes;
    return memory && (is_view || !array.is_readonly) ? HostResult(seen_as(ref, std::move(*memory)))
                                                     : std::nullopt;
}

HostResult astype(const HostArrayRef& array, const CallArguments& args) {
    const auto dtype = host_dtype(args["dtype"]);
    const char order = host_order(args);
    return dtype && order != '?'
               ? host_array(*dtype,
                            python::ordered_as(order, array->memory, array->item(), bytes(*dtype)))
               : unknown(dtype ? "its order is not known" : "its dtype is not known", args.range);
}

HostResult copied(const HostArrayRef& array, const CallArguments& args) {
    const char order = host_order(args);
    return order == '?'
               ? unknown("its order is not known", args.range)
               : host_array(array->dtype,
                            python::ordered_as(order, array->memory, array->item(), array->item()));
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
    made->memory = python::contiguous({python::product_of(array->memory.extents)}, array->item());
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
            derived(python::Rule::Quotient, {extents.back() * array.item(), bytes(*dtype)});
        made->memory = python::contiguous(std::move(extents), bytes(*dtype));
    }
    return Value{std::move(made)};
}

HostResult squeezed(const HostArrayRef& ref, const CallArguments& /*args*/) {
    const HostArray& array = *ref;
    std::vector<python::Index> indices(array.rank());
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        const Extent& extent = array.memory.extents[axis];
        if (!extent.known()) {
            return std::nullopt;  // it may be one, and the axis gone
        }
        if (extent.is(1)) {
            indices[axis].kind = python::Index::Kind::Integer;
        }
    }
    return seen_as(ref, *python::sliced(array.memory, indices));
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
    const Type type = Type::scalar(array->dtype);
    return args.positional.size() <= 1 ? HostResult(host_number(type.is_integer()   ? int64
                                                                : type.is_bool()    ? boolean
                                                                : type.is_complex() ? complex128
                                                                                    : float64))
                                       : std::nullopt;
}

/// Lists in lists, where somebody knows what is in them.
HostResult tolist(const HostArrayRef& array, const CallArguments& args) {
    const auto size = python::product_of(array->memory.extents).known();
    if (array->known == nullptr || !size || *size > std::int64_t(max_items)) {
        return std::nullopt;
    }
    Value made = *item(array, args);
    for (std::size_t axis = array->rank(); axis-- > 0;) {
        const auto extent = std::size_t(*array->memory.extents[axis].known());
        made = host_tuple(std::vector<Value>(extent, made), true);
    }
    return made;
}

HostResult nothing(const HostArrayRef& /*array*/, const CallArguments& /*args*/) {
    return Value{NoneValue{}};
}

/// Methods that do what NumPy's function of the same name does.
HostResult as_function(const HostArrayRef& array, const CallArguments& args) {
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), Value{array});
    const std::string_view name = args.row->name.substr(args.row->name.rfind('.') + 1);
    return call_host_function("numpy." + std::string(name), all);
}

/// Whose arrays have a method.
enum class Owner { Host, Device, Any };

struct Method {
    std::string_view name;
    Owner owner;
    HostResult (*function)(const HostArrayRef& array, const CallArguments& args);
};
constexpr Method methods[] = {
#define PYCU_METHOD(name, parameters, owner, types, ...) {name, Owner::owner, types},
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
        return host_integer(python::product_of(array->memory.extents));
    }
    if (name == "ndim") {
        return Value{python_int(Int128(array->rank()))};
    }
    if (name == "itemsize") {
        return Value{python_int(array->item())};
    }
    if (name == "nbytes") {
        return host_integer(python::product_of(array->memory.extents) * array->item());
    }
    if (name == "dtype") {
        return Value{
            TypeObject{array->dtype.type(), TypeObject::Kind::Dtype, array->dtype.record_size}};
    }
    const bool is_complex = array->dtype >= Scalar::Complex64;
    if ((name == "real" || name == "imag") && is_complex && !array->is_device) {
        auto made = view_of(array);
        made->dtype = array->dtype == Scalar::Complex64 ? Scalar::Float32 : Scalar::Float64;
        return Value{std::move(made)};
    }
    return name == "real" && !array->is_device ? HostResult(Value{array}) : std::nullopt;
}

HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const CallArguments& args) {
    const api::Function* row = api::find_function("numpy.ndarray." + std::string(name));
    const auto* found =
        row != nullptr ? std::ranges::find(methods, row->name, &Method::name) : std::end(methods);
    if (found != std::end(methods)) {
        const bool fits =
            found->owner == Owner::Any || array->is_device == (found->owner == Owner::Device);
        const auto given = fits && found->function != nullptr ? bound(*row, args) : std::nullopt;
        return given ? found->function(array, *given) : std::nullopt;
    }
    const api::Function* fold = api::find_function("numpy." + std::string(name));
    if (fold == nullptr || fold->rule == api::Rule::Own || fold->is_elementwise()) {
        return std::nullopt;
    }
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), Value{array});
    return call_host_function(fold->name, all);
}

}  // namespace pycu::sema
