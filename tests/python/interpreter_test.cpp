// What names hold when the module has been run: after loops, branches, calls with effects, try and
// with, closures and factories, and where two names may mean one object. Held to CPython.
#include "sema/host/interpreter.h"

#include <doctest/doctest.h>

#include <string>

#include "sema_values.h"

using namespace pycu;

namespace {

struct Row {
    std::string source;
    /// "name|value"
    std::string value;
};

const Row rows[] = {
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
    {"try:\n    N = int(open('x').read())\nexcept OSError:\n    N = 2",
     "N|unknown: `open` is called while the program runs"},
    {"N = 1\ntry:\n    open('x')\n    N = 2\nexcept OSError:\n    pass",
     "N|unknown: it depends on a condition that is not known"},
    {"N = 1\nwith open('x') as f:\n    N += 1", "N|2"},
    {"N = sum([i * i for i in range(5) if i != 3])", "N|21"},
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
    for (const Row& row : rows) {
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
