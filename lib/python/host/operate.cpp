// Operators on values, which may be known.
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "python/host/interpreter.h"

namespace pycu::sema {

/// `a + b` and `a * n` of tuples and lists; nothing known otherwise.
HostValue Interpreter::binary_items(BinaryOp op, const HostValue& a, const HostValue& b,
                                    Range range) {
    const HostItems* left = a.items();
    const HostItems* right = b.items();
    if (op == BinaryOp::Add && left != nullptr && right != nullptr && left->more == nullptr &&
        right->more == nullptr) {
        if (left->items.size() + right->items.size() > max_items) {
            return host_unknown("it has too many items", range);
        }
        std::vector<HostValue> items = left->items;
        items.insert(items.end(), right->items.begin(), right->items.end());
        return host_tuple(std::move(items), left->is_list);
    }
    const HostItems* repeated = left != nullptr ? left : right;
    const auto* times = (left != nullptr ? b : a).get<Value>();
    const auto count = times != nullptr ? as_index(plain(*times)) : std::nullopt;
    if (op == BinaryOp::Mult && repeated != nullptr && repeated->more == nullptr && count) {
        const auto size = std::int64_t(repeated->items.size());
        if (*count > 0 && size > std::int64_t(max_items) / *count) {
            return host_unknown("it has too many items", range);
        }
        std::vector<HostValue> items;
        for (std::int64_t i = 0; i < *count; ++i) {
            items.insert(items.end(), repeated->items.begin(), repeated->items.end());
        }
        return host_tuple(std::move(items), repeated->is_list);
    }
    return host_unknown("the operator does not take these values", range);
}

HostValue Interpreter::binary(BinaryOp op, const HostValue& a, const HostValue& b, Range range) {
    const auto* left = a.get<Value>();
    const auto* right = b.get<Value>();
    if (left != nullptr && right != nullptr && !left->is_unknown() && !right->is_unknown()) {
        const Value made = sema::binary(op, plain(*left), plain(*right), range);
        if (!made.is_unknown()) {
            return {made};
        }
        const HostValue typed = host_binary(op, a, b, range);
        return typed.why_unknown() != nullptr ? HostValue{made}
                                              : with_why(typed, *made.get<Unknown>());
    }
    if (a.why_unknown() != nullptr || b.why_unknown() != nullptr) {
        return a.why_unknown() != nullptr ? a : b;
    }
    if (left != nullptr && left->is<StringValue>() && op == BinaryOp::Mod) {
        return computed(
            host_unknown("it is a string", range), {a, b},
            [&](const std::vector<Value>& v) { return sema::binary(op, v[0], v[1], range); },
            range);
    }
    const bool are_items = (a.items() != nullptr && b.array() == nullptr) ||
                           (b.items() != nullptr && a.array() == nullptr);
    if (are_items && (op == BinaryOp::Add || op == BinaryOp::Mult)) {
        HostValue made = binary_items(op, a, b, range);
        if (made.why_unknown() == nullptr) {
            return made;
        }
        const HostValue typed = host_binary(op, a, b, range);
        return typed.why_unknown() != nullptr ? made : typed;
    }
    const auto operate = [op, range](const std::vector<Value>& v) {
        const Value& x = plain(v[0]);
        const Value& y = plain(v[1]);
        return x.is<ArrayValue>() || y.is<ArrayValue>() ? array_binary(op, x, y, range)
                                                        : sema::binary(op, x, y, range);
    };
    return computed(host_binary(op, a, b, range), {a, b}, operate, range);
}

HostValue Interpreter::unary(UnaryOp op, const HostValue& a, Range range) {
    if (op == UnaryOp::Not) {
        const auto known = truth_of(a);
        return known ? HostValue{python_bool(!*known)}
                     : computed(
                           host_unary(op, a, range), {a},
                           [](const std::vector<Value>& v) { return v[0]; }, range);
    }
    return computed(
        host_unary(op, a, range), {a},
        [op, range](const std::vector<Value>& v) {
            const Value& x = plain(v[0]);
            const auto* array = x.get<ArrayValue>();
            return array != nullptr ? array_unary(op, *array, range) : sema::unary(op, x, range);
        },
        range);
}

HostValue Interpreter::compare(CompareOp op, const HostValue& a, const HostValue& b, Range range) {
    using Op = CompareOp;
    const bool is_equality = op == Op::Eq || op == Op::NotEq || op == Op::Is || op == Op::IsNot;
    const bool is_negated = op == Op::NotEq || op == Op::IsNot;
    const auto of = [op, range, is_equality, is_negated](const std::vector<Value>& v) {
        if (v[0].is<EnumValue>() && v[1].is<EnumValue>() && is_equality) {
            return python_bool(same(v[0], v[1]) != is_negated);
        }
        const Value& x = plain(v[0]);
        const Value& y = plain(v[1]);
        if (x.is<ArrayValue>() || y.is<ArrayValue>()) {
            return array_compare(op, x, y, range);
        }
        return sema::compare(op, x, y, range);
    };
    const auto* left = a.get<Value>();
    const auto* right = b.get<Value>();
    const bool is_identity = op == Op::Is || op == Op::IsNot;
    const bool is_none =
        (left != nullptr && left->is<NoneValue>()) || (right != nullptr && right->is<NoneValue>());
    const bool is_something = (left == nullptr || right == nullptr);
    if (is_identity && is_none && is_something) {
        return {python_bool(is_negated)};  // an array, a list, a function: not None
    }
    if ((op == Op::In || op == Op::NotIn) && b.items() != nullptr && b.items()->is_dict &&
        b.items()->more == nullptr && left != nullptr && !left->is_unknown()) {
        const auto& keys = b.items()->keys;
        const bool has = std::ranges::any_of(keys, [&](const Value& k) { return same(k, *left); });
        return {python_bool(has == (op == Op::In))};
    }
    return computed(host_compare(op, a, b, range), {a, b}, of, range);
}

}  // namespace pycu::sema
