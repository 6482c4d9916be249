// Arrays of which only a part is known: what they are, and what paths make of them. See
// array_parts.h.
#include "values/array_parts.h"

#include <algorithm>

namespace pycu::sema {

namespace {

HostPart part_of(const Value& value) {
    if (const HostPart* part = value.part()) {
        return *part;
    }
    const HostArray& array = *value.array();
    HostPart made{PartKind::Array, array.dtype, array.rank()};
    if (array.layout() != Layout::A) {
        made.layout = array.layout();
    }
    made.is_row_dense = array.rank() != 1 || made.layout;
    made.is_device = array.is_device;
    made.is_cupy = array.is_cupy;
    return made;
}

}  // namespace

Value HostPart::array_of(const HostDtype& of, std::size_t axes, char order) const {
    std::vector<Extent> extents = unknown_extents(axes);
    const std::int64_t item = bytes(of);
    Strides memory = order == any_order
                         ? values::unordered(std::move(extents), item)
                         : values::contiguous(std::move(extents), item, order == 'F');
    if (order == with_gaps) {
        values::Index every_other;
        every_other.slice.step = 2;
        memory = *values::sliced(memory, std::vector(axes, every_other));
    }
    Value made = host_array(of, std::move(memory), is_device);
    std::get<HostArrayRef>(made.as)->is_cupy = is_cupy;
    return made;
}

Value HostPart::shape_of(std::size_t rank) {
    std::vector<Value> items;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        items.push_back(host_integer());
    }
    return host_tuple(std::move(items));
}

Value HostPart::dtype_of(const HostDtype& dtype) {
    return {TypeObject{dtype.type(), TypeObject::Kind::Dtype, dtype.record_size}};
}

Value new_part(HostPart part, const Unknown& why) {
    part.dtype_id = part.dtype ? 0 : Identity().serial;
    part.rank_id = part.rank ? 0 : Identity().serial;
    return with_why({std::make_shared<const HostPart>(std::move(part))}, why);
}

Value without_part(const Value& value) {
    if (value.part() == nullptr) {
        return value;
    }
    return {value.why != nullptr ? *value.why
                                 : Unknown{"it is computed while the program runs", {}}};
}

Value as_quotient(Value value, bool is_quotient) {
    if (auto* unknown = std::get_if<Unknown>(&value.as)) {
        unknown->is_quotient = is_quotient;
    } else if (value.part() != nullptr && value.why != nullptr &&
               value.why->is_quotient != is_quotient) {
        Unknown why = *value.why;
        why.is_quotient = is_quotient;
        return with_why(std::move(value), why);
    }
    return value;
}

std::optional<Value> whole_of(const HostPart& part) {
    if (part.kind == PartKind::Shape) {
        return part.rank ? std::optional(HostPart::shape_of(*part.rank)) : std::nullopt;
    }
    if (part.kind == PartKind::Dtype) {
        return part.dtype ? std::optional(HostPart::dtype_of(*part.dtype)) : std::nullopt;
    }
    const bool is_row = part.is_row_dense && part.rank == std::size_t{1};
    if (part.kind == PartKind::Any || !part.dtype || !part.rank || *part.rank == 0 ||
        (!part.layout && !is_row)) {
        return std::nullopt;
    }
    const char order = !is_row && *part.layout == Layout::F ? 'F' : 'C';
    return part.array_of(*part.dtype, *part.rank, order);
}

std::optional<HostPart> part_beside_none(const Value& value) {
    const HostArray* array = value.array();
    const bool is_writable =
        array != nullptr && !array->spoiled && !array->is_readonly && !array->may_be_readonly;
    if (!value.or_none || (value.part() == nullptr && !is_writable)) {
        return std::nullopt;
    }
    HostPart made = part_of(value);
    made.kind = PartKind::Any;
    made.may_be_none = true;
    return made;
}

std::optional<HostPart> join_parts(const Value& a, const Value& b) {
    const auto is_one = [](const Value& value) {
        return value.part() != nullptr || value.array() != nullptr;
    };
    if (!is_one(a) || !is_one(b)) {
        return std::nullopt;
    }
    const HostPart left = part_of(a);
    const HostPart right = part_of(b);
    const bool are_arrays = left.kind != PartKind::Shape && left.kind != PartKind::Dtype &&
                            right.kind != PartKind::Shape && right.kind != PartKind::Dtype;
    if (left.kind != right.kind && !are_arrays) {
        return std::nullopt;
    }
    HostPart made{left.kind == right.kind ? left.kind : PartKind::Any};
    made.is_device = left.is_device && right.is_device;
    made.is_cupy = left.is_cupy && right.is_cupy;
    if (left.dtype == right.dtype && left.dtype_id == right.dtype_id) {
        made.dtype = left.dtype;
        made.dtype_id = left.dtype_id;
    }
    const bool have_one_rank = left.rank == right.rank && left.rank_id == right.rank_id &&
                               left.more_axes == right.more_axes;
    if (have_one_rank) {
        made.rank = left.rank;
        made.rank_id = left.rank_id;
        made.more_axes = left.more_axes;
    }
    made.layout = left.layout == right.layout ? left.layout : std::nullopt;
    made.is_row_dense = left.is_row_dense && right.is_row_dense;
    made.may_be_none = left.may_be_none || right.may_be_none;
    return made;
}

std::optional<Value> joined_parts(const Value& a, const Value& b, const Unknown& why) {
    // Of two whole arrays of one dtype and rank, which differ in their order, nobody knows more.
    const HostArray* left = a.array();
    const HostArray* right = b.array();
    const bool are_whole = left != nullptr && right != nullptr;
    if (are_whole && (left->spoiled || right->spoiled ||
                      (left->dtype == right->dtype && left->rank() == right->rank()))) {
        return std::nullopt;
    }
    auto made = join_parts(a, b);
    return made ? std::optional(with_why({std::make_shared<const HostPart>(std::move(*made))}, why))
                : std::nullopt;
}

const Value* usual_of(const Value& a, const Value& b) {
    const auto is_left_out = [](const Value& value) {
        return value.part() != nullptr && value.part()->is_none_by_default;
    };
    if (is_left_out(a) == is_left_out(b)) {
        return nullptr;
    }
    return is_left_out(a) ? &b : &a;
}

}  // namespace pycu::sema
