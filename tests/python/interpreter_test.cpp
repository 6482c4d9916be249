// What names hold when the module has been run: after loops, branches, calls with effects, try and
// with, closures and factories, and where two names may mean one object. Held to CPython.
#include "python/interpreter.h"

#include <doctest/doctest.h>

#include <string>

#include "sema_values.h"

using namespace pycu;

namespace {

struct Assignments {
    std::string source;
    /// "name|value"
    std::string value;
};

/// Loops in each other, of which nobody knows how often each runs.
std::string nested_loops(int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) {
        text += std::string(4 * i, ' ') + (i % 2 == 0 ? "while m.x:\n" : "for i in range(9):\n");
    }
    return text + std::string(4 * depth, ' ');
}

const Assignments rows[] = {
    {"N = 3\nfor i in range(2):\n    N += 1", "N|5"},
    {"N = 1\nwhile N < 100:\n    N *= 3", "N|243"},
    {"N = 0\nfor i in range(10):\n    if i == 5:\n        break\n    N += i", "N|10"},
    {"N = 0\nfor i in range(10):\n    if i % 2:\n        continue\n    N += i", "N|20"},
    {"N = 0\nfor i in range(int(input())):\n    N += 1", "N|unknown: it changes in a loop"},
    {"N = 0\nfor i in range(3):\n    if x.y:\n        break\n    N += 1",
     "N|unknown: it depends on a condition that is not known"},
    {"N = 0\nfor i in range(3):\n    if x.y:\n        break\n    N += 0\nelse:\n    N = 0", "N|0"},
    {"N = 1\ndef f():\n    global N\n    N += 1\nf()\nf()", "N|3"},
    {"N = 1\ndef f():\n    global N\n    N += 1\nif x.y:\n    f()",
     "N|unknown: it depends on a condition that is not known"},
    {"def f(n):\n    if n > 2:\n        return 7\n    return 8\nN = (f(1), f(3))", "N|(8, 7)"},
    {"def f(n):\n    if x.y:\n        return 7\n    return 8\nN = f(1)",
     "N|unknown: it is what `f` returns"},
    // what a function has made before a path leaves it early
    {"class B:\n    pass\ndef f():\n    b = B()\n    b.x = 1\n    if m.x:\n        b.x = 2\n"
     "        return b\n    return b\nN = f().x",
     "N|unknown: it depends on a condition that is not known"},
    {"def f():\n    b = [1]\n    if m.x:\n        b[0] = 2\n        return b\n    b[0] = 3\n"
     "    return b\nN = f()[0]",
     "N|unknown: it depends on a condition that is not known"},
    {"def f():\n    b = [1]\n    if m.x:\n        b[0] = 2\n        return b\n    raise E\nN = "
     "f()[0]",
     "N|2"},
    {"def f():\n    b = [1]\n    if m.x:\n        c = [4]\n        c[0] = b[0] = 2\n"
     "        return c[0] + b[0]\n    b[0] = 3\n    return b[0] + 1\nN = f()",
     "N|4"},
    {"for i in range(2):\n    b = [1]\n    if m.x:\n        b[0] = 2\n        continue\n"
     "    b[0] = 2\nN = b[0]",
     "N|2"},
    {"try:\n    N = int(open('x').read())\nexcept OSError:\n    N = 2",
     "N|unknown: `open` is called while the program runs"},
    {"N = 1\ntry:\n    open('x')\n    N = 2\nexcept OSError:\n    pass",
     "N|unknown: it depends on a condition that is not known"},
    {"N = 1\nwith open('x') as f:\n    N += 1", "N|2"},
    {"def f():\n    pass\nf.x = 1\n@m.g\ndef h():\n    global N\n    N = 2\nN = 1\nh()",
     "N|unknown: what runs later may change it"},
    {"from enum import Enum\nclass E(Enum):\n    A = float('nan')\n    B = 2\nN = E.B.value",
     "N|2"},
    {"import functools\ndef make():\n    def f(a, b):\n        return a * b\n    return "
     "functools.partial(f, 3)\ng = make()\nN = g(4)",
     "N|12"},
    // lists and dicts that hold themselves, or ever more of each other
    {"x = []\nx.append(x)\ny = x == x\nN = len(x)", "N|1"},
    {"x = []\nx += [x, 1]\nN = x[1]", "N|1"},
    {"x = [2]\nx.extend([x])\nN = x[0]", "N|2"},
    {"x = [0, 3]\nx[0] = x\ny = x == x\nN = x[1]", "N|3"},
    {"x = {}\nx['a'] = x\nx['b'] = 4\ny = x == x\nN = x['b']", "N|4"},
    {"x = []\ny = [x]\nx.append(y)\nz = x == y\nN = len(y)", "N|1"},
    {"x = []\nx.append(x.append)\ny = x == x\nN = len(x)", "N|1"},
    {"x = [1]\ntry:\n    x.append(x)\n    x[0] = (x, 2)\nfinally:\n    N = 5\ny = x == x", "N|5"},
    {"x = [1]\nif m.y:\n    y = [x]\n    x.append(y)\nelse:\n    y = x\nx.append(y)\nz = x == x\n"
     "N = x[0]",
     "N|unknown: its elements change"},
    {"x = []\nfor i in range(5):\n    x.append([i, [i]])\nN = x[3][1][0]", "N|3"},
    {"t = 1\nfor i in range(9):\n    t = (t, t)\nN = t[0][1][0][1][0][1][0][1][0]", "N|1"},
    {"t = 1\nfor i in range(40):\n    t = (t, t)\ny = t == t\nN = 6", "N|6"},
    {"d = {}\nfor i in range(3000):\n    d = {'k': d}\ny = d == d\nN = 7", "N|7"},
    {"d = []\ntop = d\nfor i in range(3000):\n    n = []\n    d.append(n)\n    d = n\n"
     "y = top == top\nN = 8",
     "N|8"},
    {"a = []\nb = [a] * 1000\nc = [b] * 1000\na.extend(range(1000))\ny = c == c\nN = 9", "N|9"},
    {"t = [1]\nwhile len(t) < 10 ** 9:\n    t.extend(t)\nN = 1", "N|1"},
    {"import numpy as np\nT = np.dtype(np.int32)\nfor i in range(30):\n"
     "    T = np.dtype([('a', T), ('b', T, (9,))])",
     "T|unknown: `numpy.dtype` is called while the program runs"},
    {"N = 1\n" + nested_loops(16) + "N += 1", "N|unknown: it changes in a loop"},
    // what is too much the first time is so the second time
    {"x = [[[0] * 1000] * 1000] * 1000\ny = x * 2\nN = 2", "N|2"},
    {"x = [[[0] * 1000] * 1000] * 1000", "x|unknown: it is nested too deeply"},
    {"import numpy as np\nx = [np.zeros(10 ** 6)] * 1000", "x|unknown: it has too many items"},
    {"import numpy as np\nx = np.concatenate([np.zeros(10 ** 6)] * 1000)\nN = x.size",
     "N|1000000000"},
    {"N = sum([i * i for i in range(5) if i != 3])", "N|21"},
    // functions of Python's own: on values, on types, on what holds both
    {"N = sorted(['b', 'a', 'c'])", "N|[`a`, `b`, `c`]"},
    {"N = sorted([(2, 1), (1, 9)], reverse=True)", "N|[(2, 1), (1, 9)]"},
    {"N = len(sorted([2, int(input())]))", "N|2"},
    {"N = sorted([2, int(input())])[0]", "N|unknown: it is sorted while the program runs"},
    {"D = {'a': 1, 'b': 2}\nN = (list(D), tuple(zip(D, (5, 6))), max(D))",
     "N|([`a`, `b`], ((`a`, 5), (`b`, 6)), `b`)"},
    {"N = list(reversed([1, int(input())]))[1]", "N|1"},
    {"import numpy as np\nN = not np.zeros(3)", "N|unknown: its truth is not known"},
    {"N = type(int(input()))(2.5)", "N|2"},
    {"N = (1, int(input())) == (2, 3)", "N|False"},
    {"N = (int(input()), 2)[1] in (2, 3)", "N|True"},
    {"N = sum([0.1] * 10)", "N|unknown: the sum of floats depends on Python's version"},
    {"D = {i: i * 2 for i in range(3)}\nN = D[2]", "N|4"},
    {"D = {'a': 3}\nD['b'] = D['a'] + 1\nN = D['b']", "N|4"},
    {"fs = []\nfor i in range(3):\n    fs.append(lambda i=i: i)\nN = (fs[0](), fs[2]())",
     "N|(0, 2)"},
    {"def make(n):\n    def get():\n        return n\n    return get\nN = make(3)() + make(4)()",
     "N|7"},
    {"def count():\n    n = 0\n    def more():\n        nonlocal n\n        n += 1\n"
     "        return n\n    return more\nc = count()\nc()\nN = c()",
     "N|2"},
    {"import numpy as np\nT = np.zeros(3)\nT += 1\nT[1] *= 2", "T|float64[3]C: 1 2 1"},
    {"import numpy as np\nT = np.zeros(3)\nV = T[1:]\nV[0] = 1", "T|unknown: its elements change"},
    {"import numpy as np\nT = np.zeros(3)\nV = T[int(input()):]\nV[0] = 1",
     "T|unknown: its elements change"},
    {"import numpy as np\nT = np.zeros(3)\nV = T.reshape(int(input()), 1).ravel()\nV[0] = 1",
     "T|unknown: its elements change"},
    {"import numpy as np\nT = np.zeros(3)\nV = T\nV[0] = 1", "T|float64[3]C: 1 0 0"},
    {"import numpy as np, m\nT = np.zeros(3)\nm.fill(T)", "T|unknown: its elements change"},
    {"import numpy as np, m\nT = np.zeros(2)\nL = [T]\nm.fill(L)",
     "T|unknown: its elements change"},
    {"import numpy as np\nA = np.zeros(2)\nB = np.ones(2)\nC = A if x.y else B\nC[0] = 5",
     "A|unknown: its elements change"},
    {"L = [1]\nif x.y:\n    L.append(2)", "L|unknown: it depends on a condition that is not known"},
    {"x = m\n"
     "N = 0\nwhile True:\n    N += 1\n    if N == 4:\n        break",
     "N|4"},
};

}  // namespace

TEST_CASE("names hold what Python gives them, or a reason why nobody knows") {
    for (const Assignments& row : rows) {
        CAPTURE(row.source);
        const std::size_t bar = row.value.find('|');
        Program program(row.source + "\n");
        CHECK(program.value(row.value.substr(0, bar)) == row.value.substr(bar + 1));
    }
}

TEST_CASE("a launch and its kernel see one value") {
    Program program(
        "from numba import cuda\nN = 3\nfor i in range(2):\n    N += 1\n"
        "@cuda.jit\ndef k(x):\n    x[0] = N\n");
    CHECK(program.seen_in("k", "N") == "5");
}
