// Comparing and describing values.
#include "values/value.h"

#include <algorithm>

#include "support/match.h"
#include "values/array_parts.h"
#include "values/functions_made.h"
#include "values/host_values.h"

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

namespace {

bool same_arrays(const Value& left, const Value& right, Sameness by) {
    const HostArray& a = *left.array();
    const HostArray& b = *right.array();
    if (&a == &b || a.dtype != b.dtype) {
        return &a == &b;
    }
    if (by == Sameness::State) {
        return a.is_readonly == b.is_readonly && a.is_device == b.is_device &&
               a.may_be_readonly == b.may_be_readonly && a.is_cupy == b.is_cupy &&
               a.is_cupy_alone == b.is_cupy_alone && a.memory == b.memory && a.known == b.known &&
               a.spoiled.has_value() == b.spoiled.has_value();
    }
    return a.layout() == b.layout() && a.memory.extents == b.memory.extents &&
           left.elements() != nullptr && right.elements() != nullptr &&
           *left.elements() == *right.elements();
}

bool same_items(const HostItems& a, const HostItems& b, Sameness by) {
    const auto are_same = [by](const Value& x, const Value& y) { return same(x, y, by); };
    const bool is_open = a.more != nullptr || a.is_dict || a.is_slice;
    return &a == &b ||
           (a.is_list == b.is_list && a.like == b.like && a.is_dict == b.is_dict &&
            a.class_name == b.class_name && (a.more == nullptr) == (b.more == nullptr) &&
            a.may_be_empty == b.may_be_empty && (by == Sameness::State || !is_open) &&
            std::ranges::equal(a.items, b.items, are_same) &&
            std::ranges::equal(a.keys, b.keys, are_same) &&
            (a.more == nullptr || same(*a.more, *b.more, by)));
}

}  // namespace

bool same(const Value& a, const Value& b, Sameness by) {
    if (a.as.index() != b.as.index() || a.or_none != b.or_none || a.or_unset != b.or_unset) {
        return false;
    }
    return std::visit(
        match{
            [&](const Unknown&) { return by == Sameness::State; },
            [&](const HostArrayRef&) { return same_arrays(a, b, by); },
            [&](const HostItemsRef& left) { return same_items(*left, *b.items(), by); },
            [&](const HostPartRef& left) { return by == Sameness::State && *left == *b.part(); },
            [&](const EnumValue& left) {
                const auto& right = std::get<EnumValue>(b.as);
                return left.of == right.of && same(left.value.front(), right.value.front());
            },
            [&](const NamedTupleClass& left) {
                const auto& right = std::get<NamedTupleClass>(b.as);
                return left.name == right.name && left.fields == right.fields;
            },
            [&](const HostMethod& left) {
                const auto& right = std::get<HostMethod>(b.as);
                return by == Sameness::State && left.name == right.name &&
                       same(*left.object, *right.object, by);
            },
            [&](const auto& left) { return left == std::get<std::decay_t<decltype(left)>>(b.as); },
        },
        a.as);
}

bool FunctionRef::operator==(const FunctionRef& other) const {
    const auto is_bound_alike = [&] {
        return membership == other.membership ||
               (membership != nullptr && other.membership != nullptr &&
                membership->kind == other.membership->kind &&
                same(membership->self, other.membership->self));
    };
    return def == other.def && outer == other.outer && jit == other.jit &&
           frame() == other.frame() && is_bound_alike();
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
            [](const ModuleRef&) { return std::string("a module"); },
            [](const NamedTupleClass&) { return std::string("a class of named tuples"); },
            [](const ir::LinkedCode&) { return std::string("code to be linked"); },
            [](const DeclaredFunctionRef&) { return std::string("a declared function"); },
            [](const EnumValue& v) {
                return v.member.empty() ? "a member of `" + v.class_name + "`"
                                        : "`" + v.class_name + "." + v.member + "`";
            },
            [](const auto&) { return std::string("an unknown value"); },
        },
        value.as);
}

}  // namespace pycu::sema
