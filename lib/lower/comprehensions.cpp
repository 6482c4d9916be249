// Comprehensions: the loops that they are, and their items where these are few. See lowering.h.
#include <algorithm>
#include <functional>

#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "symbols/bindings.h"

namespace pycu::sema {

static bool run_generators(Lowering& ctx, const std::vector<syntax::Comprehension>& generators,
                           std::size_t at, bool may_break, const std::function<void()>& take);
static void bind_inner(Lowering& ctx, ExprId target, const Operand& item);
static std::optional<std::vector<Operand>> known_items(Lowering& ctx, const Iteration& iteration);
static std::optional<std::int64_t> static_number(const Lowering& ctx, ir::ExprId expr);

namespace {

/// A tuple of more items would be no text that anybody reads.
constexpr std::size_t most_tuple_items = 64;

const std::vector<syntax::Comprehension>* comprehension_of(const syntax::Expr& expr,
                                                           syntax::ExprId& elt) {
    if (const auto* e = expr.get<syntax::GeneratorExp>()) {
        elt = e->elt;
        return &e->generators;
    }
    if (const auto* e = expr.get<syntax::ListComp>()) {
        elt = e->elt;
        return &e->generators;
    }
    return nullptr;
}

}  // namespace

const std::vector<syntax::Comprehension>* comprehension(const Lowering& ctx, ExprId expr) {
    ExprId elt;
    return comprehension_of(ctx.tree.exprs[expr], elt);
}

/// Runs through the items of an expression, or of a comprehension, in loops that it emits. False
/// where a type is missing (`has_failed_args_` tells whether that was reported).
bool run_through(Lowering& ctx, ExprId expr, bool may_break,
                 const std::function<void(Operand)>& take) {
    ExprId elt;
    const auto* generators = comprehension_of(ctx.tree.exprs[expr], elt);
    if (generators == nullptr) {
        const std::optional<Iteration> iteration = iterate(ctx, expr, {});
        if (!iteration) {
            return false;
        }
        run_loop(ctx, *iteration, {take, [] {}, "", may_break, true});
        return true;
    }
    const std::size_t outer = ctx.inner_names.size();
    const bool is_whole =
        run_generators(ctx, *generators, 0, may_break, [&] { take(lower_value(ctx, elt)); });
    ctx.inner_names.resize(outer);
    return is_whole;
}

static bool run_generators(Lowering& ctx, const std::vector<syntax::Comprehension>& generators,
                           std::size_t at, bool may_break, const std::function<void()>& take) {
    const syntax::Comprehension& generator = generators[at];
    const std::optional<Iteration> iteration = iterate(ctx, generator.iter, {});
    if (!iteration) {
        return false;
    }
    bool is_whole = true;
    LoopTurn turn;
    turn.bind = [&](const Operand& item) { bind_inner(ctx, generator.target, item); };
    const std::function<void(std::size_t)> take_if = [&](std::size_t test) {
        if (test < generator.ifs.size()) {
            const Operand condition = truth(ctx, generator.ifs[test]);
            is_whole = is_whole && condition.is_value();
            ctx.has_failed_args = condition.kind == Operand::Kind::Error;
            ir::Block body = block_of(ctx, [&] { take_if(test + 1); });
            if (is_whole) {
                emit(ctx, ctx.current_stmt, ir::If{condition.ir, std::move(body), {}, false});
            }
        } else if (is_whole && at + 1 < generators.size()) {
            is_whole = run_generators(ctx, generators, at + 1, may_break, take);
        } else if (is_whole) {
            take();
        }
    };
    turn.body = [&] { take_if(0); };
    turn.may_break = may_break;
    if (const auto* name = ctx.get<syntax::Name>(generator.target)) {
        turn.name = name->id;
    }
    run_loop(ctx, *iteration, turn);
    return is_whole;
}

void run_loop(Lowering& ctx, const Iteration& iteration, const LoopTurn& turn) {
    if (auto loop = make_loop(ctx, iteration, turn)) {
        emit(ctx, ctx.current_stmt, std::move(*loop));
    }
}

/// Gives the variables of a comprehension their values: no variables of the function.
static void bind_inner(Lowering& ctx, ExprId target, const Operand& item) {
    const syntax::Expr& e = ctx.tree.exprs[target];
    if (const auto* name = e.get<syntax::Name>()) {
        Operand bound = item;
        if (item.is_value() && !is_simple(ctx, item.ir)) {
            const ir::LocalId local = temporary(ctx, name->id, item.type, e.range);
            emit(ctx, ctx.current_stmt, ir::Assign{.target = local, .value = item.ir});
            bound.ir = add(ctx, item.type, e.range, ir::Read{local});
        }
        ctx.inner_names.emplace_back(name->id, bound);
        ctx.peeked.clear();
        return;
    }
    const auto* tuple = e.get<syntax::Tuple>();
    const std::size_t count =
        item.is_value() && item.type.is_tuple() ? ctx.types.items(item.type).size() : 0;
    if (tuple == nullptr || (item.is_value() && count != tuple->elts.size())) {
        if (item.is_value()) {
            fail<Code::UnpackCount>(ctx, e.range, item, tuple == nullptr ? 1 : tuple->elts.size());
        }
        symbols::for_each_target_name(ctx.tree, target, [&](ExprId, const std::string& name) {
            ctx.inner_names.emplace_back(name, item.is_value() ? error() : item);
        });
        return;
    }
    for (std::size_t i = 0; i < tuple->elts.size(); ++i) {
        bind_inner(ctx, tuple->elts[i], item.is_value() ? tuple_item(ctx, item, i, e.range) : item);
    }
}

/// The value of a comprehension's variable.
const Operand* inner_name(const Lowering& ctx, const std::string& name) {
    for (std::size_t i = ctx.inner_names.size(); i-- > 0;) {
        if (ctx.inner_names[i].first == name) {
            return &ctx.inner_names[i].second;
        }
    }
    return nullptr;
}

/// The items of a tuple or a list one by one, where that is what the expression is.
std::optional<std::vector<Operand>> few_items(Lowering& ctx, ExprId of) {
    const syntax::Expr& e = ctx.tree.exprs[of];
    const auto* list = e.get<syntax::List>();
    ExprId elt;
    if (list == nullptr && (e.is<syntax::Call>() || comprehension_of(e, elt) != nullptr)) {
        return std::nullopt;
    }
    if (const Operand seen = list == nullptr ? peek(ctx, of) : Operand{};
        seen.is_value() && !seen.type.is_tuple()) {
        return std::nullopt;
    }
    Operand tuple = list != nullptr ? lower_tuple(ctx, list->elts, e.range) : lower_value(ctx, of);
    if (!tuple.is_value() || !tuple.type.is_tuple()) {
        return std::nullopt;
    }
    tuple.ir = ctx.is<ir::Tuple>(tuple.ir) ? tuple.ir : keep(ctx, tuple.ir, "items");
    std::vector<Operand> items;
    for (std::size_t i = 0; i < ctx.types.items(tuple.type).size(); ++i) {
        items.push_back(tuple_item(ctx, tuple, i, e.range));
    }
    return items;
}

/// `tuple(x * x for x in t)`: the items one by one, which are few and known in number.
Operand fold_tuple(Lowering& ctx, ExprId of, Range range) {
    if (const auto items = few_items(ctx, of)) {
        return tuple_of(ctx, *items, range);
    }
    ExprId elt;
    const auto* generators = comprehension_of(ctx.tree.exprs[of], elt);
    const bool is_one = generators != nullptr && generators->size() == 1;
    const ExprId iterable = is_one ? generators->front().iter : of;
    const std::optional<Iteration> iteration = iterate(ctx, iterable, {});
    if (!iteration) {
        return ctx.has_failed_args ? error() : pending(ctx);
    }
    const auto items = known_items(ctx, *iteration);
    if (!items || (generators != nullptr && (!is_one || !generators->front().ifs.empty()))) {
        return fail<Code::UnknownLength>(ctx, range, of)
            .note("the length of a tuple is part of its type");
    }
    if (generators == nullptr) {
        return tuple_of(ctx, *items, range);
    }
    std::vector<Operand> results;
    for (const Operand& item : *items) {
        const std::size_t outer = ctx.inner_names.size();
        bind_inner(ctx, generators->front().target, item);
        Operand result = lower_value(ctx, elt);
        ctx.inner_names.resize(outer);
        if (!result.is_value()) {
            return result;
        }
        results.push_back(result);
    }
    return tuple_of(ctx, results, range);
}

/// The items of an iteration where their number is known while compiling, and small.
static std::optional<std::vector<Operand>> known_items(Lowering& ctx, const Iteration& iteration) {
    if (iteration.kind == Iteration::Kind::Items) {
        return iteration.items;
    }
    if (iteration.kind == Iteration::Kind::Counted) {
        const auto* count = ctx.get<ir::Literal>(iteration.count);
        const auto* number_of =
            count != nullptr ? std::get_if<std::int64_t>(&count->value) : nullptr;
        if (number_of == nullptr || *number_of > std::int64_t(most_tuple_items)) {
            return std::nullopt;
        }
        std::vector<Operand> items;
        for (std::int64_t i = 0; i < *number_of; ++i) {
            items.push_back(iteration.item({literal_int(ctx, i, iteration.range).ir}));
        }
        return items;
    }
    if (iteration.kind != Iteration::Kind::Range) {
        return std::nullopt;
    }
    std::int64_t bounds[3] = {};
    const ir::ExprId parts[] = {iteration.start, iteration.stop, iteration.step};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto bound = static_number(ctx, parts[i]);
        if (!bound) {
            return std::nullopt;
        }
        bounds[i] = *bound;
    }
    std::vector<Operand> items;
    for (std::int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1];
         i += bounds[2]) {
        if (items.size() == most_tuple_items) {
            return std::nullopt;
        }
        const Type type = ctx.fn.exprs[iteration.start].type;
        Operand item = converted(ctx, literal_int(ctx, i, iteration.range), type);
        item.known =
            Value{NumberValue{type, std::get<ir::Literal>(ctx.fn.exprs[item.ir].as).value}};
        items.push_back(item);
    }
    return items;
}

/// An integer that the module knows.
static std::optional<std::int64_t> static_number(const Lowering& ctx, ir::ExprId expr) {
    const ir::Expr& e = ctx.fn.exprs[expr];
    const ir::Number* number_of = nullptr;
    if (const auto* literal = e.get<ir::Literal>()) {
        number_of = &literal->value;
    } else if (const auto* constant = e.get<ir::ReadConstant>()) {
        number_of = &ctx.instances.all_constants()[constant->constant].values.front();
    }
    if (number_of == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, *number_of);
}

}  // namespace pycu::sema
