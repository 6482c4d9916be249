// NumPy's promotion of dtypes, as NumPy 2 does it.
#pragma once

#include <optional>
#include <vector>

#include "types/type.h"

namespace pycu {

/// The dtype that holds the values of both: `np.promote_types(a, b)`.
Scalar promoted(Scalar a, Scalar b);

/// Whether every value of one dtype is a value of another: `np.can_cast(from, to)`.
bool can_cast_safely(Scalar from, Scalar to);

/// An operand of a function of NumPy's. A weak one is a number of Python's: beside other operands
/// it has a kind, and no size.
struct NumpyOperand {
    Scalar scalar;
    bool is_weak = false;
};

/// `np.result_type` of the operands; nothing where there are none.
std::optional<Scalar> promoted(const std::vector<NumpyOperand>& operands);

}  // namespace pycu
