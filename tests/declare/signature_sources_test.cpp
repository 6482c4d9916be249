// Where types come from: decorator, annotations, --sig, x.sigs.toml, pyproject.toml.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "declare/signatures.h"
#include "sema_values.h"

using namespace pycu;

namespace {

/// A source and what stands around it.
struct Case {
    std::string source;
    std::vector<std::string> sigs{};
    std::string sigs_toml{};
    std::string pyproject{};
    std::optional<Scalar> dtype{}, integer{}, real{};
};

/// `k none(float32[:])`, one function a line, then the diagnostics with their places.
std::string outcome(const Case& one) {
    Program program("import numba\nimport numpy as np\nfrom numba import cuda, float32, int32\n" +
                    one.source);
    sema::Options options;
    options.module = "mod";
    for (const std::string& sig : one.sigs) {
        options.sigs.push_back(&program.files.add("--sig", sig));
    }
    if (!one.sigs_toml.empty()) {
        options.sigs_toml = &program.files.add("x.sigs.toml", one.sigs_toml);
    }
    if (!one.pyproject.empty()) {
        options.pyproject = &program.files.add("pyproject.toml", one.pyproject);
    }
    options.default_dtype = one.dtype;
    options.default_int = one.integer;
    options.default_float = one.real;
    sema::DeviceFunctions functions = sema::read_decorators(program.names, program.sink);
    sema::give_signatures(functions, program.names, options, program.sink);
    std::string text;
    for (const sema::DeviceFunction& function : functions.all) {
        if (!function.signatures.empty()) {
            text += (text.empty() ? "" : "; ") + function.qualname;
        }
        for (const sema::GivenSignature& given : function.signatures) {
            text += " " + python_name(given.signature, program.types);
        }
        text += function.is_broken ? " broken" : "";
    }
    for (const diag::Diagnostic& found : program.sink.sorted()) {
        const SourceFile& file = program.files[found.range.file];
        text += "\n" + diag::code_name(found.code) + " <" + std::string(file.text(found.range)) +
                "> " + found.message;
        for (const std::string& help : found.helps) {
            text += "\n  " + help;
        }
    }
    return text;
}

std::string outcome_of(const std::string& source) {
    return outcome(Case{.source = source});
}

const std::string k1 = "@cuda.jit\ndef k(x):\n    x[0] = 1\n";
const std::string k2 = "@cuda.jit\ndef k(x, n):\n    x[0] = n\n";

}  // namespace

TEST_CASE("annotations") {
    const auto annotated = [](const std::string& params) {
        return outcome_of(
            "from typing import Annotated, Any\nimport numpy.typing as npt\nfrom numpy.typing "
            "import NDArray\nfrom numba import types\nreal = float32\n@cuda.jit\ndef k(" +
            params + "):\n    pass\n");
    };
    CHECK(annotated("x: float32[:], n: int32") == "k none(float32[:], int32)");
    CHECK(annotated("x: 'float32[:, ::1]', n: 'int32'") == "k none(float32[:, ::1], int32)");
    CHECK(annotated("a: float, b: int, c: bool") == "k none(float64, int64, bool)");
    CHECK(annotated("a: 'float', b: 'int', c: 'bool'") == "k none(float64, int64, bool)");
    CHECK(annotated("a: 'numba.float32[:]'") == "k none(float32[:])");
    CHECK(annotated("a: real[:], b: 'real[:]'") == "k none(float32[:], float32[:])");
    CHECK(annotated("a: np.float32, b: np.int8") == "k none(float32, int8)");
    CHECK(annotated("a: types.Array(types.int8, 2, 'F')") == "k none(int8[::1, :])");
    CHECK(annotated("a: Annotated[NDArray[np.float32], 2]") == "k none(float32[:, :])");
    CHECK(annotated("a: Annotated[npt.NDArray[np.int8], 2, 'C']") == "k none(int8[:, ::1])");
    CHECK(annotated("a: 'Annotated[NDArray[np.float32], 1]'") == "k none(float32[:])");
    CHECK(annotated("a: Annotated[np.ndarray, float32[:]]") == "k none(float32[:])");
    CHECK(annotated("") == "k none()");
    CHECK(annotated("a: 'float32[:'").starts_with(" broken\nPYCU0206 "));
    CHECK(annotated("a: float32[:], b: Any")
              .starts_with(" broken\nPYCU0205 <k> the types of kernel `k` are not known: "
                           "`void(float32[:], ?)`\n"
                           "  write `@cuda.jit(\"void(float32[:], ?)\")` with a type for each "
                           "`?`\n  or give `--sig 'k=void(float32[:], ?)'`"));
    CHECK(annotated("a: 'the numbers'").starts_with(" broken\nPYCU0205 "));
    // Annotations of device functions say nothing, as in Numba.
    CHECK(outcome_of("@cuda.jit(device=True)\ndef f(x: float):\n    return x\n").empty());
}

TEST_CASE("sources and their order") {
    CHECK(outcome({.source = k1, .sigs = {"k=void(float32[:])"}}) == "k none(float32[:])");
    CHECK(outcome({.source = k1, .sigs = {"k = float32[:],"}}) == "k (float32[:],)");
    CHECK(outcome({.source = k1, .sigs = {"k=void(int8[:])", "k=void(int16[:])"}}) ==
          "k none(int8[:]) none(int16[:])");
    CHECK(outcome({.source = k1, .sigs = {"k=void(T[:]) for T in float32, int8"}}) ==
          "k none(float32[:]) none(int8[:])");
    const std::string toml = "[signatures]\nk = \"void(int16[:])\"\n";
    const std::string project = "[tool.pycu.signatures]\n\"mod.k\" = \"void(int32[:])\"\n";
    CHECK(outcome({.source = k1, .sigs_toml = toml}) == "k none(int16[:])");
    CHECK(outcome({.source = k1, .pyproject = project}) == "k none(int32[:])");
    CHECK(outcome({.source = k1, .sigs_toml = toml, .pyproject = project}) == "k none(int16[:])");
    CHECK(outcome({.source = k1, .sigs = {"k=void(int8[:])"}, .sigs_toml = toml}) ==
          "k none(int8[:])");
    CHECK(outcome({.source = k1,
                   .sigs_toml = "[signatures]\nk = [\"void(int8[:])\", "
                                "\"void(T[:]) for T in int16, int32\"]\n"}) ==
          "k none(int8[:]) none(int16[:]) none(int32[:])");
    CHECK(outcome({.source = k1,
                   .pyproject = "[tool.pycu.signatures]\nmod.k = \"void(int8[:])\"\n"
                                "\"other.k\" = \"nonsense\"\n"}) == "k none(int8[:])");
    CHECK(outcome({.source = "def outer():\n    @cuda.jit\n    def k(x):\n        pass\n",
                   .sigs = {"outer.k=void(int8)"}}) == "outer.k none(int8)");
    CHECK(outcome({.source = "real = numba.float64\n" + k1, .sigs = {"k=void(real[:])"}}) ==
          "k none(float64[:])");
    CHECK(outcome({.source = "def f(a, b):\n    return a\n", .sigs = {"f=(int32, float32)"}}) ==
          "f (int32, float32)");
    CHECK(outcome({.source = "@cuda.jit('void(int8[:])')\ndef k(x):\n    pass\n",
                   .sigs = {"k=void(int8[:])"}}) == "k none(int8[:])");
}

TEST_CASE("disagreements and wrong names") {
    CHECK(outcome({.source = "@cuda.jit('void(int8[:])')\ndef k(x):\n    pass\n",
                   .sigs = {"k=void(int16[:])"}}) ==
          "k none(int8[:]) broken\nPYCU0208 <void(int16[:])> `k` has other types in its decorator");
    CHECK(outcome({.source = "@cuda.jit\ndef k(x: int32, y):\n    pass\n",
                   .sigs = {"k=void(int16, int8)"}}) ==
          "k none(int16, int8) broken\nPYCU0208 <void(int16, int8)> `k` has other types in its "
          "annotations");
    CHECK(outcome({.source = "@cuda.jit\ndef k(x: int32, y):\n    pass\n",
                   .sigs = {"k=void(int32, int8)"}}) == "k none(int32, int8)");
    CHECK(outcome({.source = "def kernel(x):\n    pass\n", .sigs = {"kernle=void(int8)"}}) ==
          "\nPYCU0207 <kernle> no function here is called `kernle`\n  there is `kernel`");
    CHECK(outcome({.source = "", .sigs_toml = "[signatures]\n\"kk\" = \"void(int8)\"\n"}) ==
          "\nPYCU0207 <\"kk\"> no function here is called `kk`");
    CHECK(outcome({.source = k1, .sigs = {"k=void(flot32[:])"}})
              .starts_with(" broken\nPYCU0202 <flot32> "));
    CHECK(
        outcome({.source = k1, .sigs = {"k"}}).find("PYCU0202 <k> `--sig` takes NAME=SIGNATURE") !=
        std::string::npos);
    CHECK(outcome({.source = k1, .sigs_toml = "[signatures]\nk = \"void(flot32[:])\"\n"})
              .starts_with(" broken\nPYCU0202 <flot32> "));
    CHECK(outcome({.source = k1, .sigs_toml = "[signatures]\nk = 3\n"})
              .find("PYCU0211 <3> a number where a signature or a list of signatures stands") !=
          std::string::npos);
    CHECK(outcome({.source = k1, .sigs_toml = "[signatures\n"}).find("PYCU0210") !=
          std::string::npos);
}

TEST_CASE("signatures and the function") {
    CHECK(outcome_of("@cuda.jit('void(int8)')\ndef k(x, y):\n    pass\n") ==
          "k none(int8) broken\nPYCU0203 <'void(int8)'> `k` has 2 parameters and its signature 1 "
          "type");
    CHECK(outcome_of("@cuda.jit('int8(int8)')\ndef k(x):\n    pass\n") ==
          "k int8(int8) broken\nPYCU0204 <'int8(int8)'> `k` is a kernel and this signature returns "
          "`int8`\n  a device function has `device=True` in its decorator");
    CHECK(outcome_of("@cuda.jit('int8(int8)', device=True)\ndef f(x):\n    return x\n") ==
          "f int8(int8)");
    CHECK(outcome_of("@cuda.jit\ndef k(*args):\n    pass\n")
              .starts_with(" broken\nPYCU0212 <args> a kernel with `*args`"));
    CHECK(outcome_of("@cuda.jit\ndef k(a, *, b):\n    pass\n")
              .starts_with(" broken\nPYCU0212 <b> a kernel with the keyword-only parameter `b`"));
    CHECK(outcome_of("@cuda.jit('void(flt32[:])')\ndef k(x):\n    pass\n")
              .starts_with(" broken\nPYCU0202 <flt32> "));
    CHECK(outcome_of("@cuda.jit(('void(int8)', 'void(int16)'))\ndef k(x):\n    pass\n")
              .starts_with(" broken\nPYCU0202 <'void(int8)'> "));
}

TEST_CASE("ranks from unpacked shapes") {
    const auto asked = [](const std::string& target) {
        return outcome_of("@cuda.jit\ndef k(a, out):\n    " + target +
                          " = a.shape\n    out[0] = n\n");
    };
    CHECK(asked("n, m").find("`void(?[:, :], ?[:])`") != std::string::npos);
    CHECK(asked("(n, m, l)").find("`void(?[:, :, :], ?[:])`") != std::string::npos);
    CHECK(asked("n, *rest").find("`void(?, ?[:])`") != std::string::npos);
}

TEST_CASE("missing types") {
    const std::string body =
        "@cuda.jit\ndef k(u, out, n, s, t):\n    i, j = cuda.grid(2)\n    if i < n and j < n:\n"
        "        out[i, j] = u[i - 1, j] * s\n    cuda.atomic.add(t, (i, j, 0), 1)\n";
    CHECK(outcome_of(body).starts_with(
        " broken\nPYCU0205 <k> the types of kernel `k` are not known: "
        "`void(?[:, :], ?[:, :], ?, ?, ?[:, :, :])`\n"
        "  write `@cuda.jit(\"void(?[:, :], ?[:, :], ?, ?, ?[:, :, :])\")` with a type for each "
        "`?`\n  or give `--sig 'k=void(?[:, :], ?[:, :], ?, ?, ?[:, :, :])'`"));
    CHECK(outcome({.source = body,
                   .dtype = Scalar::Float32,
                   .integer = Scalar::Int32,
                   .real = Scalar::Float64}) ==
          "k none(float32[:, :], float32[:, :], int32, float64, float32[:, :, :])\n"
          "PYCU0248 <k> `k` is compiled for "
          "`void(float32[:, :], float32[:, :], int32, float64, float32[:, :, :])`, of which "
          "--default-dtype or --default-int or --default-float has filled in what nothing says");
    CHECK(outcome({.source = body, .dtype = Scalar::Float32, .integer = Scalar::Int32})
              .find("void(float32[:, :], float32[:, :], int32, ?, float32[:, :, :])") !=
          std::string::npos);
    CHECK(
        outcome_of("from numpy.typing import NDArray\n@cuda.jit\ndef k(a: NDArray[np.int8]):\n    "
                   "a[0, 1] = a.shape[2]\n") == "k none(int8[:, :, :])");
    // Helpers need no types of their own.
    CHECK(outcome_of("@cuda.jit\ndef f(x):\n    return x\n").empty());
}
