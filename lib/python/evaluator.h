// The values of module-level names and of expressions, as device code sees them.
//
// Python's globals and closure variables are frozen when a kernel is compiled. The module is run
// once by the interpreter; what a name was at the moment when a function was compiled is a look
// into that run, and whatever the run did not know is an Unknown that says why.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "python/bindings.h"
#include "python/closures.h"
#include "symbols/scopes.h"
#include "syntax/tree.h"
#include "types/type.h"
#include "values/value.h"

namespace pycu::sema {

using symbols::Binding;
using symbols::FunctionPlace;
using symbols::Guard;
using symbols::ReturnSite;
using symbols::Scopes;
using symbols::StarImport;

/// The assignment that gave a value its name: `BLOCK = 256`, or `SIZE = 4` in `class Config`.
struct Origin {
    /// As device code wrote it: "BLOCK", "Config.SIZE".
    std::string name;
    /// The name at its assignment.
    Range range;
    /// The assignment; its comments are syntax::comments_before and syntax::trailing_comment.
    syntax::StmtId stmt;
    /// Where it was assigned: two functions may each have their own `n`.
    ScopeId scope;
};

/// A value and, where one assignment gave it a name, that assignment.
struct Found {
    Value value;
    std::optional<Origin> origin;
    bool is_missing = false;  ///< Nothing has such an attribute, as far as is known.
};

/// A member of an Enum class as its body has it.
struct EnumMember {
    std::string name;
    Value value;
    Range range;
    syntax::StmtId stmt;
};
using FoundMember = std::pair<Value, EnumMember>;

/// The values of local names of a device function, for expressions in its body; nothing for a name
/// whose value is not known while compiling.
using LocalValues = std::function<std::optional<Value>(std::string_view name)>;

class Interpreter;
struct MetLaunch;
struct Slot;

class Evaluator {
  public:
    /// All three must outlive the evaluator.
    Evaluator(const syntax::Tree& tree, TypeTable& types, diag::Sink& sink);
    ~Evaluator();
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Replaces the values of names: each text is `NAME=VALUE` (--const). Reports what is wrong.
    void set_constants(const std::vector<const SourceFile*>& consts);

    /// Docstrings say types of parameters that nobody gives (--docstrings).
    void set_docstrings(bool are_read) { reads_docstrings_ = are_read; }

    /// What free names of functions are (--bindings), and nothing else. False, and messages, where
    /// that is wrong.
    bool set_bindings(const Bindings& bindings);

    /// Functions that factories made in a run, each with a name and the values that it holds: the
    /// module has them beside what it makes itself. Reports what is wrong; those of `broken` names
    /// have been reported.
    void set_closures(std::vector<GivenClosure> given, const std::vector<std::string>& broken);
    /// Whether a function is one of them, and whether a `def` has some.
    bool is_closure(const FunctionRef& function) const;
    bool has_closures(syntax::StmtId def) const;
    /// Whether a function is one of them, or stands in the same call of a factory.
    bool is_beside_closure(const FunctionRef& function) const;
    /// Whether a name is that of a closure that cannot be made, which has been reported.
    bool is_broken_closure(std::string_view name) const;
    bool has_broken_closures() const;

    const syntax::Tree& tree() const { return tree_; }
    const Scopes& scopes() const { return scopes_; }
    TypeTable& types() { return types_; }

    /// What a free name of a function means: the enclosing functions' names, the module's, then
    /// Python's builtins; nothing when nothing is bound to it. Warns once when the name is assigned
    /// several times, since the last value is then taken.
    std::optional<Found> lookup(std::string_view name, ScopeId function);

    /// Whether a name is bound to nothing where it stands, and is no builtin.
    bool is_unbound(syntax::ExprId name, ScopeId scope);

    /// The value of an expression of the tree where it stands; in a function that is frozen, as at
    /// that moment.
    Found evaluate(syntax::ExprId expr, ScopeId scope, const LocalValues& locals = {});

    /// The value of an expression of another tree, whose names are `names` and those of a scope of
    /// this one.
    Value evaluate_text(const syntax::Tree& text, syntax::ExprId expr, ScopeId scope,
                        const LocalValues& names = {});

    /// What a name means in the scope itself, as at its end: a decorator's argument, a constant
    /// of a signature string.
    std::optional<Found> lookup_at_end(std::string_view name, ScopeId scope);

    /// `value.name`; Unknown when there is no such attribute or its value is not known.
    Found attribute(const Value& value, std::string_view name, Range range);

    /// The members of an Enum class in the order of the text, with the values that its body has.
    std::vector<EnumMember> enum_members(syntax::StmtId def);
    /// The type of a parameter that is annotated with a class: of an Enum's members, or of the
    /// tuples of a NamedTuple whose fields have types.
    std::optional<Type> type_of_class(const Value& value);

    /// From here on a function sees names as they were at a moment of the run.
    void freeze(ScopeId function, std::uint32_t moment) { frozen_at_[function.index] = moment; }
    /// Further moments, at which other functions of the same `def` are compiled: what names have
    /// other values then is not known.
    void freeze_again(ScopeId function, std::vector<std::uint32_t> moments) {
        frozen_again_[function.index] = std::move(moments);
    }
    /// When the `def` of a function has run: several times in a loop.
    std::vector<std::uint32_t> definitions_of(const FunctionRef& function);
    /// The moment at which an expression ran.
    std::uint32_t moment_of(syntax::ExprId expr, ScopeId scope);
    /// The moment at which a definition ran: behind its decorators.
    std::uint32_t moment_of(syntax::StmtId def, ScopeId scope);

    /// The call `cuda.jit(...)` that a decorator of the program has applied to a function where it
    /// stands: `@my_jit`, which returns that of it. Nothing where there is none.
    std::optional<JitDecorator> applied(const FunctionPlace& place);

    /// Whether a function stands in a branch that is known not to be taken.
    bool is_dropped(const FunctionPlace& place);

    /// The module-level names and those in its classes that hold functions made by calls
    /// (`k3 = make(3)`, `k = cuda.jit(f)`), in source order, those of `set_closures`, and those
    /// that launches have and no name holds, under names of their values (`step_n3`).
    struct Made {
        std::string name;
        FunctionRef function;
        Range range;
        /// What made it of another function, with what the run gave to that.
        std::optional<JitDecorator> applied{};
    };
    const std::vector<Made>& made_functions();

    /// The launches that the run has met, and which function each launches.
    std::vector<std::pair<FunctionRef, const MetLaunch*>> met_launches();
    /// The file, and each program that uses it, is followed for as many steps.
    static constexpr long program_steps = 400'000;
    /// Whether not all of the host code could be followed.
    bool is_too_long();
    /// Why something is not known where it could not.
    static std::string why_too_long();

    /// Every name that could be meant, for suggestions.
    std::vector<std::string> visible_names(ScopeId function) const;

    /// Statements whose values lookups have used; a syntax problem there is an error.
    const std::vector<Range>& used() const { return used_; }

  private:
    Interpreter& run();
    void start(bool are_given);
    void name_made();
    std::vector<Made> made_by_names();
    bool is_call_frame(std::size_t frame) const;
    void make_closures();
    const FunctionRef* closure(std::size_t index);
    std::optional<FunctionRef> make_closure(const GivenClosure& given);
    const FunctionRef* closure_called(std::string_view name) const;
    const FunctionPlace* place_of(const GivenClosure& given);
    Bound settled(const Bound& bound, const std::string& title, Range range);
    std::optional<Value> closure_value(const GivenClosure& closure,
                                       const GivenClosure::Name& given);
    class Nameless;
    void name_nameless(std::vector<Made>& named, std::set<std::string> taken);
    bool is_same_frame(std::size_t a, std::size_t b);
    std::size_t canonical(std::size_t frame) const;
    ScopeId scope_of_frame(std::size_t frame) const;
    std::optional<std::size_t> frame_of(ScopeId scope);
    std::uint32_t position_moment(std::size_t frame, Range at);
    std::uint32_t frozen_at(ScopeId scope) const;
    std::optional<Found> find(std::string_view name, ScopeId scope, std::uint32_t moment);
    /// The table that alone says what a free name is; null where the module does.
    const BoundNames::Table* bound_table(std::string_view name, ScopeId scope) const;
    std::optional<Found> find_bound(const BoundNames::Table& table, std::string_view name);
    Found found_of(const BoundNames::Entry& entry, const std::string& name);
    std::optional<Found> find_in(std::string_view name, ScopeId scope, std::uint32_t moment);
    Origin origin_of(const std::string& name, const Slot& slot, ScopeId scope) const;
    /// What a name of a function is that never runs here, by the statement that binds it.
    std::optional<Found> find_unrun(const std::vector<Binding>& list, ScopeId scope) const;
    std::optional<Found> class_attribute(ClassRef of, const std::string& name, int depth);
    void report_unused_constant(const std::string& name, Range range);
    void warn_reassigned(const Found& found);

    const syntax::Tree& tree_;
    TypeTable& types_;
    diag::Sink& sink_;
    Scopes scopes_;
    std::unique_ptr<Interpreter> run_;
    bool reads_docstrings_ = false;
    std::vector<Made> made_;
    /// Frames of calls that have made functions with names, and the scopes that stand for them.
    std::map<std::size_t, ScopeId> scope_of_frame_;
    std::map<ScopeId, std::size_t> frame_of_scope_;
    /// Frames that are as another one.
    std::map<std::size_t, std::size_t> same_frames_;
    /// --const: values by qualified name, and where they are written.
    std::unordered_map<std::string, Found> overrides_;
    std::unique_ptr<const BoundNames> bound_;
    /// Functions of x.sigs.toml as the run makes them.
    struct Closure {
        GivenClosure given;
        enum class State : std::uint8_t { Waiting, Running, Done, Broken } state = State::Waiting;
        std::optional<FunctionRef> function{};
    };
    std::vector<Closure> closures_;
    std::unordered_set<std::string> warned_;
    std::unordered_map<std::uint32_t, std::uint32_t> frozen_at_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> frozen_again_;
    std::vector<Range> used_;
};

}  // namespace pycu::sema
