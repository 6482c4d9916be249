// Looks for what may make kernels. See kernel_makers.h.
#include "driver/kernel_makers.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "support/text.h"
#include "symbols/modules.h"
#include "symbols/users.h"
#include "syntax/visit.h"

namespace pycu::driver {

namespace {

class PossibleMakers {
  public:
    explicit PossibleMakers(const syntax::Tree& tree) : tree_(tree) {
        for (const syntax::Stmt& stmt : tree.stmts) {
            add_bound(stmt);
        }
    }

    std::vector<std::string> find() {
        for (const syntax::Stmt& stmt : tree_.stmts) {
            if (const auto* function = stmt.get<syntax::FunctionDef>()) {
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
        return {found_.begin(), found_.end()};
    }

  private:
    void add_bound(const syntax::Stmt& stmt) {
        if (const auto* function = stmt.get<syntax::FunctionDef>()) {
            functions_.insert(function->name);
        } else if (const auto* assign = stmt.get<syntax::Assign>()) {
            for (const syntax::ExprId target : assign->targets) {
                if (const auto* name = tree_.exprs[target].get<syntax::Name>()) {
                    made_.insert(name->id);
                }
            }
        } else if (const auto* import = stmt.get<syntax::Import>()) {
            for (const syntax::Alias& alias : import->names) {
                add_import(
                    alias.asname ? *alias.asname : alias.name.substr(0, alias.name.find('.')),
                    symbols::modules_named_by(tree_.main, stmt));
            }
        } else if (const auto* from = stmt.get<syntax::ImportFrom>()) {
            const std::string module =
                symbols::absolute_name(tree_.main, from->module, from->level);
            for (const syntax::Alias& alias : from->names) {
                add_import(alias.asname ? *alias.asname : alias.name,
                           {module, module + "." + alias.name});
            }
        }
    }

    void add_import(const std::string& as, const std::vector<std::string>& modules) {
        std::vector<std::string>& named = imports_[as];
        named.insert(named.end(), modules.begin(), modules.end());
        all_.insert(modules.begin(), modules.end());
    }

    /// The name that `a.b(x)[y].c` begins with; empty where it begins with none.
    std::string root(syntax::ExprId id) const {
        for (;;) {
            const syntax::Expr& expr = tree_.exprs[id];
            if (const auto* attribute = expr.get<syntax::Attribute>()) {
                id = attribute->value;
            } else if (const auto* call = expr.get<syntax::Call>()) {
                id = call->func;
            } else if (const auto* subscript = expr.get<syntax::Subscript>()) {
                id = subscript->value;
            } else {
                const auto* name = expr.get<syntax::Name>();
                return name != nullptr ? name->id : "";
            }
        }
    }

    /// Adds the modules that a name comes from: all where the file has made it, those of star
    /// imports where nobody else says whose it is.
    void add_origin(const std::string& name, bool is_of_file) {
        if (const auto import = imports_.find(name); import != imports_.end()) {
            found_.insert(import->second.begin(), import->second.end());
        } else if (is_of_file) {
            found_.insert(all_.begin(), all_.end());
        } else if (const auto star = imports_.find("*"); star != imports_.end()) {
            found_.insert(star->second.begin(), star->second.end());
        }
    }

    void add_decorator(syntax::ExprId id) {
        constexpr std::string_view of_python[] = {"classmethod", "property", "staticmethod"};
        constexpr std::string_view of_properties[] = {"deleter", "getter", "setter"};
        const auto* attribute = tree_.exprs[id].get<syntax::Attribute>();
        if (attribute != nullptr && std::ranges::count(of_properties, attribute->attr) > 0) {
            return;
        }
        const std::string name = root(id);
        if (std::ranges::count(of_python, name) == 0) {
            add_origin(name, true);
        }
    }

    void add_call(const syntax::Call& call) {
        const syntax::Expr& callee = tree_.exprs[call.func];
        const std::string name = root(call.func);
        const auto is_function = [&](syntax::ExprId id) {
            const auto* argument = tree_.exprs[id].get<syntax::Name>();
            return tree_.exprs[id].get<syntax::Lambda>() != nullptr ||
                   (argument != nullptr && functions_.contains(argument->id));
        };
        const auto* method = callee.get<syntax::Attribute>();
        if (callee.get<syntax::Subscript>() != nullptr ||
            (method != nullptr && method->attr == "forall")) {
            add_origin(name, true);
        } else if (std::ranges::any_of(call.args, is_function) ||
                   std::ranges::any_of(call.keywords, is_function, &syntax::Keyword::value)) {
            add_origin(name, made_.contains(name) || functions_.contains(name));
        }
    }

    const syntax::Tree& tree_;
    std::unordered_set<std::string> functions_;
    /// Names of variables.
    std::unordered_set<std::string> made_;
    /// The modules that each imported name may come from.
    std::unordered_map<std::string, std::vector<std::string>> imports_;
    std::set<std::string> all_;
    std::set<std::string> found_;
};

}  // namespace

bool names_makers(std::string_view text) {
    constexpr std::string_view makers[] = {"cuda", "jit", "njit", "numba", "vectorize"};
    const symbols::Words words = symbols::words_of(text);
    return std::ranges::any_of(makers, [&](std::string_view one) { return words.contains(one); });
}

bool launches_any(const syntax::Tree& tree) {
    return std::ranges::any_of(tree.exprs, [&](const syntax::Expr& expr) {
        const auto* call = expr.get<syntax::Call>();
        const auto* callee =
            call != nullptr ? tree.exprs[call->func].get<syntax::Subscript>() : nullptr;
        return callee != nullptr && tree.exprs[callee->slice].get<syntax::Tuple>() != nullptr;
    });
}

std::vector<std::string> possible_makers(const syntax::Tree& tree) {
    return PossibleMakers(tree).find();
}

}  // namespace pycu::driver
