// What can be iterated, and as what. See iteration.h.

#include "lower/iteration.h"

#include <algorithm>
#include <functional>

#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

static std::optional<Iteration> iterate_value(Lowering& ctx, const Operand& operand, ExprId expr,
                                              const IsRebound& is_rebound);
static std::optional<Iteration> iterate_array(Lowering& ctx, const Operand& array, Range range);
static std::optional<Iteration> iterate_tuple(Lowering& ctx, const Operand& tuple, Range range);
static std::optional<Iteration> iterate_list(Lowering& ctx, const syntax::List& list, Range range);
static std::optional<Iteration> iterate_enumerate(Lowering& ctx, const syntax::Call& call,
                                                  Range range, const IsRebound& is_rebound);
static std::optional<Iteration> iterate_zip(Lowering& ctx, const syntax::Call& call, Range range,
                                            const IsRebound& is_rebound);
static std::optional<Iteration> iterate_reversed(Lowering& ctx, const syntax::Call& call,
                                                 Range range, const IsRebound& is_rebound);

namespace {

ir::ExprId single(const Iteration::Indices& at) {
    return at.front();
}

}  // namespace

/// Finds what an expression can be iterated as; nothing after a report, or where a type is not
/// known yet (`has_failed_args_` tells which). `is_rebound` says that the loop assigns the variable
/// of that name.
std::optional<Iteration> iterate(Lowering& ctx, ExprId expr, const IsRebound& is_rebound) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    ctx.has_failed_args = true;
    if (const auto* call = e.get<syntax::Call>()) {
        const Operand callee = lower_callee(ctx, *call);
        if (const auto* dotted = callee.get<Dotted>()) {
            const std::string path = dotted->path;
            if (path.ends_with("literal_unroll")) {
                return unsupported(ctx, e.range, "`literal_unroll`");
            }
            if (const auto method = iterator_of(path)) {
                return method(ctx, *call, e.range, is_rebound);
            }
        }
    }
    if (const auto* list = e.get<syntax::List>()) {
        return iterate_list(ctx, *list, e.range);
    }
    Operand operand;
    if (const auto* attribute = e.get<syntax::Attribute>();
        attribute != nullptr && attribute->attr == "flat") {
        const Operand array = lower(ctx, attribute->value);
        if (array.is_value() && array.type.is_array()) {
            return iterate_flat(ctx, stable(ctx, array, is_rebound), e.range);
        }
        operand = attribute_of(ctx, array, *attribute, expr);
    } else {
        operand = lower(ctx, expr);
    }
    return iterate_value(ctx, operand.is_known() ? runtime(ctx, operand, e.range) : operand, expr,
                         is_rebound);
}

/// The function of a call; a call of a method has none that could be iterated.
Operand lower_callee(Lowering& ctx, const syntax::Call& call) {
    const auto* attribute = ctx.get<syntax::Attribute>(call.func);
    if (attribute != nullptr && !ctx.is<syntax::Name>(attribute->value)) {
        return {};
    }
    const auto* name = ctx.get<syntax::Name>(attribute != nullptr ? attribute->value : call.func);
    if (name == nullptr || flow_is_local(ctx, name->id)) {
        return {};
    }
    const Found found = ctx.evaluator.evaluate(call.func, ctx.decl.scope);
    return found.value.is<Dotted>() ? known(found.value) : Operand{};
}

Iterator iterator_of(const std::string& path) {
    static const std::pair<std::string_view, Iterator> iterators[] = {
        {"builtins.range", &iterate_range},  {"builtins.enumerate", &iterate_enumerate},
        {"builtins.zip", &iterate_zip},      {"builtins.reversed", &iterate_reversed},
        {"numpy.ndindex", &iterate_ndindex}, {"numpy.ndenumerate", &iterate_ndenumerate},
    };
    for (const auto& [name, iterator] : iterators) {
        if (name == path) {
            return iterator;
        }
    }
    return nullptr;
}

/// An array or a tuple.
static std::optional<Iteration> iterate_value(Lowering& ctx, const Operand& operand, ExprId expr,
                                              const IsRebound& is_rebound) {
    const Range range = ctx.range(expr);
    if (!operand.is_value()) {
        ctx.has_failed_args = operand.kind == Operand::Kind::Error;
        return std::nullopt;
    }
    if (operand.type.is_array() && operand.type.rank() > 0) {
        return iterate_array(ctx, stable(ctx, operand, is_rebound), range);
    }
    if (operand.type.is_tuple()) {
        return iterate_tuple(ctx, operand, range);
    }
    if (operand.type.is_range()) {
        return iterate_range_value(ctx, stable(ctx, operand, is_rebound), range);
    }
    return fail<Code::NotIterable>(ctx, range, expr, operand);
}

/// An array or a range that stays what it is while the loop runs, whatever is assigned to its
/// variable.
Operand stable(Lowering& ctx, Operand array, const IsRebound& is_rebound, const std::string& name) {
    ir::ExprId root = array.ir;
    while (const auto* cast = ctx.get<ir::Cast>(root)) {
        root = cast->value;
    }
    const auto* read = ctx.get<ir::Read>(root);
    const bool changes =
        read != nullptr && is_rebound && is_rebound(ctx.fn.locals[read->local].name);
    if (!is_simple(ctx, array.ir) || changes) {
        const ir::LocalId local = temporary(ctx, name, array.type, ctx.fn.exprs[array.ir].range);
        emit(ctx, ctx.current_stmt, ir::Assign{.target = local, .value = array.ir});
        array.ir = add(ctx, array.type, ctx.fn.exprs[array.ir].range, ir::Read{local});
    }
    return array;
}

static std::optional<Iteration> iterate_array(Lowering& ctx, const Operand& array, Range range) {
    Iteration result;
    result.range = range;
    result.count = add(ctx, int64, range, ir::Extent{array.ir, 0});
    if (array.type.rank() > 1) {
        // Numba's rows have any strides, also those of an array whose `a[i]` is contiguous
        const Type row = Type::array(array.type.element_type(), array.type.rank() - 1, Layout::A,
                                     array.type.is_readonly());
        result.item = [&ctx, array, row, range](const Iteration::Indices& at) {
            ir::View view;
            view.array = array.ir;
            view.indices.emplace_back();
            view.indices.back().index = {single(at), false};
            return value(ctx, row, range, std::move(view));
        };
        return result;
    }
    result.item = [&ctx, array, range](const Iteration::Indices& at) {
        ir::Element element;
        element.array = array.ir;
        element.indices.push_back({single(at), false});
        return runtime(ctx, value(ctx, array.type.element_type(), range, std::move(element)),
                       range);
    };
    return result;
}

/// A tuple whose items have one type.
static std::optional<Iteration> iterate_tuple(Lowering& ctx, const Operand& tuple, Range range) {
    const auto types = ctx.types.items(tuple.type);
    const bool is_uniform = std::ranges::all_of(types, [&](Type t) { return t == types.front(); });
    if (!is_uniform) {
        return unsupported(ctx, range, "`for` over a tuple with items of several types");
    }
    Iteration result;
    result.kind = Iteration::Kind::Items;
    result.range = range;
    Operand kept = tuple;
    if (!ctx.is<ir::Tuple>(tuple.ir)) {
        kept.ir = keep(ctx, kept.ir, "items");
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        Operand item = tuple_item(ctx, kept, i, range);
        item.known.reset();
        item.is_literal = false;
        result.items.push_back(item);
    }
    return result;
}

/// `[a, b, c]`, which Numba takes where it is iterated at once.
static std::optional<Iteration> iterate_list(Lowering& ctx, const syntax::List& list, Range range) {
    const Operand tuple = lower_tuple(ctx, list.elts, range);
    if (!tuple.is_value()) {
        ctx.has_failed_args = tuple.kind == Operand::Kind::Error;
        return std::nullopt;
    }
    Iteration result;
    result.kind = Iteration::Kind::Items;
    result.range = range;
    const auto types = ctx.types.items(tuple.type);
    std::optional<Type> type = types.empty() ? std::nullopt : std::optional(types.front());
    for (const Type item : types) {
        type = type ? unify(*type, item, ctx.types) : std::nullopt;
        if (!type) {
            return fail<Code::CannotUnify>(ctx, range, "an item of the list", types.front(), item);
        }
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        Operand item = converted(ctx, tuple_item(ctx, tuple, i, range), *type);
        item.known.reset();
        item.is_literal = false;
        result.items.push_back(item);
    }
    return result;
}

/// `enumerate(x, start)`: the number and the item.
static std::optional<Iteration> iterate_enumerate(Lowering& ctx, const syntax::Call& call,
                                                  Range range, const IsRebound& is_rebound) {
    ExprId start_expr = call.args.size() == 2 ? call.args[1] : ExprId{};
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!keyword.arg || *keyword.arg != "start" || start_expr.valid()) {
            return fail<Code::UnknownKeyword>(ctx, keyword.range, "enumerate",
                                              keyword.arg.value_or("**"));
        }
        start_expr = keyword.value;
    }
    if (call.args.empty() || call.args.size() > 2) {
        return fail<Code::ArgumentCount>(ctx, range, "enumerate", "1 or 2", call.args.size());
    }
    const auto inner = iterate(ctx, call.args[0], is_rebound);
    const auto counted = inner ? count_items(ctx, *inner) : std::nullopt;
    if (!counted) {
        return std::nullopt;
    }
    Operand start = literal_int(ctx, 0, range);
    if (start_expr.valid()) {
        start = lower_value(ctx, start_expr);
        if (!start.is_value()) {
            ctx.has_failed_args = start.kind == Operand::Kind::Error;
            return std::nullopt;
        }
        if (!start.type.is_integer()) {
            return fail<Code::BadIndex>(ctx, ctx.range(start_expr), start_expr, start);
        }
        start = converted(ctx, start, int64);
        start = stable(ctx, start, is_rebound, "start");
    }
    const auto* literal = ctx.get<ir::Literal>(start.ir);
    const bool is_zero = literal != nullptr && literal->value == ir::Number{std::int64_t{0}};
    Iteration result = *counted;
    result.item = [&ctx, start, is_zero, range, of = counted->item](const Iteration::Indices& at) {
        ir::ExprId number = single(at);
        if (!is_zero) {
            number = add(ctx, int64, range, ir::Binary{BinaryOp::Add, number, start.ir});
        }
        return tuple_of(ctx, {as_operand(ctx, number), of(at)}, range);
    };
    return result;
}

/// `zip(x, y, ...)`: as long as the shortest.
static std::optional<Iteration> iterate_zip(Lowering& ctx, const syntax::Call& call, Range range,
                                            const IsRebound& is_rebound) {
    if (!call.keywords.empty()) {
        return fail<Code::UnknownKeyword>(ctx, call.keywords.front().range, "zip",
                                          call.keywords.front().arg.value_or("**"));
    }
    Iteration result;
    result.range = range;
    std::vector<std::function<Operand(const Iteration::Indices&)>> parts;
    std::vector<Operand> counts;
    for (const ExprId arg : call.args) {
        const auto inner = iterate(ctx, arg, is_rebound);
        const auto counted = inner ? count_items(ctx, *inner) : std::nullopt;
        if (!counted) {
            return std::nullopt;
        }
        parts.push_back(counted->item);
        counts.push_back(as_operand(ctx, counted->count));
    }
    ctx.has_failed_args = true;
    if (counts.empty()) {
        return fail<Code::ArgumentCount>(ctx, range, "zip", "1 or more", "0");
    }
    result.count =
        counts.size() == 1 ? counts.front().ir : intrinsic(ctx, "builtins.min", counts, range).ir;
    result.item = [&ctx, parts, range](const Iteration::Indices& at) {
        std::vector<Operand> items;
        for (const auto& part : parts) {
            items.push_back(part(at));
        }
        return tuple_of(ctx, items, range);
    };
    return result;
}

/// `reversed(x)`: the same from the end.
static std::optional<Iteration> iterate_reversed(Lowering& ctx, const syntax::Call& call,
                                                 Range range, const IsRebound& is_rebound) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        return fail<Code::ArgumentCount>(ctx, range, "reversed", "1",
                                         call.args.size() + call.keywords.size());
    }
    std::optional<Iteration> inner = iterate(ctx, call.args[0], is_rebound);
    if (!inner) {
        return std::nullopt;
    }
    if (inner->kind == Iteration::Kind::Items) {
        std::ranges::reverse(inner->items);
        return inner;
    }
    const Type type = inner->start.valid() ? ctx.fn.exprs[inner->start].type : int64;
    if (inner->kind == Iteration::Kind::Range && type.is_signed() &&
        literal_step(ctx, *inner) == 1) {
        const auto less_one = [&](ir::ExprId bound) {
            if (const auto* literal = ctx.get<ir::Literal>(bound)) {
                const auto number = std::get<std::int64_t>(literal->value);
                return convert(ctx, literal_int(ctx, number - 1, range).ir, type);
            }
            const ir::ExprId one = convert(ctx, literal_int(ctx, 1, range).ir, type);
            return add(ctx, type, range, ir::Binary{BinaryOp::Sub, bound, one});
        };
        const ir::ExprId first = less_one(inner->stop);
        inner->stop = less_one(inner->start);
        inner->start = first;
        inner->step = convert(ctx, literal_int(ctx, -1, range).ir, type);
        return inner;
    }
    std::optional<Iteration> counted = count_items(ctx, *inner);
    if (!counted) {
        return std::nullopt;
    }
    const ir::ExprId count = keep(ctx, counted->count, "count");
    counted->count = count;
    counted->item = [&ctx, count, range, of = counted->item](const Iteration::Indices& at) {
        const ir::ExprId last =
            add(ctx, int64, range, ir::Binary{BinaryOp::Sub, count, literal_int(ctx, 1, range).ir});
        return of({add(ctx, int64, range, ir::Binary{BinaryOp::Sub, last, single(at)})});
    };
    return counted;
}

}  // namespace pycu::sema
