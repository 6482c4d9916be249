// Comparing and describing values.
#include "python/constants/value.h"

#include "support/match.h"

namespace pycu::sema {

const Value* DictValue::find(std::string_view key) const {
    for (const auto& [name, value] : items) {
        if (name == key) {
            return &value;
        }
    }
    return nullptr;
}

bool same(const Value& a, const Value& b) {
    if (a.as.index() != b.as.index() || a.is_unknown()) {
        return false;
    }
    if (const auto* left = a.get<TupleValue>()) {
        const auto* right = b.get<TupleValue>();
        if (left->is_list != right->is_list || left->class_name != right->class_name ||
            left->items.size() != right->items.size()) {
            return false;
        }
        for (std::size_t i = 0; i < left->items.size(); ++i) {
            if (!same(left->items[i], right->items[i])) {
                return false;
            }
        }
        return true;
    }
    return std::visit(
        [&](const auto& left) {
            using T = std::decay_t<decltype(left)>;
            if constexpr (std::is_same_v<T, Unknown> || std::is_same_v<T, TupleValue> ||
                          std::is_same_v<T, DictValue>) {
                return false;
            } else if constexpr (std::is_same_v<T, EnumValue>) {
                const auto& right = std::get<EnumValue>(b.as);
                return left.of == right.of && same(left.value.front(), right.value.front());
            } else if constexpr (std::is_same_v<T, NamedTupleClass>) {
                const auto& right = std::get<NamedTupleClass>(b.as);
                return left.name == right.name && left.fields == right.fields;
            } else {
                return left == std::get<T>(b.as);
            }
        },
        a.as);
}

std::string describe(const Value& value, const TypeTable& table) {
    return std::visit(
        match{
            [](const Unknown& v) { return v.is_later ? v.why : std::string("an unknown value"); },
            [](const NoneValue&) { return std::string("None"); },
            [&](const NumberValue& v) {
                return v.is_python ? std::string(v.type.is_float()  ? "a float"
                                                 : v.type.is_bool() ? "a bool"
                                                                    : "an int")
                                   : "a number of type `" + python_name(v.type, table) + "`";
            },
            [](const WideInt&) { return std::string("an int of more than 64 bits"); },
            [](const ComplexValue&) { return std::string("a complex number"); },
            [](const StringValue&) { return std::string("a string"); },
            [](const TupleValue& v) { return std::string(v.is_list ? "a list" : "a tuple"); },
            [](const DictValue&) { return std::string("a dict"); },
            [&](const ArrayValue& v) { return "an array `" + python_name(v.type, table) + "`"; },
            [&](const TypeObject& v) { return "the type `" + python_name(v.type, table) + "`"; },
            [](const SignatureObject&) { return std::string("a signature"); },
            [](const Dotted& v) { return "`" + v.path + "`"; },
            [](const FunctionRef&) { return std::string("a function"); },
            [](const JitDecorator&) { return std::string("a decorator"); },
            [](const ClassRef&) { return std::string("a class"); },
            [](const NamedTupleClass&) { return std::string("a class of named tuples"); },
            [](const EnumValue& v) { return "`" + v.class_name + "." + v.member + "`"; },
        },
        value.as);
}

}  // namespace pycu::sema
