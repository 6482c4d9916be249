// The printer: small pieces of IR, made by hand, and the C++ that a person would write for them.
#include "emit/emit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "api/intrinsics.h"
#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "emit/stmts.h"

using namespace pycu;
using ir::ExprId;

namespace {

/// Makes expressions of one function.
struct Maker {
    ir::Module module;
    ir::Function fn;

    ir::LocalId local(const std::string& name, Type type) {
        ir::Local local;
        local.name = name;
        local.spelling = name;
        local.type = type;
        return fn.locals.add(local);
    }
    ExprId add(Type type, decltype(ir::Expr::as) as) {
        ir::Expr expr;
        expr.type = type;
        expr.as = std::move(as);
        return fn.exprs.add(expr);
    }
    ExprId var(const std::string& name, Type type) {
        return add(type, ir::Read{local(name, type)});
    }
    ExprId known(ExprId id, std::int64_t low, std::int64_t high) {
        fn.exprs[id].known = {low, high};
        return id;
    }
    ExprId num(int value) { return add(int64, ir::Literal{std::int64_t{value}}); }
    ExprId unum(std::uint64_t value) { return add(uint64, ir::Literal{value}); }
    ExprId num(double value, Type type = float64) { return add(type, ir::Literal{value}); }
    ExprId cast(Type type, ExprId value) { return add(type, ir::Cast{value}); }
    ExprId op(BinaryOp o, ExprId a, ExprId b) { return add(fn.exprs[a].type, ir::Binary{o, a, b}); }
    ExprId compare(CompareOp o, ExprId a, ExprId b) { return add(boolean, ir::Compare{o, a, b}); }
    ExprId all(ExprId a, ExprId b) { return add(boolean, ir::Logical{true, a, b}); }
    ExprId any(ExprId a, ExprId b) { return add(boolean, ir::Logical{false, a, b}); }
    ExprId geometry(const char* name) {
        return add(int32, ir::Intrinsic{&api::overloads(name)[0], Type::error(), {}});
    }
    ExprId element(ExprId array, std::vector<ExprId> at, bool wraps = false) {
        ir::Element element{array, {}};
        for (const ExprId index : at) {
            element.indices.push_back({index, wraps});
        }
        return add(fn.exprs[array].type.element_type(), element);
    }

    std::string text(ExprId id) const { return emit::ExprPrinter(module, fn).print(id).text.text; }
    std::string exact(ExprId id) const { return emit::ExprPrinter(module, fn).exact(id).text; }
    std::string implicit(ExprId id, bool stored = false) const {
        return emit::ExprPrinter(module, fn).implicit(id, stored).text;
    }
    std::string augmented(ExprId value, Type place, bool stored = false) const {
        return emit::ExprPrinter(module, fn).augmented(value, place, stored).value_or("no");
    }
};

constexpr auto Add = BinaryOp::Add;
constexpr auto Sub = BinaryOp::Sub;
constexpr auto Mult = BinaryOp::Mult;

const Type floats = Type::array(Scalar::Float32, 1, Layout::A);
const Type ints = Type::array(Scalar::Int32, 1, Layout::A);
const Type plane = Type::array(Scalar::Float32, 2, Layout::A);

}  // namespace

TEST_CASE("literals") {
    const auto text = [](ir::Number number, Type type) {
        return emit::literal(number, type).text.text;
    };
    const auto typed = [](ir::Number number, Type type) {
        return emit::typed_literal(number, type).text;
    };
    CHECK(text(2.0, float64) == "2.0");
    CHECK(text(0.1, float32) == "0.1f");
    CHECK(text(double(0.1F), float32) == "0.1f");
    CHECK(text(1e22, float64) == "1e22");
    CHECK(text(1.5e-7, float64) == "1.5e-7");
    CHECK(text(100000.0, float64) == "100000.0");
    CHECK(text(-0.0, float64) == "-0.0");
    CHECK(text(0.1, float64) == "0.1");
    CHECK(text(1.0 / 3.0, float64) == "0.3333333333333333");
    CHECK(text(std::numeric_limits<double>::infinity(), float64) == "INFINITY");
    CHECK(text(-std::numeric_limits<double>::infinity(), float32) == "-INFINITY");
    CHECK(text(std::nan(""), float64) == "NAN");
    CHECK(text(true, boolean) == "true");
    CHECK(text(std::int64_t{5000000000}, int64) == "5000000000");
    CHECK(text(std::int64_t{INT64_MIN}, int64) == "INT64_MIN");
    CHECK(text(std::int64_t{INT32_MIN}, int64) == "INT32_MIN");
    CHECK(text(std::uint64_t{UINT64_MAX}, uint64) == "18446744073709551615u");
    CHECK(typed(std::int64_t{2}, int64) == "int64_t(2)");
    CHECK(typed(std::int64_t{2}, int32) == "2");
    CHECK(typed(std::uint64_t{2}, uint32) == "2u");
    CHECK(typed(std::uint64_t{2}, uint64) == "uint64_t(2)");
    CHECK(typed(std::uint64_t{2}, uint8) == "uint8_t(2)");
}

TEST_CASE("literals as they are written") {
    const auto text = [](double number, Type type, std::string_view written) {
        return emit::literal(number, type, written).text.text;
    };
    CHECK(text(1e-4, float64, "0.0001") == "1e-4");
    CHECK(text(0.00125, float64, "0.00125") == "0.00125");
    CHECK(text(0.01, float64, "1e-2") == "1e-2");
    CHECK(text(0.01, float32, "1E-2") == "1e-2f");
    CHECK(text(1000.5, float64, "1_000.5") == "1000.5");
    CHECK(text(1.5e6, float64, "1_500e3") == "1500e3");
    // what is written is another number, or none
    CHECK(text(0.02, float64, "1e-2") == "0.02");
    CHECK(text(0.01, float64, "make") == "0.01");
    CHECK(text(-0.01, float64, "-1e-2") == "-0.01");
    CHECK(text(1e300, float32, "1e300") == "INFINITY");
    CHECK(text(M_PI, float64, "math.pi") == "M_PI");
    CHECK(text(M_PI, float64, "pi") == "M_PI");
    CHECK(text(3.0, float64, "math.pi") == "3.0");
    CHECK(text(M_PI, float32, "np.pi") == "3.1415927f");
    CHECK(text(M_E, float64, "np.e") == "M_E");
}

TEST_CASE("int64 arithmetic prints plainly") {
    Maker m;
    const ExprId a = m.var("a", int64);
    const ExprId b = m.var("b", int64);
    CHECK(m.text(m.op(Add, a, m.num(1))) == "a + 1");
    CHECK(m.text(m.op(Mult, m.op(Add, a, b), a)) == "(a + b) * a");
    CHECK(m.text(m.op(Sub, a, m.op(Sub, b, a))) == "a - (b - a)");
    CHECK(m.text(m.op(Sub, m.op(Sub, a, b), a)) == "a - b - a");
    CHECK(m.text(m.op(Sub, a, m.num(-1))) == "a - -1");
    CHECK(m.text(m.add(int64, ir::Unary{UnaryOp::USub, m.num(-1)})) == "-(-1)");
    CHECK(m.text(m.op(BinaryOp::BitOr, m.op(BinaryOp::BitAnd, a, b), a)) == "(a & b) | a");
    CHECK(m.text(m.op(BinaryOp::BitOr, m.op(BinaryOp::BitOr, a, b), a)) == "a | b | a");
}

TEST_CASE("a cast stands only where C++ would compute in another type") {
    Maker m;
    const ExprId a = m.var("a", int32);
    const ExprId b = m.var("b", int32);
    const ExprId n = m.var("n", int64);
    const ExprId u = m.var("u", uint64);
    const ExprId w = m.var("w", uint32);
    const ExprId bytes = m.var("c", uint8);
    const auto wide = [&](ExprId id) { return m.cast(int64, id); };
    CHECK(m.text(m.op(Add, wide(a), wide(b))) == "int64_t(a) + b");
    CHECK(m.text(m.op(Add, wide(a), n)) == "a + n");
    CHECK(m.text(m.op(Add, n, wide(a))) == "n + a");
    CHECK(m.text(m.op(Add, n, wide(u))) == "n + int64_t(u)");
    CHECK(m.text(m.op(Add, m.num(1), wide(a))) == "1 + int64_t(a)");
    CHECK(m.text(m.op(Add, wide(m.known(a, 0, 1000)), m.num(1))) == "a + 1");
    CHECK(m.text(m.op(Mult, m.cast(uint64, w), m.cast(uint64, w))) == "uint64_t(w) * w");
    CHECK(m.text(m.op(Add, m.cast(uint64, bytes), m.cast(uint64, bytes))) == "c + c");
    CHECK(m.text(m.op(Sub, m.cast(uint64, bytes), m.cast(uint64, bytes))) == "uint64_t(c) - c");
}

TEST_CASE("geometry is signed before an operation could tell") {
    Maker m;
    const ExprId t = m.known(m.geometry("numba.cuda.threadIdx.x"), 0, 1023);
    const ExprId b = m.known(m.geometry("numba.cuda.blockIdx.x"), 0, INT32_MAX - 1);
    const ExprId d = m.known(m.geometry("numba.cuda.blockDim.x"), 1, 1024);
    const auto wide = [&](ExprId id) { return m.cast(int64, id); };
    const ExprId grid = m.op(Add, m.op(Mult, wide(b), wide(d)), wide(t));
    CHECK(m.text(grid) == "int64_t(blockIdx.x) * blockDim.x + threadIdx.x");
    CHECK(m.text(m.op(Sub, wide(t), m.num(1))) == "int64_t(threadIdx.x) - 1");
    CHECK(m.text(m.op(Add, wide(t), m.num(1))) == "threadIdx.x + 1");
    CHECK(m.text(m.add(int32, ir::Unary{UnaryOp::USub, t})) == "-int(threadIdx.x)");
    CHECK(m.text(m.compare(CompareOp::Eq, wide(t), m.num(0))) == "threadIdx.x == 0");
    const ExprId n = m.var("n", int32);
    CHECK(m.text(m.compare(CompareOp::Lt, t, n)) == "int(threadIdx.x) < n");
    CHECK(m.text(m.compare(CompareOp::GtE, wide(t), m.num(0))) == "int(threadIdx.x) >= 0");
    const ExprId k = m.var("k", int64);
    CHECK(m.text(m.compare(CompareOp::Lt, wide(t), k)) == "threadIdx.x < k");
    const ExprId half = m.add(int64, ir::Binary{BinaryOp::FloorDiv, wide(d), m.num(2)});
    CHECK(m.text(half) == "blockDim.x / 2");
}

TEST_CASE("floats keep the type in which Numba computes") {
    Maker m;
    const ExprId x = m.var("x", float32);
    const ExprId y = m.var("y", float32);
    const ExprId d = m.var("d", float64);
    const ExprId n = m.var("n", int64);
    const auto f64 = [&](ExprId id) { return m.cast(float64, id); };
    CHECK(m.text(m.op(Mult, f64(x), m.num(2.0))) == "x * 2.0");
    CHECK(m.text(m.op(Mult, x, m.num(2.0, float32))) == "x * 2.0f");
    CHECK(m.text(m.op(Mult, f64(x), f64(y))) == "double(x) * y");
    CHECK(m.text(m.op(Add, d, f64(m.op(Mult, x, y)))) == "d + x * y");
    CHECK(m.text(m.op(BinaryOp::Div, f64(m.op(Sub, x, y)), f64(n))) == "double(x - y) / n");
    CHECK(m.text(m.op(BinaryOp::Div, f64(n), f64(n))) == "double(n) / n");
    CHECK(m.text(m.op(Add, d, m.op(Mult, f64(n), d))) == "d + n * d");
    CHECK(m.text(m.cast(int32, m.op(BinaryOp::Div, f64(x), d))) == "pycu::to_int<int>(x / d)");
    CHECK(m.text(m.cast(float32, d)) == "float(d)");
    CHECK(m.implicit(m.cast(float32, d)) == "d");
    CHECK(m.text(m.op(Mult, x, m.cast(float32, d))) == "x * float(d)");
    CHECK(m.implicit(m.cast(float32, m.cast(float64, n))) == "double(n)");
}

TEST_CASE("narrowing is implicit where a value is set") {
    Maker m;
    const ExprId n = m.var("n", int64);
    const ExprId a = m.var("a", int32);
    const ExprId w = m.var("w", uint32);
    const auto wide = [&](ExprId id) { return m.cast(int64, id); };
    const ExprId sum = m.op(Add, wide(a), wide(a));
    CHECK(m.implicit(m.cast(int32, n)) == "n");
    CHECK(m.text(m.cast(int32, n)) == "int(n)");
    CHECK(m.implicit(m.cast(int32, sum), true) == "a + a");
    CHECK(m.implicit(m.cast(int32, sum), false) == "int64_t(a) + a");
    const ExprId hash = m.op(Add, m.op(Mult, m.cast(uint64, w), m.unum(1664525)), m.unum(7));
    CHECK(m.implicit(m.cast(uint32, hash)) == "w * 1664525 + 7");
    CHECK(m.text(m.op(BinaryOp::RShift, m.cast(uint64, m.cast(uint32, hash)), m.num(4))) ==
          "(w * 1664525 + 7) >> 4");
}

TEST_CASE("truth and logic") {
    Maker m;
    const ExprId p = m.var("p", boolean);
    const ExprId q = m.var("q", boolean);
    const ExprId n = m.var("n", int64);
    const ExprId x = m.var("x", float32);
    const ExprId truth = m.cast(boolean, n);
    CHECK(m.text(truth) == "n != 0");
    CHECK(m.text(m.cast(boolean, x)) == "x != 0.0f");
    CHECK(m.text(m.add(boolean, ir::Unary{UnaryOp::Not, truth})) == "n == 0");
    CHECK(m.text(m.add(boolean, ir::Unary{UnaryOp::Not, m.cast(boolean, x)})) == "x == 0.0f");
    CHECK(m.text(m.add(boolean, ir::Unary{UnaryOp::Not, p})) == "!p");
    CHECK(m.text(m.add(boolean, ir::Unary{UnaryOp::Not, m.all(p, q)})) == "!(p && q)");
    CHECK(m.text(m.any(m.all(p, q), p)) == "(p && q) || p");
    CHECK(m.text(m.all(m.any(p, q), p)) == "(p || q) && p");
    CHECK(m.text(m.all(m.all(p, q), p)) == "p && q && p");
    CHECK(m.text(m.compare(CompareOp::Eq, p, q)) == "p == q");
    const ExprId is_less = m.compare(CompareOp::Lt, n, m.num(3));
    CHECK(m.text(m.compare(CompareOp::Eq, is_less, p)) == "(n < 3) == p");
}

TEST_CASE("conditional expressions") {
    Maker m;
    const ExprId c = m.var("c", boolean);
    const ExprId x = m.var("x", float32);
    const ExprId inf = m.num(-std::numeric_limits<double>::infinity());
    const ExprId value = m.add(float64, ir::Select{c, m.cast(float64, x), inf});
    CHECK(m.implicit(m.cast(float32, value)) == "c ? x : -INFINITY");
    const ExprId tenth = m.add(float64, ir::Select{c, m.cast(float64, x), m.num(0.1)});
    CHECK(m.text(tenth) == "c ? x : 0.1");
    const ExprId n = m.var("n", int64);
    const ExprId mixed = m.add(float64, ir::Select{c, m.cast(float64, n), m.num(0.5)});
    CHECK(m.text(m.op(Add, mixed, m.num(1.0))) == "(c ? n : 0.5) + 1.0");
}

TEST_CASE("division, remainder, powers and shifts") {
    Maker m;
    const ExprId a = m.var("a", int64);
    const ExprId i = m.known(m.var("i", int64), 0, 100);
    const ExprId k = m.known(m.var("k", int64), 2, 100);
    const ExprId x = m.var("x", float32);
    const auto div = [&](ExprId l, ExprId r) { return m.op(BinaryOp::FloorDiv, l, r); };
    const auto mod = [&](ExprId l, ExprId r) { return m.op(BinaryOp::Mod, l, r); };
    CHECK(m.text(div(a, m.num(2))) == "a >> 1");
    CHECK(m.text(div(a, m.num(3))) == "pycu::floor_div(a, 3)");
    CHECK(m.text(mod(a, m.num(4))) == "a & 3");
    const ExprId u = m.var("u", uint64);
    CHECK(m.text(div(u, m.unum(2))) == "u / 2");
    CHECK(m.text(div(m.cast(int64, u), m.num(2))) == "int64_t(u) >> 1");
    CHECK(m.text(div(i, k)) == "i / k");
    CHECK(m.text(mod(i, k)) == "i % k");
    CHECK(m.text(mod(a, k)) == "pycu::floor_mod(a, k)");
    CHECK(m.text(m.compare(CompareOp::Eq, mod(a, k), m.num(0))) == "a % k == 0");
    CHECK(m.text(m.compare(CompareOp::Eq, mod(a, a), m.num(0))) == "pycu::floor_mod(a, a) == 0");
    CHECK(m.text(m.compare(CompareOp::Eq, mod(a, k), m.num(1))) == "pycu::floor_mod(a, k) == 1");
    CHECK(m.text(m.op(BinaryOp::Pow, x, m.num(2))) == "x * x");
    CHECK(m.text(m.op(BinaryOp::Pow, m.op(Add, x, x), m.num(2))) == "(x + x) * (x + x)");
    CHECK(m.text(m.op(BinaryOp::Pow, x, m.num(5))) == "pycu::power(x, 5)");
    CHECK(m.text(m.op(BinaryOp::Pow, m.cast(float64, x), m.num(0.5))) == "pow(double(x), 0.5)");
    CHECK(m.text(m.op(BinaryOp::LShift, m.num(1), k)) == "pycu::shift_left(int64_t(1), k)");
    CHECK(m.text(m.op(BinaryOp::LShift, a, m.num(3))) == "a << 3");
    CHECK(m.text(m.op(BinaryOp::RShift, m.op(Add, a, a), m.num(1))) == "(a + a) >> 1");
    CHECK(m.text(m.op(BinaryOp::RShift, a, a)) == "pycu::shift_right(a, a)");
}

TEST_CASE("elements") {
    Maker m;
    const ExprId a = m.var("a", floats);
    const ExprId u = m.var("u", plane);
    const ExprId i = m.var("i", int64);
    const ExprId j = m.known(m.var("j", int64), 0, 9);
    CHECK(m.text(m.element(a, {i})) == "a[i]");
    CHECK(m.text(m.element(a, {i}, true)) == "a.wrapped(i)");
    CHECK(m.text(m.element(a, {j}, true)) == "a[j]");
    CHECK(m.text(m.element(u, {i, j}, true)) == "u(pycu::wrap(i, u.shape[0]), j)");
    CHECK(m.text(m.element(u, {i, m.num(2)}, true)) == "u.wrapped(i, 2)");
    CHECK(m.text(m.element(u, {m.num(0), m.num(2)}, true)) == "u(0, 2)");
    CHECK(m.text(m.add(int64, ir::Extent{u, 1})) == "u.shape[1]");
    // each index is printed once: twice a level would not end
    const ExprId b = m.var("b", ints);
    ExprId at = i;
    std::string text = "i";
    for (int depth = 0; depth < 60; ++depth) {
        at = m.element(b, {at}, true);
        text = "b.wrapped(" + text + ")";
    }
    CHECK(m.text(at) == text);
    CHECK(m.text(m.add(int64, ir::Size{u})) == "u.size()");
}

TEST_CASE("augmented assignment") {
    Maker m;
    const ExprId a = m.var("a", ints);
    const ExprId x = m.var("x", floats);
    const ExprId i = m.known(m.var("i", int64), 0, 9);
    const ExprId d = m.var("d", float64);
    const ExprId n = m.var("n", int64);
    const ExprId at = m.element(a, {i});
    const ExprId xt = m.element(x, {i});
    CHECK(m.augmented(m.cast(int32, m.op(Add, m.cast(int64, at), m.num(1))), int32, true) ==
          "+= 1");
    CHECK(m.augmented(m.cast(int32, m.op(Add, m.cast(int64, at), n)), int32, true) == "+= n");
    CHECK(m.augmented(m.cast(float32, m.op(Mult, m.cast(float64, xt), d)), float32) == "*= d");
    const ExprId product = m.op(Mult, m.cast(float64, xt), m.cast(float64, xt));
    CHECK(m.augmented(m.cast(float32, product), float32) == "*= double(x[i])");
    const ExprId shifted = m.op(Add, m.cast(float64, xt), m.cast(float64, n));
    CHECK(m.augmented(m.cast(float32, shifted), float32) == "+= double(n)");
    const ExprId quotient = m.op(BinaryOp::Div, m.cast(float64, at), d);
    CHECK(m.augmented(m.cast(int32, quotient), int32, true) == "no");
    CHECK(m.augmented(m.op(BinaryOp::FloorDiv, n, m.num(2)), int64) == "no");
    CHECK(m.augmented(m.op(BinaryOp::FloorDiv, i, m.num(2)), int64) == "/= 2");
}

TEST_CASE("calls convert for overloads only") {
    Maker m;
    const ExprId n = m.var("n", int32);
    const ExprId x = m.var("x", float32);
    const auto& sqrt = api::overloads("math.sqrt")[0];
    const auto& pow = api::overloads("math.pow")[0];
    CHECK(m.text(m.add(float32, ir::Intrinsic{&sqrt, float32, {x}})) == "sqrtf(x)");
    CHECK(m.text(m.add(float64, ir::Intrinsic{&sqrt, float64, {m.cast(float64, x)}})) ==
          "sqrt(double(x))");
    CHECK(m.text(m.add(float64, ir::Intrinsic{&pow, float64, {m.cast(float64, n), m.num(2.0)}})) ==
          "pow(double(n), 2.0)");
    const auto rows = api::overloads("builtins.max");
    const auto whole = std::find_if(rows.begin(), rows.end(),
                                    [](const auto& row) { return row.signature == "W(W, W)"; });
    REQUIRE(whole != rows.end());
    const ExprId k = m.var("k", int64);
    CHECK(m.text(m.add(int64, ir::Intrinsic{&*whole, int64, {k, m.num(0)}})) ==
          "max(k, int64_t(0))");
}

TEST_CASE("a module: banner, constants, functions, and a Python place for each line") {
    Maker m;
    const SourceFile source("/somewhere/else/waves.py", "x = 1\n");
    m.module.name = "waves";
    m.module.source = &source;
    m.module.docstring = {"Waves \\"};
    ir::Constant speed;
    speed.name = speed.spelling = "SPEED";
    speed.type = float32;
    speed.values = {0.5};
    speed.trailing_comment = " metres a second";
    m.module.constants.add(speed);

    const ir::LocalId out = m.local("out", ints);
    m.fn.locals[out].kind = ir::Local::Kind::Parameter;
    m.fn.locals[out].written = Written(true);
    m.fn.kind = ir::Function::Kind::Kernel;
    m.fn.name = m.fn.spelling = "splash";
    m.fn.params = {out};
    m.fn.result = none;
    m.fn.docstring = {"Sets the first element.", "", "And nothing else."};
    const ExprId array = m.add(ints, ir::Read{out});
    ir::Stmt store;
    store.range = {2, 5, 0};
    store.as = ir::Store{m.element(array, {m.num(0)}), m.cast(int32, m.num(7)), false};
    store.comments = {" first */ of all"};
    m.fn.body = {m.fn.stmts.add(store)};
    m.module.functions.add(m.fn);

    const emit::Unit unit = emit::emit(m.module, m.module, {});
    const std::string expected =
        "// Waves \\.\n"
        "// Generated from waves.py by pycu: edit waves.py and run pycu again.\n"
        "#include \"pycu.h\"\n"
        "\n"
        "PYCU_MODULE(waves)\n"
        "\n"
        "static constexpr float SPEED = 0.5f;  // metres a second\n"
        "\n"
        "/// Sets the first element.\n"
        "///\n"
        "/// And nothing else.\n"
        "PYCU_KERNEL void splash(pycu::array<int, 1> out)\n"
        "{\n"
        "    // first * / of all\n"
        "    out[0] = 7;\n"
        "}\n"
        "\n"
        "PYCU_END(waves)\n";
    CHECK(unit.cuda.substr(0, expected.size()) == expected);
    CHECK(unit.lines.size() == std::size_t(std::ranges::count(unit.cuda, '\n')));
    REQUIRE(unit.lines.size() > 16);
    CHECK(unit.lines[14] == Range{2, 5, 0});
    CHECK(unit.lines[2] == Range{});
}
