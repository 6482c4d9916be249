// Which functions are device code, and what their decorators say: by what names are bound to.
#include "declare/decorators.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "oracle.h"
#include "sema_values.h"

using namespace pycu;
using nlohmann::json;

namespace {

/// Every function that is device code: `kernel k void(float32[:]); device f; ...`.
std::string functions_of(Program& program) {
    std::string text;
    const sema::DeviceFunctions functions = sema::read_decorators(program.names, program.sink);
    for (const sema::DeviceFunction& function : functions.all) {
        if (function.kind == sema::DeviceFunction::Kind::Plain) {
            continue;
        }
        constexpr const char* kinds[] = {"cuda",  "device", "njit",      "plain",
                                         "ufunc", "gufunc", "reduction", "other"};
        text += text.empty() ? "" : "; ";
        text += function.is_kernel ? "kernel" : kinds[int(function.kind)];
        text += " " + function.qualname;
        for (const sema::GivenSignature& given : function.signatures) {
            text += " " + python_name(given.signature, program.types);
        }
        for (const sema::JitOption& option : function.options) {
            text += " " + option.name + "=" + value_text(option.value, program.types);
        }
        text += function.is_broken ? " broken" : "";
    }
    return text;
}

std::string functions_of(const std::string& source) {
    Program program(source);
    std::string text = functions_of(program);
    for (const std::string& message : program.messages()) {
        text += "\n" + message;
    }
    return text;
}

struct Row {
    const char* source;
    const char* functions;
};

// Every spelling of one decorator.
const Row spellings[] = {
    {"from numba import cuda\n@cuda.jit", "kernel k"},
    {"from numba import cuda\n@cuda.jit()", "kernel k"},
    {"from numba import cuda as c\n@c.jit", "kernel k"},
    {"import numba.cuda\n@numba.cuda.jit", "kernel k"},
    {"import numba.cuda as nc\n@nc.jit", "kernel k"},
    {"import numba as nb\n@nb.cuda.jit()", "kernel k"},
    {"from numba.cuda import jit\n@jit", "kernel k"},
    {"from numba.cuda import jit as j\n@j('void(int32[:])')", "kernel k none(int32[:])"},
    {"from numba.cuda import *\n@jit", "kernel k"},
    {"from numba import cuda\njit = cuda.jit\n@jit", "kernel k"},
    {"from numba import cuda\ndev = cuda.jit(device=True)\n@dev", "device k device=True"},
    {"from numba import cuda\nfrom functools import partial\nfast = partial(cuda.jit, "
     "fastmath=True)\n@fast",
     "kernel k fastmath=True"},
    {"import functools\nfrom numba import cuda\n@functools.partial(cuda.jit, device=True)",
     "device k device=True"},
    {"from numba import njit\n@njit", "njit k"},
    {"import numba\n@numba.jit(nopython=True)", "njit k"},
    {"from numba import jit\n@jit('void(float32[:])')", "njit k"},
    {"from mylib import cuda\n@cuda.jit", ""},
    {"class cuda:\n    def jit(f):\n        return f\n@cuda.jit", ""},
    {"def jit(f):\n    return f\n@jit", ""},
    {"from numba import cuda\n@staticmethod\n@cuda.jit", "kernel k"},
    {"from numba import cuda, float32, void\n@cuda.jit(void(float32[:, ::1]))",
     "kernel k none(float32[:, ::1])"},
    {"from numba import cuda\nimport numba\nreal = numba.float64\nsig = numba.void(real[:], "
     "real)\n@cuda.jit(sig)",
     "kernel k none(float64[:], float64)"},
    {"from numba import cuda\nSIGS = ['void(float32[:])', 'void(float64[:])']\n@cuda.jit(SIGS)",
     "kernel k none(float32[:]) none(float64[:])"},
    {"from numba import cuda\n@cuda.jit([f'void({t}[:])' for t in ('float32', 'int8')])",
     "kernel k none(float32[:]) none(int8[:])"},
    {"from numba import cuda, float32\nreal = float32\n@cuda.jit('void(real[:])')",
     "kernel k none(float32[:])"},
    {"from numba import cuda\n@cuda.jit('float32(float32)', device=True)",
     "device k float32(float32) device=True"},
    {"from numba import cuda\n@cuda.jit('(float32[:], int32)', True)",
     "device k (float32[:], int32) device=True"},
    {"from numba import cuda\n@cuda.jit(func_or_sig='void(int8)')", "kernel k none(int8)"},
    {"from numba import cuda\n@cuda.jit(['void(int8)', 'void(i1)'])", "kernel k none(int8)"},
    {"from numba import cuda\n@cuda.jit(cache=True, fastmath=1, max_registers=32)",
     "kernel k cache=True fastmath=1 max_registers=32"},
    {"from numba import cuda\n@cuda.jit(boundscheck=False)", "kernel k"},
};

const Row places[] = {
    {R"py(
from numba import cuda
def outer():
    @cuda.jit
    def inner(x):
        pass
    return inner
class K:
    @staticmethod
    @cuda.jit(device=True)
    def helper(x):
        return x
if True:
    @cuda.jit
    def a(x):
        pass
else:
    @cuda.jit
    def a(x, y):
        pass
)py",
     "kernel outer.inner; device K.helper device=True; kernel a; cuda a"},
    {R"py(
from numba import cuda
@cuda.jit
def k(x):
    pass
@cuda.jit
def k(x, y):
    pass
)py",
     "cuda k; kernel k\nPYCU0209 `k` is replaced by a later definition"},
    {R"py(
from numba import cuda
def _k(x):
    x[0] = f(x)
def f(x):
    return x[0]
k = cuda.jit("void(float32[:])", fastmath=True)(_k)
g = cuda.jit(device=True)(f)
j = cuda.jit(g)
)py",
     "kernel k none(float32[:]) fastmath=True; device g device=True; cuda j"},
    // A function that only device code calls, or that returns something, is no kernel.
    {R"py(
from numba import cuda
@cuda.jit
def helper(x):
    x[0] = 1
@cuda.jit
def value(x):
    return x
@cuda.jit
def both(x):
    pass
def plain(x):
    helper(x)
@cuda.jit
def k(x):
    plain(x)
    both(x)
    x[0] = value(x[1])
@cuda.jit
def recursive(x):
    recursive(x)
both[1, 1](a)
)py",
     "cuda helper; cuda value; kernel both; kernel k; kernel recursive"},
    {R"py(
from numba import cuda, vectorize, guvectorize
@vectorize(["float32(float32)"], target="cuda")
def u(x):
    return x
@vectorize(["float32(float32)"])
def host(x):
    return x
@cuda.reduce
def r(a, b):
    return a + b
)py",
     "ufunc u float32(float32); other host; reduction r"},
};

const Row mistakes[] = {
    {"@cuda.jit(fastmth=True)", "PYCU0201 `fastmth` is no option of `cuda.jit`"},
    {"@cuda.jit(argtypes=[1])", "PYCU0201 `argtypes` is no option of `cuda.jit`"},
    {"@cuda.jit(boundscheck=True)", "PYCU0201 `boundscheck` is no option of `cuda.jit`"},
    {"@cuda.jit(numba.float32)",
     "PYCU0202 `float32` is a type and no signature: write `void(float32)`"},
    {"@cuda.jit(3)", "PYCU0202 an int is no signature: write `void(float32[:], int32)`"},
    {"@cuda.jit(sig)", "PYCU0202 nothing is called `sig`"},
    {"@cuda.jit(make())", "PYCU0202 `make()` is no signature: it is what `make` returns"},
    {"@cuda.jit(device=FLAG)",
     "PYCU0312 `FLAG` is not known while compiling: `numba.config.X` is called while the program "
     "runs"},
    {"@cuda.jit(link=['a.cuh'])",
     "PYCU0221 nothing that can be linked: files that end in `.cuh` are not linked"},
    {"@cuda.jit('void(float32[:])', 256)", "PYCU0220 the option `device` takes True or False"},
    {"@cuda.jit(None, False, 'never', False, [], 0, 1, 0, 0, None, 0, None, 0, None, None, 1)",
     "PYCU0401 `cuda.jit` takes 15 arguments and gets 16"},
    {"@cuda.jit(types.void(types.bfloat16))", "PYCU0399 `bfloat16` is not supported yet"},
    {"@cuda.jit(np.float32)",
     "PYCU0202 the type `float32` is no signature: write `void(float32[:], int32)`"},
};

/// What one row of the oracle is to be: canonical texts, `error` or nothing.
std::string wanted(const json& row) {
    if (row.contains("list")) {
        std::string text;
        for (const json& one : row["list"]) {
            text += (text.empty() ? "" : " ") + wanted(one);
        }
        return text.find("error") != std::string::npos ? "error" : text;
    }
    return row.contains("canonical") ? row["canonical"].get<std::string>() : "error";
}

}  // namespace

TEST_CASE("decorators are what their names are bound to") {
    for (const Row& row : spellings) {
        CAPTURE(row.source);
        CHECK(functions_of(row.source + std::string("\ndef k(x):\n    pass\n")) == row.functions);
    }
}

TEST_CASE("functions everywhere in a file") {
    for (const Row& row : places) {
        CAPTURE(row.source);
        CHECK(functions_of(row.source) == row.functions);
    }
}

TEST_CASE("mistakes in decorators") {
    for (const Row& row : mistakes) {
        CAPTURE(row.source);
        Program program(
            "import numba\nimport numpy as np\nfrom numba import cuda, types\n"
            "def make():\n    return open('x')\nFLAG = numba.config.X()\n" +
            std::string(row.source) + "\ndef k(x):\n    pass\n");
        CHECK(functions_of(program).ends_with("broken"));
        REQUIRE(program.messages().size() == 1);
        CHECK(program.messages()[0] == row.functions);
    }
}

TEST_CASE("every expression of the oracle") {
    int later = 0;
    int count = 0;
    const json expressions = oracle::load("signatures")["expressions"];
    for (const json& row : expressions) {
        const auto text = row["text"].get<std::string>();
        CAPTURE(text);
        Program program("import numba\nimport numpy as np\nfrom numba import cuda, types\nx = " +
                        text + "\n@cuda.jit(" + text + ")\ndef k():\n    pass\n");
        const sema::DeviceFunctions functions = sema::read_decorators(program.names, program.sink);
        ++count;
        const auto& all = program.sink.all();
        const bool is_later =
            !all.empty() && all[0].code == diag::Code::Later && program.messages().size() == 1;
        if (is_later) {
            ++later;
            continue;
        }
        std::string made;
        for (const sema::GivenSignature& given : functions.all[0].signatures) {
            made += (made.empty() ? "" : " ") + python_name(given.signature, program.types);
        }
        // None is no mistake to pycu: it means that the decorator says nothing.
        const bool is_none = text == "None";
        CHECK((program.sink.has_errors() || is_none ? "error" : made) == wanted(row));
        if (row.contains("type")) {
            TypeTable table;
            const auto found = program.names.lookup_at_end("x", program.names.scopes().module());
            const auto* type = found ? found->value.get<sema::TypeObject>() : nullptr;
            REQUIRE(type != nullptr);
            if (row["type"].is_string()) {
                CHECK(python_name(type->type, program.types) == row["type"].get<std::string>());
            } else {
                const json& array = row["type"];
                CHECK(type->type.rank() == array["ndim"].get<int>());
                CHECK(python_name(type->type.element_type(), table) ==
                      array["dtype"].get<std::string>());
                CHECK(std::string(1, "ACF"[int(type->type.layout())]) ==
                      array["layout"].get<std::string>());
                CHECK(type->type.is_readonly() == array["readonly"].get<bool>());
            }
        }
    }
    CHECK(count == 59);
    // Optionals; may only fall.
    CHECK(later == 0);
}
