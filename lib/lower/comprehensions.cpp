// Comprehensions: the loops that they are, and their items where these are few. See lowering.h.
#include <functional>

#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

/// A tuple of more items would be no text that anybody reads.
constexpr std::size_t most_tuple_items = 64;

}  // namespace

const std::vector<syntax::Comprehension>* comprehension(const Lowering& ctx, ExprId expr,
                                                        ExprId* elt) {
    const auto found = [&](const auto& of) {
        if (elt != nullptr) {
            *elt = of.elt;
        }
        return &of.generators;
    };
    if (const auto* e = ctx.get<syntax::GeneratorExp>(expr)) {
        return found(*e);
    }
    const auto* e = ctx.get<syntax::ListComp>(expr);
    return e != nullptr ? found(*e) : nullptr;
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
        if (item.is_value()) {
            bound.ir = keep(ctx, item.ir, name->id);
        }
        ctx.inner_names.emplace_back(name->id, bound);
        ctx.peeked.clear();
        return;
    }
    const auto* targets = syntax::elements(e);
    const auto items = targets != nullptr && item.type.is_tuple()
                           ? items_for(ctx, item, targets->size(), {}, e.range)
                           : std::nullopt;
    if (items) {
        for (std::size_t i = 0; i < items->size(); ++i) {
            bind_inner(ctx, (*targets)[i], (*items)[i]);
        }
        return;
    }
    const Operand poison =
        fail<Code::UnpackCount>(ctx, e.range, item, targets == nullptr ? 1 : targets->size());
    symbols::for_each_target_name(ctx.tree, target, [&](ExprId, const std::string& name) {
        ctx.inner_names.emplace_back(name, poison);
    });
}

static void note(std::optional<Operand>& poison, const Operand& operand) {
    if (!poison && poison_of(operand) != nullptr) {
        poison = operand;
    }
}

static void run_generators(Lowering& ctx, const std::vector<syntax::Comprehension>& generators,
                           std::size_t at, bool may_break, const std::function<void()>& take,
                           std::optional<Operand>& poison) {
    const syntax::Comprehension& generator = generators[at];
    const Iteration iteration = iterate(ctx, generator.iter, {});
    if (iteration.kind == Iteration::Kind::None) {
        note(poison, iteration.poison);
        return;
    }
    LoopTurn turn;
    turn.bind = [&](const Operand& item) { bind_inner(ctx, generator.target, item); };
    const std::function<void(std::size_t)> take_if = [&](std::size_t test) {
        if (test < generator.ifs.size()) {
            const Operand condition = truth(ctx, generator.ifs[test]);
            note(poison, condition);
            ir::Block body = block_of(ctx, [&] { take_if(test + 1); });
            if (!poison) {
                emit(ctx, ctx.current_stmt, ir::If{condition.ir, std::move(body), {}, false});
            }
        } else if (!poison && at + 1 < generators.size()) {
            run_generators(ctx, generators, at + 1, may_break, take, poison);
        } else if (!poison) {
            take();
        }
    };
    turn.body = [&] { take_if(0); };
    turn.may_break = may_break;
    if (const auto* name = ctx.get<syntax::Name>(generator.target)) {
        turn.name = name->id;
    }
    run_loop(ctx, iteration, turn);
}

/// Runs through the items of an iteration, or of the comprehension that the expression is, in loops
/// that it emits. What an item, a condition or the result of `take` is in error with.
std::optional<Operand> run_through(Lowering& ctx, ExprId expr, const Iteration& over,
                                   bool may_break,
                                   const std::function<Operand(const Operand&)>& take) {
    std::optional<Operand> poison;
    ExprId elt;
    const auto* generators = comprehension(ctx, expr, &elt);
    if (generators != nullptr) {
        const std::size_t outer = ctx.inner_names.size();
        const auto take_elt = [&] { note(poison, take(lower_value(ctx, elt))); };
        run_generators(ctx, *generators, 0, may_break, take_elt, poison);
        ctx.inner_names.resize(outer);
        update_phis(ctx, ctx.flow.expr_joins, expr.index);
        return poison;
    }
    const Iteration items = uniform(ctx, over);
    if (items.kind == Iteration::Kind::None) {
        return items.poison;
    }
    const auto take_item = [&](const Operand& item) { note(poison, take(item)); };
    run_loop(ctx, items, {take_item, [] {}, "", may_break, true});
    return poison;
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

/// The items of an iteration where their number is known while compiling, and small.
static std::optional<std::vector<Operand>> known_items(Lowering& ctx, const Iteration& iteration) {
    const bool is_range = iteration.kind == Iteration::Kind::Range;
    if (iteration.kind == Iteration::Kind::Items) {
        return iteration.items;
    }
    if (!is_range && iteration.kind != Iteration::Kind::Counted) {
        return std::nullopt;
    }
    const auto start = is_range ? static_number(ctx, iteration.start) : 0;
    const auto stop =
        is_range ? static_number(ctx, iteration.stop) : literal_number(ctx.fn, iteration.count);
    const auto step = is_range ? static_number(ctx, iteration.step) : 1;
    if (!start || !stop || !step) {
        return std::nullopt;
    }
    std::vector<Operand> items;
    for (std::int64_t i = *start; *step > 0 ? i < *stop : i > *stop; i += *step) {
        if (items.size() == most_tuple_items) {
            return std::nullopt;
        }
        const Operand number = literal_int(ctx, i, iteration.range);
        if (!is_range) {
            items.push_back(iteration.item({number.ir}));
            continue;
        }
        const Type type = ctx.fn.exprs[iteration.start].type;
        Operand item = converted(ctx, number, type);
        item.known = Value{NumberValue{type, ctx.get<ir::Literal>(item.ir)->value}};
        items.push_back(item);
    }
    return items;
}

/// `tuple(x * x for x in t)`: the items one by one, which are few and known in number.
Operand fold_tuple(Lowering& ctx, ExprId of, const Iteration& over, Range range) {
    if (over.whole.is_value()) {
        return without_names(ctx, over.whole, range);
    }
    ExprId elt;
    const auto* generators = comprehension(ctx, of, &elt);
    const Iteration iteration =
        generators != nullptr ? iterate_any(ctx, generators->front().iter, {}) : over;
    if (iteration.kind == Iteration::Kind::None) {
        return iteration.poison;
    }
    const auto items = known_items(ctx, iteration);
    const bool is_plain =
        generators == nullptr || (generators->size() == 1 && generators->front().ifs.empty());
    if (!items && iteration.kind == Iteration::Kind::Range) {
        for (const ir::ExprId bound : {iteration.start, iteration.stop, iteration.step}) {
            want_constant(ctx, bound, range);
        }
    }
    if (!items || !is_plain) {
        return fail<Code::UnknownLength>(ctx, range, of)
            .note("the length of a tuple is part of its type");
    }
    std::vector<Operand> results;
    for (const Operand& item : *items) {
        const std::size_t outer = ctx.inner_names.size();
        if (generators != nullptr) {
            bind_inner(ctx, generators->front().target, item);
        }
        results.push_back(generators != nullptr ? lower_value(ctx, elt) : item);
        ctx.inner_names.resize(outer);
    }
    return tuple_of(ctx, results, range);
}

}  // namespace pycu::sema
