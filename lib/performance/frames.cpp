// The variables of a function that is followed, and what operations make of them. See frames.h.
#include "performance/frames.h"

#include <algorithm>

#include "ir/visit.h"

namespace pycu::performance {

namespace {

/// One array of two whose memory is of one kind is no array of a name.
Array joined(const Array& a, const Array& b) {
    Array unnamed = a;
    unnamed.name = b.name;
    if (unnamed != b || a.declared != nullptr) {
        return a == b ? a : Array{};
    }
    unnamed.name = a.name == b.name ? a.name : std::string_view{};
    return unnamed;
}

}  // namespace

Value joined(const Value& a, const Value& b) {
    if (a == Value{} || a == b) {
        return b;
    }
    if (b == Value{}) {
        return a;
    }
    Value made{Lanes::joined(a.number, b.number)};
    for (std::size_t i = 0; a.items.size() == b.items.size() && i < a.items.size(); ++i) {
        made.items.push_back(joined(a.items[i], b.items[i]));
    }
    made.array = joined(a.array, b.array);
    made.is_static = a.is_static && b.is_static;
    return made;
}

Value fixed(const Lanes& number) {
    Value made{number};
    made.is_static = true;
    return made;
}

Lanes of_number(const ir::Number& number) {
    if (const auto* integer = std::get_if<std::int64_t>(&number)) {
        return Lanes::constant(*integer);
    }
    if (const auto* bits = std::get_if<std::uint64_t>(&number)) {
        return *bits < INT64_MAX ? Lanes::constant(std::int64_t(*bits)) : Lanes::uniform();
    }
    const auto* truth = std::get_if<bool>(&number);
    return truth != nullptr ? Lanes::constant(*truth ? 1 : 0) : Lanes::uniform();
}

Lanes computed(const std::vector<Lanes>& operands) {
    Lanes made = Lanes::uniform();
    for (const Lanes& one : operands) {
        if (!one.is_set()) {
            return {};
        }
        if (one.is_of_turn()) {
            made.make_of_turn();
        }
    }
    const bool is_alike =
        std::ranges::all_of(operands, [](const Lanes& one) { return one.is_uniform(); });
    return is_alike ? made : Lanes::unknown();
}

Lanes clamped(const std::vector<Lanes>& operands) {
    Lanes made = computed(operands);
    const auto varies = [](const Lanes& one) { return one.varies(); };
    const auto first = std::ranges::find_if(operands, varies);
    const bool is_one =
        std::ranges::count_if(operands, varies) == 1 &&
        std::ranges::none_of(operands, [](const Lanes& one) { return one.is_unknown(); });
    if (made.is_unknown() && is_one) {
        made = combined(BinaryOp::Add, *first, Lanes::uniform());
        made.make_of_turn();
    }
    return made;
}

Lanes negated(const ir::Expr& expr, UnaryOp op, const Lanes& operand) {
    if (op == UnaryOp::UAdd) {
        return operand;
    }
    if (op == UnaryOp::USub && expr.type.is_integer()) {
        return combined(BinaryOp::Sub, Lanes::constant(0), operand);
    }
    if (op == UnaryOp::Not && operand.values()) {
        return holds(CompareOp::Eq, *operand.values(), {});
    }
    return computed({operand});
}

Lanes converted(const ir::Expr& cast, Type from, const Lanes& value) {
    const bool is_whole = from.is_integer() || from.is_bool();
    if (cast.type.is_integer() && is_whole) {
        return value;
    }
    if (cast.type.is_bool() && is_whole && value.values()) {
        return holds(CompareOp::NotEq, *value.values(), {});
    }
    return computed({value});
}

Lanes holds(CompareOp op, const Lanes::Numbers& a, const Lanes::Numbers& b) {
    Lanes made = Lanes::constant(0);
    for (int i = 0; i < warp_size; ++i) {
        const std::int64_t one = a[std::size_t(i)], other = b[std::size_t(i)];
        const bool is_true = op == CompareOp::Eq      ? one == other
                             : op == CompareOp::NotEq ? one != other
                             : op == CompareOp::Lt    ? one < other
                             : op == CompareOp::LtE   ? one <= other
                             : op == CompareOp::Gt    ? one > other
                                                      : one >= other;
        made.set(i, is_true ? 1 : 0);
    }
    return made;
}

Lanes both(const ir::Logical& logical, const Lanes& left, const Lanes& right) {
    const auto a = left.values(), b = right.values();
    if (a && b) {
        const Lanes any = combined(BinaryOp::Add, left, right);
        return holds(CompareOp::GtE, *any.values(),
                     *Lanes::constant(logical.is_and ? 2 : 1).values());
    }
    if (logical.is_and && left.is_set() && right.is_set() && (left.varies() || right.varies())) {
        return left.varies() ? left : right;
    }
    return computed({left, right});
}

Frame::Frame(const ir::Function& of, const std::vector<Value>& args)
    : function(of),
      locals_(of.locals.size()),
      assignments_(of.locals.size()),
      set_in_(of.locals.size()),
      is_straight_(of.locals.size()) {
    for (std::size_t i = 0; i < of.params.size() && i < args.size(); ++i) {
        locals_[of.params[i].index] = args[i];
        assignments_[of.params[i].index] = 1;
        set_in_[of.params[i].index].insert(Arm{});
    }
    ir::for_each_stmt(of, of.body, [&](ir::StmtId id) {
        ir::for_each_target(of.stmts[id],
                            [&](const ir::LocalId& target) { ++assignments_[target.index]; });
        const auto* returned = of.get<ir::Return>(id);
        returns_ += returned != nullptr && returned->value ? 1 : 0;
    });
    // of a variable that is set outside of branches and loops alone
    std::vector<int> outside = assignments_;
    for (const ir::StmtId id : of.body) {
        if (!ir::is_loop(of.stmts[id])) {
            ir::for_each_target(of.stmts[id],
                                [&](const ir::LocalId& target) { --outside[target.index]; });
        }
    }
    for (std::size_t i = 0; i < outside.size(); ++i) {
        is_straight_[i] = outside[i] == 0;
    }
}

void Frame::begin_round() {
    changed_ = false;
    arms_.clear();
    loops_.clear();
    is_left = false;
}

bool Frame::is_apart() const {
    return std::ranges::any_of(arms_, [](const auto& one) { return one.second; });
}

bool Frame::is_in_parted_loop() const {
    return std::ranges::any_of(loops_, [&](ir::StmtId loop) { return parted_.contains(loop); });
}

void Frame::assign(ir::LocalId target, Value value) {
    std::set<Arm>& arms = set_in_[target.index];
    if (arms.insert(arms_.empty() ? Arm{} : arms_.back().first).second) {
        mark_changed();
    }
    const bool is_again = assignments_[target.index] > 1;
    const bool is_target =
        !loops_.empty() && ir::loop_target(function.stmts[loops_.back()]) == target;
    if (is_again && arms.size() > 1 && is_apart() && value.number.is_set()) {
        value.number = Lanes::unknown();  // some lanes keep what they had
    } else if ((is_again || is_target) && is_in_parted_loop() && value.number.is_set()) {
        value.number.make_of_turn();
    }
    if (is_again && (!arms_.empty() || is_rolled())) {
        value.is_static = false;
    }
    if (is_straight_[target.index]) {
        locals_[target.index] = std::move(value);  // each read sees the assignment before it
        return;
    }
    Value made = joined(locals_[target.index], value);
    if (made != locals_[target.index]) {
        locals_[target.index] = std::move(made);
        mark_changed();
    }
}

void Frame::give_back(const Value& value) {
    Value made = joined(result_, value);
    if (returns_ > 1 && is_apart()) {
        made = {Lanes::unknown()};
    }
    if (made != result_) {
        result_ = std::move(made);
        mark_changed();
    }
}

void Frame::part_loop(bool is_apart) {
    if (is_apart && parted_.insert(loops_.back()).second) {
        mark_changed();
    }
}

void Frame::make_unrolled(bool is_unrolled) {
    if (!is_unrolled && rolled_.insert(loops_.back()).second) {
        mark_changed();
    }
}

bool Frame::is_rolled() const {
    return std::ranges::any_of(loops_, [&](ir::StmtId loop) { return rolled_.contains(loop); });
}

void Frame::jump() {
    if (!loops_.empty()) {
        part_loop(is_apart());
    }
}

}  // namespace pycu::performance
