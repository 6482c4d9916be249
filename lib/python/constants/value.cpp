// Comparing and describing values.
#include "python/constants/value.h"

#include "python/host/value.h"
#include "support/match.h"

namespace pycu::sema {

const Value* item_of(const HostItems& dict, std::string_view key) {
    for (std::size_t i = 0; i < dict.keys.size(); ++i) {
        const auto* name = dict.keys[i].get<StringValue>();
        if (name != nullptr && name->text == key) {
            return &dict.items[i];
        }
    }
    return nullptr;
}

bool same(const Value& a, const Value& b) {
    if (a.as.index() != b.as.index() || a.is_unknown()) {
        return false;
    }
    if (const auto* left = a.get<HostItems>()) {
        const auto* right = b.get<HostItems>();
        if (right == nullptr || left->is_list != right->is_list ||
            left->class_name != right->class_name || left->items.size() != right->items.size()) {
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
            if constexpr (std::is_same_v<T, Unknown>) {
                return false;
            } else if constexpr (std::is_same_v<T, HostArrayRef>) {
                const HostArray& other = *b.array();
                return left.get() == &other ||
                       (left->dtype == other.dtype && left->layout() == other.layout() &&
                        left->memory.extents == other.memory.extents && a.elements() != nullptr &&
                        b.elements() != nullptr && *a.elements() == *b.elements());
            } else if constexpr (std::is_same_v<T, EnumValue>) {
                const auto& right = std::get<EnumValue>(b.as);
                return left.of == right.of && same(left.value.front(), right.value.front());
            } else if constexpr (std::is_same_v<T, NamedTupleClass>) {
                const auto& right = std::get<NamedTupleClass>(b.as);
                return left.name == right.name && left.fields == right.fields;
            } else if constexpr (std::is_same_v<T, HostMethod>) {
                return false;
            } else {
                return left == std::get<T>(b.as);
            }
        },
        a.as);
}

bool FunctionRef::operator==(const FunctionRef& other) const {
    const bool is_bound_alike =
        membership == other.membership || (membership != nullptr && other.membership != nullptr &&
                                           membership->kind == other.membership->kind &&
                                           same(membership->self, other.membership->self));
    return def == other.def && outer == other.outer && jit == other.jit &&
           frame() == other.frame() && is_bound_alike;
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
            [](const HostItemsRef& v) {
                return std::string(v->is_dict ? "a dict" : v->is_list ? "a list" : "a tuple");
            },
            [&](const HostArrayRef& v) {
                return value.elements() != nullptr
                           ? "an array `" + python_name(v->global_type(), table) + "`"
                           : std::string("an unknown value");
            },
            [&](const TypeObject& v) { return "the type `" + python_name(v.type, table) + "`"; },
            [](const SignatureObject&) { return std::string("a signature"); },
            [](const Dotted& v) { return "`" + v.path + "`"; },
            [](const FunctionRef&) { return std::string("a function"); },
            [](const JitDecorator&) { return std::string("a decorator"); },
            [](const ClassRef&) { return std::string("a class"); },
            [](const NamedTupleClass&) { return std::string("a class of named tuples"); },
            [](const EnumValue& v) { return "`" + v.class_name + "." + v.member + "`"; },
            [](const auto&) { return std::string("an unknown value"); },
        },
        value.as);
}

}  // namespace pycu::sema
