// `for` statements: the loops that iterations become, and the bodies that are written once an item.
// See stmts.h and iteration.h.
#include <algorithm>
#include <set>

#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"

namespace pycu::sema {

/// Gives the versions that the body makes twins for one turn, once; the phis of the header then
/// have the twins of what came around as operands, too.
static void start_turn(Lowering& ctx, const syntax::For& s, StmtId id, std::size_t turn) {
    const auto [place, is_new] = ctx.turns.try_emplace({id.index, turn});
    if (is_new && turn > 0) {
        const Range range = ctx.tree.stmts[id].range;
        const auto in_body = [&](const Version& version) {
            return version.range.file == range.file && version.range.begin > range.begin &&
                   version.range.end <= range.end &&
                   version.range.begin >= ctx.range(s.target).begin;
        };
        const auto count = std::uint32_t(ctx.flow.versions.size());
        std::set<std::uint32_t> own;
        for (const auto& [name, version] : ctx.flow.defs) {
            if (version.index < count && in_body(ctx.flow.versions[version])) {
                own.insert(version.index);
            }
        }
        for (const auto* phis : {&ctx.flow.headers, &ctx.flow.joins}) {
            for (const auto& [stmt, list] : *phis) {
                const Range at = ctx.tree.stmts[StmtId{stmt}].range;
                for (const VersionId phi : list) {
                    if (stmt != id.index && at.begin > range.begin && at.end <= range.end) {
                        own.insert(phi.index);
                    }
                }
            }
        }
        auto& twins = place->second;
        for (const std::uint32_t one : own) {
            Version twin = ctx.flow.versions[VersionId{one}];
            twins[one] = ctx.flow.versions.add(std::move(twin));
        }
        const auto twin_of = [&](VersionId version) {
            const auto found = twins.find(version.index);
            return found == twins.end() ? version : found->second;
        };
        for (const auto& [one, twin] : twins) {
            for (VersionId& operand : ctx.flow.versions[twin].operands) {
                operand = twin_of(operand);
            }
        }
        for (const auto* phis : {&ctx.flow.headers, &ctx.flow.joins}) {
            const auto list = phis->find(id.index);
            for (const VersionId phi :
                 list != phis->end() ? list->second : std::vector<VersionId>{}) {
                const std::vector<VersionId> operands = ctx.flow.versions[phi].operands;
                for (const VersionId operand : operands) {
                    if (twins.contains(operand.index)) {
                        ctx.flow.versions[phi].operands.push_back(twins.at(operand.index));
                    }
                }
            }
        }
        ctx.versions.resize(ctx.flow.versions.size());
    }
    ctx.turn_versions = place->second;
}

static void unroll(Lowering& ctx, const syntax::For& s, StmtId id,
                   const std::vector<Operand>& items) {
    const Range range = ctx.tree.stmts[id].range;
    if (ctx.unroll_depth > 0 || symbols::leaves_turn(ctx.tree, s.body, symbols::Jump::Any) ||
        !s.orelse.empty()) {
        const char* const what =
            ctx.unroll_depth > 0 ? "an unrolled loop inside another one"
            : s.orelse.empty()   ? "`break` and `continue` in a loop over a tuple of several types"
                                 : "`else` of a loop over a tuple of several types";
        unsupported(ctx, first_line(ctx, range), what);
        return;
    }
    update_phis(ctx, ctx.flow.headers, id.index);
    ++ctx.unroll_depth;
    for (std::size_t turn = 0; turn < items.size(); ++turn) {
        ctx.peeked.clear();
        start_turn(ctx, s, id, turn);
        ctx.current_stmt = range;
        assign(ctx, s.target, items[turn], ctx.range(s.target));
        const ir::Block body = lower_block(ctx, s.body);
        ctx.out->insert(ctx.out->end(), body.begin(), body.end());
        ctx.turn_versions.clear();
        update_phis(ctx, ctx.flow.headers, id.index);
    }
    --ctx.unroll_depth;
    update_phis(ctx, ctx.flow.joins, id.index);
}

namespace {

/// The names of counters that Python's text does not have: i, j, k, and again.
std::string counter_name(int depth) {
    return std::string(1, char('i' + depth % 3));
}

}  // namespace

void lower_for(Lowering& ctx, const syntax::For& s, StmtId id) {
    const Range range = ctx.tree.stmts[id].range;
    std::vector<std::string> rebound = ctx.sharing.set_by_calls;
    const auto remember = [&](ExprId, const std::string& name) { rebound.push_back(name); };
    symbols::for_each_target_name(ctx.tree, s.target, remember);
    symbols::for_each_binding(ctx.tree, s.body, remember);
    Iteration iteration = iterate_any(ctx, s.iter, [&](const std::string& name) {
        return std::ranges::find(rebound, name) != rebound.end();
    });
    if (iteration.is_unrolled || (!iteration.is_list && !has_one_type(iteration))) {
        unroll(ctx, s, id, iteration.items);
        return;
    }
    iteration = uniform(ctx, std::move(iteration));
    if (iteration.kind == Iteration::Kind::Items && iteration.source.valid() &&
        !iteration.is_list && has_rows(ctx, iteration.source)) {
        iteration = count_items(ctx, iteration);
    }
    update_phis(ctx, ctx.flow.headers, id.index);
    LoopTurn turn;
    turn.bind = [&](const Operand& item) { assign(ctx, s.target, item, ctx.range(s.target)); };
    turn.body = [&] {
        ir::Block body = lower_block(ctx, s.body);
        ctx.out->insert(ctx.out->end(), body.begin(), body.end());
    };
    turn.may_break = symbols::leaves_turn(ctx.tree, s.body, symbols::Jump::Break);
    if (const auto* name = ctx.get<syntax::Name>(s.target)) {
        turn.name = name->id;
    }
    symbols::for_each_target_name(ctx.tree, s.target, [&](ExprId name, const std::string&) {
        const auto def = ctx.flow.defs.find(name.index);
        turn.is_read_after = turn.is_read_after || (def != ctx.flow.defs.end() &&
                                                    meets_others(ctx, current(ctx, def->second)));
    });
    ctx.current_stmt = range;
    std::optional<decltype(ir::Stmt::as)> loop = make_loop(ctx, iteration, turn);
    update_phis(ctx, ctx.flow.headers, id.index);
    ir::Block orelse = lower_block(ctx, s.orelse);
    update_phis(ctx, ctx.flow.joins, id.index);
    ctx.current_stmt = range;
    if (!loop) {  // no turn at all
        ctx.out->insert(ctx.out->end(), orelse.begin(), orelse.end());
        return;
    }
    ir::Stmt stmt;
    stmt.range = range;
    stmt.as = std::move(*loop);
    auto* const items = stmt.get<ir::ForItems>();
    (items != nullptr ? items->orelse : stmt.get<ir::ForRange>()->orelse) = std::move(orelse);
    ctx.out->push_back(ctx.fn.stmts.add(std::move(stmt)));
}

/// for (int64_t i = 0; i < stop; ++i)
static ir::ForRange count_to(Lowering& ctx, ir::LocalId counter, ir::ExprId stop, ir::Block body,
                             Range range) {
    ir::ForRange loop;
    loop.target = counter;
    loop.start = literal_int(ctx, 0, range).ir;
    loop.stop = stop;
    loop.step = literal_int(ctx, 1, range).ir;
    loop.body = std::move(body);
    return loop;
}

static void adopt_counter(Lowering& ctx, ir::Block& bindings, ir::LocalId& counter,
                          std::uint32_t first_expr) {
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const auto* assign = ctx.fn.stmts[bindings[i]].get<ir::Assign>();
        const auto* read = assign != nullptr ? ctx.get<ir::Read>(assign->value) : nullptr;
        if (read == nullptr || read->local != counter ||
            ctx.fn.locals[assign->target].type != ctx.fn.locals[counter].type ||
            ctx.fn.locals[assign->target].kind != ir::Local::Kind::Variable) {
            continue;
        }
        const ir::LocalId variable = assign->target;
        bindings.erase(bindings.begin() + std::ptrdiff_t(i));
        for (std::uint32_t expr = first_expr; expr < ctx.fn.exprs.size(); ++expr) {
            auto* use = ctx.fn.exprs[ir::ExprId{expr}].get<ir::Read>();
            if (use != nullptr && use->local == counter) {
                use->local = variable;
            }
        }
        counter = variable;
        return;
    }
}

/// A loop's body: binds the item and does what is to be done. A variable that takes the counter as
/// it is becomes the counter.
static ir::Block make_turn(Lowering& ctx, const Operand& item, const LoopTurn& turn,
                           const std::vector<ir::LocalId*>& counters, std::uint32_t first_expr) {
    const Range range = ctx.current_stmt;
    ir::Block body = block_of(ctx, [&] {
        turn.bind(item);
        for (ir::LocalId* const counter : counters) {
            adopt_counter(ctx, *ctx.out, *counter, first_expr);
        }
        ++ctx.loop_depth;
        turn.body();
        --ctx.loop_depth;
    });
    ctx.current_stmt = range;
    return body;
}

/// for i, j in np.ndindex(m, n)  ->  one loop in the other
static std::optional<decltype(ir::Stmt::as)> make_nested_loop(Lowering& ctx,
                                                              const Iteration& iteration,
                                                              const LoopTurn& turn) {
    const auto first = std::uint32_t(ctx.fn.exprs.size());
    std::vector<ir::LocalId> counters;
    Iteration::Indices reads;
    for (std::size_t i = 0; i < iteration.extents.size(); ++i) {
        const std::string name = counter_name(ctx.loop_depth + int(i));
        counters.push_back(temporary(ctx, name, int64, iteration.range));
        reads.push_back(add(ctx, int64, iteration.range, ir::Read{counters.back()}));
    }
    std::vector<ir::LocalId*> adopted;
    for (ir::LocalId& counter : counters) {
        // behind an empty inner loop the outer counter has moved, and the variable has not
        if (!turn.is_read_after || counters.size() == 1) {
            adopted.push_back(&counter);
        }
    }
    // an inner loop's bound is evaluated once
    std::vector<ir::ExprId> stops = iteration.extents;
    for (std::size_t i = 1; i < stops.size(); ++i) {
        stops[i] = keep(ctx, stops[i], "extent");
    }
    ir::Block body = make_turn(ctx, iteration.item(reads), turn, adopted, first);
    for (std::size_t i = counters.size(); i-- > 0;) {
        ir::ForRange loop = count_to(ctx, counters[i], stops[i], std::move(body), iteration.range);
        if (i == 0) {
            return loop;
        }
        ir::Stmt stmt;
        stmt.range = ctx.current_stmt;
        stmt.as = std::move(loop);
        body = {ctx.fn.stmts.add(std::move(stmt))};
    }
    return std::nullopt;
}

/// The loop as a statement without its `else`; nothing where it has no turn, ever.
std::optional<decltype(ir::Stmt::as)> make_loop(Lowering& ctx, const Iteration& iteration,
                                                const LoopTurn& turn) {
    if (iteration.kind == Iteration::Kind::Nested) {
        if (turn.may_break && iteration.extents.size() > 1) {
            return make_loop(ctx, count_items(ctx, iteration), turn);
        }
        return make_nested_loop(ctx, iteration, turn);
    }
    const auto untyped_turn = [&] {
        return block_of(ctx, [&] {
            turn.bind(iteration.poison);
            turn.body();
        });
    };
    if (iteration.kind == Iteration::Kind::None) {
        untyped_turn();
        return std::nullopt;
    }
    if (iteration.kind == Iteration::Kind::Items && iteration.items.empty()) {
        lower_untaken(ctx, untyped_turn);
        return std::nullopt;
    }
    const Type type = iteration.kind == Iteration::Kind::Range ? ctx.fn.exprs[iteration.start].type
                      : iteration.kind == Iteration::Kind::Items ? iteration.items.front().type
                                                                 : int64;
    const bool is_item = iteration.kind != Iteration::Kind::Counted && !turn.name.empty();
    const std::string name = is_item ? turn.name : counter_name(ctx.loop_depth);
    ir::LocalId counter = temporary(ctx, name, type, iteration.range);
    const auto first = std::uint32_t(ctx.fn.exprs.size());
    const ir::ExprId read = add(ctx, type, iteration.range, ir::Read{counter});
    Operand item = as_operand(ctx, read);
    item.type = type;
    if (iteration.kind == Iteration::Kind::Counted) {
        item = iteration.item({read});
    }
    ir::Block body = make_turn(ctx, item, turn, {&counter}, first);
    if (iteration.kind == Iteration::Kind::Items) {
        ir::ForItems loop;
        loop.target = counter;
        for (const Operand& one : iteration.items) {
            loop.items.push_back(one.ir);
        }
        loop.body = std::move(body);
        return loop;
    }
    if (iteration.kind == Iteration::Kind::Counted) {
        return count_to(ctx, counter, iteration.count, std::move(body), iteration.range);
    }
    ir::ForRange loop;
    loop.target = counter;
    loop.start = iteration.start;
    loop.stop = iteration.stop;
    loop.step = iteration.step;
    loop.body = std::move(body);
    return loop;
}

}  // namespace pycu::sema
