// What can be iterated, and as what. See iteration.h.
#include "sema/body/iteration.h"

#include <algorithm>

#include "sema/body/body.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

ir::ExprId single(const Iteration::Indices& at) {
    return at.front();
}

}  // namespace

/// Finds what an expression can be iterated as; nothing after a report, or where a type is not
/// known yet (`has_failed_args_` tells which). `is_rebound` says that the loop assigns the variable
/// of that name.
std::optional<Iteration> Body::iterate(ExprId expr, const IsRebound& is_rebound) {
    const syntax::Expr& e = tree_.exprs[expr];
    has_failed_args_ = true;
    if (const auto* call = std::get_if<syntax::Call>(&e.as)) {
        const Operand callee = lower_callee(*call);
        if (const auto* dotted = callee.get<Dotted>()) {
            const std::string path = dotted->path;
            if (path.ends_with("literal_unroll")) {
                unsupported(e.range, "`literal_unroll`");
                return std::nullopt;
            }
            if (const auto method = iterator_of(path)) {
                return (this->*method)(*call, e.range, is_rebound);
            }
        }
    }
    if (const auto* list = std::get_if<syntax::List>(&e.as)) {
        return iterate_list(*list, e.range);
    }
    Operand operand;
    if (const auto* attribute = std::get_if<syntax::Attribute>(&e.as);
        attribute != nullptr && attribute->attr == "flat") {
        const Operand array = lower(attribute->value);
        if (array.is_value() && array.type.is_array()) {
            return iterate_flat(stable(array, is_rebound), e.range);
        }
        operand = attribute_of(array, *attribute, expr);
    } else {
        operand = lower(expr);
    }
    return iterate_value(operand.is_known() ? runtime(operand, e.range) : operand, expr,
                         is_rebound);
}

/// The function of a call; a call of a method has none that could be iterated.
Operand Body::lower_callee(const syntax::Call& call) {
    const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[call.func].as);
    if (attribute != nullptr &&
        !std::holds_alternative<syntax::Name>(tree_.exprs[attribute->value].as)) {
        return {};
    }
    const auto* name = std::get_if<syntax::Name>(
        &tree_.exprs[attribute != nullptr ? attribute->value : call.func].as);
    if (name == nullptr || flow_is_local(name->id)) {
        return {};
    }
    const Found found = evaluator_.evaluate(call.func, decl_.scope);
    return found.value.is<Dotted>() ? known(found.value) : Operand{};
}

Body::Iterator Body::iterator_of(const std::string& path) const {
    static const std::pair<std::string_view, Iterator> iterators[] = {
        {"builtins.range", &Body::iterate_range},
        {"builtins.enumerate", &Body::iterate_enumerate},
        {"builtins.zip", &Body::iterate_zip},
        {"builtins.reversed", &Body::iterate_reversed},
        {"numpy.ndindex", &Body::iterate_ndindex},
        {"numpy.ndenumerate", &Body::iterate_ndenumerate},
    };
    for (const auto& [name, iterator] : iterators) {
        if (name == path) {
            return iterator;
        }
    }
    return nullptr;
}

/// An array or a tuple.
std::optional<Iteration> Body::iterate_value(const Operand& operand, ExprId expr,
                                             const IsRebound& is_rebound) {
    const Range range = tree_.exprs[expr].range;
    if (!operand.is_value()) {
        has_failed_args_ = operand.kind == Operand::Kind::Error;
        return std::nullopt;
    }
    if (operand.type.is_array() && operand.type.rank() > 0) {
        return iterate_array(stable(operand, is_rebound), range);
    }
    if (operand.type.is_tuple()) {
        return iterate_tuple(operand, range);
    }
    if (operand.type.is_range()) {
        return iterate_range_value(stable(operand, is_rebound), range);
    }
    report<diag::Code::NotIterable>(range, text(expr), type_name(operand.type));
    return std::nullopt;
}

/// An array or a range that stays what it is while the loop runs, whatever is assigned to its
/// variable.
Operand Body::stable(Operand array, const IsRebound& is_rebound, const std::string& name) {
    ir::ExprId root = array.ir;
    while (const auto* cast = std::get_if<ir::Cast>(&fn_.exprs[root].as)) {
        root = cast->value;
    }
    const auto* read = std::get_if<ir::Read>(&fn_.exprs[root].as);
    const bool changes = read != nullptr && is_rebound && is_rebound(fn_.locals[read->local].name);
    if (!is_simple(array.ir) || changes) {
        const ir::LocalId local = temporary(name, array.type, fn_.exprs[array.ir].range);
        emit(current_stmt_, ir::Assign{.target = local, .value = array.ir});
        array.ir = add(array.type, fn_.exprs[array.ir].range, ir::Read{local});
    }
    return array;
}

std::optional<Iteration> Body::iterate_array(const Operand& array, Range range) {
    Iteration result;
    result.range = range;
    result.count = add(int64, range, ir::Extent{array.ir, 0});
    if (array.type.rank() > 1) {
        // Numba's rows have any strides, also those of an array whose `a[i]` is contiguous
        const Type row = Type::array(array.type.element_type(), array.type.rank() - 1, Layout::A,
                                     array.type.is_readonly());
        result.item = [this, array, row, range](const Iteration::Indices& at) {
            ir::View view;
            view.array = array.ir;
            view.indices.emplace_back();
            view.indices.back().index = {single(at), false};
            return value(row, range, std::move(view));
        };
        return result;
    }
    result.item = [this, array, range](const Iteration::Indices& at) {
        ir::Element element;
        element.array = array.ir;
        element.indices.push_back({single(at), false});
        return runtime(value(array.type.element_type(), range, std::move(element)), range);
    };
    return result;
}

/// A tuple whose items have one type.
std::optional<Iteration> Body::iterate_tuple(const Operand& tuple, Range range) {
    const auto types = evaluator_.types().items(tuple.type);
    const bool is_uniform = std::ranges::all_of(types, [&](Type t) { return t == types.front(); });
    if (!is_uniform) {
        unsupported(range, "`for` over a tuple with items of several types");
        return std::nullopt;
    }
    Iteration result;
    result.kind = Iteration::Kind::Items;
    result.range = range;
    Operand kept = tuple;
    if (!std::holds_alternative<ir::Tuple>(fn_.exprs[tuple.ir].as)) {
        kept.ir = keep(kept.ir, "items");
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        Operand item = tuple_item(kept, i, range);
        item.known.reset();
        item.is_literal = false;
        result.items.push_back(item);
    }
    return result;
}

/// `[a, b, c]`, which Numba takes where it is iterated at once.
std::optional<Iteration> Body::iterate_list(const syntax::List& list, Range range) {
    const Operand tuple = lower_tuple(list.elts, range);
    if (!tuple.is_value()) {
        has_failed_args_ = tuple.kind == Operand::Kind::Error;
        return std::nullopt;
    }
    Iteration result;
    result.kind = Iteration::Kind::Items;
    result.range = range;
    const auto types = evaluator_.types().items(tuple.type);
    std::optional<Type> type = types.empty() ? std::nullopt : std::optional(types.front());
    for (const Type item : types) {
        type = type ? unify(*type, item, evaluator_.types()) : std::nullopt;
        if (!type) {
            report<diag::Code::CannotUnify>(range, "an item of the list", type_name(types.front()),
                                            type_name(item));
            return std::nullopt;
        }
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        Operand item = converted(tuple_item(tuple, i, range), *type);
        item.known.reset();
        item.is_literal = false;
        result.items.push_back(item);
    }
    return result;
}

/// `enumerate(x, start)`: the number and the item.
std::optional<Iteration> Body::iterate_enumerate(const syntax::Call& call, Range range,
                                                 const IsRebound& is_rebound) {
    ExprId start_expr = call.args.size() == 2 ? call.args[1] : ExprId{};
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!keyword.arg || *keyword.arg != "start" || start_expr.valid()) {
            report<diag::Code::UnknownKeyword>(keyword.range, "enumerate",
                                               keyword.arg.value_or("**"));
            return std::nullopt;
        }
        start_expr = keyword.value;
    }
    if (call.args.empty() || call.args.size() > 2) {
        report<diag::Code::ArgumentCount>(range, "enumerate", "1 or 2",
                                          std::to_string(call.args.size()));
        return std::nullopt;
    }
    const auto inner = iterate(call.args[0], is_rebound);
    const auto counted = inner ? count_items(*inner) : std::nullopt;
    if (!counted) {
        return std::nullopt;
    }
    Operand start = literal_int(0, range);
    if (start_expr.valid()) {
        start = lower_value(start_expr);
        if (!start.is_value()) {
            has_failed_args_ = start.kind == Operand::Kind::Error;
            return std::nullopt;
        }
        if (!start.type.is_integer()) {
            report<diag::Code::BadIndex>(tree_.exprs[start_expr].range, text(start_expr),
                                         type_name(start.type));
            return std::nullopt;
        }
        start = converted(start, int64);
        start = stable(start, is_rebound, "start");
    }
    const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[start.ir].as);
    const bool is_zero = literal != nullptr && literal->value == ir::Number{std::int64_t{0}};
    Iteration result = *counted;
    result.item = [this, start, is_zero, range, of = counted->item](const Iteration::Indices& at) {
        ir::ExprId number = single(at);
        if (!is_zero) {
            number = add(int64, range, ir::Binary{BinaryOp::Add, number, start.ir});
        }
        return tuple_of({as_operand(number), of(at)}, range);
    };
    return result;
}

/// `zip(x, y, ...)`: as long as the shortest.
std::optional<Iteration> Body::iterate_zip(const syntax::Call& call, Range range,
                                           const IsRebound& is_rebound) {
    if (!call.keywords.empty()) {
        report<diag::Code::UnknownKeyword>(call.keywords.front().range, "zip",
                                           call.keywords.front().arg.value_or("**"));
        return std::nullopt;
    }
    Iteration result;
    result.range = range;
    std::vector<std::function<Operand(const Iteration::Indices&)>> parts;
    std::vector<Operand> counts;
    for (const ExprId arg : call.args) {
        const auto inner = iterate(arg, is_rebound);
        const auto counted = inner ? count_items(*inner) : std::nullopt;
        if (!counted) {
            return std::nullopt;
        }
        parts.push_back(counted->item);
        counts.push_back(as_operand(counted->count));
    }
    has_failed_args_ = true;
    if (counts.empty()) {
        report<diag::Code::ArgumentCount>(range, "zip", "1 or more", "0");
        return std::nullopt;
    }
    result.count =
        counts.size() == 1 ? counts.front().ir : intrinsic("builtins.min", counts, range).ir;
    result.item = [this, parts, range](const Iteration::Indices& at) {
        std::vector<Operand> items;
        for (const auto& part : parts) {
            items.push_back(part(at));
        }
        return tuple_of(items, range);
    };
    return result;
}

/// `reversed(x)`: the same from the end.
std::optional<Iteration> Body::iterate_reversed(const syntax::Call& call, Range range,
                                                const IsRebound& is_rebound) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, "reversed", "1",
                                          std::to_string(call.args.size() + call.keywords.size()));
        return std::nullopt;
    }
    std::optional<Iteration> inner = iterate(call.args[0], is_rebound);
    if (!inner) {
        return std::nullopt;
    }
    if (inner->kind == Iteration::Kind::Items) {
        std::ranges::reverse(inner->items);
        return inner;
    }
    const Type type = inner->start.valid() ? fn_.exprs[inner->start].type : int64;
    if (inner->kind == Iteration::Kind::Range && type.is_signed() && literal_step(*inner) == 1) {
        const auto less_one = [&](ir::ExprId bound) {
            if (const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[bound].as)) {
                const auto number = std::get<std::int64_t>(literal->value);
                return convert(literal_int(number - 1, range).ir, type);
            }
            const ir::ExprId one = convert(literal_int(1, range).ir, type);
            return add(type, range, ir::Binary{BinaryOp::Sub, bound, one});
        };
        const ir::ExprId first = less_one(inner->stop);
        inner->stop = less_one(inner->start);
        inner->start = first;
        inner->step = convert(literal_int(-1, range).ir, type);
        return inner;
    }
    std::optional<Iteration> counted = count_items(*inner);
    if (!counted) {
        return std::nullopt;
    }
    const ir::ExprId count = keep(counted->count, "count");
    counted->count = count;
    counted->item = [this, count, range, of = counted->item](const Iteration::Indices& at) {
        const ir::ExprId last =
            add(int64, range, ir::Binary{BinaryOp::Sub, count, literal_int(1, range).ir});
        return of({add(int64, range, ir::Binary{BinaryOp::Sub, last, single(at)})});
    };
    return counted;
}

}  // namespace pycu::sema
