// The syntax stage: trees of small texts, problems and their reach, comments, limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "diag/diagnostics.h"
#include "support/files.h"
#include "support/text.h"
#include "syntax/parse.h"
#include "syntax_text.h"

using namespace pycu;

namespace {

struct Parsed {
    explicit Parsed(const std::string& text)
        : file(files.add("test.py", text)), tree(syntax::parse(file)) {}

    /// The codes of all problems, and what stands under their carets.
    std::string problems() const {
        std::string out;
        for (const syntax::Problem& one : tree.main.problems) {
            out += diag::code_name(one.what.code).substr(4) + "[" +
                   std::string(file.text(one.what.range)) + "]";
        }
        return out;
    }

    /// What report_problems() says when the functions of these names are device code.
    std::string reported(const std::vector<std::string>& device) const {
        std::vector<Range> ranges;
        for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
            const syntax::StmtId id{i};
            const auto* function = std::get_if<syntax::FunctionDef>(&tree.stmts[id].as);
            if (!function) continue;
            for (const std::string& name : device) {
                if (name == function->name) ranges.push_back(syntax::whole_range(tree, id));
            }
        }
        diag::Sink sink;
        syntax::report_problems(tree, ranges, sink);
        std::string out;
        for (const diag::Diagnostic& one : sink.sorted()) {
            out += one.severity == diag::Severity::Error ? "E" : "w";
        }
        return out;
    }

    Files files;
    const SourceFile& file;
    syntax::Tree tree;
};

std::string printed(const std::string& text) {
    return syntax::print(Parsed(text).tree);
}

std::string repeat(const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
}

}  // namespace

TEST_CASE("a tree has the nodes, fields and bytes of CPython's ast") {
    CHECK(printed("a[i, 1] += -x ** 2\n") ==
          "body AugAssign 0-18 Add\n"
          " target Subscript 0-7\n"
          "  value Name 0-1 a\n"
          "  slice Tuple 2-6\n"
          "   elts Name 2-3 i\n"
          "   elts Constant 5-6 int 1\n"
          " value UnaryOp 11-18 USub\n"
          "  operand BinOp 12-18 Pow\n"
          "   left Name 12-13 x\n"
          "   right Constant 17-18 int 2\n");
}

TEST_CASE("a tree that is added to another reads as by itself") {
    Files files;
    syntax::Tree all;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("testdata/syntax")) {
        const ReadResult read = read_file(entry.path());
        if (entry.path().extension() != ".py" || !read.ok() || find_invalid_utf8(read.text)) {
            continue;
        }
        CAPTURE(entry.path());
        const syntax::Tree alone = syntax::parse(files.add(entry.path().string(), read.text));
        all.main = syntax::append(alone, all);
        CHECK(syntax::print(all) == syntax::print(alone));
        CHECK(all.main.comments.size() == alone.main.comments.size());
        CHECK(all.main.problems.size() == alone.main.problems.size());
        ++count;
    }
    CHECK(count >= 2);
}

TEST_CASE("annotations with slices are expressions like any other") {
    CHECK(printed("x: float32[:, ::1]\n") ==
          "body AnnAssign 0-18 simple\n"
          " target Name 0-1 x\n"
          " annotation Subscript 3-18\n"
          "  value Name 3-10 float32\n"
          "  slice Tuple 11-17\n"
          "   elts Slice 11-12\n"
          "   elts Slice 14-17\n"
          "    step Constant 16-17 int 1\n");
}

TEST_CASE("`^` binds less tightly than `&`") {
    const std::string tree = printed("a & b ^ c\n");
    CHECK(tree.find("value BinOp 0-9 BitXor\n  left BinOp 0-5 BitAnd") != std::string::npos);
    CHECK(printed("a ^ b & c\n").find("right BinOp 4-9 BitAnd") != std::string::npos);
}

TEST_CASE("soft keywords, tabs, joined lines and line ends are read as Python reads them") {
    for (const char* text : {
             "match = case = print = type = 1\n",
             "if x:\n\ty = 1\n\tz = 2\n",
             "x = 1 + \\\n    2\n",
             "def f():\r\n    x = 1\r\n    return x\r\n",
             "x = (1,\n# comment\n\n     2)\n",
             "if x:\n    a = 1\n  # a comment anywhere\n    b = 2\n",
             "\f\nx = 1\n",
             "x = 1if y else 2\n",
         }) {
        CAPTURE(text);
        CHECK(Parsed(text).problems().empty());
    }
    CHECK(Parsed("\xef\xbb\xbfx = 1\n").tree.main.body.size() == 1);
    CHECK(Parsed("").tree.main.body.empty());
}

TEST_CASE("what Python refuses has a code and a caret") {
    struct Row {
        const char* text;
        const char* problems;
    };
    for (const Row& row : std::vector<Row>{
             {"f(a=1, 2)\n", "0127[2]"},
             {"def f(x, x): pass\n", "0134[x]"},
             {"def f():\nx = 1\n", "0106[def]"},
             {"x = 0777\n", "0112[0777]"},
             {"x = 1__0\n", "0112[1__0]"},
             {"return\n", "0136[return]"},
             {"if x:\n    break\n", "0137[break]"},
             {"f() = 1\n", "0117[f()]"},
             {"x, y += 1\n", "0117[x, y]"},
             {"None = 1\n", "0117[None]"},
             {"print x\n", "0101[x]"},
             {"x = (1\ndef f(): pass\n", "0107[(]"},
             {"f(now[i + 1)\n", "0107[[]"},
             {"f(now[i + 1, 2)\ny = 2\n", "0107[[]"},
             {"x = [f(1, {2: 3], 4\n", "0107[{]"},
             {"x = now[i + 1\ny = (2)\n", "0107[[]"},
             {"x = f(now[i + 1\ny = 2\n", "0107[[]"},
             {"x = max(a[1],\n        min(a[2, a[3]),\n        4)\ny = 1\n", "0107[[]"},
             {"if f(a[1):\n    y = 1\n", "0107[[]"},
             {"for i in range(len(a):\n    y = 1\n", "0107[(]"},
             {"x = f(a[1) + g(a[2)\n", "0107[[]0107[[]"},
             {"x = f(')', a[1)  # ]\n", "0107[[]"},
             {"a[(0] = 1)\n", "0107[(]"},
             {"x = (a + 2]\n", "0109[]]"},
             {"x = [f(a, b], c]\n", "0109[]]"},
             {"x = [f(a, b],\n     c]\n", "0109[]]"},
             {"x = {1: f(2])}\n", "0109[]]"},
             {"x = f((1]\ny = 2\n", "0109[]]"},
             {"x = a[1])\n", "0108[)]"},
             {"x = (a[1]))]\n", "0108[)]"},
             // the lines below an open bracket are statements again
             {"x = (1\ny = ?\nif y:\n    pass\n", "0107[(]0113[?]"},
             {"x = (1\nif y:\n    z = ?\n", "0107[(]0113[?]"},
             {"def f():\n    x = now[1\n\n\n@jit\ndef g(): pass\n", "0107[[]"},
             {"x = (a\n     if b else c\nreturn\n", "0107[(]0136[return]"},
             {"x = f'{}'\n", "0125[{}]"},
             {"if x:\n        a\n    b\n", "0103[b]"},
             {"x = 1\n  y = 2\n", "0105[y]"},
             {"[i := 0 for i in x]\n", "0101[for]"},
             {"[(i := 0) for i in x]\n", "0142[i]"},
         }) {
        const std::string problems = Parsed(row.text).problems();
        CAPTURE(std::string(row.text));
        CAPTURE(problems);
        CHECK((problems == row.problems || std::string(row.text) == "[i := 0 for i in x]\n"));
    }
}

TEST_CASE("statements beside a broken one stay") {
    const Parsed parsed(
        "x = ?\n@jit\ndef f():\n    return 1\nprint 'x'\nfor i in:\n    y\nz = 1\n");
    CHECK(parsed.tree.main.body.size() == 2);
    CHECK(parsed.tree.main.broken.size() == 3);
}

TEST_CASE("a problem is an error where it reaches device code and a warning elsewhere") {
    const std::string kernel = "@jit\ndef k(a):\n    a[0] = 1\n";
    CHECK(Parsed(kernel + "    a = = 1\n").reported({"k"}) == "E");
    CHECK(Parsed(kernel + "\n\nprint 'x'\n").reported({"k"}) == "w");
    CHECK(Parsed("x = ?\n\n\n" + kernel).reported({"k"}) == "w");
    CHECK(Parsed("def h(x, x): pass\n\n\n" + kernel).reported({"k"}) == "w");
    CHECK(Parsed("def h(x, x): pass\n\n\n" + kernel).reported({"h", "k"}) == "E");
}

TEST_CASE("a line that has left its kernel spoils the kernel") {
    const std::string kernel = "@jit\ndef k(a):\n    if a:\n        a[0] = 1\n";
    CHECK(Parsed(kernel + "else:\n    a[0] = 2\n").reported({"k"}) == "E");
    CHECK(Parsed(kernel + "return\n").reported({"k"}) == "E");
    CHECK(Parsed(kernel + "i = 1\n    a[i] = 2\n").reported({"k"}) == "E");
    CHECK(Parsed(kernel + "  a[1] = 2\n").reported({"k"}) == "E");
}

TEST_CASE("what may have been a kernel is an error wherever it is") {
    CHECK(Parsed("@jit\ndef k(a:\n    a[0] = 1\n\n\nx = 1\n").reported({}) == "E");
    CHECK(Parsed("@jit x\ndef k(a):\n    a[0] = 1\n").reported({}) == "E");
    CHECK(Parsed("@jit\nx = 1\ndef k(a):\n    a[0] = 1\n").reported({}) == "E");
    CHECK(Parsed("x = '''\n@jit\ndef k(a): pass\n").reported({}) == "E");
    CHECK(Parsed("def my_kernel(...):\n    pass\n").reported({}) == "w");
}

TEST_CASE("comments belong to statements") {
    const Parsed parsed(
        "# above\n# and again\nx = 1  # beside\n\nif x:  # the header\n    y = 2\n    # tail\n"
        "# outside\nz = 3\n");
    const auto& body = parsed.tree.main.body;
    REQUIRE(body.size() == 3);
    const auto above = syntax::comments_before(parsed.tree, body[0]);
    REQUIRE(above.size() == 2);
    CHECK(above[1].text == " and again");
    REQUIRE(syntax::trailing_comment(parsed.tree, body[0]) != nullptr);
    CHECK(syntax::trailing_comment(parsed.tree, body[0])->text == " beside");
    REQUIRE(syntax::trailing_comment(parsed.tree, body[1]) != nullptr);
    CHECK(syntax::trailing_comment(parsed.tree, body[1])->text == " the header");
    CHECK(syntax::trailing_comment(parsed.tree, body[2]) == nullptr);
    const auto& branch = std::get<syntax::If>(parsed.tree.stmts[body[1]].as);
    const auto tail = syntax::comments_at_end(parsed.tree, branch.body);
    REQUIRE(tail.size() == 1);
    CHECK(tail[0].text == " tail");
    REQUIRE(syntax::comments_before(parsed.tree, body[2]).size() == 1);
    CHECK(syntax::comments_before(parsed.tree, body[2])[0].text == " outside");
}

TEST_CASE("integers of any size keep their text") {
    CHECK(syntax::Integer{"0xff"}.value() == 255);
    CHECK(syntax::Integer{"18446744073709551615"}.value() == 18446744073709551615U);
    CHECK_FALSE(syntax::Integer{"18446744073709551616"}.value().has_value());
    CHECK(syntax::Integer{"0b101"}.value() == 5);
}

TEST_CASE("nothing is too deep or too long for the parser") {
    const int deep = 30000;  // overflows the stack of whatever goes down by recursion
    const auto one_problem = [](const std::string& text) {
        const std::string problems = Parsed(text).problems();
        return problems.substr(0, 4) == "0115" && problems.size() < 40;
    };
    CHECK(one_problem("x = " + repeat("(", deep) + "1" + repeat(")", deep) + "\n"));
    CHECK(one_problem("x = " + repeat("1+", deep) + "1\n"));
    CHECK(one_problem("x = " + repeat("not ", deep) + "1\n"));
    CHECK(one_problem("x = " + repeat("-", deep) + "1\n"));
    CHECK(one_problem("x = " + repeat("lambda: ", deep) + "1\n"));
    CHECK(one_problem("x = " + repeat("1 if a else ", deep) + "1\n"));
    CHECK(one_problem("x = a" + repeat(".b", deep) + "\n"));
    CHECK(one_problem("if a: pass\n" + repeat("elif a: pass\n", deep)));
    CHECK(Parsed("def f():\n" + repeat("    a = b + c * d\n", 10000)).problems().empty());
}

TEST_CASE("brackets that do not match are read in linear time, and not all told of") {
    for (const char* one : {"(]", "([)", "([)]", "{(]", "[f(a, b], c", ")", "("}) {
        const std::string problems = Parsed("x = " + repeat(one, 5000) + "\n").problems();
        CHECK_FALSE(problems.empty());
        CHECK(problems.size() < 3000);
        CHECK(problems.find("0399") == std::string::npos);
    }
    const std::string problems = Parsed(repeat("x = (\nimport a\n", 5000)).problems();
    CHECK(std::ranges::count(problems, '(') == 5000);
}
