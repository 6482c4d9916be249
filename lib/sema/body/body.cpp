// Rounds of typing and the types of versions. See body.h.
#include "sema/body/body.h"

#include <algorithm>
#include <set>
#include <string>

#include "sema/declarations/jit_options.h"
#include "support/match.h"
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

Body::Body(Instances& instances, const DeviceFunction& decl, InstanceId self)
    : Versions(instances),
      evaluator_(instances.evaluator()),
      tree_(instances.evaluator().tree()),
      decl_(decl),
      def_(std::get<syntax::FunctionDef>(tree_.stmts[decl.def].as)),
      self_(self) {}

bool Body::run(const std::vector<Argument>& args, bool is_kernel, diag::Sink& sink) {
    is_kernel_ = is_kernel;
    declare_result(args);
    for (const Argument& arg : args) {
        args_.push_back(arg.known ? Type::error() : arg.type);
    }
    make_flow(args);
    versions_.resize(flow_.versions.size());
    result_ = Type::none();
    for (int count = 0; count < max_rounds; ++count) {
        round(args);
        const bool is_outdated = instances_.forget_outdated(self_);
        if (!changed_ && !is_outdated) {
            break;
        }
    }
    if (has_pending_ && !sink_.has_errors() && !calls_failed_) {
        report<diag::Code::NoType>(decl_.name_range, decl_.qualname);
    }
    const bool failed = sink_.has_errors() || calls_failed_;
    std::set<std::string> named;
    for (const diag::Diagnostic& diagnostic : sink_.all()) {
        if (!is_of_a_name(diagnostic.code) || named.insert(diagnostic.message).second) {
            sink.add(diagnostic);
        }
    }
    if (!failed) {
        merge_webs(fn_, flow_, web_versions(), evaluator_.types());
        drop_none_assignments();
    }
    return !failed;
}

/// A variable that is None has no place in the text: what it meets has been set to None by now.
void Body::drop_none_assignments() {
    for (ir::Stmt& stmt : fn_.stmts) {
        const auto* assign = std::get_if<ir::Assign>(&stmt.as);
        if (assign != nullptr && fn_.locals[assign->target].type.is_none()) {
            stmt.as = ir::Nothing{};
        }
    }
}

/// The result that the signature of these arguments gives.
void Body::declare_result(const std::vector<Argument>& args) {
    for (const GivenSignature& given : decl_.signatures) {
        const bool is_same =
            std::ranges::equal(given.signature.params, args, {}, {}, &Argument::type);
        if (!is_kernel_ && is_same && given.signature.returns) {
            declared_result_ = given.signature.returns;
        }
    }
}

bool Body::reads_local(ExprId expr) const {
    if (const auto* name = std::get_if<syntax::Name>(&tree_.exprs[expr].as)) {
        return flow_is_local(name->id);
    }
    bool found = false;
    symbols::for_each_child(tree_, expr,
                            [&](ExprId child) { found = found || reads_local(child); });
    return found;
}

bool Body::flow_is_local(const std::string& name) const {
    return inner_name(name) != nullptr ||
           (evaluator_.scopes().is_local(name, decl_.scope) && !is_import(name));
}

void Body::round(const std::vector<Argument>& args) {
    sink_ = diag::Sink{};
    warned_.clear();
    changed_ = false;
    result_was_read_ = false;
    has_pending_ = false;
    calls_failed_ = false;
    for (VersionState& state : versions_) {
        state.was_read = false;
        state.has_failed = false;
        state.local = {};
    }
    start_function(args);
    if (def_.is_async) {
        refused(def_.name_range, "an async function");
    }
    if (!shadowed_.empty()) {
        report<diag::Code::Shadowed>(def_.name_range, shadowed_)
            .help("give one of them another name");
    }
    fn_.body = lower_block(def_.body, true);
    fn_.body.insert(fn_.body.begin(), entry_.begin(), entry_.end());
    if (flow_.reaches_end && !sharing_.returned.empty()) {
        emit_into(fn_.body, [&] {
            const Operand nothing = known(Value{NoneValue{}});
            give_result(with_returned(nothing, Flow::at_end, def_.name_range), def_.name_range,
                        def_.name_range);
        });
    } else if (flow_.reaches_end && returns_values()) {
        emit_into(fn_.body, [&] { give_none(def_.name_range); });
    }
    fn_.result = evaluator_.types().stored(result_);
    refuse_record_tuples(def_.name_range);
}

void Body::start_function(const std::vector<Argument>& args) {
    fn_ = ir::Function{};
    waiting_.clear();
    open_.clear();
    references_.clear();
    called_.clear();
    instances_[self_].reads.clear();
    entry_.clear();
    turn_versions_.clear();
    unroll_depth_ = 0;
    fn_.kind = is_kernel_ ? ir::Function::Kind::Kernel : ir::Function::Kind::Device;
    fn_.name = decl_.qualname;
    fn_.range = decl_.name_range;
    fn_.options = function_options(decl_);
    const Scope& scope = evaluator_.scopes().all[decl_.scope];
    fn_.qualname = scope.qualname != decl_.qualname ? scope.qualname : "";
    for (std::size_t i = 0; i < args.size() && i < flow_.params.size(); ++i) {
        start_parameter(flow_.params[i], args[i]);
    }
}

/// What a function or a type that is an argument adds to the name of what is compiled for it.
std::string Body::short_name(const Value& value_of) const {
    std::string name;
    if (const auto* function = value_of.get<FunctionRef>()) {
        const DeviceFunction* passed = instances_.functions().find(*function);
        name = passed != nullptr ? passed->qualname : "";
    } else if (const auto* path = value_of.get<Dotted>()) {
        name = path->path;
    } else if (const auto* type = value_of.get<TypeObject>()) {
        name = type->type.is_scalar() ? type_name(type->type) : "";
    }
    return name.substr(name.rfind('.') + 1);
}

void Body::start_parameter(VersionId id, const Argument& arg) {
    const Version& version = flow_.versions[id];
    const std::string& name = flow_.variables[version.variable];
    if (arg.known) {
        versions_[id.index].known = arg.known;  // an instance of its own, and no parameter
        const std::size_t own = flow_.params.size() - sharing_.captures.size();
        const bool is_own = id.index - flow_.params[0].index < own;
        fn_.variant += is_own ? (fn_.variant.empty() ? "" : "_") + short_name(*arg.known) : "";
        return;
    }
    const std::size_t dot = name.rfind('.');  // "g.scale": a variable that the function g captures
    const Type type = evaluator_.types().stored(arg.type);
    const ir::LocalId local =
        fn_.locals.add({.name = dot == std::string::npos ? name : name.substr(dot + 1),
                        .type = type,
                        .kind = type.is_none() && !is_kernel_ ? ir::Local::Kind::Variable
                                                              : ir::Local::Kind::Parameter,
                        .range = version.range,
                        .may_be_unset = false,
                        .spelling = {},
                        .is_const = false,
                        .written = {}});
    versions_[id.index].local = local;
    if (type.is_none()) {
        versions_[id.index].known = Value{NoneValue{}};
    }
    if (type.is_none() && !is_kernel_) {
        ir::Stmt nothing;
        nothing.range = version.range;
        nothing.as = ir::Assign{.target = local, .value = add(none, version.range, ir::NoValue{})};
        entry_.push_back(fn_.stmts.add(std::move(nothing)));
    }
    if (!type.is_none() || is_kernel_) {
        fn_.params.push_back(local);
    }
    if (type.is_optional() && is_kernel_) {
        unsupported(version.range, "an `" + type_name(arg.type) + "` as a kernel's argument");
    }
    check_record(arg.type, version.range);
    widen(id, arg.type, version.range);
}

std::string Body::text(ExprId expr) const {
    return std::string(tree_.file->text(tree_.exprs[expr].range));
}

}  // namespace pycu::sema
