// The steps of form_rows. Private to passes.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"
#include "passes/intervals.h"

namespace pycu::passes {

/// The variables that count threads along each axis, where the kernel has them.
struct Places {
    ir::LocalId along[3];

    static int number(char axis) { return axis - 'x'; }
    ir::LocalId of(char axis) const { return along[number(axis)]; }
};

/// Whether an expression is the thread's or the block's place along an axis.
bool is_in_grid(const ir::Expr& expr, char axis);

/// The constants that a kernel begins with, before anything depends on memory.
class RowValues {
  public:
    explicit RowValues(const ir::Function& function)
        : function_(function), values_(function.locals.size()) {}

    void know(ir::LocalId local, ir::ExprId value) { values_[local.index] = value; }
    /// Not valid for other variables.
    ir::ExprId of(ir::LocalId local) const { return values_[local.index]; }

    /// Whether a value may be computed before it is known whether it is needed.
    bool is_cheap(ir::ExprId id) const;
    /// Which place in the grid a value is.
    std::optional<Position> position(ir::ExprId id) const;
    /// Whether a value is not the same in all threads of a row along the axis.
    bool varies(ir::ExprId id, char axis) const;
    /// Whether a value asks for the thread or the block along the axis, other than by `place`.
    bool asks_block(ir::ExprId id, char axis, ir::LocalId place) const;

  private:
    const ir::Function& function_;
    std::vector<ir::ExprId> values_;  ///< by local
};

/// The axis along which the body's arrays lie in memory.
char axis_of_memory(const ir::Function& function, const ir::Block& body, const Places& places);

/// Whether no thread reads or writes what another one writes, if they differ in the place along
/// one of these axes at least: each element of an array that is written has that place for an
/// index, the same one everywhere.
bool is_independent(const ir::Function& function, const ir::Block& body, const Places& places,
                    const std::vector<char>& axes);

}  // namespace pycu::passes
