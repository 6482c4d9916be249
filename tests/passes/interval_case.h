// A kernel whose elements show which indices are proven not to be negative.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ir/verify.h"
#include "ir_builder.h"
#include "passes/passes.h"

namespace pycu::test {

/// A kernel with an array `a`, the int64 parameters `n` and `m`, and a variable `i`.
struct IntervalCase {
    ir::Module module;
    FunctionBuilder b{module, ir::Function::Kind::Kernel, "k"};
    ir::LocalId a = b.param("a", Type::array(Scalar::Float32, 1, Layout::A));
    ir::LocalId n = b.param("n", int64);
    ir::LocalId m = b.param("m", int64);
    ir::LocalId i = b.var("i", int64);
    ir::LocalId j = b.var("j", int64);
    std::vector<ir::ExprId> elements;

    /// Reads a[index]; the statement that does so.
    ir::ExprId touch(ir::ExprId index) {
        const ir::ExprId element = b.at(a, {index});
        b.evaluate(element);
        elements.push_back(element);
        return element;
    }

    /// For each element, in order: `w` where it may wrap, `.` where it is proven.
    std::string run() {
        const ir::FunctionId id = b.done();
        CHECK(ir::find_problem(module) == "");
        passes::find_intervals(module);
        std::string text;
        for (const ir::ExprId element : elements) {
            text += wraps(module.functions[id], element) ? 'w' : '.';
        }
        return text;
    }
};

}  // namespace pycu::test
