// Statements and functions of the IR as text.
#include "ir/print_text.h"
#include "support/match.h"

namespace pycu::ir {

void FunctionText::line(const std::string& text) {
    out_ += std::string(std::size_t(depth_) * 4, ' ') + text + "\n";
}

std::string FunctionText::function() {
    std::string params;
    for (const LocalId id : function_.params) {
        params += (params.empty() ? "" : ", ") + typed_local(id) +
                  (function_.locals[id].is_written ? " written" : "");
    }
    std::string head = function_.kind == Function::Kind::Kernel ? "kernel " : "device ";
    head += function_.name + "(" + params + ")";
    if (!function_.result.is_none()) {
        head += " -> " + type(function_.result);
    }
    head += function_.has_barrier ? " barrier" : "";
    head += function_.has_warp_operation ? " warp" : "";
    head += function_.syncs_grid ? " grid" : "";
    head += function_.has_effects ? " effects" : "";
    line(head + ":");
    body(function_.body);
    return out_;
}

void FunctionText::body(const Block& body) {
    ++depth_;
    block(body);
    --depth_;
}

void FunctionText::block(const Block& block) {
    if (block.empty()) {
        line("pass");
    }
    for (const StmtId id : block) {
        if (function_.stmts.contains(id)) {
            stmt(function_.stmts[id], false);
        } else {
            line("?");
        }
    }
}

void FunctionText::branch(const If& s, const Stmt& stmt, bool is_elif) {
    line((is_elif ? "elif " : "if ") + expr(s.condition) + ":");
    body(s.body);
    orelse(s.orelse, stmt);
}

void FunctionText::orelse(const Block& orelse, const Stmt& stmt) {
    if (orelse.empty()) {
        return;
    }
    for (const std::string& comment : stmt.else_comments) {
        line("#" + comment);
    }
    const Stmt* first =
        function_.stmts.contains(orelse.front()) ? &function_.stmts[orelse.front()] : nullptr;
    const If* elif = first == nullptr ? nullptr : std::get_if<If>(&first->as);
    if (orelse.size() == 1 && elif != nullptr && elif->is_elif) {
        this->stmt(*first, true);
        return;
    }
    line("else:");
    body(orelse);
}

std::string FunctionText::declare_array(const DeclareArray& s) const {
    std::string shape;
    for (std::size_t i = 0; i < s.shape.size(); ++i) {
        const bool is_named = i < s.named_shape.size() && s.named_shape[i].valid();
        shape += (i == 0 ? "" : ", ") +
                 (is_named ? constant(s.named_shape[i]) : std::to_string(s.shape[i]));
    }
    std::string text = s.space == DeclareArray::Space::Shared ? "shared " : "local ";
    text += typed_local(s.array) + " (" + shape + ")";
    return s.alignment > 0 ? text + " align " + std::to_string(s.alignment) : text;
}

std::string FunctionText::for_range(const ForRange& s) const {
    std::string text = "for " + typed_local(s.target) + " in range(" + expr(s.start) + ", " +
                       expr(s.stop) + ", " + expr(s.step) + "):";
    std::string facts;
    const auto fact = [&](bool holds, const char* name) {
        facts += holds ? (facts.empty() ? "  # " : ", ") + std::string(name) : "";
    };
    fact(s.step_sign > 0, "up");
    fact(s.step_sign < 0, "down");
    fact(s.target_is_counter, "counter");
    fact(s.stop_is_fixed, "fixed stop");
    fact(s.step_is_fixed, "fixed step");
    return text + facts;
}

void FunctionText::stmt(const Stmt& stmt, bool is_elif) {
    for (const std::string& comment : stmt.comments) {
        line("#" + comment);
    }
    const auto targets = [&](const std::vector<LocalId>& ids) {
        std::string text;
        for (const LocalId id : ids) {
            text += (text.empty() ? "" : ", ") + typed_local(id);
        }
        return text;
    };
    const auto declares = [](bool is_first) { return std::string(is_first ? "let " : ""); };
    const auto augmented = [](bool is) { return std::string(is ? "  # augmented" : ""); };
    std::visit(
        match{
            [&](const Assign& s) {
                line(declares(s.declares) + typed_local(s.target) + " = " + expr(s.value) +
                     augmented(s.augmented));
            },
            [&](const Unpack& s) {
                line(declares(s.declares) + targets(s.targets) + " = " + expr(s.value));
            },
            [&](const Declare& s) { line("declare " + typed_local(s.local)); },
            [&](const Store& s) {
                line(expr(s.place) + " = " + expr(s.value) + augmented(s.augmented));
            },
            [&](const Evaluate& s) { line(expr(s.value)); },
            [&](const If& s) { branch(s, stmt, is_elif); },
            [&](const While& s) {
                line("while " + expr(s.condition) + ":");
                body(s.body);
                orelse(s.orelse, stmt);
            },
            [&](const ForRange& s) {
                line(for_range(s));
                body(s.body);
                orelse(s.orelse, stmt);
            },
            [&](const Break&) { line("break"); },
            [&](const Continue&) { line("continue"); },
            [&](const Return& s) { line(s.value ? "return " + expr(*s.value) : "return"); },
            [&](const Raise& s) { line("raise " + s.exception + "(\"" + s.message + "\")"); },
            [&](const DeclareArray& s) { line(declare_array(s)); },
            [&](const Nothing&) { line("pass"); },
        },
        stmt.as);
}

}  // namespace pycu::ir
