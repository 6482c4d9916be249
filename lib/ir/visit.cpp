// Which parts each node has; see visit.h.
#include "ir/visit.h"

#include <algorithm>
#include <unordered_set>

#include "ir/stmt.h"

namespace pycu::ir {

namespace {

/// The expressions in one member of a node: an id, a list of them, an index; none in a number.
template <class Member>
void for_each_in(Member& member, FunctionRef<void(ExprId&)> visit) {
    if constexpr (std::is_same_v<Member, ExprId>) {
        visit(member);
    } else if constexpr (requires { member.begin(); }) {
        for (auto& one : member) {
            for_each_in(one, visit);
        }
    } else if constexpr (requires { *member; }) {
        if (member) {
            for_each_in(*member, visit);
        }
    } else if constexpr (requires { member.wraps; }) {
        visit(member.value);
    } else if constexpr (requires { member.kind; }) {
        for (auto* const id : {&member.index.value, &member.start, &member.stop, &member.step}) {
            if (id->valid()) {
                visit(*id);
            }
        }
    }
}

/// The expressions that stand directly in a node. The order of the names is that of evaluation.
template <class Node>
void for_each_child(Node& e, FunctionRef<void(ExprId&)> visit) {
#define PYCU_MEMBER(name)                 \
    if constexpr (requires { e.name; }) { \
        for_each_in(e.name, visit);       \
    }
    PYCU_MEMBER(array)
    PYCU_MEMBER(record)
    PYCU_MEMBER(tuple)
    PYCU_MEMBER(condition)
    PYCU_MEMBER(if_true)
    PYCU_MEMBER(if_false)
    PYCU_MEMBER(left)
    PYCU_MEMBER(right)
    PYCU_MEMBER(operand)
    PYCU_MEMBER(real)
    PYCU_MEMBER(imag)
    PYCU_MEMBER(start)
    PYCU_MEMBER(stop)
    PYCU_MEMBER(step)
    PYCU_MEMBER(args)
    PYCU_MEMBER(items)
    PYCU_MEMBER(extents)
    PYCU_MEMBER(indices)
    PYCU_MEMBER(index)
    PYCU_MEMBER(value)
    PYCU_MEMBER(place)
#undef PYCU_MEMBER
}

}  // namespace

void for_each_operand(Expr& expr, FunctionRef<void(ExprId&)> visit) {
    std::visit([&](auto& e) { for_each_child(e, visit); }, expr.as);
}

void for_each_operand(const Expr& expr, FunctionRef<void(const ExprId&)> visit) {
    for_each_operand(const_cast<Expr&>(expr), [&](ExprId& id) { visit(id); });
}

void for_each_expr(Stmt& stmt, FunctionRef<void(ExprId&)> visit) {
    std::visit([&](auto& s) { for_each_child(s, visit); }, stmt.as);
}

void for_each_expr(const Stmt& stmt, FunctionRef<void(const ExprId&)> visit) {
    for_each_expr(const_cast<Stmt&>(stmt), [&](ExprId& id) { visit(id); });
}

void for_each_constant_of(Function& function, FunctionRef<void(ConstantId&)> visit) {
    for (Expr& expr : function.exprs) {
        if (auto* read = expr.get<ReadConstant>()) {
            visit(read->constant);
        }
    }
    for (Stmt& stmt : function.stmts) {
        if (auto* array = stmt.get<DeclareArray>()) {
            for (Formula& extent : array->written_shape) {
                for_each_constant(extent, visit);
            }
        }
    }
}

void for_each_constant_of(const Function& function, FunctionRef<void(const ConstantId&)> visit) {
    for_each_constant_of(const_cast<Function&>(function), [&](ConstantId& id) { visit(id); });
}

void for_each_target(Stmt& stmt, FunctionRef<void(LocalId&)> visit) {
    std::visit(
        [&](auto& s) {
            if constexpr (requires { s.target; }) {
                visit(s.target);
            } else if constexpr (requires { s.targets; }) {
                for (auto& target : s.targets) {
                    if (target.valid()) {
                        visit(target);
                    }
                }
            }
        },
        stmt.as);
}

void for_each_target(const Stmt& stmt, FunctionRef<void(const LocalId&)> visit) {
    for_each_target(const_cast<Stmt&>(stmt), [&](LocalId& id) { visit(id); });
}

void for_each_block(Stmt& stmt, FunctionRef<void(Block&)> visit) {
    std::visit(
        [&](auto& s) {
            if constexpr (requires { s.before; }) {
                visit(s.before);
            }
            if constexpr (requires { s.body; }) {
                visit(s.body);
            }
            if constexpr (requires { s.orelse; }) {
                visit(s.orelse);
            }
        },
        stmt.as);
}

void for_each_block(const Stmt& stmt, FunctionRef<void(const Block&)> visit) {
    for_each_block(const_cast<Stmt&>(stmt), [&](Block& block) { visit(block); });
}

bool any_operand(const Expr& expr, FunctionRef<bool(const ExprId&)> holds) {
    bool found = false;
    for_each_operand(expr, [&](const ExprId& operand) { found = found || holds(operand); });
    return found;
}

bool is_floor_division(const Expr& expr) {
    const auto* binary = expr.get<Binary>();
    return binary != nullptr && (binary->op == BinaryOp::FloorDiv || binary->op == BinaryOp::Mod);
}

void for_each_read(const Function& function, ExprId id, FunctionRef<void(LocalId)> visit) {
    const Expr& expr = function.exprs[id];
    if (const auto* read = expr.get<Read>()) {
        visit(read->local);
    }
    for_each_operand(expr, [&](const ExprId& operand) { for_each_read(function, operand, visit); });
}

void for_each_stmt(const Function& function, const Block& block, FunctionRef<void(StmtId)> visit) {
    for (const StmtId id : block) {
        visit(id);
        for_each_block(function.stmts[id],
                       [&](const Block& inner) { for_each_stmt(function, inner, visit); });
    }
}

std::vector<FunctionId> reached(const Module& module, FunctionId from) {
    std::vector<FunctionId> found{from};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const FunctionId callee : module.functions[found[i]].callees) {
            if (std::ranges::find(found, callee) == found.end()) {
                found.push_back(callee);
            }
        }
    }
    return found;
}

void for_each_expr_in(const Function& function, ExprId id, FunctionRef<void(ExprId)> visit) {
    for_each_operand(function.exprs[id],
                     [&](const ExprId& operand) { for_each_expr_in(function, operand, visit); });
    visit(id);
}

void for_each_expr_of(const Function& function, const Stmt& stmt, FunctionRef<void(ExprId)> visit) {
    for_each_expr(stmt, [&](const ExprId& id) { for_each_expr_in(function, id, visit); });
}

bool has_effect(const Module& module, const Expr& expr) {
    if (const auto* call = expr.get<Call>()) {
        return module.functions.contains(call->function) &&
               module.functions[call->function].has_effects;
    }
    const auto* e = expr.get<Intrinsic>();
    return e != nullptr && e->row != nullptr && e->row->effect >= api::Effect::Writes;
}

// ---- What statements have in common. See stmt.h.

bool is_loop(const Stmt& stmt) {
    return stmt.is<While>() || stmt.is<ForRange>() || stmt.is<ForItems>();
}

bool is_jump(const Stmt& stmt) {
    return stmt.is<Break>() || stmt.is<Continue>();
}

bool leaves_function(const Stmt& stmt) {
    return stmt.is<Return>() || stmt.is<Raise>();
}

bool has_break(const Function& function, const Block& block) {
    bool found = false;
    for (const StmtId id : block) {
        const Stmt& stmt = function.stmts[id];
        found = found || stmt.is<Break>();
        if (!is_loop(stmt)) {
            for_each_block(
                stmt, [&](const Block& inner) { found = found || has_break(function, inner); });
        }
    }
    return found;
}

bool is_meeting(const Function& function, const Stmt& stmt) {
    const auto* evaluate = stmt.get<Evaluate>();
    const auto* row = evaluate != nullptr ? function.get<Intrinsic>(evaluate->value) : nullptr;
    return row != nullptr && row->row->effect == api::Effect::Converges;
}

std::optional<std::size_t> step_of(const Function& function, const Block& body, LocalId counter) {
    for (std::size_t i = body.size(); i-- > 0;) {
        const Stmt& stmt = function.stmts[body[i]];
        if (const auto* assign = stmt.get<Assign>()) {
            return assign->target == counter ? std::optional(i) : std::nullopt;
        }
        bool reads_counter = false;
        for_each_expr(stmt, [&](const ExprId& id) {
            for_each_read(function, id,
                          [&](LocalId one) { reads_counter = reads_counter || one == counter; });
        });
        if (!is_meeting(function, stmt) || reads_counter) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

const While* counted_while(const Function& function, const Block& block, std::size_t place) {
    const auto* start = function.get<Assign>(block[place]);
    const auto* loop = place + 1 < block.size() ? function.get<While>(block[place + 1]) : nullptr;
    const bool is_counted = start != nullptr && loop != nullptr && loop->counter.valid() &&
                            loop->counter == start->target &&
                            step_of(function, loop->body, loop->counter).has_value();
    return is_counted ? loop : nullptr;
}

LocalId loop_target(const Stmt& stmt) {
    if (const auto* loop = stmt.get<ForRange>()) {
        return loop->target;
    }
    const auto* loop = stmt.get<ForItems>();
    return loop != nullptr ? loop->target : LocalId{};
}

// ---- What is used, with all that is inside it. See visit.h.

namespace {

class UsedTypes {
  public:
    explicit UsedTypes(const Module& module) : types_(module.types) {
        for (const Constant& constant : module.constants) {
            add(constant.type);
        }
        for (const Function& function : module.functions) {
            add(function.result);
            for (const Local& local : function.locals) {
                add(local.type);
            }
            for (const Expr& expr : function.exprs) {
                add(expr.type);
            }
        }
    }

    bool contains(Type type) const { return found_.contains(type); }

  private:
    void add(Type type) {
        type = types_.without_none(type);
        type = type.is_array() ? type.element_type() : type;
        if (!(type.is_tuple() || type.is_record()) || !found_.insert(type).second) {
            return;
        }
        if (type.is_tuple()) {
            for (const Type item : types_.items(type)) {
                add(item);
            }
            return;
        }
        for (const RecordField& field : types_.record(type).fields) {
            add(field.type);
        }
    }

    const TypeTable& types_;
    std::unordered_set<Type> found_;
};

}  // namespace

std::vector<Type> records_of(const Module& module) {
    const UsedTypes used(module);
    std::vector<Type> records;
    for (std::uint32_t i = 0; i < module.types.record_count(); ++i) {
        const Type type = module.types.record_at(i);
        if (used.contains(type) && type != Type::random_state()) {
            records.push_back(type);
        }
    }
    return records;
}

std::vector<Type> named_tuples(const Module& module) {
    const UsedTypes used(module);
    std::vector<Type> tuples;
    for (std::uint32_t i = 0; i < module.types.tuple_count(); ++i) {
        const Type type = module.types.tuple_at(i);
        if (module.types.is_named(type) && !module.types.tuple_type(type).is_range &&
            used.contains(type)) {
            tuples.push_back(type);
        }
    }
    return tuples;
}

}  // namespace pycu::ir
