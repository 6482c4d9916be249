// What each variable lies between at one point of a function, with an undo log: a branch costs what
// it changes, not what the function has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/expr.h"

namespace pycu::passes {

/// No value yet: the interval that changes nothing when it is joined.
inline constexpr ir::Interval no_value{INT64_MAX, INT64_MIN};

/// What paths changed since a mark: the values there, by local. Absent when no path gets there.
struct Changes {
    bool is_reachable = false;
    std::unordered_map<std::uint32_t, ir::Interval> values;
};

class FlowFacts {
  public:
    explicit FlowFacts(std::size_t locals) : values_(locals, no_value) {}

    ir::Interval operator[](std::uint32_t local) const { return values_[local]; }
    void set(std::uint32_t local, ir::Interval value);

    bool is_reachable() const { return is_reachable_; }
    void set_unreachable() { is_reachable_ = false; }
    void set_reachable() { is_reachable_ = true; }

    std::size_t mark() const { return log_.size(); }
    /// What has changed since the mark.
    Changes since(std::size_t mark) const;
    /// Goes back to the mark, where the point was reachable.
    void undo(std::size_t mark);
    /// The point where paths that began here meet again.
    void apply(const std::vector<Changes>& paths);

  private:
    struct Old {
        std::uint32_t local;
        ir::Interval value;
    };
    std::vector<ir::Interval> values_;
    std::vector<Old> log_;
    bool is_reachable_ = true;
};

/// Either of two intervals, one of which may be no_value.
ir::Interval either(ir::Interval a, ir::Interval b);

}  // namespace pycu::passes
