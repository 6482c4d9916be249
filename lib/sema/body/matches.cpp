// `match` as a chain of tests, and `:=`. See body.h.
#include <algorithm>

#include "sema/body/body.h"
#include "support/match.h"

namespace pycu::sema {

/// What a pattern asks of a value: tests, all of which must hold, and the names that it binds.
struct Body::PatternTest {
    bool is_never = false;
    bool has_failed = false;
    std::vector<Operand> conditions;
    std::vector<std::pair<VersionId, Operand>> captures;

    void never() { is_never = true; }
};

void Body::lower_match(const syntax::Match& s, StmtId id) {
    Operand subject = lower(s.subject);
    if (subject.is_known() && subject.get<TupleValue>() != nullptr) {
        subject = runtime(subject, tree_.exprs[s.subject].range);
    }
    if (subject.is_value()) {
        const bool is_tuple = std::holds_alternative<ir::Tuple>(fn_.exprs[subject.ir].as);
        if (!is_tuple) {
            subject.ir = keep(subject.ir, "subject");
        }
    }
    lower_cases(s, 0, subject, id);
    update_phis(flow_.joins, id);
}

/// The cases from one on.
void Body::lower_cases(const syntax::Match& s, std::size_t at, const Operand& subject, StmtId id) {
    if (at == s.cases.size()) {
        return;
    }
    const syntax::MatchCase& match_case = s.cases[at];
    const Range range = tree_.patterns[match_case.pattern].range;
    PatternTest test;
    find_pattern(match_case.pattern, subject, test);
    if (test.has_failed || test.is_never || !(subject.is_value() || subject.is_known())) {
        pass_over(match_case, test);
        update_phis(flow_.joins, id);
        lower_cases(s, at + 1, subject, id);
        return;
    }
    ir::ExprId condition = all_of(test.conditions, range);
    const auto bind = [&] {
        for (const auto& [version, operand] : test.captures) {
            set_version(version, operand);
            if (operand.is_value()) {
                assign_value(version, operand, range, false);
            }
        }
    };
    const bool has_guard = match_case.guard.valid();
    bool binds_inside = true;
    if (has_guard) {
        condition = guarded(condition, match_case.guard, test.captures.empty(), bind, range);
        binds_inside = false;
        if (!condition.valid()) {
            const ir::Block unused = lower_block(match_case.body);
            return lower_cases(s, at + 1, subject, id);
        }
    }
    ir::Block body = block_of([&] {
        if (binds_inside) {
            bind();
        }
    });
    const ir::Block lowered = lower_block(match_case.body);
    body.insert(body.end(), lowered.begin(), lowered.end());
    update_phis(flow_.joins, id);
    if (!condition.valid()) {
        out_->insert(out_->end(), body.begin(), body.end());
        return;
    }
    ir::Block rest = block_of([&] { lower_cases(s, at + 1, subject, id); });
    if (rest.size() == 1) {
        if (auto* next = std::get_if<ir::If>(&fn_.stmts[rest.front()].as)) {
            next->is_elif = true;
        }
    }
    current_stmt_ = tree_.stmts[id].range;
    emit(range, ir::If{condition, std::move(body), std::move(rest), false});
}

/// A case that is never taken, or whose pattern is in error: its names have no values.
void Body::pass_over(const syntax::MatchCase& match_case, const PatternTest& test) {
    for (const auto& [version, operand] : test.captures) {
        set_version(version, test.has_failed ? error() : Operand{});
    }
    if (test.has_failed || !test.is_never) {
        forget(lower_block(match_case.body));
    }
}

/// That all conditions hold; not valid where there is none.
ir::ExprId Body::all_of(const std::vector<Operand>& conditions, Range range) {
    ir::ExprId all;
    for (const Operand& part : conditions) {
        all = all.valid() ? add(boolean, range, ir::Logical{true, all, part.ir}) : part.ir;
    }
    return all;
}

/// The test of a case with a guard, which sees what the pattern binds. Not valid where the guard
/// has no value.
ir::ExprId Body::guarded(ir::ExprId condition, ExprId guard, bool has_no_captures,
                         const std::function<void()>& bind, Range range) {
    if (!condition.valid()) {
        bind();
        const Operand truth_value = truth(guard);
        return truth_value.is_value() ? truth_value.ir : ir::ExprId{};
    }
    Operand truth_value;
    ir::Block inner = block_of([&] {
        bind();
        truth_value = truth(guard);
    });
    if (!truth_value.is_value()) {
        return {};
    }
    if (has_no_captures && inner.empty()) {
        return add(boolean, range, ir::Logical{true, condition, truth_value.ir});
    }
    const ir::LocalId matched = temporary("matched", boolean, range);
    emit(current_stmt_, ir::Assign{.target = matched, .value = number(boolean, false, range).ir});
    emit_into(inner,
              [&] { emit(current_stmt_, ir::Assign{.target = matched, .value = truth_value.ir}); });
    emit(current_stmt_, ir::If{condition, std::move(inner), {}, false});
    return add(boolean, range, ir::Read{matched});
}

void Body::find_pattern(syntax::PatternId id, const Operand& subject, PatternTest& test) {
    const syntax::Pattern& pattern = tree_.patterns[id];
    const auto capture = [&](bool has_name) {
        const auto version = flow_.pattern_defs.find(id.index);
        if (has_name && version != flow_.pattern_defs.end()) {
            test.captures.emplace_back(version->second, subject);
        }
    };
    std::visit(match{
                   [&](const syntax::MatchValue& p) {
                       compare_pattern(lower(p.value), subject, pattern.range, test);
                   },
                   [&](const syntax::MatchSingleton& p) {
                       const auto* truth_value = std::get_if<bool>(&p.value);
                       if (truth_value == nullptr) {
                           test.is_never = test.is_never || subject.get<NoneValue>() == nullptr;
                       } else if (!subject.is_value() || !subject.type.is_bool()) {
                           test.never();
                       } else if (*truth_value) {
                           test.conditions.push_back(subject);
                       } else {
                           test.conditions.push_back(
                               value(boolean, pattern.range, ir::Unary{UnaryOp::Not, subject.ir}));
                       }
                   },
                   [&](const syntax::MatchSequence& p) {
                       sequence_pattern(p.patterns, subject, pattern.range, test);
                   },
                   [&](const syntax::MatchStar& p) { capture(p.name.has_value()); },
                   [&](const syntax::MatchAs& p) {
                       if (p.pattern.valid()) {
                           find_pattern(p.pattern, subject, test);
                       }
                       capture(p.name.has_value());
                   },
                   [&](const syntax::MatchOr& p) {
                       alternatives(p.patterns, subject, pattern.range, test);
                   },
                   [&](const syntax::MatchMapping&) {
                       refused(pattern.range, "a pattern of a mapping");
                       test.has_failed = true;
                   },
                   [&](const syntax::MatchClass&) {
                       refused(pattern.range, "a pattern of a class");
                       test.has_failed = true;
                   },
               },
               pattern.as);
}

/// A literal or a constant in a pattern: what has another kind of type is never equal.
void Body::compare_pattern(const Operand& wanted, const Operand& subject, Range range,
                           PatternTest& test) {
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
    const Operand equal = compare(CompareOp::Eq, subject, wanted, range);
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
void Body::sequence_pattern(const std::vector<syntax::PatternId>& patterns, const Operand& subject,
                            Range range, PatternTest& test) {
    if (!subject.is_value()) {
        test.is_never = test.is_never || subject.is_known();
        test.has_failed = test.has_failed || subject.kind == Operand::Kind::Error;
        return;
    }
    if (subject.type.is_array()) {
        refused(range, "a pattern of items against an array");
        test.has_failed = true;
        return;
    }
    const std::size_t count =
        subject.type.is_tuple() ? evaluator_.types().items(subject.type).size() : 0;
    const auto star = std::ranges::find_if(patterns, [&](syntax::PatternId id) {
        return std::holds_alternative<syntax::MatchStar>(tree_.patterns[id].as);
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
                rest.push_back(tuple_item(subject, item++, range));
            }
            find_pattern(id, tuple_of(rest, range), test);
        } else {
            find_pattern(id, tuple_item(subject, item++, range), test);
        }
    }
}

/// `case 1 | 2`: one of them holds.
void Body::alternatives(const std::vector<syntax::PatternId>& patterns, const Operand& subject,
                        Range range, PatternTest& test) {
    ir::ExprId any;
    for (const syntax::PatternId id : patterns) {
        PatternTest one;
        find_pattern(id, subject, one);
        test.has_failed = test.has_failed || one.has_failed;
        if (!one.captures.empty()) {
            unsupported(tree_.patterns[id].range, "a name in one of several patterns");
            test.has_failed = true;
        }
        if (one.is_never || one.has_failed) {
            continue;
        }
        if (one.conditions.empty()) {
            return;  // it takes everything
        }
        const ir::ExprId all = all_of(one.conditions, range);
        any = any.valid() ? add(boolean, range, ir::Logical{false, any, all}) : all;
    }
    if (!any.valid()) {
        test.never();
        return;
    }
    test.conditions.push_back(as_operand(any));
}

/// `(n := a[i])`: the assignment stands in front of the statement, or of the part of it that runs.
Operand Body::lower_walrus(const syntax::NamedExpr& e, Range range) {
    const Operand operand = lower(e.value);
    const auto def = flow_.defs.find(e.target.index);
    if (def == flow_.defs.end()) {
        return refused(range, "`:=` to a variable of another function");
    }
    assign_name(e.target, operand, current_stmt_);
    const bool is_kept = operand.is_value() && flow_.versions[current(def->second)].is_read;
    return is_kept ? read_version(current(def->second), range) : operand;
}

/// The phis where the ways through an expression meet.
Operand Body::joined(ExprId expr, Operand operand) {
    const auto phis = flow_.expr_joins.find(expr.index);
    if (phis != flow_.expr_joins.end()) {
        for (const VersionId phi : phis->second) {
            if (flow_.versions[phi].is_read && flow_.versions[phi].operands.size() > 1) {
                update_phi(phi);
            }
        }
    }
    return operand;
}

}  // namespace pycu::sema
