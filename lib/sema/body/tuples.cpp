// Tuples: named ones, parts, repetition, comparison, unpacking. See body.h.
#include <algorithm>

#include "sema/body/body.h"
#include "support/text.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// The places that a slice of a tuple takes, as Python's slice.indices() gives them.
std::vector<std::size_t> places_of(std::optional<std::int64_t> start,
                                   std::optional<std::int64_t> stop, std::int64_t step,
                                   std::int64_t count) {
    const auto clamp = [&](std::int64_t at, std::int64_t low, std::int64_t high) {
        return std::clamp(at < 0 ? at + count : at, low, high);
    };
    std::vector<std::size_t> places;
    if (step > 0) {
        const std::int64_t end = stop ? clamp(*stop, 0, count) : count;
        for (std::int64_t i = start ? clamp(*start, 0, count) : 0; i < end; i += step) {
            places.push_back(std::size_t(i));
        }
    } else {
        const std::int64_t end = stop ? clamp(*stop, -1, count - 1) : -1;
        for (std::int64_t i = start ? clamp(*start, -1, count - 1) : count - 1; i > end;
             i += step) {
            places.push_back(std::size_t(i));
        }
    }
    return places;
}

}  // namespace

/// The items of a tuple, each a value of its own; a computed tuple is kept first.
std::vector<Operand> Body::tuple_items(const Operand& tuple, Range range) {
    Operand kept = tuple;
    if (!std::holds_alternative<ir::Tuple>(fn_.exprs[tuple.ir].as)) {
        kept.ir = keep(kept.ir, "items");
    }
    std::vector<Operand> items;
    const std::size_t count = evaluator_.types().items(tuple.type).size();
    for (std::size_t i = 0; i < count; ++i) {
        items.push_back(tuple_item(kept, i, range));
    }
    return items;
}

/// A tuple of values; what is no value yet, or an error, as it is.
Operand Body::tuple_of(const std::vector<Operand>& items, Range range) {
    std::vector<Type> types;
    ir::Tuple tuple;
    for (const Operand& item : items) {
        if (!item.is_value()) {
            return item;
        }
        types.push_back(item.type);
        tuple.items.push_back(item.ir);
    }
    return value(evaluator_.types().tuple(types), range, std::move(tuple));
}

/// A named tuple as a plain one: what only plain tuples have an operation for.
Operand Body::without_names(const Operand& tuple, Range range) {
    return evaluator_.types().is_named(tuple.type) ? tuple_of(tuple_items(tuple, range), range)
                                                   : tuple;
}

/// `Point(x, y=1)`: a value with the class's fields.
Operand Body::named_tuple(const NamedTupleClass& of, const syntax::Call& call, Range range) {
    std::vector<std::optional<Operand>> bound(of.fields.size());
    std::vector<std::size_t> starts;
    std::vector<std::size_t> order;
    const auto bind = [&](std::size_t at, ExprId expr) {
        starts.push_back(out_->size());
        order.push_back(at);
        bound[at] = lower_value(expr);
    };
    if (call.args.size() > of.fields.size()) {
        report<diag::Code::ArgumentCount>(range, of.name, std::to_string(of.fields.size()),
                                          std::to_string(call.args.size()));
        return error();
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        bind(i, call.args[i]);
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto field = std::ranges::find(of.fields, *keyword.arg);
        const auto at = std::size_t(field - of.fields.begin());
        if (field == of.fields.end() || bound[at]) {
            auto& diagnostic =
                report<diag::Code::UnknownKeyword>(keyword.range, of.name, *keyword.arg);
            const std::string similar = nearest(*keyword.arg, of.fields);
            if (!similar.empty()) {
                diagnostic.help("there is `" + similar + "`");
            }
            return error();
        }
        bind(at, keyword.value);
    }
    const std::size_t without = of.fields.size() - of.defaults.size();
    std::vector<Operand*> pointers;
    std::vector<Type> types;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (!bound[i] && i < without) {
            report<diag::Code::MissingField>(range, of.fields[i], of.name);
            return error();
        }
        if (!bound[i]) {
            bound[i] = runtime(operand_of(of.defaults[i - without], std::nullopt, range), range);
        }
        if (!bound[i]->is_value()) {
            return bound[i]->kind == Operand::Kind::Error ? error() : pending();
        }
        types.push_back(bound[i]->type);
    }
    for (const std::size_t at : order) {
        pointers.push_back(&*bound[at]);
    }
    keep_order(pointers, starts);
    ir::Tuple tuple;
    for (const std::optional<Operand>& operand : bound) {
        tuple.items.push_back(operand->ir);
    }
    return value(evaluator_.types().named_tuple(of.name, of.fields, types), range,
                 std::move(tuple));
}

/// `p.x` of a named tuple.
Operand Body::tuple_attribute(const Operand& tuple, const syntax::Attribute& attribute) {
    const std::vector<std::string>& fields = evaluator_.types().tuple_type(tuple.type).fields;
    const auto field = std::ranges::find(fields, attribute.attr);
    if (field != fields.end()) {
        return tuple_item(tuple, std::size_t(field - fields.begin()), attribute.attr_range);
    }
    auto& diagnostic = report<diag::Code::NoAttribute>(attribute.attr_range, type_name(tuple.type),
                                                       attribute.attr);
    const std::string similar = nearest(attribute.attr, fields);
    if (!similar.empty()) {
        diagnostic.help("there is `" + similar + "`");
    }
    return error();
}

/// `t[1:]`: a tuple of the items at places that are known.
Operand Body::slice_tuple(const Operand& tuple, const syntax::Slice& slice, Range range) {
    std::optional<std::int64_t> bounds[3];
    const ExprId written[] = {slice.lower, slice.upper, slice.step};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!written[i].valid() || is_none_literal(written[i])) {
            continue;
        }
        bounds[i] = static_int(written[i]);
        if (!bounds[i]) {
            report<diag::Code::TupleSlice>(tree_.exprs[written[i]].range, text(written[i]));
            return error();
        }
    }
    const std::int64_t step = bounds[2].value_or(1);
    if (step == 0) {
        report<diag::Code::TupleSlice>(tree_.exprs[slice.step].range, text(slice.step));
        return error();
    }
    const std::vector<Operand> items = tuple_items(tuple, range);
    std::vector<Operand> taken;
    for (const std::size_t at : places_of(bounds[0], bounds[1], step, std::int64_t(items.size()))) {
        taken.push_back(items[at]);
    }
    return tuple_of(taken, range);
}

/// `t * 3`: the count is known.
Operand Body::repeat_tuple(const Operand& tuple, const Operand& count, Range range) {
    const auto* number_of = count.get<NumberValue>();
    if (number_of == nullptr || !number_of->type.is_integer()) {
        report<diag::Code::TupleRepeat>(range, type_name(tuple.type));
        return error();
    }
    const auto times = std::visit([](auto v) { return std::int64_t(v); }, number_of->value);
    const std::vector<Operand> items = tuple_items(tuple, range);
    constexpr std::int64_t longest = 1000;
    if (times > 0 && std::int64_t(items.size()) * times > longest) {
        return unsupported(range, "a tuple of more than " + std::to_string(longest) + " items");
    }
    std::vector<Operand> repeated;
    for (std::int64_t i = 0; i < times; ++i) {
        repeated.insert(repeated.end(), items.begin(), items.end());
    }
    return tuple_of(repeated, range);
}

/// Item by item, as Python compares tuples: the first pair that differs decides, then the lengths.
Operand Body::compare_tuples(CompareOp op, const Operand& left, const Operand& right, Range range) {
    if (op == CompareOp::Is || op == CompareOp::IsNot) {
        return unsupported(range, "`is` of tuples");
    }
    return compare_items(op, tuple_items(left, range), tuple_items(right, range), range);
}

Operand Body::compare_items(CompareOp op, const std::vector<Operand>& left,
                            const std::vector<Operand>& right, Range range) {
    const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
    if (is_equality && left.size() != right.size()) {
        return number(boolean, op == CompareOp::NotEq, range);
    }
    // a < b of the first item that differs; where none does, the lengths decide
    const std::size_t count = std::min(left.size(), right.size());
    const bool is_less = op == CompareOp::Lt || op == CompareOp::LtE;
    const bool holds_when_equal =
        left.size() == right.size()
            ? op == CompareOp::Eq || op == CompareOp::LtE || op == CompareOp::GtE
            : (left.size() < right.size()) == is_less;
    Operand result;
    for (std::size_t i = count; i-- > 0;) {
        const bool is_last = i + 1 == count;
        if (is_equality) {
            const Operand part = compare(op, left[i], right[i], range);
            if (!part.is_value()) {
                return part;
            }
            result = is_last ? part
                             : value(boolean, range,
                                     ir::Logical{op == CompareOp::Eq, part.ir, result.ir});
            continue;
        }
        const CompareOp strict = is_less ? CompareOp::Lt : CompareOp::Gt;
        const CompareOp loose = is_less ? CompareOp::LtE : CompareOp::GtE;
        const Operand part =
            compare(is_last && holds_when_equal ? loose : strict, left[i], right[i], range);
        if (!part.is_value() || is_last) {
            if (!part.is_value()) {
                return part;
            }
            result = part;
            continue;
        }
        const Operand same = compare(CompareOp::Eq, left[i], right[i], range);
        if (!same.is_value()) {
            return same;
        }
        const Operand rest = value(boolean, range, ir::Logical{true, same.ir, result.ir});
        result = value(boolean, range, ir::Logical{false, part.ir, rest.ir});
    }
    return count == 0 ? number(boolean, holds_when_equal, range) : result;
}

/// `first, *rest = t`; false when no target has a star.
bool Body::unpack_starred(const std::vector<ExprId>& targets, const Operand& tuple, Range range) {
    const auto star = std::ranges::find_if(targets, [&](ExprId target) {
        return std::holds_alternative<syntax::Starred>(tree_.exprs[target].as);
    });
    if (star == targets.end()) {
        return false;
    }
    const std::vector<Operand> items = tuple_items(tuple, range);
    const auto before = std::size_t(star - targets.begin());
    const std::size_t behind = targets.size() - before - 1;
    if (items.size() < before + behind) {
        report<diag::Code::UnpackCount>(range, type_name(tuple.type),
                                        std::to_string(before + behind) + " or more");
        return true;
    }
    const auto middle = items.begin() + std::ptrdiff_t(before);
    const auto end = items.end() - std::ptrdiff_t(behind);
    std::vector<Operand> parts(items.begin(), middle);
    parts.push_back(tuple_of({middle, end}, range));
    parts.insert(parts.end(), end, items.end());
    std::vector<ExprId> plain_targets = targets;
    plain_targets[before] = std::get<syntax::Starred>(tree_.exprs[*star].as).value;
    unpack_items(plain_targets, std::move(parts), range);
    return true;
}

/// What is computed of a tuple or a string that stands for the one argument of a builtin: `min(t)`,
/// `sum(t)`, `len("abc")`; nothing for any other call.
std::optional<Operand> Body::call_on_known(const std::string& path, const syntax::Call& call,
                                           Range range) {
    const bool is_order = path == "builtins.min" || path == "builtins.max";
    // iterators, lists and comprehensions are no values: folds.cpp runs through them
    const auto is_only_iterated = [&](ExprId expr) {
        const syntax::Expr& e = tree_.exprs[expr];
        if (const auto* inner = std::get_if<syntax::Call>(&e.as)) {
            const Operand callee = lower_callee(*inner);
            const auto* dotted = callee.get<Dotted>();
            return dotted != nullptr && iterator_of(dotted->path) != nullptr;
        }
        const auto* attribute = std::get_if<syntax::Attribute>(&e.as);
        return comprehension(expr) != nullptr || std::holds_alternative<syntax::List>(e.as) ||
               (attribute != nullptr && attribute->attr == "flat");
    };
    const bool is_one_of = is_order || path == "builtins.sum" || path == "builtins.tuple" ||
                           path == "builtins.len" || path == "builtins.ord";
    if (!is_one_of || call.args.size() != 1 || !call.keywords.empty() ||
        is_only_iterated(call.args[0])) {
        return std::nullopt;
    }
    Operand argument = peek(call.args[0]);
    if (const auto* written = argument.get<StringValue>()) {
        const std::size_t count = count_code_points(written->text);
        if (path == "builtins.len") {
            return literal_int(std::int64_t(count), range);
        }
        if (path == "builtins.ord" && count == 1) {
            return literal_int(std::int64_t(decode_utf8(written->text, 0).value), range);
        }
        return std::nullopt;
    }
    const auto* listed = argument.get<TupleValue>();
    const bool is_tuple =
        argument.is_value() ? argument.type.is_tuple() : listed != nullptr && !listed->is_list;
    if (!is_tuple || path == "builtins.len" || path == "builtins.ord") {
        return std::nullopt;
    }
    argument = lower_value(call.args[0]);
    if (!argument.is_value()) {
        return argument;
    }
    if (path == "builtins.tuple") {
        return without_names(argument, range);
    }
    if (path == "builtins.sum") {
        return sum_of_tuple(argument, range);
    }
    std::vector<Operand> items = tuple_items(argument, range);
    return items.size() == 1 ? items.front() : intrinsic(path, std::move(items), range);
}

/// `sum((a, b, c))` is `0 + a + b + c`.
Operand Body::sum_of_tuple(const Operand& tuple, Range range) {
    Operand total = literal_int(0, range);
    bool is_first = true;
    for (const Operand& item : tuple_items(tuple, range)) {
        const Operand next = plain(item, range);
        // the 0 gives an int its width and a float its type, and is not written
        const Operand sum = binary(BinaryOp::Add, total, next, range);
        if (!sum.is_value()) {
            return sum;
        }
        total = is_first && next.type.is_integer() ? converted(next, sum.type) : sum;
        is_first = false;
    }
    return total;
}

}  // namespace pycu::sema
