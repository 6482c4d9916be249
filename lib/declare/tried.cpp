// Lists of types for bodies of kernels in error. See tried.h.
#include "declare/tried.h"

#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

/// Whether it stands in a function of which nobody says what it is called with.
bool is_of_factory(const DeviceFunction& function, const Scopes& scopes) {
    bool is_inside = false;
    for (ScopeId at = scopes.all[function.scope].parent; at.valid(); at = scopes.all[at].parent) {
        is_inside = is_inside || scopes.all[at].kind == Scope::Kind::Function;
    }
    return is_inside && !function.ref.outer;
}

}  // namespace

void try_with(DeviceFunction& function, const Evaluator& evaluator,
              const std::vector<std::optional<Type>>& known) {
    const syntax::Tree& tree = evaluator.tree();
    const auto& args = std::get<syntax::FunctionDef>(tree.stmts[function.def].as).args;
    if (is_of_factory(function, evaluator.scopes()) || args.vararg || args.kwarg ||
        !args.kwonlyargs.empty()) {
        return;
    }
    std::vector<Type>& types = function.tried.emplace_back();
    for (std::size_t i = 0; i < symbols::positional(args).size(); ++i) {
        types.push_back(i < known.size() ? known[i].value_or(Type::error()) : Type::error());
    }
}

void try_with_launches(DeviceFunction& function, const Evaluator& evaluator,
                       const LaunchTypes& launched) {
    for (const GivenSignature& one : launched.signatures) {
        function.tried.push_back(one.signature.params);
    }
    if (function.tried.empty()) {
        try_with(function, evaluator, launched.known);
    }
}

}  // namespace pycu::sema
