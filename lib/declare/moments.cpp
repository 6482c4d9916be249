// When functions are compiled. See moments.h.
#include "declare/moments.h"

#include <algorithm>
#include <vector>

#include "python/interpreter.h"

namespace pycu::sema {

namespace {

bool is_compiled_at_once(const DeviceFunction& function) {
    return std::ranges::any_of(function.signatures, [](const GivenSignature& one) {
        return one.from == GivenSignature::From::Decorator;
    });
}

/// A `def` in a loop makes another function in each turn, compiled at its own first launch.
void freeze_again(Evaluator& evaluator, const DeviceFunction& function) {
    const std::vector<Moment> defined = evaluator.definitions_of(function.ref);
    if (defined.size() < 2) {
        return;
    }
    std::vector<Moment> compiled;
    if (is_compiled_at_once(function)) {
        compiled = defined;
    } else {
        for (std::size_t i = 0; i < defined.size(); ++i) {
            const Moment next = i + 1 < defined.size() ? defined[i + 1] : at_end;
            Moment first = at_end;
            for (const auto& [launched, launch] : evaluator.met_launches()) {
                const bool is_this = launched == function.ref && launch->moment >= defined[i];
                first = is_this ? std::min(first, launch->moment) : first;
            }
            if (first < next) {
                compiled.push_back(first);
            }
        }
    }
    evaluator.freeze_again(function.scope, std::move(compiled));
}

}  // namespace

void freeze_globals(Evaluator& evaluator, const DeviceFunctions& functions) {
    std::vector<Moment> when(functions.all.size(), at_end);
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        const DeviceFunction& one = functions.all[i];
        if (is_compiled_at_once(one)) {
            const ScopeId outer = evaluator.scopes().all[one.scope].parent;
            when[i] = one.ref.jit ? evaluator.moment_of(one.ref.jit, outer)
                                  : evaluator.moment_of(one.def, outer);
        }
    }
    for (const auto& [function, launch] : evaluator.met_launches()) {
        const std::size_t at = functions.index_of(function);
        if (at != DeviceFunctions::none && !is_compiled_at_once(functions.all[at])) {
            when[at] = std::min(when[at], launch->moment);
        }
    }
    // What is compiled first decides for what it calls: moments only ever fall.
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (std::size_t i = 0; i < functions.all.size(); ++i) {
            for (const std::size_t callee : functions.callees[i]) {
                if (when[i] < when[callee] && !is_compiled_at_once(functions.all[callee])) {
                    when[callee] = when[i];
                    is_changed = true;
                }
            }
        }
    }
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        evaluator.freeze(functions.all[i].scope, when[i]);
        freeze_again(evaluator, functions.all[i]);
    }
}

// ---- Names what calls make. See moments.h.

MadeNames::MadeNames(Evaluator& evaluator)
    : scopes_(evaluator.scopes()), made_(evaluator.made_functions()) {
    for (const Evaluator::Made& made : made_) {
        ScopeId root;
        for (ScopeId at = made.function.outer; at && scopes_.all[at].original;
             at = scopes_.all[at].parent) {
            factories_.insert(scopes_.all[at].original.index);
            root = at;
        }
        if (root) {
            names_.try_emplace(root.index, made.name);
            places_.try_emplace(root.index, made.range);
        }
    }
}

const std::string* MadeNames::name(const FunctionRef& function) const {
    const auto made = std::ranges::find(made_, function, &Evaluator::Made::function);
    return made != made_.end() ? &made->name : nullptr;
}

std::optional<Range> MadeNames::place(const FunctionRef& function) const {
    const auto made = std::ranges::find(made_, function, &Evaluator::Made::function);
    if (made != made_.end()) {
        return made->range;
    }
    for (ScopeId at = function.outer; at; at = scopes_.all[at].parent) {
        if (const auto found = places_.find(at.index); found != places_.end()) {
            return found->second;
        }
    }
    return std::nullopt;
}

std::string MadeNames::qualname(const FunctionRef& function, const FunctionPlace& place) {
    std::string result = scopes_.all[place.inner].qualname;
    if (const std::string* bound = name(function)) {
        result = *bound;
    } else if (const auto outer = names_.find(place.outer.index); outer != names_.end()) {
        result = outer->second + result.substr(result.rfind('.'));
    }
    if (function.outer) {
        names_[place.inner.index] = result;
    }
    return result;
}

bool MadeNames::is_in_factory(ScopeId scope) const {
    for (ScopeId at = scope; at; at = scopes_.all[at].parent) {
        if (factories_.contains(at.index)) {
            return true;
        }
    }
    return false;
}

}  // namespace pycu::sema
