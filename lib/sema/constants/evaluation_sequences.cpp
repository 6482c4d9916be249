// Subscripts, comprehensions and formatted strings.
#include "sema/constants/evaluation.h"
#include "sema/constants/numbers.h"
#include "sema/constants/strings.h"
#include "sema/constants/type_values.h"

namespace pycu::sema {

template <typename T>
bool Evaluation::is_constant(syntax::ExprId id) const {
    const auto* constant = std::get_if<syntax::Constant>(&tree_.exprs[id].as);
    return constant != nullptr && std::holds_alternative<T>(constant->value);
}

std::optional<std::vector<IndexValue>> Evaluation::indices(syntax::ExprId slice, Value& why) {
    std::vector<syntax::ExprId> parts{slice};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[slice].as)) {
        parts = tuple->elts;
    }
    std::vector<IndexValue> made;
    const auto number = [&](syntax::ExprId id) -> std::optional<std::int64_t> {
        const Value at = value(id);
        const auto index = as_index(at);
        if (!index) {
            why = at.is_unknown() ? at : unknown("the index is no int", tree_.exprs[id].range);
        }
        return index;
    };
    const auto is_newaxis = [&](syntax::ExprId id) {
        const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[id].as);
        return attribute != nullptr && attribute->attr == "newaxis";
    };
    for (const syntax::ExprId part : parts) {
        IndexValue index;
        if (const auto* node = std::get_if<syntax::Slice>(&tree_.exprs[part].as)) {
            index.kind = IndexValue::Kind::Slice;
            std::optional<python::Extent>* const bounds[] = {&index.slice.start, &index.slice.stop,
                                                             &index.slice.step};
            const syntax::ExprId given[] = {node->lower, node->upper, node->step};
            for (std::size_t i = 0; i < 3; ++i) {
                if (given[i] && !(*bounds[i] = number(given[i]))) {
                    return std::nullopt;
                }
            }
        } else if (is_constant<syntax::None>(part) || is_newaxis(part)) {
            index.kind = IndexValue::Kind::NewAxis;
        } else if (is_constant<syntax::Ellipsis>(part)) {
            index.kind = IndexValue::Kind::Ellipsis;
        } else {
            index.kind = IndexValue::Kind::Integer;
            index.slice.start = number(part);
            const Value written = value(part);
            const auto* flag = written.get<NumberValue>();
            index.is_bool = flag != nullptr && flag->type.is_bool();
            if (!index.slice.start) {
                return std::nullopt;
            }
        }
        made.push_back(index);
    }
    return made;
}

Value Evaluation::subscript(const syntax::Subscript& node, Range range) {
    const Value object = value(node.value);
    if (object.is_unknown()) {
        return object;
    }
    Value why;
    const auto at = indices(node.slice, why);
    if (!at) {
        return why;
    }
    if (const auto* type = object.get<TypeObject>()) {
        return subscript_type(*type, *at, range);
    }
    if (const auto* array = object.get<ArrayValue>()) {
        return index_array(*array, *at, range);
    }
    if (const auto* text = object.get<StringValue>();
        text != nullptr && at->size() == 1 && at->front().takes_axis()) {
        return index_string(text->text, at->front(), range);
    }
    const auto* tuple = object.get<TupleValue>();
    if (tuple == nullptr || at->size() != 1 || !at->front().takes_axis()) {
        return unknown(object.is<SignatureObject>() ? "a signature has no items"
                                                    : "it is computed while the program runs",
                       range);
    }
    const IndexValue& index = at->front();
    if (index.kind == IndexValue::Kind::Integer) {
        const auto place = python::item_place(index.at(), tuple->items.size());
        return place ? tuple->items[*place] : unknown("the index is out of range", range);
    }
    if (index.slice.step && index.slice.step->is(0)) {
        return unknown("the index is out of range", range);
    }
    TupleValue taken{{}, tuple->is_list};
    for (const std::size_t place : python::slice_places(index.numbers(), tuple->items.size())) {
        taken.items.push_back(tuple->items[place]);
    }
    return {std::move(taken)};
}

bool Evaluation::bind(syntax::ExprId target, const Value& value) {
    const syntax::Expr& expr = tree_.exprs[target];
    if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
        own_.emplace_back(name->id, value);
        return true;
    }
    const auto* tuple = std::get_if<syntax::Tuple>(&expr.as);
    const auto items = items_of(value);
    if (tuple == nullptr || !items || items->size() != tuple->elts.size()) {
        return false;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        if (!bind(tuple->elts[i], (*items)[i])) {
            return false;
        }
    }
    return true;
}

bool Evaluation::generate(syntax::ExprId elt, const std::vector<syntax::Comprehension>& parts,
                          std::size_t depth, TupleValue& made, Value& why) {
    if (depth == parts.size()) {
        made.items.push_back(value(elt));
        if (made.items.back().is_unknown() || ++generated_ > max_generated) {
            why = made.items.back().is_unknown()
                      ? made.items.back()
                      : unknown("it has too many items", tree_.exprs[elt].range);
            return false;
        }
        return true;
    }
    const syntax::Comprehension& part = parts[depth];
    const Value iter = value(part.iter);
    const auto items = items_of(iter);
    if (!items) {
        why = iter.is_unknown() ? iter
                                : unknown("it cannot be iterated", tree_.exprs[part.iter].range);
        return false;
    }
    for (const Value& item : *items) {
        const std::size_t before = own_.size();
        bool is_wanted = bind(part.target, item);
        if (!is_wanted) {
            why = unknown("it cannot be unpacked", tree_.exprs[part.target].range);
            return false;
        }
        for (const syntax::ExprId test : part.ifs) {
            const Value condition = value(test);
            const auto known = truth(condition);
            if (!known) {
                why = condition.is_unknown()
                          ? condition
                          : unknown("its truth is not known", tree_.exprs[test].range);
                return false;
            }
            is_wanted = is_wanted && *known;
        }
        if (is_wanted && !generate(elt, parts, depth + 1, made, why)) {
            return false;
        }
        own_.resize(before);
    }
    return true;
}

Value Evaluation::comprehension(syntax::ExprId elt,
                                const std::vector<syntax::Comprehension>& parts) {
    const std::size_t before = own_.size();
    TupleValue made{{}, true};
    Value why;
    const bool is_known = generate(elt, parts, 0, made, why);
    own_.resize(before);
    return is_known ? Value{std::move(made)} : why;
}

/// f"void({t}[:])": of strings, numbers and names of types.
Value Evaluation::joined(const syntax::JoinedStr& node, Range range) {
    std::string text;
    for (const syntax::ExprId part : node.values) {
        const auto* hole = std::get_if<syntax::FormattedValue>(&tree_.exprs[part].as);
        const Value piece = value(hole != nullptr ? hole->value : part);
        if (piece.is_unknown()) {
            return piece;
        }
        std::optional<std::string> made;
        Value spec{StringValue{}};
        if (hole != nullptr && hole->format_spec) {
            spec = value(hole->format_spec);
        }
        const auto* type = piece.get<TypeObject>();
        if (type != nullptr && type->kind == TypeObject::Kind::Numba) {
            made = python_name(type->type, names_.types_);
        } else if (const auto* written = spec.get<StringValue>();
                   written != nullptr && (hole == nullptr || hole->conversion == 0)) {
            made = formatted(piece, written->text);
        }
        if (!made) {
            return unknown("the text is formatted while the program runs", range);
        }
        text += *made;
    }
    return {StringValue{std::move(text)}};
}

}  // namespace pycu::sema
