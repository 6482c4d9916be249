// Operators of tuples and lists that are known while compiling. See numbers.h.
#include "python/constants/numbers.h"

namespace pycu::sema {

namespace {

/// How much memory a value takes, in items: those inside it with it, and elements of arrays.
std::int64_t weight(const Value& value) {
    if (const auto* array = value.get<ArrayValue>()) {
        return 1 + static_cast<std::int64_t>(array->elements.size());
    }
    const auto* tuple = value.get<TupleValue>();
    std::int64_t sum = 1;
    for (std::size_t i = 0; tuple != nullptr && i < tuple->items.size(); ++i) {
        sum += weight(tuple->items[i]);
    }
    return sum;
}

}  // namespace

Value sequence_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<TupleValue>();
    const auto* right = b.get<TupleValue>();
    if (op == BinaryOp::Add && left != nullptr && right != nullptr) {
        TupleValue joined{left->items, left->is_list};
        joined.items.insert(joined.items.end(), right->items.begin(), right->items.end());
        return {std::move(joined)};
    }
    const auto* repeated = left != nullptr ? left : right;
    const auto count = as_index(left != nullptr ? b : a);
    if (op != BinaryOp::Mult || !count) {
        return unknown("the operator does not take these values", range);
    }
    const auto size = static_cast<std::int64_t>(repeated->items.size());
    if (size > 0 && *count > 0 && weight(left != nullptr ? a : b) > max_generated / *count) {
        return unknown("it has too many items", range);
    }
    TupleValue made{{}, repeated->is_list};
    for (std::int64_t i = 0; size > 0 && i < *count; ++i) {
        made.items.insert(made.items.end(), repeated->items.begin(), repeated->items.end());
    }
    return {std::move(made)};
}

}  // namespace pycu::sema
