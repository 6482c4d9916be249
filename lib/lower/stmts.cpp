// Statements, their comments, and where control flows. See lowering.h.
#include "lower/stmts.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/versions.h"
#include "support/match.h"
#include "support/text.h"
#include "symbols/bindings.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// A docstring's lines without their common indentation, as inspect.cleandoc gives them.
std::vector<std::string> clean_docstring(const std::string& text) {
    std::vector<std::string> lines;
    for (std::string_view line : split(text, '\n')) {
        lines.emplace_back(line);
    }
    std::size_t margin = std::string::npos;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::size_t indent = lines[i].find_first_not_of(" \t");
        if (indent != std::string::npos &&
            lines[i].find_first_not_of(" \t\r") != std::string::npos) {
            margin = std::min(margin, indent);
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) {
            lines[i].erase(0, std::min(margin, lines[i].size()));
        }
        const std::size_t end = lines[i].find_last_not_of(" \t\r");
        lines[i].erase(end == std::string::npos ? 0 : end + 1);
        if (i == 0) {
            lines[i].erase(0, std::min(lines[i].find_first_not_of(" \t"), lines[i].size()));
        }
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    while (!lines.empty() && lines.front().empty()) {
        lines.erase(lines.begin());
    }
    return lines;
}

const std::string* docstring_of(const syntax::Tree& tree, syntax::StmtId id) {
    const auto* stmt = tree.stmts[id].get<syntax::ExprStmt>();
    const auto* constant =
        stmt != nullptr ? tree.exprs[stmt->value].get<syntax::Constant>() : nullptr;
    return constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
}

std::vector<std::string> comment_texts(const std::vector<syntax::Comment>& comments) {
    std::vector<std::string> texts;
    for (const syntax::Comment& comment : comments) {
        texts.emplace_back(comment.text);
    }
    return texts;
}

/// Whether the line above the one that holds this byte is blank.
bool has_blank_line_above(const SourceFile& file, std::uint32_t offset) {
    const std::uint32_t line = file.line(offset);
    return line > 1 && trim(file.line_text(line - 1)).empty();
}

/// `isinstance(x, int)`, `not isinstance(x, int)`: Numba takes one branch before it types any.
bool asks_type(const syntax::Tree& tree, syntax::ExprId test) {
    if (const auto* op = tree.exprs[test].get<syntax::UnaryOp>()) {
        return asks_type(tree, op->operand);
    }
    const auto* call = tree.exprs[test].get<syntax::Call>();
    const auto* name = call != nullptr ? tree.exprs[call->func].get<syntax::Name>() : nullptr;
    return name != nullptr && name->id == "isinstance";
}

}  // namespace

static void lower_expr_stmt(Lowering& ctx, const syntax::ExprStmt& s) {
    if (const auto* constant = ctx.get<syntax::Constant>(s.value)) {
        const bool is_text = std::holds_alternative<std::string>(constant->value);
        if (is_text || std::holds_alternative<syntax::Ellipsis>(constant->value)) {
            return;
        }
    }
    const Operand unused = lower(ctx, s.value);
    if (ctx.instances.module().is_for_host && unused.is_value() && ctx.is<ir::Binary>(unused.ir)) {
        hold(ctx, unused.ir, "unused");  // it may raise
    }
}

static void lower_if(Lowering& ctx, const syntax::If& s, StmtId id) {
    const Range range = ctx.tree.stmts[id].range;
    const auto outcome = ctx.flow.known_tests.find(s.test.index);
    std::optional<bool> taken;
    Operand condition;
    if (outcome != ctx.flow.known_tests.end()) {
        run_known_test(ctx, s.test);
        taken = outcome->second;
    } else {
        condition = truth(ctx, s.test);
    }
    update_phis(ctx, ctx.flow.joins, id.index);
    if (const auto* found = condition.is_value() ? ctx.get<ir::Literal>(condition.ir) : nullptr) {
        taken = std::get<bool>(found->value);
        if (!asks_type(ctx.tree, s.test)) {
            lower_untaken(ctx, [&] { return lower_block(ctx, *taken ? s.orelse : s.body); });
        }
    }
    if (taken) {  // the other branch may hold what has no type at all
        const ir::Block block = lower_block(ctx, *taken ? s.body : s.orelse);
        ctx.out->insert(ctx.out->end(), block.begin(), block.end());
        update_phis(ctx, ctx.flow.joins, id.index);
        return;
    }
    ir::Block body = lower_block(ctx, s.body);
    ir::Block orelse = lower_block(ctx, s.orelse);
    update_phis(ctx, ctx.flow.joins, id.index);
    if (!condition.is_value()) {
        return;
    }
    ctx.current_stmt = range;
    emit(ctx, range,
         ir::If{condition.ir, std::move(body), std::move(orelse), syntax::is_elif(ctx.tree, id)});
}

static void lower_while(Lowering& ctx, const syntax::While& s, StmtId id) {
    const Range range = ctx.tree.stmts[id].range;
    update_phis(ctx, ctx.flow.headers, id.index);
    const auto outcome = ctx.flow.known_tests.find(s.test.index);
    Operand condition;
    ir::Block before_test = block_of(ctx, [&] {
        if (outcome == ctx.flow.known_tests.end()) {
            condition = truth(ctx, s.test);
            return;
        }
        run_known_test(ctx, s.test);
        condition = number(ctx, boolean, outcome->second, ctx.range(s.test));
    });
    update_phis(ctx, ctx.flow.joins, id.index);
    ir::Block body = lower_block(ctx, s.body);
    update_phis(ctx, ctx.flow.headers, id.index);
    ir::Block orelse = lower_block(ctx, s.orelse);
    update_phis(ctx, ctx.flow.joins, id.index);
    if (!condition.is_value()) {
        return;
    }
    if (outcome != ctx.flow.known_tests.end() && outcome->second) {
        body.insert(body.begin(), before_test.begin(), before_test.end());
        before_test.clear();
    }
    ctx.current_stmt = range;
    emit(ctx, range,
         ir::While{condition.ir, std::move(body), std::move(orelse), std::move(before_test)});
}

static void lower_stmt(Lowering& ctx, StmtId id) {
    ctx.peeked.clear();
    const syntax::Stmt& stmt = ctx.tree.stmts[id];
    const Range range = stmt.range;
    std::visit(
        match{
            [&](const syntax::Assign& s) { lower_assign(ctx, s, range); },
            [&](const syntax::AugAssign& s) { lower_aug_assign(ctx, s, range); },
            [&](const syntax::AnnAssign& s) { lower_ann_assign(ctx, s, range); },
            [&](const syntax::ExprStmt& s) { lower_expr_stmt(ctx, s); },
            [&](const syntax::If& s) { lower_if(ctx, s, id); },
            [&](const syntax::While& s) { lower_while(ctx, s, id); },
            [&](const syntax::For& s) { lower_for(ctx, s, id); },
            [&](const syntax::Return& s) { lower_return(ctx, s, id); },
            [&](const syntax::Break&) { emit(ctx, range, ir::Break{}); },
            [&](const syntax::Continue&) { emit(ctx, range, ir::Continue{}); },
            [&](const syntax::Pass&) {},
            [&](const syntax::FunctionDef& s) { lower_function(ctx, s, id); },
            [&](const syntax::Assert& s) { lower_assert(ctx, s, range); },
            [&](const syntax::Raise& s) { lower_raise(ctx, s, range); },
            [&](const syntax::Match& s) { lower_match(ctx, s, id); },
            [&](const syntax::Import&) {},  // what the names mean is found where they are used
            [&](const syntax::ImportFrom&) {},
            [&](const syntax::Nonlocal&) {},  // a call assigns what the function has set
            [&](const syntax::Global&) {
                refused(ctx, range, "`global`")
                    .help("globals are constants here: pass an array and write to its element");
            },
            [&](const syntax::ClassDef& s) {
                refused(ctx, s.name_range, "a class")
                    .help("use a tuple, a named tuple or a record");
                for (std::uint32_t i = 0; i < ctx.versions.size(); ++i) {
                    const Version& version = ctx.flow.versions[VersionId{i}];
                    ctx.versions[i].has_failed = ctx.versions[i].has_failed ||
                                                 ctx.flow.variables[version.variable] == s.name;
                }
            },
            [&](const syntax::Delete&) {
                refused(ctx, range, "`del`")
                    .help("leave it out: a variable that nobody reads costs nothing");
            },
            [&](const syntax::With&) {
                refused(ctx, first_line(ctx, range), "`with`")
                    .help("a thread has no files and no locks; open them on the host");
            },
            [&](const syntax::Try&) {
                refused(ctx, first_line(ctx, range), "`try`")
                    .help("a thread catches no exceptions: test the value with `if` first");
            },
        },
        stmt.as);
}

/// What was said of a variable that is left out, where the statement calls it and nothing stands
/// between: `grid.sync()`.
static std::vector<syntax::Comment> comments_of_left_out(Lowering& ctx, StmtId id) {
    const LeftOut left_out = std::exchange(ctx.left_out, {});
    const auto* statement = ctx.tree.stmts[id].get<syntax::ExprStmt>();
    const auto* call = statement != nullptr ? ctx.get<syntax::Call>(statement->value) : nullptr;
    const auto* method = call != nullptr ? ctx.get<syntax::Attribute>(call->func) : nullptr;
    const auto* object = method != nullptr ? ctx.get<syntax::Name>(method->value) : nullptr;
    return object != nullptr && object->id == left_out.name ? left_out.comments
                                                            : std::vector<syntax::Comment>{};
}

/// Gives the comments of a Python statement to the first IR statement that came of it, above those
/// that it has: where only a branch of the statement is left, the first is one of the branch's.
static void attach_comments(Lowering& ctx, StmtId id, std::size_t first) {
    std::vector<syntax::Comment> above = comments_of_left_out(ctx, id);
    for (const syntax::Comment& comment : syntax::comments_before(ctx.tree, id)) {
        above.push_back(comment);
    }
    const std::vector<syntax::Comment> within = syntax::comments_within(ctx.tree, id);
    above.insert(above.end(), within.begin(), within.end());
    const syntax::Comment* trailing = syntax::trailing_comment(ctx.tree, id);
    const std::vector<syntax::Comment> otherwise = syntax::comments_before_else(ctx.tree, id);
    if (!otherwise.empty() && ctx.out->size() > first) {
        ctx.fn.stmts[ctx.out->back()].else_comments = comment_texts(otherwise);
    }
    if (above.empty() && trailing == nullptr) {
        return;
    }
    if (ctx.out->size() == first) {
        const auto* assign = ctx.tree.stmts[id].get<syntax::Assign>();
        const bool is_left_out = assign != nullptr && assign->targets.size() == 1 &&
                                 ctx.is<syntax::Name>(assign->targets.front());
        if (is_left_out) {
            // what is said of a variable goes with it, but for `grid = cuda.cg.this_grid()` of a
            // `grid.sync()` right behind it
            const auto& name = std::get<syntax::Name>(ctx.tree.exprs[assign->targets.front()].as);
            ctx.left_out = {std::string(name.id), std::move(above)};
            return;
        }
        emit(ctx, ctx.tree.stmts[id].range, ir::Nothing{});
    }
    ir::Stmt& stmt = ctx.fn.stmts[(*ctx.out)[first]];
    const std::vector<std::string> texts = comment_texts(above);
    stmt.comments.insert(stmt.comments.begin(), texts.begin(), texts.end());
    if (trailing != nullptr && stmt.trailing_comment.empty()) {
        stmt.trailing_comment = std::string(trailing->text);
    }
}

/// A statement with its comments and the blank line above it.
static void lower_in_block(Lowering& ctx, StmtId id) {
    const std::size_t first = ctx.out->size();
    ctx.current_stmt = ctx.tree.stmts[id].range;
    lower_stmt(ctx, id);
    if (!ctx.tree.stmts[id].is<syntax::FunctionDef>()) {
        attach_comments(ctx, id, first);  // those of a function stand above it
    }
    if (first > 0 && ctx.out->size() > first) {
        const std::vector<syntax::Comment> above = syntax::comments_before(ctx.tree, id);
        const Range top = above.empty() ? ctx.tree.stmts[id].range : above.front().range;
        ctx.fn.stmts[(*ctx.out)[first]].blank_before =
            has_blank_line_above(*ctx.tree.module_of(top).file, top.begin);
    }
    drop_waiting(ctx);
}

/// What stands above a function, at its decorators, at its parameters and behind its `def`.
static std::vector<std::string> head_comments(const syntax::Tree& tree, StmtId def) {
    std::vector<std::string> texts = comment_texts(syntax::comments_before(tree, def));
    const auto params = symbols::positional(tree.stmts[def].get<syntax::FunctionDef>()->args);
    for (const syntax::Comment& comment : syntax::comments_within(tree, def)) {
        // It is said of the one parameter in its line.
        const SourceFile& file = *tree.module_of(comment.range).file;
        const auto is_beside = [&](const syntax::Arg* one) {
            return file.line(one->name_range.begin) == file.line(comment.range.begin);
        };
        const auto beside = std::ranges::find_if(params, is_beside);
        const bool is_of_one = std::ranges::count_if(params, is_beside) == 1;
        texts.push_back((is_of_one ? " " + (*beside)->arg + ":" : "") + std::string(comment.text));
    }
    if (const syntax::Comment* trailing = syntax::trailing_comment(tree, def)) {
        texts.emplace_back(trailing->text);
    }
    return texts;
}

ir::Block lower_block(Lowering& ctx, const syntax::Suite& body, bool is_function_body) {
    return block_of(ctx, [&] {
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (ctx.flow.dead.contains(body[i].index)) {
                continue;
            }
            const std::string* docstring =
                is_function_body && i == 0 ? docstring_of(ctx.tree, body[i]) : nullptr;
            if (docstring != nullptr) {
                ctx.fn.docstring = clean_docstring(*docstring);
            } else {
                lower_in_block(ctx, body[i]);
            }
        }
        const std::vector<syntax::Comment> last = syntax::comments_at_end(ctx.tree, body);
        if (!last.empty()) {
            const ir::StmtId nothing = emit(ctx, last.front().range, ir::Nothing{});
            ctx.fn.stmts[nothing].comments = comment_texts(last);
        }
        if (is_function_body) {
            ctx.fn.comments = head_comments(ctx.tree, ctx.decl.def);
        }
    });
}

/// Statements that never run: the branch that a test known by its types, `x is None` of a number,
/// does not take, the body of a loop over nothing. Numba types them too, so they say what types
/// their variables have where they have a meaning; where they have none that is no mistake.
void lower_untaken(Lowering& ctx, const std::function<ir::Block()>& lower) {
    const std::vector<Lowering::VersionState> versions = ctx.versions;
    const auto facts =
        std::tuple(ctx.changed, ctx.has_pending, ctx.calls_failed, ctx.has_result, ctx.result);
    diag::Sink outer;
    std::swap(outer, ctx.sink);
    without_effects(ctx, lower);
    if (ctx.sink.has_errors() || ctx.calls_failed) {
        ctx.versions = versions;
        std::tie(ctx.changed, ctx.has_pending, ctx.calls_failed, ctx.has_result, ctx.result) =
            facts;
    }
    ctx.has_pending = std::get<1>(facts);  // what never runs needs no type
    std::swap(outer, ctx.sink);
}

}  // namespace pycu::sema
