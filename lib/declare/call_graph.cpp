// Looks at every call of a program. See call_graph.h.
#include "declare/call_graph.h"

#include <deque>
#include <unordered_map>

namespace pycu::sema {

namespace {

using syntax::ExprId;

class CallFinder {
  public:
    CallFinder(Evaluator& evaluator, DeviceFunctions& functions)
        : evaluator_(evaluator), tree_(evaluator.tree()), functions_(functions) {}

    std::vector<bool> called_by_device_code() {
        std::unordered_map<std::uint32_t, std::vector<std::size_t>> callees;
        for (std::size_t i = 0; i < evaluator_.scopes().calls.size(); ++i) {
            const Scopes::Site site = evaluator_.scopes().calls[i];
            const auto& call = std::get<syntax::Call>(tree_.exprs[site.call].as);
            if (!evaluator_.scopes().all[site.scope].parent ||
                !may_name_function(tree_, call.func) ||
                std::holds_alternative<syntax::Call>(tree_.exprs[call.func].as)) {
                continue;
            }
            const std::size_t index = function_at(call.func, site.scope);
            if (index != DeviceFunctions::none) {
                callees[site.scope.index].push_back(index);
            }
        }
        for (const DeviceFunction& one : functions_.all) {
            functions_.callees.push_back(callees[one.scope.index]);
        }
        std::vector<bool> called(functions_.all.size());
        std::vector<bool> seen(functions_.all.size());
        std::deque<std::size_t> waiting;
        for (std::size_t i = 0; i < functions_.all.size(); ++i) {
            if (functions_.all[i].is_device_code() && !functions_.all[i].is_imported) {
                waiting.push_back(i);
            }
        }
        while (!waiting.empty()) {
            const std::size_t at = waiting.front();
            waiting.pop_front();
            if (seen[at]) {
                continue;
            }
            seen[at] = true;
            for (const std::size_t callee : functions_.callees[at]) {
                called[callee] = called[callee] || callee != at;
                waiting.push_back(callee);
            }
        }
        return called;
    }

    std::vector<bool> find_launched() {
        std::vector<bool> launched(functions_.all.size());
        for (std::size_t i = 0; i < evaluator_.scopes().calls.size(); ++i) {
            const Scopes::Site site = evaluator_.scopes().calls[i];
            const auto& call = std::get<syntax::Call>(tree_.exprs[site.call].as);
            const auto& callee = tree_.exprs[call.func].as;
            ExprId kernel;
            const std::size_t module = evaluator_.scopes().module_index(site.scope);
            if (module != syntax::Tree::is_main && !tree_.others[module].uses_main) {
                continue;
            }
            if (const auto* subscript = std::get_if<syntax::Subscript>(&callee)) {
                kernel = subscript->value;
            } else if (const auto* method = std::get_if<syntax::Attribute>(&callee);
                       method != nullptr &&
                       (method->attr == "forall" || method->attr == "specialize")) {
                kernel = method->value;
            }
            if (!kernel || !may_name_function(tree_, kernel)) {
                continue;
            }
            const std::size_t index = function_at(kernel, site.scope);
            if (index != DeviceFunctions::none) {
                launched[index] = true;
            }
        }
        return launched;
    }

  private:
    /// The function that an expression is; `none` for anything else.
    std::size_t function_at(ExprId expr, ScopeId scope) {
        const Value value = evaluator_.evaluate(expr, scope).value;
        const auto* function = value.get<FunctionRef>();
        return function != nullptr ? functions_.index_of(*function) : DeviceFunctions::none;
    }

    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    DeviceFunctions& functions_;
};

}  // namespace

Calls find_calls(Evaluator& evaluator, DeviceFunctions& functions) {
    CallFinder finder(evaluator, functions);
    Calls calls;
    calls.called = finder.called_by_device_code();
    calls.launched = finder.find_launched();
    return calls;
}

bool may_name_function(const syntax::Tree& tree, syntax::ExprId callee) {
    const auto& as = tree.exprs[callee].as;
    return std::holds_alternative<syntax::Name>(as) ||
           std::holds_alternative<syntax::Attribute>(as) ||
           std::holds_alternative<syntax::Call>(as);
}

}  // namespace pycu::sema
