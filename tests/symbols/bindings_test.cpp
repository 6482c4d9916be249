// Which names statements bind, what targets are made of, and what stands directly in an expression.
#include "symbols/bindings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/text.h"
#include "symbols/walk.h"
#include "syntax/parse.h"

namespace pycu {
namespace {

using syntax::ExprId;

/// A text and its tree.
struct Parsed {
    SourceFile file;
    syntax::Tree tree;
    explicit Parsed(const std::string& text) : file("case.py", text), tree(syntax::parse(file)) {}
    std::string text(ExprId id) const { return std::string(file.text(tree.exprs[id].range)); }
};

TEST_CASE("the variables of a function are what its own body binds, parameters first") {
    const std::pair<const char*, const char*> cases[] = {
        {"def f(a, /, b, *c, d=1, **e): pass", "a b c d e"},
        {"def f(): x = y = z", "x y"},
        {"def f(): x, (y, *z), a[i], b.c = v", "x y z"},
        {"def f(): [x, y] = v", "x y"},
        {"def f(x): x = x + y; y = x", "x y"},
        {"def f(): x += 1; a[0] += 1", "x"},
        {"def f(): x: int; y: int = 1; a.b: int = 2", "x y"},
        {"def f():\n for i, (j, k) in v:\n  x = i\n else:\n  y = 1", "i j k x y"},
        {"def f():\n while (x := g()):\n  y = x\n else:\n  z = 1", "x y z"},
        {"def f():\n if a and (x := b):\n  y = 1\n elif c:\n  z = 1\n else:\n  w = 1", "x y z w"},
        {"def f():\n with a as x, b as (y, z), c:\n  w = 1", "x y z w"},
        {"def f():\n try:\n  x = 1\n except E as e:\n  y = 1\n else:\n  z = 1\n finally:\n  w = 1",
         "x y z w"},
        {"def f():\n match v:\n  case [a, *b]: c = 1\n  case {'k': d, **e} if (g := d): pass\n"
         "  case P(h, k=i) as j: pass\n  case 1 | l: pass\n  case _: pass",
         "a b d e g h i j l c"},
        {"def f():\n def g(a):\n  b = 1\n class C:\n  c = 1\n return lambda d: (e := d)", "g C"},
        {"def f(): return [x for x in (y := v) if x]", "y"},
        {"def f(): g(x := 1, k=(y := 2))[z := 3].a", "x y z"},
        {"def f(): a[x := 1] = (y := 2)", "x y"},
        {"def f():\n global x\n x = 1\n y = 1", "y"},
        {"def f():\n if a:\n  global x\n for x in y: z = x", "z"},
        {"def f(): del x, a[0]", "x"},
        {"def f(): assert (x := 1), 'no'", "x"},
        {"def f(): assert a, (x := 1)", "x"},
        {"def f(): raise (x := E) from (y := F)", "x y"},
        {"def f():\n with (x := a) as y: pass", "x y"},
        {"def f(): pass", ""},
    };
    for (const auto& one : cases) {
        CAPTURE(std::string(one.first));
        const Parsed parsed(one.first);
        const auto& function =
            std::get<syntax::FunctionDef>(parsed.tree.stmts[parsed.tree.main.body.at(0)].as);
        CHECK(join(symbols::local_names(parsed.tree, function), " ") == one.second);
    }
}

TEST_CASE("a target is made of places, each with its way into the value") {
    const std::pair<const char*, const char*> cases[] = {
        {"a = v", "a"},
        {"a[i] = v", "a[i]"},
        {"a.b = v", "a.b"},
        {"a, b = v", "a 0; b 1"},
        {"(a, (b, c[0])), d = v", "a 0 0; b 0 1 0; c[0] 0 1 1; d 1"},
        {"[a, [b]] = v", "a 0; b 1 0"},
        {"a, *b, c = v", "a 0; b -1; c -1"},
        {"*a, (b, c) = v", "a -1; b -1 0; c -1 1"},
    };
    for (const auto& one : cases) {
        CAPTURE(std::string(one.first));
        const Parsed parsed(one.first);
        const auto& assign =
            std::get<syntax::Assign>(parsed.tree.stmts[parsed.tree.main.body[0]].as);
        std::vector<std::string> texts;
        for (const symbols::TargetPart& part :
             symbols::target_parts(parsed.tree, assign.targets[0])) {
            texts.push_back(parsed.text(part.target));
            for (const std::int32_t step : part.path) {
                texts.back() += " " + std::to_string(step);
            }
        }
        CHECK(join(texts, "; ") == one.second);
    }
}

TEST_CASE("what stands directly in an expression; scopes of their own give what is outside") {
    struct Case {
        const char* text;
        const char* evaluated;  // for_each_child
        const char* all;        // for_each_part
    };
    const Case cases[] = {
        {"a", "", ""},
        {"1", "", ""},
        {"a + b", "a; b", "a; b"},
        {"-a", "a", "a"},
        {"a and b and c", "a; b; c", "a; b; c"},
        {"a < b <= c", "a; b; c", "a; b; c"},
        {"a if b else c", "b; a; c", "b; a; c"},
        {"f(a, *b, k=c, **d)", "f; a; *b; c; d", "f; a; *b; c; d"},
        {"a[i]", "a; i", "a; i"},
        {"a[i:j:k]", "a; i:j:k", "a; i:j:k"},
        {"a.b.c", "a.b", "a.b"},
        {"(a, b)", "a; b", "a; b"},
        {"[a, *b]", "a; *b", "a; *b"},
        {"{a, b}", "a; b", "a; b"},
        {"{a: b, **c}", "a; b; c", "a; b; c"},
        {"f'{a}{b:{c}}'", "{a}; {b:{c}}", "{a}; {b:{c}}"},
        {"(x := a)", "a", "a"},
        {"lambda x, y=d: x + y", "", "x + y"},
        {"[x + 1 for x in a if b for y in c]", "a", "x + 1; a; b; c"},
        {"{x for x in a if b}", "a", "x; a; b"},
        {"(x for x in a)", "a", "x; a"},
        {"{x: y for x, y in a}", "a", "x; y; a"},
    };
    for (const Case& one : cases) {
        CAPTURE(std::string(one.text));
        const Parsed parsed(one.text);
        const ExprId expr =
            std::get<syntax::ExprStmt>(parsed.tree.stmts[parsed.tree.main.body.at(0)].as).value;
        std::vector<std::string> texts;
        const auto note = [&](ExprId part) {
            if (part.valid()) {
                texts.push_back(parsed.text(part));
            }
        };
        symbols::for_each_child(parsed.tree, expr, note);
        CHECK(join(texts, "; ") == one.evaluated);
        texts.clear();
        symbols::for_each_part(parsed.tree.exprs[expr], note);
        CHECK(join(texts, "; ") == one.all);
    }
}

}  // namespace
}  // namespace pycu
