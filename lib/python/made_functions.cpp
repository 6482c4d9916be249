// Functions that calls make, and which frames of the run they stand in. See evaluator.h.
#include <algorithm>
#include <set>

#include "python/evaluator.h"
#include "python/interpreter.h"

namespace pycu::sema {

std::size_t Evaluator::canonical(std::size_t frame) const {
    while (run_->store().frame(frame).is_comprehension) {
        frame = run_->store().frame(frame).parent;
    }
    const auto found = same_frames_.find(frame);
    return found != same_frames_.end() ? found->second : frame;
}

ScopeId Evaluator::scope_of_frame(std::size_t frame) const {
    const auto found = scope_of_frame_.find(run_ != nullptr ? canonical(frame) : frame);
    return found != scope_of_frame_.end() ? found->second : ScopeId{};
}

std::optional<std::size_t> Evaluator::frame_of(ScopeId scope) {
    const auto found = frame_of_scope_.find(scope);
    if (found != frame_of_scope_.end()) {
        return found->second;
    }
    return scopes_.all[scope].original ? std::nullopt : run().natural_frame(scope);
}

/// Whether two calls have left the same behind, so that what they have made is the same.
bool Evaluator::is_same_frame(std::size_t a, std::size_t b) {
    a = canonical(a), b = canonical(b);
    if (a == b) {
        return true;
    }
    const Frame& left = run_->store().frame(a);
    const Frame& right = run_->store().frame(b);
    if (left.scope != right.scope || !is_same_frame(left.parent, right.parent)) {
        return false;
    }
    std::set<std::string> names;
    for (const Frame* one : {&left, &right}) {
        for (const auto& [name, cell] : one->names) {
            names.insert(name);
        }
    }
    return std::ranges::all_of(names, [&](const std::string& name) {
        const auto x = run_->slot(a, name, at_end);
        const auto y = run_->slot(b, name, at_end);
        if (!x || !y) {
            return !x && !y;
        }
        const auto* f = x->value->get<FunctionRef>();
        const auto* g = y->value->get<FunctionRef>();
        return f != nullptr && g != nullptr ? f->def == g->def && f->jit == g->jit
                                            : same(*x->value, *y->value, Sameness::State);
    });
}

bool Evaluator::is_call_frame(std::size_t frame) const {
    const Frame& one = run_->store().frame(frame);
    return scopes_.all[one.scope].kind == Scope::Kind::Function && !one.is_guess;
}

/// The functions that names hold which calls have made; a name that has held several names none.
std::vector<Evaluator::Made> Evaluator::made_by_names() {
    std::map<std::pair<std::size_t, std::uint32_t>, std::optional<MadeName>> by_place;
    for (const MadeName& made : run_->made()) {
        const std::size_t frame = canonical(made.function.frame());
        const FunctionRef* closure = closure_called(made.name);  // the run has seen which one it is
        if (closure != nullptr && closure->def == made.function.def && is_call_frame(frame)) {
            same_frames_[frame] = closure->frame();
        }
        if (closure != nullptr ||
            (!is_call_frame(frame) && (!made.function.jit || made.is_inner))) {
            continue;
        }
        const auto [at, is_new] = by_place.try_emplace(tree_.place_of(made.range), made);
        if (is_new || !at->second) {
            continue;
        }
        const FunctionRef& first = at->second->function;
        if (first.def == made.function.def && first.jit == made.function.jit &&
            is_same_frame(first.frame(), frame)) {
            if (canonical(first.frame()) != frame) {
                same_frames_[frame] = canonical(first.frame());
            }
        } else {
            at->second = std::nullopt;
        }
    }
    std::vector<Made> all;
    for (const auto& [place, made] : by_place) {
        if (made) {
            all.push_back({made->name, made->function, made->range});
        }
    }
    return all;
}

void Evaluator::name_made() {
    scope_of_frame_.clear(), frame_of_scope_.clear(), same_frames_.clear(), made_.clear();
    Store& store = run_->store();
    std::vector<Made> all = made_by_names();
    std::set<std::string> taken;
    for (const Made& made : all) {
        taken.insert(made.name);
    }
    for (const Closure& one : closures_) {
        taken.insert(one.given.name);
        if (one.state == Closure::State::Done) {
            all.push_back({one.given.name, *one.function, one.given.range});
        }
    }
    name_nameless(all, std::move(taken));
    std::set<std::size_t> alive;
    const auto keep = [&](std::size_t frame) {
        for (std::size_t at = canonical(frame); at != 0 && is_call_frame(at);
             at = canonical(store.frame(at).parent)) {
            alive.insert(at);
        }
    };
    for (const Made& made : all) {
        keep(made.function.frame());
    }
    for (const std::size_t frame : alive) {
        const ScopeId outer = scope_of_frame(store.frame(frame).parent);
        const ScopeId natural = store.frame(frame).scope;
        const ScopeId inside = outer ? scopes_.inside_of(scopes_.all[natural].def, outer) : natural;
        const ScopeId scope = scopes_.copy(inside).at(inside);
        scope_of_frame_[frame] = scope;
        frame_of_scope_[scope] = frame;
    }
    for (const Made& made : all) {
        const Value value = run_->value_of({made.function});
        made_.push_back({made.name, *value.get<FunctionRef>(), made.range});
        if (const auto& applied = made.function.made->applied; applied != nullptr) {
            made_.back().applied = *run_->value_of({*applied}).get<JitDecorator>();
        }
    }
}

const std::vector<Evaluator::Made>& Evaluator::made_functions() {
    run();
    return made_;
}

bool Evaluator::is_dropped(const FunctionPlace& place) {
    const auto frame = frame_of(place.outer);
    return frame && !run().is_too_long() &&
           std::ranges::none_of(run().met(place.def), [&](const auto& met) {
               return canonical(met.first) == canonical(*frame) ||
                      (!scope_of_frame(*frame) && !scope_of_frame(met.first));
           });
}

std::vector<std::uint32_t> Evaluator::definitions_of(const FunctionRef& function) {
    std::vector<std::uint32_t> all;
    for (const auto& [frame, moment] : run().met(function.def)) {
        const bool is_guess = run().store().frame(canonical(frame)).seen_at != at_end;
        if (scope_of_frame(frame) == function.outer && !is_guess) {
            all.push_back(moment);
        }
    }
    return all;
}

bool Evaluator::is_too_long() {
    return run().is_too_long();
}

std::string Evaluator::why_too_long() {
    return "the host code is too long to follow: more than " + std::to_string(program_steps) +
           " steps";
}

std::vector<std::pair<FunctionRef, const MetLaunch*>> Evaluator::met_launches() {
    std::vector<std::pair<FunctionRef, const MetLaunch*>> all;
    for (const MetLaunch& one : run().launches()) {
        if (one.later != nullptr) continue;
        const Value function = run().value_of({one.function});
        all.emplace_back(*function.get<FunctionRef>(), &one);
    }
    return all;
}

}  // namespace pycu::sema
