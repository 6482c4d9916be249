// Walks a tree once and notes who binds which name where.
//
// Statements wait on a stack of our own, not on the machine's: a chain of a thousand `elif`s or a
// sum of ten thousand terms is as deep as it is long.
#include "sema/scopes.h"

#include <algorithm>

#include "sema/parts.h"
#include "sema/targets.h"
#include "sema/walk.h"
#include "support/match.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;
using syntax::StmtId;
using syntax::Suite;

constexpr std::uint32_t none = Id<Guard>::none;

class Walk {
  public:
    Walk(const syntax::Tree& tree, Scopes& scopes) : tree_(tree), scopes_(scopes) {}

    void run() {
        scopes_.all.add(Scope{});
        push(tree_.body, {{}, scopes_.module(), none});
        while (!stmts_.empty()) {
            const Item item = stmts_.back();
            stmts_.pop_back();
            stmt(item);
            exprs();
        }
        place_changes();
        sort_bindings();
    }

  private:
    struct Item {
        StmtId stmt;
        ScopeId scope;
        std::uint32_t guard = none;
    };
    struct ExprItem {
        ExprId expr;
        ScopeId scope;
        std::uint32_t guard = none;
    };

    void push(const Suite& body, Item place) {
        for (auto it = body.rbegin(); it != body.rend(); ++it) {
            place.stmt = *it;
            stmts_.push_back(place);
        }
    }

    std::uint32_t guard(Guard::Kind kind, ExprId test, const Item& item) {
        scopes_.guards.push_back({kind, test, tree_.stmts[item.stmt].range, item.guard});
        return static_cast<std::uint32_t>(scopes_.guards.size() - 1);
    }

    void use(ExprId expr, const Item& item) {
        if (expr) {
            exprs_.push_back({expr, item.scope, item.guard});
        }
    }

    Binding& bind(const std::string& name, Range range, const Item& item, Binding::Kind kind) {
        const Scope& scope = scopes_.all[item.scope];
        if (scope.globals.contains(name)) {
            Binding foreign{.kind = Binding::Kind::Foreign, .stmt = item.stmt, .range = range};
            scopes_.all[scopes_.module()].bindings[name].push_back(foreign);
            discarded_ = {};
            return discarded_;
        }
        if (scope.nonlocals.contains(name)) {
            for (ScopeId at = scope.parent; at; at = scopes_.all[at].parent) {
                const auto found = scopes_.all[at].bindings.find(name);
                if (found != scopes_.all[at].bindings.end()) {
                    found->second.push_back(
                        {.kind = Binding::Kind::Foreign, .stmt = item.stmt, .range = range});
                    break;
                }
            }
            discarded_ = {};
            return discarded_;
        }
        auto& list = scopes_.all[item.scope].bindings[name];
        list.push_back({.kind = kind,
                        .stmt = item.stmt,
                        .range = range,
                        .position = tree_.stmts[item.stmt].range.end,
                        .guard = item.guard});
        return list.back();
    }

    /// Binds every name of a target to an item of the value.
    void bind_target(ExprId target, ExprId value, const Item& item, Binding::Kind kind) {
        for (TargetPart& part : target_parts(tree_, target)) {
            const syntax::Expr& expr = tree_.exprs[part.target];
            if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
                Binding& made = bind(name->id, expr.range, item, kind);
                made.value = value;
                made.path = std::move(part.path);
            } else {
                change(part.target, value, item, kind);
                use(part.target, item);
            }
        }
    }

    /// `x[i] = v`, `x.a = v`: what x names changes.
    void change(ExprId target, ExprId value, const Item& item, Binding::Kind kind) {
        ExprId base = target;
        for (;;) {
            const syntax::Expr& expr = tree_.exprs[base];
            if (const auto* subscript = std::get_if<syntax::Subscript>(&expr.as)) {
                base = subscript->value;
            } else if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.as)) {
                base = attribute->value;
            } else {
                break;
            }
        }
        note_change(base, target, value, item, kind);
    }

    void note_change(ExprId base, ExprId target, ExprId value, const Item& item,
                     Binding::Kind kind) {
        const syntax::Expr& expr = tree_.exprs[base];
        const auto* name = std::get_if<syntax::Name>(&expr.as);
        if (name == nullptr) {
            return;
        }
        Binding made{.kind = Binding::Kind::Change,
                     .stmt = item.stmt,
                     .value = value,
                     .target = kind == Binding::Kind::Assign ? target : ExprId{},
                     .range = tree_.exprs[target].range,
                     .position = tree_.stmts[item.stmt].range.end,
                     .guard = item.guard};
        changes_.push_back({name->id, item.scope, std::move(made)});
    }

    void stmt(const Item& item) {
        std::visit([&](const auto& node) { visit(node, item); }, tree_.stmts[item.stmt].as);
    }

    ScopeId open(Scope::Kind kind, const Item& item, const std::string& name) {
        const std::string& outer = scopes_.all[item.scope].qualname;
        const ScopeId id = scopes_.all.add({.kind = kind,
                                            .parent = item.scope,
                                            .def = item.stmt,
                                            .qualname = outer.empty() ? name : outer + "." + name});
        return id;
    }

    void visit(const syntax::FunctionDef& node, const Item& item) {
        bind(node.name, node.name_range, item, Binding::Kind::Function);
        const ScopeId inner = open(Scope::Kind::Function, item, node.name);
        scopes_.inside[item.stmt.index] = inner;
        scopes_.functions.push_back({item.stmt, item.scope, inner, item.guard});
        const Item inside{item.stmt, inner, none};
        arguments(node.args, inside);
        for (const ExprId decorator : node.decorator_list) {
            use(decorator, item);
        }
        declare(node.body, inner);
        push(node.body, inside);
    }

    void arguments(const syntax::Arguments& args, const Item& inside) {
        const auto parameter = [&](const syntax::Arg& arg) {
            bind(arg.arg, arg.name_range, inside, Binding::Kind::Parameter).position = 0;
        };
        std::ranges::for_each(args.posonlyargs, parameter);
        std::ranges::for_each(args.args, parameter);
        std::ranges::for_each(args.kwonlyargs, parameter);
        for (const auto* one : {&args.vararg, &args.kwarg}) {
            if (*one) {
                parameter(**one);
            }
        }
    }

    /// Finds the `global` and `nonlocal` names of a function before its assignments are seen.
    void declare(const Suite& body, ScopeId scope) {
        std::vector<StmtId> waiting(body);
        while (!waiting.empty()) {
            const syntax::Stmt& stmt = tree_.stmts[waiting.back()];
            waiting.pop_back();
            if (const auto* global = std::get_if<syntax::Global>(&stmt.as)) {
                for (const auto& name : global->names) {
                    scopes_.all[scope].globals.insert(name.text);
                }
            } else if (const auto* outer = std::get_if<syntax::Nonlocal>(&stmt.as)) {
                for (const auto& name : outer->names) {
                    scopes_.all[scope].nonlocals.insert(name.text);
                }
            } else {
                for_each_block(stmt, [&](const Suite& inner) {
                    waiting.insert(waiting.end(), inner.begin(), inner.end());
                });
            }
        }
    }

    void visit(const syntax::ClassDef& node, const Item& item) {
        bind(node.name, node.name_range, item, Binding::Kind::Class);
        const ScopeId inner = open(Scope::Kind::Class, item, node.name);
        scopes_.inside[item.stmt.index] = inner;
        if (!node.decorator_list.empty()) {
            scopes_.decorated_classes.emplace_back(item.stmt, item.scope);
        }
        push(node.body, {item.stmt, inner, none});
    }

    void visit(const syntax::Assign& node, const Item& item) {
        use(node.value, item);
        for (const ExprId target : node.targets) {
            bind_target(target, node.value, item, Binding::Kind::Assign);
        }
    }
    void visit(const syntax::AugAssign& node, const Item& item) {
        use(node.value, item);
        bind_target(node.target, node.value, item, Binding::Kind::AugAssign);
    }
    void visit(const syntax::AnnAssign& node, const Item& item) {
        if (node.value) {
            use(node.value, item);
            bind_target(node.target, node.value, item, Binding::Kind::Assign);
        }
    }
    void visit(const syntax::For& node, const Item& item) {
        use(node.iter, item);
        const Item inside{item.stmt, item.scope, guard(Guard::Kind::Loop, {}, item)};
        bind_target(node.target, node.iter, inside, Binding::Kind::Target);
        push(node.orelse, item);
        push(node.body, inside);
    }
    void visit(const syntax::While& node, const Item& item) {
        use(node.test, item);
        push(node.orelse, item);
        push(node.body, {item.stmt, item.scope, guard(Guard::Kind::Loop, {}, item)});
    }
    void visit(const syntax::If& node, const Item& item) {
        use(node.test, item);
        push(node.orelse, {item.stmt, item.scope, guard(Guard::Kind::Else, node.test, item)});
        push(node.body, {item.stmt, item.scope, guard(Guard::Kind::If, node.test, item)});
    }
    void visit(const syntax::With& node, const Item& item) {
        for (const auto& one : node.items) {
            use(one.context_expr, item);
            if (one.optional_vars) {
                bind_target(one.optional_vars, {}, item, Binding::Kind::Target);
            }
        }
        push(node.body, item);
    }
    void visit(const syntax::Match& node, const Item& item) {
        use(node.subject, item);
        for (auto it = node.cases.rbegin(); it != node.cases.rend(); ++it) {
            push(it->body, {item.stmt, item.scope, guard(Guard::Kind::Case, {}, item)});
        }
    }
    void visit(const syntax::Try& node, const Item& item) {
        push(node.finalbody, item);
        push(node.orelse, item);
        for (auto it = node.handlers.rbegin(); it != node.handlers.rend(); ++it) {
            push(it->body, {item.stmt, item.scope, guard(Guard::Kind::Handler, {}, item)});
        }
        push(node.body, item);
    }
    void visit(const syntax::Import& node, const Item& item) {
        for (const auto& alias : node.names) {
            const std::string head = alias.name.substr(0, alias.name.find('.'));
            Binding& made =
                bind(alias.asname ? *alias.asname : head, alias.range, item, Binding::Kind::Import);
            made.module = alias.asname ? alias.name : head;
        }
    }
    void visit(const syntax::ImportFrom& node, const Item& item) {
        for (const auto& alias : node.names) {
            if (alias.name == "*") {
                scopes_.all[item.scope].stars.push_back(
                    {node.module, node.level, alias.range, tree_.stmts[item.stmt].range.end});
                continue;
            }
            Binding& made = bind(alias.asname ? *alias.asname : alias.name, alias.range, item,
                                 Binding::Kind::From);
            made.module = node.module;
            made.member = alias.name;
            made.level = node.level;
        }
    }
    void visit(const syntax::Delete& node, const Item& item) {
        for (const ExprId target : node.targets) {
            bind_target(target, {}, item, Binding::Kind::Delete);
        }
    }
    void visit(const syntax::ExprStmt& node, const Item& item) {
        use(node.value, item);
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[node.value].as);
        if (call == nullptr) {
            return;
        }
        // x.sort(), fill(x): the object may change.
        if (const auto* method = std::get_if<syntax::Attribute>(&tree_.exprs[call->func].as)) {
            note_change(method->value, call->func, node.value, item, Binding::Kind::Change);
        }
        for (const ExprId arg : call->args) {
            note_change(arg, arg, node.value, item, Binding::Kind::Change);
        }
    }
    void visit(const syntax::Return& node, const Item& item) {
        use(node.value, item);
        const auto* constant =
            node.value ? std::get_if<syntax::Constant>(&tree_.exprs[node.value].as) : nullptr;
        const bool is_none =
            constant != nullptr && std::holds_alternative<syntax::None>(constant->value);
        Scope& scope = scopes_.all[item.scope];
        scope.returns_value = scope.returns_value || (node.value && !is_none);
    }
    void visit(const syntax::Raise& node, const Item& item) { use(node.exc, item); }
    void visit(const syntax::Assert& node, const Item& item) { use(node.test, item); }
    template <typename T>
    void visit(const T& /*node*/, const Item& /*item*/) {}

    void exprs();
    void expr(const ExprItem& item);
    void place_changes();
    void sort_bindings();

    struct Change {
        std::string name;
        ScopeId scope;
        Binding binding;
    };

    const syntax::Tree& tree_;
    Scopes& scopes_;
    std::vector<Item> stmts_;
    std::vector<ExprItem> exprs_;
    std::vector<Change> changes_;
    Binding discarded_;
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
    for_each_part(expr, [&](ExprId part) {
        if (part) {
            exprs_.push_back({part, item.scope, item.guard});
        }
    });
}

/// A change belongs to the scope that owns the name: a function may fill a table of the module.
void Walk::place_changes() {
    for (Change& change : changes_) {
        ScopeId owner = change.scope;
        while (owner && !scopes_.all[owner].bindings.contains(change.name)) {
            owner = scopes_.all[owner].parent;
        }
        if (!owner) {
            continue;
        }
        // What a function only calls or passes on is taken to stay as it is.
        if (owner != change.scope) {
            if (!change.binding.target) {
                continue;
            }
            change.binding.kind = Binding::Kind::Foreign;
        }
        scopes_.all[owner].bindings[change.name].push_back(std::move(change.binding));
    }
}

/// A name is bound in the order of the text, with what functions do to it from outside at the end.
void Walk::sort_bindings() {
    for (Scope& scope : scopes_.all) {
        for (auto& [name, list] : scope.bindings) {
            std::ranges::stable_sort(list, [](const Binding& a, const Binding& b) {
                const bool foreign = a.kind == Binding::Kind::Foreign;
                const bool other = b.kind == Binding::Kind::Foreign;
                return foreign != other ? other : a.position < b.position;
            });
        }
    }
    const auto begin = [&](const auto& site) { return tree_.exprs[site.call].range.begin; };
    std::ranges::stable_sort(scopes_.calls, {}, begin);
}

}  // namespace

ScopeId Scopes::inside_of(syntax::StmtId def) const {
    const auto found = inside.find(def.index);
    return found != inside.end() ? found->second : ScopeId{};
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

}  // namespace pycu::sema
