// What a value is behind two paths that have made it.
#include <algorithm>
#include <functional>
#include <utility>

#include "support/match.h"
#include "types/scalar.h"
#include "values/array_parts.h"
#include "values/cupy.h"
#include "values/host_values.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

Unknown why_joined(Range range, bool is_loop) {
    return Unknown{is_loop ? "it changes in a loop" : "it depends on a condition that is not known",
                   range};
}

namespace {

Value differing(Range range, bool is_loop) {
    return unknown(is_loop ? "it changes its type in a loop" : "it is not the same on every path",
                   range);
}

/// Whether nobody knows if it is contiguous.
bool is_open(const HostArray& array) {
    using values::is_contiguous;
    return array.layout() == Layout::A &&
           (is_contiguous(array.memory, array.item()) == values::Tri::Unknown ||
            is_contiguous(array.memory, array.item(), true) == values::Tri::Unknown);
}

Value join_arrays(const HostArrayRef& a, const HostArrayRef& b, Range range, bool is_loop,
                  std::uint32_t loop) {
    if (a == b) {
        return {a};
    }
    for (const HostArrayRef& one : {a, b}) {
        if (one->spoiled) {
            return {Value{*one->spoiled}};
        }
    }
    const bool is_alike =
        a->dtype == b->dtype && a->rank() == b->rank() && a->is_device == b->is_device;
    const Layout layout = a->layout();
    if (!is_alike || (layout != b->layout() && !is_open(*a) && !is_open(*b))) {
        return differing(range, is_loop);
    }
    auto made = alike(*a);
    made->is_readonly = a->is_readonly && b->is_readonly;
    made->may_be_readonly =
        a->may_be_readonly || b->may_be_readonly || a->is_readonly != b->is_readonly;
    made->is_cupy = a->is_cupy && b->is_cupy;
    made->is_cupy_alone = a->is_cupy_alone && b->is_cupy_alone;
    made->memory = values::joined(a->memory, b->memory, a->item(),
                                  layout == b->layout() ? layout : Layout::A, loop);
    link_objects(a, b), link_objects(made, a);
    if (a->known == b->known && a->memory == b->memory) {
        made->known = a->known;
        made->unknown = a->unknown;
    } else {
        made->unknown = why_joined(range, is_loop);
    }
    return {std::move(made)};
}

Value join_numbers(const HostNumber& a, const HostNumber& b, Range range, bool is_loop,
                   std::uint32_t loop) {
    if (a.type != b.type || a.is_python != b.is_python) {
        return differing(range, is_loop);
    }
    return {HostNumber{a.type, a.is_python, values::joined(a.value, b.value, loop)}};
}

/// An object whose attributes are what both have. A name that only one has is that one's, or what
/// the class has: else Python fails on the other.
HostItemsRef join_attributes(const HostItemsRef& a, const HostItemsRef& b, Range range,
                             bool is_loop, std::uint32_t loop) {
    if (a == b) {
        return a;
    }
    auto made = std::make_shared<HostItems>(*a);
    made->aliases = nullptr;
    link_objects(a, b), link_objects(made, a);
    const std::size_t count = made->keys.size();
    std::vector<bool> are_of_both(count);
    for (std::size_t i = 0; i < b->keys.size(); ++i) {
        const auto at = std::ranges::find_if(
            made->keys, [&](const Value& key) { return same(key, b->keys[i]); });
        if (at == made->keys.end()) {
            made->keys.push_back(b->keys[i]);
            made->items.push_back(b->items[i]);
            made->items.back().or_unset = true;
        } else {
            const auto place = std::size_t(at - made->keys.begin());
            are_of_both[place] = true;
            Value& item = made->items[place];
            const bool or_unset = item.or_unset || b->items[i].or_unset;
            item = join_hosts(item, b->items[i], range, is_loop, loop);
            item.or_unset = or_unset;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        made->items[i].or_unset = made->items[i].or_unset || !are_of_both[i];
    }
    if (made->more == nullptr && b->more != nullptr) {
        made->more = b->more;
        made->unknown = b->unknown;
    }
    made->bits = 0;
    if (!settle(*made)) {
        drop_items(*made, range);
    }
    return made;
}

Value join_items(const HostItemsRef& a, const HostItemsRef& b, Range range, bool is_loop,
                 std::uint32_t loop) {
    if (a == b) {
        return {a};
    }
    if (a->is_object && b->is_object) {
        return {join_attributes(a, b, range, is_loop, loop)};
    }
    if (a->is_list != b->is_list || a->items.size() != b->items.size() ||
        !std::ranges::equal(a->keys, b->keys,
                            [](const Value& x, const Value& y) { return same(x, y); }) ||
        (a->more == nullptr) != (b->more == nullptr)) {
        return differing(range, is_loop);
    }
    auto made = std::make_shared<HostItems>(*a);
    made->aliases = nullptr;
    if (a->is_list || a->is_dict) {
        link_objects(a, b), link_objects(made, a);
    }
    for (std::size_t i = 0; i < a->items.size(); ++i) {
        made->items[i] = join_hosts(a->items[i], b->items[i], range, is_loop, loop);
    }
    if (a->more != nullptr) {
        made->more = std::make_shared<Value>(join_hosts(*a->more, *b->more, range, is_loop, loop));
        made->may_be_empty = a->may_be_empty || b->may_be_empty;
    }
    made->bits = 0;
    return settle(*made) ? Value{std::move(made)} : differing(range, is_loop);
}

/// Of CuPy's and NumPy's of one name, which a program takes that takes the one that is there:
/// kernels get the same types of both. Nothing for others.
std::optional<Value> either_library(const Dotted& a, const Dotted& b) {
    const std::string path = in_numpy_of_cupy(a.path);
    const bool is_one = is_of_cupy(a.path) || is_of_cupy(b.path);
    return is_one && path == in_numpy_of_cupy(b.path)
               ? std::optional(Value{Dotted{std::string(cupy_or_numpy) + path.substr(5)}})
               : std::nullopt;
}

Value join_types(const Value& a, const Value& b, Range range, bool is_loop, std::uint32_t loop) {
    const auto left = number_of(a), right = number_of(b);
    if (left && right) {
        return join_numbers(*left, *right, range, is_loop, loop);
    }
    const auto *x = a.get<HostArrayRef>(), *y = b.get<HostArrayRef>();
    const bool are_arrays = x != nullptr && y != nullptr;
    if (are_arrays || a.part() != nullptr || b.part() != nullptr) {
        const Value both =
            are_arrays ? join_arrays(*x, *y, range, is_loop, loop) : differing(range, is_loop);
        return both.is_unknown() ? joined_parts(a, b, *both.get<Unknown>()).value_or(both) : both;
    }
    if (const auto* items = a.get<HostItemsRef>(); items != nullptr && b.items() != nullptr) {
        return join_items(*items, *b.get<HostItemsRef>(), range, is_loop, loop);
    }
    const auto* left_object = a.get<HostObject>();
    const auto* right_object = b.get<HostObject>();
    if (left_object != nullptr && right_object != nullptr && left_object->of == right_object->of) {
        return {HostObject{left_object->of,
                           join_attributes(left_object->attributes, right_object->attributes, range,
                                           is_loop, loop)}};
    }
    const auto *path = a.get<Dotted>(), *other = b.get<Dotted>();
    if (auto either =
            path != nullptr && other != nullptr ? either_library(*path, *other) : std::nullopt) {
        return *std::move(either);
    }
    return differing(range, is_loop);
}

}  // namespace

Value join_hosts(const Value& a, const Value& b, Range range, bool is_loop, std::uint32_t loop) {
    if (const Value* usual = usual_of(a, b)) {
        return *usual;
    }
    if (a.is_unknown()) {
        return a;
    }
    // Two lists that are alike are still two.
    const bool are_two = a.items() != b.items() && a.items() != nullptr &&
                         (a.items()->is_list || a.items()->is_dict);
    if (a.is<NoneValue>() != b.is<NoneValue>()) {
        if (auto made = beside_none(a.is<NoneValue>() ? b : a, range)) {
            return *std::move(made);
        }
    }
    if (b.is_unknown() || (!are_two && same(a, b, Sameness::State))) {
        return b;
    }
    Value both = join_types(a, b, range, is_loop, loop);
    both.or_none = !both.is_unknown() && (a.or_none || b.or_none);
    const auto& why = a.why != nullptr ? a.why : b.why;
    if (both.part() != nullptr || (are_two && same(a, b, Sameness::State) && why == nullptr)) {
        return both;
    }
    both.why = why != nullptr ? why : std::make_shared<const Unknown>(why_joined(range, is_loop));
    return both;
}

}  // namespace pycu::sema
