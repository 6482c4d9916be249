// Rules for statements: where they may stand, and which names they bind.
#include <algorithm>

#include "support/match.h"
#include "syntax/rules_walker.h"

namespace pycu::syntax {
namespace {

constexpr int max_blocks = 20;  // CO_MAXBLOCKS

}  // namespace

/// The word a statement begins with, for a caret.
Range Walker::first_word(Range range, std::size_t length) const {
    range.end = std::min(range.end, range.begin + static_cast<std::uint32_t>(length));
    return range;
}

void Walker::block(const Suite& body) {
    for (const StmtId id : body) stmt(id);
}

/// A block inside a loop, a `try` or a `with`.
void Walker::nested_block(const Suite& body, int levels, bool loop, Range where) {
    scope_->blocks += levels;
    if (scope_->blocks > max_blocks) {
        sink_.report<Code::TooManyBlocks>(first_word(where, 1));
    } else {
        const int stars = scope_->except_stars;
        if (loop) {
            ++scope_->loops;
            scope_->except_stars = 0;
        }
        block(body);
        if (loop) {
            --scope_->loops;
            scope_->except_stars = stars;
        }
    }
    scope_->blocks -= levels;
}

void Walker::stmt(StmtId id) {
    const Stmt& node = tree_.stmts[id];
    std::visit(
        pycu::match{[&](const FunctionDef& s) { function(s); },
                    [&](const ClassDef& s) { class_definition(s); },
                    [&](const Return& s) { return_statement(node, s); },
                    [&](const AnnAssign& s) { ann_assign(node, s); },
                    [&](const For& s) { for_statement(node, s); },
                    [&](const While& s) {
                        expr(s.test);
                        nested_block(s.body, 1, true, node.range);
                        block(s.orelse);
                    },
                    [&](const With& s) { with_statement(node, s); },
                    [&](const Match& s) { match_statement(s); },
                    [&](const Try& s) { try_statement(node, s); },
                    [&](const Import& s) {
                        for (const Alias& one : s.names) {
                            bind(one.asname.value_or(one.name.substr(0, one.name.find('.'))),
                                 one.range);
                        }
                    },
                    [&](const ImportFrom& s) { import_from(node, s); },
                    [&](const Global& s) {
                        for (const Identifier& name : s.names) declare(name, true);
                    },
                    [&](const Nonlocal& s) {
                        for (const Identifier& name : s.names) declare(name, false);
                    },
                    [&](Break) { jump(node, "break"); }, [&](Continue) { jump(node, "continue"); },
                    [&](const auto& s) { children(s); }},
        node.as);
}

void Walker::jump(const Stmt& stmt, const char* word) {
    if (scope_->except_stars > 0) {
        sink_.report<Code::OutsideLoop>(stmt.range, word)
            .note("an `except*` block cannot be left this way");
    } else if (scope_->loops == 0) {
        sink_.report<Code::OutsideLoop>(stmt.range, word);
    }
}

void Walker::return_statement(const Stmt& stmt, const Return& node) {
    const Range word = first_word(stmt.range, 6);
    if (scope_->kind != ScopeKind::Function) {
        sink_.report<Code::OutsideFunction>(word, "return");
    } else if (scope_->in_except_star) {
        sink_.report<Code::OutsideFunction>(word, "return")
            .note("an `except*` block cannot be left this way");
    }
    if (node.value && scope_->returned.end == 0) scope_->returned = stmt.range;
    expr(node.value);
}

void Walker::function(const FunctionDef& function) {
    bind(function.name, function.name_range);
    children(function.args);
    expr(function.returns);
    exprs(function.decorator_list);
    Scope& scope = open(ScopeKind::Function);
    scope.is_async = function.is_async;
    parameters(function.args);
    block(function.body);
    if (scope.is_async && scope.yielded.end && scope.returned.end) {
        sink_
            .report<Code::YieldPlace>(scope.returned,
                                      "a `return` with a value in an async generator")
            .label(scope.yielded, "this makes it a generator");
    }
    close();
}

void Walker::class_definition(const ClassDef& definition) {
    bind(definition.name, definition.name_range);
    exprs(definition.bases);
    call_keywords(definition.keywords);
    exprs(definition.decorator_list);
    open(ScopeKind::Class);
    block(definition.body);
    close();
}

void Walker::ann_assign(const Stmt& stmt, const AnnAssign& node) {
    if (const auto* name = std::get_if<Name>(&tree_.exprs[node.target].as)) {
        NameFacts& facts = scope_->names[name->id];
        const bool declared = facts.is_global || facts.is_nonlocal;
        if (declared && node.simple && scope_->kind != ScopeKind::Module) {
            sink_.report<Code::TwoScopes>(tree_.exprs[node.target].range, name->id, "annotated",
                                          facts.is_global ? "global" : "nonlocal");
        }
        check_debug(name->id, stmt.range);
        if (node.simple) facts.is_annotated = true;
        if (node.simple || node.value) facts.is_bound = true;
    } else {
        target(node.target);
    }
    expr(node.annotation);
    expr(node.value);
}

/// Reports what stands in no function that is asynchronous.
void Walker::check_async(Range range, const char* what) {
    const bool is_async = scope_->kind == ScopeKind::Function && scope_->is_async;
    if (!is_async) sink_.report<Code::OutsideAsync>(first_word(range, 5), what);
}

void Walker::for_statement(const Stmt& stmt, const For& node) {
    if (node.is_async) check_async(stmt.range, "`async for`");
    target(node.target);
    expr(node.iter);
    nested_block(node.body, 1, true, stmt.range);
    block(node.orelse);
}

void Walker::with_statement(const Stmt& stmt, const With& node) {
    if (node.is_async) check_async(stmt.range, "`async with`");
    for (const WithItem& item : node.items) {
        expr(item.context_expr);
        if (item.optional_vars) target(item.optional_vars);
    }
    nested_block(node.body, static_cast<int>(node.items.size()), false, stmt.range);
}

void Walker::try_statement(const Stmt& stmt, const Try& node) {
    const int outer = node.finalbody.empty() ? 0 : 1;
    nested_block(node.body, outer + (node.handlers.empty() ? 0 : 1), false, stmt.range);
    const bool in_star = scope_->in_except_star;
    for (const ExceptHandler& handler : node.handlers) {
        expr(handler.type);
        if (handler.name) bind(handler.name->text, handler.name->range);
        if (node.is_star) ++scope_->except_stars;
        scope_->in_except_star = in_star || node.is_star;
        nested_block(handler.body, outer + 2, false, handler.range);
        scope_->in_except_star = in_star;
        if (node.is_star) --scope_->except_stars;
    }
    nested_block(node.orelse, outer, false, stmt.range);
    nested_block(node.finalbody, 1, false, stmt.range);
}

void Walker::import_from(const Stmt& stmt, const ImportFrom& node) {
    const Range word = first_word(stmt.range, 4);
    if (node.module == "__future__" && node.level == 0 &&
        std::none_of(futures_.begin(), futures_.end(),
                     [&](StmtId id) { return tree_.stmts[id].range == stmt.range; })) {
        sink_.report<Code::FutureImport>(word, "an import from `__future__` behind other code");
    }
    for (const Alias& one : node.names) {
        if (one.name != "*") {
            bind(one.asname.value_or(one.name), one.range);
        } else if (scope_->kind != ScopeKind::Module) {
            sink_.report<Code::StarImport>(one.range);
        }
    }
}

/// Finds the imports from `__future__` that stand where they may.
void Walker::check_futures() {
    static constexpr std::string_view features[] = {
        "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
        "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
    bool docstring = true;
    for (const StmtId id : module_.body) {
        const Stmt& stmt = tree_.stmts[id];
        const auto* import = std::get_if<ImportFrom>(&stmt.as);
        const auto* text = std::get_if<ExprStmt>(&stmt.as);
        if (import && import->module == "__future__" && import->level == 0) {
            futures_.push_back(id);
            for (const Alias& one : import->names) {
                if (std::find(std::begin(features), std::end(features), one.name) ==
                    std::end(features)) {
                    sink_.report<Code::FutureImport>(one.range,
                                                     "`__future__` has no `" + one.name + "`");
                }
            }
        } else if (docstring && text &&
                   std::holds_alternative<Constant>(tree_.exprs[text->value].as) &&
                   std::holds_alternative<std::string>(
                       std::get<Constant>(tree_.exprs[text->value].as).value)) {
            // a docstring may stand in front
        } else {
            return;
        }
        docstring = false;
    }
}

}  // namespace pycu::syntax
