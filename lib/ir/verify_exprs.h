// Checks of expressions. Private to verify.
#pragma once

#include <string>
#include <vector>

#include "ir/print.h"
#include "ir/visit.h"
#include "support/match.h"

namespace pycu::ir {

/// Holds the expressions of one function to what expr.h says. The first problem wins.
class ExprCheck {
  public:
    ExprCheck(const Module& module, FunctionId id)
        : module_(module),
          function_(module.functions[id]),
          id_(id),
          is_checked_(function_.exprs.size()) {}

  protected:
    bool is_value(ExprId id) const { return function_.exprs.contains(id); }
    bool is_local(LocalId id) const { return function_.locals.contains(id); }
    Type type(ExprId id) const { return is_value(id) ? function_.exprs[id].type : Type::error(); }

    /// Whether a value may go where the type is expected: views of one element and rank are one
    /// C++ type, whatever is known of their strides.
    static bool fits(Type value, Type place) {
        return value == place ||
               (value.is_array() && place.is_array() &&
                value.element_type() == place.element_type() && value.rank() == place.rank());
    }

    /// Whether this, and all that was required before, holds.
    bool require(bool holds, const char* rule, ExprId id = {}) {
        if (!holds && problem_.empty()) {
            problem_ = rule;
            problem_ += id.valid() ? ": " + print(module_, function_, id) : "";
        }
        return problem_.empty();
    }

    void expr(ExprId id) {
        require(is_value(id), "an expression is not in the arena");
        if (problem_.empty() && is_checked_[id.index]) {
            require(!has_effect(module_, function_.exprs[id]), "an effect has two parents", id);
        }
        if (!problem_.empty() || is_checked_[id.index]) {
            return;
        }
        is_checked_[id.index] = true;
        const Expr& e = function_.exprs[id];
        for_each_operand(e, [&](ExprId operand) { expr(operand); });
        if (!require(!e.type.is_error(), "an expression has no type", id)) {
            return;
        }
        std::visit([&](const auto& x) { check(x, id); }, e.as);
    }

    /// What was made and stands nowhere would never happen.
    void lost_effects() {
        for (std::uint32_t i = 0; i < function_.exprs.size() && problem_.empty(); ++i) {
            require(is_checked_[i] || !has_effect(module_, function_.exprs[ExprId{i}]),
                    "an effect has no parent", {i});
        }
    }

    const Module& module_;
    const Function& function_;
    std::string problem_;

  private:
    void check(const Literal& e, ExprId id) {
        const Type t = type(id);
        const bool fits = std::visit(match{
                                         [&](bool) { return t.is_bool(); },
                                         [&](std::int64_t) { return t.is_signed(); },
                                         [&](std::uint64_t) { return t.is_unsigned(); },
                                         [&](double) { return t.is_float(); },
                                     },
                                     e.value);
        require(fits, "a literal has not the type of its number", id);
    }

    void check(const Unary& e, ExprId id) {
        require(type(e.operand) == type(id), "an operand has another type than its result", id);
        require(e.op != UnaryOp::Not || type(id).is_bool(), "`not` is no bool", id);
    }

    void check(const Binary& e, ExprId id) {
        const bool is_shift = e.op == BinaryOp::LShift || e.op == BinaryOp::RShift;
        require(type(e.left) == type(id), "the left operand has another type than its result", id);
        if (is_shift) {
            require(type(e.right).is_integer(), "the count of a shift is no integer", id);
        } else if (e.op != BinaryOp::Pow) {
            require(type(e.right) == type(id), "the right operand has another type than its result",
                    id);
        }
        require(e.op != BinaryOp::MatMult, "a matrix product is left", id);
    }

    void check(const Element& e, ExprId id) {
        const Type array = type(e.array);
        require(array.is_array(), "an element of something else than an array", id);
        const std::size_t needed = e.is_flat ? 1 : std::size_t(array.rank());
        require(array.is_array() && needed == e.indices.size(),
                "an element has other indices than its array dimensions", id);
        require(array.is_array() && array.element_type() == type(id),
                "an element has another type than its array", id);
        for (const Subscript& index : e.indices) {
            require(type(index.value).is_integer(), "an index is no integer", id);
        }
    }

    void check(const View& e, ExprId id) {
        const Type array = type(e.array);
        if (!require(array.is_array() && type(id).is_array(),
                     "a view of something else than an array", id)) {
            return;
        }
        int taken = 0;
        int given = 0;
        for (const ViewIndex& index : e.indices) {
            taken += index.kind == ViewIndex::Kind::NewAxis ? 0 : 1;
            given += index.kind == ViewIndex::Kind::Index ? 0 : 1;
            for (const ExprId bound : {index.start, index.stop, index.step}) {
                require(!bound.valid() || type(bound) == int64, "the bound of a slice is no int64",
                        id);
            }
            const bool is_index = index.kind == ViewIndex::Kind::Index;
            require(is_index == index.index.value.valid(), "an index of a view has no value", id);
            require(
                !is_index || !is_value(index.index.value) || type(index.index.value).is_integer(),
                "an index is no integer", id);
        }
        require(taken <= array.rank() && type(id).rank() == array.rank() - taken + given,
                "a view has other dimensions than its indices leave", id);
        require(array.element_type() == type(id).element_type(),
                "a view has another type than its array", id);
    }

    void check(const Reshape& e, ExprId id) {
        const Type array = type(e.array);
        require(array.is_array() && type(id).is_array() &&
                    array.element_type() == type(id).element_type() &&
                    std::size_t(type(id).rank()) == e.extents.size(),
                "a reshaped array has another type", id);
        for (const ExprId extent : e.extents) {
            require(type(extent) == int64, "an extent is no int64", id);
        }
    }

    void check(const Transpose& e, ExprId id) {
        require(type(e.array).is_array() && fits(type(e.array), type(id)),
                "a transposed array has another type", id);
    }

    void check(const Parts& e, ExprId id) {
        const Type whole = type(e.array), parts = type(id);
        const bool are_arrays =
            whole.is_array() && parts.is_array() && whole.rank() == parts.rank();
        require(are_arrays && whole.element_type().is_complex() &&
                    parts.element_type() == (whole.element_type() == complex64 ? float32 : float64),
                "parts of what is no array of complex numbers", id);
    }

    void check(const Reinterpret& e, ExprId id) {
        require(type(e.array).is_array() && type(id).is_array() &&
                    type(e.array).rank() == type(id).rank(),
                "bytes are seen in other dimensions", id);
    }

    void check(const Reduce& e, ExprId id) {
        require(!e.function.empty() && type(e.array).is_array(),
                "something else than an array is reduced", id);
    }

    void field(ExprId of, std::uint32_t index, ExprId id) {
        const Type record = type(of).is_array() ? type(of).element_type() : type(of);
        if (!require(record.is_record(), "a field of something else than a record", id)) {
            return;
        }
        const auto& fields = module_.types.record(record).fields;
        require(index < fields.size(), "a field is none of its record", id);
        require(type(of).is_array() || (index < fields.size() && fields[index].type == type(id)),
                "a field has another type than its record says", id);
    }

    void axis(ExprId array, int axis, ExprId id) {
        require(type(array).is_array() && axis < type(array).rank(), "an axis is none", id);
        require(type(id).is_integer(), "an extent is no integer", id);
    }

    void check(const Tuple& e, ExprId id) {
        if (!require(type(id).is_tuple(), "a tuple has another type", id)) {
            return;
        }
        const auto items = module_.types.items(type(id));
        require(items.size() == e.items.size(), "a tuple has other items than its type", id);
        for (std::size_t i = 0; i < items.size() && i < e.items.size(); ++i) {
            require(fits(type(e.items[i]), items[i]),
                    "an item has another type than its tuple says", id);
        }
    }

    void check(const TupleItem& e, ExprId id) {
        if (!require(type(e.tuple).is_tuple(), "an item of something else than a tuple", id)) {
            return;
        }
        const auto items = module_.types.items(type(e.tuple));
        require(e.index < items.size() && items[e.index] == type(id),
                "an item is none of its tuple", id);
    }

    void check(const TupleAt& e, ExprId id) {
        require(type(e.tuple).is_tuple(), "an item of something else than a tuple", id);
        if (!require(type(e.index.value).is_integer(), "an index is no integer", id)) {
            return;
        }
        for (const Type item : module_.types.items(type(e.tuple))) {
            require(item == type(id), "an item at an unknown index of a mixed tuple", id);
        }
    }

    void check(const Call& e, ExprId id) {
        if (!require(module_.functions.contains(e.function), "a callee is none", id)) {
            return;
        }
        const Function& callee = module_.functions[e.function];
        require(callee.kind == Function::Kind::Device, "a kernel is called", id);
        require(e.function < id_ || callee.is_recursive, "a callee stands behind its caller", id);
        require(callee.result == type(id), "a call has another type than its function", id);
        require(callee.params.size() == e.args.size(), "a call has other arguments than parameters",
                id);
        for (std::size_t i = 0; i < e.args.size() && problem_.empty(); ++i) {
            require(fits(type(e.args[i]), callee.locals[callee.params[i]].type),
                    "an argument has another type than its parameter", id);
        }
    }

    void check(const Intrinsic& e, ExprId id) {
        require(e.row != nullptr, "an intrinsic has no row", id);
        if (e.row == nullptr || !e.row->takes_place()) {
            return;
        }
        const bool has_place =
            !e.args.empty() && is_value(e.args[0]) && is_place(function_.exprs[e.args[0]]);
        require(has_place, "an atomic has no place", id);
    }

    /// The real or the imaginary part of a complex number.
    void part(ExprId part, ExprId number) {
        const Type whole = type(number);
        require(whole.is_complex() && type(part) == (whole == complex64 ? float32 : float64),
                "a part has not the width of its complex number", number);
    }

    void check(const Compare& e, ExprId id) {
        require(type(e.left) == type(e.right), "two types are compared", id);
        require(type(id).is_bool(), "a comparison is no bool", id);
        require(e.op != CompareOp::In && e.op != CompareOp::NotIn, "a membership test is left", id);
    }

    void check(const Logical& e, ExprId id) {
        require(type(e.left).is_bool() && type(e.right).is_bool(), "an operand is no bool", id);
        require(type(id).is_bool(), "a logical operation is no bool", id);
    }

    void check(const Select& e, ExprId id) {
        require(type(e.condition).is_bool(), "an operand is no bool", id);
        require(fits(type(e.if_true), type(id)) && fits(type(e.if_false), type(id)),
                "an operand has another type than its result", id);
    }

    void check(const HasValue& e, ExprId id) {
        require(type(e.value).is_optional() && type(id).is_bool(),
                "a test for None of another type", id);
    }

    void check(const Unwrap& e, ExprId id) {
        const Type from = type(e.value);
        require(from.is_optional() && fits(module_.types.without_none(from), type(id)),
                "an Optional holds another type", id);
    }

    void check(const ReadConstant& e, ExprId id) {
        require(module_.constants.contains(e.constant), "a constant is none", id);
    }

    void check(const Read& e, ExprId id) {
        require(is_local(e.local) && fits(type(id), function_.locals[e.local].type),
                "a read has not the type of its variable", id);
    }

    void check(const Cast& e, ExprId id) {
        require(type(id).is_optional() || type(id).kind() == type(e.value).kind(),
                "a cast between kinds of types", id);
    }

    void check(const MakeComplex& e, ExprId id) { part(e.real, id), part(e.imag, id); }
    void check(const ComplexPart& e, ExprId id) { part(id, e.value); }
    void check(const Field& e, ExprId id) { field(e.record, e.index, id); }
    void check(const Column& e, ExprId id) { field(e.array, e.index, id); }
    void check(const Extent& e, ExprId id) { axis(e.array, e.axis, id); }
    void check(const Stride& e, ExprId id) { axis(e.array, e.axis, id); }
    void check(const Size& e, ExprId id) { axis(e.array, -1, id); }

    void check(const NoValue&, ExprId id) {
        require(type(id).is_optional() || type(id).is_none(), "a None of another type", id);
    }

    FunctionId id_;
    std::vector<bool> is_checked_;
};

}  // namespace pycu::ir
