// The types of variables where paths meet. See versions.h.
#include "sema/body/versions.h"

namespace pycu::sema {

void Versions::update_phis(const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                           syntax::StmtId stmt) {
    const auto phis = at.find(stmt.index);
    if (phis == at.end()) {
        return;
    }
    for (VersionId one : phis->second) {
        const VersionId phi = current(one);
        if (flow_.versions[phi].is_read && flow_.versions[phi].operands.size() > 1) {
            update_phi(phi);
        }
    }
}

void Versions::update_phi(VersionId id) {
    const Version& phi = flow_.versions[id];
    VersionState& state = versions_[id.index];
    bool failed = state.has_failed;
    const Value* known_one = nullptr;
    bool is_one = true;
    for (VersionId operand : phi.operands) {
        VersionState& from = versions_[operand.index];
        if (flow_.versions[operand].kind == Version::Kind::Phi) {
            from.was_read = true;  // a join in a loop is passed before the loop's header grows
        }
        if (from.has_type) {
            widen(id, from.type, flow_.versions[operand].range);
        } else if (from.known) {
            is_one = is_one && (known_one == nullptr || same(*known_one, *from.known));
            known_one = known_one == nullptr ? &*from.known : known_one;
        }
        failed = failed || from.has_failed;
    }
    if (known_one != nullptr && is_one && !state.has_type) {
        // The same function or type on all paths.
        changed_ = changed_ || (state.was_read && !state.known);
        state.known = *known_one;
    } else if (known_one != nullptr) {
        failed = true;
        const std::string& name = flow_.variables[phi.variable];
        const bool are_callable =
            known_one->is<FunctionRef>() || known_one->is<TypeObject>() || known_one->is<Dotted>();
        if (are_callable && !state.has_type) {
            report<diag::Code::SeveralFunctions>(first_line(phi.range), name)
                .help("call the one or the other in each branch, or choose by a constant");
        } else {
            unsupported(phi.range,
                        "`" + name + "`, which is no number or array on one of the paths,");
        }
    }
    state.has_failed = failed || state.has_failed;
}

}  // namespace pycu::sema
