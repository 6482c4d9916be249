// Operators of objects of the file's classes: their special methods, and what decides their truth.
#include <algorithm>
#include <string>

#include "python/interpreter.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

std::string_view method_of(BinaryOp op) {
    using enum BinaryOp;
    constexpr std::pair<BinaryOp, std::string_view> names[] = {
        {Add, "add"},       {Sub, "sub"},       {Mult, "mul"},   {Div, "truediv"},
        {Pow, "pow"},       {Mod, "mod"},       {BitOr, "or"},   {FloorDiv, "floordiv"},
        {LShift, "lshift"}, {RShift, "rshift"}, {BitAnd, "and"}, {MatMult, "matmul"},
        {BitXor, "xor"}};
    return std::ranges::find(names, op, &std::pair<BinaryOp, std::string_view>::first)->second;
}

/// The method of an operator, and that of the operand on its right.
std::pair<const char*, const char*> methods_of(CompareOp op) {
    switch (op) {
        case CompareOp::Eq:
            return {"__eq__", "__eq__"};
        case CompareOp::NotEq:
            return {"__ne__", "__ne__"};
        case CompareOp::Lt:
            return {"__lt__", "__gt__"};
        case CompareOp::LtE:
            return {"__le__", "__ge__"};
        case CompareOp::Gt:
            return {"__gt__", "__lt__"};
        default:
            return {"__ge__", "__le__"};
    }
}

bool is_refused(const Value& value) {
    const auto* path = value.get<Dotted>();
    return path != nullptr && path->path == "builtins.NotImplemented";
}

/// Python's own values ask the other operand; arrays and numbers of NumPy have their ways.
bool asks_other(const Value& value) {
    const auto number = number_of(value);
    return number ? number->is_python
                  : value.is<StringValue>() || value.is<NoneValue>() || value.items() != nullptr;
}

bool holds_objects(const Value& value) {
    const HostItems* items = value.items();
    return value.is<HostObject>() ||
           (items != nullptr && std::ranges::any_of(items->items, &Value::is<HostObject>));
}

}  // namespace

/// What `if`, `not` and their kin make of a value.
std::optional<bool> Interpreter::truth_of(const Value& value, Range range) {
    const auto* object = value.get<HostObject>();
    if (object != nullptr && value.or_none) {
        truth_of(but_none(value), range);
        return std::nullopt;
    }
    if (object == nullptr) {
        failures_.operations += value.array() != nullptr ? 1 : 0;  // of several elements
        return truth(value);
    }
    for (const char* name : {"__bool__", "__len__"}) {
        if (in_class(object->of, name)) {
            const auto made = call_own(value, name, {{}, {}, range}, false, range);
            return made ? truth(*made) : std::nullopt;
        }
    }
    return is_open_class(object->of) ? std::nullopt : std::optional(true);
}

/// What one operand's method makes of the other: nothing where there is none, or it refuses, and
/// Unknown where nobody knows.
std::optional<Value> Interpreter::ask_operand(const Value& object, const std::string& name,
                                              const Value& other, Range range) {
    const auto* self = object.get<HostObject>();
    if (self == nullptr) {
        return asks_other(object) ? std::nullopt : std::optional(unknown(at_run_time, range));
    }
    auto made = call_own(object, name.c_str(), {{other}, {}, range}, false, range);
    if (made) {
        return is_refused(*made) ? std::nullopt : made;
    }
    if (in_class(self->of, name) || is_open_class(self->of)) {
        escape(object, range), escape(other, range);
        return unknown(at_run_time, range);
    }
    return std::nullopt;
}

/// What an operator makes whose right operand is of a subclass of the left one's, so that its
/// method comes first: nobody knows. Nothing for all others.
std::optional<Value> Interpreter::of_subclass(const Value& a, const Value& b, Range range) {
    const auto *left = a.get<HostObject>(), *right = b.get<HostObject>();
    if (left == nullptr || right == nullptr || left->of == right->of ||
        !is_subclass(right->of, left->of)) {
        return std::nullopt;
    }
    escape(a, range), escape(b, range);
    return unknown(at_run_time, range);
}

/// `a op b` where one is an object of a class of the file; nothing for all others.
std::optional<Value> Interpreter::object_binary(BinaryOp op, const Value& a, const Value& b,
                                                Range range) {
    const auto *left = a.get<HostObject>(), *right = b.get<HostObject>();
    if (left == nullptr && right == nullptr) {
        return std::nullopt;
    }
    const std::string name(method_of(op));
    if (auto made = of_subclass(a, b, range)) {
        return made;
    }
    if (auto made = ask_operand(a, "__" + name + "__", b, range)) {
        return made;
    }
    auto made = ask_operand(b, "__r" + name + "__", a, range);
    return made ? made : unknown("the operator does not take these values", range);
}

/// `a += b`; nothing where it is `a = a + b`.
std::optional<Value> Interpreter::object_in_place(BinaryOp op, const Value& a, const Value& b,
                                                  Range range) {
    return a.is<HostObject>() ? ask_operand(a, "__i" + std::string(method_of(op)) + "__", b, range)
                              : std::nullopt;
}

std::optional<Value> Interpreter::object_unary(UnaryOp op, const Value& a, Range range) {
    if (!a.is<HostObject>()) {
        return std::nullopt;
    }
    if (op == UnaryOp::Not) {
        const auto is_true = truth_of(a, range);
        return is_true ? python_bool(!*is_true)
                       : with_why(host_number(boolean), Unknown{at_run_time, range});
    }
    const char* name = op == UnaryOp::USub   ? "__neg__"
                       : op == UnaryOp::UAdd ? "__pos__"
                                             : "__invert__";
    const auto made = call_own(a, name, {{}, {}, range}, false, range);
    return made ? made : unknown(at_run_time, range);
}

/// `a in b`, where one is an object or holds some.
Value Interpreter::object_contains(CompareOp op, const Value& a, const Value& b, Range range) {
    const Value open = with_why(host_number(boolean), Unknown{at_run_time, range});
    if (!b.is<HostObject>()) {
        return open;
    }
    const auto made = call_own(b, "__contains__", {{a}, {}, range}, false, range);
    const auto is_true = made ? truth_of(*made, range) : std::nullopt;
    if (!made) {
        escape(b, range);
    }
    return is_true ? python_bool(*is_true == (op == CompareOp::In)) : open;
}

/// `a < b` where one is an object of a class of the file; nothing for all others.
std::optional<Value> Interpreter::object_compare(CompareOp op, const Value& a, const Value& b,
                                                 Range range) {
    if (op == CompareOp::Is || op == CompareOp::IsNot || !(holds_objects(a) || holds_objects(b))) {
        return std::nullopt;
    }
    const Value open = with_why(host_number(boolean), Unknown{at_run_time, range});
    if (op == CompareOp::In || op == CompareOp::NotIn) {
        return object_contains(op, a, b, range);
    }
    const auto *left = a.get<HostObject>(), *right = b.get<HostObject>();
    if (left == nullptr && right == nullptr) {
        return open;  // of lists and tuples
    }
    if (auto made = of_subclass(a, b, range)) {
        return made;
    }
    const auto [name, reflected] = methods_of(op);
    if (auto made = ask_operand(a, name, b, range)) {
        return made;
    }
    if (auto made = ask_operand(b, reflected, a, range)) {
        return made;
    }
    const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
    if (!is_equality) {
        return unknown("the operator does not take these values", range);
    }
    // `!=` is what `==` is not.
    auto equal = op == CompareOp::NotEq ? ask_operand(a, "__eq__", b, range) : std::nullopt;
    const auto is_true = equal ? truth_of(*equal, range) : std::nullopt;
    return is_true ? python_bool(!*is_true) : open;
}

}  // namespace pycu::sema
