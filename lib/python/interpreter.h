// Runs everything that is not device code, as Python would: values where they are known, types
// where they are not. The door is evaluator.h.
//
// The module runs from its first line. Calls of the file's functions get frames; where a condition
// is not known both paths run and are joined; loops are unrolled while what they go over is known,
// and else run until another round changes nothing. What cannot be followed is Unknown, with the
// reason, and so is all that depends on it: a name is given up, never the file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "python/docstrings.h"
#include "python/evaluator.h"
#include "python/run_state.h"
#include "values/elements.h"
#include "values/functions.h"

namespace pycu::sema {

class Interpreter : private RunState {
  public:
    using ExprId = syntax::ExprId;
    using StmtId = syntax::StmtId;

    Interpreter(const syntax::Tree& tree, const Scopes& scopes, TypeTable& types)
        : RunState(tree, scopes, types) {}

    /// --const: values by qualified name.
    void set_value(const std::string& qualname, const Value& value) { given_[qualname] = value; }
    /// --bindings: what free names of functions are.
    void set_bound(const BoundNames* bound) { bound_ = bound; }
    /// --docstrings: they say types of parameters that nobody gives.
    void set_docstrings(bool are_read) { reads_docstrings_ = are_read; }
    void run();
    // ---- looking back (observe.cpp)
    /// What an expression is, as seen from somewhere in the run.
    Value evaluate(const syntax::Tree& tree, ExprId expr, const View& view);
    /// The content of a name in one frame; nothing where it is not bound there.
    std::optional<Slot> slot(std::size_t frame, const std::string& name, Moment moment);
    Value value_of(const Value& value);
    std::vector<EnumMember> members(StmtId def, Moment moment);
    Value count_of_members(StmtId def);
    const MadeClass* made_class(StmtId def) const;
    Value as_flags(Value number, const Value& a, const Value& b);
    /// The value of a member of an Enum by its name.
    std::optional<FoundMember> enum_member(StmtId def, const std::string& name, Moment moment);
    Value attribute(const Value& object, const std::string& name, Range range);

    Store& store() { return store_; }
    const std::vector<MetLaunch>& launches() const { return launches_; }
    bool is_too_long() const { return is_too_long_; }
    bool was_run(StmtId def) const { return run_.contains(def.index); }
    /// The frames in which a `def` has run, and when.
    const std::vector<std::pair<std::size_t, Moment>>& met(StmtId def) { return met_[def.index]; }
    bool is_in_unknown_function(Range range) const;
    /// What a name is that a function imports which never runs; nothing of unknown modules.
    std::optional<Value> unrun_import(const Binding& binding, ScopeId scope);
    /// What the star imports of a frame make of a name.
    std::optional<Value> star_value(const Frame& frame, const std::string& name);
    /// `k3 = make(3)`, `k = cuda.jit(f)`: names and what calls have bound to them, in order.
    const std::vector<MadeName>& made() const { return made_; }
    /// A function as a call of the functions around it makes it, which run with parameters that
    /// nobody knows and `values` in place of what they give to these names. Nothing where a class
    /// of theirs stands in between.
    using ClosureValues = std::map<std::pair<ScopeId, std::string>, Value>;
    std::optional<FunctionRef> make_closure(const FunctionPlace& place,
                                            const ClosureValues& values);
    /// The frame of a function that nobody calls, or of a class body or the module.
    std::optional<std::size_t> natural_frame(ScopeId scope) const;
    /// The `cuda.jit(...)` that a decorator of the program applies to a `def`, or null.
    std::shared_ptr<const JitDecorator> applied(StmtId def, std::size_t frame) const;
    /// Says which scope stands for the frame of a function value.
    void set_scope_of_frame(std::function<ScopeId(std::size_t)> scope_of) {
        scope_of_ = std::move(scope_of);
    }

  private:
    // ---- what may raise (failures.cpp)
    void note_failures(ExprId id, const Value& value);
    void note_comparison(CompareOp op, const Value& left, const Value& right);
    void note_call(const Value& callee, const CallArguments& args, const Value& made);
    void note_arguments(const FunctionRef& function, const CallArguments& args);
    void note_import(const std::string& module, const std::string& member);
    static bool is_sound_base(const Value& base);  // and what follows: object_failures.cpp
    void note_class(const syntax::ClassDef& node, const MadeClass& made);
    void note_annotation(ExprId annotation);
    void note_attribute(const HostObject& object, const std::string& name);
    void note_object(ClassRef of, const CallArguments& args, bool is_open);
    bool may_catch(ExprId type, const Failures& before) const;
    Changes attempt(const std::function<void()>& body, std::vector<std::optional<Changes>>& paths);
    struct Tried;
    Tried run_tried(const syntax::Try& node, Range range);
    void run_suppressed(const syntax::Call& call, const std::function<void()>& body, Range range);
    void run_with(const Value& object, const std::function<void()>& body, Range range);

    // ---- names (names.cpp)
    std::optional<Value> look_up(const std::string& name);
    Value bound_value(const Bound& bound);
    Cell* own_cell(const std::string& name);
    void bind(const std::string& name, Value value, Range range, StmtId stmt = {});
    std::string qualified(std::size_t frame, const std::string& name) const;

    // ---- modules (modules.cpp)
    std::size_t module_frame(std::size_t frame);
    const syntax::Module& module_around(std::size_t frame);
    void run_module(std::size_t index, bool is_again = false);
    void import_inside(const syntax::Suite& body);
    void forget_modules(std::size_t first_frame);
    Value import_module(const std::string& name, Range range);
    Slot import_member(std::size_t module, const std::string& name, Range range);
    std::optional<std::size_t> inner_module(std::size_t package, const std::string& name) const;
    std::optional<Slot> module_slot(std::size_t module, const std::string& name);
    void import_star(std::size_t module, Range range);

    // ---- statements (statements.cpp, definitions.cpp)
    void block(const syntax::Suite& body);
    void statement(StmtId id);
#define PYCU_STMT(kind, fields) void visit(const syntax::kind& node, StmtId id, Range range);
#include "syntax/nodes.def"
    Value lasting(Value value, ExprId expr);
    void note_made(const Value& value, ExprId expr, ExprId target);

    // ---- generators (generators.cpp)
    const FunctionRef* generator_of(ExprId expr, bool is_context, Value& callee);
    bool take_all(ExprId call, bool is_context, const std::function<void(const Value&)>& take);
    bool take_in_loop(const syntax::For& node, Range range);
    Value yield(const syntax::Yield& node, Range range);
    void push_closer(const std::function<void()>& run);
    void pop_closer();
    void enter_items(const syntax::With& node, std::size_t at);
    bool yields_plainly(StmtId def);
    bool is_generator(StmtId def) {
        return yields_plainly(def) || yields_->contains(def.index);
    }

    // ---- assignment (assign.cpp)
    void assign(ExprId target, const Value& value, StmtId stmt = {});
    void unpack(const std::vector<ExprId>& targets, const Value& value, Range range, StmtId stmt);
    void assign_item(const syntax::Subscript& target, const Value& value, Range range);
    bool store_item(const Value& owner, const Value& index, const Value& value, Range range);
    void store_element(const HostArrayRef& array, const Value& index, const Value& value,
                       Range range);
    void forget_elements(const HostArrayRef& array, const char* why, Range range);
    void forget_items(const HostItemsRef& items, const char* why, Range range);
    void forget_one(const HostItemsRef& items, const char* why, Range range);
    void extend(const HostItemsRef& list, const Value& more, Range range);
    void put_item(const HostItemsRef& dict, const Value& key, const Value& value, Range range);
    void edit_items(const HostItemsRef& items, const std::function<void(HostItems&)>& edit,
                    Range range);

    // ---- `match` (patterns.cpp)
    void pattern(syntax::PatternId id);
    std::optional<bool> matches(syntax::PatternId id, const Value& subject);
    std::optional<bool> matches_sequence(const syntax::MatchSequence& node, const Value& subject);
    void match_cases(const syntax::Match& node, std::size_t at, const Value& subject, Range range);

    // ---- paths (paths.cpp)
    /// Runs something on a path of its own, which may not be taken; its changes, and nothing where
    /// it does not come to its end.
    template <typename Run>
    std::optional<Changes> path(const Run& run) {
        const std::size_t mark = store_.open();
        ++forks_;
        run();
        --forks_;
        Changes changes = store_.leave(mark);
        const bool was_dead = std::exchange(is_dead_, false);
        return was_dead ? std::nullopt : std::optional(std::move(changes));
    }
    void join(std::vector<std::optional<Changes>> paths, Range range);
    Exit enter() {
        return {store_.open(), forks_};
    }
    void leave(Exit& exit);
    void meet(Exit exit, Range range);
    /// Runs what runs now, later, in part, or never: the body of a generator.
    void lazily(const std::function<void()>& run, Range range);
    // What runs between them stands before something that no jump leaves out: a `finally`.
    Detour begin_detour(bool is_in_turn = true);
    Jumps end_detour(Detour detour, Range range);
    void jump(const Jumps& jumps);
    /// Runs a loop. `next` begins another turn: true, false where there is none, nothing where
    /// that is not known; `any` begins one that stands for all that may follow.
    void loop(const std::function<std::optional<bool>()>& next, const std::function<void()>& any,
              LoopKind kind, const syntax::Suite& body, const syntax::Suite& orelse, Range range);
    void turn(const syntax::Suite& body, Range range);
    void widen(const std::function<void()>& any, const syntax::Suite& body, Range range);
    template <typename Yes, typename No>
    void branch(const std::optional<bool>& known, Range range, const Yes& yes, const No& no) {
        if (known) {
            *known ? yes() : no();
            return;
        }
        std::vector<std::optional<Changes>> paths;
        paths.push_back(path(yes));
        paths.push_back(path(no));
        join(std::move(paths), range);
    }
    std::optional<bool> test(ExprId expr);

    // ---- expressions (expressions.cpp, access.cpp)
    Value eval(ExprId id);
    Value eval_node(ExprId id);
    Value name(const syntax::Name& node, Range range);
    Value slice(const syntax::Slice& node);
    Value constant(const syntax::Constant& node, Range range);
    Value sequence(const std::vector<ExprId>& elts, bool is_list, Range range);
    Value dict(const syntax::Dict& node, Range range);
    Value bin_op(ExprId id);
    Value compared(const syntax::Compare& node, Range range);
    Value chosen(const syntax::IfExp& node, Range range);
    Value other(ExprId id);
    Value subscript(const Value& object, const Value& index, Range range);
    Value module_attribute(const ModuleRef& module, const std::string& name, Range range);
    Value array_item(const HostArrayRef& array, const Value& index, Range range);
    Value item_of(const Value& object, const Value& index, Range range);
    Value short_circuit(const syntax::BoolOp& node, Range range);
    Value short_circuit(const syntax::BoolOp& node, std::size_t at, Range range);
    Value joined_text(const syntax::JoinedStr& node, Range range);
    MadeFunction function_of(const syntax::Arguments& args);
    Value lambda(const syntax::Lambda& node);
    // ---- comprehensions (comprehensions.cpp)
    struct Comprehending;
    Value comprehension(const std::vector<ExprId>& elts,
                        const std::vector<syntax::Comprehension>& parts, bool is_dict, Range range);
    bool generate(Comprehending& made, std::size_t depth);
    void assign_around(ExprId target, const Value& value, Range range);

    // ---- values that are known (known.cpp, operate.cpp)
    Value binary(BinaryOp op, const Value& a, const Value& b, Range range);
    Value unary(UnaryOp op, const Value& a, Range range);
    Value compare(CompareOp op, const Value& a, const Value& b, Range range);
    Value operated(
        Value typed, const std::vector<Value>& from,
        const std::function<Elements(const HostArray&, const std::vector<Value>&)>& compute,
        Range range);
    Value explained(Value made, const std::vector<Value>& from);
    /// What is computed where everything is known, beside what the types alone tell.
    Value value_of(const Value& value, long& room);
    std::optional<Value> from_outside(const Value& value);
    Value computed(Value typed, const std::vector<Value>& from,
                   const std::function<Value(const std::vector<Value>&)>& compute, Range range);
    std::optional<std::vector<values::Index>> indices_of(const Value& index);
    bool may_compute(const std::vector<Value>& from);
    std::optional<CallArguments> known_arguments(const CallArguments& args);

    // ---- calls (trace_calls.cpp, call_paths.cpp, functions.cpp, item_methods.cpp)
    Value call(const syntax::Call& node, ExprId id, Range range);
    bool arguments(const syntax::Call& node, CallArguments& args);
    void run_decorated(const FunctionRef& function, const CallArguments& args, Range range);
    bool makes_context(const syntax::FunctionDef& node, const Dotted* innermost);
    void may_call(const Value& object, std::initializer_list<const char*> names, Range range);
    void note_context(const syntax::Call& node, const CallArguments& args, Range range);
    Value dispatch(const Value& callee, const syntax::Call& node, CallArguments& args, bool is_open,
                   ExprId id, Range range);
    void settle_none(const std::string& path, CallArguments& args, Range range);
    Value call_known(const Value& callee, CallArguments& args, ExprId id, Range range);
    static Value made_by(const FunctionRef& function, const std::string& path, ExprId jit,
                         const JitDecorator* applied = nullptr);
    Value call_decorator(const JitDecorator& decorator, const CallArguments& args, ExprId id,
                         Range range);
    Value call_jit(const std::string& path, const CallArguments& args, ExprId id, Range range);
    Value make_named_tuple(const NamedTupleClass& of, const CallArguments& args, Range range);
    Value call_path(const std::string& path, const CallArguments& args, ExprId id, Range range);
    HostResult call_python(const std::string& path, const CallArguments& args);
    HostResult call_typed(const std::string& module, const std::string& name,
                          const CallArguments& args, Range range);
    HostResult call_special(const std::string& path, const CallArguments& args, Range range);
    void note_effects(const std::string& module, const std::string& name, const CallArguments& args,
                      Range range);
    Value call_value(const std::string& path, const CallArguments& args, Range range);
    HostResult of_coordinates(const CallArguments& args, Range range);
    HostResult computed_by_row(const HostResult& made, Range range);
    Value call_method(const HostMethod& method, CallArguments& args, Range range);
    Value call_text_method(const Value& known, const std::string& name, const CallArguments& args,
                           Range range);
    Value call_array_method(const HostArrayRef& array, const std::string& name,
                            const CallArguments& args, Range range);
    HostResult call_items_method(const HostMethod& method, const CallArguments& args, Range range);
    static std::optional<HostItems> added_by_update(const CallArguments& args);
    HostResult call_dict_method(const HostItemsRef& dict, const std::string& name,
                                const CallArguments& args, Range range);
    Value trace(const FunctionRef& function, const CallArguments& args, bool is_open, Range range);
    Value trace_cached(const FunctionRef& function, const CallArguments& args, bool is_open,
                       Range range);
    void forget_cached(const FunctionRef& function);
    class Annotations;
    static bool agrees(const Documented& documented, const Value& otherwise);
    Value parameter_value(ExprId annotation, const Value* otherwise, const std::string& of,
                          Range range, const std::optional<Documented>& documented = {});
    bool are_all_given(std::size_t frame, const FunctionRef& function);
    void bind_parameters(std::size_t frame, const FunctionRef& function, const CallArguments& args,
                         bool is_open);
    Value run_body(const FunctionRef& function, std::size_t frame, Range range);
    Value call_device(const FunctionRef& function, const CallArguments& args, Range range);
    void escape(const CallArguments& args, Range range);
    void escape(const Value& value, Range range);
    void launch(const HostLauncher& launcher, const syntax::Call& node, const CallArguments& args,
                bool is_open, Range range);
    bool is_plain(const HostObject& object);
    Value as_array(const Value& value, bool is_device, Range range);
    void take_arrays(const std::string& path, CallArguments& args, Range range);
    void escape_changed(ExprId callee, Range range);
    /// Expressions and statements run, and names and items that were copied where paths part.
    long spent() const;
    void run_programs(const std::vector<std::size_t>& modules);
    std::vector<std::size_t> packages_of(const syntax::Module& module) const;
    void forget_changed(ScopeId module, std::size_t frame);
    void run_uncalled(), forget_all();
    void run_as_guess(const FunctionRef& function, const std::function<void()>& run);
    bool is_in_use(const FunctionRef& function, const std::set<std::string>& named);
    void apart(const std::function<void()>& run);
    void give(std::size_t frame, const ClosureValues& values);
    FunctionRef made_in(std::size_t frame, const FunctionPlace& place, const Value& result);
    void trace_with_unknowns(const FunctionRef& function, Range range);
    void forget_foreign(StmtId def, Range range);
    const syntax::FunctionDef& def_of(const FunctionRef& function) const {
        return std::get<syntax::FunctionDef>(file_.stmts[function.def].as);
    }

    class Parts;        // parts.h
    class CommandLine;  // command_line.h
    class Tests;        // tests.h
    class Callbacks;    // callbacks.h
    Parts parts();
    CommandLine command_line();
    // ---- classes (classes.cpp)
    std::optional<Value> decorated_by(const Value& decorator, const FunctionRef& function,
                                      Range range);
    std::optional<Value> decorated_again(const Value& decorator, const Value& so_far, Range range);
    Value apply_decorators(const syntax::FunctionDef& node, StmtId id, MadeFunction made);
    Value class_attribute(StmtId def, const std::string& name, Range range);
    Value auto_value(Range range);
    std::string base_path(const Value& base) const;
    std::vector<Value> read_class_head(const syntax::ClassDef& node, StmtId id, MadeClass& made);
    std::vector<StmtId> order_of(StmtId id, const std::vector<StmtId>& bases);
    Value finish_class(const syntax::ClassDef& node, StmtId id, MadeClass& made,
                       const std::vector<Value>& decorators);
    NamedTupleClass fields_of(const syntax::ClassDef& node, StmtId id, const MadeClass& made);

    // ---- objects (objects.cpp)
    std::optional<Value> in_class(StmtId def, const std::string& name, StmtId behind = {});
    bool is_data_descriptor(const Value& member);
    bool is_open_class(StmtId def) const;
    bool is_turned(StmtId def) const;
    Value as_member(const Value& member, const Value& self, StmtId of, Range range);
    Value object_attribute(const HostObject& object, const std::string& name, Range range);
    void set_attribute(const HostObject& object, const std::string& name, const Value& value,
                       Range range);
    std::optional<Value> call_own(const Value& object, const char* name, const CallArguments& args,
                                  bool is_open, Range range);
    Value make_object(ClassRef of, const CallArguments& args, bool is_open, Range range);
    void set_fields(const HostObject& object, const NamedTupleClass& fields,
                    const CallArguments& args, bool is_open, Range range);
    HostResult call_dataclasses(const std::string& path, const CallArguments& args, Range range);
    bool is_subclass(StmtId def, StmtId of) const;
    std::optional<bool> is_instance(const Value& subject, const Value& type);
    std::optional<bool> is_one_instance(const Value& subject, const Value& types);
    HostResult ask_object(const std::string& path, const CallArguments& args, Range range);
    Value super_object(const CallArguments& args, Range range);
    std::optional<Value> any_object(const FunctionRef& method, const Value* made);
    std::pair<std::vector<Value>, bool> made_objects(const FunctionRef& method);

    // ---- operators of objects (object_operators.cpp)
    std::optional<bool> truth_of(const Value& value, Range range);
    const NamedTupleClass* fields_of(const MadeClass& of);
    std::optional<Value> of_subclass(const Value& a, const Value& b, Range range);
    std::optional<Value> ask_operand(const Value& object, const std::string& name,
                                     const Value& other, Range range);
    std::optional<Value> object_binary(BinaryOp op, const Value& a, const Value& b, Range range);
    std::optional<Value> object_in_place(BinaryOp op, const Value& a, const Value& b, Range range);
    std::optional<Value> object_unary(UnaryOp op, const Value& a, Range range);
    Value object_contains(CompareOp op, const Value& a, const Value& b, Range range);
    std::optional<Value> object_compare(CompareOp op, const Value& a, const Value& b, Range range);

    // ---- names as a dict (namespaces.cpp)
    HostResult names_attribute(const Value& object, const std::string& name, Range range);
    Value named_by(std::size_t frame, const Value& key, Range range);
    void forget_names(std::size_t frame, Range range);
    void put_name(std::size_t frame, const Value& key, const Value& value, Range range);
    HostResult call_names_method(std::size_t frame, const std::string& name,
                                 const CallArguments& args, Range range);
    void forget_module(const Value& name, Range range);
    void run_text(Range range);
    HostResult call_about_names(const std::string& path, const CallArguments& args, Range range);
    HostResult import_by_name(const std::string& path, const CallArguments& args, Range range);
    Value module_by_name(const Value& key, Range range);
    void assign_attribute(const Value& owner, const std::string& name, const Value& value,
                          Range range);
};

}  // namespace pycu::sema
