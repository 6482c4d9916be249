// How lists and dicts may stand in each other. See value.h.
#include <algorithm>
#include <bit>
#include <utility>

#include "values/functions_made.h"
#include "values/host_values.h"

namespace pycu::sema {

namespace {

/// More bits are not followed: eleven tuples of two of itself, or a thousand rows of a thousand.
constexpr int max_bits = 22;

/// What one level adds to the bits of its items. A list of one is a level, too.
int bits_of_level(std::size_t items) {
    return 1 + (items > 1 ? int(std::bit_width(items - 1)) : 0);
}

bool raise_all(const HostItems& list, int bits);

/// Raises the bits of a value that stands in something; one that holds itself exceeds every bound.
bool raise(const Value& value, int bits) {
    if (value.is_constant()) {
        return true;
    }
    if (const auto* method = value.get<HostMethod>()) {
        return raise(*method->object, bits);
    }
    const auto raise_each = [&](const auto& given, const auto& named) {
        return std::ranges::all_of(given, [&](const Value& one) { return raise(one, bits); }) &&
               std::ranges::all_of(named, [&](const auto& one) { return raise(one.second, bits); });
    };
    const auto* decorator = value.get<JitDecorator>();
    if (decorator != nullptr && decorator->given != nullptr) {
        return raise_each(decorator->given->positional, decorator->given->named);
    }
    const auto* function = value.get<FunctionRef>();
    if (function != nullptr && function->membership != nullptr) {
        const Membership& of = *function->membership;
        return raise(of.self, bits) && raise_each(of.given, of.named);
    }
    const HostItemsRef* list = value.contents();
    if (list == nullptr || (*list)->bits >= bits) {
        return true;
    }
    const int before = std::exchange((*list)->bits, bits);
    if (!settle(**list)) {
        (*list)->bits = before;  // another that tries must find it out, too
        return false;
    }
    return true;
}

bool raise_all(const HostItems& list, int bits) {
    return bits <= max_bits && (list.more == nullptr || raise(*list.more, bits)) &&
           std::ranges::all_of(list.items, [&](const Value& item) { return raise(item, bits); });
}

}  // namespace

bool settle(const HostItems& list) {
    return raise_all(list, list.bits + bits_of_level(list.items.size()));
}

bool take(HostItems& list, const Value& item) {
    const int before = list.bits;
    const std::size_t count = list.items.size();
    const int bits = before + bits_of_level(count + 1);
    const bool is_wider = bits > before + bits_of_level(count);
    // The item holds the list where raising the one raised the other.
    return bits <= max_bits && (!is_wider || raise_all(list, bits)) && raise(item, bits) &&
           list.bits == before;
}

bool is_too_large(const HostItems& list) {
    return list.bits + bits_of_level(list.items.size()) > max_bits;
}

void drop_items(HostItems& list, Range range) {
    const Unknown why{"it is nested too deeply", range};
    list.items.clear(), list.keys.clear();
    list.more = std::make_shared<Value>(Value{why});
    list.unknown = why;
}

Value held(HostItems& list, const Value& item, Range range) {
    return take(list, item) ? item : unknown("it is nested too deeply", range);
}

}  // namespace pycu::sema
