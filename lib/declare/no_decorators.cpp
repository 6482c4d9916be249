// Decorators that seem to be Numba's and are not. See no_decorators.h.
#include "declare/no_decorators.h"

#include <algorithm>

#include "python/decorator_paths.h"

namespace pycu::sema {

namespace {

bool has_star_import(const syntax::Tree& tree) {
    return std::ranges::any_of(tree.stmts, [](const syntax::Stmt& stmt) {
        const auto* import = std::get_if<syntax::ImportFrom>(&stmt.as);
        return import != nullptr && !import->names.empty() && import->names[0].name == "*";
    });
}

/// Python stops at it.
void report_unbound(syntax::ExprId callee, ScopeId scope, Evaluator& evaluator,
                    DeviceFunction& function, diag::Sink& sink) {
    const syntax::Tree& tree = evaluator.tree();
    syntax::ExprId root = callee;
    while (const auto* inner = std::get_if<syntax::Attribute>(&tree.exprs[root].as)) {
        root = inner->value;
    }
    const auto* name = std::get_if<syntax::Name>(&tree.exprs[root].as);
    const bool is_numba = name != nullptr && (name->id == "cuda" || name->id == "numba");
    if (is_numba && !has_star_import(tree) && evaluator.is_unbound(root, scope)) {
        function.refuse<diag::Code::UnknownName>(sink, tree.exprs[root].range, name->id)
            .help(name->id == "cuda" ? "write `from numba import cuda` at the top of the file"
                                     : "write `import numba` at the top of the file");
    }
}

void report_misspelt(syntax::ExprId callee, const std::string& path, const syntax::Tree& tree,
                     DeviceFunction& function, diag::Sink& sink) {
    const auto* written = std::get_if<syntax::Attribute>(&tree.exprs[callee].as);
    const std::string meant = written != nullptr ? meant_decorator(path) : "";
    if (!meant.empty()) {
        const std::string_view module = tree.text(tree.exprs[written->value].range);
        function.refuse<diag::Code::NoAttribute>(sink, written->attr_range, module, written->attr)
            .there_is(meant, written->attr_range, written->attr);
    }
}

}  // namespace

void report_no_decorator(const NoDecorator& decorator, Evaluator& evaluator,
                         DeviceFunction& function, diag::Sink& sink) {
    const syntax::Tree& tree = evaluator.tree();
    const auto* call = std::get_if<syntax::Call>(&tree.exprs[decorator.expr].as);
    const syntax::ExprId callee = call != nullptr ? call->func : decorator.expr;
    report_unbound(callee, decorator.scope, evaluator, function, sink);
    report_misspelt(callee, decorator.path, tree, function, sink);
}

}  // namespace pycu::sema
