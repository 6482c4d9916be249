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

// ---- phi_types.cpp
void update_phis(Lowering& ctx, const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                 syntax::StmtId stmt);
void update_phi(Lowering& ctx, VersionId id);

// ---- versions.cpp
VersionId current(const Lowering& ctx, VersionId id);
void widen(Lowering& ctx, VersionId id, Type type, Range range);
void set_version(Lowering& ctx, VersionId id, const Operand& value);
ir::LocalId local_of(Lowering& ctx, VersionId id, Type type);
Operand read_version(Lowering& ctx, VersionId id, Range range);
void assign_value(Lowering& ctx, VersionId version, const Operand& operand, Range range,
                  bool augmented);
bool meets_others(const Lowering& ctx, VersionId id);
std::vector<WebVersion> web_versions(const Lowering& ctx);
/// The variables with their types, as a user writes them.
std::vector<ir::VariableType> variables(const Lowering& ctx);

}  // namespace pycu::sema
