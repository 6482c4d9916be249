// Values of whole arrays, as trees: `a[1:] + np.sqrt(b) * 2` where an array is written. Private to
// sema; slice_stores.cpp makes loops of them.
#include <algorithm>
#include <iterator>
#include <span>

#include "sema/body/body.h"

namespace pycu::sema {

Lanes Body::scalar_lanes(Operand operand) {
    Lanes value;
    const bool may_change = effects_[operand.ir.index].reads || effects_[operand.ir.index].writes;
    if (may_change && !operand.type.is_tuple()) {
        operand.ir = keep(operand.ir, "value");
    }
    value.range = fn_.exprs[operand.ir].range;
    value.operand = std::move(operand);
    return value;
}

/// The value's tree; nothing when a part of it is in error or has no type yet.
std::optional<Lanes> Body::lanes_of(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    Lanes value;
    value.range = e.range;
    if (const auto* binary_of = std::get_if<syntax::BinOp>(&e.as)) {
        const std::size_t first = out_->size();
        std::optional<Lanes> left = lanes_of(binary_of->left);
        const std::size_t second = out_->size();
        std::optional<Lanes> right = lanes_of(binary_of->right);
        if (!left || !right) {
            return std::nullopt;
        }
        const BinaryOp op = binary_op(binary_of->op);
        if (left->kind == Lanes::Kind::Scalar && right->kind == Lanes::Kind::Scalar) {
            keep_order({&left->operand, &right->operand}, {first, second});
            Operand both = binary(op, left->operand, right->operand, e.range);
            return both.is_value() ? std::optional(scalar_lanes(std::move(both))) : std::nullopt;
        }
        value.kind = Lanes::Kind::Binary;
        value.binary = op;
        value.parts = {std::move(*left), std::move(*right)};
        return value;
    }
    const auto* unary_of = std::get_if<syntax::UnaryOp>(&e.as);
    if (unary_of != nullptr && unary_of->op != syntax::UnaryOperator::Not) {
        std::optional<Lanes> part = lanes_of(unary_of->operand);
        if (!part || part->kind != Lanes::Kind::Scalar) {
            if (part) {
                value.kind = Lanes::Kind::Unary;
                value.unary = unary_of->op == syntax::UnaryOperator::USub     ? UnaryOp::USub
                              : unary_of->op == syntax::UnaryOperator::Invert ? UnaryOp::Invert
                                                                              : UnaryOp::UAdd;
                value.parts = {std::move(*part)};
                return value;
            }
            return std::nullopt;
        }
    }
    if (const auto* call = std::get_if<syntax::Call>(&e.as)) {
        return lanes_of_call(*call, expr);
    }
    Operand operand = lower_value(expr);
    if (!operand.is_value()) {
        return std::nullopt;
    }
    if (!operand.type.is_array()) {
        return scalar_lanes(std::move(operand));
    }
    value.kind = Lanes::Kind::Array;
    value.operand = std::move(operand);
    return value;
}

/// `np.sqrt(a)`: the function of each element; other calls are lowered as they are.
std::optional<Lanes> Body::lanes_of_call(const syntax::Call& call, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    const Operand callee = std::holds_alternative<syntax::Attribute>(tree_.exprs[call.func].as) ||
                                   std::holds_alternative<syntax::Name>(tree_.exprs[call.func].as)
                               ? lower(call.func)
                               : Operand{};
    const auto* dotted = callee.get<Dotted>();
    const bool is_function = dotted != nullptr && dotted->path.starts_with("numpy.") &&
                             intrinsics::is_known(dotted->path) && call.keywords.empty();
    if (!is_function) {
        Operand operand = lower_value(expr);
        if (!operand.is_value()) {
            return std::nullopt;
        }
        Lanes value;
        value.range = range;
        if (!operand.type.is_array()) {
            return scalar_lanes(std::move(operand));
        }
        value.kind = Lanes::Kind::Array;
        value.operand = std::move(operand);
        return value;
    }
    return function_lanes(dotted->path, call.args, range);
}

/// The function for each element of arrays among its arguments.
std::optional<Lanes> Body::function_lanes(const std::string& path, std::span<const ExprId> args,
                                          Range range) {
    Lanes value;
    value.kind = Lanes::Kind::Call;
    value.range = range;
    value.path = path;
    for (ExprId arg : args) {
        std::optional<Lanes> part = lanes_of(arg);
        if (!part) {
            return std::nullopt;
        }
        value.parts.push_back(std::move(*part));
    }
    const auto is_scalar = [](const Lanes& part) { return part.kind == Lanes::Kind::Scalar; };
    if (!std::ranges::all_of(value.parts, is_scalar)) {
        return value;
    }
    std::vector<Operand> scalars;
    std::ranges::transform(value.parts, std::back_inserter(scalars), &Lanes::operand);
    Operand result = intrinsic(value.path, std::move(scalars), range);
    return result.is_value() ? std::optional(scalar_lanes(std::move(result))) : std::nullopt;
}

/// `np.sin(x, out)`: the thread goes through all elements, as for `out[:] = np.sin(x)`.
std::optional<Operand> Body::call_with_output(const std::string& path, const syntax::Call& call,
                                              Range range) {
    if (!path.starts_with("numpy.") || call.args.size() < 2 || !call.keywords.empty()) {
        return std::nullopt;
    }
    const std::size_t inputs = intrinsics::parameter_count(path, evaluator_.types());
    if (inputs == 0 || call.args.size() != inputs + 1) {
        return std::nullopt;
    }
    const std::optional<Lanes> value =
        function_lanes(path, std::span(call.args).first(inputs), range);
    const Operand out = lower_value(call.args.back());
    if (!value || !out.is_value()) {
        return Operand{};
    }
    if (!out.type.is_array()) {
        report<diag::Code::NoOverload>(range, text(call.func), type_name(out.type))
            .help("behind its arguments it takes an array for the results");
        return error();
    }
    if (const auto order = store_order(out, *value, range)) {
        store_lanes(out, *value, range, {}, *order);
    }
    return out;
}

}  // namespace pycu::sema
