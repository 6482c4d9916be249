// What a `for` statement goes through.
//
// Whatever can be iterated is one of four things, and each of them is a loop that a person would
// write in C++: a range, a number of items that a counter finds, a few items that are known one by
// one, or a grid of indices. iterate() finds which; make_loop() makes the loop.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lower/lowering.h"

namespace pycu::sema {

struct Iteration {
    enum class Kind {
        None,     ///< `poison`: in error, or of a type that is not known yet
        Range,    ///< start, stop, step: `for (int64_t i = 0; i < n; ++i)`
        Counted,  ///< `count` items, each by its number: `a[i]`
        Items,    ///< a few values: `for (const int64_t d : {-1, 0, 1})`
        Nested,   ///< one loop inside the other, as np.ndindex goes
    };
    using Indices = std::vector<ir::ExprId>;

    static Iteration poisoned(const Operand& poison) {
        Iteration none;
        none.kind = Kind::None;
        none.poison = poison;
        return none;
    }

    Kind kind = Kind::Counted;
    Range range;
    Operand poison;

    /// Of Range: in the type of the counter; the loop may assign the variables they are read from.
    ir::ExprId start, stop, step;
    std::function<bool(const std::string& name)> is_rebound;
    /// Of Counted: an int64.
    ir::ExprId count;
    /// Of Nested: how many turns each loop has, the outermost first; int64.
    std::vector<ir::ExprId> extents;
    /// Of Items: values of one type, but from iterate_any().
    std::vector<Operand> items;
    bool is_list = false;
    /// Of Items: the tuple that they are in their order.
    Operand whole;
    /// And where it is written.
    ExprId source;
    /// literal_unroll(t): each item has a turn of its own in the text.
    bool is_unrolled = false;
    /// Of Counted and Nested: the item under the counters, int64.
    std::function<Operand(const Indices&)> item;
};

/// What is done in each turn of a loop that make_loop() makes.
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

/// Whether a loop assigns the variable of that name.
using IsRebound = std::function<bool(const std::string& name)>;
/// What makes an iteration of the call of one function: `range(n)`, `zip(a, b)`.
using Iterator = Iteration (*)(Lowering& ctx, const syntax::Call& call, Range range,
                               const IsRebound& is_rebound);

// ---- folds.cpp
std::optional<Operand> fold(Lowering& ctx, const std::string& path, const syntax::Call& call,
                            Range range);

// ---- iteration.cpp
/// What an expression can be iterated as. `is_rebound` says that the loop assigns the variable of
/// that name.
Iteration iterate(Lowering& ctx, ExprId expr, const IsRebound& is_rebound);
/// The same, where the items of a tuple may have several types.
Iteration iterate_any(Lowering& ctx, ExprId expr, const IsRebound& is_rebound);
/// Few items as items of one type.
Iteration uniform(Lowering& ctx, Iteration iteration);
bool has_one_type(const Iteration& iteration);
Operand lower_callee(Lowering& ctx, const syntax::Call& call);
Operand stable(Lowering& ctx, Operand array, const IsRebound& is_rebound,
               const std::string& name = "items");

// ---- ranges.cpp
Iteration count_items(Lowering& ctx, const Iteration& iteration);
Iteration iterate_ndindex(Lowering& ctx, const syntax::Call& call, Range range,
                          const IsRebound& is_rebound);
Iteration iterate_flat(Lowering& ctx, const Operand& array, Range range);
Iteration iterate_ndenumerate(Lowering& ctx, const syntax::Call& call, Range range,
                              const IsRebound& is_rebound);
std::optional<std::int64_t> literal_step(const Lowering& ctx, const Iteration& iteration);
Iteration iterate_range(Lowering& ctx, const syntax::Call& call, Range range,
                        const IsRebound& is_rebound);
Operand lower_range(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);
Iteration iterate_range_value(Lowering& ctx, const Operand& operand, Range range);
Operand range_attribute(Lowering& ctx, const Operand& operand, const std::string& name,
                        Range range);
Operand range_length(Lowering& ctx, const Iteration& of);
Iteration count_range(Lowering& ctx, const Iteration& iteration);
Operand in_range(Lowering& ctx, const Operand& item, const Iteration& of, Range range);

}  // namespace pycu::sema
