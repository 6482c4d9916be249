// Named tuples, and the items of what is known. See tuples.h.
#include "values/tuples.h"

#include "support/text.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

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

std::optional<std::vector<Value>> items_of(const Value& value) {
    const HostItems* all = value.items();
    if (all != nullptr) {
        const bool is_whole = all->more == nullptr && !all->is_slice;
        return is_whole ? std::optional(all->is_dict ? all->keys : all->items) : std::nullopt;
    }
    if (value.elements() == nullptr || value.array()->rank() == 0) {
        return std::nullopt;
    }
    const Value item = host_subscript(std::get<HostArrayRef>(value.as), python_int(0), {});
    std::vector<Value> items;
    for (std::int64_t i = 0; i < *value.array()->memory.extents[0].known(); ++i) {
        items.push_back(index_array(item, value, {{values::Index::Kind::Integer, {i}}}, {}));
    }
    return items;
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

}  // namespace pycu::sema
