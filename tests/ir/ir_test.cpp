// The IR as text, and what find_problem() finds.
#include <doctest/doctest.h>

#include "ir/print.h"
#include "ir/verify.h"
#include "ir_builder.h"

namespace pycu {
namespace {

using ir::ExprId;
using ir::LocalId;
using test::FunctionBuilder;

constexpr Type floats = Type::array(Scalar::Float32, 1, Layout::C);

TEST_CASE("a module as text") {
    ir::Module module;
    module.name = "m";
    ir::Constant block;
    block.name = "BLOCK";
    block.type = int64;
    block.values = {std::int64_t{256}};
    const ir::ConstantId size = module.constants.add(block);

    FunctionBuilder b(module, ir::Function::Kind::Kernel, "k");
    const LocalId a = b.param("a", floats);
    const LocalId n = b.param("n", int32);
    const LocalId x = b.var("x", int64);
    const LocalId other = b.var("x", float32);
    const LocalId tile = b.var("tile", floats, ir::Local::Kind::SharedArray);
    b.stmt(ir::DeclareArray{.array = tile, .shape = {256}, .written_shape = {{size}}});
    b.set(x, b.sub(b.cast(int64, b.read(n)), b.expr(int64, ir::ReadConstant{size})));
    b.set(other, b.at(a, {b.read(x)}));
    b.branch(
        b.both(b.less(b.num(-1), b.read(x)), b.negate(b.less(b.read(x), b.extent(a)))),
        [&] { b.store(b.at(tile, {b.num(0)}), b.read(other)); },
        [&] {
            b.branch(b.truth(true), [&] { b.leave(); });
            auto& inner = std::get<ir::If>(b.f.stmts[{std::uint32_t(b.f.stmts.size() - 1)}].as);
            inner.is_elif = true;
        });
    b.range(x, b.num(0), b.extent(a), b.num(1),
            [&] { b.evaluate(b.row("numba.cuda.syncthreads", none)); });
    b.done();
    CHECK(ir::find_problem(module) == "");
    CHECK(ir::print(module) ==
          "module m\n"
          "constant BLOCK: int64 = 256\n"
          "\n"
          "kernel k(a: float32[::1], n: int32):\n"
          "    shared tile: float32[::1] (BLOCK)\n"
          "    x.2: int64 = int64(n) - BLOCK\n"
          "    x.3: float32 = a[wrap x.2]\n"
          "    if ((-1) < x.2) and (not (x.2 < a.shape[0])):\n"
          "        tile[wrap 0] = x.3\n"
          "    elif True:\n"
          "        return\n"
          "    for x.2: int64 in range(0, a.shape[0], 1):\n"
          "        numba.cuda.syncthreads()\n");
}

TEST_CASE("what is wrong is found") {
    ir::Module module;
    FunctionBuilder b(module, ir::Function::Kind::Kernel, "k");
    const LocalId a = b.param("a", floats);
    const LocalId x = b.var("x", int64);
    std::string expected;
    SUBCASE("nothing") {}
    SUBCASE("an assignment of another type") {
        b.set(x, b.num(1, int32));
        expected = "k: a value has not the type of its variable: 1";
    }
    SUBCASE("operands of two types") {
        b.set(x, b.add(b.num(1), b.num(1, int32)));
        expected = "k: the right operand has another type than its result: 1 + 1";
    }
    SUBCASE("an expression without a type") {
        b.evaluate(b.expr(Type::error(), ir::Read{x}));
        expected = "k: an expression has no type: x";
    }
    SUBCASE("too many indices") {
        b.evaluate(b.at(a, {b.num(0), b.num(1)}));
        expected = "k: an element has other indices than its array dimensions: a[wrap 0, wrap 1]";
    }
    SUBCASE("an id that names nothing") {
        b.evaluate({99});
        expected = "k: an expression is not in the arena";
    }
    SUBCASE("a break outside a loop") {
        b.end_loop();
        expected = "k: break outside a loop";
    }
    SUBCASE("a kernel that returns something") {
        b.leave(b.num(1));
        expected = "k: a value has not the type of the result: 1";
    }
    SUBCASE("a number of another kind") {
        b.set(x, b.expr(int64, ir::Literal{1.5}));
        expected = "k: a literal has not the type of its number: 1.5";
    }
    SUBCASE("a kernel that is called") {
        FunctionBuilder d(module, ir::Function::Kind::Kernel, "other");
        b.evaluate(b.call(d.done(), {}));
        expected = "k: a kernel is called: other()";
    }
    b.done();
    CHECK(ir::find_problem(module) == expected);
}

TEST_CASE("a statement stands in one place") {
    ir::Module module;
    FunctionBuilder b(module, ir::Function::Kind::Kernel, "k");
    const ir::StmtId id = b.stmt(ir::Nothing{});
    const ir::FunctionId k = b.done();
    module.functions[k].body.push_back(id);
    CHECK(ir::find_problem(module) == "k: a statement stands in two places");
}

TEST_CASE("an effect stands in one place") {
    ir::Module module;
    FunctionBuilder b(module, ir::Function::Kind::Kernel, "k");
    const LocalId a = b.param("a", Type::array(Scalar::Int64, 1, Layout::C));
    const LocalId x = b.var("x", int64);
    const ExprId element = b.at(a, {b.num(0)});
    const auto bump = [&] {
        return b.row("numba.cuda.atomic.add", int64, {b.at(a, {b.num(0)}), b.num(1)});
    };
    std::string expected;
    SUBCASE("a value may be shared") {
        b.set(x, b.add(element, element));
    }
    SUBCASE("an effect in one expression") {
        b.set(x, b.add(bump(), b.num(1)));
    }
    SUBCASE("two parents") {
        const ExprId value = bump();
        b.set(x, b.add(value, value));
        expected = "an effect has two parents";
    }
    SUBCASE("two statements") {
        const ExprId value = bump();
        b.set(x, value);
        b.evaluate(value);
        expected = "an effect has two parents";
    }
    SUBCASE("no parent") {
        bump();
        expected = "an effect has no parent";
    }
    b.done();
    const std::string problem = ir::find_problem(module);
    CHECK(problem.empty() == expected.empty());
    CHECK(problem.find(expected) != std::string::npos);
}

}  // namespace
}  // namespace pycu
