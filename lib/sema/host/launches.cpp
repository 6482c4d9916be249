// Finds the launches of a file. See launches.h.
#include "sema/host/launches.h"

#include <algorithm>

#include "sema/constants/evaluation.h"
#include "sema/host/tracer.h"
#include "syntax/parse.h"

namespace pycu::sema {

std::vector<Launch> HostTracer::run() {
    writable(0);
    block(tree_.body);
    // A name that a function changes with `global`, and nothing here calls it, may be anything.
    for (const FunctionPlace& place : evaluator_.scopes().functions) {
        if (traced_.contains(place.def.index)) {
            continue;
        }
        for (const std::string& name : evaluator_.scopes().all[place.inner].globals) {
            writable(0).names[name] =
                host_unknown("a function changes it", tree_.stmts[place.def].range);
        }
    }
    trace_uncalled();
    if (has_given_up_) {
        for (const DeviceFunction& function : functions_.all) {
            Launch open;
            open.function = function.ref;
            open.is_open = true;
            launches_.push_back(std::move(open));
        }
    }
    return std::move(launches_);
}

/// What a call has made before any kernel runs: a function, as of `cuda.jit(f)` and of `make(3)`
/// with a factory in the same file, or the type of records.
std::optional<HostValue> HostTracer::made_value(const HostValue& callee, ExprId id) {
    const auto* known = callee.get<Value>();
    const auto* path = known != nullptr ? known->get<Dotted>() : nullptr;
    const bool is_jit = path != nullptr && (is_cuda_jit(path->path) || is_cpu_jit(path->path) ||
                                            is_ufunc_maker(path->path));
    const bool is_type =
        path != nullptr && (path->path == "numpy.dtype" || path->path == "numba.from_dtype");
    if (!callee.get<HostFunction>() && !is_jit && !is_type &&
        (known == nullptr || !known->is<JitDecorator>())) {
        return std::nullopt;
    }
    for (const Scopes::Site& site : evaluator_.scopes().calls) {
        if (site.call != id) {
            continue;
        }
        const Value value = evaluator_.evaluate(id, site.scope).value;
        const auto* type = value.get<TypeObject>();
        const auto* function = value.get<FunctionRef>();
        const bool is_made = function != nullptr && (function->outer || function->jit) &&
                             functions_.find(*function) != nullptr;
        const bool is_record = is_type && type != nullptr && type->type.is_record();
        return is_made || is_record ? std::optional(HostValue{value}) : std::nullopt;
    }
    return std::nullopt;
}

/// `total(a)` of a reduction: noted among the launches, with its array.
std::optional<HostValue> HostTracer::call_reduction(const FunctionRef& callee,
                                                    const HostArguments& args, Range range) {
    const DeviceFunction* function = functions_.find(callee);
    if (function == nullptr || function->kind != DeviceFunction::Kind::Reduction ||
        args.positional.empty()) {
        return std::nullopt;
    }
    Launch made;
    made.function = callee;
    made.range = range;
    made.args.push_back({launch_type(args.positional[0], evaluator_.types(), range), range});
    const auto* type = std::get_if<Type>(&made.args[0].type);
    const HostValue result = type != nullptr && type->is_array()
                                 ? host_number(type->element_type())
                                 : host_unknown("it is what a reduction returns", range);
    launches_.push_back(std::move(made));
    return result;
}

namespace {

bool same_launch(const Launch& a, const Launch& b) {
    const auto same_type = [](const LaunchArgument& x, const LaunchArgument& y) {
        const auto* left = std::get_if<Type>(&x.type);
        const auto* right = std::get_if<Type>(&y.type);
        return left != nullptr && right != nullptr && *left == *right;
    };
    const bool is_plain = !a.is_open && !b.is_open && a.keyword == Range{} && b.keyword == Range{};
    return a.function == b.function &&
           ((is_plain && std::ranges::equal(a.args, b.args, same_type)) ||
            (a.range == b.range && a.range != Range{} && !is_plain));
}

}  // namespace

std::vector<Launch> find_launches(Evaluator& evaluator, const DeviceFunctions& functions) {
    std::vector<Launch> once;
    for (Launch& launch : HostTracer(evaluator, functions).run()) {
        const auto is_same = [&](const Launch& other) { return same_launch(launch, other); };
        if (std::ranges::none_of(once, is_same)) {
            once.push_back(std::move(launch));
        }
    }
    return once;
}

}  // namespace pycu::sema
