// Finds the places of definitions and launches, in the order in which a module runs.
#include "sema/constants/freeze.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace pycu::sema {

namespace {

using syntax::ExprId;

constexpr std::uint32_t never = 0xffffffff;

/// One place that reaches a function: a launch of a kernel, or a call.
struct Site {
    std::uint32_t position = never;
    /// The function around it, an index of DeviceFunctions::all; none at module level.
    std::size_t around = no_function;

    static constexpr std::size_t no_function = ~std::size_t(0);
};

class Freezer {
  public:
    Freezer(Evaluator& evaluator, const DeviceFunctions& functions)
        : evaluator_(evaluator), tree_(evaluator.tree()), functions_(functions) {}

    void run() {
        if (!has_reassigned_name()) {
            return;
        }
        for (std::size_t i = 0; i < functions_.all.size(); ++i) {
            by_scope_[functions_.all[i].scope.index] = i;
        }
        find_sites();
        when_.assign(functions_.all.size(), never);
        // What runs first decides for what it reaches: times only ever fall, until nothing changes.
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < functions_.all.size(); ++i) {
                const std::uint32_t time = time_of(i);
                changed = changed || time < when_[i];
                when_[i] = std::min(time, when_[i]);
            }
        }
        for (std::size_t i = 0; i < functions_.all.size(); ++i) {
            if (when_[i] != never) {
                evaluator_.freeze(functions_.all[i].scope, when_[i]);
            }
        }
    }

  private:
    bool has_reassigned_name() const {
        const Scopes& scopes = evaluator_.scopes();
        const auto is_value = [](const Binding& one) {
            return one.kind == Binding::Kind::Assign || one.kind == Binding::Kind::AugAssign ||
                   one.kind == Binding::Kind::Change;
        };
        return std::ranges::any_of(scopes.all[scopes.module()].bindings, [&](const auto& one) {
            return std::ranges::count_if(one.second, is_value) > 1;
        });
    }

    void find_sites() {
        sites_.resize(functions_.all.size());
        for (std::size_t i = 0; i < evaluator_.scopes().calls.size(); ++i) {
            const Scopes::Site site = evaluator_.scopes().calls[i];
            const auto& call = std::get<syntax::Call>(tree_.exprs[site.call].as);
            const auto& callee = tree_.exprs[call.func].as;
            ExprId reached = call.func;
            if (const auto* launch = std::get_if<syntax::Subscript>(&callee)) {
                reached = launch->value;
            } else if (const auto* method = std::get_if<syntax::Attribute>(&callee);
                       method != nullptr && method->attr == "forall") {
                reached = method->value;
            }
            const auto& written = tree_.exprs[reached].as;
            if (!std::holds_alternative<syntax::Name>(written) &&
                !std::holds_alternative<syntax::Attribute>(written)) {
                continue;
            }
            const Value value = evaluator_.evaluate(reached, site.scope).value;
            const auto* function = value.get<FunctionRef>();
            const std::size_t index =
                function != nullptr ? functions_.index_of(*function) : DeviceFunctions::none;
            if (index != DeviceFunctions::none) {
                sites_[index].push_back(
                    {tree_.exprs[site.call].range.begin, function_around(site.scope)});
            }
        }
    }

    std::size_t function_around(ScopeId scope) const {
        for (ScopeId at = scope; at; at = evaluator_.scopes().all[at].parent) {
            const auto found = by_scope_.find(at.index);
            if (found != by_scope_.end()) {
                return found->second;
            }
        }
        return Site::no_function;
    }

    /// The place of the module that runs when a function is first reached.
    std::uint32_t time_of(std::size_t index) const {
        const DeviceFunction& function = functions_.all[index];
        const auto is_decorator = [](const GivenSignature& one) {
            return one.from == GivenSignature::From::Decorator;
        };
        if (std::ranges::any_of(function.signatures, is_decorator)) {
            return definition_of(index);
        }
        std::uint32_t first = never;
        for (const Site& site : sites_[index]) {
            const bool is_module = site.around == Site::no_function;
            first = std::min(first, is_module ? site.position : when_[site.around]);
        }
        return first;
    }

    /// Where the module stands when a `def` runs: the place of the def itself, or of the call of
    /// the function around it.
    std::uint32_t definition_of(std::size_t index) const {
        const DeviceFunction& function = functions_.all[index];
        const ScopeId outer = evaluator_.scopes().all[function.scope].parent;
        const std::size_t around = function_around(outer);
        return around == Site::no_function ? tree_.stmts[function.def].range.begin : when_[around];
    }

    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    const DeviceFunctions& functions_;
    std::unordered_map<std::uint32_t, std::size_t> by_scope_;
    std::vector<std::vector<Site>> sites_;
    std::vector<std::uint32_t> when_;
};

}  // namespace

void freeze_globals(Evaluator& evaluator, const DeviceFunctions& functions) {
    Freezer(evaluator, functions).run();
}

}  // namespace pycu::sema
