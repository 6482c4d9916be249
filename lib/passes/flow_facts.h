// What is known of each variable at one point of a function, with an undo log: a branch costs what
// it changes, not what the function has.
//
// Every value has a number of its own, as in SSA form: two variables with one number are equal, and
// what is known about numbers (`greater - less >= gap`) stays true whatever is assigned later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace pycu::passes {

/// No value yet: the interval that changes nothing when it is joined.
inline constexpr ir::Interval no_value{INT64_MAX, INT64_MIN};

/// The number of a value.
using ValueId = std::uint32_t;

/// A variable's value: its number, and what it lies between.
struct Fact {
    ir::Interval interval = no_value;
    ValueId id = 0;
    friend bool operator==(const Fact&, const Fact&) = default;
};

/// greater - less >= gap
struct Relation {
    ValueId greater = 0;
    ValueId less = 0;
    std::int64_t gap = 0;
};

/// What paths changed since a mark: the values there, by local, and what was learnt.
struct Changes {
    bool is_reachable = false;
    std::unordered_map<std::uint32_t, Fact> values;
    std::vector<Relation> relations;
};

class FlowFacts {
  public:
    explicit FlowFacts(std::size_t locals);

    ir::Interval operator[](std::uint32_t local) const { return values_[local].interval; }
    ValueId id(std::uint32_t local) const { return values_[local].id; }
    ValueId new_id() { return next_id_++; }

    /// The variable gets another value.
    void assign(std::uint32_t local, ir::Interval interval, ValueId id);
    /// More is known of the value that the variable has.
    void narrow(std::uint32_t local, ir::Interval interval);

    void relate(const Relation& relation) { relations_.push_back(relation); }
    /// The largest known gap between two values; INT64_MIN where none is known.
    std::int64_t gap(ValueId greater, ValueId less) const;

    bool is_reachable() const { return is_reachable_; }
    void set_unreachable() { is_reachable_ = false; }

    struct Mark {
        std::size_t changes = 0;
        std::size_t relations = 0;
    };
    Mark mark() const { return {log_.size(), relations_.size()}; }
    /// What has changed since the mark.
    Changes since(const Mark& mark) const;
    /// Goes back to the mark, where the point was reachable.
    void undo(const Mark& mark);
    /// The point where paths that began here meet again.
    void apply(const std::vector<Changes>& paths);

  private:
    struct Old {
        std::uint32_t local;
        Fact value;
    };
    void set(std::uint32_t local, const Fact& value);

    std::vector<Fact> values_;
    std::vector<Old> log_;
    std::vector<Relation> relations_;
    ValueId next_id_ = 0;
    bool is_reachable_ = true;
};

/// Either of two intervals, one of which may be no_value.
ir::Interval either(ir::Interval a, ir::Interval b);

// ---- Which variables a loop sets, and which of them an iteration may take from the one before.

struct LoopVariables {
    /// Everything that the loop sets, its target included.
    std::unordered_set<std::uint32_t> assigned;
    /// Those that the condition or the body may read before it sets them.
    std::unordered_set<std::uint32_t> carried;
};

/// Of `while condition: body`, or of `for target in ...: body`: one of the first two is invalid.
LoopVariables find_loop_variables(const ir::Function& function, ir::ExprId condition,
                                  ir::LocalId target, const ir::Block& body);

/// Whether an expression reads one of these variables.
bool reads_any(const ir::Function& function, ir::ExprId expr,
               const std::unordered_set<std::uint32_t>& locals);

}  // namespace pycu::passes
