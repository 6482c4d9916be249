// What C++ makes of two arithmetic operands, and which integers a type holds.
#pragma once

#include "emit/options.h"
#include "ir/expr.h"
#include "types/type.h"

namespace pycu::emit {

/// The type as it stands in the text; arrays of a debug text check their indices.
std::string type_text(Type type, const TypeTable& types, const Options& options,
                      Written written = Written(true));

/// The type after C++'s integral promotion: int for bool and what is narrower than int.
Type promoted(Type type);

/// The type in which C++ computes `a + b`: the usual arithmetic conversions.
Type usual_type(Type a, Type b);

/// Whether every integer of the interval is a value of the type.
bool holds(Type type, ir::Interval interval);

/// Whether C++ gets the same integer in `computed` as Numba in `wanted`, when it lies in the
/// interval. Its upper end may stand for numbers beyond int64_t when one of them is uint64_t.
bool agrees(Type computed, Type wanted, ir::Interval interval);

/// Whether each value of `from` is one of `to`: no conversion between them changes a number.
bool preserves(Type from, Type to);

}  // namespace pycu::emit
