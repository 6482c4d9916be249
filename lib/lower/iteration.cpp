// What can be iterated, and as what. See iteration.h.

#include "lower/iteration.h"

#include <algorithm>
#include <functional>

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/operations.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

/// The function of a call; a call of a method has none that could be iterated.
Operand lower_callee(Lowering& ctx, const syntax::Call& call) {
    const auto* attribute = ctx.get<syntax::Attribute>(call.func);
    const auto* name = ctx.get<syntax::Name>(attribute != nullptr ? attribute->value : call.func);
    if (name == nullptr || flow_is_local(ctx, name->id)) {
        return {};
    }
    const Found found = ctx.evaluator.evaluate(call.func, ctx.decl.scope);
    return found.value.is<Dotted>() ? known(found.value) : Operand{};
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
        array.ir = hold(ctx, array.ir, name);
    }
    return array;
}

static Iteration iterate_array(Lowering& ctx, const Operand& array, Range range) {
    Iteration result;
    result.range = range;
    result.count = add(ctx, int64, range, ir::Extent{array.ir, 0});
    // Numba's rows have any strides, also those of an array whose `a[i]` is contiguous
    const Type item = array.type.rank() == 1
                          ? array.type.element_type()
                          : Type::array(array.type.element_type(), array.type.rank() - 1, Layout::A,
                                        array.type.is_readonly());
    result.item = [&ctx, of = array.ir, item, range](const Iteration::Indices& at) {
        ir::ViewIndex one;
        one.index = {at.front(), false};
        return item.is_array() ? value(ctx, item, range, ir::View{of, {one}})
                               : value(ctx, item, range, ir::Element{of, {one.index}});
    };
    return result;
}

static Iteration items_of(const std::vector<Operand>& items, Range range) {
    Iteration result;
    result.kind = Iteration::Kind::Items;
    result.range = range;
    result.items = items;
    return result;
}

bool has_one_type(const Iteration& iteration) {
    return std::ranges::all_of(iteration.items, [&](const Operand& item) {
        return item.type == iteration.items.front().type;
    });
}

/// The items of a list are converted to the type that they have together, as Numba does it.
Iteration uniform(Lowering& ctx, Iteration iteration) {
    if (iteration.is_unrolled) {
        return unsupported(ctx, iteration.range, "`literal_unroll`");
    }
    if (!iteration.is_list && !has_one_type(iteration)) {
        return unsupported(ctx, iteration.range, "`for` over a tuple with items of several types");
    }
    Type type = iteration.items.empty() ? none : iteration.items.front().type;
    for (const Operand& item : iteration.items) {
        const std::optional<Type> both = unify(type, item.type, ctx.types);
        if (!both) {
            return fail<Code::CannotUnify>(ctx, iteration.range, "an item of the list",
                                           iteration.items.front(), item);
        }
        type = *both;
    }
    for (Operand& item : iteration.items) {
        item = converted(ctx, item, type);
        item.known.reset();
        item.is_literal = false;
    }
    return iteration;
}

/// `enumerate(x, start)`: the number and the item.
static Iteration iterate_enumerate(Lowering& ctx, const syntax::Call& call, Range range,
                                   const IsRebound& is_rebound) {
    ExprId start_expr;
    if (!bind_start(ctx, call, range, "enumerate", true, start_expr)) {
        return Iteration::poisoned(error());
    }
    Iteration result = count_items(ctx, iterate(ctx, call.args[0], is_rebound));
    Operand start = start_expr ? lower_value(ctx, start_expr) : literal_int(ctx, 0, range);
    if (!start.type.is_integer()) {
        return fail<Code::BadIndex>(ctx, ctx.range(start_expr), start_expr, start);
    }
    start = stable(ctx, converted(ctx, start, int64), is_rebound, "start");
    const bool is_zero = literal_number(ctx.fn, start.ir) == 0;
    result.item = [&ctx, start, is_zero, range, of = result.item](const Iteration::Indices& at) {
        ir::ExprId number = at.front();
        if (!is_zero) {
            number = add(ctx, int64, range, ir::Binary{BinaryOp::Add, number, start.ir});
        }
        return tuple_of(ctx, {as_operand(ctx, number), of(at)}, range);
    };
    return result;
}

/// How many items a count says that there are: as a literal, or of a constant array.
static std::optional<std::int64_t> known_count(const Lowering& ctx, ir::ExprId count) {
    const auto* extent = ctx.get<ir::Extent>(count);
    const auto* array = extent != nullptr ? ctx.get<ir::ReadConstant>(extent->array) : nullptr;
    return array != nullptr ? ctx.instances.all_constants()[array->constant].shape[extent->axis]
                            : literal_number(ctx.fn, count);
}

/// `zip(x, y, ...)`: as long as the shortest.
static Iteration iterate_zip(Lowering& ctx, const syntax::Call& call, Range range,
                             const IsRebound& is_rebound) {
    if (!call.keywords.empty()) {
        return fail<Code::UnknownKeyword>(ctx, call.keywords.front().range, "zip",
                                          call.keywords.front().arg.value_or("**"));
    }
    if (call.args.empty()) {
        return fail<Code::ArgumentCount>(ctx, range, "zip", "1 or more arguments", "none");
    }
    Iteration result;
    result.range = range;
    std::vector<std::function<Operand(const Iteration::Indices&)>> parts;
    std::vector<Operand> counts;
    std::optional<std::int64_t> shortest;
    for (const ExprId arg : call.args) {
        const Iteration counted = count_items(ctx, iterate(ctx, arg, is_rebound));
        if (counted.kind == Iteration::Kind::None) {
            return counted;
        }
        parts.push_back(counted.item);
        if (const auto number = known_count(ctx, counted.count)) {
            shortest = shortest ? std::min(*shortest, *number) : *number;
        } else {
            counts.push_back(as_operand(ctx, counted.count));
        }
    }
    if (shortest) {
        counts.push_back(literal_int(ctx, *shortest, range));
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
static Iteration iterate_reversed(Lowering& ctx, const syntax::Call& call, Range range,
                                  const IsRebound& is_rebound) {
    if (!takes(ctx, call, range, 1)) {
        return Iteration::poisoned(error());
    }
    Iteration inner = iterate(ctx, call.args[0], is_rebound);
    std::ranges::reverse(inner.items);
    inner.whole = {};
    inner.source = {};
    if (inner.kind == Iteration::Kind::Items || inner.kind == Iteration::Kind::None) {
        return inner;
    }
    if (inner.kind == Iteration::Kind::Range && ctx.fn.exprs[inner.start].type.is_signed() &&
        literal_step(ctx, inner) == 1) {
        const Type type = ctx.fn.exprs[inner.start].type;
        const auto less_one = [&](ir::ExprId bound) {
            if (const auto number = literal_number(ctx.fn, bound)) {
                return convert(ctx, literal_int(ctx, *number - 1, range).ir, type);
            }
            const ir::ExprId one = convert(ctx, literal_int(ctx, 1, range).ir, type);
            return add(ctx, type, range, ir::Binary{BinaryOp::Sub, bound, one});
        };
        const ir::ExprId first = less_one(inner.stop);
        inner.stop = less_one(inner.start);
        inner.start = first;
        inner.step = convert(ctx, literal_int(ctx, -1, range).ir, type);
        return inner;
    }
    Iteration counted = count_items(ctx, inner);
    const ir::ExprId count = keep(ctx, counted.count, "count");
    counted.count = count;
    counted.item = [&ctx, count, range, of = counted.item](const Iteration::Indices& at) {
        const ir::ExprId last =
            add(ctx, int64, range, ir::Binary{BinaryOp::Sub, count, literal_int(ctx, 1, range).ir});
        return of({add(ctx, int64, range, ir::Binary{BinaryOp::Sub, last, at.front()})});
    };
    return counted;
}

static Iterator iterator_of(const std::string& path) {
    static const std::pair<std::string_view, Iterator> iterators[] = {
        {"builtins.range", &iterate_range},  {"builtins.enumerate", &iterate_enumerate},
        {"builtins.zip", &iterate_zip},      {"builtins.reversed", &iterate_reversed},
        {"numpy.ndindex", &iterate_ndindex}, {"numpy.ndenumerate", &iterate_ndenumerate},
    };
    const auto* const found =
        std::ranges::find(iterators, path, &std::pair<std::string_view, Iterator>::first);
    return found != std::end(iterators) ? found->second : nullptr;
}

/// `literal_unroll(t)`: numba-cuda's own; Numba's for the CPU is nothing that a kernel knows.
static Iteration iterate_unrolled(Lowering& ctx, const syntax::Call& call, const std::string& path,
                                  Range range) {
    const bool is_plain = ctx.is<syntax::Name>(call.func) && call.args.size() == 1;
    if (path != "numba.cuda.literal_unroll" || !is_plain || !call.keywords.empty()) {
        return unsupported(ctx, range, "`literal_unroll`");
    }
    const Range of = ctx.range(call.args[0]);
    const Operand tuple = lower_value(ctx, call.args[0]);
    if (!tuple.type.is_tuple()) {
        return fail<Code::NotATuple>(ctx, of, tuple);
    }
    Iteration result = items_of(tuple_items(ctx, tuple, of), of);
    result.is_unrolled = true;
    return result;
}

Iteration iterate_any(Lowering& ctx, ExprId expr, const IsRebound& is_rebound) {
    const Range range = ctx.range(expr);
    if (const auto* call = ctx.get<syntax::Call>(expr)) {
        const Operand callee = lower_callee(ctx, *call);
        const std::string path = callee.is_known() ? callee.get<Dotted>()->path : "";
        if (path.ends_with("literal_unroll")) {
            return iterate_unrolled(ctx, *call, path, range);
        }
        const bool is_range = path == "numba.prange" && ctx.instances.module().is_for_host;
        if (const Iterator iterator = iterator_of(is_range ? "builtins.range" : path)) {
            return iterator(ctx, *call, range, is_rebound);
        }
    }
    const auto* list = ctx.get<syntax::List>(expr);
    const auto* attribute = ctx.get<syntax::Attribute>(expr);
    Operand operand;
    if (attribute != nullptr && attribute->attr == "flat") {
        const Operand array = lower(ctx, attribute->value);
        if (array.type.is_array()) {
            return iterate_flat(ctx, stable(ctx, array, is_rebound), range);
        }
        operand = attribute_of(ctx, array, *attribute, expr);
    } else {
        operand = list != nullptr ? lower_tuple(ctx, list->elts, range) : lower(ctx, expr);
    }
    operand = runtime(ctx, operand, range);
    if (operand.type.is_array() && operand.type.rank() > 0) {
        return iterate_array(ctx, stable(ctx, operand, is_rebound), range);
    }
    if (operand.type.is_list()) {
        return iterate_list(ctx, stable(ctx, operand, is_rebound), range);
    }
    if (operand.type.is_range()) {
        return iterate_range_value(ctx, stable(ctx, operand, is_rebound), range);
    }
    if (!operand.type.is_tuple()) {
        return fail<Code::NotIterable>(ctx, range, expr, operand);
    }
    Iteration result = items_of(tuple_items(ctx, operand, range), range);
    result.is_list = list != nullptr;
    result.whole = operand;
    result.source = expr;
    return result;
}

Iteration iterate(Lowering& ctx, ExprId expr, const IsRebound& is_rebound) {
    return uniform(ctx, iterate_any(ctx, expr, is_rebound));
}

}  // namespace pycu::sema
