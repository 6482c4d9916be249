// The class that follows a kernel: statements in walk.cpp, expressions in walk_exprs.cpp. Private
// to the walk.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "performance/frames.h"
#include "performance/walk.h"

namespace pycu::performance {

class Walk {
  public:
    Walk(const ir::Module& module, const BlockShape& block, Observer& observer)
        : module_(module), block_(block), observer_(observer) {}

    Value call(ir::FunctionId id, const std::vector<Value>& args, bool tells);
    /// An array has the parameter's name.
    Value parameter(Type type, std::string_view name) const;

  private:
    // ---- statements (walk.cpp)
    void block(Frame& frame, const ir::Block& body);
    void stmt(Frame& frame, ir::StmtId id);
    void loop(Frame& frame, ir::StmtId id, const ir::Stmt& s);
    /// Whether a condition only keeps the threads of the grid inside of an array: i < n.
    bool is_bound(Frame& frame, ir::ExprId id);

    // ---- expressions (walk_exprs.cpp)
    Value value(Frame& frame, ir::ExprId id);
    /// Without telling of it.
    Value quietly(Frame& frame, ir::ExprId id);
    Value evaluate(Frame& frame, ir::ExprId id, const ir::Expr& expr);
    /// Arrays, tuples and what is in them.
    Value part(Frame& frame, ir::ExprId id, const ir::Expr& expr);
    /// An element or a field of one, with its indices; nothing where it is of something else.
    std::optional<Access> place(Frame& frame, ir::ExprId id);
    Value called(Frame& frame, ir::ExprId id, const ir::Expr& expr);
    Value of_row(const ir::Expr& expr, const ir::Intrinsic& row, const std::vector<Lanes>& args);
    Lanes compared(Frame& frame, const ir::Compare& e);
    /// The condition `(i + j) % 2 == 0`, `i % (2 * n) == 0` or `i & 1 != 0` of a rest that is not
    /// known, in the lanes that it holds for at most.
    Lanes has_rest(Frame& frame, CompareOp op, ir::ExprId id, const Lanes& value,
                   const Lanes& other);

    const ir::Module& module_;
    const BlockShape block_;
    Observer& observer_;
    int depth_ = 0;
    int rounds_ = 0;
    int chosen_ = 0;  ///< branches around that only some of the threads take
    int rolled_ = 0;  ///< calls around in loops that nvcc does not unroll
};

}  // namespace pycu::performance
