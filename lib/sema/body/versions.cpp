// The types and locals of the versions of variables. See versions.h.
#include "sema/body/versions.h"

#include <algorithm>

namespace pycu::sema {

/// The version that stands for one of the text in this turn of an unrolled loop.
VersionId Versions::current(VersionId id) const {
    const auto turn = turn_versions_.find(id.index);
    return turn == turn_versions_.end() ? id : turn->second;
}

/// A version's type only ever grows, as Numba's type variables do.
void Versions::widen(VersionId id, Type type, Range range) {
    VersionState& state = versions_[id.index];
    if (!state.has_type) {
        state.type = type;
        state.has_type = true;
        changed_ = changed_ || state.was_read;
        return;
    }
    if (state.type == type) {
        return;
    }
    const std::optional<Type> both = unify(state.type, type, types_);
    if (!both) {
        state.has_failed = true;
        report<diag::Code::CannotUnify>(range, flow_.variables[flow_.versions[id].variable],
                                        type_name(state.type), type_name(type));
        return;
    }
    if (*both != state.type) {
        state.type = *both;
        changed_ = changed_ || state.was_read;
    }
}

void Versions::set_version(VersionId id, const Operand& value) {
    VersionState& state = versions_[id.index];
    const Version& version = flow_.versions[id];
    if (is_none(value)) {
        state.known = value.known;
        widen(id, none, version.range);
        return;
    }
    if (value.is_known()) {
        const bool is_same = state.known && same(*state.known, *value.known);
        changed_ = changed_ || (state.was_read && !is_same);
        state.known = value.known;
        return;
    }
    if (!value.is_value()) {
        state.has_failed = state.has_failed || value.kind == Operand::Kind::Error;
        return;
    }
    state.is_literal = value.is_literal;
    state.known = value.known;
    widen(id, value.type, version.range);
}

ir::LocalId Versions::local_of(VersionId id, Type type) {
    VersionState& state = versions_[id.index];
    if (!state.local.valid()) {
        const Version& version = flow_.versions[id];
        state.local = fn_.locals.add({.name = flow_.variables[version.variable],
                                      .type = types_.stored(type),
                                      .kind = ir::Local::Kind::Variable,
                                      .range = version.range,
                                      .may_be_unset = false,
                                      .spelling = {},
                                      .is_const = false,
                                      .written = {}});
    }
    ir::Local& local = fn_.locals[state.local];
    if (local.kind != ir::Local::Kind::SharedArray && local.kind != ir::Local::Kind::LocalArray) {
        local.type = types_.stored(type);
    }
    return state.local;
}

Operand Versions::read_version(VersionId id, Range range) {
    VersionState& state = versions_[id.index];
    state.was_read = true;
    const std::string& name = flow_.variables[flow_.versions[id].variable];
    if (state.has_failed) {
        return error();
    }
    if (flow_.versions[id].may_be_unset && warned_.insert(flow_.versions[id].variable).second) {
        report<diag::Code::MaybeUnset>(range, name);
    }
    if (!state.has_type) {
        if (state.known) {
            Operand operand = known(*state.known);
            return operand;
        }
        if (flow_.versions[id].kind == Version::Kind::Unset) {
            report<diag::Code::NeverSet>(range, name);
            return error();
        }
        return pending();
    }
    if (state.type.is_none()) {
        return known(Value{NoneValue{}});
    }
    Operand operand = value(state.type, range, ir::Read{local_of(id, state.type)});
    operand.is_literal = state.is_literal;
    operand.known = state.known;
    return operand;
}

void Versions::assign_value(VersionId version, const Operand& operand, Range range,
                            bool augmented) {
    if (!operand.is_value()) {
        return;
    }
    VersionState& state = versions_[version.index];
    const auto* read = std::get_if<ir::Read>(&fn_.exprs[operand.ir].as);
    if (read != nullptr && !out_->empty()) {
        const auto* declared = std::get_if<ir::DeclareArray>(&fn_.stmts[out_->back()].as);
        if (declared != nullptr && declared->array == read->local) {
            // tile = cuda.shared.array(...): the array itself has the name
            state.local = read->local;
            fn_.locals[read->local].name = flow_.variables[flow_.versions[version].variable];
            return;
        }
    }
    if (!flow_.versions[version].is_read) {
        return;
    }
    const ir::LocalId local = local_of(version, state.type);
    if (state.type.is_record()) {
        references_[local.index] = operand.ir;
    }
    emit(range,
         ir::Assign{
             .target = local, .value = convert(operand.ir, state.type), .augmented = augmented});
}

/// Whether a version meets others behind its loop or in another turn.
bool Versions::meets_others(VersionId id) const {
    return std::ranges::any_of(flow_.versions, [&](const Version& version) {
        return version.kind == Version::Kind::Phi && version.is_read &&
               std::ranges::find(version.operands, id) != version.operands.end();
    });
}

std::vector<WebVersion> Versions::web_versions() const {
    std::vector<WebVersion> versions;
    versions.reserve(versions_.size());
    for (std::uint32_t i = 0; i < versions_.size(); ++i) {
        const VersionState& state = versions_[i];
        versions.push_back(
            {state.local, state.has_type ? types_.stored(state.type) : Type::error()});
    }
    return versions;
}

std::vector<ir::VariableType> Versions::variables() const {
    std::vector<ir::VariableType> list;
    for (std::uint32_t i = 0; i < versions_.size(); ++i) {
        const Version& version = flow_.versions[VersionId{i}];
        if (version.kind != Version::Kind::Definition) {
            continue;
        }
        const VersionState& state = versions_[i];
        std::string type = state.has_type ? type_name(state.type) : "";
        if (!state.has_type && state.known) {
            const auto* dotted = state.known->get<Dotted>();
            type = state.known->is<NoneValue>() ? "none" : "";
            type = dotted != nullptr && is_dim3(dotted->path) ? "Dim3" : type;
            type =
                dotted != nullptr && dotted->path == "numba.cuda.cg.GridGroup" ? "GridGroup" : type;
        }
        if (!type.empty()) {
            list.push_back({flow_.variables[version.variable], version.range, type});
        }
    }
    return list;
}

}  // namespace pycu::sema
