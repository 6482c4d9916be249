// Prints trees; kinds and fields have the names and the order of CPython's `ast`.
#include "syntax/print.h"

#include <cstdio>

#include "support/match.h"

namespace pycu::syntax {
namespace {

const char* name_of(Operator op) {
    static constexpr const char* names[] = {"Add",    "Sub",    "Mult",    "MatMult", "Div",
                                            "Mod",    "Pow",    "LShift",  "RShift",  "BitOr",
                                            "BitXor", "BitAnd", "FloorDiv"};
    return names[static_cast<int>(op)];
}

const char* name_of(CompareOperator op) {
    static constexpr const char* names[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                            "GtE", "Is",    "IsNot", "In",  "NotIn"};
    return names[static_cast<int>(op)];
}

const char* name_of(UnaryOperator op) {
    static constexpr const char* names[] = {"Invert", "Not", "UAdd", "USub"};
    return names[static_cast<int>(op)];
}

std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        char escaped[8];
        if (c >= ' ' && c < 127 && c != '\\' && c != '\'') {
            out += c;
        } else {
            std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c));
            out += escaped;
        }
    }
    return out + "'";
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string value_text(const Value& value) {
    return std::visit(match{[](None) -> std::string { return "None"; },
                            [](bool b) -> std::string { return b ? "True" : "False"; },
                            [](const Integer& i) { return "int " + i.text; },
                            [](double d) { return "float " + number(d); },
                            [](Imaginary i) { return "imaginary " + number(i.value); },
                            [](const std::string& s) { return "str " + quoted(s); },
                            [](const Bytes& b) { return "bytes " + quoted(b.value); },
                            [](Ellipsis) -> std::string { return "Ellipsis"; }},
                      value);
}

class Printer {
  public:
    explicit Printer(const Tree& tree) : tree_(tree) {}

    std::string run() {
        block("body", tree_.body);
        return std::move(out_);
    }

  private:
    /// Opens a node: its line now, its parts one level deeper while this lives.
    struct Open {
        Open(Printer& printer, const char* field, const std::string& text) : printer(printer) {
            printer.line(field, text);
            ++printer.depth_;
        }
        ~Open() { --printer.depth_; }
        Open(const Open&) = delete;
        Open& operator=(const Open&) = delete;
        Printer& printer;
    };

    void line(const char* field, const std::string& text) {
        out_.append(static_cast<std::size_t>(depth_), ' ');
        out_ += field;
        out_ += ' ';
        out_ += text;
        out_ += '\n';
    }
    static std::string place(Range range) {
        return " " + std::to_string(range.begin) + "-" + std::to_string(range.end);
    }

    void block(const char* field, const Suite& body) {
        for (const StmtId id : body) stmt(field, id);
    }
    void exprs(const char* field, const std::vector<ExprId>& ids) {
        for (const ExprId id : ids) expr(field, id);
    }
    void names(const char* field, const std::vector<Identifier>& list) {
        for (const Identifier& one : list) line(field, one.text);
    }
    void optional_name(const char* field, const std::optional<Identifier>& name) {
        if (name) line(field, name->text);
    }

    void arg(const char* field, const Arg& arg) {
        const Open open(*this, field, "arg" + place(arg.range) + " " + arg.arg);
        expr("annotation", arg.annotation);
    }
    void arguments(const Arguments& args) {
        const Open open(*this, "args", "arguments");
        for (const Arg& one : args.posonlyargs) arg("posonlyargs", one);
        for (const Arg& one : args.args) arg("args", one);
        if (args.vararg) arg("vararg", *args.vararg);
        for (const Arg& one : args.kwonlyargs) arg("kwonlyargs", one);
        for (const ExprId one : args.kw_defaults) {
            if (one) expr("kw_defaults", one);
            if (!one) line("kw_defaults", "None");
        }
        if (args.kwarg) arg("kwarg", *args.kwarg);
        exprs("defaults", args.defaults);
    }
    void keywords(const std::vector<Keyword>& list) {
        for (const Keyword& one : list) {
            const Open open(*this, "keywords",
                            "keyword" + place(one.range) + " " + one.arg.value_or("None"));
            expr("value", one.value);
        }
    }
    void generators(const std::vector<Comprehension>& list) {
        for (const Comprehension& one : list) {
            const Open open(*this, "generators",
                            one.is_async ? "comprehension async" : "comprehension");
            expr("target", one.target);
            expr("iter", one.iter);
            exprs("ifs", one.ifs);
        }
    }
    void aliases(const std::vector<Alias>& list) {
        for (const Alias& one : list) {
            line("names", "alias" + place(one.range) + " " + one.name +
                              (one.asname ? " as " + *one.asname : ""));
        }
    }

    void expr(const char* field, ExprId id);
    void parts(const Expr& expr);
    void stmt(const char* field, StmtId id);
    void parts(const Stmt& stmt);
    void pattern(const char* field, PatternId id);
    std::string kind(const Expr& expr) const;
    std::string kind(const Stmt& stmt) const;
    std::string kind(const Pattern& pattern) const;

    const Tree& tree_;
    std::string out_;
    int depth_ = 0;
};

std::string Printer::kind(const Expr& expr) const {
    static constexpr const char* names[] = {
        "BoolOp",    "NamedExpr", "BinOp",     "UnaryOp",   "Lambda",   "IfExp",
        "Dict",      "Set",       "ListComp",  "SetComp",   "DictComp", "GeneratorExp",
        "Await",     "Yield",     "YieldFrom", "Compare",   "Call",     "FormattedValue",
        "JoinedStr", "Constant",  "Attribute", "Subscript", "Starred",  "Name",
        "List",      "Tuple",     "Slice"};
    const std::string base = names[expr.as.index()] + place(expr.range);
    return std::visit(
        match{[&](const BoolOp& e) { return base + (e.op == BoolOperator::And ? " And" : " Or"); },
              [&](const BinOp& e) { return base + " " + name_of(e.op); },
              [&](const UnaryOp& e) { return base + " " + name_of(e.op); },
              [&](const Compare& e) {
                  std::string text = base;
                  for (const CompareOperator op : e.ops) text += std::string(" ") + name_of(op);
                  return text;
              },
              [&](const FormattedValue& e) {
                  return base + (e.conversion ? std::string(" ") + e.conversion : "");
              },
              [&](const Constant& e) {
                  return base + " " + value_text(e.value) + (e.is_u ? " u" : "");
              },
              [&](const Attribute& e) { return base + " " + e.attr; },
              [&](const Name& e) { return base + " " + e.id; }, [&](const auto&) { return base; }},
        expr.as);
}

void Printer::expr(const char* field, ExprId id) {
    if (!id) return;
    const Expr& node = tree_.exprs[id];
    const Open open(*this, field, kind(node));
    parts(node);
}

void Printer::parts(const Expr& node) {
    std::visit(
        match{[&](const BoolOp& e) { exprs("values", e.values); },
              [&](const NamedExpr& e) { expr("target", e.target), expr("value", e.value); },
              [&](const BinOp& e) { expr("left", e.left), expr("right", e.right); },
              [&](const UnaryOp& e) { expr("operand", e.operand); },
              [&](const Lambda& e) { arguments(e.args), expr("body", e.body); },
              [&](const IfExp& e) {
                  expr("test", e.test), expr("body", e.body), expr("orelse", e.orelse);
              },
              [&](const Dict& e) {
                  for (const ExprId key : e.keys) {
                      if (key) expr("keys", key);
                      if (!key) line("keys", "None");
                  }
                  exprs("values", e.values);
              },
              [&](const Set& e) { exprs("elts", e.elts); },
              [&](const ListComp& e) { expr("elt", e.elt), generators(e.generators); },
              [&](const SetComp& e) { expr("elt", e.elt), generators(e.generators); },
              [&](const DictComp& e) {
                  expr("key", e.key), expr("value", e.value), generators(e.generators);
              },
              [&](const GeneratorExp& e) { expr("elt", e.elt), generators(e.generators); },
              [&](const Await& e) { expr("value", e.value); },
              [&](const Yield& e) { expr("value", e.value); },
              [&](const YieldFrom& e) { expr("value", e.value); },
              [&](const Compare& e) { expr("left", e.left), exprs("comparators", e.comparators); },
              [&](const Call& e) {
                  expr("func", e.func), exprs("args", e.args), keywords(e.keywords);
              },
              [&](const FormattedValue& e) {
                  expr("value", e.value), expr("format_spec", e.format_spec);
              },
              [&](const JoinedStr& e) { exprs("values", e.values); },
              [&](const Attribute& e) { expr("value", e.value); },
              [&](const Subscript& e) { expr("value", e.value), expr("slice", e.slice); },
              [&](const Starred& e) { expr("value", e.value); },
              [&](const List& e) { exprs("elts", e.elts); },
              [&](const Tuple& e) { exprs("elts", e.elts); },
              [&](const Slice& e) {
                  expr("lower", e.lower), expr("upper", e.upper), expr("step", e.step);
              },
              [](const Constant&) {},
              [](const Name&) {}},
        node.as);
}

std::string Printer::kind(const Stmt& stmt) const {
    static constexpr const char* names[] = {
        "FunctionDef", "ClassDef", "Return", "Delete", "Assign",     "AugAssign",
        "AnnAssign",   "For",      "While",  "If",     "With",       "Match",
        "Raise",       "Try",      "Assert", "Import", "ImportFrom", "Global",
        "Nonlocal",    "Expr",     "Pass",   "Break",  "Continue"};
    const std::string base = names[stmt.as.index()] + place(stmt.range);
    return std::visit(
        match{
            [&](const FunctionDef& s) { return (s.is_async ? "Async" : "") + base + " " + s.name; },
            [&](const ClassDef& s) { return base + " " + s.name; },
            [&](const For& s) { return (s.is_async ? "Async" : "") + base; },
            [&](const With& s) { return (s.is_async ? "Async" : "") + base; },
            [&](const AugAssign& s) { return base + " " + name_of(s.op); },
            [&](const AnnAssign& s) { return base + (s.simple ? " 1" : " 0"); },
            [&](const Try& s) { return s.is_star ? "TryStar" + place(stmt.range) : base; },
            [&](const ImportFrom& s) {
                return base + " " + std::to_string(s.level) + " " + s.module;
            },
            [&](const auto&) { return base; }},
        stmt.as);
}

void Printer::stmt(const char* field, StmtId id) {
    const Stmt& node = tree_.stmts[id];
    const Open open(*this, field, kind(node));
    parts(node);
}

void Printer::parts(const Stmt& node) {
    std::visit(match{[&](const FunctionDef& s) {
                         arguments(s.args), block("body", s.body);
                         exprs("decorator_list", s.decorator_list), expr("returns", s.returns);
                     },
                     [&](const ClassDef& s) {
                         exprs("bases", s.bases), keywords(s.keywords), block("body", s.body);
                         exprs("decorator_list", s.decorator_list);
                     },
                     [&](const Return& s) { expr("value", s.value); },
                     [&](const Delete& s) { exprs("targets", s.targets); },
                     [&](const Assign& s) { exprs("targets", s.targets), expr("value", s.value); },
                     [&](const AugAssign& s) { expr("target", s.target), expr("value", s.value); },
                     [&](const AnnAssign& s) {
                         expr("target", s.target), expr("annotation", s.annotation);
                         expr("value", s.value);
                     },
                     [&](const For& s) {
                         expr("target", s.target), expr("iter", s.iter);
                         block("body", s.body), block("orelse", s.orelse);
                     },
                     [&](const While& s) {
                         expr("test", s.test), block("body", s.body), block("orelse", s.orelse);
                     },
                     [&](const If& s) {
                         expr("test", s.test), block("body", s.body), block("orelse", s.orelse);
                     },
                     [&](const With& s) {
                         for (const WithItem& item : s.items) {
                             const Open open(*this, "items", "withitem");
                             expr("context_expr", item.context_expr);
                             expr("optional_vars", item.optional_vars);
                         }
                         block("body", s.body);
                     },
                     [&](const Match& s) {
                         expr("subject", s.subject);
                         for (const MatchCase& one : s.cases) {
                             const Open open(*this, "cases", "match_case");
                             pattern("pattern", one.pattern), expr("guard", one.guard);
                             block("body", one.body);
                         }
                     },
                     [&](const Raise& s) { expr("exc", s.exc), expr("cause", s.cause); },
                     [&](const Try& s) {
                         block("body", s.body);
                         for (const ExceptHandler& one : s.handlers) {
                             const Open open(*this, "handlers",
                                             "ExceptHandler" + place(one.range) +
                                                 (one.name ? " " + one.name->text : ""));
                             expr("type", one.type), block("body", one.body);
                         }
                         block("orelse", s.orelse), block("finalbody", s.finalbody);
                     },
                     [&](const Assert& s) { expr("test", s.test), expr("msg", s.msg); },
                     [&](const Import& s) { aliases(s.names); },
                     [&](const ImportFrom& s) { aliases(s.names); },
                     [&](const Global& s) { names("names", s.names); },
                     [&](const Nonlocal& s) { names("names", s.names); },
                     [&](const ExprStmt& s) { expr("value", s.value); },
                     [](Pass) {},
                     [](Break) {},
                     [](Continue) {}},
               node.as);
}

std::string Printer::kind(const Pattern& pattern) const {
    static constexpr const char* names[] = {"MatchValue",   "MatchSingleton", "MatchSequence",
                                            "MatchMapping", "MatchClass",     "MatchStar",
                                            "MatchAs",      "MatchOr"};
    const std::string base = names[pattern.as.index()] + place(pattern.range);
    return std::visit(
        match{[&](const MatchSingleton& p) { return base + " " + value_text(p.value); },
              [&](const MatchStar& p) { return base + (p.name ? " " + p.name->text : ""); },
              [&](const MatchAs& p) { return base + (p.name ? " " + p.name->text : ""); },
              [&](const auto&) { return base; }},
        pattern.as);
}

void Printer::pattern(const char* field, PatternId id) {
    if (!id) return;
    const Pattern& node = tree_.patterns[id];
    const Open open(*this, field, kind(node));
    const auto patterns = [&](const char* name, const std::vector<PatternId>& list) {
        for (const PatternId one : list) pattern(name, one);
    };
    std::visit(match{[&](const MatchValue& p) { expr("value", p.value); },
                     [&](const MatchSequence& p) { patterns("patterns", p.patterns); },
                     [&](const MatchMapping& p) {
                         exprs("keys", p.keys), patterns("patterns", p.patterns);
                         optional_name("rest", p.rest);
                     },
                     [&](const MatchClass& p) {
                         expr("cls", p.cls), patterns("patterns", p.patterns);
                         names("kwd_attrs", p.kwd_attrs), patterns("kwd_patterns", p.kwd_patterns);
                     },
                     [&](const MatchAs& p) { pattern("pattern", p.pattern); },
                     [&](const MatchOr& p) { patterns("patterns", p.patterns); },
                     [](const MatchSingleton&) {}, [](const MatchStar&) {}},
               node.as);
}

}  // namespace

std::string print(const Tree& tree) {
    return Printer(tree).run();
}

}  // namespace pycu::syntax
