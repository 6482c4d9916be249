// Branches: `if`, `match`, and expressions of which only a part may be evaluated. See
// flow_builder.h.
#include <algorithm>

#include "flow/flow_builder.h"
#include "support/match.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"
#include "syntax/visit.h"

namespace pycu::flow {

void FlowBuilder::visit_if(const syntax::If& s, syntax::StmtId id) {
    const std::size_t mark = current_.mark();
    Test test = visit_test(s.test);
    const std::optional<bool> known = outcome(s.test);
    if (test.exits.empty()) {
        // What the test sets is set on both ways.
        const std::size_t tested = current_.mark();
        reachable_ = known.value_or(true);
        visit_body(s.body);
        Path taken = current_.leave(tested, reachable_);
        reachable_ = !known.value_or(false);
        visit_body(s.orelse);
        Path otherwise = current_.leave(tested, reachable_);
        join({std::move(taken), std::move(otherwise)}, id);
        return;
    }
    Path all = current_.leave(mark, true);
    join(test.is_and ? std::vector{all} : test.exits, id);
    visit_body(s.body);
    Path taken = current_.leave(mark, reachable_);
    join(test.is_and ? test.exits : std::vector{all}, id);
    visit_body(s.orelse);
    Path otherwise = current_.leave(mark, reachable_);
    join({std::move(taken), std::move(otherwise)}, id);
}

bool FlowBuilder::has_walrus(syntax::ExprId expr) const {
    const syntax::Expr& e = tree_.exprs[expr];
    const auto* list = std::get_if<syntax::ListComp>(&e.as);
    const auto* generator_of = std::get_if<syntax::GeneratorExp>(&e.as);
    bool found = std::holds_alternative<syntax::NamedExpr>(e.as);
    const auto look = [&](syntax::ExprId part) { found = found || has_walrus(part); };
    if (list != nullptr || generator_of != nullptr) {
        look(list != nullptr ? list->elt : generator_of->elt);
        for (const syntax::Comprehension& one :
             list != nullptr ? list->generators : generator_of->generators) {
            look(one.iter);
            std::ranges::for_each(one.ifs, look);
        }
    } else {
        symbols::for_each_child(tree_, expr, look);
    }
    return found;
}

FlowBuilder::Test FlowBuilder::visit_test(syntax::ExprId expr) {
    Test test;
    test.begin = current_.mark();
    const auto* op = std::get_if<syntax::BoolOp>(&tree_.exprs[expr].as);
    const bool may_differ =
        op != nullptr && std::any_of(op->values.begin() + 1, op->values.end(),
                                     [&](syntax::ExprId value) { return has_walrus(value); });
    if (!may_differ) {
        visit_expr(expr);
        return test;
    }
    test.is_and = op->op == syntax::BoolOperator::And;
    for (const syntax::ExprId value : op->values) {
        visit_expr(value);
        test.exits.push_back(current_.path_since(test.begin, true));
    }
    return test;
}

/// The ways through a part of an expression meet behind it.
void FlowBuilder::join_in_expression(syntax::ExprId id, const std::vector<Path>& ends) {
    std::vector<VersionId> phis;
    const bool was_reachable = reachable_;
    join(ends, tree_.exprs[id].range, phis);
    reachable_ = was_reachable;
    if (!phis.empty()) {
        flow_.expr_joins[id.index] = std::move(phis);
    }
}

/// `a and b`, `b if c else d`, `a < b < c` with a `:=` in what may be left out.
bool FlowBuilder::visit_conditional(syntax::ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    std::vector<syntax::ExprId> values;
    const auto* choice = std::get_if<syntax::IfExp>(&expr.as);
    if (const auto* op = std::get_if<syntax::BoolOp>(&expr.as)) {
        values = op->values;
    } else if (const auto* compare = std::get_if<syntax::Compare>(&expr.as)) {
        visit_expr(compare->left);
        values = compare->comparators;
    } else if (choice != nullptr) {
        values = {choice->test, choice->body, choice->orelse};
    } else {
        return false;
    }
    std::vector<Path> ends;
    visit_expr(values.front());
    const std::size_t mark = current_.mark();
    if (choice != nullptr) {
        for (const syntax::ExprId value : {choice->body, choice->orelse}) {
            visit_expr(value);
            ends.push_back(current_.leave(mark, true));
        }
    } else {
        ends.push_back(current_.path_since(mark, true));
        for (std::size_t i = 1; i < values.size(); ++i) {
            visit_expr(values[i]);
            ends.push_back(current_.path_since(mark, true));
        }
        current_.restore(mark);
    }
    join_in_expression(id, ends);
    return true;
}

/// A comprehension reads what is around it; its own variables hide those of the same name. What a
/// `:=` in it sets may be set in no turn.
bool FlowBuilder::visit_comprehension(syntax::ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    const auto* list = std::get_if<syntax::ListComp>(&expr.as);
    const auto* generator_of = std::get_if<syntax::GeneratorExp>(&expr.as);
    if (list == nullptr && generator_of == nullptr) {
        return false;
    }
    const std::size_t outer = shadowed_.size();
    const std::vector<syntax::Comprehension>& generators =
        list != nullptr ? list->generators : generator_of->generators;
    bool is_certain = generators.size() == 1 && generators.front().ifs.empty() &&
                      is_filled_(generators.front().iter);
    std::size_t mark = current_.mark();
    for (const syntax::Comprehension& generator : generators) {
        visit_expr(generator.iter);
        if (&generator == &generators.front()) {
            mark = current_.mark();
        }
        symbols::for_each_target_name(
            tree_, generator.target,
            [&](syntax::ExprId, const std::string& name) { shadowed_.push_back(name); });
        std::ranges::for_each(generator.ifs, [&](syntax::ExprId test) { visit_expr(test); });
    }
    visit_expr(list != nullptr ? list->elt : generator_of->elt);
    shadowed_.resize(outer);
    is_certain = is_certain || !has_walrus(id);
    if (!is_certain) {
        std::vector<Path> ends;
        ends.push_back(current_.path_since(mark, true));
        current_.restore(mark);
        ends.push_back(current_.path_since(mark, true));
        join_in_expression(id, ends);
    }
    return true;
}

bool FlowBuilder::is_shadowed(const std::string& name) const {
    return std::ranges::find(shadowed_, name) != shadowed_.end();
}

void FlowBuilder::visit_pattern(syntax::PatternId id) {
    const syntax::Pattern& pattern = tree_.patterns[id];
    const auto inner = match{
        [&](syntax::ExprId expr, bool) { visit_expr(expr); },
        [&](syntax::PatternId one, bool) { visit_pattern(one); },
        [](const syntax::Suite&, bool) {},
    };
    std::visit([&](const auto& node) { syntax::for_each_child(node, inner); }, pattern.as);
    const syntax::Identifier* name = syntax::bound_name(pattern);
    const auto variable =
        name != nullptr ? flow_.variable_index.find(name->text) : flow_.variable_index.end();
    if (variable != flow_.variable_index.end()) {
        flow_.pattern_defs[id.index] =
            define(variable->second, Version::Kind::Definition, pattern.range);
    }
}

namespace {

/// Whether a pattern takes everything.
bool is_irrefutable(const syntax::Tree& tree, syntax::PatternId id) {
    const auto* as = std::get_if<syntax::MatchAs>(&tree.patterns[id].as);
    return as != nullptr && (!as->pattern.valid() || is_irrefutable(tree, as->pattern));
}

}  // namespace

void FlowBuilder::visit_match(const syntax::Match& s, syntax::StmtId id) {
    visit_expr(s.subject);
    const std::size_t mark = current_.mark();
    std::vector<Path> ends;
    for (const syntax::MatchCase& match_case : s.cases) {
        if (!reachable_) {
            break;
        }
        const std::size_t start = current_.mark();
        const bool always = is_irrefutable(tree_, match_case.pattern);
        Path unlike = current_.path_since(start, !always);
        visit_pattern(match_case.pattern);
        if (match_case.guard.valid()) {
            visit_expr(match_case.guard);
        }
        Path refused = current_.path_since(start, match_case.guard.valid());
        visit_body(match_case.body);
        ends.push_back(current_.path_since(mark, reachable_));
        current_.restore(start);
        join({std::move(unlike), std::move(refused)}, id);
    }
    ends.push_back(current_.leave(mark, reachable_));
    join(ends, id);
}

}  // namespace pycu::flow
