// What a `for` statement goes through. Private to sema/body.
//
// Whatever can be iterated is one of four things, and each of them is a loop that a person would
// write in C++: a range, a number of items that a counter finds, a few items that are known one by
// one, or a grid of indices. Body::iterate() finds which; Body::make_loop() makes the loop.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sema/body/body.h"

namespace pycu::sema {

struct Iteration {
    enum class Kind {
        Range,    ///< start, stop, step: `for (int64_t i = 0; i < n; ++i)`
        Counted,  ///< `count` items, each by its number: `a[i]`
        Items,    ///< a few values: `for (const int64_t d : {-1, 0, 1})`
        Nested,   ///< one loop inside the other, as np.ndindex goes
    };
    using Indices = std::vector<ir::ExprId>;

    Kind kind = Kind::Counted;
    Range range;

    /// Of Range: in the type of the counter; the loop may assign the variables they are read from.
    ir::ExprId start, stop, step;
    std::function<bool(const std::string& name)> is_rebound;
    /// Of Counted: an int64.
    ir::ExprId count;
    /// Of Nested: how many turns each loop has, the outermost first; int64.
    std::vector<ir::ExprId> extents;
    /// Of Items: values of one type.
    std::vector<Operand> items;
    /// Of Counted and Nested: the item under the counters, int64.
    std::function<Operand(const Indices&)> item;
};

/// What is done in each turn of a loop that Body::make_loop() makes.
struct LoopTurn {
    /// Binds the item; statements go to the current block.
    std::function<void(const Operand&)> bind;
    std::function<void()> body;
    /// The variable's name in Python, for the counter; may be empty.
    std::string name;
    /// The body has a `break`, so there can be one loop only.
    bool may_break = false;
    /// A variable that the item sets is read behind the loop.
    bool is_read_after = false;
};

}  // namespace pycu::sema
