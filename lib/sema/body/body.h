// Typing and lowering one function for one list of argument types. Private to sema.
//
// Numba types by propagation until nothing changes. Here the body is lowered to IR in rounds, with
// the version types of the round before; a round in which no version changed its type after it
// was read is the result, its IR and its diagnostics together. Each version of a variable is a
// local of its own until merge_webs() makes C++ variables of them.
#pragma once

#include <complex>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "intrinsics/resolve.h"
#include "ir/module.h"
#include "sema/body/flow.h"
#include "sema/body/instances.h"
#include "sema/body/webs.h"
#include "sema/constants/evaluator.h"
#include "sema/declarations/decorators.h"
#include "support/nearest.h"
#include "types/convert.h"

namespace pycu::sema {

/// What an expression turned out to be.
struct Operand {
    enum class Kind {
        Pending,  ///< a type it needs is not known yet, in this round
        Error,    ///< reported already
        Value,    ///< a value of `type`, computed by `ir`
        Known,    ///< something only the compiler has: a type, a function, a string
    };
    Kind kind = Kind::Pending;
    Type type;
    ir::ExprId ir;
    /// Of Known, and of a Value that is a number known while compiling.
    std::optional<Value> known;
    /// An int or bool literal, or a variable that holds only one: Numba's Literal types.
    bool is_literal = false;

    bool is_value() const { return kind == Kind::Value; }
    bool is_known() const { return kind == Kind::Known; }
    template <typename T>
    const T* get() const {
        return known ? known->get<T>() : nullptr;
    }
};

/// The operator that a syntax node names.
BinaryOp binary_op(syntax::Operator op);

class Body {
  public:
    Body(Instances& instances, const DeviceFunction& decl, InstanceId self);

    /// Lowers the body for these arguments; `is_kernel` functions must return nothing.
    /// Reports to `sink`. False when the function is in error.
    bool run(const std::vector<Type>& args, bool is_kernel, diag::Sink& sink);

    const std::vector<InstanceId>& called() const { return called_; }
    ir::Function take_function() { return std::move(fn_); }
    std::vector<ir::VariableType> variables() const;
    Type result() const { return result_; }

  private:
    using ExprId = syntax::ExprId;
    using StmtId = syntax::StmtId;

    // ---- rounds (body.cpp)
    void round(const std::vector<Type>& args);
    void start_function(const std::vector<Type>& args);
    void set_version(VersionId id, const Operand& value);
    void update_phis(const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                     StmtId stmt);
    void update_phi(VersionId id);
    void widen(VersionId id, Type type, Range range);
    Operand read_version(VersionId id, Range range);
    std::vector<WebVersion> web_versions() const;
    bool flow_is_local(const std::string& name) const;
    bool reads_local(ExprId expr) const;
    ir::LocalId local_of(VersionId id, Type type);
    ir::LocalId temporary(const std::string& name, Type type, Range range);
    std::string text(ExprId expr) const;
    std::string type_name(Type type) const;
    std::string describe_operand(const Operand& operand) const;

    // ---- tests known before typing (pruning.cpp)
    std::optional<bool> known_truth(ExprId test, const Flow& flow);
    std::optional<bool> known_comparison(const syntax::Compare& compare, ExprId test);
    std::optional<bool> known_bool_op(const syntax::BoolOp& op, const Flow& flow);
    std::optional<bool> known_none_test(const syntax::Compare& compare, const Flow& flow);
    bool is_none_literal(ExprId expr) const;
    bool is_none_version(VersionId id, const Flow& flow) const;

    // ---- making IR (ir.cpp)
    ir::ExprId add(Type type, Range range, decltype(ir::Expr::as) as);
    Operand value(Type type, Range range, decltype(ir::Expr::as) as);
    Operand number(Type type, ir::Number value, Range range);
    Operand literal_int(std::int64_t value, Range range);
    Operand known(Value value);
    Operand pending() {
        has_pending_ = true;
        return {};
    }
    Operand error() const;
    ir::ExprId convert(ir::ExprId expr, Type to);
    Operand converted(const Operand& operand, Type to);
    ir::StmtId emit(Range range, decltype(ir::Stmt::as) as);
    ir::ExprId keep(ir::ExprId expr, const std::string& name);
    bool is_simple(ir::ExprId expr) const;
    void keep_order(std::vector<Operand*> operands, const std::vector<std::size_t>& starts);

    // ---- expressions (exprs.cpp, operators.cpp, logic.cpp)
    Operand lower(ExprId expr);
    Operand lower_value(ExprId expr);
    Operand lower_constant(const syntax::Constant& constant, Range range);
    Operand lower_name(const syntax::Name& name, ExprId expr);
    Operand lower_attribute(const syntax::Attribute& attribute, ExprId expr);
    Operand lower_subscript(const syntax::Subscript& subscript, ExprId expr);
    Operand lower_tuple(const std::vector<ExprId>& items, Range range);
    Operand operand_of(Value value, const std::optional<Origin>& origin, Range range);
    Operand runtime(Operand operand, Range range);
    Operand array_attribute(const Operand& array, const std::string& name, Range range);
    Operand scalar_attribute(const Operand& scalar, const std::string& name, Range range);
    Operand scalar_method(const Operand& scalar, const syntax::Attribute& attribute,
                          const syntax::Call& call, Range range);
    Operand complex_number(Type type, std::complex<double> number, Range range);
    Operand call_complex(const std::vector<Operand>& args, const syntax::Call& call, Range range);
    Operand element(const Operand& array, ExprId slice, Range range);
    Operand subscript_tuple(const Operand& tuple, ExprId slice, Range range);
    std::optional<std::vector<Operand>> indices(ExprId slice);
    Operand tuple_item(const Operand& tuple, std::size_t index, Range range);
    Operand make_element(const Operand& array, std::vector<Operand> indices, Range range);
    Operand read_constant(const Value& value, const Origin& origin, Type type, Range range);
    Operand unsupported(Range range, const std::string& what);

    // ---- records (records.cpp)
    std::string record_name(Type type) const;
    bool check_record(Type type, Range range);
    Operand field(const Operand& of, const std::string& name, Range range, Range name_range);
    Operand field_at(const Operand& of, std::uint32_t index, Range range, Range name_range);
    Operand record_item(const Operand& record, ExprId slice, Range range);
    bool is_field_name(ExprId slice);
    Operand column_element(const ir::Column& column, std::vector<Operand> at, Range range);
    void assign_field(ExprId target, const Operand& operand, Range range);
    Operand field_place(const syntax::Attribute& attribute, Range range);
    ir::ExprId root_of(ir::ExprId place) const;

    Operand refused(Range range, const std::string& what);

    Operand lower_binary(const syntax::BinOp& e, Range range);
    Operand binary(BinaryOp op, Operand left, Operand right, Range range);
    ir::ExprId convert_through(ir::ExprId expr, Type middle, Type to);
    Operand concatenate(const Operand& left, const Operand& right, Range range);
    Operand lower_unary(const syntax::UnaryOp& e, Range range);
    Operand unary(UnaryOp op, const Operand& operand, Range range);
    static bool is_operator_function(std::string_view name);
    Operand call_operator(std::string_view name, const syntax::Call& call, Range range);
    Operand call_item(bool is_store, const syntax::Call& call, Range range);
    Operand lower_compare(const syntax::Compare& e, Range range);
    Operand compare(CompareOp op, const Operand& left, const Operand& right, Range range);
    Operand compare_in(bool negated, const Operand& item, const Operand& tuple, Range range);
    Operand lower_bool_op(const syntax::BoolOp& e, Range range);
    Operand lower_if_exp(const syntax::IfExp& e, Range range);
    Operand short_circuit(bool is_and, Operand left, ExprId right, bool as_truth, Range range);
    Operand select(Operand condition, Operand yes, ir::Block yes_block, Operand no,
                   ir::Block no_block, Range range);
    Operand truth(ExprId expr);
    Operand truth_of(const Operand& operand, Range range);

    // ---- None and Optional (optionals.cpp)
    Operand none_value(Range range);
    bool is_none(const Operand& operand) const {
        return operand.get<NoneValue>() != nullptr &&
               (operand.is_known() || operand.type.is_none());
    }
    Operand plain(Operand operand, Range range);
    Operand lower_plain(ExprId expr);
    std::optional<Operand> compare_none(CompareOp op, const Operand& left, const Operand& right,
                                        Range range);
    ir::ExprId convert_optional(ir::ExprId expr, Type to);
    bool merge_result(Type type);
    void drop_none_assignments();

    // ---- members of enums (enum_members.cpp)
    Operand enum_member(const EnumValue& member, Range range);
    Operand enum_attribute(const Operand& member, const syntax::Attribute& attribute);
    std::optional<Operand> compare_enums(CompareOp op, const Operand& left, const Operand& right,
                                         Range range);

    // ---- tuples (tuples.cpp, unroll.cpp)
    std::vector<Operand> tuple_items(const Operand& tuple, Range range);
    Operand make_tuple(const std::vector<Operand>& items, Range range);
    Operand without_names(const Operand& tuple, Range range);
    Operand named_tuple(const NamedTupleClass& of, const syntax::Call& call, Range range);
    Operand tuple_attribute(const Operand& tuple, const syntax::Attribute& attribute);
    Operand slice_tuple(const Operand& tuple, const syntax::Slice& slice, Range range);
    Operand repeat_tuple(const Operand& tuple, const Operand& count, Range range);
    Operand compare_tuples(CompareOp op, const Operand& left, const Operand& right, Range range);
    Operand compare_items(CompareOp op, const std::vector<Operand>& left,
                          const std::vector<Operand>& right, Range range);
    bool unpack_starred(const std::vector<ExprId>& targets, const Operand& tuple, Range range);
    std::optional<Operand> call_on_known(const std::string& path, const syntax::Call& call,
                                         Range range);
    Operand sum_of_tuple(const Operand& tuple, Range range);
    bool unroll(const syntax::For& s, StmtId id);
    std::optional<ExprId> unrolled_tuple(ExprId iter);
    VersionId current(VersionId id) const;
    void start_turn(const syntax::For& s, StmtId id, std::size_t turn);

    // ---- calls (body_calls.cpp, special_forms.cpp)
    Operand lower_call(const syntax::Call& call, ExprId expr);
    Operand call_function(const FunctionRef& function, const syntax::Call& call, Range range);
    Operand call_type(const TypeObject& type, const syntax::Call& call, Range range);
    Operand call_path(const std::string& path, const syntax::Call& call, Range range);
    Operand call_intrinsic(const std::string& path, const syntax::Call& call, Range range);
    Operand call_random(const intrinsics::Intrinsic& row, const syntax::Call& call, Range range);
    Operand call_atomic(const std::string& path, const syntax::Call& call, Range range);
    Operand intrinsic(const std::string& path, std::vector<Operand> args, Range range);
    Operand call_method(const Operand& object, const syntax::Attribute& attribute,
                        const syntax::Call& call, Range range);
    std::optional<std::vector<Operand>> lower_args(const syntax::Call& call,
                                                   const std::string& name);
    std::optional<std::vector<Operand>> bind_args(const DeviceFunction& callee,
                                                  const syntax::Call& call, Range range);
    std::optional<std::int64_t> static_int(ExprId expr);
    std::optional<std::vector<std::int64_t>> static_shape(ExprId expr,
                                                          std::vector<ir::ConstantId>& names);
    Operand call_builtin(const std::string& path, const syntax::Call& call, Range range);
    Operand unknown_function(const std::string& path, const syntax::Call& call);
    Operand refuse_intrinsic(const std::string& path, const intrinsics::Refusal& refusal,
                             const std::vector<Operand>& args, Range range);
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
    void lower_stmt(StmtId id);
    void lower_if(const syntax::If& s, StmtId id);
    void lower_while(const syntax::While& s, StmtId id);
    void lower_for(const syntax::For& s, StmtId id);
    void lower_return(const syntax::Return& s, Range range);
    void lower_expr_stmt(const syntax::ExprStmt& s, Range range);
    void lower_assert(const syntax::Assert& s, Range range);
    void lower_raise(const syntax::Raise& s, Range range);
    std::optional<std::string> constant_message(ExprId expr);
    void lower_assign(const syntax::Assign& s, Range range);
    void lower_aug_assign(const syntax::AugAssign& s, Range range);
    void lower_ann_assign(const syntax::AnnAssign& s, Range range);
    void assign(ExprId target, Operand value, Range range);
    void assign_name(ExprId target, const Operand& value, Range range, bool augmented = false);
    void assign_item(ExprId target, const Operand& value, Range range);
    void store(const Operand& place, const Operand& value, Range range, bool augmented = false);
    void unpack(const std::vector<ExprId>& targets, const Operand& value, Range range);
    void unpack_items(const std::vector<ExprId>& targets, std::vector<Operand> items, Range range);
    void unpack_value(const std::vector<ExprId>& targets, const Operand& tuple, Range range);
    void assign_value(VersionId version, const Operand& operand, Range range, bool augmented);
    void keep_indices(const Operand& place);
    void keep_indices(ir::ExprId place);
    bool reads_any(ir::ExprId expr, const std::vector<std::string>& names) const;
    std::optional<ir::ForRange> range_header(const syntax::For& s);
    void publish_result();
    Range first_line(Range range) const;
    void attach_comments(StmtId id, std::size_t first);

    template <diag::Code code, class... Arguments>
    diag::Diagnostic& report(Range range, const Arguments&... arguments) {
        return sink_.report<code>(range, arguments...);
    }

    Instances& instances_;
    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    const DeviceFunction& decl_;
    const syntax::FunctionDef& def_;
    InstanceId self_;
    bool is_kernel_ = false;
    Flow flow_;

    /// What is known of each version, kept from round to round.
    struct VersionState {
        Type type;
        bool has_type = false;
        bool has_failed = false;
        std::optional<Value> known;
        bool is_literal = false;
        bool was_read = false;
        ir::LocalId local;
    };
    std::vector<VersionState> versions_;
    /// In an unrolled loop: the versions that this turn's assignments make, by those of the text.
    std::unordered_map<std::uint32_t, VersionId> turn_versions_;
    /// The same of each turn of each such loop, made when it is lowered for the first time.
    std::map<std::pair<std::uint32_t, std::size_t>, std::unordered_map<std::uint32_t, VersionId>>
        turns_;
    int unroll_depth_ = 0;
    std::vector<Type> args_;
    /// Statements before the body: None arguments, for paths where they meet values.
    ir::Block entry_;
    Type result_;
    std::optional<Type> declared_result_;
    bool has_result_ = false;
    bool result_was_read_ = false;
    bool changed_ = false;

    // One round's.
    /// What evaluating an expression does, by the index of its id in fn_.
    struct ExprEffects {
        bool writes = false;
        bool reads = false;
    };
    std::vector<ExprEffects> effects_;
    diag::Sink sink_;
    ir::Function fn_;
    ir::Block* out_ = nullptr;
    std::unordered_set<std::uint32_t> warned_;
    /// What the variables that refer to records were set to, by the local's index.
    std::unordered_map<std::uint32_t, ir::ExprId> references_;
    Range current_stmt_;
    /// Why lower_args or bind_args gave nothing: an error, or a type not known yet.
    bool has_failed_args_ = false;
    /// Something had no type in this round.
    bool has_pending_ = false;
    /// A function that this one calls is in error; its own diagnostics say so.
    bool calls_failed_ = false;
    /// The type of the last `range`.
    Type range_type_;
    /// The instances that this round called.
    std::vector<InstanceId> called_;
};

}  // namespace pycu::sema
