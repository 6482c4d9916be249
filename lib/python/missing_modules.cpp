// See missing_modules.h.
#include "python/missing_modules.h"

#include <algorithm>
#include <variant>

namespace pycu::sema {

bool says_it_is_missing(const syntax::Tree& tree, const syntax::Suite& tried,
                        const syntax::Suite& handler) {
    // A text about the handler, or one for the user.
    const auto is_text = [&](syntax::ExprId id) {
        const auto* call = std::get_if<syntax::Call>(&tree.exprs[id].as);
        const auto* name = call != nullptr ? tree.exprs[call->func].get<syntax::Name>() : nullptr;
        const auto* of =
            call != nullptr ? tree.exprs[call->func].get<syntax::Attribute>() : nullptr;
        return tree.exprs[id].get<syntax::Constant>() != nullptr ||
               (name != nullptr && name->id == "print") ||
               (of != nullptr && (of->attr == "warn" || of->attr == "warning" ||
                                  of->attr == "info" || of->attr == "debug"));
    };
    const auto is_imported = [&](const std::string& name) {
        return std::ranges::any_of(tried, [&](syntax::StmtId id) {
            const auto* import = std::get_if<syntax::Import>(&tree.stmts[id].as);
            return import != nullptr && std::ranges::any_of(import->names, [&](const auto& alias) {
                       return (alias.asname ? *alias.asname : alias.name) == name;
                   });
        });
    };
    const auto is_plain = [&](const syntax::Assign& assigned) {
        const auto* constant = std::get_if<syntax::Constant>(&tree.exprs[assigned.value].as);
        return constant != nullptr && (std::holds_alternative<syntax::None>(constant->value) ||
                                       std::holds_alternative<bool>(constant->value));
    };
    return std::ranges::all_of(handler, [&](syntax::StmtId id) {
        const auto& as = tree.stmts[id].as;
        const auto* assigned = std::get_if<syntax::Assign>(&as);
        const auto* made = std::get_if<syntax::ClassDef>(&as);
        const auto* expr = std::get_if<syntax::ExprStmt>(&as);
        return std::holds_alternative<syntax::Pass>(as) ||
               (assigned != nullptr && is_plain(*assigned)) ||
               (made != nullptr && is_imported(made->name)) ||
               (expr != nullptr && is_text(expr->value));
    });
}

}  // namespace pycu::sema
