// `for` statements: the loops that iterations become. See body.h and iteration.h.
#include <algorithm>

#include "ir/visit.h"
#include "sema/body/iteration.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"

namespace pycu::sema {

namespace {

/// Whether a `break` of the loop around these statements is among them.
bool has_break(const syntax::Tree& tree, const syntax::Suite& body) {
    return std::ranges::any_of(body, [&](syntax::StmtId id) {
        const syntax::Stmt& stmt = tree.stmts[id];
        if (std::holds_alternative<syntax::Break>(stmt.as)) {
            return true;
        }
        if (const auto* loop = std::get_if<syntax::For>(&stmt.as)) {
            return has_break(tree, loop->orelse);
        }
        if (const auto* loop = std::get_if<syntax::While>(&stmt.as)) {
            return has_break(tree, loop->orelse);
        }
        bool found = false;
        symbols::for_each_block(
            stmt, [&](const syntax::Suite& inner) { found = found || has_break(tree, inner); });
        return found;
    });
}

/// The names of counters that Python's text does not have: i, j, k, and again.
std::string counter_name(int depth) {
    return std::string(1, char('i' + depth % 3));
}

/// A loop has its body first and its `else` second.
void set_else(ir::Stmt& loop, ir::Block orelse) {
    bool is_body = true;
    ir::for_each_block(loop, [&](ir::Block& block) {
        if (!is_body) {
            block = std::move(orelse);
        }
        is_body = false;
    });
}

}  // namespace

void Body::lower_for(const syntax::For& s, StmtId id) {
    if (unroll(s, id)) {
        return;
    }
    const Range range = tree_.stmts[id].range;
    std::vector<std::string> rebound = sharing_.set_by_calls;
    const auto remember = [&](ExprId, const std::string& name) { rebound.push_back(name); };
    symbols::for_each_target_name(tree_, s.target, remember);
    symbols::for_each_binding(tree_, s.body, remember);
    const std::optional<Iteration> iteration = iterate(s.iter, [&](const std::string& name) {
        return std::ranges::find(rebound, name) != rebound.end();
    });
    const bool has_failed = has_failed_args_;
    update_phis(flow_.headers, id);
    LoopTurn turn;
    turn.bind = [&](const Operand& item) { assign(s.target, item, tree_.exprs[s.target].range); };
    turn.body = [&] {
        ir::Block body = lower_block(s.body);
        out_->insert(out_->end(), body.begin(), body.end());
    };
    turn.may_break = has_break(tree_, s.body);
    if (const auto* name = std::get_if<syntax::Name>(&tree_.exprs[s.target].as)) {
        turn.name = name->id;
    }
    symbols::for_each_target_name(tree_, s.target, [&](ExprId name, const std::string&) {
        const auto def = flow_.defs.find(name.index);
        turn.is_read_after =
            turn.is_read_after || (def != flow_.defs.end() && meets_others(current(def->second)));
    });
    current_stmt_ = range;
    std::optional<decltype(ir::Stmt::as)> loop;
    if (iteration) {
        loop = make_loop(*iteration, turn);
    } else {
        const ir::Block unused = block_of([&] {
            turn.bind(has_failed ? error() : pending());
            turn.body();
        });
    }
    update_phis(flow_.headers, id);
    ir::Block orelse = lower_block(s.orelse);
    update_phis(flow_.joins, id);
    current_stmt_ = range;
    if (!loop) {
        if (iteration) {  // no turn at all
            out_->insert(out_->end(), orelse.begin(), orelse.end());
        }
        return;
    }
    ir::Stmt stmt;
    stmt.range = range;
    stmt.as = std::move(*loop);
    set_else(stmt, std::move(orelse));
    out_->push_back(fn_.stmts.add(std::move(stmt)));
}

/// The loop as a statement without its `else`; nothing where it has no turn, ever.
std::optional<decltype(ir::Stmt::as)> Body::make_loop(const Iteration& iteration,
                                                      const LoopTurn& turn) {
    if (iteration.kind == Iteration::Kind::Nested) {
        if (turn.may_break && iteration.extents.size() > 1) {
            return make_loop(*count_items(iteration), turn);
        }
        return make_nested_loop(iteration, turn);
    }
    if (iteration.kind == Iteration::Kind::Items && iteration.items.empty()) {
        lower_untaken([&] {
            return block_of([&] {
                turn.bind(Operand{});
                turn.body();
            });
        });
        return std::nullopt;
    }
    const Type type = iteration.kind == Iteration::Kind::Range   ? fn_.exprs[iteration.start].type
                      : iteration.kind == Iteration::Kind::Items ? iteration.items.front().type
                                                                 : int64;
    const bool is_item = iteration.kind != Iteration::Kind::Counted && !turn.name.empty();
    const std::string name = is_item ? turn.name : counter_name(loop_depth_);
    ir::LocalId counter = temporary(name, type, iteration.range);
    const auto first = std::uint32_t(fn_.exprs.size());
    const ir::ExprId read = add(type, iteration.range, ir::Read{counter});
    Operand item = as_operand(read);
    item.type = type;
    if (iteration.kind == Iteration::Kind::Counted) {
        item = iteration.item({read});
    }
    ir::Block body = make_turn(item, turn, {&counter}, first);
    if (iteration.kind == Iteration::Kind::Items) {
        ir::ForItems loop;
        loop.target = counter;
        for (const Operand& one : iteration.items) {
            loop.items.push_back(one.ir);
        }
        loop.body = std::move(body);
        return loop;
    }
    ir::ForRange loop;
    loop.target = counter;
    const bool is_range = iteration.kind == Iteration::Kind::Range;
    loop.start = is_range ? iteration.start : literal_int(0, iteration.range).ir;
    loop.stop = is_range ? iteration.stop : iteration.count;
    loop.step = is_range ? iteration.step : literal_int(1, iteration.range).ir;
    loop.body = std::move(body);
    return loop;
}

/// for i, j in np.ndindex(m, n)  ->  one loop in the other
std::optional<decltype(ir::Stmt::as)> Body::make_nested_loop(const Iteration& iteration,
                                                             const LoopTurn& turn) {
    const auto first = std::uint32_t(fn_.exprs.size());
    std::vector<ir::LocalId> counters;
    Iteration::Indices reads;
    for (std::size_t i = 0; i < iteration.extents.size(); ++i) {
        const std::string name = counter_name(loop_depth_ + int(i));
        counters.push_back(temporary(name, int64, iteration.range));
        reads.push_back(add(int64, iteration.range, ir::Read{counters.back()}));
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
        stops[i] = keep(stops[i], "extent");
    }
    ir::Block body = make_turn(iteration.item(reads), turn, adopted, first);
    for (std::size_t i = counters.size(); i-- > 0;) {
        ir::ForRange loop;
        loop.target = counters[i];
        loop.start = literal_int(0, iteration.range).ir;
        loop.stop = stops[i];
        loop.step = literal_int(1, iteration.range).ir;
        loop.body = std::move(body);
        if (i == 0) {
            return loop;
        }
        ir::Stmt stmt;
        stmt.range = current_stmt_;
        stmt.as = std::move(loop);
        body = {fn_.stmts.add(std::move(stmt))};
    }
    return std::nullopt;
}

/// A loop's body: binds the item and does what is to be done. A variable that takes the counter as
/// it is becomes the counter.
ir::Block Body::make_turn(const Operand& item, const LoopTurn& turn,
                          const std::vector<ir::LocalId*>& counters, std::uint32_t first_expr) {
    const Range range = current_stmt_;
    ir::Block body = block_of([&] {
        turn.bind(item);
        for (ir::LocalId* const counter : counters) {
            adopt_counter(*out_, *counter, first_expr);
        }
        ++loop_depth_;
        turn.body();
        --loop_depth_;
    });
    current_stmt_ = range;
    return body;
}

void Body::adopt_counter(ir::Block& bindings, ir::LocalId& counter, std::uint32_t first_expr) {
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const auto* assign = std::get_if<ir::Assign>(&fn_.stmts[bindings[i]].as);
        const auto* read =
            assign != nullptr ? std::get_if<ir::Read>(&fn_.exprs[assign->value].as) : nullptr;
        if (read == nullptr || read->local != counter ||
            fn_.locals[assign->target].type != fn_.locals[counter].type ||
            fn_.locals[assign->target].kind != ir::Local::Kind::Variable) {
            continue;
        }
        const ir::LocalId variable = assign->target;
        bindings.erase(bindings.begin() + std::ptrdiff_t(i));
        for (std::uint32_t expr = first_expr; expr < fn_.exprs.size(); ++expr) {
            auto* use = std::get_if<ir::Read>(&fn_.exprs[ir::ExprId{expr}].as);
            if (use != nullptr && use->local == counter) {
                use->local = variable;
            }
        }
        counter = variable;
        return;
    }
}

}  // namespace pycu::sema
