// What holds on a path that is taken where a condition is true, or false. See parts.h.
#include <algorithm>

#include "python/parts.h"
#include "symbols/walk.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

/// Of builtins that change nothing.
bool is_harmless(const syntax::Tree& tree, syntax::ExprId callee) {
    constexpr std::string_view names[] = {"abs", "bool",       "float", "hasattr", "int",
                                          "len", "isinstance", "max",   "min",     "type"};
    const auto* name = std::get_if<syntax::Name>(&tree.exprs[callee].as);
    return name != nullptr && std::ranges::count(names, name->id) > 0;
}

bool calls_something(const syntax::Tree& tree, syntax::ExprId expr) {
    const auto* call = std::get_if<syntax::Call>(&tree.exprs[expr].as);
    bool calls = (call != nullptr && !is_harmless(tree, call->func)) ||
                 std::holds_alternative<syntax::NamedExpr>(tree.exprs[expr].as);
    symbols::for_each_part(tree.exprs[expr], [&](syntax::ExprId part) {
        calls = calls || calls_something(tree, part);
    });
    return calls;
}

}  // namespace

/// A part that a name or its attributes hold; evaluating it changes nothing.
std::optional<Value> Interpreter::Parts::plain_part(ExprId expr) {
    if (!symbols::is_dotted_name(*tree_, expr)) {
        return std::nullopt;
    }
    Value value = run_.eval(expr);
    return value.part() != nullptr ? std::optional(std::move(value)) : std::nullopt;
}

/// What a condition compares with None, and whether it is None where that holds.
std::optional<std::pair<syntax::ExprId, bool>> Interpreter::Parts::none_test(ExprId test) {
    const auto* compare = std::get_if<syntax::Compare>(&tree_->exprs[test].as);
    if (compare == nullptr || compare->ops.size() != 1) {
        return std::nullopt;
    }
    const bool is_none = syntax::is_none(*tree_, compare->comparators[0]);
    const bool is_is = compare->ops[0] == CompareOp::Is || compare->ops[0] == CompareOp::Eq;
    const bool is_not = compare->ops[0] == CompareOp::IsNot || compare->ops[0] == CompareOp::NotEq;
    return is_none && (is_is || is_not) ? std::optional(std::pair(compare->left, is_is))
                                        : std::nullopt;
}

/// The place of a name that an expression is; null for all else.
Cell* Interpreter::Parts::named_cell(ExprId expr) {
    const auto* name = std::get_if<syntax::Name>(&tree_->exprs[expr].as);
    Cell* cell = name != nullptr ? store_.find(frame_, name->id) : nullptr;
    return cell != nullptr && cell->now.value ? cell : nullptr;
}

/// A name or an attribute that may be None is, or is not, on the path that is taken.
void Interpreter::Parts::assume_none(ExprId place, bool is_none) {
    const auto settled = [&](const Value& value) {
        return is_none ? Value{NoneValue{}} : but_none(value);
    };
    if (Cell* cell = named_cell(place)) {
        if (cell->now.value->or_none) {
            Slot made = cell->now;
            made.value = settled(*made.value);
            store_.set(*cell, std::move(made));
        }
        return;
    }
    const auto* attribute = std::get_if<syntax::Attribute>(&tree_->exprs[place].as);
    const Cell* owner = attribute != nullptr ? named_cell(attribute->value) : nullptr;
    const auto* object = owner != nullptr ? owner->now.value->get<HostObject>() : nullptr;
    const Value* item =
        object != nullptr ? sema::item_of(*object->attributes, attribute->attr) : nullptr;
    if (item != nullptr && item->or_none) {
        run_.set_attribute(*object, attribute->attr, settled(*item), tree_->exprs[place].range);
    }
}

/// Whether a condition asks if a parameter has its default None, and what it is then: nobody here
/// gives it anything else.
std::optional<bool> Interpreter::Parts::by_default(ExprId test) {
    const auto asked = none_test(test);
    const Cell* cell = asked ? named_cell(asked->first) : nullptr;
    const HostPart* part = cell != nullptr ? cell->now.value->part() : nullptr;
    return part != nullptr && part->is_none_by_default ? std::optional(asked->second)
                                                       : std::nullopt;
}

/// What holds on the path that is taken where a condition is true, or false.
void Interpreter::Parts::assume(ExprId test, bool holds) {
    const syntax::Expr& expr = tree_->exprs[test];
    if (const auto* op = std::get_if<syntax::UnaryOp>(&expr.as); op && op->op == UnaryOp::Not) {
        return assume(op->operand, !holds);
    }
    if (const auto* both = std::get_if<syntax::BoolOp>(&expr.as)) {
        // An operand that calls something may change what those before it have asked.
        const bool are_asked = (both->op == syntax::BoolOperator::And) == holds;
        for (auto one = both->values.rbegin(); are_asked && one != both->values.rend(); ++one) {
            assume(*one, holds);
            if (calls_something(*tree_, *one)) {
                break;
            }
        }
        return;
    }
    if (holds) {
        assume_none(test, false);  // None is not true
    }
    const auto* compare = std::get_if<syntax::Compare>(&expr.as);
    if (compare == nullptr || compare->ops.size() != 1) {
        return;
    }
    if (const auto asked = none_test(test)) {
        const bool is_identity = compare->ops[0] == CompareOp::Is ||
                                 compare->ops[0] == CompareOp::IsNot;  // `==` may be an object's
        if (is_identity) {
            assume_none(asked->first, asked->second == holds);
        }
        Cell* cell = named_cell(asked->first);
        const HostPart* part = cell != nullptr ? cell->now.value->part() : nullptr;
        // None is nothing that a kernel takes.
        if (part != nullptr && part->may_be_none && asked->second != holds) {
            Slot made = cell->now;
            HostPart settled = *part;
            settled.may_be_none = settled.is_none_by_default = false;
            made.value->as = std::make_shared<const HostPart>(settled);
            store_.set(*cell, std::move(made));
        }
        return;
    }
    const bool is_equality = compare->ops[0] == (holds ? CompareOp::Eq : CompareOp::NotEq);
    if (is_equality) {
        assume_equal(compare->left, compare->comparators[0]);
        assume_equal(compare->comparators[0], compare->left);
    }
}

/// `x.ndim == 2`, `len(x.shape) == 2`, `x.dtype == np.float32`.
void Interpreter::Parts::assume_equal(ExprId left, ExprId right) {
    const syntax::Expr& expr = tree_->exprs[left];
    if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.as)) {
        const bool is_rank = attribute->attr == "ndim";
        if (is_rank || attribute->attr == "dtype") {
            if (const auto array = plain_part(attribute->value)) {
                const Value other = run_.eval(right);
                const auto rank = as_index(other);
                is_rank&& rank ? learn_rank(*array, *rank) : learn_dtype(*array, other);
            }
        }
        return;
    }
    const auto* call = std::get_if<syntax::Call>(&expr.as);
    const auto* name =
        call != nullptr ? std::get_if<syntax::Name>(&tree_->exprs[call->func].as) : nullptr;
    if (name != nullptr && name->id == "len" && call->args.size() == 1) {
        const auto shape = plain_part(call->args[0]);
        const auto rank = as_index(run_.eval(right));
        if (shape && rank && shape->part()->kind == PartKind::Shape) {
            learn_rank(*shape, *rank);
        }
    }
}

}  // namespace pycu::sema
