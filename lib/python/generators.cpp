// Generators whose values a loop or a `with` takes: their bodies run, and at each `yield` that of
// the loop does, in Python's order.
#include <algorithm>

#include "python/interpreter.h"
#include "symbols/walk.h"

namespace pycu::sema {

/// Whether a function is a generator with no `yield from`.
bool Interpreter::yields_plainly(StmtId def) {
    if (!yields_) {
        yields_.emplace();
        for (std::uint32_t i = 0; i < file_.exprs.size(); ++i) {
            const syntax::Expr& expr = file_.exprs[ExprId{i}];
            const bool is_from = std::holds_alternative<syntax::YieldFrom>(expr.as);
            if (!is_from && !std::holds_alternative<syntax::Yield>(expr.as)) {
                continue;
            }
            StmtId inner{};
            for (const FunctionPlace& place : scopes_.functions) {
                const Range range = file_.stmts[place.def].range;
                const bool is_around = range.contains(expr.range);
                if (is_around && (!inner || file_.stmts[inner].range.contains(range))) {
                    inner = place.def;
                }
            }
            if (inner) {
                const auto [at, is_new] = yields_->try_emplace(inner.index, true);
                at->second = at->second && !is_from;
            }
        }
    }
    const auto found = yields_->find(def.index);
    return found != yields_->end() && found->second &&
           !std::get<syntax::FunctionDef>(file_.stmts[def].as).is_async;
}

/// The generator that an expression calls, by a name or an attribute; null for anything else.
const FunctionRef* Interpreter::generator_of(ExprId expr, bool is_context, Value& callee) {
    const auto* call = std::get_if<syntax::Call>(&tree_->exprs[expr].as);
    if (call == nullptr || tree_ != &file_) {
        return nullptr;
    }
    const std::function<bool(ExprId)> is_name = [&](ExprId one) {
        const auto* attribute = std::get_if<syntax::Attribute>(&tree_->exprs[one].as);
        return attribute != nullptr ? is_name(attribute->value)
                                    : std::holds_alternative<syntax::Name>(tree_->exprs[one].as);
    };
    if (!is_name(call->func)) {
        return nullptr;
    }
    callee = eval(call->func);
    const auto* function = callee.get<FunctionRef>();
    const bool is_it = function != nullptr && function->made != nullptr && !function->is_device() &&
                       !function->made->is_cached && function->made->is_context == is_context &&
                       function->made->is_decorated == is_context;
    return is_it && yields_plainly(function->def) ? function : nullptr;
}

/// Runs a generator; `take` runs at each of its `yield`s as the one who has called it. False where
/// the expression calls none, or one that is not followed.
bool Interpreter::take_all(ExprId expr, bool is_context,
                           const std::function<void(const Value&)>& take) {
    Value callee;
    const FunctionRef* function = generator_of(expr, is_context, callee);
    if (function == nullptr || is_too_long_) {
        return false;
    }
    const auto& call = std::get<syntax::Call>(tree_->exprs[expr].as);
    CallArguments args;
    args.range = tree_->exprs[expr].range;
    const bool is_open = arguments(call, args);
    Taker taker{take, frame_, tree_, locals_, std::exchange(loops_, {})};
    Taker* const before = std::exchange(taker_, &taker);
    trace(*function, args, is_open, args.range);
    const bool was_run = taker_ == nullptr;
    taker_ = before;
    loops_ = std::move(taker.loops);
    return was_run;
}

/// The same, later, where it stands now; of a generator, while it is left at a `yield`.
void Interpreter::push_closer(const std::function<void()>& run) {
    if (running_.empty() || running_.back().taker == nullptr) {
        return;
    }
    running_.back().closers.push_back([this, run, at = std::tuple(frame_, tree_, locals_)] {
        const auto outer = std::tuple(frame_, tree_, locals_);
        std::tie(frame_, tree_, locals_) = at;
        run();
        std::tie(frame_, tree_, locals_) = outer;
    });
}

void Interpreter::pop_closer() {
    if (!running_.empty() && running_.back().taker != nullptr) {
        running_.back().closers.pop_back();
    }
}

/// `yield value`: who takes it goes on, and then the generator.
Value Interpreter::yield(const syntax::Yield& node, Range range) {
    const Value value = node.value ? eval(node.value) : Value{NoneValue{}};
    Running generator = std::move(running_.back());
    running_.pop_back();
    Taker& taker = *generator.taker;
    const auto swap = [&] {
        std::swap(frame_, taker.frame);
        std::swap(tree_, taker.tree);
        std::swap(locals_, taker.locals);
        std::swap(loops_, taker.loops);
    };
    const std::vector<const Running*> inner(
        suspended_.begin() + std::ptrdiff_t(generator.suspended), suspended_.end());
    const auto has_closers = [](const Running* one) { return !one->closers.empty(); };
    const bool may_close = has_closers(&generator) || std::ranges::any_of(inner, has_closers);
    suspended_.push_back(&generator);
    swap();
    std::optional<Detour> detour = may_close ? std::optional(begin_detour(false)) : std::nullopt;
    taker.take(value);
    const Jumps jumps = detour ? end_detour(std::move(*detour), range) : Jumps{};
    swap();
    suspended_.pop_back();
    running_.push_back(std::move(generator));
    running_.back().is_generator = true;
    const auto close = [&] {
        const auto run_all = [](const std::vector<std::function<void()>>& closers) {
            std::for_each(closers.rbegin(), closers.rend(), [](const auto& run) { run(); });
        };
        for (auto one = inner.rbegin(); one != inner.rend(); ++one) {
            lazily([&] { run_all((*one)->closers); }, range);  // before or behind its own
        }
        run_all(std::vector(running_.back().closers));
        Running closed = std::move(running_.back());
        running_.pop_back();
        swap();
        jump({false, jumps.returns, jumps.breaks});
        swap();
        running_.push_back(std::move(closed));
    };
    if (jumps.returns || jumps.breaks) {
        jumps.goes_on ? static_cast<void>(path(close)) : close();
    }
    return unknown("it is what is sent to a generator", range);
}

/// `for x in batches(n)`; false where that is no generator.
bool Interpreter::take_in_loop(const syntax::For& node, Range range) {
    loops_.push_back(
        {enter(), {}, symbols::leaves_turn(*tree_, node.body, symbols::Jump::Continue)});
    const bool is_taken = take_all(node.iter, false, [&](const Value& value) {
        assign(node.target, value);
        turn(node.body, range);
    });
    Exit exit = std::move(loops_.back().whole);
    loops_.pop_back();
    if (is_taken && !is_dead_) {
        block(node.orelse);
    }
    meet(std::move(exit), range);
    return is_taken;
}

/// The items of a `with` from one on, and its body.
void Interpreter::enter_items(const syntax::With& node, std::size_t at) {
    if (at == node.items.size()) {
        block(node.body);
        return;
    }
    const auto& one = node.items[at];
    const Range range = tree_->exprs[one.context_expr].range;
    const auto enter_with = [&](const Value& value) {
        if (one.optional_vars) {
            assign(one.optional_vars, value);
        }
        enter_items(node, at + 1);
    };
    Jumps jumps;
    const auto enter_generators = [&](const Value& value) {
        Detour detour = begin_detour();
        enter_with(value);
        jumps = end_detour(std::move(detour), range);
    };
    if (take_all(one.context_expr, true, enter_generators)) {
        jump(jumps);
        return;
    }
    const Value entered = asked(eval(one.context_expr), failures_);
    if (const auto made = call_own(entered, "__enter__", {{}, {}, range}, false, range)) {
        const auto* object = entered.get<HostObject>();
        failures_.operations += object != nullptr && in_class(object->of, "__exit__") ? 0 : 1;
        run_with(
            entered, [&] { enter_with(*made); }, range);
        return;
    }
    may_call(entered, {"__enter__", "__exit__"}, range);  // of a class that is not known
    const auto* entered_path = entered.get<Dotted>();
    if (entered_path != nullptr && entered_path->path.ends_with("()")) {
        return enter_with(entered);  // a pool
    }
    const auto enter = [&] {
        enter_with(with_why(unknown("it is what a `with` makes", range),
                            Unknown{"it is set while the program runs", range}));
    };
    const auto* call = tree_->exprs[one.context_expr].get<syntax::Call>();
    const Value callee = call != nullptr ? eval(call->func) : Value{};
    const auto* path = callee.get<Dotted>();
    const bool is_suppressing = path != nullptr && path->path == "contextlib.suppress";
    failures_.operations += is_suppressing ? 0 : 1;
    if (is_suppressing) {
        run_suppressed(*call, enter, range);
    } else {
        enter();
    }
}

}  // namespace pycu::sema
