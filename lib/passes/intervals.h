// The interval analysis of one function. Private to the pass.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/interval.h"
#include "ir/module.h"
#include "passes/flow_facts.h"

namespace pycu::passes {

/// What is known of a function from outside it.
struct FunctionFacts {
    /// Of each parameter, from all call sites; no_value where there is none.
    std::vector<ir::Interval> params;
    /// Of what it returns.
    ir::Interval result = no_value;
    bool is_called = false;
};

class IntervalAnalysis {
  public:
    IntervalAnalysis(const ir::Module& module, ir::Function& function,
                     std::vector<FunctionFacts>& facts)
        : module_(module), function_(function), facts_(facts), state_(function.locals.size()) {}

    /// Analyses the body for parameters that lie between these, and returns what the function
    /// returns. With `record` it sets `Expr::known`, and tells callees what they are called with.
    ir::Interval run(const std::vector<ir::Interval>& params, bool record);

  private:
    using Local = std::uint32_t;
    /// What iterations of a loop bring to its header.
    using Header = std::unordered_map<Local, ir::Interval>;

    /// A loop that is being analysed: what reaches its end, and what its next iteration.
    struct Loop {
        std::size_t mark = 0;
        std::vector<Changes> breaks;
        std::vector<Changes> continues;
    };

    void block(const ir::Block& block);
    void stmt(const ir::Stmt& stmt);
    void assign(ir::LocalId target, ir::Interval value);
    void branch(const ir::If& s);
    void loop_while(const ir::While& s);
    void loop_for(const ir::ForRange& s);
    template <class Enter>
    void loop(const ir::Block& body, const ir::Block& orelse, bool may_skip, const Enter& enter,
              const std::vector<Local>& set_in_header);
    void forget(const std::vector<Local>& set_in_header, const ir::Block& body, Header& head) const;
    Header brought_back(const Loop& done) const;
    void widen(Header& head, const Header& next, bool give_up) const;

    ir::Interval eval(ir::ExprId id);
    ir::Interval evaluate(const ir::Expr& expr);
    ir::Interval binary(const ir::Binary& e, Type type);
    ir::Interval select(const ir::Select& e);
    ir::Interval call(const ir::Call& e, Type type);
    ir::Interval intrinsic(const ir::Intrinsic& e, Type type);
    ir::Interval extent(const ir::Extent& e);
    void record(ir::ExprId id, ir::Interval value);

    /// Takes it that the condition came out so: bounds for the variables in it.
    void assume(ir::ExprId condition, bool outcome);
    void assume_order(ir::ExprId left, ir::ExprId right, bool or_equal);
    void bound(ir::ExprId id, ir::Interval limit);
    ir::Interval peek(ir::ExprId id);

    Type type(ir::ExprId id) const { return function_.exprs[id].type; }
    template <class T>
    const T* get(ir::ExprId id) const {
        return std::get_if<T>(&function_.exprs[id].as);
    }

    const ir::Module& module_;
    ir::Function& function_;
    std::vector<FunctionFacts>& facts_;
    FlowFacts state_;
    std::vector<Loop> loops_;
    std::unordered_map<Local, std::vector<std::int64_t>> shapes_;
    std::vector<bool> recorded_;
    bool is_recording_ = true;
    ir::Interval result_ = no_value;
};

}  // namespace pycu::passes
