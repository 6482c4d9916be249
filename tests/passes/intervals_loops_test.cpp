// Intervals in loops: what an iteration may take from the one before.
#include <doctest/doctest.h>

#include "interval_case.h"

namespace pycu {
namespace {

using ir::LocalId;
using test::IntervalCase;

TEST_CASE("loops") {
    SUBCASE("a range from zero") {
        IntervalCase c;
        auto& b = c.b;
        b.range(c.i, b.num(0), b.read(c.n), b.num(1), [&] { c.touch(b.read(c.i)); });
        CHECK(c.run() == ".");
    }
    SUBCASE("down to zero, and one further") {
        IntervalCase c;
        auto& b = c.b;
        b.range(c.i, b.read(c.n), b.num(-1), b.num(-1), [&] { c.touch(b.read(c.i)); });
        b.range(c.j, b.read(c.n), b.num(-2), b.num(-1), [&] { c.touch(b.read(c.j)); });
        CHECK(c.run() == ".w");
    }
    SUBCASE("a step whose sign is not known") {
        IntervalCase c;
        auto& b = c.b;
        b.range(c.i, b.num(0), b.read(c.n), b.read(c.m), [&] { c.touch(b.read(c.i)); });
        CHECK(c.run() == "w");
    }
    SUBCASE("a grid-stride loop") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.grid());
        b.loop(b.less(b.read(c.i), b.extent(c.a)), [&] {
            c.touch(b.read(c.i));
            b.augment(c.i,
                      b.binary(BinaryOp::Mult, b.geometry("blockDim.x"), b.geometry("gridDim.x")));
        });
        CHECK(c.run() == ".");
    }
    SUBCASE("a loop that counts down with no guard") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(10));
        b.loop(b.less(b.read(c.n), b.read(c.m)), [&] {
            c.touch(b.read(c.i));
            b.augment(c.i, b.num(-1));
        });
        c.touch(b.read(c.i));
        CHECK(c.run() == "ww");
    }
    SUBCASE("a loop that counts down with one") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(10));
        b.loop(b.compare(CompareOp::GtE, b.read(c.i), b.num(0)), [&] {
            c.touch(b.read(c.i));
            b.augment(c.i, b.num(-1));
            c.touch(b.read(c.i));
        });
        c.touch(b.read(c.i));
        CHECK(c.run() == ".ww");
    }
    SUBCASE("halving") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.binary(BinaryOp::FloorDiv, b.geometry("blockDim.x"), b.num(2)));
        b.loop(b.less(b.num(0), b.read(c.i)), [&] {
            c.touch(b.add(b.geometry("threadIdx.x"), b.read(c.i)));
            b.set(c.i, b.binary(BinaryOp::FloorDiv, b.read(c.i), b.num(2)));
        });
        CHECK(c.run() == ".");
    }
    SUBCASE("the stop is a variable that the body changes") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.j, b.read(c.n));
        b.range(c.i, b.num(0), b.read(c.j), b.num(1), [&] {
            c.touch(b.read(c.j));
            b.set(c.j, b.num(-5));
        });
        CHECK(c.run() == "w");
    }
    SUBCASE("the stop depends on the target") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(-7));
        b.range(c.i, b.num(-3), b.add(b.read(c.i), b.num(20)), b.num(1),
                [&] { c.touch(b.read(c.i)); });
        CHECK(c.run() == "w");
    }
    SUBCASE("the stop depends on the target and bounds nothing") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(50));
        b.range(c.i, b.num(5), b.sub(b.read(c.i), b.num(3)), b.num(1),
                [&] { c.touch(b.sub(b.read(c.i), b.num(8))); });
        CHECK(c.run() == "w");
    }
    SUBCASE("an inner loop with the same target") {
        IntervalCase c;
        auto& b = c.b;
        b.range(c.i, b.num(0), b.num(9), b.num(1), [&] {
            c.touch(b.read(c.i));
            b.range(c.i, b.num(-4), b.num(3), b.num(1), [&] { c.touch(b.read(c.i)); });
            c.touch(b.read(c.i));
        });
        CHECK(c.run() == ".ww");
    }
    SUBCASE("a guard in an earlier iteration does not hold in the next") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(0));
        b.range(c.j, b.num(0), b.read(c.n), b.num(1), [&] {
            c.touch(b.read(c.i));
            b.branch(
                b.less(b.num(0), b.read(c.i)), [&] { b.set(c.i, b.num(-1)); },
                [&] { b.set(c.i, b.num(1)); });
        });
        CHECK(c.run() == "w");
    }
    SUBCASE("break and continue bring what they have") {
        IntervalCase c;
        auto& b = c.b;
        b.set(c.i, b.num(0));
        b.loop(b.truth(true), [&] {
            c.touch(b.read(c.i));
            b.branch(b.less(b.read(c.n), b.read(c.m)), [&] {
                b.set(c.i, b.num(-1));
                b.end_loop();
            });
            b.branch(b.less(b.read(c.m), b.num(4)), [&] {
                b.set(c.i, b.num(4));
                b.next();
            });
            b.set(c.i, b.num(2));
        });
        c.touch(b.read(c.i));
        CHECK(c.run() == ".w");
    }
    SUBCASE("int32 counters come back negative") {
        IntervalCase c;
        auto& b = c.b;
        const LocalId t = b.var("t", int32);
        b.set(t, b.num(0, int32));
        b.loop(b.less(b.read(c.n), b.read(c.m)), [&] {
            c.touch(b.read(t));
            b.set(t, b.cast(int32, b.add(b.cast(int64, b.read(t)), b.num(1))));
        });
        CHECK(c.run() == "w");
    }
}

}  // namespace
}  // namespace pycu
