// Tuples: items, fields, repetition, comparison, sums. See operations.h.
#include <algorithm>

#include "lower/constant_arguments.h"
#include "lower/operations.h"
#include "support/nearest.h"
#include "types/operations.h"

namespace pycu::sema {

Operand tuple_item(Lowering& ctx, const Operand& tuple, std::size_t index, Range range) {
    const Type type = ctx.types.items(tuple.type)[index];
    const auto* written = ctx.get<ir::Tuple>(tuple.ir);
    Operand item = written != nullptr
                       ? Operand::of(type, written->items[index])
                       : value(ctx, type, range, ir::TupleItem{tuple.ir, std::uint32_t(index)});
    if (const auto* literal = ctx.get<ir::Literal>(item.ir)) {
        item.known = Value{NumberValue{type, literal->value, true}};
        item.is_literal = type == int64 || type.is_bool();
    }
    return item;
}

/// The items of a tuple, each a value of its own; a computed tuple is kept first.
std::vector<Operand> tuple_items(Lowering& ctx, const Operand& tuple, Range range) {
    Operand kept = tuple;
    if (!ctx.is<ir::Tuple>(tuple.ir)) {
        kept.ir = keep(ctx, kept.ir, "items");
    }
    std::vector<Operand> items;
    const std::size_t count = ctx.types.items(tuple.type).size();
    for (std::size_t i = 0; i < count; ++i) {
        items.push_back(tuple_item(ctx, kept, i, range));
    }
    return items;
}

std::vector<Operand> items_or_itself(Lowering& ctx, const Operand& operand, Range range) {
    return operand.type.is_tuple() ? tuple_items(ctx, operand, range) : std::vector{operand};
}

/// A tuple of values, of a class where it has a name; what is no value yet, or an error, as it is.
Operand tuple_of(Lowering& ctx, const std::vector<Operand>& items, Range range,
                 const std::string& name, const std::vector<std::string>& fields) {
    if (const Operand* poison = poison_of(items)) {
        return *poison;
    }
    std::vector<Type> types;
    ir::Tuple tuple;
    for (const Operand& item : items) {
        types.push_back(item.type);
        tuple.items.push_back(item.ir);
    }
    const Type type =
        name.empty() ? ctx.types.tuple(types) : ctx.types.named_tuple(name, fields, types);
    return value(ctx, type, range, std::move(tuple));
}

std::optional<std::vector<Operand>> items_for(Lowering& ctx, const Operand& tuple,
                                              std::size_t count, std::optional<std::size_t> star,
                                              Range range) {
    const std::size_t given = ctx.types.items(tuple.type).size();
    if (star ? given + 1 < count : given != count) {
        return std::nullopt;
    }
    std::vector<Operand> items = tuple_items(ctx, tuple, range);
    if (star) {
        const auto first = items.begin() + std::ptrdiff_t(*star);
        const auto last = first + std::ptrdiff_t(given + 1 - count);
        const Operand rest = tuple_of(ctx, {first, last}, range);
        items.insert(items.erase(first, last), rest);
    }
    return items;
}

/// A named tuple as a plain one: what only plain tuples have an operation for.
Operand without_names(Lowering& ctx, const Operand& tuple, Range range) {
    return ctx.types.is_named(tuple.type) ? tuple_of(ctx, tuple_items(ctx, tuple, range), range)
                                          : tuple;
}

/// `p.x` of a named tuple.
Operand tuple_attribute(Lowering& ctx, const Operand& tuple, const std::string& name, Range range) {
    const std::vector<std::string>& fields = ctx.types.tuple_type(tuple.type).fields;
    const auto field = std::ranges::find(fields, name);
    if (field != fields.end()) {
        return tuple_item(ctx, tuple, std::size_t(field - fields.begin()), range);
    }
    return fail<Code::NoAttribute>(ctx, range, tuple, name)
        .there_is(nearest(name, fields), range, name);
}

/// `t * 3`: the count is known.
Operand repeat_tuple(Lowering& ctx, const Operand& tuple, const Operand& count, Range range) {
    const auto times = known_integer(count);
    if (!times) {
        want_constant(ctx, count, range);
        return fail<Code::TupleRepeat>(ctx, range, tuple);
    }
    const std::vector<Operand> items = tuple_items(ctx, tuple, range);
    if (*times > 0 && items.size() > TypeTable::max_tuple_values / std::size_t(*times)) {
        return large_tuple(ctx, range);
    }
    std::vector<Operand> repeated;
    for (std::int64_t i = 0; i < *times; ++i) {
        repeated.insert(repeated.end(), items.begin(), items.end());
    }
    return tuple_of(ctx, repeated, range);
}

static Operand compare_items(Lowering& ctx, CompareOp op, const std::vector<Operand>& left,
                             const std::vector<Operand>& right, Range range) {
    const bool is_equality = op == CompareOp::Eq || op == CompareOp::NotEq;
    if (is_equality && left.size() != right.size()) {
        return number(ctx, boolean, op == CompareOp::NotEq, range);
    }
    // a < b of the first item that differs; where none does, the lengths decide
    const std::size_t count = std::min(left.size(), right.size());
    const bool is_less = op == CompareOp::Lt || op == CompareOp::LtE;
    const bool holds_when_equal =
        left.size() == right.size()
            ? op == CompareOp::Eq || op == CompareOp::LtE || op == CompareOp::GtE
            : (left.size() < right.size()) == is_less;
    const CompareOp strict = is_less ? CompareOp::Lt : CompareOp::Gt;
    const CompareOp loose = is_less ? CompareOp::LtE : CompareOp::GtE;
    Operand result;
    for (std::size_t i = count; i-- > 0;) {
        const bool is_last = i + 1 == count;
        const CompareOp decides = is_last && holds_when_equal ? loose : strict;
        const Operand part = compare(ctx, is_equality ? op : decides, left[i], right[i], range);
        if (is_last) {
            result = part;
        } else if (is_equality) {
            result = logical(ctx, op == CompareOp::Eq, part, result, range);
        } else {
            const Operand same = compare(ctx, CompareOp::Eq, left[i], right[i], range);
            const Operand rest = logical(ctx, true, same, result, range);
            result = logical(ctx, false, part, rest, range);
        }
    }
    return count == 0 ? number(ctx, boolean, holds_when_equal, range) : result;
}

/// Item by item, as Python compares tuples: the first pair that differs decides, then the lengths.
Operand compare_tuples(Lowering& ctx, CompareOp op, const Operand& left, const Operand& right,
                       Range range) {
    if (op == CompareOp::Is || op == CompareOp::IsNot) {
        return unsupported(ctx, range, "`is` of tuples");
    }
    return compare_items(ctx, op, tuple_items(ctx, left, range), tuple_items(ctx, right, range),
                         range);
}

/// `sum((a, b, c))` is `0 + a + b + c`.
Operand sum_of_items(Lowering& ctx, const std::vector<Operand>& items,
                     const std::optional<Operand>& start, Range range) {
    Operand total = start ? *start : literal_int(ctx, 0, range);
    bool is_first = !start;
    for (const Operand& item : items) {
        const Operand next = plain(ctx, item, range);
        // the 0 gives an int its width and a float its type, and is not written
        const Operand sum = binary(ctx, BinaryOp::Add, total, next, range);
        total = is_first && next.type.is_integer() ? converted(ctx, next, sum.type) : sum;
        is_first = false;
    }
    return total;
}

namespace {

/// A constant tuple of the module as an array: its numbers, or the numbers of its rows.
struct Table {
    ir::ConstantId array;
    Type element;
    /// Of each row; 0 where the items are numbers.
    std::size_t columns = 0;
};

/// The numbers of a tuple of the module, or of its rows, as device code has them, one behind the
/// other; nothing where they are not all of one type, or the rows of several lengths.
std::optional<std::vector<Value>> numbers_of(Lowering& ctx, const HostItems& tuple,
                                             std::size_t columns) {
    std::vector<Value> numbers;
    for (const Value& item : tuple.items) {
        const HostItems* row = item.items();
        if (columns > 0) {
            const bool is_row = row != nullptr && !row->is_list && !row->is_dict &&
                                row->fields.empty() && row->items.size() == columns;
            auto inner = is_row ? numbers_of(ctx, *row, 0) : std::nullopt;
            if (!inner) {
                return std::nullopt;
            }
            numbers.insert(numbers.end(), inner->begin(), inner->end());
        } else if (const auto* number = item.get<NumberValue>()) {
            numbers.push_back(Value{in_device_code(*number, ctx.instances.module().python_float)});
        } else {
            return std::nullopt;
        }
    }
    const auto type_of = [](const Value& one) { return one.get<NumberValue>()->type; };
    const bool are_alike = std::ranges::all_of(
        numbers, [&](const Value& one) { return type_of(one) == type_of(numbers.front()); });
    return are_alike && !numbers.empty() ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<Table> table(Lowering& ctx, ExprId of) {
    const Found found =
        ctx.evaluator.evaluate(of, ctx.decl.scope, [](std::string_view) { return std::nullopt; });
    const auto* tuple = found.value.get<HostItems>();
    if (!found.origin || tuple == nullptr || tuple->is_list || tuple->is_dict ||
        tuple->items.empty() || !tuple->fields.empty()) {
        return std::nullopt;
    }
    const HostItems* row = tuple->items.front().items();
    const std::size_t columns = row != nullptr ? row->items.size() : 0;
    auto numbers = row != nullptr && columns == 0 ? std::nullopt : numbers_of(ctx, *tuple, columns);
    if (!numbers) {
        return std::nullopt;
    }
    const Type type = numbers->front().get<NumberValue>()->type;
    // an int that holds them all computes as the int64 that Python has, once the text widens it
    const bool is_small = type == int64 && std::ranges::all_of(*numbers, [](const Value& one) {
                              const auto number =
                                  std::get<std::int64_t>(one.get<NumberValue>()->value);
                              return number >= INT32_MIN && number <= INT32_MAX;
                          });
    const Type element = is_small ? int32 : type;
    HostItems items;
    items.items = *std::move(numbers);
    const Type array = Type::array(element.element(), columns > 0 ? 2 : 1, Layout::C, true);
    const ir::ConstantId constant = ctx.instances.constant(
        Value{std::make_shared<HostItems>(std::move(items))}, *found.origin, array, columns);
    return Table{constant, element, columns};
}

}  // namespace

bool has_rows(Lowering& ctx, ExprId of) {
    const std::optional<Table> made = table(ctx, of);
    return made && made->columns > 0;
}

std::optional<Operand> table_item(Lowering& ctx, ExprId of, ir::Subscript at, Type item,
                                  Range range) {
    const std::optional<Table> made = table(ctx, of);
    if (!made) {
        return std::nullopt;
    }
    if (made->columns == 0) {
        const Type tuple = ctx.types.tuple(std::vector<Type>(
            std::size_t(ctx.instances.all_constants()[made->array].shape.front()), item));
        const ir::ExprId array = add(ctx, tuple, ctx.range(of), ir::ReadConstant{made->array});
        return value(ctx, item, range, ir::TupleAt{array, at});
    }
    at.value = keep(ctx, at.value, "row");
    const Type type = Type::array(made->element.element(), 2, Layout::C, true);
    std::vector<Operand> items;
    for (std::size_t column = 0; column < made->columns; ++column) {
        const ir::ExprId array = add(ctx, type, ctx.range(of), ir::ReadConstant{made->array});
        const ir::Subscript place{literal_int(ctx, std::int64_t(column), range).ir, false};
        const Operand number = value(ctx, made->element, range, ir::Element{array, {at, place}});
        items.push_back(converted(ctx, number, ctx.types.items(item)[column]));
    }
    return tuple_of(ctx, items, range);
}

}  // namespace pycu::sema
