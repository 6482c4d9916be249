// The instances of a module's device functions: one for each list of argument types. Private to
// sema.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "declare/decorators.h"
#include "diag/diagnostics.h"
#include "ir/module.h"
#include "python/evaluator.h"
#include "symbols/closures.h"
#include "values/folding.h"

namespace pycu::sema {

using symbols::Closures;

struct Instance;
using InstanceId = Id<Instance>;

/// What a parameter gets: a value of a type, or something that is known while compiling (a
/// function, a type, a string; a number or a tuple where the body needs it as a constant), for each
/// of which a function is an instance of its own.
struct Argument {
    Type type;
    std::optional<Value> known{};
};

/// One function, typed for one list of arguments.
struct Instance {
    std::size_t decl = 0;  // index into DeviceFunctions::all
    /// Of its parameters; of one that is known while compiling, none.
    std::vector<Type> args;
    /// The arguments that its own parameters get, as a user writes their types.
    std::vector<std::string> shown;
    /// It returns something beside what it sets through `nonlocal`.
    bool returns_value = false;
    bool is_kernel = false;

    enum class State { Running, Done, Failed };
    State state = State::Running;
    /// What it returns; while it runs, what its rounds have found so far (a recursive call).
    Type result;
    bool has_result = false;
    /// A result that was read while its function ran, in mutual recursion; none was known yet where
    /// there is no type.
    struct ResultRead {
        InstanceId of;
        std::optional<Type> type;
        friend bool operator==(const ResultRead&, const ResultRead&) = default;
    };
    /// Of others, by this one or by what it calls.
    std::vector<ResultRead> reads;
    /// A parameter whose value is needed while compiling, and where.
    struct Want {
        std::size_t param;
        std::string name;
        Range at;
        friend bool operator==(const Want&, const Want&) = default;
    };
    std::vector<Want> wants;
    /// A call that has no constant for such a parameter of another.
    struct Lack {
        InstanceId of;
        std::size_t param;
        Range at;
    };
    std::vector<Lack> lacks;
    /// What it is found by.
    std::string key;
    /// Of a finished one.
    ir::Function function;
    std::vector<ir::VariableType> variables;
    std::vector<diag::Diagnostic> diagnostics;
    std::vector<InstanceId> calls;
    bool has_effects = false;
    /// Where finish() put it.
    ir::FunctionId function_id;
};

class Instances {
  public:
    Instances(ir::Module& module, Evaluator& evaluator, DeviceFunctions& functions)
        : module_(module),
          evaluator_(evaluator),
          functions_(functions),
          closures_(evaluator.tree(), evaluator.scopes()),
          folded_(evaluator.tree()) {}

    /// The instance for these arguments, made when there is none.
    InstanceId get(std::size_t decl, const std::vector<Argument>& args, bool is_kernel);
    InstanceId get(std::size_t decl, const std::vector<Type>& args, bool is_kernel);

    /// Whether a call may be typed: an instance for these arguments is there, or one more of the
    /// function may be made inside those that are being typed now.
    enum class Room : std::uint8_t { Enough, EndlessTypes, TooDeep };
    Room room_for(std::size_t decl, const std::vector<Argument>& args) const;
    /// How many functions that call each other may be typed at once: each needs stack.
    static constexpr std::uint32_t max_depth = 200;

    /// Whether an instance could not be typed for the want of a result that is still to come.
    bool waits(InstanceId id) const;
    /// Forgets those that read less of a running instance's result than is known now, so that the
    /// next call makes them again; whether there were any.
    bool forget_outdated(InstanceId running);

    Instance& operator[](InstanceId id) { return instances_[id.index]; }
    std::size_t size() const { return instances_.size(); }
    ir::Module& module() { return module_; }
    Evaluator& evaluator() { return evaluator_; }
    DeviceFunctions& functions() { return functions_; }
    Closures& closures() { return closures_; }
    const FoldedConstants& folded() const { return folded_; }

    /// Whether evaluating an expression itself does something beside giving a value.
    bool has_effect(const ir::Expr& expr) const;

    std::string constant_name(const Origin& origin) const;
    /// The module's constant for a named value, added when it is used for the first time.
    /// `columns`: the items of a tuple are rows of as many.
    ir::ConstantId constant(const Value& value, const Origin& origin, Type type,
                            std::size_t columns = 0);
    /// The module's Enum class of a member, and the constant that the member is.
    std::uint32_t enum_class(const EnumValue& member);
    ir::ConstantId enum_constant(const EnumValue& member, Type dtype);

    /// The module's function of that name in C; null where it has another one of it.
    const ir::ForeignFunction* foreign(ir::ForeignFunction function);

    const Arena<ir::Constant>& all_constants() const { return all_constants_; }
    /// Whether the formula of a name's assignment is being read: it is set by means of itself.
    bool is_being_written(const Origin& origin) const {
        return std::ranges::count(being_written_, origin.range) > 0;
    }

    /// Moves the functions that `roots` reach into the module, callees first, with the constants
    /// that they read, and reports their diagnostics and those of `tried`.
    /// With `only_sound`, what none but kernels in error need stays out.
    void finish(const std::vector<InstanceId>& roots, const std::vector<InstanceId>& tried,
                bool only_sound, diag::Sink& sink);
    /// Whether every instance of `roots` that is of the same function is sound.
    bool is_sound(InstanceId root, const std::vector<InstanceId>& roots) const;
    /// What an instance calls, directly or through others, callees first; itself last.
    std::vector<InstanceId> reachable(const std::vector<InstanceId>& roots) const;

  private:
    bool has_effects_of(const ir::Function& function) const;
    void check_shared_memory(InstanceId root);
    ir::Formula formula_at(const Origin& origin, const NumberValue& number);
    void add_constants();
    void add_foreign();

    ir::Module& module_;
    Evaluator& evaluator_;
    DeviceFunctions& functions_;
    Closures closures_;
    FoldedConstants folded_;
    std::deque<Instance> instances_;
    std::unordered_map<std::string, InstanceId> by_key_;
    /// How many instances of a function are being typed, and were made, by the function's index.
    struct Count {
        std::uint32_t running = 0;
        std::uint32_t made = 0;
    };
    std::unordered_map<std::size_t, Count> counts_;
    std::uint32_t depth_ = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> enums_;
    std::unordered_map<std::string, ir::ConstantId> constants_;
    /// Constants that are set by means of others, which are by means of others: each needs stack.
    static constexpr std::size_t max_formula_depth = 32;
    /// The names whose formulas are being read, the outermost first.
    std::vector<Range> being_written_;
    Arena<ir::Constant> all_constants_;
    std::vector<std::shared_ptr<ir::ForeignFunction>> foreign_;
};

}  // namespace pycu::sema
