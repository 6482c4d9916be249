// Which float64 values of device code are float64 only because a number of Python's is.
//
// Numba takes `0.5` and `2` for 64 bits, and `x * 0.5` of a float32 is a float64. Such a value
// could be a float32: nothing else in it has 64 bits, and nobody asks for them where it goes to. A
// float64 that a kernel gets as an argument counts as such a number: a launch may give a float32.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "support/function_ref.h"

namespace pycu::sema {

/// How a float64, a complex128 or an integer that becomes one came about.
enum class Width : std::uint8_t {
    Free,    ///< of Python's numbers and a kernel's arguments, and of integers that a float32 holds
    Narrow,  ///< of those and float32: float32 by itself
    Double,  ///< something in it is double precision, or whoever takes it wants that, or an integer
};

/// Whether a type is float64 or complex128.
bool is_double(Type type);

/// Whether it is such a type, or what makes values of such types: `acc = 0` makes `acc + x` of a
/// float32 a float64, and so does an item of `w = (0.5, 0.25)`.
inline bool may_widen(Type type) {
    return is_double(type) || type.is_integer() || type.is_tuple();
}

/// An expression of a function, and the statement that it stands in.
struct ExprPlace {
    ir::FunctionId function;
    ir::StmtId stmt;
    ir::ExprId expr;
    friend bool operator==(const ExprPlace&, const ExprPlace&) = default;
};

/// What all float64 of a module are. Variables, parameters and results of device functions are what
/// all that is ever given to them is, and all that is made of them: one meeting with double
/// precision makes a variable Double.
class Widths {
  public:
    explicit Widths(const ir::Module& module);

    /// An operation of float32 that is done in double precision: arithmetic, a comparison, a call
    /// of a function of the tables.
    struct Operation {
        ExprPlace place;
        /// nvcc does it in float32: that this gives the same can be seen from its operands, which
        /// are float32 or constants that a float32 holds, and from its result, which becomes one.
        bool is_narrowed = false;
    };
    void for_each_operation(pycu::FunctionRef<void(const Operation&)> visit) const;

    /// The numbers of Python's that stand in an operation itself, in their order; `1.0 / 3.0` is
    /// one.
    std::vector<ir::ExprId> numbers_in(ir::FunctionId function, ir::ExprId expr) const {
        std::vector<ir::ExprId> found;
        add_numbers(function, expr, found);
        return found;
    }

    /// What an operation reads that is float64 because of a number elsewhere.
    struct Source {
        /// The variable, or the function whose result it is.
        std::string name;
        ExprPlace number;
    };
    std::vector<Source> sources_of(ir::FunctionId function, ir::ExprId expr) const {
        std::vector<Source> found;
        add_sources(function, expr, found);
        return found;
    }

  private:
    /// A variable, or what a function returns.
    struct Slot {
        Width width = Width::Free;
        /// What makes it float64: what stands in values that are given to it, where there is such a
        /// number, or what makes these float64.
        std::vector<ExprPlace> numbers{};
    };
    struct FunctionSlots {
        std::vector<Slot> locals;
        Slot result;
        /// Of each expression whether it is a number of Python's, or computed of such alone.
        std::vector<std::optional<bool>> numbers;
        /// Of each local whether a statement sets it; filled where an argument is asked of.
        std::vector<bool> is_set;
    };
    using Visit = pycu::FunctionRef<void(ir::ExprId, bool is_wanted)>;

    void add_numbers(ir::FunctionId function, ir::ExprId expr,
                     std::vector<ir::ExprId>& found) const;
    void add_sources(ir::FunctionId function, ir::ExprId expr, std::vector<Source>& found) const;
    void settle();
    void settle(ir::FunctionId function, const ir::Stmt& stmt);
    void raise(Slot& slot, Width width);
    void find_numbers();
    bool find_numbers(ir::FunctionId function, ir::StmtId stmt, bool is_direct);
    bool give_numbers(Slot& slot, const ExprPlace& value, bool is_direct);

    Width of(ir::FunctionId function, ir::ExprId expr) const;
    Width of_tuple(ir::FunctionId function, const ir::Expr& expr) const;
    Width of_args(ir::FunctionId function, const ir::Intrinsic& call) const;
    bool find_number(ir::FunctionId function, ir::ExprId expr);
    bool is_argument(ir::FunctionId function, ir::ExprId expr);
    bool is_number(ir::FunctionId function, ir::ExprId expr) const {
        return *slots_[function.index].numbers[expr.index];
    }
    bool is_exact(const ir::Function& function, ir::ExprId expr) const;
    bool is_slow(ir::FunctionId function, ir::ExprId expr, bool is_wanted) const;
    const Slot* slot_of(ir::FunctionId function, const ir::Expr& expr) const;
    void walk(ir::FunctionId function, const ir::Stmt& stmt, Visit visit) const;
    void walk(ir::FunctionId function, ir::ExprId expr, bool is_wanted, Visit visit) const;
    void for_each_part(ir::FunctionId function, ir::ExprId expr,
                       pycu::FunctionRef<void(ir::ExprId)> visit) const;

    const ir::Module& module_;
    std::vector<FunctionSlots> slots_;
    bool has_changed_ = false;
};

}  // namespace pycu::sema
