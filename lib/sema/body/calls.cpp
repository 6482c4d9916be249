// Calls of device functions, types and intrinsics. See body.h.
#include <algorithm>

#include "intrinsics/resolve.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "support/text.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// The default of a parameter, by its place among all of them; not valid where there is none.
syntax::ExprId default_of(const syntax::Arguments& args, std::size_t at) {
    const std::size_t positional = args.posonlyargs.size() + args.args.size();
    if (at >= positional) {
        return at - positional < args.kw_defaults.size() ? args.kw_defaults[at - positional]
                                                         : syntax::ExprId{};
    }
    const std::size_t first = positional - std::min(args.defaults.size(), positional);
    return at >= first ? args.defaults[at - first] : syntax::ExprId{};
}

}  // namespace

Operand Body::lower_call(const syntax::Call& call, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    for (ExprId arg : call.args) {
        if (std::holds_alternative<syntax::Starred>(tree_.exprs[arg].as)) {
            return unsupported(tree_.exprs[arg].range, "`*` in a call");
        }
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!keyword.arg) {
            return refused(keyword.range, "`**` in a call");
        }
    }
    const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[call.func].as);
    if (attribute != nullptr) {
        const Operand object = lower(attribute->value);
        if (object.is_value()) {
            return call_method(object, *attribute, call, range);
        }
    }
    const Operand callee = lower(call.func);
    if (const auto* function = callee.get<FunctionRef>()) {
        return call_function(*function, call, range);
    }
    if (const auto* type = callee.get<TypeObject>()) {
        return call_type(*type, call, range);
    }
    if (const auto* dotted = callee.get<Dotted>()) {
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
    std::vector<Operand> operands;
    std::vector<std::size_t> starts;
    for (ExprId arg : call.args) {
        starts.push_back(out_->size());
        operands.push_back(lower_value(arg));
    }
    std::vector<Operand*> pointers;
    for (Operand& operand : operands) {
        if (!operand.is_value()) {
            has_failed_args_ = operand.kind == Operand::Kind::Error;
            return std::nullopt;
        }
        pointers.push_back(&operand);
    }
    keep_order(pointers, starts);
    return operands;
}

/// The arguments of a call to a function of the file, in the order of its parameters.
std::optional<std::vector<Operand>> Body::bind_args(const DeviceFunction& callee,
                                                    const syntax::Call& call, Range range) {
    const auto& def = std::get<syntax::FunctionDef>(tree_.stmts[callee.def].as);
    std::vector<const syntax::Arg*> params;
    for_each_parameter(def.args, [&](const syntax::Arg& arg) { params.push_back(&arg); });
    if (def.args.vararg || def.args.kwarg) {
        unsupported(def.name_range, "a device function with `*` or `**` parameters");
        return std::nullopt;
    }
    const auto wrong_count = [&] {
        report<diag::Code::ArgumentCount>(range, callee.qualname, std::to_string(params.size()),
                                          std::to_string(call.args.size() + call.keywords.size()))
            .label(callee.name_range, "`" + callee.qualname + "` is defined here");
    };
    const std::size_t positional = def.args.posonlyargs.size() + def.args.args.size();
    if (call.args.size() > positional) {
        wrong_count();
        return std::nullopt;
    }
    std::vector<std::optional<Operand>> bound(params.size());
    std::vector<std::size_t> starts;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        starts.push_back(out_->size());
        order.push_back(i);
        bound[i] = lower_value(call.args[i]);
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto param = std::ranges::find_if(
            params, [&](const syntax::Arg* arg) { return arg->arg == *keyword.arg; });
        const auto at = std::size_t(param - params.begin());
        if (param == params.end() || bound[at] || at < def.args.posonlyargs.size()) {
            report<diag::Code::UnknownKeyword>(keyword.range, callee.qualname, *keyword.arg)
                .label(callee.name_range, "`" + callee.qualname + "` is defined here");
            return std::nullopt;
        }
        starts.push_back(out_->size());
        order.push_back(at);
        bound[at] = lower_value(keyword.value);
    }
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (bound[i]) {
            continue;
        }
        const ExprId expr = default_of(def.args, i);
        if (!expr) {
            wrong_count();
            return std::nullopt;
        }
        const Found found = evaluator_.evaluate(expr, evaluator_.scopes().all[callee.scope].parent);
        bound[i] = runtime(operand_of(found.value, std::nullopt, range), range);
    }
    std::vector<Operand*> pointers;
    for (std::size_t at : order) {
        pointers.push_back(&*bound[at]);
    }
    std::vector<Operand> operands;
    for (const std::optional<Operand>& operand : bound) {
        if (!operand->is_value()) {
            has_failed_args_ = operand->kind == Operand::Kind::Error;
            return std::nullopt;
        }
    }
    keep_order(pointers, starts);
    for (std::optional<Operand>& operand : bound) {
        operands.push_back(std::move(*operand));
    }
    return operands;
}

Operand Body::call_function(const FunctionRef& function, const syntax::Call& call, Range range) {
    const DeviceFunction* callee = instances_.functions().find(function.def);
    if (callee == nullptr || callee->kind == DeviceFunction::Kind::Other || callee->is_ufunc()) {
        return unsupported(range, "calling `" + text(call.func) + "` in device code");
    }
    if (callee->is_broken) {
        calls_failed_ = true;
        return error();
    }
    has_failed_args_ = true;
    std::optional<std::vector<Operand>> args = bind_args(*callee, call, range);
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (callee->kind == DeviceFunction::Kind::Plain) {
        report<diag::Code::PlainHelper>(tree_.exprs[call.func].range, callee->qualname)
            .label(callee->name_range, "it is defined here")
            .help("write `@cuda.jit(device=True)` above it");
    }
    std::vector<Type> types;
    for (const Operand& arg : *args) {
        types.push_back(arg.type);
    }
    if (!callee->signatures.empty()) {
        std::vector<std::vector<Type>> candidates;
        for (const GivenSignature& given : callee->signatures) {
            candidates.push_back(given.signature.params);
        }
        const auto best = best_overload(types, candidates, evaluator_.types());
        if (!best) {
            std::vector<std::string> names;
            std::ranges::transform(types, std::back_inserter(names),
                                   [&](Type type) { return type_name(type); });
            report<diag::Code::NoOverload>(range, callee->qualname, join(names, ", "))
                .label(callee->signatures.front().range, "its types are given here");
            return error();
        }
        types = candidates[*best];
    }
    const std::size_t index = std::size_t(callee - instances_.functions().all.data());
    const InstanceId id = instances_.get(index, types, false);
    const Instance& instance = instances_[id];
    if (instance.state == Instance::State::Failed) {
        called_.push_back(id);
        calls_failed_ = true;
        return error();
    }
    called_.push_back(id);
    if (instance.state == Instance::State::Running) {
        result_was_read_ = true;
        if (!instance.has_result) {
            return pending();
        }
    }
    ir::Call node;
    node.function = {id.index};
    for (std::size_t i = 0; i < args->size(); ++i) {
        if (!types[i].is_none()) {
            node.args.push_back(convert((*args)[i].ir, types[i]));
        }
    }
    const Type result = instance.result;
    const ir::ExprId made = add(result, range, std::move(node));
    if (result.is_none()) {
        emit(current_stmt_, ir::Evaluate{made});
        return known(Value{NoneValue{}});
    }
    Operand operand;
    operand.kind = Operand::Kind::Value;
    operand.type = result;
    operand.ir = made;
    return operand;
}

/// `np.float32(x)`, `int(x)`, `bool(x)`: conversions.
Operand Body::call_type(const TypeObject& type, const syntax::Call& call, Range range) {
    if (!call.args.empty() && type.type.is_float()) {
        const Operand arg = lower(call.args.front());
        if (const auto* string = arg.get<StringValue>()) {
            return float_from_string(string->text, type, range);
        }
    }
    has_failed_args_ = true;
    const std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (type.type.is_complex() && type.kind == TypeObject::Kind::Python) {
        return call_complex(*args, call, range);
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

}  // namespace pycu::sema
