// `match` as a chain of tests, and `:=`. See lowering.h.
#include <algorithm>
#include <functional>

#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "support/match.h"

namespace pycu::sema {

/// What a pattern asks of a value: tests, all of which must hold, and the names that it binds.
struct PatternTest {
    bool is_never = false;
    bool has_failed = false;
    std::vector<Operand> conditions;
    std::vector<std::pair<VersionId, Operand>> captures;

    void never() { is_never = true; }
};

static void lower_cases(Lowering& ctx, const syntax::Match& s, std::size_t at,
                        const Operand& subject, StmtId id);
static void pass_over(Lowering& ctx, const syntax::MatchCase& match_case, const PatternTest& test);
static ir::ExprId all_of(Lowering& ctx, const std::vector<Operand>& conditions, Range range);
static ir::ExprId guarded(Lowering& ctx, ir::ExprId condition, ExprId guard, bool has_no_captures,
                          const std::function<void()>& bind, Range range);
static void find_pattern(Lowering& ctx, syntax::PatternId id, const Operand& subject,
                         PatternTest& test);
static void compare_pattern(Lowering& ctx, const Operand& wanted, const Operand& subject,
                            Range range, PatternTest& test);
static void sequence_pattern(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                             const Operand& subject, Range range, PatternTest& test);
static void alternatives(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                         const Operand& subject, Range range, PatternTest& test);

void lower_match(Lowering& ctx, const syntax::Match& s, StmtId id) {
    Operand subject = lower(ctx, s.subject);
    if (subject.is_known() && subject.get<HostItems>() != nullptr) {
        subject = runtime(ctx, subject, ctx.range(s.subject));
    }
    if (subject.is_value()) {
        const bool is_tuple = ctx.is<ir::Tuple>(subject.ir);
        if (!is_tuple) {
            subject.ir = keep(ctx, subject.ir, "subject");
        }
    }
    lower_cases(ctx, s, 0, subject, id);
    update_phis(ctx, ctx.flow.joins, id);
}

/// The cases from one on.
static void lower_cases(Lowering& ctx, const syntax::Match& s, std::size_t at,
                        const Operand& subject, StmtId id) {
    if (at == s.cases.size()) {
        return;
    }
    const syntax::MatchCase& match_case = s.cases[at];
    const Range range = ctx.tree.patterns[match_case.pattern].range;
    PatternTest test;
    find_pattern(ctx, match_case.pattern, subject, test);
    if (test.has_failed || test.is_never || !(subject.is_value() || subject.is_known())) {
        pass_over(ctx, match_case, test);
        update_phis(ctx, ctx.flow.joins, id);
        lower_cases(ctx, s, at + 1, subject, id);
        return;
    }
    ir::ExprId condition = all_of(ctx, test.conditions, range);
    const auto bind = [&] {
        for (const auto& [version, operand] : test.captures) {
            set_version(ctx, version, operand);
            if (operand.is_value()) {
                assign_value(ctx, version, operand, range, false);
            }
        }
    };
    const bool has_guard = match_case.guard.valid();
    bool binds_inside = true;
    if (has_guard) {
        condition = guarded(ctx, condition, match_case.guard, test.captures.empty(), bind, range);
        binds_inside = false;
        if (!condition.valid()) {
            const ir::Block unused = lower_block(ctx, match_case.body);
            return lower_cases(ctx, s, at + 1, subject, id);
        }
    }
    ir::Block body = block_of(ctx, [&] {
        if (binds_inside) {
            bind();
        }
    });
    const ir::Block lowered = lower_block(ctx, match_case.body);
    body.insert(body.end(), lowered.begin(), lowered.end());
    update_phis(ctx, ctx.flow.joins, id);
    if (!condition.valid()) {
        ctx.out->insert(ctx.out->end(), body.begin(), body.end());
        return;
    }
    ir::Block rest = block_of(ctx, [&] { lower_cases(ctx, s, at + 1, subject, id); });
    if (rest.size() == 1) {
        if (auto* next = ctx.fn.stmts[rest.front()].get<ir::If>()) {
            next->is_elif = true;
        }
    }
    ctx.current_stmt = ctx.tree.stmts[id].range;
    emit(ctx, range, ir::If{condition, std::move(body), std::move(rest), false});
}

/// A case that is never taken, or whose pattern is in error: its names have no values.
static void pass_over(Lowering& ctx, const syntax::MatchCase& match_case, const PatternTest& test) {
    for (const auto& [version, operand] : test.captures) {
        set_version(ctx, version, test.has_failed ? error() : Operand{});
    }
    if (test.has_failed || !test.is_never) {
        without_effects(ctx, [&] { lower_block(ctx, match_case.body); });
    }
}

/// That all conditions hold; not valid where there is none.
static ir::ExprId all_of(Lowering& ctx, const std::vector<Operand>& conditions, Range range) {
    ir::ExprId all;
    for (const Operand& part : conditions) {
        all = all.valid() ? add(ctx, boolean, range, ir::Logical{true, all, part.ir}) : part.ir;
    }
    return all;
}

/// The test of a case with a guard, which sees what the pattern binds. Not valid where the guard
/// has no value.
static ir::ExprId guarded(Lowering& ctx, ir::ExprId condition, ExprId guard, bool has_no_captures,
                          const std::function<void()>& bind, Range range) {
    if (!condition.valid()) {
        bind();
        const Operand truth_value = truth(ctx, guard);
        return truth_value.is_value() ? truth_value.ir : ir::ExprId{};
    }
    Operand truth_value;
    ir::Block inner = block_of(ctx, [&] {
        bind();
        truth_value = truth(ctx, guard);
    });
    if (!truth_value.is_value()) {
        return {};
    }
    if (has_no_captures && inner.empty()) {
        return add(ctx, boolean, range, ir::Logical{true, condition, truth_value.ir});
    }
    const ir::LocalId matched = temporary(ctx, "matched", boolean, range);
    emit(ctx, ctx.current_stmt,
         ir::Assign{.target = matched, .value = number(ctx, boolean, false, range).ir});
    emit_into(ctx, inner, [&] {
        emit(ctx, ctx.current_stmt, ir::Assign{.target = matched, .value = truth_value.ir});
    });
    emit(ctx, ctx.current_stmt, ir::If{condition, std::move(inner), {}, false});
    return add(ctx, boolean, range, ir::Read{matched});
}

/// `None`, `True` and `False`, which are compared by `is`.
static void singleton_pattern(Lowering& ctx, const syntax::MatchSingleton& p,
                              const Operand& subject, Range range, PatternTest& test) {
    const auto* truth_value = std::get_if<bool>(&p.value);
    if (truth_value == nullptr) {
        test.is_never = test.is_never || subject.get<NoneValue>() == nullptr;
    } else if (!subject.is_value() || !subject.type.is_bool()) {
        test.never();
    } else if (*truth_value) {
        test.conditions.push_back(subject);
    } else {
        test.conditions.push_back(value(ctx, boolean, range, ir::Unary{UnaryOp::Not, subject.ir}));
    }
}

static void find_pattern(Lowering& ctx, syntax::PatternId id, const Operand& subject,
                         PatternTest& test) {
    const syntax::Pattern& pattern = ctx.tree.patterns[id];
    const auto capture = [&](bool has_name) {
        const auto version = ctx.flow.pattern_defs.find(id.index);
        if (has_name && version != ctx.flow.pattern_defs.end()) {
            test.captures.emplace_back(version->second, subject);
        }
    };
    std::visit(match{
                   [&](const syntax::MatchValue& p) {
                       compare_pattern(ctx, lower(ctx, p.value), subject, pattern.range, test);
                   },
                   [&](const syntax::MatchSingleton& p) {
                       singleton_pattern(ctx, p, subject, pattern.range, test);
                   },
                   [&](const syntax::MatchSequence& p) {
                       sequence_pattern(ctx, p.patterns, subject, pattern.range, test);
                   },
                   [&](const syntax::MatchStar& p) { capture(p.name.has_value()); },
                   [&](const syntax::MatchAs& p) {
                       if (p.pattern.valid()) {
                           find_pattern(ctx, p.pattern, subject, test);
                       }
                       capture(p.name.has_value());
                   },
                   [&](const syntax::MatchOr& p) {
                       alternatives(ctx, p.patterns, subject, pattern.range, test);
                   },
                   [&](const syntax::MatchMapping&) {
                       refused(ctx, pattern.range, "a pattern of a mapping");
                       test.has_failed = true;
                   },
                   [&](const syntax::MatchClass&) {
                       refused(ctx, pattern.range, "a pattern of a class");
                       test.has_failed = true;
                   },
               },
               pattern.as);
}

/// A literal or a constant in a pattern: what has another kind of type is never equal.
static void compare_pattern(Lowering& ctx, const Operand& wanted, const Operand& subject,
                            Range range, PatternTest& test) {
    if (wanted.kind == Operand::Kind::Error || subject.kind == Operand::Kind::Error) {
        test.has_failed = true;
        return;
    }
    const bool is_text = wanted.get<StringValue>() != nullptr && wanted.is_known();
    const bool has_text = subject.get<StringValue>() != nullptr && subject.is_known();
    const bool is_number = wanted.is_value() && wanted.type.is_scalar();
    const bool has_number = subject.is_value() && subject.type.is_scalar();
    if (is_text != has_text ||
        (is_number != has_number && subject.kind != Operand::Kind::Pending)) {
        test.never();
        return;
    }
    const Operand equal = compare(ctx, CompareOp::Eq, subject, wanted, range);
    const auto* outcome = equal.get<NumberValue>();
    if (!equal.is_value()) {
        test.has_failed = test.has_failed || equal.kind == Operand::Kind::Error;
    } else if (outcome != nullptr) {
        test.is_never = test.is_never || !std::get<bool>(outcome->value);
    } else {
        test.conditions.push_back(equal);
    }
}

/// `case (x, 0, *rest)`: a tuple of that many items.
static void sequence_pattern(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                             const Operand& subject, Range range, PatternTest& test) {
    if (!subject.is_value()) {
        test.is_never = test.is_never || subject.is_known();
        test.has_failed = test.has_failed || subject.kind == Operand::Kind::Error;
        return;
    }
    if (subject.type.is_array()) {
        refused(ctx, range, "a pattern of items against an array");
        test.has_failed = true;
        return;
    }
    const std::size_t count = subject.type.is_tuple() ? ctx.types.items(subject.type).size() : 0;
    const auto star = std::ranges::find_if(patterns, [&](syntax::PatternId id) {
        return ctx.tree.patterns[id].is<syntax::MatchStar>();
    });
    const bool has_star = star != patterns.end();
    const bool fits = has_star ? count + 1 >= patterns.size() : count == patterns.size();
    if (!subject.type.is_tuple() || !fits) {
        test.never();
        return;
    }
    const std::size_t taken = has_star ? count + 1 - patterns.size() : 0;
    std::size_t item = 0;
    for (const syntax::PatternId id : patterns) {
        if (has_star && id == *star) {
            std::vector<Operand> rest;
            for (std::size_t i = 0; i < taken; ++i) {
                rest.push_back(tuple_item(ctx, subject, item++, range));
            }
            find_pattern(ctx, id, tuple_of(ctx, rest, range), test);
        } else {
            find_pattern(ctx, id, tuple_item(ctx, subject, item++, range), test);
        }
    }
}

/// `case 1 | 2`: one of them holds.
static void alternatives(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                         const Operand& subject, Range range, PatternTest& test) {
    ir::ExprId any;
    for (const syntax::PatternId id : patterns) {
        PatternTest one;
        find_pattern(ctx, id, subject, one);
        test.has_failed = test.has_failed || one.has_failed;
        if (!one.captures.empty()) {
            unsupported(ctx, ctx.tree.patterns[id].range, "a name in one of several patterns");
            test.has_failed = true;
        }
        if (one.is_never || one.has_failed) {
            continue;
        }
        if (one.conditions.empty()) {
            return;  // it takes everything
        }
        const ir::ExprId all = all_of(ctx, one.conditions, range);
        any = any.valid() ? add(ctx, boolean, range, ir::Logical{false, any, all}) : all;
    }
    if (!any.valid()) {
        test.never();
        return;
    }
    test.conditions.push_back(as_operand(ctx, any));
}

/// `(n := a[i])`: the assignment stands in front of the statement, or of the part of it that runs.
Operand lower_walrus(Lowering& ctx, const syntax::NamedExpr& e, Range range) {
    const Operand operand = lower(ctx, e.value);
    const auto def = ctx.flow.defs.find(e.target.index);
    if (def == ctx.flow.defs.end()) {
        return refused(ctx, range, "`:=` to a variable of another function");
    }
    assign_name(ctx, e.target, operand, ctx.current_stmt);
    const bool is_kept = operand.is_value() && ctx.flow.versions[current(ctx, def->second)].is_read;
    return is_kept ? read_version(ctx, current(ctx, def->second), range) : operand;
}

/// The phis where the ways through an expression meet.
Operand joined(Lowering& ctx, ExprId expr, Operand operand) {
    const auto phis = ctx.flow.expr_joins.find(expr.index);
    if (phis != ctx.flow.expr_joins.end()) {
        for (const VersionId phi : phis->second) {
            if (ctx.flow.versions[phi].is_read && ctx.flow.versions[phi].operands.size() > 1) {
                update_phi(ctx, phi);
            }
        }
    }
    return operand;
}

}  // namespace pycu::sema
