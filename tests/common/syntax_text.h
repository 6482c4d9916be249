// Syntax trees as text: one line a node, one blank of indentation a level; kinds and fields have
// the names and the order of CPython's `ast`.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>

#include "support/match.h"
#include "syntax/tree.h"

namespace pycu::syntax {

inline std::string_view name_of(BoolOperator op) {
    return op == BoolOperator::And ? "And" : "Or";
}
template <class Op>
std::string_view name_of(Op op) {
    return operator_texts<Op>[std::size_t(op)].name;
}

inline std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        const bool is_plain = c >= ' ' && c < 127 && c != '\\' && c != '\'';
        out +=
            is_plain ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return out + "'";
}

inline std::string value_text(const Value& value) {
    return std::visit(match{[](None) -> std::string { return "None"; },
                            [](bool b) -> std::string { return b ? "True" : "False"; },
                            [](const Integer& i) { return "int " + i.text; },
                            [](double d) { return fmt::format("float {:.17g}", d); },
                            [](Imaginary i) { return fmt::format("imaginary {:.17g}", i.value); },
                            [](const std::string& s) { return "str " + quoted(s); },
                            [](const Bytes& b) { return "bytes " + quoted(b.value); },
                            [](Ellipsis) -> std::string { return "Ellipsis"; }},
                      value);
}

inline constexpr const char* expr_names[] = {
#define PYCU_EXPR(kind, what, fields) #kind,
#include "syntax/nodes.def"
};
inline constexpr const char* pattern_names[] = {
#define PYCU_PATTERN(kind, fields) #kind,
#include "syntax/nodes.def"
};
inline constexpr const char* stmt_names[] = {
#define PYCU_STMT(kind, fields) #kind,
#include "syntax/nodes.def"
};

class TreePrinter {
  public:
    explicit TreePrinter(const Tree& tree) : tree_(tree) {}

    std::string run() {
        child("body", tree_.main.body);
        return std::move(out_);
    }

  private:
    /// A line with the kind, the place and what is no node; below it, one level deeper, the nodes.
    template <class Node>
    void node(const char* field, const char* kind, const Range* range, const Node& node) {
        begin(field, kind);
        if (range != nullptr) out_ += fmt::format(" {}-{}", range->begin, range->end);
        for_each_field(node, [&](const char* name, const auto& value) { head(name, value); });
        out_ += '\n';
        ++depth_;
        for_each_field(node, [&](const char* name, const auto& value) { child(name, value); });
        --depth_;
    }
    void begin(const char* field, std::string_view text) {
        out_ += fmt::format("{:{}}{} {}", "", depth_, field, text);
    }
    void line(const char* field, std::string_view text) {
        begin(field, text);
        out_ += '\n';
    }

    void head(const char* name, const std::same_as<bool> auto& value) {
        if (value) out_ += fmt::format(" {}", name);
    }
    void head(const char*, const std::same_as<char> auto& value) {
        if (value != 0) out_ += fmt::format(" {}", value);
    }
    void head(const char*, const std::same_as<int> auto& value) {
        out_ += fmt::format(" {}", value);
    }
    void head(const char*, const std::string& text) {
        if (!text.empty()) out_ += " " + text;
    }
    void head(const char* name, const Identifier& value) { head(name, value.text); }
    void head(const char* name, const Value& value) { head(name, value_text(value)); }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void head(const char*, const Enum& value) { out_ += fmt::format(" {}", name_of(value)); }
    void head(const char* name, const std::vector<CompareOp>& ops) {
        for (const CompareOp op : ops) head(name, op);
    }
    template <class T>
    void head(const char* name, const std::optional<T>& value) {
        if (value) head(name, *value);
    }
    template <class Other>
    void head(const char*, const Other&) {}

    void child(const char* field, ExprId id) {
        if (!id) return;
        const Expr& expr = tree_.exprs[id];
        std::visit(
            [&](const auto& as) { node(field, expr_names[expr.as.index()], &expr.range, as); },
            expr.as);
    }
    void child(const char* field, PatternId id) {
        if (!id) return;
        const Pattern& pattern = tree_.patterns[id];
        std::visit(
            [&](const auto& as) {
                node(field, pattern_names[pattern.as.index()], &pattern.range, as);
            },
            pattern.as);
    }
    void child(const char* field, const Suite& body) {
        for (const StmtId id : body) {
            const Stmt& stmt = tree_.stmts[id];
            std::visit(
                [&](const auto& as) { node(field, stmt_names[stmt.as.index()], &stmt.range, as); },
                stmt.as);
        }
    }
    void child(const char* field, const std::vector<Identifier>& names) {
        for (const Identifier& one : names) line(field, one.text);
    }
    void child(const char* field, const std::vector<ExprId>& ids) {
        for (const ExprId id : ids) {
            if (id) child(field, id);
            if (!id) line(field, "None");
        }
    }
    template <class Part>
    void child(const char* field, const std::vector<Part>& parts) {
        for (const Part& one : parts) child(field, one);
    }
    template <class Part>
    void child(const char* field, const Boxed<Part>& part) {
        child(field, *part);
    }
    template <class Part>
    void child(const char* field, const std::optional<Part>& part) {
        if (part) child(field, *part);
    }
    template <class Part>
    void child(const char* field, const Part& part) {
        if constexpr (part_name<Part> == nullptr) {
            return;
        } else if constexpr (requires { part.range; }) {
            node(field, part_name<Part>, &part.range, part);
        } else {
            node(field, part_name<Part>, nullptr, part);
        }
    }

    const Tree& tree_;
    std::string out_;
    int depth_ = 0;
};

inline std::string print(const Tree& tree) {
    return TreePrinter(tree).run();
}

}  // namespace pycu::syntax
