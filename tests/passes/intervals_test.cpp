// Intervals: which indices are proven, and above all which are not.
#include <doctest/doctest.h>

#include "interval_case.h"

namespace pycu {
namespace {

using ir::ExprId;
using ir::LocalId;
using test::FunctionBuilder;
using test::IntervalCase;
using test::longs;
using test::wraps;

constexpr Type matrix = Type::array(Scalar::Float32, 2, Layout::A);

TEST_CASE("geometry and what is made of it") {
    IntervalCase c;
    auto& b = c.b;
    c.touch(b.geometry("threadIdx.x"));
    c.touch(b.grid());
    c.touch(b.sub(b.grid(), b.num(1)));
    c.touch(b.sub(b.geometry("blockDim.x"), b.num(1)));
    c.touch(b.sub(b.geometry("blockDim.x"), b.num(2)));
    c.touch(b.binary(BinaryOp::FloorDiv, b.grid(), b.num(2)));
    c.touch(b.binary(BinaryOp::Mod, b.read(c.n), b.num(7)));
    c.touch(b.binary(BinaryOp::Mod, b.read(c.n), b.num(-7)));
    c.touch(b.binary(BinaryOp::BitAnd, b.read(c.n), b.num(31)));
    c.touch(b.binary(BinaryOp::RShift, b.grid(), b.num(5)));
    c.touch(b.extent(c.a));
    c.touch(b.read(c.n));
    CHECK(c.run() == "..w.w..w...w");
}

TEST_CASE("guards") {
    SUBCASE("0 < i and i < n, and the left side for the right one") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.sub(b.grid(), b.num(4)));
        const ExprId inside = b.at(c.a, {b.sub(b.read(c.i), b.num(1))});
        c.elements.push_back(inside);
        const ExprId condition =
            b.both(b.less(b.num(0), b.read(c.i)),
                   b.compare(CompareOp::Gt, inside, b.expr(float32, ir::Literal{0.0})));
        b.branch(
            condition, [&] { c.touch(b.sub(b.read(c.i), b.num(1))); },
            [&] { c.touch(b.read(c.i)); });
        c.touch(b.read(c.i));
        CHECK(c.run() == "..ww");
    }
    SUBCASE("if i < 1: return") {
        IntervalCase c;
        auto& b = c.b;
        b.branch(b.less(b.read(c.n), b.num(1)), [&] { b.leave(); });
        c.touch(b.sub(b.read(c.n), b.num(1)));
        c.touch(b.sub(b.read(c.n), b.num(2)));
        CHECK(c.run() == ".w");
    }
    SUBCASE("if n < 0 or m < 0: return") {
        IntervalCase c;
        auto& b = c.b;
        b.branch(b.any(b.less(b.read(c.n), b.num(0)), b.less(b.read(c.m), b.num(0))),
                 [&] { b.leave(); });
        c.touch(b.read(c.n));
        c.touch(b.read(c.m));
        CHECK(c.run() == "..");
    }
    SUBCASE("if not (n >= 0 and m >= 0): return, and its opposite") {
        IntervalCase c;
        auto& b = c.b;
        const auto condition = [&] {
            return b.both(b.compare(CompareOp::GtE, b.read(c.n), b.num(0)),
                          b.compare(CompareOp::GtE, b.read(c.m), b.num(0)));
        };
        b.branch(
            condition(), [&] { c.touch(b.read(c.m)); }, [&] { c.touch(b.read(c.m)); });
        b.branch(b.negate(condition()), [&] { b.leave(); });
        c.touch(b.read(c.n));
        CHECK(c.run() == ".w.");
    }
    SUBCASE("a guard on a conversion") {
        IntervalCase c;
        auto& b = c.b;
        const LocalId t = b.var("t", int32);
        b.set(t, b.cast(int32, b.read(c.n)));
        b.branch(b.compare(CompareOp::GtE, b.cast(int64, b.read(t)), b.num(0)), [&] {
            c.touch(b.read(t));
            c.touch(b.read(c.n));  // its low bits are not negative; it may be
        });
        CHECK(c.run() == ".w");
    }
    SUBCASE("i != 0 of what is not negative") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.grid());
        b.branch(
            b.compare(CompareOp::NotEq, b.read(c.i), b.num(0)),
            [&] { c.touch(b.sub(b.read(c.i), b.num(1))); },
            [&] { c.touch(b.sub(b.read(c.i), b.num(1))); });
        CHECK(c.run() == ".w");
    }
    SUBCASE("the guarded variable changes behind the guard") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.read(c.n));
        b.branch(b.less(b.num(0), b.read(c.i)), [&] {
            b.set(c.i, b.sub(b.read(c.i), b.num(2)));
            c.touch(b.read(c.i));
        });
        CHECK(c.run() == "w");
    }
    SUBCASE("unsigned numbers wrap") {
        IntervalCase c;
        auto& b = c.b;
        const LocalId u = b.var("u", uint64);
        b.set(u, b.sub(b.cast(uint64, b.grid()), b.num(5, uint64)));
        c.touch(b.cast(int64, b.read(u)));
        b.branch(b.less(b.read(u), b.num(10, uint64)), [&] { c.touch(b.cast(int64, b.read(u))); });
        CHECK(c.run() == "w.");
    }
    SUBCASE("halves of unsigned numbers that int64 does not hold") {
        IntervalCase c;
        auto& b = c.b;
        const LocalId u = b.var("u", uint64);
        b.set(u, b.cast(uint64, b.read(c.n)));
        const ExprId half = b.binary(BinaryOp::FloorDiv, b.read(u), b.num(2, uint64));
        c.touch(b.cast(int64, b.sub(half, b.num(0, uint64))));
        c.touch(b.cast(int64, b.add(half, half)));
        const ExprId same = b.binary(BinaryOp::FloorDiv, b.read(u), b.num(1, uint64));
        c.touch(b.cast(int64, same));
        const ExprId rest = b.binary(BinaryOp::Mod, b.read(u), b.num(-1, uint64));
        c.touch(b.cast(int64, rest));
        const ExprId shifted = b.binary(BinaryOp::RShift, b.read(u), b.num(0));
        c.touch(b.cast(int64, shifted));
        const std::string result = c.run();
        CHECK(result.substr(1) == "wwww");
    }
}

TEST_CASE("hash functions overflow") {
    IntervalCase c;
    auto& b = c.b;
    b.set(c.i, b.grid());
    b.range(c.j, b.num(0), b.num(5), b.num(1), [&] {
        b.set(c.i, b.add(b.binary(BinaryOp::Mult, b.read(c.i), b.num(1103515245)), b.num(12345)));
        c.touch(b.read(c.i));
        c.touch(b.binary(BinaryOp::LShift, b.read(c.i), b.num(13)));
        c.touch(b.binary(BinaryOp::BitAnd, b.read(c.i), b.num(1023)));
    });
    CHECK(c.run() == "ww.");
}

TEST_CASE("facts about parameters come from all call sites") {
    ir::Module module;
    FunctionBuilder d(module, ir::Function::Kind::Device, "laplacian", float64);
    const LocalId u = d.param("u", matrix);
    const LocalId i = d.param("i", int64);
    const LocalId j = d.param("j", int64);
    const ExprId north = d.at(u, {d.sub(d.read(i), d.num(1)), d.read(j)});
    const ExprId west = d.at(u, {d.read(i), d.sub(d.read(j), d.num(1))});
    d.leave(d.cast(float64, d.expr(float32, ir::Binary{BinaryOp::Add, north, west})));
    const ir::FunctionId laplacian = d.done();

    FunctionBuilder b(module, ir::Function::Kind::Kernel, "step");
    const LocalId grid = b.param("u", matrix);
    const LocalId x = b.var("x", int64);
    const LocalId y = b.var("y", int64);
    b.set(x, b.grid());
    b.set(y, b.grid());
    const auto inside = [&](LocalId v, int axis) {
        return b.both(b.less(b.num(0), b.read(v)),
                      b.less(b.read(v), b.sub(b.extent(grid, axis), b.num(1))));
    };
    b.branch(b.both(inside(x, 0), inside(y, 1)), [&] {
        b.evaluate(b.call(laplacian, {b.read(grid), b.read(x), b.read(y)}));
    });
    SUBCASE("one site behind a guard") {
        b.done();
        passes::find_intervals(module);
        CHECK_FALSE(wraps(module.functions[laplacian], north));
        CHECK_FALSE(wraps(module.functions[laplacian], west));
    }
    SUBCASE("a second site without one") {
        b.evaluate(b.call(laplacian, {b.read(grid), b.read(x), b.num(1)}));
        b.done();
        passes::find_intervals(module);
        CHECK(wraps(module.functions[laplacian], north));
        CHECK_FALSE(wraps(module.functions[laplacian], west));
    }
    SUBCASE("no site at all") {
        ir::Module alone;
        alone.functions.add(module.functions[laplacian]);
        passes::find_intervals(alone);
        CHECK(wraps(alone.functions[ir::FunctionId{0}], north));
    }
}

TEST_CASE("recursive functions are called with anything") {
    ir::Module module;
    FunctionBuilder d(module, ir::Function::Kind::Device, "f", int64);
    const LocalId a = d.param("a", longs);
    const LocalId n = d.param("n", int64);
    const ExprId element = d.at(a, {d.read(n)});
    d.f.is_recursive = true;
    const ir::FunctionId self{0};
    d.branch(d.less(d.num(-100), d.read(n)), [&] {
        d.leave(d.expr(int64, ir::Call{self, {d.read(a), d.sub(d.read(n), d.num(3))}}));
    });
    d.leave(element);
    d.done();
    FunctionBuilder b(module, ir::Function::Kind::Kernel, "k");
    const LocalId x = b.param("x", longs);
    const ExprId result = b.at(x, {b.call(self, {b.read(x), b.num(5)})});
    b.evaluate(result);
    const ir::FunctionId kernel = b.done();
    passes::find_intervals(module);
    CHECK(wraps(module.functions[self], element));
    CHECK(wraps(module.functions[kernel], result));
}

TEST_CASE("differences of variables that were compared") {
    SUBCASE("if t >= offset: s[t - offset]") {
        IntervalCase c;
        auto& b = c.b;
        b.branch(b.compare(CompareOp::GtE, b.read(c.n), b.read(c.m)), [&] {
            c.touch(b.sub(b.read(c.n), b.read(c.m)));
            c.touch(b.sub(b.sub(b.read(c.n), b.read(c.m)), b.num(1)));
            c.touch(b.sub(b.read(c.m), b.read(c.n)));
        });
        c.touch(b.sub(b.read(c.n), b.read(c.m)));
        CHECK(c.run() == ".www");
    }
    SUBCASE("n = a.shape[0]; if i < n: a[n - 1 - i]") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.j, b.extent(c.a));
        b.set(c.i, b.grid());
        b.branch(b.compare(CompareOp::GtE, b.read(c.i), b.extent(c.a)), [&] { b.leave(); });
        c.touch(b.sub(b.sub(b.read(c.j), b.num(1)), b.read(c.i)));
        b.augment(c.i, b.num(1));
        c.touch(b.sub(b.sub(b.read(c.j), b.num(1)), b.read(c.i)));
        c.touch(b.sub(b.read(c.j), b.read(c.i)));
        CHECK(c.run() == ".w.");
    }
    SUBCASE("for k in range(i): a[i - k - 1]") {
        IntervalCase c;
        auto& b = c.b;
        b.range(c.j, b.num(0), b.read(c.n), b.num(1), [&] {
            c.touch(b.sub(b.sub(b.read(c.n), b.read(c.j)), b.num(1)));
            c.touch(b.sub(b.sub(b.read(c.n), b.read(c.j)), b.num(2)));
        });
        c.touch(b.sub(b.sub(b.read(c.n), b.read(c.j)), b.num(1)));
        CHECK(c.run() == ".ww");
    }
    SUBCASE("the compared variable changes in the loop") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.read(c.n));
        b.range(c.j, b.num(0), b.read(c.i), b.num(1), [&] {
            c.touch(b.sub(b.read(c.i), b.read(c.j)));
            b.set(c.i, b.num(0));
        });
        CHECK(c.run() == "w");
    }
    SUBCASE("lo + (hi - lo) // 2") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(0));
        b.set(c.j, b.extent(c.a));
        const LocalId mid = b.var("mid", int64);
        b.loop(b.less(b.read(c.i), b.read(c.j)), [&] {
            const ExprId half =
                b.binary(BinaryOp::FloorDiv, b.sub(b.read(c.j), b.read(c.i)), b.num(2));
            b.set(mid, b.add(b.read(c.i), half));
            c.touch(b.read(mid));
            b.branch(
                b.less(b.read(c.n), b.read(c.m)), [&] { b.set(c.i, b.add(b.read(mid), b.num(1))); },
                [&] { b.set(c.j, b.read(mid)); });
        });
        CHECK(c.run() == ".");
    }
}

TEST_CASE("a condition that was stored in a variable") {
    IntervalCase c;
    auto& b = c.b;
    const LocalId is_inside = b.var("is_inside", boolean);
    b.set(c.i, b.read(c.n));
    b.set(is_inside, b.less(b.num(0), b.read(c.i)));
    b.branch(b.read(is_inside), [&] {
        c.touch(b.sub(b.read(c.i), b.num(1)));
        b.set(c.i, b.read(c.m));
        b.branch(b.read(is_inside), [&] { c.touch(b.read(c.i)); });
    });
    CHECK(c.run() == ".w");
}

}  // namespace
}  // namespace pycu
