// Attributes, methods and elements of arrays on the host.
#include <algorithm>

#include "api/functions.h"
#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

HostValue seen_as(const HostArray& array, Strides memory) {
    auto made = std::make_shared<HostArray>(array);
    made->memory = std::move(memory);
    return {HostArrayRef(std::move(made))};
}

/// The axes reversed, or in the order of the arguments.
HostResult transposed(const HostArray& array, const std::vector<HostValue>& given) {
    std::vector<HostValue> axes = given;
    if (axes.size() == 1 && axes[0].items() != nullptr) {
        axes = axes[0].items()->items;
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < array.rank(); ++i) {
        order.push_back(array.rank() - 1 - i);
    }
    const bool is_default = axes.empty() || (axes.size() == 1 && axes[0].known<NoneValue>());
    for (std::size_t i = 0; i < axes.size() && !is_default; ++i) {
        const auto* known = axes[i].get<Value>();
        const auto index = known != nullptr ? as_index(*known) : std::nullopt;
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
    return seen_as(array, python::transposed(array.memory, order));
}

HostResult reshaped(const HostArray& array, const HostArguments& args) {
    HostValue shape =
        args.positional.size() == 1 ? args.positional[0] : host_tuple(args.positional);
    if (args.positional.empty()) {
        const HostValue* named = args.get(0, "shape");
        if (named == nullptr) {
            return std::nullopt;
        }
        shape = *named;
    }
    const HostValue* order = args.get(99, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    const bool is_fortran = text != nullptr && text->text == "F";
    if ((order != nullptr && text == nullptr) || args.get(99, "copy") != nullptr ||
        (text != nullptr && text->text == "A")) {
        return std::nullopt;
    }
    if (const auto* why = shape.why_unknown()) {
        return HostValue{Value{*why}};
    }
    const auto extents = host_shape(shape);
    auto memory =
        extents ? python::reshaped(array.memory, *extents, array.item(), is_fortran) : std::nullopt;
    // A copy could be written.
    const bool is_view =
        python::is_contiguous(array.memory, array.item(), is_fortran) == python::Tri::Yes;
    return memory && (is_view || !array.is_readonly)
               ? HostResult(seen_as(array, std::move(*memory)))
               : std::nullopt;
}

HostResult astype(const HostArray& array, const HostArguments& args) {
    const HostValue* asked = args.get(0, "dtype");
    const auto dtype = asked != nullptr ? host_dtype(*asked) : std::nullopt;
    if (!dtype || args.get(4, "copy") != nullptr) {
        return host_unknown("its dtype is not known", args.range);
    }
    return host_array(*dtype, python::ordered_as(host_order(args, 1, 'K'), array.memory,
                                                 array.item(), bytes(*dtype)));
}

HostResult copied(const HostArray& array, const HostArguments& args) {
    return host_array(array.dtype, python::ordered_as(host_order(args, 0, 'C'), array.memory,
                                                      array.item(), array.item()));
}

HostResult flat(const HostArrayRef& array, const HostArguments& args, bool is_view) {
    const bool is_plain = args.positional.empty() && args.named.empty();
    if (!is_plain || (array->is_device && array->layout() != Layout::C)) {
        return std::nullopt;
    }
    if (is_view && array->rank() == 1 && array->layout() == Layout::C) {
        return HostValue{array};
    }
    const bool keeps_flag = is_view && array->layout() == Layout::C;
    if (array->is_readonly && is_view && !keeps_flag) {
        return std::nullopt;
    }
    auto made = std::make_shared<HostArray>(*array);
    made->is_readonly = keeps_flag && array->is_readonly;
    made->memory = python::contiguous({python::product_of(array->memory.extents)}, array->item());
    return HostValue{std::move(made)};
}

HostResult viewed(const HostArray& array, const HostArguments& args) {
    const HostValue* asked = args.get(0, "dtype");
    const auto dtype = asked != nullptr ? host_dtype(*asked) : std::nullopt;
    if (asked == nullptr && args.positional.empty() && args.named.empty()) {
        return seen_as(array, array.memory);
    }
    if (!dtype || array.rank() == 0 ||
        (bytes(*dtype) != array.item() && array.layout() != Layout::C)) {
        return std::nullopt;
    }
    auto made = std::make_shared<HostArray>(array);
    made->dtype = *dtype;
    if (bytes(*dtype) != array.item()) {
        std::vector<Extent> extents = array.memory.extents;
        extents.back() =
            derived(python::Rule::Quotient, {extents.back() * array.item(), bytes(*dtype)});
        made->memory = python::contiguous(std::move(extents), bytes(*dtype));
    }
    return HostValue{std::move(made)};
}

HostResult squeezed(const HostArray& array, const HostArguments& args) {
    if (!args.positional.empty() || !args.named.empty()) {
        return std::nullopt;
    }
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
    return seen_as(array, *python::sliced(array.memory, indices));
}

}  // namespace

HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range /*range*/) {
    if (name == "T") {
        return transposed(*array, {});
    }
    if (name == "shape" || name == "strides") {
        std::vector<HostValue> items;
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
        return HostValue{python_int(Int128(array->rank()))};
    }
    if (name == "itemsize") {
        return HostValue{python_int(array->item())};
    }
    if (name == "nbytes") {
        return host_integer(python::product_of(array->memory.extents) * array->item());
    }
    if (name == "dtype") {
        return HostValue{Value{
            TypeObject{array->dtype.type(), TypeObject::Kind::Dtype, array->dtype.record_size}}};
    }
    const bool is_complex = array->dtype >= Scalar::Complex64;
    if ((name == "real" || name == "imag") && is_complex && !array->is_device) {
        auto made = std::make_shared<HostArray>(*array);
        made->dtype = array->dtype == Scalar::Complex64 ? Scalar::Float32 : Scalar::Float64;
        return HostValue{std::move(made)};
    }
    return name == "real" && !array->is_device ? HostResult(HostValue{array}) : std::nullopt;
}

HostResult call_host_array_method(const HostArrayRef& array, std::string_view name,
                                  const HostArguments& args) {
    if (name == "reshape") {
        return reshaped(*array, args);
    }
    if (name == "transpose") {
        return transposed(*array, args.positional);
    }
    if (name == "ravel" || name == "flatten") {
        return name == "flatten" && array->is_device ? std::nullopt
                                                     : flat(array, args, name == "ravel");
    }
    if (name == "view") {
        return viewed(*array, args);
    }
    if (name == "squeeze") {
        return squeezed(*array, args);
    }
    if (array->is_device) {
        if (name == "copy_to_host" && args.get(0, "ary") != nullptr) {
            return *args.get(0, "ary");
        }
        if (name == "copy_to_host") {
            auto made = std::make_shared<HostArray>(*array);
            made->is_device = false;
            return HostValue{std::move(made)};
        }
        return name == "copy_to_device" ? HostResult(HostValue{Value{NoneValue{}}}) : std::nullopt;
    }
    if (name == "astype") {
        return astype(*array, args);
    }
    if (name == "copy") {
        return copied(*array, args);
    }
    if (name == "item" && args.positional.empty()) {
        const Type type = Type::scalar(array->dtype);
        return host_number(type.is_integer()   ? int64
                           : type.is_bool()    ? boolean
                           : type.is_complex() ? complex128
                                               : float64);
    }
    if (name == "fill" || name == "sort" || name == "put") {
        return HostValue{Value{NoneValue{}}};
    }
    HostArguments all = args;
    all.positional.insert(all.positional.begin(), HostValue{array});
    if (name == "swapaxes" || name == "repeat" || name == "dot" || name == "argsort") {
        return call_host_numpy(name, all);
    }
    if (name == "clip" || name == "round" || name == "conj") {
        return call_host_numpy(name, all);
    }
    const api::Function* row = api::find_function("numpy." + std::string(name));
    return row != nullptr && !row->is_elementwise() ? call_host_ufunc(*row, all) : std::nullopt;
}

}  // namespace pycu::sema
