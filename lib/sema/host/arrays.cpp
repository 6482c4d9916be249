// Attributes, methods and elements of arrays on the host.
#include <algorithm>

#include "sema/constants/numbers.h"
#include "sema/host/calls.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

HostArrayRef with_worlds(const HostArray& array, StridedWorlds worlds) {
    auto made = std::make_shared<HostArray>(array);
    made->worlds = std::move(worlds);
    return made;
}

HostValue integer(const Samples& samples) {
    const bool is_known = std::ranges::all_of(samples, [&](auto s) { return s == samples[0]; });
    return is_known ? HostValue{python_int(samples[0])}
                    : HostValue{HostNumber{int64, true, samples}};
}

Samples extents(const HostArray& array, std::size_t axis) {
    Samples samples{};
    for (std::size_t w = 0; w < world_count; ++w) {
        samples[w] = array.worlds[w].shape[axis];
    }
    return samples;
}

Samples sizes(const HostArray& array) {
    Samples samples{};
    for (std::size_t w = 0; w < world_count; ++w) {
        samples[w] = 1;
        for (const std::int64_t extent : array.worlds[w].shape) {
            samples[w] = times(samples[w], extent);
        }
    }
    return samples;
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
        const auto rank = std::int64_t(array.rank());
        if (!index || axes.size() != array.rank() || *index < -rank || *index >= rank) {
            return std::nullopt;
        }
        order[i] = std::size_t(*index < 0 ? *index + rank : *index);
    }
    if (array.is_device) {
        // Numba's own transposes two dimensions, into a new array.
        if (array.rank() != 2 || !std::ranges::is_sorted(order, std::ranges::greater{})) {
            return std::nullopt;
        }
        return host_array(array.dtype, each_world([&](std::size_t w) {
                              const auto& shape = array.worlds[w].shape;
                              return contiguous({shape[1], shape[0]}, array.item());
                          }),
                          true);
    }
    return HostValue{with_worlds(array, each_world([&](std::size_t w) {
                                     Strided made;
                                     for (const std::size_t axis : order) {
                                         made.shape.push_back(array.worlds[w].shape[axis]);
                                         made.strides.push_back(array.worlds[w].strides[axis]);
                                     }
                                     return made;
                                 }))};
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
    const auto shapes = host_shape(shape);
    if (!shapes) {
        return std::nullopt;
    }
    const bool is_packed = array.layout() == (is_fortran ? Layout::F : Layout::C);
    StridedWorlds worlds;
    for (std::size_t w = 0; w < world_count; ++w) {
        auto made = reshape(array.worlds[w], (*shapes)[w], array.item(), is_fortran);
        if (!made && !is_packed) {
            return std::nullopt;
        }
        // Samples of sizes that do not fit together: without gaps it is, whatever the sizes.
        worlds[w] = made ? *made : contiguous((*shapes)[w], array.item(), is_fortran);
    }
    HostArrayRef made = with_worlds(array, std::move(worlds));
    const bool is_copied = array.is_readonly && !is_packed;
    return is_copied ? std::nullopt : HostResult(HostValue{std::move(made)});
}

HostResult astype(const HostArray& array, const HostArguments& args) {
    const HostValue* asked = args.get(0, "dtype");
    const auto dtype = asked != nullptr ? host_dtype(*asked) : std::nullopt;
    if (!dtype || args.get(4, "copy") != nullptr) {
        return host_unknown("its dtype is not known", args.range);
    }
    const HostValue* order = args.get(1, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    const char letter = text != nullptr && !text->text.empty() ? text->text[0] : 'K';
    return host_array(*dtype, each_world([&](std::size_t w) {
        const Strided& world = array.worlds[w];
        const bool is_f = letter == 'F' || (letter == 'A' && array.layout() == Layout::F);
        return letter == 'K' ? like_order(world, array.item(), bytes(*dtype))
                             : contiguous(world.shape, bytes(*dtype), is_f);
    }));
}

HostResult copied(const HostArray& array, const HostArguments& args) {
    const HostValue* order = args.get(0, "order");
    const auto* text = order != nullptr ? order->known<StringValue>() : nullptr;
    const char letter = text != nullptr && !text->text.empty() ? text->text[0] : 'C';
    return host_array(array.dtype, each_world([&](std::size_t w) {
                          const Strided& world = array.worlds[w];
                          const bool is_f =
                              letter == 'F' || (letter == 'A' && array.layout() == Layout::F);
                          return letter == 'K' ? like_order(world, array.item(), array.item())
                                               : contiguous(world.shape, array.item(), is_f);
                      }));
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
    const Samples size = sizes(*array);
    auto made = std::make_shared<HostArray>(*array);
    made->is_readonly = keeps_flag && array->is_readonly;
    made->worlds = each_world([&](std::size_t w) { return contiguous({size[w]}, array->item()); });
    return HostValue{std::move(made)};
}

HostResult viewed(const HostArray& array, const HostArguments& args) {
    const HostValue* asked = args.get(0, "dtype");
    const auto dtype = asked != nullptr ? host_dtype(*asked) : std::nullopt;
    if (asked == nullptr && args.positional.empty() && args.named.empty()) {
        return HostValue{with_worlds(array, array.worlds)};
    }
    if (!dtype || array.rank() == 0 ||
        (bytes(*dtype) != array.item() && array.layout() != Layout::C)) {
        return std::nullopt;
    }
    auto made = std::make_shared<HostArray>(array);
    made->dtype = *dtype;
    if (bytes(*dtype) != array.item()) {
        made->worlds = each_world([&](std::size_t w) {
            auto shape = array.worlds[w].shape;
            shape.back() = times(shape.back(), array.item()) / bytes(*dtype);
            return contiguous(shape, bytes(*dtype));
        });
    }
    return HostValue{std::move(made)};
}

HostResult squeezed(const HostArray& array, const HostArguments& args) {
    if (!args.positional.empty() || !args.named.empty()) {
        return std::nullopt;
    }
    StridedWorlds worlds;
    for (std::size_t w = 0; w < world_count; ++w) {
        const Strided& world = array.worlds[w];
        for (std::size_t axis = 0; axis < array.rank(); ++axis) {
            // A sample of one proves nothing: every world has to agree on which axes go.
            if (extents(array, axis)[0] != 1) {
                worlds[w].shape.push_back(world.shape[axis]);
                worlds[w].strides.push_back(world.strides[axis]);
            }
        }
    }
    for (std::size_t axis = 0; axis < array.rank(); ++axis) {
        const Samples one = extents(array, axis);
        const bool is_one = one[0] == 1;
        if (std::ranges::any_of(one, [&](auto s) { return (s == 1) != is_one; })) {
            return std::nullopt;
        }
    }
    return HostValue{with_worlds(array, std::move(worlds))};
}

}  // namespace

HostResult host_array_attribute(const HostArrayRef& array, std::string_view name, Range /*range*/) {
    if (name == "T") {
        return transposed(*array, {});
    }
    if (name == "shape" || name == "strides") {
        std::vector<HostValue> items;
        for (std::size_t axis = 0; axis < array->rank(); ++axis) {
            items.push_back(name == "shape" ? integer(extents(*array, axis))
                                            : host_integer(std::uint32_t(axis)));
        }
        return host_tuple(std::move(items));
    }
    if (name == "size") {
        return integer(sizes(*array));
    }
    if (name == "ndim") {
        return HostValue{python_int(Int128(array->rank()))};
    }
    if (name == "itemsize") {
        return HostValue{python_int(array->item())};
    }
    if (name == "nbytes") {
        return host_integer(1);
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
    return call_host_reduction(name, all);
}

}  // namespace pycu::sema
