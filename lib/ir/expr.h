// The expressions of the typed IR.
//
// An expression has a type, produces a value and has no control flow. Only a `Call` and an
// `Intrinsic` may have effects: sema makes such a one the value of a statement, a pass moves it to
// where its value is read once, and it always has exactly one parent (`verify`). Every conversion
// that Numba makes is an explicit `Cast`: the operands of a `Binary` already have the type in which
// it computes. The printer leaves out what C++ does by itself.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "api/intrinsics.h"
#include "source/source_file.h"
#include "support/arena.h"
#include "support/match.h"
#include "types/operators.h"
#include "types/type.h"

namespace pycu::ir {

struct Expr;
struct Local;
struct Function;
struct Constant;
using ExprId = Id<Expr>;
using LocalId = Id<Local>;
using FunctionId = Id<Function>;
using ConstantId = Id<Constant>;

/// A number known while compiling: `3`, `2.5`, `True`. Signed integers hold int64_t, unsigned
/// ones uint64_t, floats a double that is a value of the expression's type.
using Number = std::variant<bool, std::int64_t, std::uint64_t, double>;

/// 3  ->  3
///
/// `is_python`: a number of Python's as the program has it, `0.5` or a `K` that is 0.5, and none
/// that `np.float64(...)` asks for.
struct Literal {
    Number value;
    bool is_python = false;
};

/// BLOCK  ->  BLOCK     a scalar, tuple or array constant of the module
struct ReadConstant {
    ConstantId constant;
};

/// x  ->  x
struct Read {
    LocalId local;
};

/// -x, +x, ~x, not x  ->  -x, x, ~x, !x      the operand has the type of the result
struct Unary {
    UnaryOp op;
    ExprId operand;
};

/// a + b  ->  a + b;  a // b  ->  pycu::floor_div(a, b)
///
/// Both operands have the type of the result, but the count of a shift (any integer) and
/// the exponent of a power (any type that Numba leaves unconverted).
struct Binary {
    BinaryOp op;
    ExprId left;
    ExprId right;
};

/// a < b  ->  a < b         two operands of one type, the result is bool
struct Compare {
    CompareOp op;
    ExprId left;
    ExprId right;
};

/// a and b  ->  a && b      bool operands only, the right one evaluated when needed
struct Logical {
    bool is_and = true;
    ExprId left;
    ExprId right;
};

/// a if c else b  ->  c ? a : b      both values have the type of the result
struct Select {
    ExprId condition;
    ExprId if_true;
    ExprId if_false;
};

/// np.float32(x)  ->  float(x)       to the expression's type; to bool it means `x != 0`
///
/// `is_written`: the program asks for it, and no operator does.
struct Cast {
    ExprId value;
    bool is_written = false;
};

/// complex(x, y), 2j  ->  pycu::complex<double>{x, y}      two floats of half its width
struct MakeComplex {
    ExprId real;
    ExprId imag;
};

/// z.real, z.imag  ->  z.real, z.imag
struct ComplexPart {
    ExprId value;
    bool is_imag = false;
};

/// One index of an element: an integer. `wraps` says that it may be negative and then counts
/// from the end; sema sets it for signed types, a pass clears it where it can prove otherwise.
struct Subscript {
    ExprId value;
    bool wraps = false;
};

/// a[i]  ->  a[i];  a[i, j]  ->  a(i, j);  tile[y, x]  ->  tile[y][x] for arrays declared here
///
/// Also the place that a `Store` writes and that an atomic takes as its first argument. `is_flat`:
/// `a.flat[i]`, one index that counts all elements in C order.
struct Element {
    ExprId array;
    std::vector<Subscript> indices;
    bool is_flat = false;
};

/// What a view takes of one axis: an index, after which the axis is gone, or a part of it.
/// `NewAxis` takes none and adds an axis of one element.
struct ViewIndex {
    enum class Kind { Index, Slice, NewAxis };
    Kind kind = Kind::Index;
    Subscript index;
    /// Of a slice: int64 each, invalid where the text has none.
    ExprId start, stop, step;
};

/// a[i]  ->  a[i];  a[:, j]  ->  a(pycu::all(), j);  a[1:n]  ->  a(pycu::slice(1, n))
///
/// A part of an array's memory as an array of its own. Axes that no index names are kept whole.
struct View {
    ExprId array;
    std::vector<ViewIndex> indices;
};

/// a.T  ->  a.transposed()
struct Transpose {
    ExprId array;
};

/// z.real  ->  pycu::column(z, &pycu::complex<float>::real)      of all numbers of an array
/// z.real[i]  ->  z[i].real
struct Parts {
    ExprId array;
    bool is_imag = false;
};

/// a.reshape(n, -1)  ->  a.reshape(n, -1), or a.reshape_f(n, -1) where the type's layout is F
struct Reshape {
    ExprId array;
    std::vector<ExprId> extents;
};

/// a.view(np.int32)  ->  a.as<int32_t>()      the same bytes as elements of another type
struct Reinterpret {
    ExprId array;
};

/// np.sum(a), a.mean()  ->  pycu::sum<float>(a), pycu::mean<double>(a)
///
/// A function of all elements, one after the other.
struct Reduce {
    std::string_view function;
    ExprId array;
};

/// p.x, p["x"]  ->  p.x      a field of a record; of a sub-array the array that lies in the record
///
/// A record is a place: an Element, a Field, or a variable that refers to one, as in Numba.
struct Field {
    ExprId record;
    std::uint32_t index = 0;
};

/// particles.x  ->  pycu::column(particles, &particle::x)      one field of all of an array's
/// records
struct Column {
    ExprId array;
    std::uint32_t index = 0;
};

/// a.shape[0], len(a)  ->  a.shape[0]
struct Extent {
    ExprId array;
    int axis = 0;
};

/// a.strides[0]  ->  a.strides[0], in bytes
struct Stride {
    ExprId array;
    int axis = 0;
};

/// a.size  ->  a.size()
struct Size {
    ExprId array;
};

/// (a, b)  ->  pycu::tuple<...>{a, b}
struct Tuple {
    std::vector<ExprId> items;
};

/// t[1]  ->  t.get<1>()    the index is known
struct TupleItem {
    ExprId tuple;
    std::uint32_t index = 0;
};

/// t[i]  ->  a uniform tuple with an index that is not known; `wraps` as in Subscript
struct TupleAt {
    ExprId tuple;
    Subscript index;
};

/// None  ->  pycu::none      of an Optional type, or of type none where nothing is computed
struct NoValue {};

/// x is not None  ->  x.has_value()      of an Optional
struct HasValue {
    ExprId value;
};

/// The value of an Optional  ->  x.value()      where it is None the thread ends
struct Unwrap {
    ExprId value;
};

/// f(a, b)  ->  f(a, b)      a device function, already instantiated for these types
struct Call {
    FunctionId function;
    std::vector<ExprId> args;
};

/// math.sin(x)  ->  sin(x)   a row of the intrinsics table; its operands are converted already
///
/// An atomic's first argument is an `Element` or a `Field`, printed as a place. `bound` is the type
/// to which the row's type class is bound (`F` in "F(F, F)"); the error type where it has none.
struct Intrinsic {
    const api::Intrinsic* row = nullptr;
    Type bound;
    std::vector<ExprId> args;
};

/// Between which two numbers an integer lies; a bound at the end of int64_t is none.
struct Interval {
    std::int64_t low = INT64_MIN;
    std::int64_t high = INT64_MAX;
    friend constexpr bool operator==(Interval, Interval) = default;
};

struct Expr {
    Type type;
    Range range;
    std::variant<Literal, ReadConstant, Read, Unary, Binary, Compare, Logical, Select, Cast,
                 MakeComplex, ComplexPart, Element, Field, Column, View, Transpose, Parts, Reshape,
                 Reinterpret, Reduce, Extent, Stride, Size, Tuple, TupleItem, TupleAt, NoValue,
                 HasValue, Unwrap, Call, Intrinsic>
        as;

    PYCU_ALTERNATIVES

    /// Through which of the value's arrays and records something is written (find_effects).
    Written written = {};
    /// Of an integer: what is proven about its value where it stands (the pass `intervals`).
    Interval known = {};
};

/// Whether the expression can be assigned to.
inline bool is_place(const Expr& expr) {
    return expr.is<Element>() || expr.is<Field>();
}

}  // namespace pycu::ir
