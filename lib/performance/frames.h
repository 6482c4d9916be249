// The variables of one function while it is followed. Private to the walk.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "performance/walk.h"

namespace pycu::performance {

/// What is known of a value: of a number its lanes, of a tuple its items, of an array its memory.
struct Value {
    Lanes number{};
    std::vector<Value> items{};
    Array array{};
    /// It is a number once loops are unrolled.
    bool is_static = false;

    Value item(std::size_t index) const {
        return index < items.size() ? items[index]
               : number.is_set()    ? Value{Lanes::unknown()}
                                    : Value{};
    }
    friend bool operator==(const Value&, const Value&) = default;
};

Value joined(const Value& a, const Value& b);
/// A number of the text.
Value fixed(const Lanes& number);

// ---- What operations make of numbers beside `combined`.

Lanes of_number(const ir::Number& number);
/// Of operands that a pure function takes: the same in all lanes where they are.
Lanes computed(const std::vector<Lanes>& operands);
/// min and max: what varies, but for the warps at a bound.
Lanes clamped(const std::vector<Lanes>& operands);
Lanes negated(const ir::Expr& expr, UnaryOp op, const Lanes& operand);
Lanes converted(const ir::Expr& cast, Type from, const Lanes& value);
/// 1 in the lanes for which a comparison holds.
Lanes holds(CompareOp op, const Lanes::Numbers& a, const Lanes::Numbers& b);
/// `and`, `or`. Of a condition that is known and one that is not, `and` has at most the lanes of
/// the known one.
Lanes both(const ir::Logical& logical, const Lanes& left, const Lanes& right);

class Frame {
  public:
    /// One side of an `if`.
    using Arm = std::pair<ir::StmtId, int>;

    Frame(const ir::Function& of, const std::vector<Value>& args);

    void begin_round();
    bool has_changed() const { return changed_; }

    const Value& local(ir::LocalId id) const { return locals_[id.index]; }
    void assign(ir::LocalId target, Value value);
    void give_back(const Value& value);
    const Value& result() const { return result_; }

    void enter_branch(Arm arm, bool is_apart) { arms_.emplace_back(arm, is_apart); }
    void leave_branch() { arms_.pop_back(); }
    void enter_loop(ir::StmtId loop) { loops_.push_back(loop); }
    void leave_loop() { loops_.pop_back(); }
    /// Lanes leave the loop around at different turns.
    void part_loop(bool is_apart);
    /// break, continue, return or raise.
    void jump();
    /// Whether nvcc unrolls the loop around.
    void make_unrolled(bool is_unrolled);
    /// Whether it does not unroll one of those around.
    bool is_rolled() const;

    const ir::Function& function;
    bool tells = false;
    /// Some threads may have left, and not for an array's bounds.
    bool is_left = false;

  private:
    bool is_apart() const;
    bool is_in_parted_loop() const;
    void mark_changed() { changed_ = true; }

    std::vector<Value> locals_;
    std::vector<int> assignments_;       ///< by local: how many statements set it
    std::vector<std::set<Arm>> set_in_;  ///< by local: the innermost arms of those
    std::vector<bool> is_straight_;      ///< by local: set outside of branches and loops
    std::vector<std::pair<Arm, bool>> arms_;
    std::vector<ir::StmtId> loops_;
    std::set<ir::StmtId> parted_;
    std::set<ir::StmtId> rolled_;
    Value result_;
    int returns_ = 0;
    bool changed_ = false;
};

}  // namespace pycu::performance
