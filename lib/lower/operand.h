// What expressions, indices and values of slices turned out to be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "types/operators.h"
#include "values/value.h"

namespace pycu::sema {

/// What an expression turned out to be.
struct Operand {
    enum class Kind {
        Pending,  ///< a type it needs is not known yet, in this round
        Error,    ///< reported already
        Value,    ///< a value of `type`, computed by `ir`
        Known,    ///< something only the compiler has: a type, a function, a string
    };
    Kind kind = Kind::Pending;
    Type type;
    ir::ExprId ir;
    /// Of Known, and of a Value that is a number known while compiling.
    std::optional<Value> known;
    /// An int or bool literal, or a variable that holds only one: Numba's Literal types.
    bool is_literal = false;

    /// A value; the type may be one that the IR has not: a member of an enum, a range.
    static Operand of(Type type, ir::ExprId ir) {
        Operand operand;
        operand.kind = Kind::Value;
        operand.type = type;
        operand.ir = ir;
        return operand;
    }

    bool is_value() const { return kind == Kind::Value; }
    bool is_known() const { return kind == Kind::Known; }
    template <typename T>
    const T* get() const {
        return known ? known->get<T>() : nullptr;
    }
};

/// One part of the index of an array, as it is written: `i`, `1:n:2`, `None`, `...`.
struct ArrayIndex {
    enum class Kind { Integer, Slice, NewAxis, Ellipsis };
    Kind kind = Kind::Integer;
    Operand integer;
    /// Of a slice: int64 values, or nothing where the text has none.
    Operand start, stop, step;
};

/// A value for each element of a view that is stored to: a scalar, an array of as many elements, or
/// an operation on such values.
struct Lanes {
    enum class Kind { Scalar, Array, Binary, Unary, Call };
    Kind kind = Kind::Scalar;
    /// Of a scalar or an array.
    Operand operand;
    BinaryOp binary{};
    UnaryOp unary{};
    /// Of a call: the path of the function.
    std::string path;
    std::vector<Lanes> parts;
    Range range;
};

}  // namespace pycu::sema
