// Members of Enum classes of the file.
#include <algorithm>

#include "python/interpreter.h"
#include "values/functions_made.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The type of the members' values; the error type where they have several, or none that is known.
Type dtype_of_members(const std::vector<EnumMember>& members) {
    Type dtype;
    for (const EnumMember& member : members) {
        const auto* number = member.value.get<NumberValue>();
        const Type type = number != nullptr ? number->type : Type::error();
        if (type.is_error() || (!dtype.is_error() && type != dtype)) {
            return Type::error();
        }
        dtype = type;
    }
    return dtype;
}

/// Members of one value are one member, the first; nothing where that is not known.
std::optional<std::size_t> first_with_value(const std::vector<EnumMember>& all, std::size_t at) {
    for (std::size_t i = 0; i < at; ++i) {
        const auto is_it = truth(compare(CompareOp::Eq, all[i].value, all[at].value, {}));
        if (!is_it) {
            return std::nullopt;
        }
        if (*is_it) {
            return i;
        }
    }
    return at;
}

/// A negative number as the bits of a Flag (enum.Flag._missing_ of Python 3.11): ~1 has all the
/// bits of the class but the first. An int that nobody knows where that is not certain.
Value as_flag_bits(std::optional<Int128> number, const std::vector<EnumMember>& all) {
    Int128 bound = 1;
    for (const EnumMember& member : all) {
        const auto bits = as_integer(member.value);
        if (!number || !bits || *bits < 0) {
            return host_integer();
        }
        while (bound <= *bits || bound < -*number) {
            bound *= 2;
        }
    }
    return python_int(bound + *number);
}

}  // namespace

std::vector<EnumMember> Interpreter::members(StmtId def, Moment moment) {
    std::vector<EnumMember> made;
    const MadeClass* of = made_class(def);
    if (of == nullptr) {
        return made;
    }
    std::vector<std::string> names;
    for (const auto& [name, cell] : store_.frame(of->frame).names) {
        if (!name.starts_with('_')) {
            names.push_back(name);
        }
    }
    for (const std::string& name : names) {
        const auto found = slot(of->frame, name, moment);
        if (!found || !found->stmt) {
            continue;
        }
        Value value = value_of(*found->value);
        const auto number = number_of(value);
        const bool is_plain = number && number->is_python && number->type == int64;
        if (number && !is_plain && of->library_base.starts_with("enum.Int")) {
            value = call_python("builtins.int", {{value}, {}, found->range})
                        .value_or(unknown("its value is not known", found->range));
        }
        if (!value.is<FunctionRef>()) {
            made.push_back({name, std::move(value), found->range, found->stmt});
        }
    }
    std::ranges::sort(made, {}, [](const EnumMember& one) { return one.range.begin; });
    return made;
}

/// What `|`, `&`, `^` and `~` make of ints is a member of the IntFlag that one of them is of, with
/// a name or without; of no IntFlag it is the int.
Value Interpreter::as_flags(Value number, const Value& a, const Value& b) {
    const auto of_flags = [&](const Value& one) {
        const auto* member = one.get<EnumValue>();
        const MadeClass* of = member != nullptr ? made_class(member->of) : nullptr;
        return of != nullptr && of->library_base == "enum.IntFlag";
    };
    if (!of_flags(a) && !of_flags(b)) {
        return number;
    }
    EnumValue joined = *(of_flags(a) ? a : b).get<EnumValue>();
    const std::vector<EnumMember> all = members(joined.of, view_);
    if (const auto known = as_integer(number); !known || *known < 0) {
        number = as_flag_bits(known, all);
    }
    for (const EnumMember& named : all) {
        if (same(named.value, number)) {
            return enum_member(joined.of, named.name, view_)->first;
        }
    }
    joined.member.clear();
    joined.value = {std::move(number)};
    return Value{std::move(joined)};
}

/// `len(Color)`
Value Interpreter::count_of_members(StmtId def) {
    const std::vector<EnumMember> all = members(def, view_);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto first = first_with_value(all, i);
        if (!first) {
            return host_integer();
        }
        count += *first == i ? 1 : 0;
    }
    return python_int(count);
}

/// What `auto()` is at a place of an Enum class: one more than the highest before, or of a Flag the
/// next power of two.
Value Interpreter::auto_value(Range range) {
    if (open_classes_.empty()) {
        return unknown("`auto()` stands in no class", range);
    }
    const StmtId def = open_classes_.back();
    const bool is_flag = classes_[def.index].library_base.ends_with("Flag");
    Int128 highest = 0;
    for (const EnumMember& member : members(def, view_)) {
        const auto number = as_integer(member.value);
        if (!number) {
            return member.value.is_unknown() ? member.value
                                             : unknown("a member before it is no int", range);
        }
        highest = std::max(highest, *number);
    }
    if (!is_flag) {
        return python_int(highest + 1);
    }
    Int128 bit = 1;
    while (bit <= highest) {
        bit *= 2;
    }
    return python_int(bit);
}

/// `Color.RED` and the member it is; nothing when the class has no such member.
std::optional<FoundMember> Interpreter::enum_member(StmtId def, const std::string& name,
                                                    Moment moment) {
    const std::vector<EnumMember> all = members(def, moment);
    const auto found = std::ranges::find(all, name, &EnumMember::name);
    if (found == all.end()) {
        return std::nullopt;
    }
    if (found->value.is_unknown()) {
        return std::pair(found->value, *found);
    }
    const auto place = first_with_value(all, std::size_t(found - all.begin()));
    if (!place) {
        return std::pair(unknown("another member may have its value", found->range), *found);
    }
    const auto first = all.begin() + std::ptrdiff_t(*place);
    const std::string& base = classes_[def.index].library_base;
    EnumValue member;
    member.of = def;
    member.class_name = std::get<syntax::ClassDef>(file_.stmts[def].as).name;
    member.member = first->name;
    member.is_int = base == "enum.IntEnum" || base == "enum.IntFlag";
    member.value = {first->value};
    if (const Type dtype = dtype_of_members(all); !dtype.is_error()) {
        member.type = types_.enumeration({member.class_name, dtype, member.is_int, def.index});
    }
    return std::pair(Value{std::move(member)}, *first);
}

}  // namespace pycu::sema
