// What expressions and statements see and change, and what may change places. Private to passes.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"

namespace pycu::passes {

/// What evaluating an expression, or running a statement, sees and changes.
struct Touched {
    bool reads = false;
    bool writes = false;
    std::vector<ir::LocalId> read;
    std::vector<ir::LocalId> set;
};

class EvaluationOrder {
  public:
    EvaluationOrder(const ir::Module& module, const ir::Function& function)
        : module_(module), function_(function) {}

    enum class Place { None, Good, Bad };

    static std::vector<ir::LocalId> targets(const ir::Stmt& stmt);
    bool same_name(ir::LocalId one, ir::LocalId other) const;
    bool is_effect(ir::ExprId id) const;
    Touched touched(ir::ExprId id, bool is_place = false) const;
    Touched touched(const ir::Stmt& stmt) const;
    bool commute(const Touched& one, const Touched& other) const;
    Place find_place(ir::ExprId id, ir::LocalId local, const Touched& value,
                     ir::ExprId& read) const;
    Place find_place(const ir::Stmt& stmt, ir::LocalId local, const Touched& value,
                     ir::ExprId& read) const;

  private:
    Place find_among(const std::vector<ir::ExprId>& all, ir::LocalId local, const Touched& value,
                     ir::ExprId& read, const std::function<bool(std::size_t)>& is_good) const;
    void touch(ir::ExprId id, bool is_place, Touched& all) const;

    const ir::Module& module_;
    const ir::Function& function_;
};

}  // namespace pycu::passes
