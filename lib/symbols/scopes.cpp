// Walks a tree once and notes who binds which name where.
//
// Statements wait on a stack of our own, not on the machine's: a chain of a thousand `elif`s or a
// sum of ten thousand terms is as deep as it is long.
#include "symbols/scopes.h"

#include <algorithm>

#include "support/match.h"
#include "symbols/bindings.h"
#include "symbols/scope_builder.h"
#include "symbols/walk.h"

namespace pycu::symbols {

namespace {

using syntax::ExprId;
using syntax::StmtId;
using syntax::Suite;

constexpr std::uint32_t none = Id<Guard>::none;

class Walk {
  public:
    Walk(const syntax::Tree& tree, Scopes& scopes)
        : tree_(tree), scopes_(scopes), names_(tree, scopes) {}

    void run() {
        scopes_.all.add(Scope{});
        for (std::size_t i = 0; i < tree_.others.size(); ++i) {
            scopes_.all.add(Scope{.module = tree_.others[i].name});
        }
        for (std::size_t i = tree_.others.size(); i-- > 0;) {
            push(tree_.others[i].body, {{}, scopes_.module(i), none});
        }
        push(tree_.main.body, {{}, scopes_.module(), none});
        while (!stmts_.empty()) {
            const StmtPlace item = stmts_.back();
            stmts_.pop_back();
            stmt(item);
            exprs();
        }
        names_.finish();
        const auto place = [&](const FunctionPlace& one) {
            return tree_.place_of(tree_.stmts[one.def].range);
        };
        std::ranges::stable_sort(scopes_.functions, {}, place);
    }

  private:
    struct ExprItem {
        ExprId expr;
        ScopeId scope;
        std::uint32_t guard = none;
    };

    void push(const Suite& body, StmtPlace place) {
        for (auto it = body.rbegin(); it != body.rend(); ++it) {
            place.stmt = *it;
            stmts_.push_back(place);
        }
    }

    void use(ExprId expr, const StmtPlace& item) {
        if (expr) {
            exprs_.push_back({expr, item.scope, item.guard});
        }
    }

    /// Binds every name of a target to an item of the value.
    void bind_target(ExprId target, ExprId value, const StmtPlace& item, Binding::Kind kind) {
        for (TargetPart& part : target_parts(tree_, target)) {
            const syntax::Expr& expr = tree_.exprs[part.target];
            if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
                Binding& made = names_.bind(name->id, expr.range, item, kind);
                made.value = value;
                made.path = std::move(part.path);
            } else {
                names_.change(part.target, value, item, kind);
                use(part.target, item);
            }
        }
    }

    void stmt(const StmtPlace& item) {
        std::visit([&](const auto& node) { visit(node, item); }, tree_.stmts[item.stmt].as);
    }

    ScopeId open_function(const syntax::Arguments& args, const std::string& name,
                          const StmtPlace& place) {
        const ScopeId inner = names_.open(Scope::Kind::Function, place, name);
        scopes_.inside[place.stmt.index] = inner;
        scopes_.functions.push_back({place.stmt, place.scope, inner, place.guard});
        names_.bind_parameters(args, {place.stmt, inner, none});
        return inner;
    }

    void visit(const syntax::FunctionDef& node, const StmtPlace& item) {
        names_.bind(node.name, node.name_range, item, Binding::Kind::Function);
        const ScopeId inner = open_function(node.args, node.name, item);
        for (const ExprId decorator : node.decorator_list) {
            use(decorator, item);
        }
        Declared declared = declared_names(tree_, node.body);
        scopes_.all[inner].globals = std::move(declared.globals);
        scopes_.all[inner].nonlocals = std::move(declared.nonlocals);
        push(node.body, {item.stmt, inner, none});
    }

    void visit(const syntax::ClassDef& node, const StmtPlace& item) {
        names_.bind(node.name, node.name_range, item, Binding::Kind::Class);
        const ScopeId inner = names_.open(Scope::Kind::Class, item, node.name);
        scopes_.inside[item.stmt.index] = inner;
        if (!node.decorator_list.empty()) {
            scopes_.decorated_classes.emplace_back(item.stmt, item.scope);
        }
        push(node.body, {item.stmt, inner, none});
    }

    void visit(const syntax::Assign& node, const StmtPlace& item) {
        use(node.value, item);
        const auto* name = std::get_if<syntax::Name>(&tree_.exprs[node.targets.front()].as);
        if (name != nullptr) {
            lambda_names_[node.value.index] = name->id;
        }
        for (const ExprId target : node.targets) {
            bind_target(target, node.value, item, Binding::Kind::Assign);
        }
    }
    void visit(const syntax::AugAssign& node, const StmtPlace& item) {
        use(node.value, item);
        bind_target(node.target, node.value, item, Binding::Kind::AugAssign);
    }
    void visit(const syntax::AnnAssign& node, const StmtPlace& item) {
        if (node.value) {
            use(node.value, item);
            bind_target(node.target, node.value, item, Binding::Kind::Assign);
        }
    }
    void visit(const syntax::For& node, const StmtPlace& item) {
        use(node.iter, item);
        const StmtPlace inside{item.stmt, item.scope, names_.guard(Guard::Kind::Loop, {}, item)};
        bind_target(node.target, node.iter, inside, Binding::Kind::Target);
        push(node.orelse, item);
        push(node.body, inside);
    }
    void visit(const syntax::While& node, const StmtPlace& item) {
        use(node.test, item);
        push(node.orelse, item);
        push(node.body, {item.stmt, item.scope, names_.guard(Guard::Kind::Loop, {}, item)});
    }
    void visit(const syntax::If& node, const StmtPlace& item) {
        use(node.test, item);
        push(node.orelse,
             {item.stmt, item.scope, names_.guard(Guard::Kind::Else, node.test, item)});
        push(node.body, {item.stmt, item.scope, names_.guard(Guard::Kind::If, node.test, item)});
    }
    void visit(const syntax::With& node, const StmtPlace& item) {
        for (const auto& one : node.items) {
            use(one.context_expr, item);
            if (one.optional_vars) {
                bind_target(one.optional_vars, {}, item, Binding::Kind::Target);
            }
        }
        push(node.body, item);
    }
    void visit(const syntax::Match& node, const StmtPlace& item) {
        use(node.subject, item);
        for (auto it = node.cases.rbegin(); it != node.cases.rend(); ++it) {
            push(it->body, {item.stmt, item.scope, names_.guard(Guard::Kind::Case, {}, item)});
        }
    }
    void visit(const syntax::Try& node, const StmtPlace& item) {
        push(node.finalbody, item);
        push(node.orelse, item);
        for (auto it = node.handlers.rbegin(); it != node.handlers.rend(); ++it) {
            push(it->body, {item.stmt, item.scope, names_.guard(Guard::Kind::Handler, {}, item)});
        }
        push(node.body, item);
    }
    void visit(const syntax::Import& node, const StmtPlace& item) {
        for (const auto& alias : node.names) {
            const std::string head = alias.name.substr(0, alias.name.find('.'));
            Binding& made = names_.bind(alias.asname ? *alias.asname : head, alias.range, item,
                                        Binding::Kind::Import);
            made.module = alias.asname ? alias.name : head;
        }
    }
    void visit(const syntax::ImportFrom& node, const StmtPlace& item) {
        for (const auto& alias : node.names) {
            if (alias.name == "*") {
                scopes_.all[item.scope].stars.push_back(
                    {node.module, node.level, alias.range, tree_.stmts[item.stmt].range.end});
                continue;
            }
            Binding& made = names_.bind(alias.asname ? *alias.asname : alias.name, alias.range,
                                        item, Binding::Kind::From);
            made.module = node.module;
            made.member = alias.name;
            made.level = node.level;
        }
    }
    void visit(const syntax::Delete& node, const StmtPlace& item) {
        for (const ExprId target : node.targets) {
            bind_target(target, {}, item, Binding::Kind::Delete);
        }
    }
    void visit(const syntax::ExprStmt& node, const StmtPlace& item) {
        use(node.value, item);
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[node.value].as);
        if (call == nullptr) {
            return;
        }
        // x.sort(), fill(x): the object may change.
        if (const auto* method = std::get_if<syntax::Attribute>(&tree_.exprs[call->func].as)) {
            names_.note_change(method->value, call->func, node.value, item, Binding::Kind::Change);
        }
        for (const ExprId arg : call->args) {
            names_.note_change(arg, arg, node.value, item, Binding::Kind::Change);
        }
    }
    void visit(const syntax::Return& node, const StmtPlace& item) {
        use(node.value, item);
        Scope& scope = scopes_.all[item.scope];
        scope.returns_value =
            scope.returns_value || (node.value && !syntax::is_none(tree_, node.value));
        if (node.value) {
            scope.returns.push_back({node.value, item.guard});
        }
    }
    void visit(const syntax::Raise& node, const StmtPlace& item) { use(node.exc, item); }
    void visit(const syntax::Assert& node, const StmtPlace& item) { use(node.test, item); }
    template <typename T>
    void visit(const T& /*node*/, const StmtPlace& /*item*/) {}

    void exprs();
    void expr(const ExprItem& item);
    void lambda(const syntax::Lambda& node, const ExprItem& item);

    const syntax::Tree& tree_;
    Scopes& scopes_;
    std::vector<StmtPlace> stmts_;
    std::vector<ExprItem> exprs_;
    /// What is assigned to one name, by the index of the expression: `f = lambda x: x`.
    std::unordered_map<std::uint32_t, std::string> lambda_names_;
    ScopeBuilder names_;
};

void Walk::exprs() {
    while (!exprs_.empty()) {
        const ExprItem item = exprs_.back();
        exprs_.pop_back();
        expr(item);
    }
}

void Walk::expr(const ExprItem& item) {
    const syntax::Expr& expr = tree_.exprs[item.expr];
    if (std::holds_alternative<syntax::Name>(expr.as)) {
        scopes_.uses.push_back({item.expr, item.scope});
    } else if (std::holds_alternative<syntax::Call>(expr.as)) {
        scopes_.calls.push_back({item.expr, item.scope});
    } else if (const auto* named = std::get_if<syntax::NamedExpr>(&expr.as)) {
        const syntax::Expr& target = tree_.exprs[named->target];
        if (const auto* name = std::get_if<syntax::Name>(&target.as)) {
            scopes_.all[item.scope].bindings[name->id].push_back({.kind = Binding::Kind::Assign,
                                                                  .value = named->value,
                                                                  .range = target.range,
                                                                  .position = expr.range.end,
                                                                  .guard = item.guard});
        }
    }
    if (const auto* function = std::get_if<syntax::Lambda>(&expr.as)) {
        lambda(*function, item);
        return;
    }
    for_each_part(expr, [&](ExprId part) { exprs_.push_back({part, item.scope, item.guard}); });
}

/// A function that has the name that it is assigned to, where there is one.
void Walk::lambda(const syntax::Lambda& node, const ExprItem& item) {
    const auto named = lambda_names_.find(item.expr.index);
    const StmtPlace place{node.def, item.scope, item.guard};
    const ScopeId inner =
        open_function(*node.args, named != lambda_names_.end() ? named->second : "lambda", place);
    scopes_.all[inner].returns_value = true;
    for (const auto* defaults : {&node.args->defaults, &node.args->kw_defaults}) {
        for (const ExprId one : *defaults) {
            if (one) {
                exprs_.push_back({one, item.scope, item.guard});
            }
        }
    }
    exprs_.push_back({node.body, inner, none});
}

}  // namespace

std::string Scopes::qualified(ScopeId scope, std::string_view name) const {
    std::string whole;
    for (const std::string* outer : {&all[scope].module, &all[scope].qualname}) {
        whole += outer->empty() ? "" : *outer + ".";
    }
    return whole + std::string(name);
}

ScopeId Scopes::inside_of(syntax::StmtId def) const {
    const auto found = inside.find(def.index);
    return found != inside.end() ? found->second : ScopeId{};
}

ScopeId Scopes::inside_of(syntax::StmtId def, ScopeId outer) const {
    const ScopeId inner = inside_of(def);
    if (!outer || !inner || all[inner].parent == outer) {
        return inner;
    }
    for (std::uint32_t i = outer.index; i < all.size(); ++i) {
        const Scope& scope = all[ScopeId{i}];
        if (scope.original == inner && scope.parent == outer) {
            return {i};
        }
    }
    return {};
}

std::map<ScopeId, ScopeId> Scopes::copy(ScopeId function) {
    std::map<ScopeId, ScopeId> copies;
    const std::size_t count = all.size();
    for (std::uint32_t i = function.index; i < count; ++i) {
        const ScopeId id{i};
        const bool is_natural = !all[id].original || all[function].original;
        const bool is_inside = copies.contains(all[id].parent) && is_natural;
        if (id != function && !is_inside) {
            continue;
        }
        Scope made = all[id];
        made.parent = id == function ? made.parent : copies.at(made.parent);
        made.original = made.original ? made.original : id;
        copies[id] = all.add(std::move(made));
    }
    for (std::size_t i = 0, end = functions.size(); i < end; ++i) {
        const FunctionPlace place = functions[i];
        if (copies.contains(place.outer)) {
            functions.push_back(
                {place.def, copies.at(place.outer), copies.at(place.inner), place.guard});
        }
    }
    for (std::size_t i = 0, end = calls.size(); i < end; ++i) {
        const Site site = calls[i];
        if (copies.contains(site.scope)) {
            calls.push_back({site.call, copies.at(site.scope)});
        }
    }
    return copies;
}

const std::vector<Binding>* Scopes::bindings(std::string_view name, ScopeId scope) const {
    const auto& map = all[scope].bindings;
    const auto found = map.find(std::string(name));
    return found != map.end() ? &found->second : nullptr;
}

Scopes find_scopes(const syntax::Tree& tree) {
    Scopes scopes;
    Walk(tree, scopes).run();
    return scopes;
}

}  // namespace pycu::symbols
