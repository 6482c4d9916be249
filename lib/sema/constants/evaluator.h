// The values of module-level names and of expressions that are known while compiling.
//
// Python's globals and closure variables are frozen when a kernel is compiled. The evaluator
// computes them from the text, without running it: lazily, each binding once, and whatever is out
// of its reach is an Unknown that says why.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostics.h"
#include "sema/constants/value.h"
#include "symbols/scopes.h"
#include "syntax/tree.h"
#include "types/type.h"

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
};

/// A member of an Enum class as its body has it.
struct EnumMember {
    std::string name;
    Value value;
    Range range;
    syntax::StmtId stmt;
};

/// The values of local names of a device function, for expressions in its body; nothing for a name
/// whose value is not known while compiling.
using LocalValues = std::function<std::optional<Value>(std::string_view name)>;

struct CallArguments;

class Evaluator {
  public:
    /// All three must outlive the evaluator.
    Evaluator(const syntax::Tree& tree, TypeTable& types, diag::Sink& sink);
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Replaces the values of names: each text is `NAME=VALUE` (--const). Reports what is wrong.
    void set_constants(const std::vector<const SourceFile*>& consts);

    const syntax::Tree& tree() const { return tree_; }
    const Scopes& scopes() const { return scopes_; }
    TypeTable& types() { return types_; }

    /// What a free name of a function means: the enclosing functions' names, the module's, then
    /// Python's builtins; nothing when nothing is bound to it. Warns once when the name is assigned
    /// several times, since the last value is then taken.
    std::optional<Found> lookup(std::string_view name, ScopeId function);

    /// The value of an expression of the tree, as at the end of the scope it stands in.
    Found evaluate(syntax::ExprId expr, ScopeId scope, const LocalValues& locals = {});

    /// The value of an expression of another tree, whose names are those of a scope of this one.
    Value evaluate_text(const syntax::Tree& text, syntax::ExprId expr, ScopeId scope);

    /// What a name means in the scope itself, as at its end: a decorator's argument, a constant
    /// of a signature string.
    std::optional<Found> lookup_at_end(std::string_view name, ScopeId scope);

    /// `value.name`; Unknown when there is no such attribute or its value is not known.
    Found attribute(const Value& value, std::string_view name, Range range);

    /// The value of `name` in a class of the file: `Config.SIZE`.
    std::optional<Found> class_attribute(ClassRef of, std::string_view name);

    /// Whether a class of the file is an Enum, an IntEnum or a Flag.
    bool is_enum(ClassRef of);
    /// The members of an Enum class in the order of the text, with the values that its body has.
    std::vector<EnumMember> enum_members(syntax::StmtId def, std::uint32_t before = 0xffffffff);
    /// What a class is that stands for a kind of tuple: `class Point(NamedTuple)`.
    std::optional<Value> named_tuple_class(syntax::StmtId def);
    /// The type of a parameter that is annotated with a class: of an Enum's members, or of the
    /// tuples of a NamedTuple whose fields have types.
    std::optional<Type> type_of_class(const Value& value);

    /// From here on a function sees the module as it is at a place of the text.
    void freeze(ScopeId function, std::uint32_t position) { frozen_at_[function.index] = position; }

    /// Whether a function stands in a branch that is known not to be taken.
    bool is_dropped(const FunctionPlace& place) {
        return active(place.guard, View{place.outer}) == Active::No;
    }

    /// The module-level names and those in its classes that hold functions made by calls
    /// (`k3 = make(3)`, `k = cuda.jit(f)`), in source order. Makes those functions.
    struct Made {
        std::string name;
        FunctionRef function;
        Range range;
    };
    std::vector<Made> made_functions();

    /// Every name that could be meant, for suggestions.
    std::vector<std::string> visible_names(ScopeId function) const;

    /// Statements whose values lookups have used; a syntax problem there is an error.
    const std::vector<Range>& used() const { return used_; }

  private:
    friend class Evaluation;

    /// From where a name is seen: the scope, how much of it has run, under which conditions.
    struct View {
        ScopeId scope;
        std::uint32_t position = 0xffffffff;
        std::uint32_t guard = Id<Guard>::none;
        /// How much of the module has run when a function's names are looked up.
        std::uint32_t module_position = 0xffffffff;
    };
    /// What a binding made of its name; no value: nothing is bound.
    struct Bound {
        std::optional<Value> value;
        const Binding* by = nullptr;
    };
    struct Memo {
        bool is_done = false;
        Bound bound;
    };
    enum class Active : std::uint8_t { No, Yes, Unknown };

    /// Asks again when a chain of names was too long to follow from its end: after every binding
    /// has been computed in the order of the text, no chain is long.
    template <typename Ask>
    auto settled(const Ask& ask) {
        auto answer = ask();
        if (is_too_deep_ && !is_settled_ && depth_ == 0) {
            is_settled_ = true;
            settle();
            answer = ask();
        }
        return answer;
    }
    static constexpr int max_class_depth = 100;
    std::string library_base(syntax::StmtId def);
    std::optional<Found> enum_member(ClassRef of, std::string_view name);
    Value auto_value(ScopeId scope, Range range);
    void settle();
    /// What a function of the file returns, with the names inside it for this call alone.
    Value call_function(const FunctionRef& function, const CallArguments& args, syntax::ExprId call,
                        const View& view, Range range);
    bool bind_arguments(const FunctionRef& function, const CallArguments& args, ScopeId scope);
    Value returned(ScopeId scope, Range range);
    void add_made(ScopeId scope, std::vector<Made>& made);
    bool may_make(syntax::ExprId expr, ScopeId scope);
    bool runs_as_written(const syntax::FunctionDef& node, ScopeId outer);
    std::optional<Found> find(std::string_view name, const View& view);
    std::optional<Found> find_in(std::string_view name, const View& view);
    /// The value of a name after the first `count` of its bindings, as seen from a view.
    Bound after(const std::vector<Binding>& list, std::size_t count, const View& view);
    /// The value that one binding gives.
    Bound own(const std::vector<Binding>& list, std::size_t index, ScopeId scope);
    Bound compute(const std::vector<Binding>& list, std::size_t index, ScopeId scope);
    void name_record(const Value& value, const Binding& binding);
    Value changed(const Binding& binding, const Value& before, const View& view);
    Value imported(const Binding& binding);
    Active active(std::uint32_t guard, const View& view);
    Active holds(std::uint32_t guard, ScopeId scope);
    void report_unused_constant(const std::string& name, Range range);
    std::uint32_t frozen_at(ScopeId scope) const;
    void warn_reassigned(const Found& found, const std::vector<Binding>& list);

    const syntax::Tree& tree_;
    TypeTable& types_;
    diag::Sink& sink_;
    Scopes scopes_;
    std::unordered_map<const Binding*, Memo> memo_;
    std::map<std::pair<std::uint32_t, ScopeId>, Active> guards_;
    /// What calls of functions of the file gave, by the call and the scope that it stands in.
    std::map<std::pair<syntax::ExprId, ScopeId>, Value> calls_;
    /// The arguments of those calls, by the scope made for the call and the parameter's place.
    std::map<std::pair<ScopeId, std::uint32_t>, Value> given_;
    /// --const: values by qualified name, and where they are written.
    std::unordered_map<std::string, Found> overrides_;
    std::unordered_set<std::string> warned_;
    std::unordered_map<std::uint32_t, std::uint32_t> frozen_at_;
    std::vector<Range> used_;
    int depth_ = 0;
    bool is_too_deep_ = false;
    bool is_settled_ = false;
};

}  // namespace pycu::sema
