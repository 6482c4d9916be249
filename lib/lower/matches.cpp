// `match` as a chain of tests, and `:=`. See lowering.h.
#include <functional>

#include "lower/exprs.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "support/match.h"

namespace pycu::sema {

/// The names that a pattern binds.
using Captures = std::vector<std::pair<VersionId, Operand>>;

static Operand sequence_pattern(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                                const Operand& subject, Range range, Captures& captures);
static Operand find_pattern(Lowering& ctx, syntax::PatternId id, const Operand& subject,
                            Captures& captures);

/// What is known of a test: true where it asks for nothing, false where it never holds.
static std::optional<bool> outcome_of(const Operand& test) {
    const auto* known = test.is_value() ? test.get<NumberValue>() : nullptr;
    const bool* outcome = known != nullptr ? std::get_if<bool>(&known->value) : nullptr;
    return outcome != nullptr ? std::optional(*outcome) : std::nullopt;
}

/// Both tests, or one of them.
static Operand joined_tests(Lowering& ctx, bool is_and, const Operand& left, const Operand& right,
                            Range range) {
    const auto outcome = outcome_of(left);
    const auto other = outcome_of(right);
    if (poison_of({&left, &right}) == nullptr && (outcome || other)) {
        return outcome ? (*outcome == is_and ? right : left) : (*other == is_and ? left : right);
    }
    return logical(ctx, is_and, left, right, range);
}

/// `None`, `True` and `False`, which are compared by `is`.
static Operand singleton_pattern(Lowering& ctx, const syntax::MatchSingleton& p,
                                 const Operand& subject, Range range) {
    const auto* wanted = std::get_if<bool>(&p.value);
    if (wanted == nullptr) {
        return number(ctx, boolean, subject.get<NoneValue>() != nullptr, range);
    }
    if (!subject.type.is_bool()) {
        return number(ctx, boolean, false, range);
    }
    Operand test = negate_if(ctx, !*wanted, subject, range);
    test.known.reset();
    return test;
}

/// A literal or a constant in a pattern: what has another kind of type is never equal.
static Operand compare_pattern(Lowering& ctx, const Operand& wanted, const Operand& subject,
                               Range range) {
    if (const Operand* poison = poison_of({&wanted, &subject})) {
        return *poison;
    }
    const auto is_text = [](const Operand& operand) {
        return operand.is_known() && operand.get<StringValue>() != nullptr;
    };
    const bool is_same_kind =
        is_text(wanted) == is_text(subject) && wanted.type.is_scalar() == subject.type.is_scalar();
    return is_same_kind ? compare(ctx, CompareOp::Eq, subject, wanted, range)
                        : number(ctx, boolean, false, range);
}

/// `case 1 | 2`: one of them holds.
static Operand alternatives(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                            const Operand& subject, Range range) {
    Operand test = number(ctx, boolean, false, range);
    for (const syntax::PatternId id : patterns) {
        Captures captures;
        Operand one = find_pattern(ctx, id, subject, captures);
        if (!captures.empty()) {
            one =
                unsupported(ctx, ctx.tree.patterns[id].range, "a name in one of several patterns");
        }
        test = joined_tests(ctx, false, test, one, range);
    }
    return test;
}

/// What a pattern asks of a value, as a test that does not bind its names yet.
static Operand find_pattern(Lowering& ctx, syntax::PatternId id, const Operand& subject,
                            Captures& captures) {
    const syntax::Pattern& pattern = ctx.tree.patterns[id];
    const Range range = pattern.range;
    const auto capture = [&](bool has_name) {
        const auto version = ctx.flow.pattern_defs.find(id.index);
        if (has_name && version != ctx.flow.pattern_defs.end()) {
            captures.emplace_back(version->second, subject);
        }
        return number(ctx, boolean, true, range);
    };
    return std::visit<Operand>(
        match{
            [&](const syntax::MatchValue& p) {
                return compare_pattern(ctx, lower(ctx, p.value), subject, range);
            },
            [&](const syntax::MatchSingleton& p) {
                return singleton_pattern(ctx, p, subject, range);
            },
            [&](const syntax::MatchSequence& p) {
                return sequence_pattern(ctx, p.patterns, subject, range, captures);
            },
            [&](const syntax::MatchStar& p) { return capture(p.name.has_value()); },
            [&](const syntax::MatchAs& p) {
                const Operand inner = p.pattern ? find_pattern(ctx, p.pattern, subject, captures)
                                                : number(ctx, boolean, true, range);
                capture(p.name.has_value());
                return inner;
            },
            [&](const syntax::MatchOr& p) { return alternatives(ctx, p.patterns, subject, range); },
            [&](const syntax::MatchMapping&) {
                return refused(ctx, range, "a pattern of a mapping");
            },
            [&](const syntax::MatchClass&) { return refused(ctx, range, "a pattern of a class"); },
        },
        pattern.as);
}

/// `case (x, 0, *rest)`: a tuple of that many items.
static Operand sequence_pattern(Lowering& ctx, const std::vector<syntax::PatternId>& patterns,
                                const Operand& subject, Range range, Captures& captures) {
    if (poison_of(subject) != nullptr) {
        return subject;
    }
    if (subject.type.is_array()) {
        return refused(ctx, range, "a pattern of items against an array");
    }
    std::optional<std::size_t> star;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        star = ctx.tree.patterns[patterns[i]].is<syntax::MatchStar>() ? std::optional(i) : star;
    }
    const auto items = subject.type.is_tuple()
                           ? items_for(ctx, subject, patterns.size(), star, range)
                           : std::nullopt;
    Operand test = number(ctx, boolean, items.has_value(), range);
    for (std::size_t i = 0; items && i < patterns.size(); ++i) {
        const Operand one = find_pattern(ctx, patterns[i], (*items)[i], captures);
        test = joined_tests(ctx, true, test, one, range);
    }
    return test;
}

/// A case that is never taken, or whose pattern is in error: its names have no values.
static void pass_over(Lowering& ctx, const syntax::MatchCase& match_case, const Operand* poison,
                      const Captures& captures) {
    for (const auto& [version, operand] : captures) {
        set_version(ctx, version, poison != nullptr ? *poison : Operand{});
    }
    if (poison != nullptr) {
        without_effects(ctx, [&] { lower_block(ctx, match_case.body); });
    }
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
    set(ctx, matched, number(ctx, boolean, false, range).ir);
    emit_into(ctx, inner, [&] { set(ctx, matched, truth_value.ir); });
    emit(ctx, ctx.current_stmt, ir::If{condition, std::move(inner), {}, false});
    return add(ctx, boolean, range, ir::Read{matched});
}

/// The cases from one on.
static void lower_cases(Lowering& ctx, const syntax::Match& s, std::size_t at,
                        const Operand& subject, StmtId id) {
    if (at == s.cases.size()) {
        return;
    }
    const syntax::MatchCase& match_case = s.cases[at];
    const Range range = ctx.tree.patterns[match_case.pattern].range;
    Captures captures;
    const Operand test = find_pattern(ctx, match_case.pattern, subject, captures);
    const bool is_never = outcome_of(test) == false;
    const Operand* const poison = is_never ? nullptr : poison_of({&test, &subject});
    if (is_never || poison != nullptr) {
        pass_over(ctx, match_case, poison, captures);
        update_phis(ctx, ctx.flow.joins, id.index);
        lower_cases(ctx, s, at + 1, subject, id);
        return;
    }
    ir::ExprId condition = outcome_of(test) == true ? ir::ExprId{} : test.ir;
    const auto bind = [&] {
        for (const auto& [version, operand] : captures) {
            assign_version(ctx, version, operand, range);
        }
    };
    const bool has_guard = match_case.guard.valid();
    if (has_guard) {
        condition = guarded(ctx, condition, match_case.guard, captures.empty(), bind, range);
        if (!condition.valid()) {
            const ir::Block unused = lower_block(ctx, match_case.body);
            return lower_cases(ctx, s, at + 1, subject, id);
        }
    }
    ir::Block body = block_of(ctx, [&] {
        if (!has_guard) {
            bind();
        }
    });
    const ir::Block lowered = lower_block(ctx, match_case.body);
    body.insert(body.end(), lowered.begin(), lowered.end());
    update_phis(ctx, ctx.flow.joins, id.index);
    if (!condition.valid()) {
        ctx.out->insert(ctx.out->end(), body.begin(), body.end());
        return;
    }
    ir::Block rest = block_of(ctx, [&] { lower_cases(ctx, s, at + 1, subject, id); });
    auto* next = rest.size() == 1 ? ctx.fn.stmts[rest.front()].get<ir::If>() : nullptr;
    if (next != nullptr) {
        next->is_elif = true;
    }
    ctx.current_stmt = ctx.tree.stmts[id].range;
    emit(ctx, range, ir::If{condition, std::move(body), std::move(rest), false});
}

void lower_match(Lowering& ctx, const syntax::Match& s, StmtId id) {
    Operand subject = lower(ctx, s.subject);
    if (subject.is_known() && subject.get<HostItems>() != nullptr) {
        subject = runtime(ctx, subject, ctx.range(s.subject));
    }
    if (subject.is_value() && !ctx.is<ir::Tuple>(subject.ir)) {
        subject.ir = keep(ctx, subject.ir, "subject");
    }
    lower_cases(ctx, s, 0, subject, id);
    update_phis(ctx, ctx.flow.joins, id.index);
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
    update_phis(ctx, ctx.flow.expr_joins, expr.index);
    return operand;
}

}  // namespace pycu::sema
