// Runs IR on integers, to compare what passes claim and change with what programs do.
//
// Before the passes loops mean what Python says; after them what C++ makes of the printed text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/module.h"

namespace pycu::test {

/// The run ended without saying anything: arithmetic without a meaning, or too many steps.
struct Aborted {};

/// What the passes claimed does not hold.
struct Wrong {
    std::string what;
};

class Interpreter {
  public:
    /// `is_lowered`: the passes have run.
    Interpreter(const ir::Module& module, bool is_lowered)
        : module_(module), is_lowered_(is_lowered) {}

    /// Every store and every element that is a statement, in order.
    std::vector<std::int64_t> trace;

    std::int64_t run(ir::FunctionId id, const std::vector<std::int64_t>& args, int depth = 0);

  private:
    enum class Flow { Next, Break, Continue, Return };
    struct Frame {
        const ir::Function& function;
        std::vector<std::int64_t> values;
        std::vector<bool> is_set;
        int depth = 0;
        std::int64_t result = 0;
    };

    Flow block(Frame& frame, const ir::Block& block);
    Flow stmt(Frame& frame, const ir::Stmt& stmt);
    Flow loop_while(Frame& frame, const ir::While& s);
    Flow loop_for(Frame& frame, const ir::ForRange& s);
    Flow lowered_for(Frame& frame, const ir::ForRange& s);
    std::int64_t eval(Frame& frame, ir::ExprId id);
    std::int64_t evaluate(Frame& frame, const ir::Expr& e);
    std::int64_t binary(Frame& frame, const ir::Binary& e, Type type);
    std::int64_t compare(Frame& frame, const ir::Compare& e);
    std::int64_t intrinsic(Frame& frame, const ir::Intrinsic& e);
    std::int64_t index(Frame& frame, const ir::Subscript& index);
    void step() {
        if (++steps_ > 3000) {
            throw Aborted{};
        }
    }

    const ir::Module& module_;
    bool is_lowered_;
    int steps_ = 0;
    std::map<std::int64_t, std::int64_t> memory_;
};

}  // namespace pycu::test
