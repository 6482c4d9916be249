// Functions that host code calls: what they take, and what NumPy or Python makes of the dtypes and
// of known numbers. A row stands above the rows that device code has of the same name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/operators.h"
#include "types/scalar.h"

namespace pycu::api {

__extension__ using Int128 = __int128;

/// How the type of the result follows from the dtype that the operands have in common.
enum class Rule : std::uint8_t {
    // of every element
    Inexact,  ///< a float or a complex number: of ints and bools the float that NumPy computes in
    InexactReal,  ///< the same, and no complex numbers
    InexactWide,  ///< a float or a complex number: of ints and bools float64
    Conjugate,    ///< the same, of bools int8
    Magnitude,    ///< of a complex number its part, else the same
    Same,
    Number,    ///< the same, and no bools
    Operator,  ///< the operator's
    Boolean,
    Promoted,  ///< what the operands have in common
    Chosen,    ///< what all operands but the first have in common
    // of all elements, or along axes
    Sum,  ///< ints and bools are summed in 64 bits
    RunningSum,
    Mean,
    Spread,  ///< as the mean, and no complex numbers
    Element,
    Place,  ///< int64
    Truth,
    // of Python's own numbers
    Float,
    Int,
    Own,  ///< its own, which the functions of its row know
};

/// `maximum`, `fmin` and their kin.
struct Extreme {
    bool is_least = false;
    bool keeps_nan = false;  ///< a NaN wins
};

/// What is computed of all elements of an array.
enum class Fold : std::uint8_t {
    Sum,
    Product,
    RunningSum,
    RunningProduct,
    Mean,
    Least,
    Greatest,
    Any,
    All
};

/// How a function computes numbers that are known; null where pycu leaves it to the program.
struct Compute {
    double (*real)(double) = nullptr;
    float (*single)(float) = nullptr;  ///< where float32 is computed in other steps
    Int128 (*integer)(Int128) = nullptr;
    double (*real2)(double, double) = nullptr;
    float (*single2)(float, float) = nullptr;
    std::optional<BinaryOp> binary{};
    std::optional<CompareOp> compare{};
    std::optional<Extreme> extreme{};
    std::optional<Fold> fold{};

    constexpr Compute() = default;
    constexpr Compute(double (*f)(double), float (*g)(float) = nullptr) : real(f), single(g) {}
    constexpr Compute(double (*f)(double), Int128 (*g)(Int128)) : real(f), integer(g) {}
    constexpr Compute(double (*f)(double, double), float (*g)(float, float) = nullptr)
        : real2(f), single2(g) {}
    constexpr Compute(BinaryOp op) : binary(op) {}
    constexpr Compute(CompareOp op) : compare(op) {}
    constexpr Compute(Extreme one) : extreme(one) {}
    constexpr Compute(Fold of_all) : fold(of_all) {}
};

/// One row: `numpy.hypot`, `x1, x2, /, out=None`, InexactReal, std::hypot.
struct Function {
    std::string_view name;
    std::string_view parameters;  ///< as Python writes them; what pycu does not follow is left out
    Rule rule;
    Compute compute;

    /// Of every element, not of all together.
    constexpr bool is_elementwise() const { return rule < Rule::Sum; }
};

/// The row of a path; null where there is none.
const Function* find_function(std::string_view path);

/// The dtype that a row's rule makes of the operands' common one; nothing where NumPy refuses or
/// the operator decides.
std::optional<Scalar> result_dtype(Rule rule, Scalar common);

/// The path under which pycu knows a thing: "numpy.abs" is "numpy.absolute".
std::string_view canonical(std::string_view path);

/// Whether `from module import *` brings a name, types and constants apart.
bool has_member(std::string_view module, std::string_view name);

/// Whether Numba's CUDA target has it and pycu has not yet.
bool is_later(std::string_view path);

/// Every path that has a row or a second name, sorted; for tests.
std::vector<std::string_view> all_paths();

}  // namespace pycu::api
