// What is known of a function's versions once all of its paths have been walked. See phis.h.
#include "flow/phis.h"

#include <algorithm>

namespace pycu::flow {

void drop_trivial_phis(Flow& flow) {
    Arena<Version>& versions = flow.versions;
    std::vector<VersionId> stands_for(versions.size());
    for (std::uint32_t i = 0; i < versions.size(); ++i) {
        stands_for[i] = {i};
    }
    const auto resolve = [&](VersionId id) {
        while (stands_for[id.index] != id) {
            stands_for[id.index] = stands_for[stands_for[id.index].index];
            id = stands_for[id.index];
        }
        return id;
    };
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::uint32_t i = 0; i < versions.size(); ++i) {
            Version& version = versions[VersionId{i}];
            if (version.kind != Version::Kind::Phi || stands_for[i] != VersionId{i}) {
                continue;
            }
            std::vector<VersionId> distinct;
            for (VersionId operand : version.operands) {
                operand = resolve(operand);
                if (operand != VersionId{i} &&
                    std::ranges::find(distinct, operand) == distinct.end()) {
                    distinct.push_back(operand);
                }
            }
            version.operands = distinct;
            if (distinct.size() == 1) {
                stands_for[i] = distinct.front();
                changed = true;
            }
        }
    }
    for (auto& [expr, version] : flow.uses) {
        version = resolve(version);
    }
    for (auto* versions_at : {&flow.at_calls, &flow.at_returns}) {
        for (auto& [place, version] : *versions_at) {
            version = resolve(version);
        }
    }
}

void mark_read(Flow& flow) {
    std::vector<VersionId> work;
    for (const auto& [expr, version] : flow.uses) {
        work.push_back(version);
    }
    for (const auto* versions_at : {&flow.at_calls, &flow.at_returns}) {
        for (const auto& [place, version] : *versions_at) {
            work.push_back(version);
        }
    }
    while (!work.empty()) {
        Version& version = flow.versions[work.back()];
        work.pop_back();
        if (!version.is_read) {
            version.is_read = true;
            work.insert(work.end(), version.operands.begin(), version.operands.end());
        }
    }
}

void mark_unset(Flow& flow) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (Version& version : flow.versions) {
            const bool unset = version.kind == Version::Kind::Unset ||
                               std::ranges::any_of(version.operands, [&](VersionId operand) {
                                   return flow.versions[operand].may_be_unset;
                               });
            if (unset && !version.may_be_unset) {
                version.may_be_unset = true;
                changed = true;
            }
        }
    }
}

}  // namespace pycu::flow
