// Rules for expressions: names, `:=`, `yield`, `await`, comprehensions, calls.
#include <algorithm>

#include "support/match.h"
#include "syntax/rules_walker.h"

namespace pycu::syntax {

void Walker::exprs(const std::vector<ExprId>& ids) {
    for (const ExprId id : ids) expr(id);
}

void Walker::expr(ExprId id) {
    if (!id) return;
    const Expr& node = tree_.exprs[id];
    std::visit(
        pycu::match{[&](const NamedExpr& e) { named(node, e); },
                    [&](const Lambda& e) { lambda(e); }, [&](const Await& e) { await(node, e); },
                    [&](const Yield& e) { yield(node, e.value, false); },
                    [&](const YieldFrom& e) { yield(node, e.value, true); },
                    [&](const Call& e) { expr(e.func), exprs(e.args), call_keywords(e.keywords); },
                    [&](const Name& e) { use(e.id); },
                    [&](const auto& e) {
                        if constexpr (requires { e.generators; }) {
                            comprehension(node, e);
                        } else {
                            children(e);
                        }
                    }},
        node.as);
}

/// An expression that is assigned to or deleted; the builder has checked its form.
void Walker::target(ExprId id) {
    const Expr& node = tree_.exprs[id];
    std::visit(pycu::match{[&](const Name& e) { bind(e.id, node.range); },
                           [&](const Starred& e) { target(e.value); },
                           [&](const Attribute& e) {
                               check_debug(e.attr, e.attr_range);
                               expr(e.value);
                           },
                           [&](const auto&) {
                               if (const auto* elts = elements(node)) {
                                   target_list(*elts);
                               } else {
                                   expr(id);
                               }
                           }},
               node.as);
}

void Walker::target_list(const std::vector<ExprId>& elts) {
    bool star = false;
    for (const ExprId id : elts) {
        const bool starred = std::holds_alternative<Starred>(tree_.exprs[id].as);
        if (starred && star) sink_.report<Code::TwoStars>(tree_.exprs[id].range);
        star = star || starred;
        target(id);
    }
}

void Walker::named(const Expr& expression, const NamedExpr& node) {
    const Range where = tree_.exprs[node.target].range;
    const std::string& name = std::get<Name>(tree_.exprs[node.target].as).id;
    if (scope_->iterables > 0) {
        sink_.report<Code::WalrusPlace>(
            expression.range, "an assignment expression in what a comprehension iterates over");
        return;
    }
    if (scope_->kind == ScopeKind::Comprehension) bind_walrus(name, where);
    expr(node.value);
    if (scope_->kind != ScopeKind::Comprehension) bind(name, where);
}

void Walker::call_keywords(const std::vector<Keyword>& keywords) {
    for (std::size_t i = 0; i < keywords.size(); ++i) {
        for (std::size_t j = 0; j < i && keywords[i].arg; ++j) {
            if (keywords[j].arg != keywords[i].arg) continue;
            sink_.report<Code::RepeatedArgument>(keywords[i].name_range, *keywords[i].arg)
                .label(keywords[j].name_range, "first given here");
            break;
        }
        expr(keywords[i].value);
    }
}

void Walker::lambda(const Lambda& node) {
    children(*node.args);
    open(ScopeKind::Lambda);
    parameters(*node.args);
    expr(node.body);
    close();
}

/// The first iterable belongs to the scope around; the rest is a scope of its own.
template <class Node>
void Walker::comprehension(const Expr& expression, const Node& node) {
    const std::vector<Comprehension>& generators = node.generators;
    ++scope_->iterables;
    expr(generators[0].iter);
    --scope_->iterables;
    Scope& outer = *scope_;
    Scope& scope = open(ScopeKind::Comprehension);
    scope.comprehension = noun(expression);
    scope.iterables = outer.iterables;
    for (std::size_t i = 0; i < generators.size(); ++i) {
        const Comprehension& part = generators[i];
        scope.awaits = scope.awaits || part.is_async;
        scope.iteration_target = true;
        target(part.target);
        scope.iteration_target = false;
        if (i > 0) {
            ++scope.iterables;
            expr(part.iter);
            --scope.iterables;
        }
        exprs(part.ifs);
    }
    if constexpr (requires { node.elt; }) {
        expr(node.elt);
    } else {
        expr(node.value), expr(node.key);
    }
    close();
    const bool outer_may_await = (outer.kind == ScopeKind::Function && outer.is_async) ||
                                 outer.kind == ScopeKind::Comprehension;
    if (scope.awaits && !std::is_same_v<Node, GeneratorExp>) {
        if (!outer_may_await) {
            sink_.report<Code::OutsideAsync>(expression.range, "an asynchronous comprehension");
        }
        outer.awaits = true;
    }
}

void Walker::yield(const Expr& expression, ExprId value, bool from) {
    const Range word = first_word(expression.range, 5);
    if (scope_->kind == ScopeKind::Comprehension) {
        sink_.report<Code::YieldPlace>(word,
                                       std::string("a `yield` inside ") + scope_->comprehension);
    } else if (!scope_->is_function()) {
        sink_.report<Code::OutsideFunction>(word, "yield");
    } else if (from && scope_->is_async) {
        sink_.report<Code::YieldPlace>(word, "a `yield from` inside an async function");
    }
    if (scope_->yielded.end == 0) scope_->yielded = expression.range;
    expr(value);
}

void Walker::await(const Expr& expression, const Await& node) {
    if (scope_->kind != ScopeKind::Comprehension) check_async(expression.range, "`await`");
    scope_->awaits = true;
    expr(node.value);
}

}  // namespace pycu::syntax
