// Operators while host code runs: the elements of known arrays are computed when somebody asks.
#include <algorithm>

#include "python/interpreter.h"
#include "python/parts.h"
#include "values/elements.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

/// Most results are numbers that are known: nothing more is asked about these.
/// A member of an IntEnum or IntFlag, or any other int of Python.
bool is_plain_int(const Value& one) {
    const auto number = number_of(plain(one));
    return number && number->is_python && number->type == int64;
}

bool is_number_or_text(const Value& made) {
    return made.is_constant() && !made.is_unknown();
}

}  // namespace

/// What an operator makes of values, with the elements that `compute` has for them where there are
/// arrays.
Value Interpreter::operated(
    Value typed, const std::vector<Value>& from,
    const std::function<Elements(const HostArray&, const std::vector<Value>&)>& compute,
    Range range) {
    if (std::ranges::none_of(from, [](const Value& one) { return one.array() != nullptr; })) {
        return explained(std::move(typed), from);
    }
    const auto elements = [typed, compute, range](const std::vector<Value>& v) {
        std::vector<Value> plain_ones;
        std::ranges::transform(v, std::back_inserter(plain_ones), plain);
        return with_elements(
            typed, [&](const HostArray& made) { return compute(made, plain_ones); }, range);
    };
    return computed(typed, from, elements, range);
}

Value Interpreter::binary(BinaryOp op, const Value& a, const Value& b, Range range) {
    if (a.or_none || b.or_none) {
        ++failures_.operations;
        return binary(op, but_none(a), but_none(b), range);
    }
    if (auto made = object_binary(op, a, b, range)) {
        return *std::move(made);
    }
    const bool is_bitwise =
        op == BinaryOp::BitOr || op == BinaryOp::BitAnd || op == BinaryOp::BitXor;
    if (is_bitwise && (a.is<EnumValue>() || b.is<EnumValue>()) && is_plain_int(a) &&
        is_plain_int(b)) {
        return as_flags(binary(op, plain(a), plain(b), range), a, b);
    }
    if (a.part() != nullptr || b.part() != nullptr) {
        const auto ask = [&](const auto& v) {
            return HostResult(sema::binary(op, v[0], v[1], range));
        };
        auto made = parts().made_of({a, b}, ask);
        Value found = made ? *made : binary(op, without_part(a), without_part(b), range);
        return op == BinaryOp::Div ? as_quotient(std::move(found)) : found;
    }
    Value typed = sema::binary(op, a, b, range);
    if (typed.is_unknown()) {
        return op == BinaryOp::Div ? as_quotient(std::move(typed)) : typed;
    }
    if (is_number_or_text(typed)) {
        return typed;
    }
    const auto elements = [=](const HostArray& made, const std::vector<Value>& v) {
        return operator_elements(op, made, v, range);
    };
    return operated(std::move(typed), {a, b}, elements, range);
}

Value Interpreter::unary(UnaryOp op, const Value& a, Range range) {
    if (a.or_none) {
        const Value one = op == UnaryOp::Not ? without_none(a) : but_none(a);
        return ++failures_.operations, unary(op, one, range);
    }
    if (auto made = object_unary(op, a, range)) {
        return *std::move(made);
    }
    if (op == UnaryOp::Invert && a.is<EnumValue>() && is_plain_int(a)) {
        return as_flags(unary(op, plain(a), range), a, a);
    }
    if (a.part() != nullptr) {
        const auto ask = [&](const auto& v) { return HostResult(sema::unary(op, v[0], range)); };
        auto made = op == UnaryOp::Not ? std::nullopt : parts().made_of({a}, ask);
        return made ? *made : unary(op, without_part(a), range);
    }
    Value typed = sema::unary(op, a, range);
    if (is_number_or_text(typed)) {
        return typed;
    }
    const auto elements = [=](const HostArray& made, const std::vector<Value>& v) {
        const auto of_one = [&](const auto& one) { return sema::unary(op, one[0], range); };
        return map_elements(made, v, of_one, range);
    };
    return op == UnaryOp::Not ? explained(std::move(typed), {a})
                              : operated(std::move(typed), {a}, elements, range);
}

Value Interpreter::compare(CompareOp op, const Value& a, const Value& b, Range range) {
    if (a.or_none || b.or_none) {
        const bool looks_into = op == CompareOp::In || op == CompareOp::NotIn;
        failures_.operations += looks_into && b.or_none ? 1 : 0;
        if (op != CompareOp::Is && op != CompareOp::IsNot) {
            escape(a, range), escape(b, range);  // by `__eq__`
        }
        return sema::compare(op, a, b, range);
    }
    if (auto made = object_compare(op, a, b, range)) {
        return *std::move(made);
    }
    if (a.part() != nullptr || b.part() != nullptr) {
        const bool is_identity = op == CompareOp::Is || op == CompareOp::IsNot;
        const HostPart* part = a.part();
        if (is_identity && part != nullptr && part->kind != HostPart::Kind::Any &&
            !part->may_be_none && b.is<NoneValue>()) {
            return python_bool(op == CompareOp::IsNot);
        }
        const auto ask = [&](const auto& v) {
            return HostResult(sema::compare(op, v[0], v[1], range));
        };
        auto made = is_identity ? std::nullopt : parts().made_of({a, b}, ask);
        return made ? *made : compare(op, without_part(a), without_part(b), range);
    }
    Value typed = sema::compare(op, a, b, range);
    if (is_number_or_text(typed)) {
        return typed;
    }
    const auto elements = [=](const HostArray& made, const std::vector<Value>& v) {
        const auto of_two = [&](const auto& two) {
            return numpy_compare(op, two[0], two[1], range);
        };
        return map_elements(made, v, of_two, range);
    };
    const bool is_one = op == CompareOp::Is || op == CompareOp::IsNot || op == CompareOp::In ||
                        op == CompareOp::NotIn;
    return is_one ? explained(std::move(typed), {a, b})
                  : operated(std::move(typed), {a, b}, elements, range);
}

}  // namespace pycu::sema
