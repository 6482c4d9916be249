// The entry of the rules: one walk over the tree.
#include "syntax/rules.h"

#include "syntax/rules_walker.h"

namespace pycu::syntax {

void Walker::run() {
    open(ScopeKind::Module);
    check_futures();
    block(tree_.body);
    check_nonlocals();
}

Scope& Walker::open(ScopeKind kind) {
    Scope scope;
    scope.kind = kind;
    scope.parent = scope_;
    scopes_.push_back(std::move(scope));
    scope_ = &scopes_.back();
    return *scope_;
}

void check_rules(const Tree& tree, diag::Sink& sink) {
    Walker(tree, sink).run();
}

}  // namespace pycu::syntax
