// The only file that knows tree-sitter: text -> Cst.
#include "syntax/cst.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cctype>
#include <string>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace pycu::syntax {
namespace {

constexpr struct {
    CstKind kind;
    std::string_view name;
} kinds[] = {
#define PYCU_CST(name) {CstKind::name, #name},
#include "syntax/cst.def"
};

/// `import_statement` as an enumerator: ImportStatement.
std::string camel_case(std::string_view name) {
    std::string made;
    bool is_first = true;
    for (const char c : name) {
        if (c != '_') {
            made += is_first ? static_cast<char>(std::toupper(c)) : c;
        }
        is_first = c == '_';
    }
    return made;
}

std::vector<CstKind> symbol_kinds() {
    const TSLanguage* language = tree_sitter_python();
    std::vector<CstKind> table(ts_language_symbol_count(language), CstKind::Other);
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto symbol = static_cast<TSSymbol>(i);
        const std::string name = camel_case(ts_language_symbol_name(language, symbol));
        const auto* found = std::ranges::find(kinds, name, [](const auto& k) { return k.name; });
        if (ts_language_symbol_type(language, symbol) != TSSymbolTypeRegular) {
            table[i] = CstKind::Token;
        } else if (found != std::end(kinds)) {
            table[i] = found->kind;
        }
    }
    return table;
}

}  // namespace

struct CstParser::State {
    TSParser* parser = ts_parser_new();
    TSTreeCursor cursor{};
    bool has_cursor = false;
    const std::vector<CstKind>& kinds = []() -> const std::vector<CstKind>& {
        static const std::vector<CstKind> table = symbol_kinds();
        return table;
    }();

    /// Copies a tree in source order, without recursion and without comments.
    Cst copy(TSNode root, std::uint32_t offset, std::optional<std::uint32_t>& too_deep) {
        Cst nodes;
        nodes.reserve(ts_node_descendant_count(root));
        std::vector<Open> open;
        if (!has_cursor) cursor = ts_tree_cursor_new(root);
        if (has_cursor) ts_tree_cursor_reset(&cursor, root);
        has_cursor = true;
        const auto add = [&] {
            const TSNode node = ts_tree_cursor_current_node(&cursor);
            const char* field = ts_tree_cursor_current_field_name(&cursor);
            const TSSymbol symbol = ts_node_symbol(node);
            const CstNode one{symbol < kinds.size() ? kinds[symbol] : CstKind::Other,
                              ts_node_start_byte(node) + offset,
                              ts_node_end_byte(node) + offset,
                              0,
                              ts_node_type(node),
                              field ? field : ""};
            const int height = open.empty() ? 0 : height_below(nodes[open.back().node], one, open);
            if (height > max_height && !too_deep) too_deep = outermost(nodes, open);
            open.push_back({static_cast<std::uint32_t>(nodes.size()), height});
            nodes.push_back(one);
        };
        const auto close = [&] {
            nodes[open.back().node].next = static_cast<std::uint32_t>(nodes.size());
            open.pop_back();
        };
        const auto is_extra = [&] {
            return ts_node_is_extra(ts_tree_cursor_current_node(&cursor));
        };
        // Steps from the current node to one that is no comment; false where there is none.
        const auto skip_extras = [&](bool moved) {
            while (moved && is_extra()) moved = ts_tree_cursor_goto_next_sibling(&cursor);
            return moved;
        };
        add();
        while (!open.empty()) {
            bool moved = ts_tree_cursor_goto_first_child(&cursor);
            if (moved && !skip_extras(true)) {
                ts_tree_cursor_goto_parent(&cursor);
                moved = false;
            }
            if (moved) {
                add();
                continue;
            }
            close();
            while (!open.empty() && !skip_extras(ts_tree_cursor_goto_next_sibling(&cursor))) {
                ts_tree_cursor_goto_parent(&cursor);
                close();
            }
            if (!open.empty()) add();
        }
        return nodes;
    }

    struct Open {
        std::uint32_t node;
        int height;  // expressions around it, up to the statement
    };

    /// Where the expression begins that the open nodes are parts of.
    static std::uint32_t outermost(const Cst& nodes, const std::vector<Open>& open) {
        std::uint32_t begin = 0;
        for (auto one = open.rbegin(); one != open.rend() && one->height > 0; ++one) {
            const CstKind kind = nodes[one->node].kind;
            if (kind == CstKind::Assignment || kind == CstKind::AugmentedAssignment) break;
            begin = nodes[one->node].begin;
        }
        return begin;
    }

    /// How many expressions nest down to a node; `a and b and c` is one.
    static int height_below(const CstNode& parent, const CstNode& node,
                            const std::vector<Open>& open) {
        switch (parent.kind) {
            case CstKind::Module:
            case CstKind::Block:
                return 0;
            case CstKind::ArgumentList:
            case CstKind::ParenthesizedExpression:
                return open.back().height;
            default:
                break;
        }
        const bool is_chain = node.kind == CstKind::BooleanOperator && parent.kind == node.kind;
        return open.back().height + (is_chain || node.kind == CstKind::Token ? 0 : 1);
    }

    /// The first error or missing token; only asked where there is one.
    static std::uint32_t find_error(TSNode root) {
        // by a cursor: to find a child by its number takes as long as it has siblings before it
        TSTreeCursor at = ts_tree_cursor_new(root);
        TSNode node = root;
        bool is_inside = true;
        while (is_inside && !ts_node_is_error(node) && !ts_node_is_missing(node)) {
            bool is_child = ts_tree_cursor_goto_first_child(&at);
            while (is_child && !ts_node_has_error(ts_tree_cursor_current_node(&at))) {
                is_child = ts_tree_cursor_goto_next_sibling(&at);
            }
            is_inside = is_child;
            node = is_inside ? ts_tree_cursor_current_node(&at) : node;
        }
        ts_tree_cursor_delete(&at);
        return ts_node_start_byte(node);
    }
};

CstParser::CstParser() : state_(std::make_unique<State>()) {
    ts_parser_set_language(state_->parser, tree_sitter_python());
}

CstParser::~CstParser() {
    if (state_->has_cursor) ts_tree_cursor_delete(&state_->cursor);
    ts_parser_delete(state_->parser);
}

std::optional<Cst> CstParser::parse(std::string_view text, std::uint32_t offset) {
    TSTree* tree = ts_parser_parse_string(state_->parser, nullptr, text.data(),
                                          static_cast<std::uint32_t>(text.size()));
    const TSNode root = ts_tree_root_node(tree);
    std::optional<Cst> nodes;
    too_deep_.reset();
    if (ts_node_has_error(root)) {
        error_ = State::find_error(root) + offset;
    } else {
        nodes = state_->copy(root, offset, too_deep_);
    }
    ts_tree_delete(tree);
    return nodes;
}

}  // namespace pycu::syntax
