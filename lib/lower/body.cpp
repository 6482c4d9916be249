// Rounds of typing and the types of versions. See lowering.h.

#include <algorithm>
#include <set>
#include <string>

#include "declare/jit_options.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "symbols/walk.h"

namespace pycu::sema {

namespace {

/// Numba gives up as well; more rounds than this mean types that never settle.
constexpr int max_rounds = 64;

/// What a name means is one mistake, however often the name is read.
bool is_of_a_name(diag::Code code) {
    return code == diag::Code::UnknownName || code == diag::Code::NotADeviceFunction ||
           code == diag::Code::NotAValue || code == diag::Code::NotConstant;
}

}  // namespace

/// The result that the signature of these arguments gives.
static void declare_result(Lowering& ctx, const std::vector<Argument>& args) {
    for (const GivenSignature& given : ctx.decl.signatures) {
        const bool is_same =
            std::ranges::equal(given.signature.params, args, {}, {}, &Argument::type);
        if (!ctx.is_kernel && is_same && given.signature.returns) {
            ctx.declared_result = given.signature.returns;
        }
    }
}

/// What a function or a type that is an argument adds to the name of what is compiled for it.
static std::string short_name(const Lowering& ctx, const Value& value_of) {
    std::string name;
    if (const auto* function = value_of.get<FunctionRef>()) {
        const DeviceFunction* passed = ctx.instances.functions().find(*function);
        name = passed != nullptr ? passed->qualname : "";
    } else if (const auto* path = value_of.get<Dotted>()) {
        name = path->path;
    } else if (const auto* type = value_of.get<TypeObject>()) {
        name = type->type.is_scalar() ? type_name(ctx, type->type) : "";
    } else if (is_constant(value_of)) {
        return constant_suffix(value_of);
    }
    return name.substr(name.rfind('.') + 1);
}

/// A variable for a parameter that is a constant, where its value meets others.
static void start_constant(Lowering& ctx, VersionId id, const Argument& arg) {
    Lowering::VersionState& state = ctx.versions[id.index];
    const Version& version = ctx.flow.versions[id];
    state.is_constant = true;
    widen(ctx, id, arg.type, version.range);
    if (!meets_others(ctx, id)) {
        return;
    }
    state.local = temporary(ctx, ctx.flow.variables[version.variable], arg.type, version.range,
                            ir::Local::Kind::Variable);
    emit_into(ctx, ctx.entry, [&] {
        const Operand constant = operand_of(ctx, *arg.known, std::nullopt, version.range);
        const Operand value = runtime(ctx, constant, version.range);
        emit(ctx, version.range, ir::Assign{.target = state.local, .value = value.ir});
    });
}

static void start_parameter(Lowering& ctx, VersionId id, const Argument& arg) {
    const Version& version = ctx.flow.versions[id];
    const std::string& name = ctx.flow.variables[version.variable];
    if (arg.known) {
        ctx.versions[id.index].known = arg.known;  // an instance of its own, and no parameter
        const std::size_t own = ctx.flow.params.size() - ctx.sharing.captures.size();
        const bool is_own = id.index - ctx.flow.params[0].index < own;
        ctx.fn.variant +=
            is_own ? (ctx.fn.variant.empty() ? "" : "_") + short_name(ctx, *arg.known) : "";
        if (is_constant(*arg.known)) {
            start_constant(ctx, id, arg);
        }
        return;
    }
    if (arg.type.is_error()) {  // of a kernel in error
        ctx.versions[id.index].has_failed = true;
        ctx.calls_failed = true;
        return;
    }
    const std::size_t dot = name.rfind('.');  // "g.scale": a variable that the function g captures
    const Type type = ctx.types.stored(arg.type);
    const bool is_variable = type.is_none() && !ctx.is_kernel;
    const ir::LocalId local =
        temporary(ctx, dot == std::string::npos ? name : name.substr(dot + 1), type, version.range,
                  is_variable ? ir::Local::Kind::Variable : ir::Local::Kind::Parameter);
    ctx.versions[id.index].local = local;
    if (type.is_none()) {
        ctx.versions[id.index].known = Value{NoneValue{}};
    }
    if (is_variable) {
        emit_into(ctx, ctx.entry, [&] {
            emit(
                ctx, version.range,
                ir::Assign{.target = local, .value = add(ctx, none, version.range, ir::NoValue{})});
        });
    } else {
        ctx.fn.params.push_back(local);
    }
    if (type.is_optional() && ctx.is_kernel) {
        unsupported(ctx, version.range,
                    "an `" + type_name(ctx, arg.type) + "` as a kernel's argument");
    }
    check_record(ctx, arg.type, version.range);
    widen(ctx, id, arg.type, version.range);
}

static void start_function(Lowering& ctx, const std::vector<Argument>& args) {
    ctx.fn = ir::Function{};
    ctx.waiting.clear();
    ctx.open.clear();
    ctx.references.clear();
    ctx.called.clear();
    ctx.instances[ctx.self].reads.clear();
    ctx.instances[ctx.self].wants.clear();
    ctx.instances[ctx.self].lacks.clear();
    ctx.entry.clear();
    ctx.turn_versions.clear();
    ctx.unroll_depth = 0;
    ctx.fn.kind = ctx.is_kernel ? ir::Function::Kind::Kernel : ir::Function::Kind::Device;
    ctx.fn.name = ctx.decl.qualname;
    ctx.fn.range = ctx.decl.name_range;
    ctx.fn.options = function_options(ctx.decl);
    const Scope& scope = ctx.evaluator.scopes().all[ctx.decl.scope];
    ctx.fn.qualname = scope.qualname != ctx.decl.qualname ? scope.qualname : "";
    for (std::size_t i = 0; i < args.size() && i < ctx.flow.params.size(); ++i) {
        start_parameter(ctx, ctx.flow.params[i], args[i]);
    }
}

static void round(Lowering& ctx, const std::vector<Argument>& args) {
    ctx.sink = diag::Sink{};
    ctx.warned.clear();
    ctx.visits.clear();
    ctx.changed = false;
    ctx.result_was_read = false;
    ctx.has_pending = false;
    ctx.calls_failed = false;
    for (Lowering::VersionState& state : ctx.versions) {
        state.was_read = false;
        state.has_failed = false;
        state.local = {};
    }
    start_function(ctx, args);
    if (ctx.def.is_async) {
        refused(ctx, ctx.def.name_range, "an async function");
    }
    if (!ctx.shadowed.empty()) {
        fail<Code::Shadowed>(ctx, ctx.def.name_range, ctx.shadowed)
            .help("give one of them another name");
    }
    ctx.fn.body = lower_block(ctx, ctx.def.body, true);
    ctx.fn.body.insert(ctx.fn.body.begin(), ctx.entry.begin(), ctx.entry.end());
    if (ctx.flow.reaches_end && !ctx.sharing.returned.empty()) {
        emit_into(ctx, ctx.fn.body, [&] {
            const Operand nothing = known(Value{NoneValue{}});
            give_result(ctx, with_returned(ctx, nothing, Flow::at_end, ctx.def.name_range),
                        ctx.def.name_range, ctx.def.name_range);
        });
    } else if (ctx.flow.reaches_end && returns_values(ctx)) {
        emit_into(ctx, ctx.fn.body, [&] { give_none(ctx, ctx.def.name_range); });
    }
    ctx.fn.result = ctx.types.stored(ctx.result);
    refuse_record_tuples(ctx, ctx.def.name_range);
}

/// A variable that is None has no place in the text: what it meets has been set to None by now.
static void drop_none_assignments(Lowering& ctx) {
    for (ir::Stmt& stmt : ctx.fn.stmts) {
        const auto* assign = stmt.get<ir::Assign>();
        if (assign != nullptr && ctx.fn.locals[assign->target].type.is_none()) {
            stmt.as = ir::Nothing{};
        }
    }
}

/// A warning that a variable may not be set, where an error says that it never is.
static bool is_told_better(const diag::Diagnostic& one, const diag::Sink& sink) {
    return one.code == Code::MaybeUnset &&
           std::ranges::any_of(sink.all(), [&](const diag::Diagnostic& other) {
               return other.code == Code::NeverSet && other.range == one.range;
           });
}

/// Where a variable is read first.
static Range first_read(const Lowering& ctx, std::uint32_t variable) {
    Range first;
    for (const auto& [expr, version] : ctx.flow.uses) {
        const Range range = ctx.range(syntax::ExprId{expr});
        const bool is_it = ctx.flow.versions[version].variable == variable;
        first = is_it && (first == Range{} || range.begin < first.begin) ? range : first;
    }
    return first;
}

/// Reports the variables that nothing but themselves gives a value: `total += x` in a loop, and no
/// `total = 0` before it. Whether there are any.
static bool report_never_set(Lowering& ctx) {
    std::set<std::uint32_t> reported;
    for (std::uint32_t i = 0; i < ctx.flow.versions.size(); ++i) {
        const Version& version = ctx.flow.versions[VersionId{i}];
        const Lowering::VersionState& state = ctx.versions[i];
        const bool is_open = version.may_be_unset && version.is_read && !state.has_type;
        if (!is_open || state.known || !reported.insert(version.variable).second) {
            continue;
        }
        const std::string& name = ctx.flow.variables[version.variable];
        std::vector<std::string> others = ctx.flow.variables;
        std::erase(others, name);
        const std::string near = nearest(name, others);
        fail<Code::NeverSet>(ctx, first_read(ctx, version.variable), name)
            .help(near.empty() ? "set it before the loop" : "there is `" + near + "`");
    }
    return !reported.empty();
}

bool run(Lowering& ctx, const std::vector<Argument>& args, bool is_kernel, diag::Sink& sink) {
    ctx.is_kernel = is_kernel;
    declare_result(ctx, args);
    for (const Argument& arg : args) {
        ctx.args.push_back(arg.known ? Type::error() : arg.type);
    }
    make_flow(ctx, args);
    ctx.versions.resize(ctx.flow.versions.size());
    ctx.result = Type::none();
    bool is_settled = false;
    for (int count = 0; count < max_rounds && !is_settled; ++count) {
        round(ctx, args);
        const bool is_outdated = ctx.instances.forget_outdated(ctx.self);
        is_settled = !ctx.changed && !is_outdated;
    }
    const bool has_no_type =
        (ctx.has_pending || !is_settled) && !ctx.sink.has_errors() && !ctx.calls_failed;
    if (has_no_type && !report_never_set(ctx)) {
        auto diagnostic = fail<Code::NoType>(ctx, ctx.decl.name_range, ctx.decl.qualname);
        if (!is_settled) {
            diagnostic.note("it is another one each time that the function calls itself");
        }
    }
    const bool failed = ctx.sink.has_errors() || ctx.calls_failed;
    std::set<std::string> named;
    for (const diag::Diagnostic& diagnostic : ctx.sink.all()) {
        if (is_told_better(diagnostic, ctx.sink)) {
            continue;
        }
        if (!is_of_a_name(diagnostic.code) || named.insert(diagnostic.message).second) {
            sink.add(diagnostic);
        }
    }
    if (!failed) {
        merge_webs(ctx.fn, ctx.flow, web_versions(ctx), ctx.types);
        drop_none_assignments(ctx);
    }
    return !failed;
}

bool reads_local(const Lowering& ctx, ExprId expr) {
    if (const auto* name = ctx.get<syntax::Name>(expr)) {
        return flow_is_local(ctx, name->id);
    }
    bool found = false;
    symbols::for_each_child(ctx.tree, expr,
                            [&](ExprId child) { found = found || reads_local(ctx, child); });
    return found;
}

bool reads_failed(const Lowering& ctx, ExprId expr) {
    const auto use = ctx.flow.uses.find(expr.index);
    bool found = use != ctx.flow.uses.end() && ctx.versions[use->second.index].has_failed;
    symbols::for_each_child(ctx.tree, expr,
                            [&](ExprId child) { found = found || reads_failed(ctx, child); });
    return found;
}

bool flow_is_local(const Lowering& ctx, const std::string& name) {
    return inner_name(ctx, name) != nullptr ||
           (ctx.evaluator.scopes().is_local(name, ctx.decl.scope) && !is_import(ctx, name));
}

}  // namespace pycu::sema
