// Where paths part and meet: branches and loops.
#include "python/interpreter.h"
#include "symbols/walk.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// As many expressions are computed in turns of loops after the first.
constexpr long max_unrolled_steps = 100'000;
constexpr int max_rounds = 6;

}  // namespace

long Interpreter::spent() const {
    return steps_ + store_.copied();
}

std::optional<bool> Interpreter::test(ExprId expr) {
    return truth_of(eval(expr), tree_->exprs[expr].range);
}

void Interpreter::join(std::vector<std::optional<Changes>> paths, Range range) {
    std::vector<Changes> alive;
    for (std::optional<Changes>& one : paths) {
        if (one) {
            alive.push_back(std::move(*one));
        }
    }
    is_dead_ = alive.empty();
    store_.join(alive, false, range);
}

/// The path that runs goes on where the loop, the turn or the call ends.
void Interpreter::leave(Exit& exit) {
    if (forks_ == exit.forks) {
        exit.is_certain = true;
    } else {
        exit.paths.push_back(store_.seen(exit.mark));
        ++exit.left, ++forks_;
    }
}

/// Where what was left early has come to its end: all that has left it goes on from here.
void Interpreter::meet(Exit exit, Range range) {
    forks_ -= exit.left;
    is_dead_ = is_dead_ && !exit.is_certain;
    if (exit.paths.empty()) {
        store_.close(exit.mark);
        return;
    }
    std::vector<std::optional<Changes>> paths(std::make_move_iterator(exit.paths.begin()),
                                              std::make_move_iterator(exit.paths.end()));
    Changes last = store_.leave(exit.mark);
    if (!is_dead_) {
        paths.emplace_back(std::move(last));
    }
    join(std::move(paths), range);
}

void Interpreter::lazily(const std::function<void()>& run, Range range) {
    std::vector<std::optional<Changes>> ends;
    const Changes changes = attempt(run, ends);  // whatever it has come to
    if (!changes.changes.empty()) {
        store_.join({changes}, true, range, ++loops_made_);
        Store::share(changes);
    }
}

Detour Interpreter::begin_detour(bool is_in_turn) {
    Detour aside;
    aside.has_call = !running_.empty();
    aside.has_loop = !loops_.empty();
    aside.has_turn = is_in_turn && aside.has_loop && loops_.back().has_continue;
    if (aside.has_call) {
        aside.call = std::exchange(running_.back().exit, enter());
    }
    if (aside.has_loop) {
        aside.loop = std::exchange(loops_.back().whole, enter());
    }
    if (aside.has_turn) {
        aside.turn = std::exchange(loops_.back().turn, enter());
    }
    return aside;
}

/// All paths meet, so that what follows runs once for them; then each goes where it was going.
Jumps Interpreter::end_detour(Detour aside, Range range) {
    Jumps jumps;
    jumps.goes_on = !is_dead_;
    const auto put_back = [&](Exit& exit, Exit& aside) {
        Exit inner = std::exchange(exit, std::move(aside));
        const bool is_left = inner.is_certain || inner.left > 0;
        meet(std::move(inner), range);
        return is_left;
    };
    jumps.continues = aside.has_turn && put_back(loops_.back().turn, aside.turn);
    jumps.breaks = aside.has_loop && put_back(loops_.back().whole, aside.loop);
    jumps.returns = aside.has_call && put_back(running_.back().exit, aside.call);
    return jumps;
}

void Interpreter::jump(const Jumps& jumps) {
    if (is_dead_) {
        return;  // a `return` in a `finally` is the last word
    }
    const bool is_one = int(jumps.returns) + int(jumps.breaks) + int(jumps.continues) == 1;
    const auto go = [&](Exit& exit) {
        if (is_one && !jumps.goes_on) {
            leave(exit);
        } else {
            path([&] { leave(exit); });
        }
    };
    if (jumps.returns) {
        go(running_.back().exit);
    }
    if (jumps.breaks) {
        go(loops_.back().whole);
    }
    if (jumps.continues) {
        go(loops_.back().turn);
    }
    is_dead_ = !jumps.goes_on;
}

/// One turn whose beginning has run: its body, and the paths that end it.
void Interpreter::turn(const syntax::Suite& body, Range range) {
    const std::size_t at = loops_.size() - 1;
    // Without a `continue`, nobody looks at what the turn alone has changed: a list that grows in
    // the loop is kept once, not in each turn.
    if (!loops_[at].has_continue) {
        block(body);
        return;
    }
    loops_[at].turn = enter();
    block(body);
    meet(std::exchange(loops_[at].turn, {}), range);
}

/// Turns of which nobody knows how many there are: until another changes nothing.
void Interpreter::widen(const std::function<void()>& any, const syntax::Suite& body, Range range) {
    const std::uint32_t id = ++loops_made_;
    const std::size_t launched = launches_.size();
    const std::size_t broken = loops_.back().whole.paths.size();
    // Of what is late, the first round only finds what changes, as do the loops inside it: rounds
    // of rounds would take forever where loops are nested.
    const bool is_late = spent() > limit_;
    const bool was_finding = is_finding_changes_;
    bool is_last = was_finding;
    for (int round = 0;; ++round) {
        launches_.resize(launched);
        loops_.back().whole.paths.resize(broken);
        is_finding_changes_ = was_finding || (is_late && round == 0);
        auto changes = path([&] {
            any();
            turn(body, range);
        });
        is_finding_changes_ = was_finding;
        if (!changes) {
            return;
        }
        const bool is_forgotten = round == max_rounds || spent() > limit_;
        if (is_last || is_forgotten) {
            store_.forget(*changes, Unknown{"it changes in a loop", range});
        } else if (!store_.join({*changes}, true, range, id)) {
            return;
        }
        if (is_last) {
            return;
        }
        is_last = is_forgotten;
    }
}

void Interpreter::loop(const std::function<std::optional<bool>()>& next,
                       const std::function<void()>& any, LoopKind kind, const syntax::Suite& body,
                       const syntax::Suite& orelse, Range range) {
    loops_.push_back({enter(), {}, symbols::leaves_turn(*tree_, body, symbols::Jump::Continue)});
    long cost = 0;
    for (bool is_first = true; !is_dead_; is_first = false) {
        const long before = spent();
        // The first turn may have cost what the loops inside it cost only once.
        const bool fits = unrolled_ + cost <= max_unrolled_steps ||
                          (kind.is_short && 2 * cost < limit_ - spent());
        const bool is_spent = spent() > limit_ || (!is_first && !fits);
        const std::optional<bool> more = is_spent ? std::nullopt : next();
        if (!more) {
            widen(any, body, range);
            is_dead_ = is_dead_ || kind.is_endless;
            break;
        }
        if (!*more) {
            break;
        }
        turn(body, range);
        cost = spent() - before;
        unrolled_ += is_first ? 0 : cost;
    }
    Exit exit = std::move(loops_.back().whole);
    loops_.pop_back();
    if (!is_dead_) {
        block(orelse);
    }
    meet(std::move(exit), range);
}

}  // namespace pycu::sema
