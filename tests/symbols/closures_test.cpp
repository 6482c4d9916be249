// What functions inside device code take from the functions around them, and give back.
#include "symbols/closures.h"

#include <doctest/doctest.h>

#include <string>

#include "support/text.h"
#include "syntax/parse.h"

namespace pycu {
namespace {

/// The functions of a text, one a line: what they capture, and behind `->` what they set. Those
/// called `k` are device code, and with them what stands inside.
std::string closures(const std::string& text) {
    const SourceFile file("case.py", text);
    const syntax::Tree tree = syntax::parse(file);
    const symbols::Scopes scopes = symbols::find_scopes(tree);
    symbols::Closures closures(tree, scopes);
    std::string result;
    for (const symbols::FunctionPlace& place : scopes.functions) {
        const std::string& name = std::get<syntax::FunctionDef>(tree.stmts[place.def].as).name;
        if (name == "k" || closures.is_closure(place.inner)) {
            closures.add_device_scope(place.inner);
        }
    }
    for (const symbols::FunctionPlace& place : scopes.functions) {
        const std::string& name = std::get<syntax::FunctionDef>(tree.stmts[place.def].as).name;
        const std::string captured = join(closures.captures(place.inner), " ");
        const std::string written = join(closures.writes(place.inner), " ");
        result += name + ":" + (captured.empty() ? "" : " " + captured) +
                  (written.empty() ? "" : " -> " + written) + "\n";
    }
    return result;
}

TEST_CASE("closures") {
    struct Case {
        const char* what;
        const char* text;
        const char* expected;
    };
    const Case cases[] = {
        {"what it reads, in the order in which it names them",
         "def k(a, n):\n"
         "    m = 1\n"
         "    def g(x):\n"
         "        return n + x * m + n\n",
         "k:\ng: n m\n"},
        {"its own names and those of the module are not captured",
         "C = 1\n"
         "def k(n):\n"
         "    def g(n):\n"
         "        y = C\n"
         "        return n + y + len(y)\n",
         "k:\ng:\n"},
        {"a variable that the function sets later is its own everywhere",
         "def k(n):\n"
         "    def g():\n"
         "        x = n\n"
         "        n = 1\n",
         "k:\ng:\n"},
        {"a function outside of device code captures nothing",
         "def f(n):\n"
         "    def g():\n"
         "        return n\n",
         "f:\ng:\n"},
        {"what a function made on the host captures are constants",
         "def make(n):\n"
         "    def k(a):\n"
         "        def g():\n"
         "            return n + a\n",
         "make:\nk:\ng: a\n"},
        {"nonlocal gives back",
         "def k(n):\n"
         "    m = 0\n"
         "    def g():\n"
         "        nonlocal n, m\n"
         "        n = m\n",
         "k:\ng: m n -> m n\n"},
        {"nonlocal of what is only read is given back, too",
         "def k(n):\n"
         "    def g():\n"
         "        nonlocal n\n"
         "        return n\n",
         "k:\ng: n -> n\n"},
        {"what a callee captures, its caller captures",
         "def k(n, m):\n"
         "    def g():\n"
         "        return n\n"
         "    def h():\n"
         "        return g() + m\n",
         "k:\ng: n\nh: g m n\n"},
        {"what a callee sets, its caller sets",
         "def k(n):\n"
         "    def g():\n"
         "        nonlocal n\n"
         "        n = 1\n"
         "    def h():\n"
         "        g()\n",
         "k:\ng: n -> n\nh: g n -> n\n"},
        {"a function that calls itself",
         "def k(n):\n"
         "    def g(i):\n"
         "        return g(i - 1) + n\n",
         "k:\ng: g n\n"},
        {"functions that call each other",
         "def k(n, m):\n"
         "    def g(i):\n"
         "        return h(i) + n\n"
         "    def h(i):\n"
         "        return g(i) + m\n",
         "k:\ng: h n g m\nh: g m h n\n"},
        {"a function in a function in a function",
         "def k(n):\n"
         "    def g(x):\n"
         "        def h():\n"
         "            return n + x\n"
         "        return h()\n",
         "k:\ng: n\nh: n x\n"},
        {"a variable between hides the one outside",
         "def k(n):\n"
         "    def g():\n"
         "        n = 1\n"
         "        def h():\n"
         "            return n\n"
         "        return h()\n",
         "k:\ng:\nh: n\n"},
        {"a lambda is a function",
         "def k(n):\n"
         "    g = lambda x: x + n\n"
         "    def h():\n"
         "        return g(1)\n",
         "k:\nlambda: n\nh: g n\n"},
        {"defaults are read where the function stands, and not in it",
         "def k(n, m):\n"
         "    def g(x=n):\n"
         "        return x + m\n",
         "k:\ng: m\n"},
        {"a comprehension reads for the function it stands in",
         "def k(a, n):\n"
         "    def g():\n"
         "        return sum(x + n for x in a)\n",
         "k:\ng: n a\n"},
    };
    for (const Case& one : cases) {
        CAPTURE(std::string(one.what));
        CHECK(closures(one.text) == std::string(one.expected));
    }
}

}  // namespace
}  // namespace pycu
