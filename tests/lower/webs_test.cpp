// From versions to variables: small functions lowered by hand, one local a version, before and
// after merge_webs(). A literal has its type, a name that of its version; paths that meet give
// float64 where one of them does.
#include "lower/webs.h"

#include <doctest/doctest.h>

#include <string>

#include "ir/print.h"
#include "symbols/bindings.h"
#include "syntax/parse.h"

namespace pycu {
namespace {

using flow::VersionId;

/// Lowers assignments of names, numbers and sums, `if`, `while` and `return`.
class Lowered {
  public:
    explicit Lowered(const std::string& text)
        : file_("case.py", text), tree_(syntax::parse(file_)) {
        const auto& function = std::get<syntax::FunctionDef>(tree_.stmts[tree_.main.body.at(0)].as);
        flow_ = flow::build_flow(
            tree_, function, symbols::local_names(tree_, function),
            [](syntax::ExprId, const flow::Flow&) { return std::nullopt; },
            [](syntax::ExprId) { return false; }, {});
        versions_.resize(flow_.versions.size());
        for (const VersionId id : flow_.params) {
            versions_[id.index] = {local(id, int64, ir::Local::Kind::Parameter), int64};
            fn_.params.push_back(versions_[id.index].local);
        }
        for (int round = 0; round < 4; ++round) {
            type_phis();
            fn_.body = block(function.body);
        }
    }

    /// The body after the merge.
    std::string merged() {
        sema::merge_webs(fn_, flow_, versions_, module_.types);
        const std::string whole = ir::print(module_, fn_);
        return whole.substr(whole.find('\n') + 1);
    }

  private:
    ir::LocalId local(VersionId id, Type type, ir::Local::Kind kind = ir::Local::Kind::Variable) {
        ir::Local one;
        one.name = flow_.variables[flow_.versions[id].variable];
        one.type = type;
        one.kind = kind;
        return fn_.locals.add(std::move(one));
    }

    /// A version's local, with the type that this round has found.
    ir::LocalId typed(VersionId id, Type type) {
        sema::WebVersion& version = versions_[id.index];
        if (!version.local.valid()) {
            version.local = local(id, type);
        }
        version.type = fn_.locals[version.local].type = type;
        return version.local;
    }

    void type_phis() {
        for (std::uint32_t i = 0; i < flow_.versions.size(); ++i) {
            const flow::Version& version = flow_.versions[VersionId{i}];
            if (version.kind == flow::Version::Kind::Phi && version.is_read) {
                Type type = int64;
                for (const VersionId operand : version.operands) {
                    type = versions_[operand.index].type == float64 ? float64 : type;
                }
                typed({i}, type);
            }
        }
    }

    ir::ExprId add(Type type, decltype(ir::Expr::as) as) {
        return fn_.exprs.add({type, {}, std::move(as)});
    }

    ir::ExprId expr(syntax::ExprId id) {
        const syntax::Expr& e = tree_.exprs[id];
        if (const auto* constant = std::get_if<syntax::Constant>(&e.as)) {
            const auto* real = std::get_if<double>(&constant->value);
            return real != nullptr
                       ? add(float64, ir::Literal{*real})
                       : add(int64, ir::Literal{std::stoll(std::string(file_.text(e.range)))});
        }
        if (const auto* sum = std::get_if<syntax::BinOp>(&e.as)) {
            ir::ExprId left = expr(sum->left), right = expr(sum->right);
            const bool is_real =
                fn_.exprs[left].type == float64 || fn_.exprs[right].type == float64;
            const Type type = is_real ? float64 : int64;
            for (ir::ExprId* side : {&left, &right}) {
                *side = fn_.exprs[*side].type == type ? *side : add(type, ir::Cast{*side});
            }
            return add(type, ir::Binary{BinaryOp::Add, left, right});
        }
        const VersionId version = flow_.uses.at(id.index);
        const Type type = versions_[version.index].type;
        return add(type, ir::Read{typed(version, type.is_error() ? int64 : type)});
    }

    ir::Block block(const syntax::Suite& body) {
        ir::Block result;
        for (const syntax::StmtId id : body) {
            result.push_back(fn_.stmts.add(ir::Stmt{{}, stmt(tree_.stmts[id]), {}, {}, {}}));
        }
        return result;
    }

    decltype(ir::Stmt::as) stmt(const syntax::Stmt& stmt) {
        if (const auto* s = std::get_if<syntax::Assign>(&stmt.as)) {
            const ir::ExprId value = expr(s->value);
            const VersionId target = flow_.defs.at(s->targets[0].index);
            return ir::Assign{typed(target, fn_.exprs[value].type), value};
        }
        if (const auto* s = std::get_if<syntax::If>(&stmt.as)) {
            const ir::ExprId test = condition(s->test);
            ir::Block then = block(s->body);
            return ir::If{test, std::move(then), block(s->orelse)};
        }
        if (const auto* s = std::get_if<syntax::While>(&stmt.as)) {
            const ir::ExprId test = condition(s->test);
            return ir::While{test, block(s->body), {}};
        }
        const auto& s = std::get<syntax::Return>(stmt.as);
        return ir::Return{expr(s.value)};
    }

    ir::ExprId condition(syntax::ExprId test) { return add(boolean, ir::Cast{expr(test)}); }

    SourceFile file_;
    syntax::Tree tree_;
    flow::Flow flow_;
    ir::Module module_;
    ir::Function fn_;
    std::vector<sema::WebVersion> versions_;
};

TEST_CASE("webs") {
    struct Case {
        const char* what;
        const char* text;
        const char* expected;
    };
    const Case cases[] = {
        {"versions that never meet are variables of their own",
         "def f(a):\n"
         "    x = 1\n"
         "    y = x\n"
         "    x = 2.5\n"
         "    return x\n",
         "    x.1: int64 = 1\n"
         "    y: int64 = x.1\n"
         "    x.3: float64 = 2.5\n"
         "    return x.3\n"},
        {"versions of one type that meet are one variable",
         "def f(a):\n"
         "    x = 1\n"
         "    if a:\n"
         "        x = 2\n"
         "    return x\n",
         "    x: int64 = 1\n"
         "    if bool(a):\n"
         "        x: int64 = 2\n"
         "    return x\n"},
        {"a version of another type is copied to the variable where they meet",
         "def f(a):\n"
         "    x = 1\n"
         "    if a:\n"
         "        x = 2.5\n"
         "    return x\n",
         "    x.2: int64 = 1\n"
         "    x.3: float64 = float64(x.2)\n"
         "    if bool(a):\n"
         "        x.3: float64 = 2.5\n"
         "    return x.3\n"},
        {"and copied at once, whoever reads it between",
         "def f(a):\n"
         "    x = 1\n"
         "    y = x + 1\n"
         "    if a:\n"
         "        x = 2.5\n"
         "    return x + y\n",
         "    x.2: int64 = 1\n"
         "    x.4: float64 = float64(x.2)\n"
         "    y: int64 = x.2 + 1\n"
         "    if bool(a):\n"
         "        x.4: float64 = 2.5\n"
         "    return x.4 + float64(y)\n"},
        {"a parameter of another type is copied first",
         "def f(a):\n"
         "    if a:\n"
         "        a = 2.5\n"
         "    return a\n",
         "    a.2: float64 = float64(a.0)\n"
         "    if bool(a.0):\n"
         "        a.2: float64 = 2.5\n"
         "    return a.2\n"},
        {"a parameter of the same type is the variable",
         "def f(a):\n"
         "    if a:\n"
         "        a = 2\n"
         "    return a\n",
         "    if bool(a):\n"
         "        a: int64 = 2\n"
         "    return a\n"},
        {"a loop's variable is one",
         "def f(a):\n"
         "    x = 0\n"
         "    while a:\n"
         "        x = x + 1\n"
         "    return x\n",
         "    x: int64 = 0\n"
         "    while bool(a):\n"
         "        x: int64 = x + 1\n"
         "    return x\n"},
        {"a loop that changes the type",
         "def f(a):\n"
         "    x = 0\n"
         "    while a:\n"
         "        x = x + 0.5\n"
         "    return x\n",
         "    x.2: int64 = 0\n"
         "    x.1: float64 = float64(x.2)\n"
         "    while bool(a):\n"
         "        x.1: float64 = x.1 + 0.5\n"
         "    return x.1\n"},
        {"a type that changes in two steps",
         "def f(a):\n"
         "    x = 1\n"
         "    if a:\n"
         "        x = 2\n"
         "        if x:\n"
         "            x = 3.5\n"
         "    return x\n",
         "    x.3: int64 = 1\n"
         "    x.5: float64 = float64(x.3)\n"
         "    if bool(a):\n"
         "        x.4: int64 = 2\n"
         "        x.5: float64 = float64(x.4)\n"
         "        if bool(x.4):\n"
         "            x.5: float64 = 3.5\n"
         "    return x.5\n"},
        {"what nobody reads is not copied",
         "def f(a):\n"
         "    x = 1\n"
         "    if a:\n"
         "        x = 2.5\n"
         "    x = 3\n"
         "    return x\n",
         "    x.1: int64 = 1\n"
         "    if bool(a):\n"
         "        x.2: float64 = 2.5\n"
         "    x.3: int64 = 3\n"
         "    return x.3\n"},
        {"variables that change places",
         "def f(a):\n"
         "    x = 1\n"
         "    y = 2\n"
         "    while a:\n"
         "        z = x\n"
         "        x = y\n"
         "        y = z\n"
         "    return x\n",
         "    x: int64 = 1\n"
         "    y: int64 = 2\n"
         "    while bool(a):\n"
         "        z: int64 = x\n"
         "        x: int64 = y\n"
         "        y: int64 = z\n"
         "    return x\n"},
        {"set on one path alone",
         "def f(a):\n"
         "    if a:\n"
         "        x = 1\n"
         "    return x\n",
         "    if bool(a):\n"
         "        x: int64 = 1\n"
         "    return x\n"},
    };
    for (const Case& one : cases) {
        CAPTURE(std::string(one.what));
        CHECK(Lowered(one.text).merged() == std::string(one.expected));
    }
}

}  // namespace
}  // namespace pycu
