// Looks for what may make kernels. See kernel_makers.h.
#include "driver/kernel_makers.h"

#include <algorithm>
#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "symbols/modules.h"
#include "symbols/users.h"
#include "syntax/scan.h"
#include "syntax/visit.h"

namespace pycu::driver {

namespace {

/// A name and what follows its first dot: `np.linalg.norm` is "np", "linalg". With an empty name
/// any name of the module, with an empty attribute any attribute.
struct Use {
    std::string name{};
    std::string attribute{};
    auto operator<=>(const Use&) const = default;
};

/// A name of a module; any of its names where it is empty.
struct Origin {
    std::string module;
    std::string name{};
    auto operator<=>(const Origin&) const = default;
};

bool names_makers(std::string_view text) {
    constexpr std::string_view makers[] = {"cuda", "jit", "njit", "numba", "vectorize"};
    return std::ranges::any_of(makers,
                               [&](std::string_view one) { return symbols::has_word(text, one); });
}

bool launches_any(const syntax::Tree& tree) {
    return std::ranges::any_of(tree.exprs, [&](const syntax::Expr& expr) {
        const auto* call = expr.get<syntax::Call>();
        const auto* callee =
            call != nullptr ? tree.exprs[call->func].get<syntax::Subscript>() : nullptr;
        return callee != nullptr && tree.exprs[callee->slice].get<syntax::Tuple>() != nullptr;
    });
}

/// The names that a text has, in comments and strings, too: one too many costs time.
std::vector<Use> uses_in(std::string_view text) {
    std::vector<Use> uses;
    bool is_attribute = false;
    bool has_dot = false;
    for (std::size_t at = 0; at < text.size();) {
        if (!syntax::may_continue_name(text[at])) {
            has_dot = text[at++] == '.';
            is_attribute = is_attribute && has_dot;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && syntax::may_continue_name(text[at])) {
            ++at;
        }
        const std::string word(text.substr(begin, at - begin));
        if (!has_dot) {
            uses.push_back({word});
        } else if (is_attribute && !uses.empty() && uses.back().attribute.empty()) {
            uses.back().attribute = word;
        }
        is_attribute = true;
        has_dot = false;
    }
    return uses;
}

/// Where the names of a module come from.
class Names {
  public:
    Names(const syntax::Tree& tree, const syntax::Module& module) : tree_(tree), module_(module) {
        for (const syntax::StmtId id : module.body) {
            part_ = &parts_.emplace_back();
            part_->text = module.file->text(tree.stmts[id].range);
            add(id);
        }
    }

    /// The names of other modules that those of this one are made with.
    std::set<Origin> origins(const std::vector<Use>& uses) {
        std::set<Origin> found;
        std::set<Use> seen;
        std::vector<Use> waiting = uses;
        while (!waiting.empty()) {
            const Use use = std::move(waiting.back());
            waiting.pop_back();
            if (!seen.insert(use).second) {
                continue;
            }
            for (const Import& one : imports_) {
                add_import(one, use, found);
            }
            bool is_bound = false;
            for (Part& part : parts_) {
                if (use.name.empty() || part.binds.contains(use.name)) {
                    is_bound = true;
                    if (!std::exchange(part.is_seen, true)) {
                        const std::vector<Use> more = uses_in(part.text);
                        waiting.insert(waiting.end(), more.begin(), more.end());
                    }
                }
            }
            for (const std::string& star : stars_) {
                if (!is_bound) {
                    found.insert({star, use.name});
                }
            }
        }
        for (Part& part : parts_) {
            part.is_seen = false;
        }
        return found;
    }

    bool binds(const std::string& name) const {
        return std::ranges::any_of(parts_,
                                   [&](const Part& part) { return part.binds.contains(name); }) ||
               std::ranges::count(imports_, name, &Import::as) > 0;
    }

  private:
    struct Import {
        std::string as{};
        std::string module{};
        /// Empty where it is the module itself.
        std::string member{};
    };
    /// A statement of the module, and what is bound in it.
    struct Part {
        std::string_view text{};
        std::unordered_set<std::string> binds{};
        bool is_seen = false;
    };

    static void add_import(const Import& one, const Use& use, std::set<Origin>& found) {
        if (one.as != use.name) {
            return;
        }
        if (one.member.empty()) {
            found.insert({one.module, use.attribute});
        } else {
            found.insert({one.module, one.member});
            found.insert({one.module + "." + one.member, use.attribute});
        }
    }

    void add(syntax::StmtId id) {
        const syntax::Stmt& stmt = tree_.stmts[id];
        if (const auto* function = stmt.get<syntax::FunctionDef>()) {
            part_->binds.insert(function->name);
        } else if (const auto* of = stmt.get<syntax::ClassDef>()) {
            part_->binds.insert(of->name);
        } else if (const auto* assign = stmt.get<syntax::Assign>()) {
            for (const syntax::ExprId target : assign->targets) {
                add_target(target);
            }
        } else if (const auto* annotated = stmt.get<syntax::AnnAssign>()) {
            add_target(annotated->target);
        } else if (const auto* import = stmt.get<syntax::Import>()) {
            for (const syntax::Alias& alias : import->names) {
                const std::string head = alias.name.substr(0, alias.name.find('.'));
                imports_.push_back({alias.asname ? *alias.asname : head, alias.name});
                imports_.push_back({alias.asname ? *alias.asname : head, head});
            }
        } else if (const auto* from = stmt.get<syntax::ImportFrom>()) {
            const std::string module = symbols::absolute_name(module_, from->module, from->level);
            for (const syntax::Alias& alias : from->names) {
                if (alias.name == "*") {
                    stars_.push_back(module);
                } else {
                    imports_.push_back(
                        {alias.asname ? *alias.asname : alias.name, module, alias.name});
                }
            }
        }
        const auto part = match{
            [&](const syntax::Suite& body, bool) {
                for (const syntax::StmtId one : body) {
                    add(one);
                }
            },
            [](const auto&, bool) {},
        };
        std::visit([&](const auto& node) { syntax::for_each_child(node, part); }, stmt.as);
    }

    void add_target(syntax::ExprId id) {
        const syntax::Expr& target = tree_.exprs[id];
        if (const auto* name = target.get<syntax::Name>()) {
            part_->binds.insert(name->id);
        } else if (const auto* tuple = target.get<syntax::Tuple>()) {
            for (const syntax::ExprId one : tuple->elts) {
                add_target(one);
            }
        }
    }

    const syntax::Tree& tree_;
    const syntax::Module& module_;
    std::vector<Part> parts_;
    Part* part_ = nullptr;
    std::vector<Import> imports_;
    /// The modules of star imports.
    std::vector<std::string> stars_;
};

/// What may make the kernels of a file that names no maker itself.
class PossibleMakers {
  public:
    PossibleMakers(const syntax::Tree& tree, const Names& names) : tree_(tree), names_(names) {
        for (const syntax::Stmt& stmt : tree.stmts) {
            if (const auto* function = stmt.get<syntax::FunctionDef>()) {
                functions_.insert(function->name);
                for (const syntax::ExprId one : function->decorator_list) {
                    add_decorator(one);
                }
            }
        }
        for (const syntax::Expr& expr : tree_.exprs) {
            if (const auto* call = expr.get<syntax::Call>()) {
                add_call(*call);
            }
        }
    }

    const std::vector<Use>& found() const { return found_; }

  private:
    /// What `a.b(x)[y].c` begins with: `a.b`; nothing where that is no name.
    Use root(syntax::ExprId id) const {
        Use use;
        for (;;) {
            const syntax::Expr& expr = tree_.exprs[id];
            if (const auto* attribute = expr.get<syntax::Attribute>()) {
                use.attribute = attribute->attr;
                id = attribute->value;
            } else if (const auto* call = expr.get<syntax::Call>()) {
                use.attribute.clear();
                id = call->func;
            } else if (const auto* subscript = expr.get<syntax::Subscript>()) {
                use.attribute.clear();
                id = subscript->value;
            } else {
                const auto* name = expr.get<syntax::Name>();
                use.name = name != nullptr ? name->id : "";
                return use;
            }
        }
    }

    void add_decorator(syntax::ExprId id) {
        constexpr std::string_view of_python[] = {"classmethod", "property", "staticmethod"};
        constexpr std::string_view of_properties[] = {"deleter", "getter", "setter"};
        const auto* attribute = tree_.exprs[id].get<syntax::Attribute>();
        const Use use = root(id);
        if (std::ranges::count(of_python, use.name) == 0 &&
            (attribute == nullptr || std::ranges::count(of_properties, attribute->attr) == 0)) {
            found_.push_back(use);
        }
    }

    void add_call(const syntax::Call& call) {
        const syntax::Expr& callee = tree_.exprs[call.func];
        const auto is_function = [&](syntax::ExprId id) {
            const auto* argument = tree_.exprs[id].get<syntax::Name>();
            return tree_.exprs[id].get<syntax::Lambda>() != nullptr ||
                   (argument != nullptr && functions_.contains(argument->id));
        };
        const auto* method = callee.get<syntax::Attribute>();
        const Use use = root(call.func);
        if (callee.get<syntax::Subscript>() != nullptr ||
            (method != nullptr && method->attr == "forall")) {
            // `self.steps[n](x)` may be any name's.
            found_.push_back(names_.binds(use.name) ? use : Use{});
        } else if (std::ranges::any_of(call.args, is_function) ||
                   std::ranges::any_of(call.keywords, is_function, &syntax::Keyword::value)) {
            found_.push_back(use);
        }
    }

    const syntax::Tree& tree_;
    const Names& names_;
    std::unordered_set<std::string> functions_;
    std::vector<Use> found_;
};

/// The modules through which imports of the main module lead to Numba.
std::unordered_set<std::size_t> ways_to_numba(ModuleReader& modules) {
    std::unordered_set<std::size_t> seen;
    std::vector<std::size_t> waiting;
    const auto add = [&](std::size_t module) {
        if (seen.insert(module).second) {
            waiting.push_back(module);
        }
    };
    for (const std::string& name : symbols::modules_named_by(modules.tree(), modules.tree().main)) {
        if (const auto module = modules.find(name)) {
            add(*module);
        }
    }
    std::vector<std::size_t> found;
    std::unordered_map<std::size_t, std::vector<std::size_t>> importers;
    while (!waiting.empty()) {
        const std::size_t one = waiting.back();
        waiting.pop_back();
        if (modules.outline(one).names_numba) {
            found.push_back(one);
        }
        for (const std::size_t other : modules.imported_by_text(one)) {
            importers[other].push_back(one);
            add(other);
        }
    }
    std::unordered_set<std::size_t> leading;
    while (!found.empty()) {
        const std::size_t one = found.back();
        found.pop_back();
        if (leading.insert(one).second) {
            const std::vector<std::size_t>& from = importers[one];
            found.insert(found.end(), from.begin(), from.end());
        }
    }
    return leading;
}

}  // namespace

bool may_have_kernels(ModuleReader& modules) {
    const syntax::Tree& tree = modules.tree();
    if (names_makers(tree.main.file->text()) || launches_any(tree)) {
        return true;
    }
    const std::unordered_set<std::size_t> ways = ways_to_numba(modules);
    if (ways.empty()) {
        return false;
    }
    Names main(tree, tree.main);
    std::map<std::size_t, Names> names;
    std::set<std::pair<std::size_t, std::string>> seen;
    std::vector<std::pair<std::size_t, std::string>> waiting;
    const auto add = [&](std::optional<std::size_t> module, const std::string& name) {
        if (module && ways.contains(*module) && tree.module(*module).file != nullptr &&
            seen.emplace(*module, name).second) {
            waiting.emplace_back(*module, name);
        }
    };
    for (const Origin& one : main.origins(PossibleMakers(tree, main).found())) {
        add(modules.find(one.module), one.name);
    }
    while (!waiting.empty()) {
        const auto [index, name] = waiting.back();
        waiting.pop_back();
        if (modules.outline(index).names_numba) {
            return true;
        }
        auto known = names.find(index);
        if (known == names.end()) {
            modules.parse(index);
            known = names.try_emplace(index, tree, modules.module(index)).first;
        }
        const auto& imports = modules.module(index).imports;
        for (const Origin& one : known->second.origins({{name}})) {
            if (const auto import = imports.find(one.module); import != imports.end()) {
                add(import->second, one.name);
            }
        }
    }
    return false;
}

}  // namespace pycu::driver
