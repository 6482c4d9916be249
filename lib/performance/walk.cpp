// Follows a kernel's values to a fixed point, then once more to tell of them. A device function is
// followed for each call, with what the call gives it.
#include "performance/walk.h"

#include <algorithm>

#include "ir/visit.h"
#include "performance/walk_steps.h"

namespace pycu::performance {

namespace {

bool is_parted(const std::vector<Lanes>& bounds) {
    return std::ranges::any_of(bounds,
                               [](const Lanes& one) { return one.is_set() && !one.is_uniform(); });
}

/// Whether nvcc unrolls a loop, so that its target is a number in each turn: measured with
/// loops of up to 256 turns, nested ones with it.
bool is_unrolled(const Value& start, const Value& stop, const Value& step) {
    constexpr std::int64_t most_turns = 256;
    const auto first = start.number.known(), last = stop.number.known();
    const auto by = step.number.known();
    const bool is_long = first && last && by && *by != 0 && (*last - *first) / *by > most_turns;
    return start.is_static && stop.is_static && step.is_static && !is_long;
}

}  // namespace

Type Access::array_type() const {
    return function.exprs[function.get<ir::Element>(element)->array].type;
}

Value Walk::call(ir::FunctionId id, const std::vector<Value>& args, bool tells) {
    // what is deeper, or calls too much, stays unknown
    constexpr int most_depth = 12;
    constexpr int most_rounds = 4000;
    const ir::Function& function = module_.functions[id];
    if (depth_ >= most_depth || function.is_recursive || rounds_ > most_rounds) {
        return {Lanes::unknown()};
    }
    ++depth_;
    Frame frame(function, args);
    do {
        ++rounds_;
        frame.begin_round();
        block(frame, function.body);
    } while (frame.has_changed() && rounds_ <= most_rounds);
    if (tells) {
        frame.begin_round();
        frame.tells = true;
        block(frame, function.body);
    }
    --depth_;
    return frame.result();
}

Value Walk::parameter(Type type, std::string_view name) const {
    Value made{type.is_scalar() ? Lanes::uniform() : Lanes::unknown()};
    if (type.is_array()) {
        made.array.space = Array::Space::Global;
        made.array.name = name;
    } else if (type.is_tuple()) {
        for (const Type item : module_.types.items(type)) {
            made.items.push_back(parameter(item, name));
        }
    }
    return made;
}

void Walk::block(Frame& frame, const ir::Block& body) {
    for (const ir::StmtId id : body) {
        stmt(frame, id);
    }
}

void Walk::stmt(Frame& frame, ir::StmtId id) {
    const ir::Stmt& s = frame.function.stmts[id];
    if (const auto* assign = s.get<ir::Assign>()) {
        frame.assign(assign->target, value(frame, assign->value));
    } else if (const auto* unpack = s.get<ir::Unpack>()) {
        const Value all = value(frame, unpack->value);
        for (std::size_t i = 0; i < unpack->targets.size(); ++i) {
            if (unpack->targets[i].valid()) {
                frame.assign(unpack->targets[i], all.item(i));
            }
        }
    } else if (const auto* branch = s.get<ir::If>()) {
        const Lanes condition = value(frame, branch->condition).number;
        if (frame.tells) {
            observer_.branch(module_, frame.function, s, condition);
        }
        const bool is_apart = condition.is_set() && !condition.is_uniform();
        const bool is_chosen = is_apart && !is_bound(frame, branch->condition);
        chosen_ += is_chosen ? 1 : 0;
        frame.enter_branch({id, 0}, is_apart);
        block(frame, branch->body);
        frame.leave_branch();
        frame.enter_branch({id, 1}, is_apart);
        block(frame, branch->orelse);
        frame.leave_branch();
        chosen_ -= is_chosen ? 1 : 0;
    } else if (ir::is_loop(s)) {
        loop(frame, id, s);
    } else if (const auto* array = s.get<ir::DeclareArray>()) {
        const bool is_shared = array->space == ir::DeclareArray::Space::Shared;
        Value made{Lanes::unknown()};
        made.array = {is_shared ? Array::Space::Shared : Array::Space::Local, array, s.range,
                      frame.function.locals[array->array].name};
        frame.assign(array->array, made);
    } else {
        const auto* returned = s.get<ir::Return>();
        if (ir::is_jump(s) || ir::leaves_function(s)) {
            frame.jump();
            frame.is_left = frame.is_left || chosen_ > 0;
        }
        ir::for_each_expr(s, [&](const ir::ExprId& expr) {
            const Value of = value(frame, expr);
            if (returned != nullptr) {
                frame.give_back(of);
            }
        });
    }
}

void Walk::loop(Frame& frame, ir::StmtId id, const ir::Stmt& s) {
    if (const auto* loop = s.get<ir::While>()) {
        frame.enter_loop(id);
        block(frame, loop->before);
        const Lanes condition = value(frame, loop->condition).number;
        frame.part_loop(condition.is_set() && !condition.is_uniform());
        frame.make_unrolled(false);
        block(frame, loop->body);
        frame.leave_loop();
        block(frame, loop->orelse);
    } else if (const auto* range = s.get<ir::ForRange>()) {
        const Value start = value(frame, range->start);
        const Value stop = value(frame, range->stop);
        const Value step = value(frame, range->step);
        const Lanes turns = combined(BinaryOp::Mult, step.number, Lanes::uniform());
        frame.enter_loop(id);
        frame.part_loop(is_parted({start.number, stop.number, step.number}));
        frame.make_unrolled(is_unrolled(start, stop, step));
        Value target{combined(BinaryOp::Add, start.number, turns)};
        target.is_static = is_unrolled(start, stop, step);
        frame.assign(range->target, target);
        block(frame, range->body);
        frame.leave_loop();
        block(frame, range->orelse);
    } else if (const auto* items = s.get<ir::ForItems>()) {
        frame.enter_loop(id);
        for (const ir::ExprId item : items->items) {
            frame.assign(items->target, value(frame, item));
        }
        block(frame, items->body);
        frame.leave_loop();
        block(frame, items->orelse);
    }
}

bool Walk::is_bound(Frame& frame, ir::ExprId id) {
    const ir::Function& function = frame.function;
    if (const auto* logical = function.get<ir::Logical>(id)) {
        return is_bound(frame, logical->left) && is_bound(frame, logical->right);
    }
    const auto* compare = function.get<ir::Compare>(id);
    if (compare == nullptr) {
        return quietly(frame, id).number.is_uniform();
    }
    const Lanes left = quietly(frame, compare->left).number;
    const Lanes right = quietly(frame, compare->right).number;
    const Lanes& limit = left.varies() ? right : left;
    return (left.is_uniform() && right.is_uniform()) ||
           (is_ordering(compare->op) && (left.varies() || right.varies()) && limit.is_uniform() &&
            !limit.known());
}

void walk(const ir::Module& module, ir::FunctionId kernel, const BlockShape& block,
          Observer& observer) {
    Walk one(module, block, observer);
    std::vector<Value> args;
    const ir::Function& function = module.functions[kernel];
    for (const ir::LocalId param : function.params) {
        const ir::Local& local = function.locals[param];
        args.push_back(one.parameter(local.type, local.name));
    }
    one.call(kernel, args, true);
}

}  // namespace pycu::performance
