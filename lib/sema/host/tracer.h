// Follows host code statement by statement. Private to sema; the door is launches.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sema/host/calls.h"
#include "sema/host/launches.h"

namespace pycu::sema {

class HostTracer {
  public:
    HostTracer(Evaluator& evaluator, const DeviceFunctions& functions)
        : evaluator_(evaluator), functions_(functions), tree_(evaluator.tree()) {}

    std::vector<Launch> run();

  private:
    using ExprId = syntax::ExprId;
    using StmtId = syntax::StmtId;

    /// The names of one running function, or of the module.
    struct Frame {
        std::map<std::string, HostValue> names;
        std::size_t parent = 0;
        std::set<std::string> globals;
        std::set<std::string> nonlocals;
        /// Modules of `from m import *`.
        std::vector<std::string> stars;
        bool is_class = false;
    };
    /// All frames at one point of the run; copied where paths part, each frame when it changes.
    struct State {
        std::map<std::size_t, std::shared_ptr<Frame>> frames;
        /// Behind a return, a raise, a break: nothing runs here.
        bool is_dead = false;
    };
    /// Where the paths of a loop or a call come together again.
    struct Paths {
        std::optional<State> breaks;
        std::optional<State> continues;
    };
    struct Running {
        StmtId def;
        std::optional<HostValue> result;
        std::optional<State> exits;
        bool is_generator = false;
    };

    // ---- state (state.cpp)
    Frame& writable(std::size_t frame);
    std::optional<HostValue> look_up(const std::string& name);
    void bind(const std::string& name, HostValue value);
    State joined(const State& a, const State& b, Range range, bool is_loop,
                 std::uint32_t loop = 0) const;
    void add_path(std::optional<State>& to, const State& from, Range range) const;
    bool same_state(const State& a, const State& b) const;
    HostValue from_value(const Value& value, Range range);

    // ---- statements (statements.cpp)
    void block(const syntax::Suite& body);
    void statement(StmtId id);
    void visit(const syntax::FunctionDef& node, StmtId id, Range range);
    void visit(const syntax::ClassDef& node, StmtId id, Range range);
    void visit(const syntax::Return& node, StmtId id, Range range);
    void visit(const syntax::Delete& node, StmtId id, Range range);
    void visit(const syntax::Assign& node, StmtId id, Range range);
    void visit(const syntax::AugAssign& node, StmtId id, Range range);
    void visit(const syntax::AnnAssign& node, StmtId id, Range range);
    void visit(const syntax::For& node, StmtId id, Range range);
    void visit(const syntax::While& node, StmtId id, Range range);
    void visit(const syntax::If& node, StmtId id, Range range);
    void visit(const syntax::With& node, StmtId id, Range range);
    void visit(const syntax::Match& node, StmtId id, Range range);
    void visit(const syntax::Raise& node, StmtId id, Range range);
    void visit(const syntax::Try& node, StmtId id, Range range);
    void visit(const syntax::Assert& node, StmtId id, Range range);
    void visit(const syntax::Import& node, StmtId id, Range range);
    void visit(const syntax::ImportFrom& node, StmtId id, Range range);
    void visit(const syntax::Global& node, StmtId id, Range range);
    void visit(const syntax::Nonlocal& node, StmtId id, Range range);
    void visit(const syntax::ExprStmt& node, StmtId id, Range range);
    void visit(const syntax::Pass&, StmtId, Range) {}
    void visit(const syntax::Break& node, StmtId id, Range range);
    void visit(const syntax::Continue& node, StmtId id, Range range);
    void assign(ExprId target, const HostValue& value);
    void unpack(const std::vector<ExprId>& targets, const HostValue& value, Range range);
    void pattern(syntax::PatternId id);
    template <typename Body>
    void loop(Range range, bool is_endless, const syntax::Suite& orelse, const Body& body);
    template <typename Yes, typename No>
    void branch(const std::optional<bool>& known, Range range, const Yes& yes, const No& no) {
        if (known) {
            *known ? yes() : no();
            return;
        }
        const State before = state_;
        yes();
        const State after = std::move(state_);
        state_ = before;
        no();
        state_ = joined(after, state_, range, false);
    }
    std::optional<bool> test(ExprId expr);

    // ---- expressions (expressions.cpp)
    HostValue eval(ExprId id);
    HostValue eval_node(ExprId id);
    HostValue constant(const syntax::Constant& node, Range range);
    HostValue sequence(const std::vector<ExprId>& elts, bool is_list, Range range);
    HostValue compared(const syntax::Compare& node, Range range);
    HostValue chosen(const syntax::IfExp& node, Range range);
    HostValue other(ExprId id);
    HostValue attribute(const HostValue& object, const std::string& name, Range range);
    HostValue subscript(const HostValue& object, const HostValue& index, Range range);
    HostValue short_circuit(const syntax::BoolOp& node, Range range);
    HostValue comprehension(const std::vector<ExprId>& elts,
                            const std::vector<syntax::Comprehension>& parts, Range range);
    HostValue lambda(ExprId id, const syntax::Lambda& node);
    HostFunction function_of(const syntax::Arguments& args);

    // ---- calls (trace_calls.cpp)
    std::optional<HostValue> made_value(const HostValue& callee, ExprId id);
    HostValue call(const syntax::Call& node, ExprId id, Range range);
    HostValue dispatch(const HostValue& callee, const syntax::Call& node, HostArguments& args,
                       bool is_open, Range range);
    HostValue call_known(const Value& callee, HostArguments& args, Range range);
    HostValue make_named_tuple(const NamedTupleClass& of, const HostArguments& args, Range range);
    HostValue call_path(const std::string& path, HostArguments& args, Range range);
    HostValue call_method(const HostMethod& method, HostArguments& args, Range range);
    HostResult call_items_method(const HostMethod& method, const HostArguments& args, Range range);
    HostValue trace(const HostFunction& function, const HostArguments& args, bool is_open,
                    Range range);
    void bind_parameters(Frame& frame, const HostFunction& function, const HostArguments& args,
                         bool is_open);
    HostValue run_body(const HostFunction& function, std::size_t frame, Range range);
    void escape(const HostArguments& args, Range range);
    std::optional<HostValue> call_reduction(const FunctionRef& callee, const HostArguments& args,
                                            Range range);
    void launch(const HostLauncher& launcher, const syntax::Call& node, const HostArguments& args,
                bool is_open, Range range);
    void trace_uncalled();
    void trace_with_unknowns(const HostFunction& function, Range range);
    const syntax::Arguments& parameters_of(const HostFunction& function) const;

    Evaluator& evaluator_;
    const DeviceFunctions& functions_;
    const syntax::Tree& tree_;
    State state_;
    std::size_t frame_ = 0;
    std::size_t next_frame_ = 1;
    std::uint32_t loops_made_ = 0;
    /// Frames that a function or a lambda may still see after their call has returned.
    std::set<std::size_t> captured_;
    std::vector<Paths> loops_;
    std::vector<Running> running_;
    /// For each `try` around: the states at every assignment inside, joined.
    std::vector<std::optional<State>> tries_;
    std::vector<Launch> launches_;
    /// Functions of the file in the order of their definitions, and which of them have run.
    std::vector<HostFunction> made_;
    std::set<std::uint32_t> traced_;
    int depth_ = 0;
    long steps_ = 0;
    bool has_given_up_ = false;
};

}  // namespace pycu::sema
