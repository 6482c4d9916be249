// Calls of device functions, types and intrinsics. See calls.h.
#include "lower/calls.h"

#include <algorithm>

#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "support/text.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

/// The kernel of `k[grid, block](x)`; nothing where that is no launch.
static const std::string* launched_name(const Lowering& ctx, const syntax::Call& call) {
    const auto* launch = ctx.get<syntax::Subscript>(call.func);
    const auto* name = launch != nullptr ? ctx.get<syntax::Name>(launch->value) : nullptr;
    if (name == nullptr || flow_is_local(ctx, name->id)) {
        return nullptr;
    }
    const Value value_of = ctx.evaluator.evaluate(launch->value, ctx.decl.scope).value;
    const auto* function = value_of.get<FunctionRef>();
    const DeviceFunction* kernel =
        function != nullptr ? ctx.instances.functions().find(*function) : nullptr;
    return kernel != nullptr ? &kernel->qualname : nullptr;
}

/// z.conjugate(), n.bit_count(), x.view(np.int32)
static Operand scalar_method(Lowering& ctx, const Operand& scalar,
                             const syntax::Attribute& attribute, const syntax::Call& call,
                             Range range) {
    const std::string& name = attribute.attr;
    const bool is_number = scalar.type.is_integer() || scalar.type.is_float();
    const bool is_known = name == "conjugate"   ? is_number || scalar.type.is_complex()
                          : name == "bit_count" ? scalar.type.is_integer()
                          : name == "view"      ? is_number
                                                : name == "item";
    if (!is_known) {
        return fail<Code::NoAttribute>(ctx, attribute.attr_range, scalar, name);
    }
    if (!takes(ctx, call, range, name == "view" ? 1 : 0)) {
        return error();
    }
    if (name == "bit_count") {
        return intrinsic(ctx, "numba.cuda.popc", {scalar}, range);
    }
    if (name == "conjugate" && scalar.type.is_complex()) {
        return intrinsic(ctx, "numpy.conjugate", {scalar}, range);
    }
    if (name != "view") {
        return scalar;
    }
    const std::optional<Type> to = static_dtype(ctx, call.args[0]);
    if (!to) {
        return not_a_dtype(ctx, call.args[0]);
    }
    if (!can_view(scalar.type, *to)) {
        return fail<Code::NoView>(ctx, range, scalar, *to);
    }
    if (scalar.type == *to || (scalar.type.is_integer() && to->is_integer())) {
        return converted(ctx, scalar, *to);
    }
    return intrinsic(ctx, "numpy.generic.view." + type_name(ctx, *to), {scalar}, range);
}

static Operand call_method(Lowering& ctx, const Operand& object, const syntax::Attribute& attribute,
                           const syntax::Call& call, Range range) {
    if (object.type.is_array()) {
        return array_method(ctx, object, attribute, call, range);
    }
    if (object.type.is_scalar()) {
        return scalar_method(ctx, object, attribute, call, range);
    }
    static const std::vector<std::string> later = {"view", "conjugate"};
    if (std::ranges::count(later, attribute.attr) > 0) {
        return unsupported(ctx, range, "`." + attribute.attr + "()`");
    }
    return fail<Code::NoAttribute>(ctx, attribute.attr_range, object, attribute.attr);
}

/// What the function is compiled for: the types of the arguments, or the best of its signatures.
static std::optional<std::vector<Argument>> overload(Lowering& ctx, const DeviceFunction& callee,
                                                     const std::vector<Operand>& args,
                                                     Range range) {
    std::vector<Argument> made;
    for (const Operand& arg : args) {
        made.push_back(arg.is_known() ? Argument{Type::none(), arg.known} : Argument{arg.type});
    }
    if (callee.signatures.empty()) {
        return made;
    }
    std::vector<Type> types;
    std::ranges::transform(made, std::back_inserter(types), &Argument::type);
    std::vector<std::vector<Type>> candidates;
    for (const GivenSignature& given : callee.signatures) {
        candidates.push_back(given.signature.params);
    }
    const auto best = best_overload(types, candidates, ctx.types);
    if (!best) {
        return fail<Code::NoOverload>(ctx, range, callee.qualname, type_names(ctx, types))
            .label(callee.signatures.front().range, "its types are given here");
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = {candidates[*best][i]};
    }
    return made;
}

/// Whether a function may have one more instance. One that calls itself with `(x, n)` for `x` would
/// never have the last.
static bool may_call(Lowering& ctx, std::size_t decl, const std::vector<Argument>& args,
                     Range range) {
    const Instances::Room room = ctx.instances.room_for(decl, args);
    const std::string& name = ctx.instances.functions().all[decl].qualname;
    if (room == Instances::Room::EndlessTypes) {
        fail<Code::EndlessTypes>(ctx, range, name)
            .help("give every call of `" + name + "` inside it the same types");
    } else if (room == Instances::Room::TooDeep) {
        fail<Code::DeepCalls>(ctx, range, Instances::max_depth);
    }
    return room == Instances::Room::Enough;
}

static Operand call_function(Lowering& ctx, const FunctionRef& function, const syntax::Call& call,
                             ExprId expr) {
    const Range range = ctx.range(expr);
    const DeviceFunction* callee = ctx.instances.functions().find(function);
    if (callee == nullptr || callee->kind == DeviceFunction::Kind::Other || callee->is_ufunc()) {
        return unsupported(ctx, range, "calling `" + text(ctx, call.func) + "` in device code");
    }
    if (callee->is_broken) {
        ctx.calls_failed = true;
        return error();
    }
    if (ctx.instances.functions().overloaded.contains(callee->def.index)) {
        return fail<Code::OverloadedFunction>(ctx, ctx.range(call.func), callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("write what kernels call as a function with `@cuda.jit(device=True)`");
    }
    std::vector<Operand> args = bind_args(ctx, *callee, call, range);
    if (poison_of(args) == nullptr) {
        add_captures(ctx, *callee, expr, args);
    }
    if (const Operand* poison = poison_of(args)) {
        return *poison;
    }
    const bool is_inner = ctx.instances.closures().is_closure(callee->scope);
    if (callee->kind == DeviceFunction::Kind::Plain && !is_inner) {
        fail<Code::PlainHelper>(ctx, ctx.range(call.func), callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("write `@cuda.jit(device=True)` above it");
    }
    if (callee->is_kernel) {
        fail<Code::CalledKernel>(ctx, ctx.range(call.func), callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("move what both do to a function with `@cuda.jit(device=True)`");
    }
    std::optional<std::vector<Argument>> types = overload(ctx, *callee, args, range);
    const std::size_t index = ctx.instances.functions().index_of(function);
    const auto may_make = [&](const std::vector<Argument>& made) {
        return may_call(ctx, index, made, range);
    };
    const InstanceId id =
        types ? instance_for(ctx, index, args, *types, range, may_make) : InstanceId{};
    if (!id.valid()) {
        return error();
    }
    const Instance& instance = ctx.instances[id];
    if (!has_result(ctx, id)) {
        return pending(ctx);
    }
    ctx.called.push_back(id);
    if (instance.state == Instance::State::Failed) {
        ctx.calls_failed = true;
        return error();
    }
    ir::Call node;
    node.function = {id.index};
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (!(*types)[i].known && !(*types)[i].type.is_none()) {
            node.args.push_back(convert(ctx, args[i].ir, (*types)[i].type));
        }
    }
    return finish_call(ctx, instance, *callee, add(ctx, instance.result, range, std::move(node)),
                       expr);
}

/// `float("inf")`, `float("nan")`.
static Operand float_from_string(Lowering& ctx, const std::string& written, const TypeObject& type,
                                 Range range) {
    std::string name = lower_case(trim(written));
    const bool is_negative = name.starts_with('-');
    if (is_negative || name.starts_with('+')) {
        name.erase(0, 1);
    }
    double magnitude = 0;
    if (name == "inf" || name == "infinity") {
        magnitude = std::numeric_limits<double>::infinity();
    } else if (name == "nan") {
        magnitude = std::numeric_limits<double>::quiet_NaN();
    } else {
        return refused(ctx, range, "a number in a string");
    }
    const NumberValue made{type.type, is_negative ? -magnitude : magnitude,
                           type.kind == TypeObject::Kind::Python};
    return operand_of(ctx, Value{made}, std::nullopt, range);
}

/// The type of `int(x)`, `float(x)` and `bool(x)`.
static std::optional<Type> python_call_result(Type to, Type x) {
    return to.is_bool()    ? bool_call_result(x)
           : to.is_float() ? float_call_result(x)
                           : int_call_result(x);
}

/// `np.float32(x)`, `int(x)`, `bool(x)`: conversions.
static Operand call_type(Lowering& ctx, const TypeObject& type, const syntax::Call& call,
                         Range range) {
    std::vector<Operand> args = positional(ctx, call);
    const auto* string = args.size() == 1 ? args.front().get<StringValue>() : nullptr;
    if (string != nullptr && type.type.is_float() && call.keywords.empty()) {
        return float_from_string(ctx, string->text, type, range);
    }
    const bool is_python = type.kind == TypeObject::Kind::Python;
    const bool is_complex = is_python && type.type.is_complex();
    args = values_of(ctx, call, std::move(args), range, {1, is_complex ? 2U : 1U});
    if (is_complex) {
        return call_complex(ctx, args, text(ctx, call.func), range);
    }
    const Operand arg = plain(ctx, args.front(), range);
    std::optional<Type> result;
    if (arg.type.is_scalar() && type.type.is_scalar()) {
        result = is_python                       ? python_call_result(type.type, arg.type)
                 : can_cast(arg.type, type.type) ? std::optional(type.type)
                                                 : std::nullopt;
    }
    if (!result) {
        return fail<Code::NoConversion>(ctx, range, call.func, arg);
    }
    const auto* number_of = arg.get<NumberValue>();
    const bool is_constant = ctx.is<ir::Literal>(arg.ir) || ctx.is<ir::ReadConstant>(arg.ir);
    if (number_of != nullptr && is_constant && number_of->type == *result && arg.type != *result) {
        return value(ctx, *result, range, ir::Literal{number_of->value});  // all of its 64 bits
    }
    Operand operand = converted(ctx, arg, *result);
    operand.is_literal = false;
    auto& made = ctx.fn.exprs[operand.ir].as;
    if (auto* literal = std::get_if<ir::Literal>(&made)) {
        literal->is_python = false;
        if (!result->is_integer()) {  // which are written in their own base
            ctx.fn.exprs[operand.ir].range = range;
        }
    } else if (auto* cast = std::get_if<ir::Cast>(&made); cast != nullptr && arg.type != *result) {
        cast->is_written = true;
    }
    return operand;
}

Operand lower_call(Lowering& ctx, const syntax::Call& call, ExprId expr) {
    const Range range = ctx.range(expr);
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!keyword.arg) {
            return refused(ctx, keyword.range, "`**` in a call");
        }
    }
    if (const auto* name = launched_name(ctx, call)) {
        return fail<Code::DeviceLaunch>(ctx, range, *name)
            .help("call a device function, or launch the kernel from the host");
    }
    if (const auto appended = append_to(ctx, call, range)) {
        return *appended;
    }
    Operand callee;
    if (const auto* attribute = ctx.get<syntax::Attribute>(call.func)) {
        const Operand object = lower(ctx, attribute->value);
        if (object.is_value()) {
            return call_method(ctx, object, *attribute, call, range);
        }
        const Value* known = object.is_known() ? &*object.known : nullptr;
        if (known != nullptr && known->items() != nullptr && known->items()->is_dict) {
            const Found found = ctx.evaluator.evaluate(expr, ctx.decl.scope);
            if (!found.value.is_unknown()) {
                return operand_of(ctx, found.value, found.origin, range);
            }
        }
        callee = attribute_of(ctx, object, *attribute, call.func);
    } else {
        callee = lower(ctx, call.func);
    }
    if (const auto* function = callee.get<FunctionRef>()) {
        return call_function(ctx, *function, call, expr);
    }
    if (const auto* type = callee.get<TypeObject>()) {
        return call_type(ctx, *type, call, range);
    }
    if (const auto* dotted = callee.get<Dotted>()) {
        if (dotted->path == "functools.partial") {
            return partial_function(ctx, range, range);
        }
        return call_path(ctx, dotted->path, call, range);
    }
    if (const auto* declared = callee.get<DeclaredFunctionRef>()) {
        return call_declared(ctx, **declared, call, range);
    }
    if (const auto* tuples = callee.get<NamedTupleClass>()) {
        return named_tuple(ctx, NamedTupleClass(*tuples), call, range);
    }
    if (!callee.is_value() && !callee.is_known()) {
        return callee;
    }
    auto failure = fail<Code::NotCallable>(ctx, ctx.range(call.func), call.func,
                                           describe_operand(ctx, callee));
    if (callee.is_known() && callee.known->is<ClassRef>()) {
        failure.help(
            "device code makes no objects: take a `NamedTuple`, or a variable for each "
            "attribute");
    }
    return failure;
}

}  // namespace pycu::sema
