// Statements, their comments, and where control flows. See body.h.
#include <algorithm>
#include <tuple>

#include "ir/visit.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "support/text.h"
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
    const auto* stmt = std::get_if<syntax::ExprStmt>(&tree.stmts[id].as);
    const auto* constant =
        stmt != nullptr ? std::get_if<syntax::Constant>(&tree.exprs[stmt->value].as) : nullptr;
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
    if (const auto* op = std::get_if<syntax::UnaryOp>(&tree.exprs[test].as)) {
        return asks_type(tree, op->operand);
    }
    const auto* call = std::get_if<syntax::Call>(&tree.exprs[test].as);
    const auto* name =
        call != nullptr ? std::get_if<syntax::Name>(&tree.exprs[call->func].as) : nullptr;
    return name != nullptr && name->id == "isinstance";
}

}  // namespace

ir::Block Body::lower_block(const syntax::Suite& body, bool is_function_body) {
    return block_of([&] {
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (flow_.dead.contains(body[i].index)) {
                continue;
            }
            const std::string* docstring =
                is_function_body && i == 0 ? docstring_of(tree_, body[i]) : nullptr;
            if (docstring != nullptr) {
                fn_.docstring = clean_docstring(*docstring);
            } else {
                lower_in_block(body[i]);
            }
        }
        const std::vector<syntax::Comment> last = syntax::comments_at_end(tree_, body);
        if (!last.empty()) {
            const ir::StmtId nothing = emit(last.front().range, ir::Nothing{});
            fn_.stmts[nothing].comments = comment_texts(last);
        }
        if (is_function_body) {
            fn_.comments = comment_texts(syntax::comments_before(tree_, decl_.def));
        }
    });
}

/// A statement with its comments and the blank line above it.
void Body::lower_in_block(StmtId id) {
    const std::size_t first = out_->size();
    current_stmt_ = tree_.stmts[id].range;
    lower_stmt(id);
    if (!std::holds_alternative<syntax::FunctionDef>(tree_.stmts[id].as)) {
        attach_comments(id, first);  // those of a function stand above it
    }
    if (first > 0 && out_->size() > first) {
        const std::vector<syntax::Comment> above = syntax::comments_before(tree_, id);
        const std::uint32_t top =
            above.empty() ? tree_.stmts[id].range.begin : above.front().range.begin;
        fn_.stmts[(*out_)[first]].blank_before = has_blank_line_above(*tree_.file, top);
    }
    drop_waiting();
}

/// Gives the comments of a Python statement to the first IR statement that came of it, above those
/// that it has: where only a branch of the statement is left, the first is one of the branch's.
void Body::attach_comments(StmtId id, std::size_t first) {
    const std::vector<syntax::Comment> above = syntax::comments_before(tree_, id);
    const syntax::Comment* trailing = syntax::trailing_comment(tree_, id);
    if (above.empty() && trailing == nullptr) {
        return;
    }
    if (out_->size() == first) {
        emit(tree_.stmts[id].range, ir::Nothing{});
    }
    ir::Stmt& stmt = fn_.stmts[(*out_)[first]];
    const std::vector<std::string> texts = comment_texts(above);
    stmt.comments.insert(stmt.comments.begin(), texts.begin(), texts.end());
    if (trailing != nullptr && stmt.trailing_comment.empty()) {
        stmt.trailing_comment = std::string(trailing->text);
    }
}

void Body::lower_stmt(StmtId id) {
    const syntax::Stmt& stmt = tree_.stmts[id];
    const Range range = stmt.range;
    std::visit(
        match{
            [&](const syntax::Assign& s) { lower_assign(s, range); },
            [&](const syntax::AugAssign& s) { lower_aug_assign(s, range); },
            [&](const syntax::AnnAssign& s) { lower_ann_assign(s, range); },
            [&](const syntax::ExprStmt& s) { lower_expr_stmt(s); },
            [&](const syntax::If& s) { lower_if(s, id); },
            [&](const syntax::While& s) { lower_while(s, id); },
            [&](const syntax::For& s) { lower_for(s, id); },
            [&](const syntax::Return& s) { lower_return(s, id); },
            [&](const syntax::Break&) { emit(range, ir::Break{}); },
            [&](const syntax::Continue&) { emit(range, ir::Continue{}); },
            [&](const syntax::Pass&) {},
            [&](const syntax::FunctionDef& s) { lower_function(s, id); },
            [&](const syntax::Assert& s) { lower_assert(s, range); },
            [&](const syntax::Raise& s) { lower_raise(s, range); },
            [&](const syntax::Match& s) { lower_match(s, id); },
            [&](const syntax::Import&) {},  // what the names mean is found where they are used
            [&](const syntax::ImportFrom&) {},
            [&](const syntax::Nonlocal&) {},  // a call assigns what the function has set
            [&](const syntax::Global&) {
                report<diag::Code::NotInDeviceCode>(range, "`global`")
                    .help("globals are constants here: pass an array and write to its element");
            },
            [&](const syntax::ClassDef& s) {
                report<diag::Code::NotInDeviceCode>(s.name_range, "a class")
                    .help("use a tuple, a named tuple or a record");
                for (std::uint32_t i = 0; i < versions_.size(); ++i) {
                    const Version& version = flow_.versions[VersionId{i}];
                    versions_[i].has_failed =
                        versions_[i].has_failed || flow_.variables[version.variable] == s.name;
                }
            },
            [&](const syntax::Delete&) {
                report<diag::Code::NotInDeviceCode>(range, "`del`")
                    .help("leave it out: a variable that nobody reads costs nothing");
            },
            [&](const syntax::With&) {
                report<diag::Code::NotInDeviceCode>(first_line(range), "`with`")
                    .help("a thread has no files and no locks; open them on the host");
            },
            [&](const syntax::Try&) {
                report<diag::Code::NotInDeviceCode>(first_line(range), "`try`")
                    .help("a thread catches no exceptions: test the value with `if` first");
            },
        },
        stmt.as);
}

void Body::lower_expr_stmt(const syntax::ExprStmt& s) {
    if (const auto* constant = std::get_if<syntax::Constant>(&tree_.exprs[s.value].as)) {
        const bool is_text = std::holds_alternative<std::string>(constant->value);
        if (is_text || std::holds_alternative<syntax::Ellipsis>(constant->value)) {
            return;
        }
    }
    lower(s.value);
}

void Body::lower_if(const syntax::If& s, StmtId id) {
    const Range range = tree_.stmts[id].range;
    const auto outcome = flow_.known_tests.find(s.test.index);
    if (outcome != flow_.known_tests.end()) {
        run_known_test(s.test);
        update_phis(flow_.joins, id);
        // The other branch may hold what has no type at all.
        const ir::Block taken = lower_block(outcome->second ? s.body : s.orelse);
        out_->insert(out_->end(), taken.begin(), taken.end());
        update_phis(flow_.joins, id);
        return;
    }
    const Operand condition = truth(s.test);
    update_phis(flow_.joins, id);
    if (const auto* known_value = condition.is_value()
                                      ? std::get_if<ir::Literal>(&fn_.exprs[condition.ir].as)
                                      : nullptr) {
        const bool outcome_value = std::get<bool>(known_value->value);
        if (!asks_type(tree_, s.test)) {
            lower_untaken([&] { return lower_block(outcome_value ? s.orelse : s.body); });
        }
        const ir::Block taken = lower_block(outcome_value ? s.body : s.orelse);
        out_->insert(out_->end(), taken.begin(), taken.end());
        update_phis(flow_.joins, id);
        return;
    }
    ir::Block body = lower_block(s.body);
    ir::Block orelse = lower_block(s.orelse);
    update_phis(flow_.joins, id);
    if (!condition.is_value()) {
        return;
    }
    const bool is_elif = tree_.file->text(range).starts_with("elif");
    current_stmt_ = range;
    emit(range, ir::If{condition.ir, std::move(body), std::move(orelse), is_elif});
}

/// Statements that never run: the branch that a test known by its types, `x is None` of a number,
/// does not take, the body of a loop over nothing. Numba types them too, so they say what types
/// their variables have where they have a meaning; where they have none that is no mistake.
void Body::lower_untaken(const std::function<ir::Block()>& lower) {
    const std::vector<VersionState> versions = versions_;
    const auto facts = std::tuple(changed_, has_pending_, calls_failed_, has_result_, result_);
    diag::Sink outer;
    std::swap(outer, sink_);
    forget(lower());
    if (sink_.has_errors() || calls_failed_) {
        versions_ = versions;
        std::tie(changed_, has_pending_, calls_failed_, has_result_, result_) = facts;
    }
    has_pending_ = std::get<1>(facts);  // what never runs needs no type
    std::swap(outer, sink_);
}

void Body::lower_while(const syntax::While& s, StmtId id) {
    const Range range = tree_.stmts[id].range;
    update_phis(flow_.headers, id);
    const auto outcome = flow_.known_tests.find(s.test.index);
    Operand condition;
    ir::Block before_test = block_of([&] {
        if (outcome == flow_.known_tests.end()) {
            condition = truth(s.test);
            return;
        }
        run_known_test(s.test);
        condition = number(boolean, outcome->second, tree_.exprs[s.test].range);
    });
    update_phis(flow_.joins, id);
    ir::Block body = lower_block(s.body);
    update_phis(flow_.headers, id);
    ir::Block orelse = lower_block(s.orelse);
    update_phis(flow_.joins, id);
    if (!condition.is_value()) {
        return;
    }
    if (outcome != flow_.known_tests.end() && outcome->second) {
        body.insert(body.begin(), before_test.begin(), before_test.end());
        before_test.clear();
    }
    current_stmt_ = range;
    emit(range,
         ir::While{condition.ir, std::move(body), std::move(orelse), std::move(before_test)});
}

}  // namespace pycu::sema
