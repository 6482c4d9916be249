// Enum classes and named tuples of the file. See evaluator.h.
#include <algorithm>

#include "sema/constants/evaluation.h"
#include "sema/constants/numbers.h"
#include "sema/constants/type_values.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// The type of the members' values; the error type where they have several, or none that is known.
Type dtype_of_members(const std::vector<EnumMember>& members, TypeTable& types) {
    Type dtype;
    for (const EnumMember& member : members) {
        const auto* number = member.value.get<NumberValue>();
        const Type type = number != nullptr ? number->type : Type::error();
        if (type.is_error() || (!dtype.is_error() && type != dtype)) {
            return Type::error();
        }
        dtype = type;
    }
    (void)types;
    return dtype;
}

/// The names in "x y" or "x, y", or of a list of strings.
std::optional<std::vector<std::string>> field_names(const Value& value) {
    std::vector<std::string> names;
    if (const auto* text = value.get<StringValue>()) {
        const std::string spaced = replace_all(text->text, ",", " ");
        for (const std::string_view part : split(spaced, ' ')) {
            if (!trim(part).empty()) {
                names.emplace_back(trim(part));
            }
        }
        return names;
    }
    const auto items = items_of(value);
    if (!items) {
        return std::nullopt;
    }
    for (const Value& item : *items) {
        const auto* name = item.get<StringValue>();
        if (name == nullptr) {
            return std::nullopt;
        }
        names.push_back(name->text);
    }
    return names;
}

}  // namespace

/// The path of the first base that Python's library has: "enum.IntEnum", "typing.NamedTuple".
std::string Evaluator::library_base(syntax::StmtId def) {
    const auto* node = std::get_if<syntax::ClassDef>(&tree_.stmts[def].as);
    if (node == nullptr || depth_ > max_class_depth) {
        return "";
    }
    ++depth_;
    std::string path;
    const ScopeId outer = scopes_.all[scopes_.inside_of(def)].parent;
    for (const syntax::ExprId base : node->bases) {
        const Value value = evaluate(base, outer).value;
        if (const auto* dotted = value.get<Dotted>(); dotted != nullptr && path.empty()) {
            const bool is_one =
                dotted->path.starts_with("enum.") || dotted->path == "typing.NamedTuple";
            path = is_one ? dotted->path : "";
        } else if (const auto* inner = value.get<ClassRef>(); inner != nullptr && path.empty()) {
            path = library_base(inner->def);
        }
    }
    --depth_;
    return path;
}

bool Evaluator::is_enum(ClassRef of) {
    return library_base(of.def).starts_with("enum.");
}

/// The members of an Enum class in the order of the text, those that stand before a place of it.
std::vector<EnumMember> Evaluator::enum_members(syntax::StmtId def, std::uint32_t before) {
    const ScopeId scope = scopes_.inside_of(def);
    struct Place {
        const std::vector<Binding>* list;
        std::string name;
    };
    std::vector<Place> places;
    for (const auto& [name, list] : scopes_.all[scope].bindings) {
        const bool is_member = !name.starts_with('_') && list.size() == 1 &&
                               list.front().kind == Binding::Kind::Assign &&
                               list.front().value.valid() &&
                               tree_.exprs[list.front().value].range.end <= before;
        if (is_member) {
            places.push_back({&list, name});
        }
    }
    std::ranges::sort(places, {}, [](const Place& p) { return p.list->front().range.begin; });
    std::vector<EnumMember> members;
    for (const Place& place : places) {
        const Bound bound = own(*place.list, 0, scope);
        Value value = bound.value.value_or(unknown("it has no value", place.list->front().range));
        if (value.is<FunctionRef>()) {
            continue;
        }
        members.push_back(
            {place.name, std::move(value), place.list->front().range, place.list->front().stmt});
    }
    return members;
}

/// What `auto()` is at a place of an Enum class: one more than the member before, or of a Flag the
/// next power of two.
Value Evaluator::auto_value(ScopeId scope, Range range) {
    const Scope& of = scopes_.all[scope];
    if (of.kind != Scope::Kind::Class) {
        return unknown("`auto()` stands in no class", range);
    }
    const bool is_flag = library_base(of.def).ends_with("Flag");
    Int128 highest = 0;
    for (const EnumMember& member : enum_members(of.def, range.begin)) {
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

/// `Color.RED`; nothing when the class has no such member.
std::optional<Found> Evaluator::enum_member(ClassRef of, std::string_view name) {
    const auto& node = std::get<syntax::ClassDef>(tree_.stmts[of.def].as);
    const std::string base = library_base(of.def);
    const std::vector<EnumMember> members = enum_members(of.def);
    const auto found = std::ranges::find(members, name, &EnumMember::name);
    if (found == members.end()) {
        return std::nullopt;
    }
    if (found->value.is_unknown()) {
        return Found{found->value, std::nullopt};
    }
    // Members of one value are one member: the first.
    const auto first = std::ranges::find_if(
        members, [&](const EnumMember& other) { return same(other.value, found->value); });
    EnumValue member;
    member.of = of.def;
    member.class_name = node.name;
    member.member = first->name;
    member.is_int = base == "enum.IntEnum" || base == "enum.IntFlag";
    member.value = {first->value};
    const Type dtype = dtype_of_members(members, types_);
    if (!dtype.is_error()) {
        member.type = types_.enumeration({node.name, dtype, member.is_int, of.def.index});
    }
    return Found{Value{std::move(member)}, Origin{node.name + "." + first->name, first->range,
                                                  first->stmt, scopes_.inside_of(of.def)}};
}

/// `class Point(NamedTuple): x: float`: a class of named tuples; nothing for any other class.
std::optional<Value> Evaluator::named_tuple_class(syntax::StmtId def) {
    if (library_base(def) != "typing.NamedTuple") {
        return std::nullopt;
    }
    const auto& node = std::get<syntax::ClassDef>(tree_.stmts[def].as);
    NamedTupleClass made;
    made.name = node.name;
    made.def = def;
    for (const syntax::StmtId stmt : node.body) {
        const auto* field = std::get_if<syntax::AnnAssign>(&tree_.stmts[stmt].as);
        const auto* name =
            field != nullptr ? std::get_if<syntax::Name>(&tree_.exprs[field->target].as) : nullptr;
        if (name == nullptr) {
            continue;
        }
        made.fields.push_back(name->id);
        made.annotations.push_back(field->annotation);
        if (field->value.valid()) {
            made.defaults.push_back(evaluate(field->value, scopes_.inside_of(def)).value);
        }
    }
    return Value{std::move(made)};
}

std::optional<Type> Evaluator::type_of_class(const Value& value) {
    if (const auto* of = value.get<ClassRef>(); of != nullptr && is_enum(*of)) {
        const std::vector<EnumMember> members = enum_members(of->def);
        const auto member = members.empty() ? std::nullopt : enum_member(*of, members.front().name);
        const auto* known = member ? member->value.get<EnumValue>() : nullptr;
        return known == nullptr || known->type.is_error() ? std::nullopt
                                                          : std::optional(known->type);
    }
    const auto* tuples = value.get<NamedTupleClass>();
    if (tuples == nullptr || tuples->annotations.size() != tuples->fields.size()) {
        return std::nullopt;
    }
    std::vector<Type> items;
    for (const syntax::ExprId annotation : tuples->annotations) {
        const Value type = evaluate(annotation, scopes_.inside_of(tuples->def)).value;
        const auto* object = type.get<TypeObject>();
        const auto inner = object != nullptr ? std::optional(object->type) : type_of_class(type);
        if (!inner) {
            return std::nullopt;
        }
        items.push_back(*inner);
    }
    return types_.named_tuple(tuples->name, tuples->fields, items);
}

/// `namedtuple("Point", "x y", defaults=(0,))`.
Value make_named_tuple_class(const CallArguments& args, Range range) {
    const Value* name = args.get(0, "typename");
    const Value* fields = args.get(1, "field_names");
    const auto* text = name != nullptr ? name->get<StringValue>() : nullptr;
    auto names = fields != nullptr ? field_names(*fields) : std::nullopt;
    if (text == nullptr || !names) {
        return unknown("its name and fields are not known", range);
    }
    NamedTupleClass made;
    made.name = text->text;
    made.fields = std::move(*names);
    for (const auto& [key, value] : args.named) {
        if (key == "defaults") {
            made.defaults = items_of(value).value_or(std::vector<Value>{});
        }
    }
    if (made.defaults.size() > made.fields.size()) {
        return unknown("it has more defaults than fields", range);
    }
    return Value{std::move(made)};
}

/// `typing.NamedTuple("Point", [("x", float), ("y", float)])`.
Value make_typed_tuple_class(const CallArguments& args, Range range) {
    const auto* text =
        args.positional.size() == 2 ? args.positional[0].get<StringValue>() : nullptr;
    const auto pairs = text != nullptr ? items_of(args.positional[1]) : std::nullopt;
    if (!pairs) {
        return unknown("its name and fields are not known", range);
    }
    NamedTupleClass made;
    made.name = text->text;
    for (const Value& pair : *pairs) {
        const auto field = items_of(pair);
        const auto* name =
            field && field->size() == 2 ? field->front().get<StringValue>() : nullptr;
        if (name == nullptr) {
            return unknown("its name and fields are not known", range);
        }
        made.fields.push_back(name->text);
    }
    return Value{std::move(made)};
}

/// `Point(1, y=2.5)`: the items in the order of the fields.
Value make_named_tuple(const NamedTupleClass& of, const CallArguments& args, Range range) {
    TupleValue made;
    made.class_name = of.name;
    made.fields = of.fields;
    const std::size_t without = of.fields.size() - of.defaults.size();
    for (std::size_t i = 0; i < of.fields.size(); ++i) {
        const Value* given = args.get(i, of.fields[i]);
        if (given == nullptr && i < without) {
            return unknown("`" + of.fields[i] + "` of `" + of.name + "` is missing", range);
        }
        made.items.push_back(given != nullptr ? *given : of.defaults[i - without]);
    }
    if (args.size() > of.fields.size()) {
        return unknown("`" + of.name + "` has " + std::to_string(of.fields.size()) + " fields",
                       range);
    }
    return Value{std::move(made)};
}

}  // namespace pycu::sema
