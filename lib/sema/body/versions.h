// The versions of a function's variables: their types, and the locals that they are in the IR.
// Private to sema/body.
//
// The flow says which version of a variable an expression reads and a statement makes; here is
// what the rounds of typing find out about each of them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flow/flow.h"
#include "sema/body/array_operations.h"
#include "sema/body/webs.h"

namespace pycu::sema {

using flow::Flow;
using flow::Sharing;
using flow::Version;
using flow::VersionId;

class Versions : protected ArrayOperations {
  public:
    /// The variables with their types, as a user writes them.
    std::vector<ir::VariableType> variables() const;

  protected:
    using ArrayOperations::ArrayOperations;

    VersionId current(VersionId id) const;
    void set_version(VersionId id, const Operand& value);
    void assign_value(VersionId version, const Operand& operand, Range range, bool augmented);
    Operand read_version(VersionId id, Range range);
    ir::LocalId local_of(VersionId id, Type type);
    void widen(VersionId id, Type type, Range range);
    bool meets_others(VersionId id) const;
    std::vector<WebVersion> web_versions() const;

    // ---- where paths meet (phi_types.cpp)
    void update_phis(const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                     syntax::StmtId stmt);
    void update_phi(VersionId id);

    Flow flow_;
    /// What is known of each version, kept from round to round.
    struct VersionState {
        Type type;
        bool has_type = false;
        bool has_failed = false;
        std::optional<Value> known;
        bool is_literal = false;
        bool was_read = false;
        ir::LocalId local;
    };
    std::vector<VersionState> versions_;
    /// In an unrolled loop: the versions that this turn's assignments make, by those of the text.
    std::unordered_map<std::uint32_t, VersionId> turn_versions_;
    /// A version has another type, or another value, than this round has read.
    bool changed_ = false;
    /// The variables that this round has reported as perhaps unset.
    std::unordered_set<std::uint32_t> warned_;
};

}  // namespace pycu::sema
