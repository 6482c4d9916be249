// What scopes know of names: parameters, `global`, `nonlocal`, `:=` in comprehensions.
#include "syntax/rules_walker.h"

namespace pycu::syntax {

void Walker::check_debug(const std::string& name, Range where) {
    if (name == "__debug__") sink_.report<Code::AssignmentTo>(where, "`__debug__`");
}

void Walker::bind(const std::string& name, Range where) {
    check_debug(name, where);
    NameFacts& facts = scope_->names[name];
    if (scope_->iteration_target) {
        if (facts.is_global || facts.is_nonlocal) {
            sink_.report<Code::WalrusPlace>(
                where, "the inner loop of a comprehension rebinds the target `" + name +
                           "` of an assignment expression");
        }
        facts.is_iteration = true;
    }
    facts.is_bound = true;
}

void Walker::declare(const Identifier& name, bool global) {
    const char* word = global ? "global" : "nonlocal";
    NameFacts& facts = scope_->names[name.text];
    if (facts.is_parameter) {
        sink_.report<Code::TwoScopes>(name.range, name.text, "a parameter", word);
    } else if (facts.is_used) {
        sink_.report<Code::LateDeclaration>(name.range, name.text, "used", word)
            .help(std::string("move the `") + word + "` to the front");
    } else if (facts.is_annotated) {
        sink_.report<Code::TwoScopes>(name.range, name.text, "annotated", word);
    } else if (facts.is_bound) {
        sink_.report<Code::LateDeclaration>(name.range, name.text, "assigned", word)
            .help(std::string("move the `") + word + "` to the front");
    } else if (global ? facts.is_nonlocal : facts.is_global) {
        sink_.report<Code::TwoScopes>(name.range, name.text,
                                      global ? "declared `nonlocal`" : "declared `global`", word);
    }
    (global ? facts.is_global : facts.is_nonlocal) = true;
    facts.declared = name.range;
}

/// Looks for the function around a scope whose variable a `nonlocal` means.
bool Walker::has_outer(const Scope& scope, const std::string& name) const {
    bool in_class = false;
    for (const Scope* outer = scope.parent; outer; outer = outer->parent) {
        in_class = in_class || outer->kind == ScopeKind::Class;
        if (outer->kind == ScopeKind::Class || outer->kind == ScopeKind::Module) continue;
        const auto found = outer->names.find(name);
        if (found == outer->names.end()) continue;
        const NameFacts& facts = found->second;
        if (facts.is_global) return false;
        if ((facts.is_bound || facts.is_parameter) && !facts.is_nonlocal) return true;
    }
    return in_class && name == "__class__";
}

/// Called at the end, when every scope knows all its names.
void Walker::check_nonlocals() {
    for (const Scope& scope : scopes_) {
        if (scope.kind == ScopeKind::Comprehension) continue;
        for (const auto& [name, facts] : scope.names) {
            if (!facts.is_nonlocal) continue;
            if (!has_outer(scope, name)) sink_.report<Code::NoOuterName>(facts.declared, name);
        }
    }
}

/// `name := ...` inside comprehensions binds in the function or module around them.
void Walker::bind_walrus(const std::string& name, Range where) {
    Scope* outer = scope_;
    for (; outer->kind == ScopeKind::Comprehension; outer = outer->parent) {
        NameFacts& facts = outer->names[name];
        if (facts.is_iteration) {
            sink_.report<Code::WalrusPlace>(
                where, "an assignment expression rebinds the iteration variable `" + name + "`");
            return;
        }
    }
    if (outer->kind == ScopeKind::Class) {
        sink_.report<Code::WalrusPlace>(
            where, "an assignment expression in a comprehension of a class body");
        return;
    }
    NameFacts& target = outer->names[name];
    const bool global = target.is_global || outer->kind == ScopeKind::Module;
    NameFacts& here = scope_->names[name];
    (global ? here.is_global : here.is_nonlocal) = true;
    target.is_bound = true;
    check_debug(name, where);
}

void Walker::parameter(const Arg& arg) {
    check_debug(arg.arg, arg.name_range);
    NameFacts& facts = scope_->names[arg.arg];
    if (facts.is_parameter) {
        sink_.report<Code::RepeatedParameter>(arg.name_range, arg.arg)
            .label(facts.declared, "and this one");
    }
    facts.is_parameter = true;
    facts.declared = arg.name_range;
}

void Walker::parameters(const Arguments& args) {
    for (const Arg& arg : args.posonlyargs) parameter(arg);
    for (const Arg& arg : args.args) parameter(arg);
    for (const Arg& arg : args.kwonlyargs) parameter(arg);
    if (args.vararg) parameter(*args.vararg);
    if (args.kwarg) parameter(*args.kwarg);
}

// ---- The entry of the rules: one walk over the tree.

void Walker::run() {
    open(ScopeKind::Module);
    check_futures();
    block(module_.body);
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

void check_rules(const Tree& tree, const Module& module, diag::Sink& sink) {
    Walker(tree, module, sink).run();
}

}  // namespace pycu::syntax
