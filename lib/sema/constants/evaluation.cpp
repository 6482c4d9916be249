// Expressions without calls: names, operators, tuples, subscripts, comprehensions.
#include "sema/constants/evaluation.h"

#include "sema/constants/folding.h"
#include "sema/constants/numbers.h"
#include "sema/constants/type_values.h"
#include "support/match.h"

namespace pycu::sema {

namespace {

constexpr int max_expr_depth = 400;

}  // namespace

std::optional<std::vector<Value>> items_of(const Value& value) {
    if (const auto* tuple = value.get<TupleValue>()) {
        return tuple->items;
    }
    const auto* array = value.get<ArrayValue>();
    if (array == nullptr || array->shape.empty()) {
        return std::nullopt;
    }
    std::vector<Value> items;
    for (std::int64_t i = 0; i < array->shape[0]; ++i) {
        items.push_back(index_array(*array, {IndexValue{{IndexValue::Kind::Integer, {i}}}}, {}));
    }
    return items;
}

Found Evaluation::found(syntax::ExprId id) {
    const Range range = tree_.exprs[id].range;
    if (names_.depth_ > max_expr_depth) {
        names_.is_too_deep_ = true;
        return {unknown("it is nested too deeply", range), {}};
    }
    ++names_.depth_;
    Found result = dispatch(id);
    --names_.depth_;
    return result;
}

Found Evaluation::dispatch(syntax::ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    const Range range = expr.range;
    const auto only = [](Value value) { return Found{std::move(value), {}}; };
    return std::visit(
        match{
            [&](const syntax::Name& n) { return name(n, range); },
            [&](const syntax::Attribute& n) {
                return names_.attribute(value(n.value), n.attr, range);
            },
            [&](const syntax::Constant& n) { return only(literal(n, range)); },
            [&](const syntax::BinOp&) { return only(bin_op(id)); },
            [&](const syntax::UnaryOp& n) { return only(unary_op(n, range)); },
            [&](const syntax::BoolOp& n) { return only(bool_op(n, range)); },
            [&](const syntax::Compare& n) { return only(compare_chain(n, range)); },
            [&](const syntax::IfExp& n) { return only(if_exp(n, range)); },
            [&](const syntax::Tuple& n) { return only(sequence(n.elts, false)); },
            [&](const syntax::List& n) { return only(sequence(n.elts, true)); },
            [&](const syntax::Dict& n) { return only(dict(n, range)); },
            [&](const syntax::Subscript& n) { return only(subscript(n, range)); },
            [&](const syntax::NamedExpr& n) { return only(value(n.value)); },
            [&](const syntax::ListComp& n) { return only(comprehension(n.elt, n.generators)); },
            [&](const syntax::GeneratorExp& n) { return only(comprehension(n.elt, n.generators)); },
            [&](const syntax::JoinedStr& n) { return only(joined(n, range)); },
            [&](const syntax::Call& n) { return only(call(n, id, range)); },
            [&](const syntax::Lambda& n) { return only(lambda(n, range)); },
            [&](const auto&) {
                return only(unknown("it is computed while the program runs", range));
            },
        },
        expr.as);
}

Found Evaluation::name(const syntax::Name& node, Range range) {
    for (auto it = own_.rbegin(); it != own_.rend(); ++it) {
        if (it->first == node.id) {
            return {it->second, {}};
        }
    }
    if (locals_ != nullptr && names_.scopes_.is_local(node.id, view_.scope)) {
        auto known = (*locals_)(node.id);
        return {known ? *known : unknown("`" + node.id + "` is a variable", range), {}};
    }
    auto found = names_.find(node.id, view_);
    return found ? *found : Found{unknown("nothing is called `" + node.id + "`", range), {}};
}

Value Evaluation::lambda(const syntax::Lambda& node, Range range) {
    if (&tree_ != &names_.tree_) {
        return unknown("it is a function", range);
    }
    const bool is_copy = names_.scopes_.all[view_.scope].original.valid();
    return {FunctionRef{node.def, is_copy ? view_.scope : ScopeId{}}};
}

/// A sum of ten thousand terms is as deep as it is long: its left operands wait on our own stack.
Value Evaluation::bin_op(syntax::ExprId id) {
    std::vector<syntax::ExprId> spine;
    while (std::holds_alternative<syntax::BinOp>(tree_.exprs[id].as)) {
        spine.push_back(id);
        id = std::get<syntax::BinOp>(tree_.exprs[id].as).left;
    }
    Value left = value(id);
    while (!spine.empty() && !left.is_unknown()) {
        const syntax::Expr& expr = tree_.exprs[spine.back()];
        spine.pop_back();
        const auto& node = std::get<syntax::BinOp>(expr.as);
        const Value right = value(node.right);
        left = right.is_unknown() ? right : apply(node.op, left, right, expr.range);
    }
    return left;
}

Value Evaluation::apply(syntax::Operator op, const Value& left_value, const Value& right_value,
                        Range range) {
    const Value& a = plain(left_value);
    const Value& b = plain(right_value);
    if (a.is<ArrayValue>() || b.is<ArrayValue>()) {
        return array_binary(op, a, b, range);
    }
    return binary(op, a, b, range);
}

Value Evaluation::unary_op(const syntax::UnaryOp& node, Range range) {
    const Value operand(plain(value(node.operand)));
    if (operand.is_unknown()) {
        return operand;
    }
    const auto* array = operand.get<ArrayValue>();
    return array != nullptr ? array_unary(node.op, *array, range) : unary(node.op, operand, range);
}

Value Evaluation::bool_op(const syntax::BoolOp& node, Range range) {
    const bool is_and = node.op == syntax::BoolOperator::And;
    Value result;
    for (const syntax::ExprId part : node.values) {
        result = value(part);
        const auto known = truth(result);
        if (!known && part != node.values.back()) {
            return result.is_unknown() ? result : unknown("its truth is not known", range);
        }
        if (known && *known != is_and) {
            return result;
        }
    }
    return result;
}

Value Evaluation::compare_chain(const syntax::Compare& node, Range range) {
    Value left = value(node.left);
    Value result;
    for (std::size_t i = 0; i < node.ops.size(); ++i) {
        Value right = value(node.comparators[i]);
        const bool are_members = left.is<EnumValue>() && right.is<EnumValue>();
        const auto op = node.ops[i];
        const bool is_equality =
            op == syntax::CompareOperator::Eq || op == syntax::CompareOperator::NotEq ||
            op == syntax::CompareOperator::Is || op == syntax::CompareOperator::IsNot;
        const bool is_negated =
            op == syntax::CompareOperator::NotEq || op == syntax::CompareOperator::IsNot;
        result = are_members && is_equality ? python_bool(same(left, right) != is_negated)
                                            : compare(op, plain(left), plain(right), range);
        if (truth(result) != true) {
            return result;
        }
        left = std::move(right);
    }
    return result;
}

Value Evaluation::if_exp(const syntax::IfExp& node, Range range) {
    const Value test = value(node.test);
    if (const auto known = truth(test)) {
        return value(*known ? node.body : node.orelse);
    }
    Value body = value(node.body);
    if (same(body, value(node.orelse))) {
        return body;
    }
    return test.is_unknown() ? test : unknown("its condition is not known", range);
}

Value Evaluation::sequence(const std::vector<syntax::ExprId>& elts, bool is_list) {
    TupleValue made{{}, is_list};
    made.items.reserve(elts.size());
    for (const syntax::ExprId elt : elts) {
        if (const auto* star = std::get_if<syntax::Starred>(&tree_.exprs[elt].as)) {
            const Value inner = value(star->value);
            const auto items = items_of(inner);
            if (!items) {
                return inner.is_unknown()
                           ? inner
                           : unknown("it cannot be unpacked", tree_.exprs[elt].range);
            }
            made.items.insert(made.items.end(), items->begin(), items->end());
            continue;
        }
        made.items.push_back(value(elt));
    }
    return {std::move(made)};
}

Value Evaluation::dict(const syntax::Dict& node, Range range) {
    DictValue made;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const Value key = node.keys[i].valid() ? value(node.keys[i]) : Value{NoneValue{}};
        const auto* name = key.get<StringValue>();
        if (name == nullptr) {
            return unknown("it is a dict", range);
        }
        made.items.emplace_back(name->text, value(node.values[i]));
    }
    return {std::move(made)};
}

}  // namespace pycu::sema
