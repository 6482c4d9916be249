// Passes on small functions, compared as text.
#include "passes/passes.h"

#include <doctest/doctest.h>

#include "ir/print.h"
#include "ir/verify.h"
#include "ir_builder.h"

namespace pycu {
namespace {

using ir::ExprId;
using ir::LocalId;
using test::FunctionBuilder;
using test::longs;

/// A kernel with an array `a`, a parameter `n` and variables.
struct PassCase {
    ir::Module module;
    FunctionBuilder b{module, ir::Function::Kind::Kernel, "k"};
    LocalId a = b.param("a", longs);
    LocalId n = b.param("n", int64);
    LocalId x = b.var("x", int64);
    LocalId y = b.var("y", int64);

    ir::Function& done() {
        ir::Function& function = module.functions[b.done()];
        CHECK(ir::find_problem(module) == "");
        return function;
    }
    std::string text() const {
        return ir::print(module, module.functions[{std::uint32_t(module.functions.size() - 1)}]);
    }
};

/// A device function with an array and an int; `body` fills it.
template <class Body>
ir::FunctionId device(ir::Module& module, const std::string& name, const Body& body) {
    FunctionBuilder d(module, ir::Function::Kind::Device, name, int64);
    const LocalId a = d.param("a", longs);
    const LocalId i = d.param("i", int64);
    body(d, a, i);
    d.leave(d.read(i));
    return d.done();
}

TEST_CASE("dead assignments") {
    SUBCASE("what nobody reads, and what only that reads") {
        PassCase c;
        c.b.set(c.x, c.b.at(c.a, {c.b.num(0)}));
        c.b.set(c.y, c.b.add(c.b.read(c.x), c.b.num(1)));
        c.b.augment(c.y, c.b.num(2));
        c.done();
        passes::remove_dead_assignments(c.module);
        CHECK(c.text() == "kernel k(a: int64[:], n: int64):\n    pass\n");
    }
    SUBCASE("what is read stays, parameters too") {
        PassCase c;
        c.b.set(c.x, c.b.read(c.n));
        c.b.set(c.n, c.b.num(3));
        c.b.store(c.b.at(c.a, {c.b.num(0)}), c.b.read(c.x));
        c.done();
        const std::string before = c.text();
        passes::remove_dead_assignments(c.module);
        CHECK(c.text() == before);
    }
    SUBCASE("effects stay") {
        PassCase c;
        const ir::FunctionId writes = device(c.module, "writes", [](auto& d, LocalId a, LocalId i) {
            d.store(d.at(a, {d.num(0)}), d.read(i));
        });
        const ir::FunctionId reads = device(c.module, "reads", [](auto&, LocalId, LocalId) {});
        auto& b = c.b;
        b.set(c.x, b.call(writes, {b.read(c.a), b.read(c.n)}));
        b.set(c.y, b.call(reads, {b.read(c.a), b.read(c.n)}));
        b.set(c.y, b.add(b.call(writes, {b.read(c.a), b.num(1)}), b.num(1)));
        c.done();
        passes::find_effects(c.module);
        passes::remove_dead_assignments(c.module);
        CHECK(c.text() ==
              "kernel k(a: int64[:] written, n: int64) effects:\n"
              "    writes(a, n)\n"
              "    y: int64 = writes(a, 1) + 1\n");
    }
    SUBCASE("comments move to what follows, or stay alone") {
        PassCase c;
        auto& b = c.b;
        b.branch(b.less(b.read(c.n), b.num(1)), [&] {
            const ir::StmtId dead = b.stmt(ir::Assign{.target = c.x, .value = b.num(1)});
            b.f.stmts[dead].comments = {" above"};
            b.f.stmts[dead].trailing_comment = " behind";
        });
        const ir::StmtId dead = b.stmt(ir::Assign{.target = c.y, .value = b.num(1)});
        b.f.stmts[dead].comments = {" first"};
        b.store(b.at(c.a, {b.num(0)}), b.num(2));
        c.done();
        passes::remove_dead_assignments(c.module);
        CHECK(c.text() ==
              "kernel k(a: int64[:], n: int64):\n"
              "    if n < 1:\n"
              "        # above\n"
              "        # behind\n"
              "        pass\n"
              "    # first\n"
              "    a[wrap 0] = 2\n");
    }
}

TEST_CASE("temporaries") {
    PassCase c;
    auto& b = c.b;
    const auto temporary = [&](const char* name) {
        return b.var(name, int64, ir::Local::Kind::Temporary);
    };
    const auto first = [&] { return b.at(c.a, {b.num(0)}); };
    SUBCASE(
        "are left out where they are assigned at once, or behind what has nothing to do with it") {
        const LocalId t = temporary("t"), u = temporary("u");
        b.set(t, first());
        b.set(u, b.read(c.n));
        b.set(c.x, b.read(t));
        b.set(c.y, b.read(u));
        c.done();
        passes::remove_temporaries(c.module);
        CHECK(c.text() ==
              "kernel k(a: int64[:], n: int64):\n    x: int64 = a[wrap 0]\n    y: int64 = n\n");
    }
    SUBCASE("stay where something between reads or sets the variable") {
        const LocalId t = temporary("t"), u = temporary("u");
        b.set(t, b.read(c.n));
        b.set(c.n, b.read(c.x));
        b.set(c.x, b.read(t));
        b.set(u, first());
        b.set(c.y, b.num(1));
        b.store(first(), b.read(c.y));
        b.set(c.y, b.read(u));
        c.done();
        const std::string before = c.text();
        passes::remove_temporaries(c.module);
        CHECK(c.text() == before);
    }
    SUBCASE("stay where something between reads another variable of the name") {
        const LocalId t = temporary("t"), again = b.var("x", int64);
        b.set(c.x, first());
        b.set(t, b.read(c.n));
        b.set(c.n, b.read(c.x));
        b.set(again, b.read(t));
        c.done();
        const std::string before = c.text();
        passes::remove_temporaries(c.module);
        CHECK(c.text() == before);
    }
    SUBCASE("stay where they are read twice, and variables of the Python text stay") {
        const LocalId t = temporary("t");
        b.set(t, first());
        b.set(c.x, b.read(t));
        b.set(c.n, b.read(t));
        b.set(c.y, first());
        b.set(c.n, b.read(c.y));
        c.done();
        const std::string before = c.text();
        passes::remove_temporaries(c.module);
        CHECK(c.text() == before);
    }
    SUBCASE("another type of one name is converted in place") {
        const LocalId narrow = b.var("x", int32);
        b.set(narrow, b.num(3, int32));
        b.set(c.x, b.cast(int64, b.read(narrow)));
        c.done();
        passes::remove_temporaries(c.module);
        CHECK(c.text() == "kernel k(a: int64[:], n: int64):\n    x: int64 = int64(3)\n");
    }
}

TEST_CASE("effects go through calls and names") {
    ir::Module module;
    const ir::FunctionId inner = device(module, "inner", [](auto& d, LocalId a, LocalId i) {
        d.evaluate(d.row("numba.cuda.syncthreads", none));
        d.store(d.at(a, {d.read(i)}), d.num(1));
    });
    const ir::FunctionId outer = device(module, "outer", [&](auto& d, LocalId a, LocalId i) {
        const LocalId alias = d.var("alias", longs);
        d.set(alias, d.read(a));
        d.evaluate(d.call(inner, {d.read(alias), d.read(i)}));
    });
    const ir::FunctionId reader = device(module, "reader", [](auto& d, LocalId a, LocalId i) {
        const LocalId x = d.var("x", int64);
        d.set(x, d.at(a, {d.read(i)}));
    });
    passes::find_effects(module);
    const auto facts = [&](ir::FunctionId id) {
        const ir::Function& f = module.functions[id];
        return std::string(f.has_barrier ? "b" : "-") + (f.has_effects ? "e" : "-") +
               (f.locals[f.params[0]].written.any() ? "w" : "-");
    };
    CHECK(facts(inner) == "bew");
    CHECK(facts(outer) == "bew");
    CHECK(facts(reader) == "---");
}

TEST_CASE("range loops") {
    const auto lowered = [](PassCase& c) {
        c.done();
        passes::find_intervals(c.module);
        passes::lower_range_loops(c.module);
        CHECK(ir::find_problem(c.module) == "");
        const std::string text = c.text();
        return text.substr(text.find('\n') + 1);
    };
    const auto touch = [](PassCase& c, LocalId i) {
        c.b.store(c.b.at(c.a, {c.b.num(0)}), c.b.cast(int64, c.b.read(i)));
    };
    SUBCASE("a plain loop") {
        PassCase c;
        c.b.range(c.x, c.b.num(0), c.b.read(c.n), c.b.num(1), [&] { touch(c, c.x); });
        CHECK(lowered(c) ==
              "    for x: int64 in range(0, n, 1):  # up, counter, fixed stop, fixed step\n"
              "        a[0] = int64(x)  # at least 0\n");
    }
    SUBCASE("the target is read behind the loop") {
        PassCase c;
        c.b.range(c.x, c.b.num(9), c.b.num(-1), c.b.num(-1), [&] { touch(c, c.x); });
        touch(c, c.x);
        CHECK(
            lowered(c) ==
            "    for next_x: int64 in range(9, -1, -1):  # down, counter, fixed stop, fixed step\n"
            "        x: int64 = next_x\n"
            "        a[0] = int64(x)  # 0 to 9\n"
            "    a[0] = int64(x)  # 0 to 9\n");
    }
    SUBCASE("the body changes the stop") {
        PassCase c;
        c.b.range(c.x, c.b.num(0), c.b.read(c.n), c.b.num(1), [&] { c.b.set(c.n, c.b.read(c.x)); });
        CHECK(lowered(c) ==
              "    stop: int64 = n\n"
              "    for x: int64 in range(0, stop, 1):  # up, counter, fixed stop, fixed step\n"
              "        n: int64 = x  # at least 0\n");
    }
    SUBCASE("a step that only a run tells") {
        PassCase c;
        c.b.range(c.x, c.b.num(0), c.b.num(9), c.b.read(c.n), [&] { touch(c, c.x); });
        CHECK(lowered(c) ==
              "    for x: int64 in range(0, 9, n):  # counter\n"
              "        a[0] = int64(x)\n");
    }
    SUBCASE("a 64-bit counter that starts anywhere") {
        PassCase c;
        c.b.range(c.x, c.b.read(c.n), c.b.num(INT64_MAX), c.b.num(2), [&] { touch(c, c.x); });
        CHECK(lowered(c).find("# counter\n") != std::string::npos);
    }
    SUBCASE("a grid-stride loop to any number") {
        PassCase c;
        auto& b = c.b;
        const ExprId stride =
            b.binary(BinaryOp::Mult, b.geometry("gridDim.x"), b.geometry("blockDim.x"));
        b.range(c.x, b.grid(), b.read(c.n), stride, [&] { touch(c, c.x); });
        CHECK(lowered(c).find("# up, counter") != std::string::npos);
    }
    SUBCASE("32 bits may overflow") {
        PassCase c;
        auto& b = c.b;
        const LocalId m = b.param("m", int32);
        const LocalId t = b.var("t", int32);
        b.range(t, b.num(0, int32), b.read(m), b.num(2, int32), [&] { touch(c, t); });
        CHECK(lowered(c) ==
              "    for t: int64 in range(int64(0), int64(m), int64(2)):  # up, counter, fixed "
              "stop, fixed step\n"
              "        a[0] = int64(int32(t))  # 0 to 2147483646\n");
    }
    SUBCASE("32 bits do not overflow by one") {
        PassCase c;
        auto& b = c.b;
        const LocalId m = b.param("m", int32);
        const LocalId t = b.var("t", int32);
        b.range(t, b.num(0, int32), b.read(m), b.num(1, int32), [&] { touch(c, t); });
        CHECK(lowered(c).find("for t: int32 in range(0, m, 1):  # up") != std::string::npos);
    }
    SUBCASE("an inner loop with the target of the outer one") {
        PassCase c;
        auto& b = c.b;
        b.range(c.x, b.num(0), b.num(3), b.num(1), [&] {
            b.range(c.x, b.num(0), b.num(5), b.num(1), [] {});
            touch(c, c.x);
        });
        const std::string text = lowered(c);
        CHECK(text.find("for x:") == std::string::npos);
    }
}

TEST_CASE("for ... else") {
    PassCase c;
    auto& b = c.b;
    b.range(
        c.x, b.num(0), b.read(c.n), b.num(1),
        [&] { b.branch(b.less(b.num(5), b.read(c.x)), [&] { b.end_loop(); }); },
        [&] { b.store(b.at(c.a, {b.num(0)}), b.num(1)); });
    b.range(
        c.y, b.num(0), b.read(c.n), b.num(1), [] {},
        [&] { b.store(b.at(c.a, {b.num(0)}), b.num(2)); });
    c.done();
    passes::lower_loop_else(c.module);
    CHECK(ir::find_problem(c.module) == "");
    CHECK(c.text() ==
          "kernel k(a: int64[:], n: int64):\n"
          "    broke: bool = False\n"
          "    for x: int64 in range(0, n, 1):\n"
          "        if 5 < x:\n"
          "            broke: bool = True\n"
          "            break\n"
          "    if not broke:\n"
          "        a[wrap 0] = 1\n"
          "    for y: int64 in range(0, n, 1):\n"
          "        pass\n"
          "    a[wrap 0] = 2\n");
}

}  // namespace
}  // namespace pycu
