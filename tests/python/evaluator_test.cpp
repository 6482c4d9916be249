// What module-level names and expressions are while compiling, held to CPython 3.11 and NumPy 2.
#include "python/evaluator.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "api/functions.h"
#include "sema_values.h"
#include "syntax/parse.h"

using namespace pycu;

namespace {

struct Row {
    std::string expr;
    std::string value;
};

// The values are those that CPython and NumPy print: an int bare, NumPy's scalars with their
// dtype, arrays with dtype, shape and layout and their elements in memory order.
const Row expressions[] = {
    // clang-format off
    {"1 + 2", "3"},
    {"7 // 2", "3"},
    {"-7 // 2", "-4"},
    {"7 // -2", "-4"},
    {"-7 % 3", "2"},
    {"7 % -3", "-2"},
    {"2 ** 10", "1024"},
    {"2 ** -1", "float 0.5"},
    {"2 ** 64 - 1", "18446744073709551615"},
    {"(1 << 64) - 1", "18446744073709551615"},
    {"1 << 40", "1099511627776"},
    {"-1 >> 3", "-1"},
    {"0xFFFFFFFF", "4294967295"},
    {"0xFFFFFFFFFFFFFFFF", "18446744073709551615"},
    {"10_000", "10000"},
    {"~5", "-6"},
    {"-True", "-1"},
    {"True + True", "2"},
    {"True & False", "False"},
    {"5 & 3 | 8 ^ 2", "11"},
    {"7 / 2", "float 3.5"},
    {"1e3", "float 1000"},
    {"1.5 // 0.5", "float 3"},
    {"-7.5 // 2", "float -4"},
    {"-7.5 % 2", "float 0.5"},
    {"7.5 % -2", "float -0.5"},
    {"0.1 + 0.2", "float 0.30000000000000004"},
    {"3 * 0.1", "float 0.30000000000000004"},
    {"2.0 ** 0.5", "float 1.4142135623730951"},
    {"2 ** 0.5", "float 1.4142135623730951"},
    {"1 if 3 > 2 else 0", "1"},
    {"1 < 2 < 3", "True"},
    {"1 < 2 > 5", "False"},
    {"3 == 3.0", "True"},
    {"2 ** 53 + 1 > 2.0 ** 53", "True"},
    {"not 0", "True"},
    {"0 or 5", "5"},
    {"1 and 7", "7"},
    {"None is None", "True"},
    {"2 in (1, 2)", "True"},
    {"5 not in [1, 2]", "True"},
    {"(1, 2) + (3,)", "(1, 2, 3)"},
    {"(0,) * 3", "(0, 0, 0)"},
    {"(1, 2, 3)[1]", "2"},
    {"(1, 2, 3)[-1]", "3"},
    {"(1, 2, 3, 4)[1:3]", "(2, 3)"},
    {"len((1, 2, 3))", "3"},
    {"min(3, 1, 2)", "1"},
    {"max((3, 9, 2))", "9"},
    {"abs(-4)", "4"},
    {"abs(-4.5)", "float 4.5"},
    {"int(3.9)", "3"},
    {"int(-3.9)", "-3"},
    {"int(\"12\")", "12"},
    {"float(\"2.5\")", "float 2.5"},
    {"float(3)", "float 3"},
    {"bool(2)", "True"},
    {"round(2.5)", "2"},
    {"round(3.5)", "4"},
    {"round(-2.5)", "-2"},
    {"sum((1, 2, 3))", "6"},
    {"divmod(7, 2)", "(3, 1)"},
    {"pow(2, 5)", "32"},
    {"math.pi", "float 3.1415926535897931"},
    {"math.tau", "float 6.2831853071795862"},
    {"math.inf", "float inf"},
    {"math.sqrt(2)", "float 1.4142135623730951"},
    {"math.floor(2.7)", "2"},
    {"math.ceil(2.1)", "3"},
    {"math.floor(-2.5)", "-3"},
    {"math.trunc(-2.5)", "-2"},
    {"math.sin(1)", "float 0.8414709848078965"},
    {"math.log(10)", "float 2.3025850929940459"},
    {"math.log(8, 2)", "float 3"},
    {"math.log2(8)", "float 3"},
    {"math.exp(1)", "float 2.7182818284590451"},
    {"math.atan2(1, 2)", "float 0.46364760900080609"},
    {"math.hypot(3, 4)", "float 5"},
    {"math.gcd(12, 18)", "6"},
    {"math.factorial(10)", "3628800"},
    {"math.isqrt(17)", "4"},
    {"math.pow(2, 3)", "float 8"},
    {"math.fmod(-7, 3)", "float -1"},
    {"math.radians(180)", "float 3.1415926535897931"},
    {"math.degrees(math.pi)", "float 180"},
    {"math.erf(0.5)", "float 0.52049987781304652"},
    {"math.isnan(math.nan)", "True"},
    {"np.float32(0.1)", "float32 0.10000000149011612"},
    {"np.float32(0.1) + 1", "float32 1.1000000238418579"},
    {"np.float32(0.1) * 2.5", "float32 0.25"},
    {"np.float32(1) / np.float32(3)", "float32 0.3333333432674408"},
    {"np.int32(7) + 1", "int32 8"},
    {"np.int32(2147483647) + np.int32(1)", "int32 -2147483648"},
    {"np.int8(100) + np.int8(100)", "int8 -56"},
    {"np.uint8(3) - np.uint8(5)", "uint8 254"},
    {"np.int32(7) // np.int32(-2)", "int32 -4"},
    {"np.int32(7) / np.int32(2)", "float64 3.5"},
    {"np.int32(1) + np.int64(2)", "int64 3"},
    {"np.int32(1) + np.uint32(2)", "int64 3"},
    {"np.int64(1) + np.uint64(2)", "float64 3"},
    {"np.int32(3) * 0.5", "float64 1.5"},
    {"np.int32(3) * np.float32(0.5)", "float64 1.5"},
    {"np.int16(3) * np.float32(0.5)", "float32 1.5"},
    {"np.uint64(5) + 1", "uint64 6"},
    {"np.bool_(True)", "bool True"},
    {"np.float64(2.5) + 1", "float64 3.5"},
    {"np.int32(3) ** 2", "int32 9"},
    {"np.float32(3) ** 0.5", "float32 1.7320507764816284"},
    {"-np.int32(5)", "int32 -5"},
    {"-np.uint8(1)", "uint8 255"},
    {"~np.uint8(1)", "uint8 254"},
    {"abs(np.int32(-3))", "int32 3"},
    {"np.int32(3) < 5", "bool True"},
    {"np.sqrt(2)", "float64 1.4142135623730951"},
    {"np.sqrt(np.float32(2))", "float32 1.4142135381698608"},
    {"np.pi", "float 3.1415926535897931"},
    {"np.array([1, 2, 3])", "int64[3]C: 1 2 3"},
    {"np.array([1, 2.5])", "float64[2]C: 1 2.5"},
    {"np.array([True, False])", "bool[2]C: True False"},
    {"np.array([[1, 2], [3, 4]], dtype=np.float32)", "float32[2, 2]C: 1 2 3 4"},
    {"np.array([1, 2, 3], np.int8)", "int8[3]C: 1 2 3"},
    {"np.array((1, 2), dtype=\"float32\")", "float32[2]C: 1 2"},
    {"np.array([[1, 2], [3, 4]]).T", "int64[2, 2]F: 1 2 3 4"},
    {"np.array([[1, 2, 3], [4, 5, 6]], order=\"F\")", "int64[2, 3]F: 1 4 2 5 3 6"},
    {"np.asfortranarray([[1, 2], [3, 4]])", "int64[2, 2]F: 1 3 2 4"},
    {"np.zeros(3)", "float64[3]C: 0 0 0"},
    {"np.zeros((2, 2), np.float32)", "float32[2, 2]C: 0 0 0 0"},
    {"np.ones(2, dtype=np.int32)", "int32[2]C: 1 1"},
    {"np.full((2,), 7)", "int64[2]C: 7 7"},
    {"np.full(2, 2.5, np.float32)", "float32[2]C: 2.5 2.5"},
    {"np.arange(5)", "int64[5]C: 0 1 2 3 4"},
    {"np.arange(1, 7, 2)", "int64[3]C: 1 3 5"},
    {"np.arange(0, 1, 0.25)", "float64[4]C: 0 0.25 0.5 0.75"},
    {"np.arange(3, dtype=np.float32)", "float32[3]C: 0 1 2"},
    {"np.linspace(0, 1, 5)", "float64[5]C: 0 0.25 0.5 0.75 1"},
    {"np.linspace(0, 1, 4, endpoint=False)", "float64[4]C: 0 0.25 0.5 0.75"},
    {"np.linspace(-1, 1, 3, dtype=np.float32)", "float32[3]C: -1 0 1"},
    {"np.eye(2)", "float64[2, 2]C: 1 0 0 1"},
    {"np.arange(4) / 2.0", "float64[4]C: 0 0.5 1 1.5"},
    {"np.arange(4) * 2", "int64[4]C: 0 2 4 6"},
    {"np.arange(4, dtype=np.int8) * 2", "int8[4]C: 0 2 4 6"},
    {"np.arange(4, dtype=np.float32) * 2.5", "float32[4]C: 0 2.5 5 7.5"},
    {"np.arange(6).reshape(2, 3)", "int64[2, 3]C: 0 1 2 3 4 5"},
    {"np.arange(6).reshape((3, -1))", "int64[3, 2]C: 0 1 2 3 4 5"},
    {"np.arange(6).reshape(2, 3)[1]", "int64[3]C: 3 4 5"},
    {"np.arange(6).reshape(2, 3)[1, 2]", "int64 5"},
    {"np.arange(6).reshape(2, 3)[:, 1]", "int64[2]A: 1 4"},
    {"np.arange(6)[::2]", "int64[3]A: 0 2 4"},
    {"np.arange(6)[-2:]", "int64[2]C: 4 5"},
    {"np.arange(6)[::-1]", "int64[6]A: 5 4 3 2 1 0"},
    {"np.arange(6).reshape(2, 3) + np.arange(3)", "int64[2, 3]C: 0 2 4 3 5 7"},
    {"np.arange(3).astype(np.float32)", "float32[3]C: 0 1 2"},
    {"np.array([1.7, -1.7]).astype(np.int32)", "int32[2]C: 1 -1"},
    {"np.array([1, 2]).shape", "(2)"},
    {"np.array([[1, 2]]).shape[1]", "2"},
    {"np.array([1, 2]).size", "2"},
    {"np.zeros((2, 3)).ndim", "2"},
    {"np.sin(np.arange(3) / 2)", "float64[3]C: 0 0.47942553860420301 0.8414709848078965"},
    {"-np.arange(3)", "int64[3]C: 0 -1 -2"},
    {"np.arange(3) ** 2", "int64[3]C: 0 1 4"},
    {"2 ** np.arange(3)", "int64[3]C: 1 2 4"},
    {"np.arange(3) // 2", "int64[3]C: 0 0 1"},
    {"np.arange(-3, 3) % 2", "int64[6]C: 1 0 1 0 1 0"},
    {"np.sum(np.arange(3)) if False else 3", "3"},
    {"np.arange(5).sum()", "int64 10"},
    {"np.arange(5).max()", "int64 4"},
    {"np.array([math.sin(i) for i in range(3)], dtype=np.float32)", "float32[3]C: 0 0.84147095680236816 0.9092974066734314"},
    {"[i * i for i in range(4)]", "[0, 1, 4, 9]"},
    {"tuple(x + 1 for x in (1, 2))", "(2, 3)"},
    {"[(i, j) for i in range(2) for j in range(2) if i != j]", "[(0, 1), (1, 0)]"},
    {"np.iinfo(np.int32).max", "2147483647"},
    {"np.iinfo(np.uint64).max", "18446744073709551615"},
    {"np.iinfo(\"int8\").min", "-128"},
    {"np.finfo(np.float32).max", "float32 3.4028234663852886e+38"},
    {"np.finfo(np.float64).eps", "float64 2.2204460492503131e-16"},
    {"len(\"abc\")", "3"},
    {"\"a\" + \"b\"", "`ab`"},
    {"f\"void({1})\"", "`void(1)`"},
    // clang-format on
};

const Row imports[] = {
    {"import math", "math.sin|math.sin"},
    {"import math as m", "m.sin|math.sin"},
    {"from math import sin as s, pi", "s|math.sin"},
    {"from math import pi", "pi|float 3.1415926535897931"},
    {"from math import *", "hypot|math.hypot"},
    {"from math import *", "hippo|nothing"},
    {"from numba import cuda", "cuda.threadIdx.x|numba.cuda.threadIdx.x"},
    {"from numba import cuda as c", "c.grid|numba.cuda.grid"},
    {"import numba.cuda", "numba.cuda.grid|numba.cuda.grid"},
    {"import numba.cuda as nc", "nc.shared.array|numba.cuda.shared.array"},
    {"import numba as nb", "nb.cuda.atomic.add|numba.cuda.atomic.add"},
    {"from numba.cuda import grid as g, threadIdx", "threadIdx.y|numba.cuda.threadIdx.y"},
    {"from numba.cuda import *", "blockDim.x|numba.cuda.blockDim.x"},
    {"from numba import cuda\natomic = cuda.atomic\nadd = atomic.add", "add|numba.cuda.atomic.add"},
    {"import numba", "numba.float32|type float32"},
    {"from numba import float32 as f", "f|type float32"},
    {"from numba import types", "types.int8|type int8"},
    {"from numba.core import types as t", "t.int8|type int8"},
    {"import numba.core.types as t", "t.uint8|type uint8"},
    {"from numba.types import b1", "b1|type bool"},
    {"from numba.core.types import void", "void|type none"},
    {"from numba import cuda", "cuda.types.float32|type float32"},
    {"from numba import cuda", "cuda.float64|type float64"},
    {"from numba.cuda import types", "types.intp|type int64"},
    {"from numba import *", "int32|type int32"},
    {"from numba import *", "njit|numba.njit"},
    {"import numpy as np", "np.float32|numpy float32"},
    {"import numpy", "numpy.sqrt|numpy.sqrt"},
    {"from numpy import int32", "int32|numpy int32"},
    {"from numpy import *", "sqrt|numpy.sqrt"},
    {"from numpy import *", "max|numpy.max"},
    {"from cmath import *", "phase|cmath.phase"},
    {"import numpy as np", "np.abs|numpy.absolute"},
    {"from numba.cuda import fp16", "fp16.__hadd_rn|numba.cuda.fp16.hadd"},
    {"", "int|python int64"},
    {"", "len|builtins.len"},
    {"", "nobody|nothing"},
    {"from numba import bfloat16", "bfloat16|later: `bfloat16`"},
    {"from config import *", "N|unknown: it may come from `from config import *`"},
    {"from config import *", "len|builtins.len"},
    {"from .config import N", "N|unknown: it comes from the module `.config`"},
    {"from os import environ", "environ|os.environ"},
    {"try:\n    import cupy as cp\nexcept ImportError:\n    cp = None", "cp|cupy"},
    {"try:\n    import torch\nexcept ImportError:\n    torch = None",
     "torch|unknown: it depends on a condition that is not known"},
    {"try:\n    import cupy as cp\nexcept ImportError:\n    import numpy as cp",
     "cp|cupy_or_numpy"},
};

const Row bindings[] = {
    {"N = 16\nM = N * 2\nN = 32", "M|32"},
    {"N = 16\nN = N + 1", "N|17"},
    {"N = 16\nN += 4\nN *= 2", "N|40"},
    {"A, (B, C) = 1, (2, 3)", "C|3"},
    {"A = B = 5", "A|5"},
    {"A, B = 1, 2\nA, B = B, A", "A|2"},
    {"A, *B = 1, 2, 3", "B|[2, 3]"},
    {"N: int = 3", "N|3"},
    {"N: int", "N|nothing"},
    {"if 1 > 2:\n    N = 1\nelse:\n    N = 2", "N|2"},
    {"if a.b:\n    N = 1\nelse:\n    N = 1", "N|1"},
    {"if a.b:\n    N = 1\nelse:\n    N = 2",
     "N|unknown: it depends on a condition that is not known"},
    {"N = 3\nif a.b:\n    N = 1", "N|unknown: it depends on a condition that is not known"},
    {"if a.b:\n    N = 1\n    M = N + 1", "M|2"},
    {"if a.b:\n    N = 1\nelif a.c:\n    N = 1", "N|1"},
    {"if __name__ == '__main__':\n    N = 4", "N|4"},
    {"if __debug__:\n    N = 4", "N|4"},
    {"N = len(__file__)", "N|unknown: Python sets it when the program runs"},
    {"from typing import TYPE_CHECKING\nN = 1\nif TYPE_CHECKING:\n    N = 2", "N|1"},
    {"for i in range(3):\n    pass", "i|2"},
    {"N = 1\nfor i in range(3):\n    N = N * 2", "N|8"},
    {"N = 1\nfor i in range(3):\n    N *= 2", "N|8"},
    {"for i in range(3):\n    N = 7", "N|7"},
    {"try:\n    N = 1\nexcept KeyError:\n    N = 2", "N|1"},
    {"with open('x') as f:\n    N = 3", "N|3"},
    {"with open('x') as f:\n    N = 3", "f|unknown: it is set while the program runs"},
    {"N = 1\ndel N", "N|nothing"},
    {"N = M\nM = N", "N|unknown: nothing is called `M`"},
    {"def f():\n    return 3\nN = f()", "N|3"},
    {"def f(n):\n    n += 1\n    return n\nN = f(2)", "N|3"},
    {"def f(n):\n    while n < 9:\n        n += 1\n    return n\nN = f(2)", "N|9"},
    {"def f(n):\n    return n * 2\nN = f(2)", "N|4"},
    {"def f():\n    global N\n    N = 3\nN = 1", "N|unknown: a function changes it"},
    {"class K:\n    A = 3\n    B = A * 2\nN = K.B", "N|6"},
    {"class K:\n    A = 3\nclass L(K):\n    pass\nN = L.A", "N|3"},
    {"import enum\nclass E(enum.Enum):\n    A = 3\nN = E.A.value", "N|3"},
    {"import enum\nclass E(enum.Enum):\n    A = 3\n    B = enum.auto()\nN = E.B.value", "N|4"},
    {"from enum import *\nclass E(Flag):\n    A = auto()\n    B = auto()\n    C = auto()\n"
     "N = E.C.value",
     "N|4"},
    {"from enum import IntEnum\nclass E(IntEnum):\n    A = 3\n    B = 3\n    C = A + 4\n"
     "N = (E.C + 1, E.B.name, len(E), E.A == E.B, E.A is E.C, -E.A, int(E.C), E.A < 5)",
     "N|(8, `A`, 2, True, False, -3, 7, True)"},
    {"from collections import namedtuple\nP = namedtuple('P', 'x y', defaults=(7,))\np = P(1)\n"
     "N = (p.x, p.y, p[1], P(y=2, x=3).x, len(p))",
     "N|(1, 7, 7, 3, 2)"},
    {"from typing import NamedTuple\nclass P(NamedTuple):\n    x: float\n    y: int = 4\n"
     "N = P(2.5).y",
     "N|4"},
    {"import numpy as np\nT = np.zeros(3)\nT[1] = 2", "T|float64[3]C: 0 2 0"},
    {"import numpy as np\nT = np.zeros((2, 2), np.int8)\nT[0, 1] = 2\nT[1, :] = 3",
     "T|int8[2, 2]C: 0 2 3 3"},
    {"import numpy as np\nT = np.zeros(3)\nfor i in range(3):\n    T[i] = i",
     "T|float64[3]C: 0 1 2"},
    {"import numpy as np\nT = np.zeros(3)\nT.sort()", "T|unknown: its elements change"},
    {"import numpy as np\nT = np.zeros(3)\nprint(T)", "T|float64[3]C: 0 0 0"},
    {"import numpy as np\nT = np.zeros(3)\nnp.random.shuffle(T)", "T|unknown: its elements change"},
    {"import numpy as np\ndef fill(t):\n    t[0] = 1\nT = np.zeros(3)\nfill(T)",
     "T|float64[3]C: 1 0 0"},
    {"import numpy as np\ndef fill():\n    T[0] = 1\nT = np.zeros(3)\nfill()",
     "T|float64[3]C: 1 0 0"},
    {"import numpy as np\nT = np.random.rand(3)",
     "T|unknown: `numpy.random.rand` is called while the program runs"},
    {"import sys\nN = int(sys.argv[1])", "N|unknown: it is computed while the program runs"},
    {"N = 1 // 0", "N|unknown: it divides by zero"},
    {"N = 2 ** 200", "N|wide int"},
    {"N = 2 ** 64", "N|wide int"},
    {"N = -(-2 << 126)", "N|wide int"},
    {"N = 2 ** 20000", "N|unknown: the int is too large"},
    {"N = (2 ** 8000 - 1) % 1000003", "N|123175"},
    {"import math\nN = math.lcm(4, 6) + math.gcd(0, 5)", "N|17"},
    {"N = (M := 4) + 1", "M|4"},
    {"import numpy as np\nreal = np.float32\nX = real(0.1)", "X|float32 0.10000000149011612"},
    {"from numba import float32\nX = float32(0.1)", "X|float32 0.10000000149011612"},
    {"from numba import float32, void\ns = void(float32[:, ::1])",
     "s|signature none(float32[:, ::1])"},
    {"import numpy as np\nX = np.int8(300)", "X|unknown: the number does not fit `int8`"},
    {"from numba import cuda\ndev = cuda.jit(device=True)", "dev|decorator"},
    {"from numba import cuda\ndef f():\n    pass\ng = cuda.jit(f)", "g|function"},
    {"N = 1,\nX = N[0]", "X|1"},
    {"N = [1, 2]\nN.append(3)", "N|[1, 2, 3]"},
    {"import numpy as np\nX = np.float16(1)", "X|float16 1"},
    {"import numpy as np\nX = np.zeros(2, np.complex64)", "X|later: an array of `complex64`"},
    {"import numpy as np\nX = np.zeros(10 ** 10)", "X|unknown: it has more than 4194304 elements"},
    {"import numpy as np\nX = np.zeros(4)[::2]", "X|float64[2]A: 0 0"},
};

/// "name|value" of a row: the name may be dotted.
void check_rows(const Row* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t bar = rows[i].value.find('|');
        CAPTURE(rows[i].expr);
        Program program(rows[i].expr + "\n_ = " + rows[i].value.substr(0, bar) + "\n");
        const std::string name = rows[i].value.substr(0, bar);
        const bool is_dotted = name.find('.') != std::string::npos;
        CHECK(program.value(is_dotted ? "_" : name) == rows[i].value.substr(bar + 1));
    }
}

}  // namespace

TEST_CASE("expressions have the values that CPython and NumPy give them") {
    for (const Row& row : expressions) {
        CAPTURE(row.expr);
        Program program("import math\nimport numpy as np\nx = " + row.expr + "\n");
        CHECK(program.value("x") == row.value);
    }
}

TEST_CASE("names are what they are bound to") {
    check_rows(imports, std::size(imports));
}

TEST_CASE("every row is the same by a star, by its name and as an attribute") {
    for (const std::string_view path : api::all_paths()) {
        std::string module(path.substr(0, path.find('.')));
        if (path.starts_with("numba.cuda.")) {
            module = "numba.cuda";
        }
        if (module == "builtins" || module == "numba") {
            continue;  // no import brings them, or not all of them
        }
        const std::string rest(path.substr(module.size() + 1));
        const std::string first = rest.substr(0, rest.find('.'));
        CAPTURE(std::string(path));
        const std::string use = "\n_ = " + rest + "\n";
        const std::string expected(api::canonical(path));
        CHECK(Program("from " + module + " import *" + use).value("_") == expected);
        CHECK(Program("from " + module + " import " + first + use).value("_") == expected);
        CHECK(Program("import " + module + " as m\n_ = m." + rest + "\n").value("_") == expected);
    }
}

TEST_CASE("bindings in the order of the text") {
    check_rows(bindings, std::size(bindings));
}

TEST_CASE("free names of functions") {
    Program program(R"(
import numpy as np
N = 3
TABLE = np.arange(8)[::2]
class Config:
    SIZE = 8
    def method(self):
        return SIZE
def factory(scale):
    width = N * 2
    N = 5
    def kernel(x):
        x[0] = width + scale
    def other():
        global N
    return kernel
def kernel(out):
    out[0] = N
N = 4
)");
    CHECK(program.seen_in("kernel", "N") == "4");
    CHECK(program.seen_in("kernel", "TABLE") == "int64[4]C: 0 2 4 6");
    CHECK(program.seen_in("kernel", "SIZE") == "nothing");
    CHECK(program.seen_in("kernel", "print") == "builtins.print");
    CHECK(program.seen_in("factory.kernel", "N") == "5");
    CHECK(program.seen_in("factory.other", "N") == "4");
    CHECK(program.seen_in("factory.kernel", "scale") == "unknown: it is a parameter of `factory`");
    CHECK(program.seen_in("Config.method", "SIZE") == "nothing");
    CHECK(program.messages() ==
          std::vector<std::string>{
              "PYCU0381 `N` is assigned more than once, and device code takes this value"});
}

TEST_CASE("origins name the assignment") {
    Program program("BLOCK = 2 * 8\nclass K:\n    A = 3\ndef k(x):\n    x[0] = BLOCK\n");
    const sema::ScopeId inner = program.names.scopes().functions[0].inner;
    const auto found = program.names.lookup("BLOCK", inner);
    REQUIRE(found);
    REQUIRE(found->origin);
    CHECK(found->origin->name == "BLOCK");
    CHECK(program.file.text(found->origin->range) == "BLOCK");
    const auto object = program.names.lookup("K", inner);
    REQUIRE(object);
    const sema::Found attribute = program.names.attribute(object->value, "A", {});
    REQUIRE(attribute.origin);
    CHECK(attribute.origin->name == "K.A");
    CHECK(value_text(attribute.value, program.types) == "3");
}

TEST_CASE("local names of device code come from the caller") {
    Program program("M = 4\ndef k(x):\n    n = 3\n    y = (n + M, n * 2)\n");
    const auto& place = program.names.scopes().functions[0];
    const auto& body = std::get<syntax::FunctionDef>(program.tree.stmts[place.def].as).body;
    const auto& assign = std::get<syntax::Assign>(program.tree.stmts[body[1]].as);
    const sema::LocalValues locals = [](std::string_view name) -> std::optional<sema::Value> {
        if (name == "n") {
            return sema::Value{sema::NumberValue{int64, std::int64_t(10), true}};
        }
        return std::nullopt;
    };
    CHECK(value_text(program.names.evaluate(assign.value, place.inner, locals).value,
                     program.types) == "(14, 20)");
    const sema::LocalValues none = [](std::string_view) { return std::optional<sema::Value>(); };
    CHECK(value_text(program.names.evaluate(assign.value, place.inner, none).value,
                     program.types) == "(unknown: `n` is a variable, unknown: `n` is a variable)");
}

TEST_CASE("values given from outside") {
    Program program("import sys\nN = int(sys.argv[1])\nM = N + 1\nclass K:\n    A = 1\nB = K.A\n");
    const std::vector<const SourceFile*> consts = {
        &program.files.add("--const", "N=40"),   &program.files.add("--const", "K.A = (1, 2.5)"),
        &program.files.add("--const", "Q=1"),    &program.files.add("--const", "N"),
        &program.files.add("--const", "M=what"), &program.files.add("--const", "K.B=1")};
    program.names.set_constants(consts);
    CHECK(program.value("M") == "41");
    CHECK(program.value("B") == "(1, float 2.5)");
    CHECK(program.messages() == std::vector<std::string>{
                                    "PYCU0383 nothing here is called `Q`",
                                    "PYCU0382 no constant: it is no `NAME=VALUE`",
                                    "PYCU0382 no constant: nothing is called `what`",
                                    "PYCU0383 nothing here is called `K.B`",
                                });
}

TEST_CASE("long files are linear and deep ones end") {
    std::string text = "x = 0\n";
    for (int i = 0; i < 20000; ++i) {
        text += "x += 1\n";
    }
    CHECK(Program(text).value("x") == "20000");
    text = "x0 = 1\n";
    for (int i = 1; i < 5000; ++i) {
        text += "x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + 1\n";
    }
    CHECK(Program(text).value("x4999") == "5000");
    text = "x = 1";
    for (int i = 0; i < 900; ++i) {
        text += " + 1";
    }
    CHECK(Program(text + "\n").value("x") == "901");
}
