// Typing and lowering one function for one list of argument types. Private to sema.
//
// Numba types by propagation until nothing changes. Here the body is lowered to IR in rounds, with
// the version types of the round before; a round in which no version changed its type after it
// was read is the result, its IR and its diagnostics together. Each version of a variable is a
// local of its own until merge_webs() makes C++ variables of them.
//
// What a syntax tree means stands here; what is done with operands, in the classes below: Versions,
// ArrayOperations, Operations and IrMaker, each of which knows only those below it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "api/resolve.h"
#include "diag/diagnostics.h"
#include "ir/module.h"
#include "sema/body/instances.h"
#include "sema/body/versions.h"
#include "sema/constants/evaluator.h"
#include "sema/declarations/decorators.h"
#include "support/nearest.h"
#include "types/convert.h"

namespace pycu::sema {

struct Iteration;
struct LoopTurn;

class Body : private Versions {
  public:
    Body(Instances& instances, const DeviceFunction& decl, InstanceId self);

    /// Lowers the body; `is_kernel` functions must return nothing. False when it is in error.
    bool run(const std::vector<Argument>& args, bool is_kernel, diag::Sink& sink);

    using Versions::variables;
    const std::vector<InstanceId>& called() const { return called_; }
    ir::Function take_function() { return std::move(fn_); }
    Type result() const { return result_; }
    bool returns_value() const { return returns_value_; }

  private:
    using ExprId = syntax::ExprId;
    using StmtId = syntax::StmtId;

    // ---- rounds (body.cpp)
    void round(const std::vector<Argument>& args);
    void start_function(const std::vector<Argument>& args);
    void start_parameter(VersionId id, const Argument& arg);
    std::string short_name(const Value& value_of) const;
    Sharing sharing(const std::vector<Argument>& args);
    void declare_result(const std::vector<Argument>& args);
    void make_flow(const std::vector<Argument>& args);
    void drop_none_assignments();
    bool flow_is_local(const std::string& name) const;
    bool reads_local(ExprId expr) const;
    std::string text(ExprId expr) const;

    // ---- tests known before typing (pruning.cpp)
    std::optional<bool> known_truth(ExprId test, const Flow& flow);
    std::optional<bool> known_comparison(const syntax::Compare& compare, ExprId test);
    std::optional<bool> known_bool_op(const syntax::BoolOp& op, const Flow& flow);
    std::optional<bool> known_none_test(const syntax::Compare& compare, const Flow& flow);
    bool asks_unknown(ExprId test);
    std::vector<ExprId> asked_parts(const syntax::BoolOp& op);
    void run_known_test(ExprId test);
    bool is_none_literal(ExprId expr) const;
    bool is_none_version(VersionId id, const Flow& flow) const;

    // ---- expressions (exprs.cpp)
    Operand lower(ExprId expr);
    Operand lower_written(ExprId expr);
    Operand lower_value(ExprId expr);
    Operand lower_plain(ExprId expr);
    Operand peek(ExprId expr);
    Operand lower_constant(const syntax::Constant& constant, Range range);
    Operand lower_name(const syntax::Name& name, ExprId expr);
    Operand lower_attribute(const syntax::Attribute& attribute, ExprId expr);
    Operand attribute_of(Operand object, const syntax::Attribute& attribute, ExprId expr);
    Operand lower_tuple(const std::vector<ExprId>& items, Range range);
    Operand value_attribute(const Operand& object, const syntax::Attribute& attribute, Range range);
    bool is_of_comprehension(const std::string& name, Range range) const;

    // ---- subscripts (subscripts.cpp)
    Operand lower_subscript(const syntax::Subscript& subscript, ExprId expr);
    std::optional<Operand> known_item(const Operand& object, ExprId slice, Range range);
    Operand subscript_tuple(const Operand& tuple, ExprId slice, Range range);
    Operand slice_tuple(const Operand& tuple, const syntax::Slice& slice, Range range);
    Operand record_item(const Operand& record, ExprId slice, Range range);
    bool is_field_name(ExprId slice);
    Operand element(const Operand& array, ExprId slice, Range range);
    std::optional<std::vector<ArrayIndex>> indices(ExprId slice);
    std::optional<ArrayIndex> index_part(ExprId part);
    std::optional<ArrayIndex> slice_part(const std::vector<ExprId>& bounds);
    std::optional<std::vector<ExprId>> slice_call(ExprId part);
    bool check_index(const Operand& index, ExprId part);

    // ---- methods and functions of arrays and scalars (array_methods.cpp, calls.cpp)
    Operand flat_element(ExprId object, ExprId slice, Range range);
    void unpack_array(const std::vector<ExprId>& targets, const Operand& array, Range range);
    Operand array_method(const Operand& array, const syntax::Attribute& attribute,
                         const syntax::Call& call, Range range);
    Operand reshape(const Operand& array, const syntax::Call& call, Range range);
    Operand view_as(const Operand& array, const syntax::Call& call, Range range);
    Operand fill(const Operand& array, const syntax::Call& call, Range range);
    std::optional<Operand> call_array_function(const std::string& path, const syntax::Call& call,
                                               Range range);
    Operand scalar_method(const Operand& scalar, const syntax::Attribute& attribute,
                          const syntax::Call& call, Range range);

    // ---- stores to views (slice_stores.cpp)
    bool is_view_place(const syntax::Subscript& target);
    void store_slice(ExprId target, ExprId written, Range range, std::optional<BinaryOp> op = {});
    std::optional<Lanes> lanes_of(ExprId expr);
    std::optional<Lanes> lanes_of_call(const syntax::Call& call, ExprId expr);
    std::optional<Lanes> function_lanes(const std::string& path, std::span<const ExprId> args,
                                        Range range);
    std::optional<Operand> call_with_output(const std::string& path, const syntax::Call& call,
                                            Range range);

    // ---- operators and tests (logic.cpp, operator_module.cpp)
    Operand lower_binary(const syntax::BinOp& e, Range range);
    Operand lower_unary(const syntax::UnaryOp& e, Range range);
    Operand lower_compare(const syntax::Compare& e, Range range);
    Operand lower_bool_op(const syntax::BoolOp& e, Range range);
    Operand lower_if_exp(const syntax::IfExp& e, Range range);
    Operand compare_from(const syntax::Compare& e, std::size_t at, const Operand& left,
                         Range range);
    Operand short_circuit(bool is_and, Operand left, const std::function<Operand()>& lower_right,
                          Range range);
    Operand truth(ExprId expr);
    static bool is_operator_function(std::string_view name);
    Operand call_operator(std::string_view name, const syntax::Call& call, Range range);
    Operand call_item(bool is_store, const syntax::Call& call, Range range);

    // ---- loops over tuples (unroll.cpp)
    bool unroll(const syntax::For& s, StmtId id);
    std::optional<ExprId> unrolled_tuple(ExprId iter);
    void start_turn(const syntax::For& s, StmtId id, std::size_t turn);

    // ---- calls (calls.cpp, call_arguments.cpp, inner_functions.cpp, special_forms.cpp)
    Operand lower_call(const syntax::Call& call, ExprId expr);
    const std::string* launched_name(const syntax::Call& call) const;
    Operand call_function(const FunctionRef& function, const syntax::Call& call, ExprId expr);
    Operand call_type(const TypeObject& type, const syntax::Call& call, Range range);
    Operand named_tuple(const NamedTupleClass& of, const syntax::Call& call, Range range);
    Operand call_path(const std::string& path, const syntax::Call& call, Range range);
    std::optional<Operand> call_cuda(const std::string& path, const syntax::Call& call,
                                     Range range);
    Operand call_random(const api::Intrinsic& row, const syntax::Call& call, Range range);
    Operand call_atomic(const std::string& path, const syntax::Call& call, Range range);
    Operand call_method(const Operand& object, const syntax::Attribute& attribute,
                        const syntax::Call& call, Range range);
    std::optional<std::vector<Operand>> lower_args(const syntax::Call& call,
                                                   const std::string& name);
    /// The arguments of a call to a function of the file, as they are bound to its parameters.
    struct BoundArgs {
        std::vector<std::optional<Operand>> params;
        std::vector<Operand> rest;  // of `*args`
    };
    std::optional<std::vector<Operand>> bind_args(const DeviceFunction& callee,
                                                  const syntax::Call& call, Range range);
    bool bind_positional(const DeviceFunction& callee, const syntax::Call& call, BoundArgs& bound,
                         Range range);
    bool bind_named(const DeviceFunction& callee, const syntax::Call& call, BoundArgs& bound);
    bool bind_defaults(const DeviceFunction& callee, const syntax::Call& call, BoundArgs& bound,
                       Range range);
    void report_count(const DeviceFunction& callee, const syntax::Call& call, Range range);
    Operand lower_argument(ExprId expr);
    std::optional<std::vector<Operand>> positional(const syntax::Call& call);
    bool may_call(std::size_t decl, const std::vector<Argument>& args, Range range);
    std::optional<std::vector<Argument>> overload(const DeviceFunction& callee,
                                                  const std::vector<Operand>& args, Range range);
    bool add_capture(const FunctionRef& function, const std::string& name, ExprId call,
                     std::vector<Operand>& args);
    bool add_captures(const DeviceFunction& callee, ExprId call, std::vector<Operand>& args);
    Range assignment_in(const std::string& name, Range whole) const;
    std::vector<std::string> lent_captures(const FunctionRef* function,
                                           const std::vector<std::string>& own) const;
    Operand captured(const FunctionRef& function, const std::string& name, ExprId call);
    Operand finish_call(const Instance& instance, const DeviceFunction& callee, ir::ExprId made,
                        ExprId call);
    std::optional<std::int64_t> static_int(ExprId expr);
    std::optional<std::int64_t> static_int(const Operand& operand, ExprId expr);
    std::optional<std::vector<std::int64_t>> static_shape(ExprId expr,
                                                          std::vector<ir::ConstantId>& names);
    Operand call_builtin(const std::string& path, const syntax::Call& call, Range range);
    Operand unknown_function(const std::string& path, const syntax::Call& call);
    Operand atomic_place(const Operand& array, ExprId index_expr, Range range, bool is_hint);
    bool is_hint_index(Type array, Type index) const;
    Operand float_from_string(const std::string& written, const TypeObject& type, Range range);
    std::optional<Value> local_value(std::string_view name) const;
    std::optional<Type> static_dtype(ExprId expr);
    Operand grid(const syntax::Call& call, Range range, bool size);
    Operand declare_array(const syntax::Call& call, Range range, ir::DeclareArray::Space space);
    Operand const_array_like(const syntax::Call& call, Range range);
    Operand length(const syntax::Call& call, Range range);
    Operand geometry(const std::string& dim, int axis, Range range);

    // ---- statements (stmts.cpp, assign.cpp, loops.cpp)
    ir::Block lower_block(const syntax::Suite& body, bool is_function_body = false);
    void lower_in_block(StmtId id);
    void lower_stmt(StmtId id);
    void attach_comments(StmtId id, std::size_t first);
    void lower_if(const syntax::If& s, StmtId id);
    void lower_untaken(const std::function<ir::Block()>& lower);
    void lower_while(const syntax::While& s, StmtId id);
    void lower_for(const syntax::For& s, StmtId id);
    void lower_return(const syntax::Return& s, StmtId id);
    void lower_function(const syntax::FunctionDef& s, StmtId id);
    Operand with_returned(const Operand& result, std::uint32_t stmt, Range range);
    FunctionRef inner_function(StmtId def) const;
    void give_result(const Operand& operand, Range range, Range place);
    bool returns_values() const;
    void give_none(Range range);
    bool fits_declared(Type type, Range place);
    bool merge_result(Type type);
    void publish_result();
    bool has_result(InstanceId id);
    void note_read(const Instance::ResultRead& read);
    bool may_return(ir::ExprId value, std::set<std::uint32_t>& seen) const;
    void lower_expr_stmt(const syntax::ExprStmt& s);
    void lower_assert(const syntax::Assert& s, Range range);
    void lower_raise(const syntax::Raise& s, Range range);
    std::optional<std::string> constant_message(ExprId expr);
    void lower_assign(const syntax::Assign& s, Range range);
    void lower_aug_assign(const syntax::AugAssign& s, Range range);
    void lower_ann_assign(const syntax::AnnAssign& s, Range range);
    void assign(ExprId target, Operand value, Range range);
    void assign_name(ExprId target, const Operand& value, Range range, bool augmented = false);
    void assign_item(ExprId target, const Operand& value, Range range);
    void assign_field(ExprId target, const Operand& operand, Range range);
    Operand item_place(const syntax::Subscript& subscript, Range range);
    Operand field_place(const syntax::Attribute& attribute, Range range);
    void unpack(const std::vector<ExprId>& targets, const Operand& value, Range range);
    void unpack_items(const std::vector<ExprId>& targets, std::vector<Operand> items, Range range);
    bool unpack_starred(const std::vector<ExprId>& targets, const Operand& tuple, Range range);
    void unpack_value(const std::vector<ExprId>& targets, const Operand& tuple, Range range);

    // ---- iteration (iteration.cpp, iteration_grids.cpp, loops.cpp)
    /// Whether a loop assigns the variable of that name.
    using IsRebound = std::function<bool(const std::string& name)>;
    using Iterator = std::optional<Iteration> (Body::*)(const syntax::Call& call, Range range,
                                                        const IsRebound& is_rebound);
    std::optional<Iteration> iterate(ExprId expr, const IsRebound& is_rebound);
    Operand lower_callee(const syntax::Call& call);
    Iterator iterator_of(const std::string& path) const;
    std::optional<Iteration> iterate_value(const Operand& operand, ExprId expr,
                                           const IsRebound& is_rebound);
    std::optional<Iteration> iterate_array(const Operand& array, Range range);
    std::optional<Iteration> iterate_tuple(const Operand& tuple, Range range);
    std::optional<Iteration> iterate_list(const syntax::List& list, Range range);
    Iteration iterate_flat(const Operand& array, Range range);
    std::optional<Iteration> iterate_enumerate(const syntax::Call& call, Range range,
                                               const IsRebound& is_rebound);
    std::optional<Iteration> iterate_zip(const syntax::Call& call, Range range,
                                         const IsRebound& is_rebound);
    std::optional<Iteration> iterate_reversed(const syntax::Call& call, Range range,
                                              const IsRebound& is_rebound);
    std::optional<Iteration> iterate_ndindex(const syntax::Call& call, Range range,
                                             const IsRebound& is_rebound);
    std::optional<Iteration> iterate_ndenumerate(const syntax::Call& call, Range range,
                                                 const IsRebound& is_rebound);
    std::optional<Iteration> count_items(const Iteration& iteration);
    Operand stable(Operand array, const IsRebound& is_rebound, const std::string& name = "items");
    Operand index_tuple(const std::vector<ir::ExprId>& at, Range range);
    std::optional<decltype(ir::Stmt::as)> make_loop(const Iteration& iteration,
                                                    const LoopTurn& turn);
    std::optional<decltype(ir::Stmt::as)> make_nested_loop(const Iteration& iteration,
                                                           const LoopTurn& turn);
    ir::Block make_turn(const Operand& item, const LoopTurn& turn,
                        const std::vector<ir::LocalId*>& counters, std::uint32_t first_expr);
    void adopt_counter(ir::Block& bindings, ir::LocalId& counter, std::uint32_t first_expr);

    // ---- ranges (ranges.cpp)
    std::optional<Iteration> iterate_range(const syntax::Call& call, Range range,
                                           const IsRebound& is_rebound);
    Operand lower_range(const syntax::Call& call, Range range);
    Iteration iterate_range_value(const Operand& operand, Range range);
    ir::ExprId range_part(const Operand& operand, std::uint32_t index, Range range);
    Operand range_attribute(const Operand& operand, const std::string& name, Range range);
    Operand range_length(const Iteration& of);
    std::optional<Iteration> count_range(const Iteration& iteration);
    Iteration count_any_range(const Iteration& of);
    std::optional<std::int64_t> literal_step(const Iteration& iteration) const;

    // ---- folds (folds.cpp)
    std::optional<Operand> fold(const std::string& path, const syntax::Call& call, Range range);
    Operand fold_sum(ExprId of, ExprId start, Range range);
    Operand fold_extreme(const std::string& path, ExprId of, Range range);
    Operand first_of_extreme(ExprId of, Range range);
    Operand fold_test(bool is_any, ExprId of, Range range);
    Operand fold_few(bool is_any, const std::vector<Operand>& items, Range range);
    Operand fold_tuple(ExprId of, Range range);
    Operand fold_outcome(bool is_whole, ir::LocalId local, Range range);
    Type fold_type(ExprId expr, Type first);
    void widen_fold(ExprId expr, Type type, Range range);
    ir::ExprId zero_of(Type type, Range range);
    std::optional<std::vector<Operand>> few_items(ExprId of);
    std::optional<std::vector<Operand>> known_items(const Iteration& iteration);
    std::optional<std::int64_t> static_number(ir::ExprId expr) const;
    bool run_through(ExprId expr, bool may_break, const std::function<void(Operand)>& take);
    bool run_generators(const std::vector<syntax::Comprehension>& generators, std::size_t at,
                        bool may_break, const std::function<void()>& take);
    void run_loop(const Iteration& iteration, const LoopTurn& turn);
    void bind_inner(ExprId target, const Operand& item);
    const std::vector<syntax::Comprehension>* comprehension(ExprId expr) const;
    const Operand* inner_name(const std::string& name) const;

    // ---- print, match and := (prints.cpp, matches.cpp)
    struct PatternTest;
    Operand lower_print(const syntax::Call& call, Range range);
    std::optional<std::string> print_option(const syntax::Keyword& keyword,
                                            const std::string& usual);
    bool read_print_options(const syntax::Call& call, std::string& separator, std::string& end);
    std::optional<std::vector<Operand>> print_tuple(const std::vector<Operand>& items, bool is_list,
                                                    Range range);
    std::optional<std::vector<Operand>> print_parts(const Operand& operand, Range range);
    void lower_match(const syntax::Match& s, StmtId id);
    void lower_cases(const syntax::Match& s, std::size_t at, const Operand& subject, StmtId id);
    void pass_over(const syntax::MatchCase& match_case, const PatternTest& test);
    ir::ExprId all_of(const std::vector<Operand>& conditions, Range range);
    ir::ExprId guarded(ir::ExprId condition, ExprId guard, bool has_no_captures,
                       const std::function<void()>& bind, Range range);
    void find_pattern(syntax::PatternId id, const Operand& subject, PatternTest& test);
    void compare_pattern(const Operand& wanted, const Operand& subject, Range range,
                         PatternTest& test);
    void sequence_pattern(const std::vector<syntax::PatternId>& patterns, const Operand& subject,
                          Range range, PatternTest& test);
    void alternatives(const std::vector<syntax::PatternId>& patterns, const Operand& subject,
                      Range range, PatternTest& test);
    Operand lower_walrus(const syntax::NamedExpr& e, Range range);
    Operand joined(ExprId expr, Operand operand);

    // ---- what is known while compiling, membership (builtin_calls.cpp, membership.cpp)
    std::optional<Operand> call_on_known(const std::string& path, const syntax::Call& call,
                                         Range range);
    std::optional<Operand> static_call(const std::string& path, const syntax::Call& call,
                                       Range range);
    Operand is_instance(const Operand& object, ExprId of);
    bool has_attribute(const Operand& object, const std::string& name, Range range);
    bool is_import(const std::string& name) const;
    Operand contains(bool negated, const Operand& item, ExprId of, Range range);
    Operand in_range(const Operand& item, const Iteration& of, Range range);
    Operand in_array(bool negated, const Operand& item, const Operand& array, Range range);

    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    const DeviceFunction& decl_;
    const syntax::FunctionDef& def_;
    InstanceId self_;
    bool is_kernel_ = false;
    Sharing sharing_;

    /// The versions of each turn of each unrolled loop, made when it is lowered for the first time.
    std::map<std::pair<std::uint32_t, std::size_t>, std::unordered_map<std::uint32_t, VersionId>>
        turns_;
    int unroll_depth_ = 0;
    std::vector<Type> args_;
    /// Statements before the body: None arguments, for paths where they meet values.
    ir::Block entry_;
    Type result_;
    std::optional<Type> declared_result_;
    bool returns_value_ = false;
    /// A captured variable that has the name of one of its own.
    std::string shadowed_;
    struct Lent {  // a captured variable of a function that this one gets
        FunctionRef function;
        std::string name;
        VersionId version;
    };
    std::vector<Lent> lent_;
    bool has_result_ = false;
    bool result_was_read_ = false;

    // One round's.
    /// Why lower_args or bind_args gave nothing: an error, or a type not known yet.
    bool has_failed_args_ = false;
    /// A function that this one calls is in error; its own diagnostics say so.
    bool calls_failed_ = false;
    /// The variables of the comprehensions around the current expression.
    std::vector<std::pair<std::string, Operand>> inner_names_;
    /// The types of what `sum` and its kin keep, by expression, from round to round.
    std::unordered_map<std::uint32_t, Type> fold_types_;
    /// How many loops are around the current statement whose counters Python does not name.
    int loop_depth_ = 0;
    std::vector<InstanceId> called_;  // in this round
};

}  // namespace pycu::sema
