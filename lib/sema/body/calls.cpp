// Calls of device functions, types and intrinsics. See body.h.
#include <algorithm>

#include "api/resolve.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "support/text.h"
#include "types/operations.h"

namespace pycu::sema {

Operand Body::lower_call(const syntax::Call& call, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!keyword.arg) {
            return refused(keyword.range, "`**` in a call");
        }
    }
    if (const auto* name = launched_name(call)) {
        report<diag::Code::DeviceLaunch>(range, *name)
            .help("call a device function, or launch the kernel from the host");
        return error();
    }
    Operand callee;
    if (const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[call.func].as)) {
        const Operand object = lower(attribute->value);
        if (object.is_value()) {
            return call_method(object, *attribute, call, range);
        }
        callee = attribute_of(object, *attribute, call.func);
    } else {
        callee = lower(call.func);
    }
    if (const auto* function = callee.get<FunctionRef>()) {
        return call_function(*function, call, expr);
    }
    if (const auto* type = callee.get<TypeObject>()) {
        return call_type(*type, call, range);
    }
    if (const auto* dotted = callee.get<Dotted>()) {
        if (dotted->path == "functools.partial") {
            return partial_function(range, range);
        }
        return call_path(dotted->path, call, range);
    }
    if (const auto* tuples = callee.get<NamedTupleClass>()) {
        return named_tuple(NamedTupleClass(*tuples), call, range);
    }
    if (!callee.is_value() && !callee.is_known()) {
        return callee;
    }
    report<diag::Code::NotCallable>(tree_.exprs[call.func].range, text(call.func),
                                    describe_operand(callee));
    return error();
}

/// The kernel of `k[grid, block](x)`; nothing where that is no launch.
const std::string* Body::launched_name(const syntax::Call& call) const {
    const auto* launch = std::get_if<syntax::Subscript>(&tree_.exprs[call.func].as);
    const auto* name =
        launch != nullptr ? std::get_if<syntax::Name>(&tree_.exprs[launch->value].as) : nullptr;
    if (name == nullptr || flow_is_local(name->id)) {
        return nullptr;
    }
    const Value value_of = evaluator_.evaluate(launch->value, decl_.scope).value;
    const auto* function = value_of.get<FunctionRef>();
    const DeviceFunction* kernel =
        function != nullptr ? instances_.functions().find(*function) : nullptr;
    return kernel != nullptr ? &kernel->qualname : nullptr;
}

Operand Body::call_method(const Operand& object, const syntax::Attribute& attribute,
                          const syntax::Call& call, Range range) {
    if (object.type.is_array()) {
        return array_method(object, attribute, call, range);
    }
    if (object.type.is_scalar()) {
        return scalar_method(object, attribute, call, range);
    }
    static const std::vector<std::string> later = {"view", "conjugate"};
    if (std::ranges::count(later, attribute.attr) > 0) {
        return unsupported(range, "`." + attribute.attr + "()`");
    }
    report<diag::Code::NoAttribute>(attribute.attr_range, type_name(object.type), attribute.attr);
    return error();
}

/// The arguments of a call that takes positional ones only.
std::optional<std::vector<Operand>> Body::lower_args(const syntax::Call& call,
                                                     const std::string& name) {
    if (!call.keywords.empty()) {
        report<diag::Code::UnknownKeyword>(call.keywords.front().range, name,
                                           *call.keywords.front().arg);
        return std::nullopt;
    }
    auto lowered = positional(call);
    if (!lowered) {
        return std::nullopt;
    }
    std::vector<Operand> operands = std::move(*lowered);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Range at = tree_.exprs[call.args[std::min(i, call.args.size() - 1)]].range;
        operands[i] = runtime(operands[i], at);
    }
    for (const Operand& operand : operands) {
        if (!operand.is_value()) {
            has_failed_args_ = operand.kind == Operand::Kind::Error;
            return std::nullopt;
        }
    }
    return operands;
}

Operand Body::call_function(const FunctionRef& function, const syntax::Call& call, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    const DeviceFunction* callee = instances_.functions().find(function);
    if (callee == nullptr || callee->kind == DeviceFunction::Kind::Other || callee->is_ufunc()) {
        return unsupported(range, "calling `" + text(call.func) + "` in device code");
    }
    if (callee->is_broken) {
        calls_failed_ = true;
        return error();
    }
    has_failed_args_ = true;
    std::optional<std::vector<Operand>> args = bind_args(*callee, call, range);
    if (!args || !add_captures(*callee, expr, *args)) {
        return has_failed_args_ ? error() : pending();
    }
    const bool is_inner = instances_.closures().is_closure(callee->scope);
    if (callee->kind == DeviceFunction::Kind::Plain && !is_inner) {
        report<diag::Code::PlainHelper>(tree_.exprs[call.func].range, callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("write `@cuda.jit(device=True)` above it");
    }
    if (callee->is_kernel) {
        report<diag::Code::CalledKernel>(tree_.exprs[call.func].range, callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("move what both do to a function with `@cuda.jit(device=True)`");
    }
    const std::optional<std::vector<Argument>> types = overload(*callee, *args, range);
    if (!types) {
        return error();
    }
    const std::size_t index = instances_.functions().index_of(function);
    if (!may_call(index, *types, range)) {
        return error();
    }
    const InstanceId id = instances_.get(index, *types, false);
    const Instance& instance = instances_[id];
    if (!has_result(id)) {
        return pending();
    }
    called_.push_back(id);
    if (instance.state == Instance::State::Failed) {
        calls_failed_ = true;
        return error();
    }
    ir::Call node;
    node.function = {id.index};
    for (std::size_t i = 0; i < args->size(); ++i) {
        if (!(*types)[i].known && !(*types)[i].type.is_none()) {
            node.args.push_back(convert((*args)[i].ir, (*types)[i].type));
        }
    }
    return finish_call(instance, *callee, add(instance.result, range, std::move(node)), expr);
}

/// Whether a function may have one more instance. One that calls itself with `(x, n)` for `x` would
/// never have the last.
bool Body::may_call(std::size_t decl, const std::vector<Argument>& args, Range range) {
    const Instances::Room room = instances_.room_for(decl, args);
    const std::string& name = instances_.functions().all[decl].qualname;
    if (room == Instances::Room::EndlessTypes) {
        report<diag::Code::EndlessTypes>(range, name)
            .help("give every call of `" + name + "` inside it the same types");
    } else if (room == Instances::Room::TooDeep) {
        report<diag::Code::DeepCalls>(range, Instances::max_depth);
    }
    return room == Instances::Room::Enough;
}

/// What the function is compiled for: the types of the arguments, or the best of its signatures.
std::optional<std::vector<Argument>> Body::overload(const DeviceFunction& callee,
                                                    const std::vector<Operand>& args, Range range) {
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
    const auto best = best_overload(types, candidates, evaluator_.types());
    if (!best) {
        std::vector<std::string> names;
        std::ranges::transform(types, std::back_inserter(names),
                               [&](Type type) { return type_name(type); });
        report<diag::Code::NoOverload>(range, callee.qualname, join(names, ", "))
            .label(callee.signatures.front().range, "its types are given here");
        return std::nullopt;
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = {candidates[*best][i]};
    }
    return made;
}

/// `np.float32(x)`, `int(x)`, `bool(x)`: conversions.
Operand Body::call_type(const TypeObject& type, const syntax::Call& call, Range range) {
    const bool is_one = call.args.size() == 1 && call.keywords.empty() &&
                        !std::holds_alternative<syntax::Starred>(tree_.exprs[call.args[0]].as);
    std::optional<std::vector<Operand>> args;
    if (is_one) {
        const Operand arg = lower(call.args.front());
        if (const auto* string = arg.get<StringValue>(); string && type.type.is_float()) {
            return float_from_string(string->text, type, range);
        }
        args = {runtime(arg, tree_.exprs[call.args.front()].range)};
        if (!args->front().is_value()) {
            return args->front();
        }
    } else {
        has_failed_args_ = true;
        args = lower_args(call, text(call.func));
        if (!args) {
            return has_failed_args_ ? error() : pending();
        }
    }
    if (type.type.is_complex() && type.kind == TypeObject::Kind::Python) {
        return call_complex(*args, text(call.func), range);
    }
    if (args->size() != 1) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1",
                                          std::to_string(args->size()));
        return error();
    }
    const Operand arg = plain(args->front(), range);
    std::optional<Type> result;
    if (arg.type.is_scalar() && type.type.is_scalar()) {
        if (type.kind != TypeObject::Kind::Python) {
            result = can_cast(arg.type, type.type) ? std::optional(type.type) : std::nullopt;
        } else if (type.type.is_bool()) {
            result = bool_call_result(arg.type);
        } else if (type.type.is_float()) {
            result = float_call_result(arg.type);
        } else {
            result = int_call_result(arg.type);
        }
    }
    if (!result) {
        report<diag::Code::NoConversion>(range, text(call.func), type_name(arg.type));
        return error();
    }
    Operand operand = converted(arg, *result);
    operand.is_literal = false;
    return operand;
}

/// `float("inf")`, `float("nan")`.
Operand Body::float_from_string(const std::string& written, const TypeObject& type, Range range) {
    std::string name(trim(written));
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
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
        return refused(range, "a number in a string");
    }
    return number(type.type, is_negative ? -magnitude : magnitude, range);
}

/// z.conjugate(), n.bit_count(), x.view(np.int32)
Operand Body::scalar_method(const Operand& scalar, const syntax::Attribute& attribute,
                            const syntax::Call& call, Range range) {
    const std::string& name = attribute.attr;
    const bool is_number = scalar.type.is_integer() || scalar.type.is_float();
    const bool is_known = name == "conjugate"   ? is_number || scalar.type.is_complex()
                          : name == "bit_count" ? scalar.type.is_integer()
                          : name == "view"      ? is_number
                                                : name == "item";
    if (!is_known) {
        report<diag::Code::NoAttribute>(attribute.attr_range, type_name(scalar.type), name);
        return error();
    }
    const std::size_t wanted = name == "view" ? 1 : 0;
    if (call.args.size() != wanted || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, name, std::to_string(wanted),
                                          std::to_string(call.args.size() + call.keywords.size()));
        return error();
    }
    if (name == "bit_count") {
        return intrinsic("numba.cuda.popc", {scalar}, range);
    }
    if (name == "conjugate" && scalar.type.is_complex()) {
        return intrinsic("numpy.conjugate", {scalar}, range);
    }
    if (name != "view") {
        return scalar;
    }
    const std::optional<Type> to = static_dtype(call.args[0]);
    if (!to) {
        report<diag::Code::NotADtype>(tree_.exprs[call.args[0]].range, text(call.args[0]));
        return error();
    }
    if (!can_view(scalar.type, *to)) {
        report<diag::Code::NoView>(range, type_name(scalar.type), type_name(*to));
        return error();
    }
    if (scalar.type == *to || (scalar.type.is_integer() && to->is_integer())) {
        return converted(scalar, *to);
    }
    return intrinsic("numpy.generic.view." + type_name(*to), {scalar}, range);
}

}  // namespace pycu::sema
