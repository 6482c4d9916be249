// Parameters of device functions that are constants where the body needs one:
//
//     def tile(n):
//         return cuda.shared.array(n, float32)
//
// `tile(32)` cannot be typed for an int64. As Numba does, a function is typed for the types of its
// arguments first, and notes which parameters it failed for (Instance::Want); a call that has
// constants for them asks for an instance of these values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lower/lowering.h"
#include "support/function_ref.h"

namespace pycu::sema {

/// Notes that the value of an expression is needed while compiling: of the parameters in it that
/// nothing is assigned to. Kernels have none, nor have functions whose types are given.
void want_constant(Lowering& ctx, ir::ExprId expr, Range at);
inline void want_constant(Lowering& ctx, const Operand& operand, Range at) {
    if (operand.is_value()) {
        want_constant(ctx, operand.ir, at);
    }
}

/// A number that is known while compiling, or a tuple of such.
std::optional<Value> constant_of(const Lowering& ctx, const Operand& operand);
/// Whether a value that a function is compiled for is such a number or tuple, and no function, type
/// or text.
bool is_constant(const Value& value);
/// It as a user writes it: `32`, `(4, 8)`.
std::string constant_text(const Value& value);
/// It as part of a name: `32`, `4x8`.
std::string constant_suffix(const Value& value);
/// It as part of a key.
std::string constant_key(const Value& value);

/// Whether there may be one more instance; reports it where not.
using MayCall = pycu::FunctionRef<bool(const std::vector<Argument>& args)>;
/// The instance for a call's arguments, which become constants in `types` where the function needs
/// them; not valid where there may be none.
InstanceId instance_for(Lowering& ctx, std::size_t decl, const std::vector<Operand>& args,
                        std::vector<Argument>& types, Range range, const MayCall& may_call);

/// Adds the calls that have no constant to what was said of the places that need it.
void label_calls(Instances& instances, const std::vector<InstanceId>& callers);

}  // namespace pycu::sema
