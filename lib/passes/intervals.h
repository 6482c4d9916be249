// The interval analysis of one function. Private to the pass.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/interval.h"
#include "ir/module.h"
#include "passes/flow_facts.h"

namespace pycu::passes {

/// What is known of a function from outside it.
struct FunctionFacts {
    /// Of each parameter, from all call sites; no_value where there is none.
    std::vector<ir::Interval> params;
    /// Of what it returns: of an integer, or of each item of a tuple.
    std::vector<ir::Interval> results;
    bool is_called = false;
};

/// Whether intervals say something about values of the type.
inline bool is_tracked(Type type) {
    return type.is_integer() || type.is_bool();
}

/// `value`, `value + 3`, `greater - less + 3`: sums of values, each with its sign or factor.
struct Linear {
    struct Term {
        ValueId id;
        std::int64_t factor;
    };
    std::vector<Term> terms;
    std::int64_t constant = 0;
};

/// What a value says of a place in the grid along one axis.
struct Position {
    enum class Kind {
        Thread,      // threadIdx.x
        Block,       // blockIdx.x
        BlockSize,   // blockDim.x
        Blocks,      // gridDim.x
        BlockStart,  // blockIdx.x * blockDim.x
        Global,      // blockIdx.x * blockDim.x + threadIdx.x
        Threads,     // gridDim.x * blockDim.x
    };
    Kind kind;
    char axis;
};

/// What two such values make; nothing where that is no place.
std::optional<Position> combined(BinaryOp op, Position left, Position right);

/// What `cuda.threadIdx.x` and its kin say; nothing of other functions.
std::optional<Position> position_of_row(const api::Intrinsic& row);

class IntervalAnalysis {
  public:
    IntervalAnalysis(const ir::Module& module, ir::Function& function,
                     std::vector<FunctionFacts>& facts)
        : module_(module), function_(function), facts_(facts), state_(function.locals.size()) {}

    /// Analyses the body for parameters that lie between these, and returns what the function
    /// returns. With `record` it sets `Expr::known`, and tells callees what they are called with.
    std::vector<ir::Interval> run(const std::vector<ir::Interval>& params, bool record);

  private:
    using Local = std::uint32_t;
    /// What iterations of a loop bring to its header.
    using Header = std::unordered_map<Local, ir::Interval>;

    /// A loop that is being analysed: what reaches its end, and what its next iteration.
    struct Loop {
        FlowFacts::Mark mark;
        std::vector<Changes> breaks;
        std::vector<Changes> continues;
    };

    // ---- statements (intervals.cpp)
    void block(const ir::Block& block);
    void stmt(const ir::Stmt& stmt);
    void assign(const ir::Assign& s);
    void unpack(const ir::Unpack& s);
    void assume_inside(ir::ExprId place);
    void leave_for(std::vector<Changes>& target);
    void give(ir::LocalId target, ir::Interval value, ValueId id);
    void returns(ir::ExprId value);
    void branch(const ir::If& s);

    // ---- loops (interval_loops.cpp)
    void loop_while(const ir::While& s);
    void loop_for(const ir::ForRange& s);
    void loop_items(const ir::ForItems& s);
    template <class Enter>
    void loop(const ir::Block& body, const ir::Block& orelse, bool may_end,
              const LoopVariables& variables, const Enter& enter);
    template <class Enter>
    Header settle(const LoopVariables& variables, const ir::Block& body, const Enter& enter);
    template <class Enter>
    Loop iterate(const Header& head, const LoopVariables& variables, const ir::Block& body,
                 const Enter& enter);
    void begin(const Header& head, const LoopVariables& variables);
    Header anything(const LoopVariables& variables) const;
    Header brought_back(const Loop& done) const;
    ir::Interval before(const Header& head, Local local) const;
    const LoopVariables& variables_of(ir::ExprId condition, ir::LocalId target,
                                      const ir::Block& body);

    // ---- expressions (interval_exprs.cpp)
    ir::Interval eval(ir::ExprId id);
    ir::Interval peek(ir::ExprId id);
    ir::Interval evaluate(const ir::Expr& expr, ir::ExprId id);
    ir::Interval constant(const ir::Constant& constant) const;
    ir::Interval unary(const ir::Unary& e, Type type);
    ir::Interval binary(const ir::Binary& e, Type type, ir::ExprId id);
    ir::Interval logical(const ir::Logical& e);
    ir::Interval select(const ir::Select& e);
    ir::Interval cast(const ir::Cast& e, Type type);
    ir::Interval call(const ir::Call& e, Type type);
    ir::Interval intrinsic(const ir::Intrinsic& e, Type type);
    ir::Interval element(const ir::Element& e);
    ir::Interval tuple_item(const ir::TupleItem& e);
    ir::Interval any_item(const ir::TupleAt& e);
    ir::Interval extent(ir::ExprId array, int axis);
    void record(ir::ExprId id, ir::Interval value);
    std::int64_t largest_extent() const {
        return function_.has_int_indices ? ir::max_int_extent : ir::max_extent;
    }

    // ---- places in the grid (interval_grid.cpp)
    std::optional<Position> position(ir::ExprId id) const;
    std::optional<Position> position_of(const ir::Binary& e) const;
    void remember_position(ValueId id, ir::ExprId value);
    /// What a text with int indices may take for granted of an operation: how it is launched.
    ir::Interval bound_of_launch(const ir::Binary& e, ir::Interval a, ir::Interval b);

    // ---- conditions (interval_conditions.cpp)
    void assume(ir::ExprId condition, bool outcome);
    void assume_logical(const ir::Logical& e, bool outcome);
    void assume_stored(Local local, bool outcome);
    void assume_compare(CompareOp op, ir::ExprId left, ir::ExprId right);
    void assume_order(ir::ExprId left, ir::ExprId right, bool or_equal);
    void assume_differs(ir::ExprId value, ir::Interval other);
    void bound(ir::ExprId id, ir::Interval limit);
    void bound_extents(const ir::Size& size);
    void remember_condition(ValueId id, ir::ExprId condition);

    // ---- relations between values (interval_relations.cpp)
    std::optional<Linear> linear(ir::ExprId id);
    std::optional<Linear> linear_part(ir::ExprId id, int& budget);
    std::optional<Linear> linear_extent(ir::ExprId array, int axis);
    Linear value_of(ValueId id) const;
    void relate(const std::optional<Linear>& greater, const std::optional<Linear>& less,
                std::int64_t gap);
    ir::Interval related(ir::ExprId id, ir::Interval value);
    void remember_value(ValueId id, ir::ExprId value);
    bool counts_elements(const ir::Binary& e);

    Type type(ir::ExprId id) const { return function_.exprs[id].type; }
    Type type(ir::LocalId id) const { return function_.locals[id].type; }
    template <class T>
    const T* get(ir::ExprId id) const {
        return function_.get<T>(id);
    }

    /// A value that is another one and a constant.
    struct Sum {
        ValueId id;
        std::int64_t constant;
    };
    /// What a bool was computed from: it still says the same while these variables have these
    /// values.
    struct Condition {
        ir::ExprId expr;
        std::vector<std::pair<Local, ValueId>> reads;
    };

    const ir::Module& module_;
    ir::Function& function_;
    std::vector<FunctionFacts>& facts_;
    FlowFacts state_;
    std::vector<Loop> loops_;
    std::unordered_map<const ir::Block*, LoopVariables> loop_variables_;
    std::unordered_map<Local, std::vector<std::int64_t>> shapes_;
    std::unordered_map<ValueId, Sum> sums_;
    std::unordered_map<ValueId, Condition> conditions_;
    std::unordered_map<ValueId, Position> positions_;
    std::map<std::pair<ValueId, int>, ValueId> extents_;
    std::vector<bool> recorded_;
    bool is_recording_ = true;
    std::vector<ir::Interval> results_;
};

}  // namespace pycu::passes
