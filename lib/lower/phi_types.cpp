// The types of variables where paths meet. See versions.h.

#include "lower/nodes.h"
#include "lower/versions.h"

namespace pycu::sema {

void update_phis(Lowering& ctx, const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                 syntax::StmtId stmt) {
    const auto phis = at.find(stmt.index);
    if (phis == at.end()) {
        return;
    }
    for (VersionId one : phis->second) {
        const VersionId phi = current(ctx, one);
        if (ctx.flow.versions[phi].is_read && ctx.flow.versions[phi].operands.size() > 1) {
            update_phi(ctx, phi);
        }
    }
}

void update_phi(Lowering& ctx, VersionId id) {
    const Version& phi = ctx.flow.versions[id];
    Lowering::VersionState& state = ctx.versions[id.index];
    bool failed = state.has_failed;
    const Value* known_one = nullptr;
    bool is_one = true;
    for (VersionId operand : phi.operands) {
        Lowering::VersionState& from = ctx.versions[operand.index];
        if (ctx.flow.versions[operand].kind == Version::Kind::Phi) {
            from.was_read = true;  // a join in a loop is passed before the loop's header grows
        }
        if (from.has_type) {
            widen(ctx, id, from.type, ctx.flow.versions[operand].range);
        } else if (from.known) {
            is_one = is_one && (known_one == nullptr || same(*known_one, *from.known));
            known_one = known_one == nullptr ? &*from.known : known_one;
        }
        failed = failed || from.has_failed;
    }
    if (known_one != nullptr && is_one && !state.has_type) {
        // The same function or type on all paths.
        ctx.changed = ctx.changed || (state.was_read && !state.known);
        state.known = *known_one;
    } else if (known_one != nullptr) {
        failed = true;
        const std::string& name = ctx.flow.variables[phi.variable];
        const bool are_callable =
            known_one->is<FunctionRef>() || known_one->is<TypeObject>() || known_one->is<Dotted>();
        if (are_callable && !state.has_type) {
            fail<Code::SeveralFunctions>(ctx, first_line(ctx, phi.range), name)
                .help("call the one or the other in each branch, or choose by a constant");
        } else {
            unsupported(ctx, phi.range,
                        "`" + name + "`, which is no number or array on one of the paths,");
        }
    }
    state.has_failed = failed || state.has_failed;
}

}  // namespace pycu::sema
