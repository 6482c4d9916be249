// The versions of a function's variables: their types, and the locals that they are in the IR.
//
// The flow says which version of a variable an expression reads and a statement makes; here is what
// the rounds of typing find out about each of them.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "lower/lowering.h"

namespace pycu::sema {

/// The phis at a node of the program.
void update_phis(Lowering& ctx, const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                 std::uint32_t node);
VersionId current(const Lowering& ctx, VersionId id);
void widen(Lowering& ctx, VersionId id, Type type, Range range);
void set_version(Lowering& ctx, VersionId id, const Operand& value);
/// The local of a version that takes an item of a tuple; not valid where nobody reads it.
ir::LocalId unpacked_local(Lowering& ctx, VersionId id, Type type);
Operand read_version(Lowering& ctx, VersionId id, Range range);
/// Sets a version, and the variable that it is in the IR.
void assign_version(Lowering& ctx, VersionId version, const Operand& operand, Range range,
                    bool augmented = false);
bool meets_others(const Lowering& ctx, VersionId id);
std::vector<WebVersion> web_versions(const Lowering& ctx);
/// The variables with their types, as a user writes them.
std::vector<ir::VariableType> variables(const Lowering& ctx);

}  // namespace pycu::sema
