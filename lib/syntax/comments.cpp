// Values of nodes, and which comments belong to which statement.
#include <algorithm>
#include <charconv>

#include "support/match.h"
#include "syntax/nodes.h"
#include "syntax/tree.h"
#include "syntax/visit.h"

namespace pycu::syntax {

namespace {

/// True when nothing but blanks and line ends stand between two bytes.
bool only_blanks(const Module& module, std::uint32_t begin, std::uint32_t end) {
    const std::string_view text = module.file->text();
    return text.substr(begin, end - begin).find_first_not_of(" \t\f\r\n") == std::string_view::npos;
}

std::uint32_t column(const Module& module, std::uint32_t offset) {
    return module.file->place(offset).column;
}

/// What stands in front of a byte in its line, without the indentation.
std::string_view line_before(const Module& module, std::uint32_t offset) {
    std::string_view text = std::string_view(module.file->text()).substr(0, offset);
    text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
    text.remove_prefix(std::min(text.find_first_not_of(" \t\f"), text.size()));
    return text;
}

/// The first comment that begins at or behind a byte.
std::size_t first_behind(const Module& module, std::uint32_t offset) {
    const auto found = std::lower_bound(
        module.comments.begin(), module.comments.end(), offset,
        [](const Comment& comment, std::uint32_t at) { return comment.range.begin < at; });
    return static_cast<std::size_t>(found - module.comments.begin());
}

/// Where a statement's text begins: at its first decorator's `@`.
std::uint32_t first_byte(const Tree& tree, StmtId stmt) {
    const Stmt& node = tree.stmts[stmt];
    if (const auto* function = std::get_if<FunctionDef>(&node.as)) return function->whole.begin;
    return node.range.begin;
}

/// The block a compound statement opens first; its header ends on the line before it.
const Suite* first_block(const Stmt& stmt) {
    const Suite* first = nullptr;
    const auto keep = match{[&](const Suite& body, bool) { first = first ? first : &body; },
                            [](const auto&, bool) {}};
    std::visit(match{[](const Match&) {}, [&](const auto& node) { for_each_child(node, keep); }},
               stmt.as);
    return first;
}

/// The last byte of a statement, or of a compound statement's header.
std::uint32_t header_end(const Tree& tree, const Stmt& stmt) {
    const Module& module = tree.module_of(stmt.range);
    const Suite* block = first_block(stmt);
    if (!block || block->empty()) return stmt.range.end;
    // The header's last token is the colon; comments may stand between it and the block.
    std::uint32_t end = first_byte(tree, block->front());
    const std::string& text = module.file->text();
    for (std::size_t i = first_behind(module, end); i-- > 0;) {
        const Range range = module.comments[i].range;
        if (range.begin < stmt.range.begin || !only_blanks(module, range.end, end)) break;
        end = range.begin;
    }
    while (end > stmt.range.begin && text[end - 1] != ':') --end;
    return end;
}

}  // namespace

std::size_t Tree::add(Module module) {
    const std::size_t index = others.size();
    if (module.file != nullptr) {
        by_file_.resize(std::max<std::size_t>(by_file_.size(), module.file->file() + 1), is_main);
        by_file_[module.file->file()] = index;
    }
    others.push_back(std::move(module));
    return index;
}

// ---- Comments.

std::vector<Comment> comments_before(const Tree& tree, StmtId stmt) {
    const Module& module = tree.module_of(tree.stmts[stmt].range);
    std::vector<Comment> out;
    std::uint32_t end = first_byte(tree, stmt);
    const std::uint32_t wanted = column(module, end);
    for (std::size_t i = first_behind(module, end); i-- > 0;) {
        const Comment& comment = module.comments[i];
        if (!comment.own_line || !only_blanks(module, comment.range.end, end)) break;
        if (column(module, comment.range.begin) != wanted) break;
        out.insert(out.begin(), comment);
        end = comment.range.begin;
    }
    return out;
}

const Comment* trailing_comment(const Tree& tree, StmtId stmt) {
    const Module& module = tree.module_of(tree.stmts[stmt].range);
    const std::uint32_t end = header_end(tree, tree.stmts[stmt]);
    const std::size_t index = first_behind(module, end);
    if (index == module.comments.size()) return nullptr;
    const Comment& comment = module.comments[index];
    const std::string_view between =
        std::string_view(module.file->text()).substr(end, comment.range.begin - end);
    const bool same_line = between.find_first_not_of(" \t\f;") == std::string_view::npos;
    return same_line ? &comment : nullptr;
}

bool is_elif(const Tree& tree, StmtId stmt) {
    return tree.stmts[stmt].is<If>() && tree.text(tree.stmts[stmt].range).starts_with("elif");
}

std::vector<Comment> comments_at_end(const Tree& tree, const Suite& body) {
    std::vector<Comment> out;
    // an `elif` ends where the statement does that it belongs to
    if (body.empty() || is_elif(tree, body.front())) return out;
    const Module& module = tree.module_of(tree.stmts[body.front()].range);
    const std::uint32_t wanted = column(module, first_byte(tree, body.front()));
    std::uint32_t end = tree.stmts[body.back()].range.end;
    for (std::size_t i = first_behind(module, end); i < module.comments.size(); ++i) {
        const Comment& comment = module.comments[i];
        if (!only_blanks(module, end, comment.range.begin)) break;
        if (comment.own_line && column(module, comment.range.begin) < wanted) break;
        if (comment.own_line) out.push_back(comment);
        end = comment.range.end;
    }
    return out;
}

std::vector<Comment> comments_before_else(const Tree& tree, StmtId stmt) {
    const Module& module = tree.module_of(tree.stmts[stmt].range);
    const auto [body, orelse] = std::visit(
        [](const auto& node) -> std::pair<const Suite*, const Suite*> {
            if constexpr (
                requires { node.body, node.orelse, node.test; } ||
                requires { node.body, node.orelse, node.iter; }) {
                return {&node.body, &node.orelse};
            }
            return {};
        },
        tree.stmts[stmt].as);
    std::vector<Comment> out;
    if (!orelse || orelse->empty()) return out;
    const std::uint32_t end = first_byte(tree, orelse->front());
    const std::uint32_t wanted = column(module, tree.stmts[stmt].range.begin);
    if (is_elif(tree, orelse->front())) return out;
    for (std::size_t i = first_behind(module, tree.stmts[body->back()].range.end);
         i < module.comments.size() && module.comments[i].range.begin < end; ++i) {
        const Comment& comment = module.comments[i];
        const bool is_above = comment.own_line && column(module, comment.range.begin) == wanted;
        const bool is_behind =
            !comment.own_line && line_before(module, comment.range.begin).starts_with("else");
        if (is_above || is_behind) out.push_back(comment);
    }
    return out;
}

std::vector<Comment> comments_within(const Tree& tree, StmtId stmt) {
    std::vector<Comment> out;
    if (tree.stmts[stmt].is<Match>()) return out;
    const Module& module = tree.module_of(tree.stmts[stmt].range);
    const std::uint32_t end = header_end(tree, tree.stmts[stmt]);
    for (std::size_t i = first_behind(module, first_byte(tree, stmt));
         i < module.comments.size() && module.comments[i].range.begin < end; ++i) {
        out.push_back(module.comments[i]);
    }
    return out;
}

Range whole_range(const Tree& tree, StmtId function) {
    const Stmt& stmt = tree.stmts[function];
    const auto* node = std::get_if<FunctionDef>(&stmt.as);
    return node ? node->whole : stmt.range;
}

// ---- Values of nodes.

std::optional<std::uint64_t> Integer::value() const {
    const bool has_prefix = text.size() > 2 && text[0] == '0' && text[1] > '9';
    const int base = !has_prefix ? 10 : text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : 2;
    std::uint64_t value = 0;
    const char* begin = text.data() + (has_prefix ? 2 : 0);
    const auto read = std::from_chars(begin, text.data() + text.size(), value, base);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

const char* noun(const Expr& expr) {
    static constexpr const char* nouns[] = {
#define PYCU_EXPR(kind, what, fields) what,
#include "syntax/nodes.def"
    };
    const auto* name = std::get_if<Name>(&expr.as);
    if (name && name->id == "__debug__") return "`__debug__`";
    if (const auto* constant = std::get_if<Constant>(&expr.as)) {
        if (const bool* truth = std::get_if<bool>(&constant->value)) {
            return *truth ? "`True`" : "`False`";
        }
        if (std::holds_alternative<None>(constant->value)) return "`None`";
        if (std::holds_alternative<Ellipsis>(constant->value)) return "`...`";
    }
    return nouns[expr.as.index()];
}

const std::vector<ExprId>* elements(const Expr& expr) {
    if (const auto* tuple = std::get_if<Tuple>(&expr.as)) return &tuple->elts;
    if (const auto* list = std::get_if<List>(&expr.as)) return &list->elts;
    return nullptr;
}

const Identifier* bound_name(const Pattern& pattern) {
    return std::visit(
        [](const auto& node) -> const Identifier* {
            if constexpr (requires { node.name; }) {
                return node.name ? &*node.name : nullptr;
            } else if constexpr (requires { node.rest; }) {
                return node.rest ? &*node.rest : nullptr;
            } else {
                return nullptr;
            }
        },
        pattern.as);
}

}  // namespace pycu::syntax
