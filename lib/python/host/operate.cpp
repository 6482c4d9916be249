// Operators on values, which may be known.
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "python/host/interpreter.h"

namespace pycu::sema {

Value Interpreter::binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    if (a.is_constant() && b.is_constant() && !a.is_unknown() && !b.is_unknown()) {
        const Value made = sema::binary(op, plain(a), plain(b), range);
        if (!made.is_unknown()) {
            return {made};
        }
        const Value typed = host_binary(op, a, b, range);
        return typed.is_unknown() ? Value{made} : with_why(typed, *made.get<Unknown>());
    }
    if (a.is_unknown() || b.is_unknown()) {
        return a.is_unknown() ? a : b;
    }
    if (a.is<StringValue>() && op == BinaryOp::Mod) {
        return computed(
            unknown("it is a string", range), {a, b},
            [&](const std::vector<Value>& v) { return sema::binary(op, v[0], v[1], range); },
            range);
    }
    const bool are_items = (a.items() != nullptr && b.array() == nullptr) ||
                           (b.items() != nullptr && a.array() == nullptr);
    if (are_items && (op == BinaryOp::Add || op == BinaryOp::Mult)) {
        Value made = sequence_binary(op, plain(a), plain(b), range);
        if (!made.is_unknown()) {
            return made;
        }
        const Value typed = host_binary(op, a, b, range);
        return typed.is_unknown() ? made : typed;
    }
    const Value typed = host_binary(op, a, b, range);
    const bool has_array = a.array() != nullptr || b.array() != nullptr;
    const auto operate = [op, typed, has_array, range](const std::vector<Value>& v) {
        const std::vector<Value> both{plain(v[0]), plain(v[1])};
        const auto compute = [&](const HostArray& made) {
            return operator_elements(op, made, both, range);
        };
        return has_array ? with_elements(typed, compute, range)
                         : sema::binary(op, both[0], both[1], range);
    };
    return computed(typed, {a, b}, operate, range);
}

Value Interpreter::unary(UnaryOp op, const Value& a, Range range) {
    if (op == UnaryOp::Not) {
        const auto known = truth(a);
        return known ? Value{python_bool(!*known)}
                     : computed(
                           host_unary(op, a, range), {a},
                           [](const std::vector<Value>& v) { return v[0]; }, range);
    }
    const Value typed = host_unary(op, a, range);
    return computed(
        typed, {a},
        [op, typed, range](const std::vector<Value>& v) {
            const auto negate = [&](const std::vector<Value>& numbers) {
                return sema::unary(op, numbers[0], range);
            };
            const auto compute = [&](const HostArray& made) {
                return map_elements(made, v, negate, range);
            };
            return v[0].array() != nullptr ? with_elements(typed, compute, range)
                                           : negate({plain(v[0])});
        },
        range);
}

Value Interpreter::compare(CompareOp op, const Value& a, const Value& b, Range range) {
    using Op = CompareOp;
    const bool is_equality = op == Op::Eq || op == Op::NotEq || op == Op::Is || op == Op::IsNot;
    const bool is_negated = op == Op::NotEq || op == Op::IsNot;
    const Value typed = host_compare(op, a, b, range);
    const auto of = [op, range, is_equality, is_negated, typed](const std::vector<Value>& v) {
        if (v[0].is<EnumValue>() && v[1].is<EnumValue>() && is_equality) {
            return python_bool(same(v[0], v[1]) != is_negated);
        }
        const Value& x = plain(v[0]);
        const Value& y = plain(v[1]);
        if (typed.array() != nullptr) {
            const auto compare = [&](const std::vector<Value>& numbers) {
                return numpy_compare(op, numbers[0], numbers[1], range);
            };
            return with_elements(
                typed,
                [&](const HostArray& made) {
                    return map_elements(made, {x, y}, compare, range);
                },
                range);
        }
        return sema::compare(op, x, y, range);
    };
    const bool is_identity = op == Op::Is || op == Op::IsNot;
    const bool is_none = a.is<NoneValue>() || b.is<NoneValue>();
    const bool is_something = !a.is_constant() || !b.is_constant();
    if (is_identity && is_none && is_something) {
        return {python_bool(is_negated)};  // an array, a list, a function: not None
    }
    if ((op == Op::In || op == Op::NotIn) && b.items() != nullptr && b.items()->is_dict &&
        b.items()->more == nullptr && a.is_constant() && !a.is_unknown()) {
        const auto& keys = b.items()->keys;
        const bool has = std::ranges::any_of(keys, [&](const Value& k) { return same(k, a); });
        return {python_bool(has == (op == Op::In))};
    }
    return computed(typed, {a, b}, of, range);
}

}  // namespace pycu::sema
