// The types and locals of the versions of variables, and what they are where paths meet. See
// versions.h.
#include "lower/versions.h"

#include <algorithm>

#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "types/convert.h"

namespace pycu::sema {

/// The version that stands for one of the text in this turn of an unrolled loop.
VersionId current(const Lowering& ctx, VersionId id) {
    const auto turn = ctx.turn_versions.find(id.index);
    return turn == ctx.turn_versions.end() ? id : turn->second;
}

/// A version's type only ever grows, as Numba's type variables do.
void widen(Lowering& ctx, VersionId id, Type type, Range range) {
    Lowering::VersionState& state = ctx.versions[id.index];
    if (!state.has_type) {
        state.type = type;
        state.has_type = true;
        ctx.changed = ctx.changed || state.was_read;
        return;
    }
    if (state.type == type) {
        return;
    }
    const std::optional<Type> both = unify(state.type, type, ctx.types);
    if (!both) {
        state.has_failed = true;
        fail<Code::CannotUnify>(ctx, range, ctx.flow.variables[ctx.flow.versions[id].variable],
                                state.type, type);
        return;
    }
    if (*both != state.type) {
        state.type = *both;
        ctx.changed = ctx.changed || state.was_read;
    }
}

void set_version(Lowering& ctx, VersionId id, const Operand& value) {
    Lowering::VersionState& state = ctx.versions[id.index];
    const Version& version = ctx.flow.versions[id];
    if (is_none(value)) {
        state.known = value.known;
        widen(ctx, id, none, version.range);
        return;
    }
    if (value.is_known()) {
        const bool is_same = state.known && same(*state.known, *value.known);
        ctx.changed = ctx.changed || (state.was_read && !is_same);
        state.known = value.known;
        return;
    }
    if (!value.is_value()) {
        state.has_failed = state.has_failed || value.kind == Operand::Kind::Error;
        return;
    }
    state.is_literal = value.is_literal;
    state.known = value.type.is_tuple() ? constant_of(ctx, value) : value.known;
    widen(ctx, id, value.type, version.range);
}

static ir::LocalId local_of(Lowering& ctx, VersionId id, Type type) {
    Lowering::VersionState& state = ctx.versions[id.index];
    if (!state.local.valid()) {
        const Version& version = ctx.flow.versions[id];
        state.local = temporary(ctx, ctx.flow.variables[version.variable], type, version.range,
                                ir::Local::Kind::Variable);
    }
    ir::Local& local = ctx.fn.locals[state.local];
    if (local.kind != ir::Local::Kind::SharedArray && local.kind != ir::Local::Kind::LocalArray) {
        local.type = ctx.types.stored(type);
    }
    return state.local;
}

Operand read_version(Lowering& ctx, VersionId id, Range range) {
    Lowering::VersionState& state = ctx.versions[id.index];
    state.was_read = true;
    const std::string& name = ctx.flow.variables[ctx.flow.versions[id].variable];
    if (state.has_failed) {
        return error();
    }
    if (ctx.flow.versions[id].may_be_unset &&
        ctx.warned.insert(ctx.flow.versions[id].variable).second) {
        fail<Code::MaybeUnset>(ctx, range, name);
    }
    if (state.is_constant) {
        return operand_of(ctx, Value(*state.known), std::nullopt, range);
    }
    if (!state.has_type) {
        if (state.known) {
            Operand operand = known(*state.known);
            return operand;
        }
        if (ctx.flow.versions[id].kind == Version::Kind::Unset) {
            return fail<Code::NeverSet>(ctx, range, name);
        }
        return pending(ctx);
    }
    if (state.type.is_none()) {
        return known(Value{NoneValue{}});
    }
    Operand operand = value(ctx, state.type, range, ir::Read{local_of(ctx, id, state.type)});
    operand.is_literal = state.is_literal;
    operand.known = state.known;
    return operand;
}

ir::LocalId unpacked_local(Lowering& ctx, VersionId id, Type type) {
    set_version(ctx, id, Operand::of(type, {}));
    return ctx.flow.versions[id].is_read ? local_of(ctx, id, ctx.versions[id.index].type)
                                         : ir::LocalId{};
}

void assign_version(Lowering& ctx, VersionId version, const Operand& given, Range range,
                    bool augmented) {
    const bool is_tuple = given.is_known() && given.get<HostItems>() != nullptr;
    Operand operand = is_tuple ? runtime(ctx, given, range) : given;
    set_version(ctx, version, operand);
    if (is_none(operand)) {
        operand = none_value(ctx, range);
    }
    if (!operand.is_value()) {
        return;
    }
    Lowering::VersionState& state = ctx.versions[version.index];
    const auto* read = ctx.get<ir::Read>(operand.ir);
    if (read != nullptr && !ctx.out->empty()) {
        const auto* declared = ctx.fn.stmts[ctx.out->back()].get<ir::DeclareArray>();
        if (declared != nullptr && declared->array == read->local) {
            // tile = cuda.shared.array(...): the array itself has the name
            state.local = read->local;
            ctx.fn.locals[read->local].name =
                ctx.flow.variables[ctx.flow.versions[version].variable];
            return;
        }
    }
    if (!ctx.flow.versions[version].is_read) {
        return;
    }
    const ir::LocalId local = local_of(ctx, version, state.type);
    if (state.type.is_record()) {
        ctx.references[local.index] = operand.ir;
    }
    emit(ctx, range,
         ir::Assign{.target = local,
                    .value = convert(ctx, operand.ir, state.type),
                    .augmented = augmented});
}

/// Whether a version meets others behind its loop or in another turn.
bool meets_others(const Lowering& ctx, VersionId id) {
    return std::ranges::any_of(ctx.flow.versions, [&](const Version& version) {
        return version.kind == Version::Kind::Phi && version.is_read &&
               std::ranges::find(version.operands, id) != version.operands.end();
    });
}

std::vector<WebVersion> web_versions(const Lowering& ctx) {
    std::vector<WebVersion> versions;
    versions.reserve(ctx.versions.size());
    for (std::uint32_t i = 0; i < ctx.versions.size(); ++i) {
        const Lowering::VersionState& state = ctx.versions[i];
        versions.push_back(
            {state.local, state.has_type ? ctx.types.stored(state.type) : Type::error()});
    }
    return versions;
}

/// The name that a user has for what a version is; empty for what has no type of its own.
static std::string shown_type(const Lowering& ctx, const Lowering::VersionState& state) {
    if (state.has_type) {
        return type_name(ctx, state.type);
    }
    const auto* dotted = state.known ? state.known->get<Dotted>() : nullptr;
    const std::string path = dotted != nullptr ? dotted->path : "";
    return state.known && state.known->is<NoneValue>() ? "none"
           : is_dim3(path)                             ? "Dim3"
           : path == "numba.cuda.cg.GridGroup"         ? "GridGroup"
                                                       : "";
}

std::vector<ir::VariableType> variables(const Lowering& ctx) {
    std::vector<ir::VariableType> list;
    for (std::uint32_t i = 0; i < ctx.versions.size(); ++i) {
        const Version& version = ctx.flow.versions[VersionId{i}];
        std::string type = shown_type(ctx, ctx.versions[i]);
        if (version.kind == Version::Kind::Definition && !type.empty()) {
            list.push_back({ctx.flow.variables[version.variable], version.range, std::move(type)});
        }
    }
    return list;
}

/// The type of a number that an assignment further down has written out. Numba knows it from the
/// start: `x = a[0]` before a loop that ends with `x = 2` is an int64 in the first turn as well.
static std::optional<Type> written_type(Lowering& ctx, VersionId id) {
    const auto found = ctx.flow.plain_values.find(id.index);
    if (found == ctx.flow.plain_values.end()) {
        return std::nullopt;
    }
    const auto* name = ctx.get<syntax::Name>(found->second);
    const bool is_written = ctx.is<syntax::Constant>(found->second) ||
                            ctx.instances.folded().find(found->second) ||
                            (name != nullptr && !ctx.flow.is_local(name->id));
    const Operand value = is_written ? peek(ctx, found->second) : Operand{};
    const bool is_number = value.is_value() && (value.type.is_integer() || value.type.is_float());
    return is_number ? std::optional(value.type) : std::nullopt;
}

static void update_phi(Lowering& ctx, VersionId id, bool is_header) {
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
        } else if (const auto type = is_header ? written_type(ctx, operand) : std::nullopt) {
            widen(ctx, id, *type, ctx.flow.versions[operand].range);
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

void update_phis(Lowering& ctx, const std::unordered_map<std::uint32_t, std::vector<VersionId>>& at,
                 std::uint32_t node) {
    const auto phis = at.find(node);
    if (phis == at.end()) {
        return;
    }
    for (VersionId one : phis->second) {
        const VersionId phi = current(ctx, one);
        if (ctx.flow.versions[phi].is_read && ctx.flow.versions[phi].operands.size() > 1) {
            update_phi(ctx, phi, &at == &ctx.flow.headers);
        }
    }
}

}  // namespace pycu::sema
