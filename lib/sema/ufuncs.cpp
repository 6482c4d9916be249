// Collects the ufuncs of a module. See jit_options.h.
#include "sema/ufuncs.h"

namespace pycu::sema {

namespace {

ir::Ufunc::Kind kind_of(const DeviceFunction& function) {
    switch (function.kind) {
        case DeviceFunction::Kind::Gufunc:
            return ir::Ufunc::Kind::Generalised;
        case DeviceFunction::Kind::Reduction:
            return ir::Ufunc::Kind::Reduction;
        default:
            return ir::Ufunc::Kind::Elements;
    }
}

/// Whether what a function returns is what its kind of ufunc takes; reports it where it is not.
bool is_sound_result(const DeviceFunction& function, Type result, const TypeTable& types,
                     diag::Sink& sink) {
    const bool is_gufunc = function.kind == DeviceFunction::Kind::Gufunc;
    if (is_gufunc && !result.is_none()) {
        sink.report<diag::Code::GufuncReturns>(function.name_range, function.qualname,
                                               python_name(result, types))
            .help("it writes its results to the arrays of its outputs: `out[0] = ...`");
        return false;
    }
    if (!is_gufunc && !result.is_scalar()) {
        if (result.is_none()) {
            sink.report<diag::Code::UfuncResult>(function.name_range, function.qualname)
                .help("write `return` and the result; what writes to an array is a `guvectorize`");
        } else {
            sink.report<diag::Code::UfuncType>(function.name_range, function.qualname,
                                               python_name(result, types));
        }
        return false;
    }
    return true;
}

/// The place of an operation at which threads wait for each other; nothing where there is none.
std::optional<Range> find_wait(const ir::Module& module, ir::FunctionId id,
                               std::vector<bool>& seen) {
    if (!id.valid() || seen[id.index]) {
        return std::nullopt;
    }
    seen[id.index] = true;
    const ir::Function& function = module.functions[id];
    for (const ir::Expr& expr : function.exprs) {
        const auto* row = std::get_if<ir::Intrinsic>(&expr.as);
        if (row != nullptr && row->row->effect >= api::Effect::Converges) {
            return expr.range;
        }
    }
    for (const ir::FunctionId callee : function.callees) {
        if (const auto found = find_wait(module, callee, seen)) {
            return found;
        }
    }
    return std::nullopt;
}

/// The variable behind a place: `a` of `a[i]` and of `a[1:][0]`.
std::optional<ir::LocalId> root_of(const ir::Function& function, ir::ExprId place) {
    while (true) {
        const auto& as = function.exprs[place].as;
        if (const auto* element = std::get_if<ir::Element>(&as)) {
            place = element->array;
        } else if (const auto* view = std::get_if<ir::View>(&as)) {
            place = view->array;
        } else if (const auto* read = std::get_if<ir::Read>(&as)) {
            return read->local;
        } else {
            return std::nullopt;
        }
    }
}

/// Whether the function leaves its inputs alone; reports the first store to one. NumPy hands out
/// copies of inputs that it casts, and broadcasts them.
bool keeps_inputs(const DeviceFunction& declared, const ir::Function& function, std::size_t inputs,
                  diag::Sink& sink) {
    for (const ir::Stmt& stmt : function.stmts) {
        const auto* store = std::get_if<ir::Store>(&stmt.as);
        const auto root = store != nullptr ? root_of(function, store->place) : std::nullopt;
        for (std::size_t i = 0; root && i < inputs && i < function.params.size(); ++i) {
            if (function.params[i] == *root) {
                sink.report<diag::Code::GufuncInput>(function.exprs[store->place].range,
                                                     function.locals[*root].name, declared.qualname)
                    .help("write to an output, and copy the input there first");
                return false;
            }
        }
    }
    return true;
}

}  // namespace

std::vector<ir::Ufunc> find_ufuncs(DeviceFunctions& functions, Instances& instances,
                                   diag::Sink& sink) {
    std::vector<ir::Ufunc> found;
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        DeviceFunction& function = functions.all[i];
        if (!function.is_ufunc() || function.is_broken || function.is_imported) {
            continue;
        }
        ir::Ufunc ufunc;
        ufunc.kind = kind_of(function);
        ufunc.name = function.qualname;
        ufunc.range = function.name_range;
        ufunc.layout = function.ufunc.layout;
        ufunc.identity = function.ufunc.identity;
        ufunc.is_reorderable = function.ufunc.is_reorderable;
        bool is_sound = true;
        for (const GivenSignature& given : function.signatures) {
            const Instance& instance = instances[instances.get(i, given.signature.params, false)];
            is_sound = instance.state == Instance::State::Done && instance.function_id.valid();
            std::vector<bool> seen(instances.module().functions.size());
            const auto wait =
                is_sound ? find_wait(instances.module(), instance.function_id, seen) : std::nullopt;
            if (wait) {
                sink.report<diag::Code::UfuncWaits>(*wait, function.qualname)
                    .label(function.name_range, "`" + function.qualname + "` is defined here");
                function.is_broken = true;
            }
            if (is_sound &&
                !is_sound_result(function, instance.result, instances.module().types, sink)) {
                function.is_broken = true;
            }
            const bool is_generalised = ufunc.kind == ir::Ufunc::Kind::Generalised;
            if (is_sound && is_generalised &&
                !keeps_inputs(function, instances.module().functions[instance.function_id],
                              ufunc.layout.inputs.size(), sink)) {
                function.is_broken = true;
            }
            is_sound = is_sound && !function.is_broken;
            if (!is_sound) {
                break;
            }
            ir::UfuncLoop loop{instance.function_id, given.signature.params};
            ufunc.inputs = loop.operands.size();
            if (is_generalised) {
                ufunc.inputs = ufunc.layout.inputs.size();
            } else {
                loop.operands.push_back(instance.result);
            }
            ufunc.loops.push_back(std::move(loop));
        }
        if (is_sound && !ufunc.loops.empty()) {
            found.push_back(std::move(ufunc));
        }
    }
    return found;
}

}  // namespace pycu::sema
