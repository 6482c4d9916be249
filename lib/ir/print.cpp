// Statements and functions of the IR as text.
#include "ir/print.h"

#include "ir/interval.h"
#include "ir/print_exprs.h"

namespace pycu::ir {

namespace {

class FunctionText : ExprText {
  public:
    using ExprText::ExprText;

    /// All of it, ended by a line end.
    std::string function() {
        const std::string params = listed(function_.params, [&](LocalId id) {
            return typed_local(id) + (function_.locals[id].written.any() ? " written" : "");
        });
        std::string head = function_.kind == Function::Kind::Kernel ? "kernel " : "device ";
        head += spelled(function_) + "(" + params + ")";
        if (!function_.result.is_none()) {
            head += " -> " + type(function_.result);
        }
        head += function_.has_barrier ? " barrier" : "";
        head += function_.has_warp_operation ? " warp" : "";
        head += function_.syncs_grid ? " grid" : "";
        head += function_.has_effects ? " effects" : "";
        line(head + ":");
        body(function_.body);
        if (function_.regions) {
            line("regions:");
            body(function_.regions->body);
        }
        if (function_.rows) {
            rows(*function_.rows);
        }
        return out_;
    }

  private:
    void line(const std::string& text) {
        out_ += std::string(std::size_t(depth_) * 4, ' ') + text + "\n";
    }

    void body(const Block& body) {
        ++depth_;
        block(body);
        --depth_;
    }

    void block(const Block& block) {
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

    void branch(const If& s, const Stmt& stmt, bool is_elif) {
        line((is_elif ? "elif " : "if ") + expr(s.condition) + ":");
        body(s.body);
        orelse(s.orelse, stmt);
    }

    void orelse(const Block& orelse, const Stmt& stmt) {
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

    std::string declare_array(const DeclareArray& s) const {
        std::string shape;
        for (std::size_t i = 0; i < s.shape.size(); ++i) {
            const Formula formula = i < s.written_shape.size() ? s.written_shape[i] : Formula{};
            const auto* name =
                formula.size() == 1 ? std::get_if<ConstantId>(&formula.front()) : nullptr;
            shape += (i == 0 ? "" : ", ") +
                     (name != nullptr ? constant(*name) : std::to_string(s.shape[i]));
        }
        std::string text = s.space == DeclareArray::Space::Shared ? "shared " : "local ";
        text += typed_local(s.array) + " (" + shape + ")";
        return s.alignment > 0 ? text + " align " + std::to_string(s.alignment) : text;
    }

    /// What is known of an assignment, behind it: whether it was augmented, and what is proven of a
    /// value that does not say it itself.
    std::string facts(bool is_augmented, ExprId id) const {
        std::string text = is_augmented ? "  # augmented" : "";
        if (!function_.exprs.contains(id) || !function_.exprs[id].type.is_integer() ||
            function_.is<Literal>(id)) {
            return text;
        }
        const Interval all = interval_of(function_.exprs[id].type);
        const Interval known = ir::meet(all, function_.exprs[id].known);
        const std::string low = std::to_string(known.low);
        const std::string high = std::to_string(known.high);
        const bool has_low = known.low != all.low;
        if (has_low || known.high != all.high) {
            text += text.empty() ? "  # " : ", ";
            text += !has_low                 ? "at most " + high
                    : known.high == all.high ? "at least " + low
                                             : low + " to " + high;
        }
        return text;
    }

    std::string counted(const While& s) const {
        return s.counter.valid() ? "  # counts " + local(s.counter) : "";
    }

    std::string for_range(const ForRange& s) const {
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

    std::string for_items(const ForItems& s) const {
        return "for " + typed_local(s.target) + " in (" + list(s.items) +
               "):" + (s.target_is_counter ? "  # counter" : "");
    }

    void for_threads(const ForThreads& s) {
        std::string text = "for threads";
        for (const ForThreads::Kept& one : s.kept) {
            text += (&one == &s.kept.front() ? " keep " : ", ") + typed_local(one.local) +
                    (one.is_set ? " set" : "");
        }
        line(text + ":");
        ++depth_;
        if (!s.again.empty()) {
            block(s.again);
        }
        --depth_;
        body(s.body);
    }

    /// rows y where i < n: j above 0, below m; apart
    void rows(const Rows& rows) {
        std::string text = std::string("rows ") + rows.axis;
        for (const ExprId& condition : rows.where) {
            text += (&condition == &rows.where.front() ? " where " : " and ") + expr(condition);
        }
        line(text + ":");
        ++depth_;
        if (!rows.once.empty()) {
            block(rows.once);
        }
        text = rows.stride.valid() ? "turns of " : "for ";
        text += typed_local(rows.place);
        for (const Rows::Clip& clip : rows.clips) {
            text += (&clip == &rows.clips.front() ? " " : ", ") +
                    std::string(clip.is_above ? "above " : "below ") +
                    (clip.is_inclusive ? "or at " : "") + expr(clip.bound);
        }
        line(text + ":" +
             (rows.is_long          ? "  # apart, long"
              : rows.is_independent ? "  # apart"
                                    : ""));
        ++depth_;
        if (!rows.again.empty()) {
            block(rows.again);
        }
        block(rows.body);
        depth_ -= 2;
    }

    std::string print_items(const Print& s) const {
        std::string text;
        for (std::size_t i = 0; i < s.texts.size(); ++i) {
            text += "\"" + s.texts[i] + "\"" +
                    (i < s.items.size() ? ", " + expr(s.items[i]) + ", " : "");
        }
        return "print(" + text + ")";
    }

    void stmt(const Stmt& stmt, bool is_elif) {
        for (const std::string& comment : stmt.comments) {
            line("#" + comment);
        }
        const auto declares = [&](bool is_first, LocalId target) {
            const bool is_const =
                function_.locals.contains(target) && function_.locals[target].is_const;
            return std::string(!is_first ? "" : is_const ? "const " : "let ");
        };
        std::visit(
            match{
                [&](const Assign& s) {
                    line(declares(s.declares, s.target) + typed_local(s.target) + " = " +
                         expr(s.value) + facts(s.augmented, s.value));
                },
                [&](const Unpack& s) {
                    line(declares(s.declares, {}) +
                         listed(s.targets, [&](LocalId id) { return typed_local(id); }) + " = " +
                         expr(s.value));
                },
                [&](const Declare& s) { line("declare " + typed_local(s.local)); },
                [&](const Store& s) {
                    line(expr(s.place) + " = " + expr(s.value) + facts(s.augmented, s.value));
                },
                [&](const Evaluate& s) { line(expr(s.value)); },
                [&](const If& s) { branch(s, stmt, is_elif); },
                [&](const While& s) {
                    if (!s.before.empty()) {
                        line("before each test:");
                        body(s.before);
                    }
                    line("while " + expr(s.condition) + ":" + counted(s));
                    body(s.body);
                    orelse(s.orelse, stmt);
                },
                [&](const ForRange& s) {
                    line(for_range(s));
                    body(s.body);
                    orelse(s.orelse, stmt);
                },
                [&](const ForItems& s) {
                    line(for_items(s));
                    body(s.body);
                    orelse(s.orelse, stmt);
                },
                [&](const Break&) { line("break"); },
                [&](const Continue&) { line("continue"); },
                [&](const Return& s) { line(s.value ? "return " + expr(*s.value) : "return"); },
                [&](const Raise& s) { line("raise " + s.exception + "(\"" + s.message + "\")"); },
                [&](const Print& s) { line(print_items(s)); },
                [&](const DeclareArray& s) { line(declare_array(s)); },
                [&](const ForThreads& s) { for_threads(s); },
                [&](const MeetWarps& s) {
                    const std::string of =
                        s.active.valid() ? "warps of " + typed_local(s.active) : "warps";
                    line(of + " meet: " + typed_local(s.target) + " = " + expr(s.value));
                },
                [&](const Nothing&) { line("pass"); },
            },
            stmt.as);
    }

    std::string out_;
    int depth_ = 0;
};

std::string constant_line(const Module& module, const Constant& constant) {
    std::string text =
        "constant " + spelled(constant) + ": " + python_name(constant.type, module.types) + " = ";
    const std::string values = listed(constant.values, number_text);
    text += constant.address            ? "memory at " + std::to_string(*constant.address)
            : constant.type.is_scalar() ? values
                                        : "{" + values + "}";
    if (constant.type.is_array()) {
        const auto extent = [](std::int64_t one) { return std::to_string(one); };
        text += " shape (" + listed(constant.shape, extent) + ")";
    }
    return text + "\n";
}

}  // namespace

std::string print(const Module& module) {
    std::string text = "module " + module.name + "\n";
    for (const Constant& constant : module.constants) {
        text += constant_line(module, constant);
    }
    for (const Function& function : module.functions) {
        text += "\n" + print(module, function);
    }
    return text;
}

std::string print(const Module& module, const Function& function) {
    return FunctionText(module, function).function();
}

std::string print(const Module& module, const Function& function, ExprId expr) {
    return ExprText(module, function).expr(expr);
}

}  // namespace pycu::ir
