// Operators of tuples and lists whose items have places. See numbers.h.
#include "values/numbers.h"

namespace pycu::sema {

Value sequence_binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    const auto* left = a.get<HostItems>();
    const auto* right = b.get<HostItems>();
    const auto* repeated = left != nullptr ? left : right;
    const bool is_sum = op == BinaryOp::Add && left != nullptr && right != nullptr;
    const auto count = is_sum ? std::nullopt : as_index(left != nullptr ? b : a);
    const auto is_sequence = [](const HostItems* one) {
        return one == nullptr || one->like == HostItems::Like::Sequence;
    };
    if (!is_sequence(left) || !is_sequence(right)) {
        return unknown("only lists and tuples have this operator", range);
    }
    if (repeated == nullptr || (!is_sum && (op != BinaryOp::Mult || !count))) {
        return unknown("the operator does not take these values", range);
    }
    const auto size = std::int64_t(repeated->items.size());
    if (is_sum ? size + std::int64_t(right->items.size()) > max_generated
               : size > 0 && *count > max_generated / size) {
        return unknown("it has too many items", range);
    }
    std::vector<Value> items = is_sum ? left->items : std::vector<Value>();
    if (is_sum) {
        items.insert(items.end(), right->items.begin(), right->items.end());
    }
    for (std::int64_t i = 0; count && size > 0 && i < *count; ++i) {
        items.insert(items.end(), repeated->items.begin(), repeated->items.end());
    }
    return host_tuple(std::move(items), repeated->is_list);
}

}  // namespace pycu::sema
