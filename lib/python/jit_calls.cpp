// Calls of decorators that make device code: `cuda.jit(f)`, `cuda.jit(device=True)(f)`.
#include "python/decorator_paths.h"
#include "python/interpreter.h"
#include "values/functions_made.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

std::shared_ptr<const JitArguments> given_to_jit(const CallArguments& args) {
    return std::make_shared<const JitArguments>(
        JitArguments{args.positional, args.named, args.is_open});
}

}  // namespace

/// What a call of a decorator makes of a function.
Value Interpreter::made_by(const FunctionRef& function, const std::string& path, ExprId jit,
                           const JitDecorator* applied) {
    MadeFunction made = *function.made;
    made.made_by = path;
    made.applied = applied != nullptr ? std::make_shared<const JitDecorator>(*applied) : nullptr;
    made.given = applied != nullptr ? applied->given : nullptr;
    return {FunctionRef{
        function.def, {}, jit, std::make_shared<const MadeFunction>(made), function.membership}};
}

Value Interpreter::call_decorator(const JitDecorator& decorator, const CallArguments& args,
                                  ExprId id, Range range) {
    const auto* function =
        args.positional.size() == 1 ? args.positional[0].get<FunctionRef>() : nullptr;
    if (function != nullptr && function->made != nullptr) {
        store_.snapshot();
        return made_by(*function, decorator.path, id, &decorator);
    }
    if (decorator.is_partial && tree_ == &file_) {  // with more options
        return {JitDecorator{id, {}, frame_, decorator.path, false, given_to_jit(args)}};
    }
    escape(args, range);
    return unknown(at_run_time, range);
}

/// `cuda.jit(f)`, `cuda.jit(device=True)`, `functools.partial(cuda.jit, ...)` and their kin.
Value Interpreter::call_jit(const std::string& path, const CallArguments& args, ExprId id,
                            Range range) {
    const Value first = args.positional.empty() ? Value{} : args.positional[0];
    const auto* function = first.get<FunctionRef>();
    store_.snapshot();
    if (path == "functools.partial") {
        const auto* of = first.get<Dotted>();
        const auto* made = first.get<JitDecorator>();
        const bool is_jit = of != nullptr && (is_cuda_jit(of->path) || is_cpu_jit(of->path));
        const bool is_followed = function != nullptr && function->made != nullptr &&
                                 !function->is_device() && !function->is_decorated();
        if (is_followed) {
            FunctionRef partial = *function;
            Membership given{Membership::Kind::Partial, {}, {}};
            given.given.assign(args.positional.begin() + 1, args.positional.end());
            given.named = args.named;
            given.of = function->membership;
            partial.membership = std::make_shared<const Membership>(std::move(given));
            return {std::move(partial)};
        }
        if (!is_jit && made == nullptr) {
            Unknown why{"it is made by `functools.partial`", range};
            why.is_partial = function != nullptr;
            escape(args, range);
            return {Value{why}};
        }
        return {
            JitDecorator{id, {}, frame_, is_jit ? of->path : made->path, true, given_to_jit(args)}};
    }
    const JitDecorator made{id, {}, frame_, path, false, given_to_jit(args)};
    if (function != nullptr && function->made != nullptr) {
        return made_by(*function, path, id, &made);
    }
    return tree_ == &file_ ? Value{made} : unknown("it is a decorator", range);
}

}  // namespace pycu::sema
