// The arguments of a call, bound to the parameters of a function of the file. See lowering.h.
#include <algorithm>

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "support/nearest.h"

namespace pycu::sema {

/// The arguments of a call to a function of the file, as they are bound to its parameters.
struct BoundArgs {
    std::vector<std::optional<Operand>> params;
    std::vector<Operand> rest;  // of `*args`
    std::vector<std::size_t> order;
    std::vector<std::size_t> starts;
};

namespace {

/// The parameters that an argument without a name may be bound to.
std::size_t count_positional(const syntax::Arguments& args) {
    return args.posonlyargs.size() + args.args.size();
}

/// Those and the ones behind `*`, in this order.
std::vector<const syntax::Arg*> named_parameters(const syntax::Arguments& args) {
    std::vector<const syntax::Arg*> params;
    for (const auto* list : {&args.posonlyargs, &args.args, &args.kwonlyargs}) {
        for (const syntax::Arg& arg : *list) {
            params.push_back(&arg);
        }
    }
    return params;
}

/// The default of a parameter, by its place among those; not valid where there is none.
syntax::ExprId default_of(const syntax::Arguments& args, std::size_t at) {
    const std::size_t positional = count_positional(args);
    if (at >= positional) {
        return at - positional < args.kw_defaults.size() ? args.kw_defaults[at - positional]
                                                         : syntax::ExprId{};
    }
    const std::size_t first = positional - std::min(args.defaults.size(), positional);
    return at >= first ? args.defaults[at - first] : syntax::ExprId{};
}

/// What a function can be compiled for beside types.
bool is_argument(const Value& value) {
    return value.is<FunctionRef>() || value.is<TypeObject>() || value.is<Dotted>() ||
           value.is<StringValue>() || value.is<ClassRef>();
}

}  // namespace

/// A value, or what only the compiler has: for each function passed there is an instance.
static Operand lower_argument(Lowering& ctx, ExprId expr) {
    Operand operand = lower(ctx, expr);
    const bool stays = operand.is_known() && is_argument(*operand.known);
    return stays ? operand : runtime(ctx, std::move(operand), ctx.range(expr));
}

/// The arguments without names, with the items of `*tuple` in their places.
std::optional<std::vector<Operand>> positional(Lowering& ctx, const syntax::Call& call) {
    std::vector<Operand> operands;
    for (const ExprId arg : call.args) {
        const auto* star = ctx.get<syntax::Starred>(arg);
        if (star == nullptr) {
            operands.push_back(lower_argument(ctx, arg));
            continue;
        }
        Operand tuple = lower_value(ctx, star->value);
        if (!tuple.is_value()) {
            ctx.has_failed_args = tuple.kind == Operand::Kind::Error;
            return std::nullopt;
        }
        if (!tuple.type.is_tuple()) {
            return fail<Code::StarredArgument>(ctx, ctx.range(arg), star->value, tuple)
                .help("how many arguments a call has must be known while compiling");
        }
        if (!ctx.is<ir::Tuple>(tuple.ir)) {
            tuple.ir = keep(ctx, tuple.ir, "items");
        }
        const std::size_t count = ctx.types.items(tuple.type).size();
        for (std::size_t i = 0; i < count; ++i) {
            operands.push_back(tuple_item(ctx, tuple, i, ctx.range(arg)));
        }
    }
    return operands;
}

static void report_count(Lowering& ctx, const DeviceFunction& callee, const syntax::Call& call,
                         Range range) {
    const auto& def = std::get<syntax::FunctionDef>(ctx.tree.stmts[callee.def].as);
    fail<Code::ArgumentCount>(ctx, range, callee.qualname,
                              std::to_string(named_parameters(def.args).size()),
                              call.args.size() + call.keywords.size())
        .label(callee.name_range, "`" + callee.qualname + "` is defined here");
}

static bool bind_positional(Lowering& ctx, const DeviceFunction& callee, const syntax::Call& call,
                            BoundArgs& bound, Range range) {
    const auto& def = std::get<syntax::FunctionDef>(ctx.tree.stmts[callee.def].as);
    auto operands = positional(ctx, call);
    if (!operands) {
        return false;
    }
    const std::size_t places = count_positional(def.args);
    if (operands->size() > places && !def.args.vararg) {
        report_count(ctx, callee, call, range);
        return false;
    }
    for (std::size_t i = 0; i < operands->size(); ++i) {
        if (i < places) {
            bound.params[i] = std::move((*operands)[i]);
        } else {
            bound.rest.push_back(runtime(ctx, (*operands)[i], range));
        }
    }
    return true;
}

static bool bind_named(Lowering& ctx, const DeviceFunction& callee, const syntax::Call& call,
                       BoundArgs& bound) {
    const auto& def = std::get<syntax::FunctionDef>(ctx.tree.stmts[callee.def].as);
    const std::vector<const syntax::Arg*> params = named_parameters(def.args);
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto param = std::ranges::find_if(
            params, [&](const syntax::Arg* arg) { return arg->arg == *keyword.arg; });
        const auto at = std::size_t(param - params.begin());
        if (param == params.end() || bound.params[at] || at < def.args.posonlyargs.size()) {
            fail<Code::UnknownKeyword>(ctx, keyword.range, callee.qualname, *keyword.arg)
                .label(callee.name_range, "`" + callee.qualname + "` is defined here");
            return false;
        }
        bound.params[at] = lower_argument(ctx, keyword.value);
    }
    return true;
}

/// A default is a constant of the place where the function is defined; in device code, a value.
static bool bind_defaults(Lowering& ctx, const DeviceFunction& callee, const syntax::Call& call,
                          BoundArgs& bound, Range range) {
    const auto& def = std::get<syntax::FunctionDef>(ctx.tree.stmts[callee.def].as);
    const ScopeId outer = ctx.evaluator.scopes().all[callee.scope].parent;
    for (std::size_t i = 0; i < bound.params.size(); ++i) {
        if (bound.params[i]) {
            continue;
        }
        const ExprId expr = default_of(def.args, i);
        if (!expr) {
            report_count(ctx, callee, call, range);
            return false;
        }
        if (outer == ctx.decl.scope) {
            bound.params[i] = lower_argument(ctx, expr);
            continue;
        }
        const Found found = ctx.evaluator.evaluate(expr, outer);
        Operand operand = operand_of(ctx, found.value, std::nullopt, range);
        const bool stays = operand.is_known() && is_argument(*operand.known);
        bound.params[i] = stays ? operand : runtime(ctx, std::move(operand), range);
    }
    return true;
}

/// The arguments of a call to a function of the file, in the order of its parameters.
std::optional<std::vector<Operand>> bind_args(Lowering& ctx, const DeviceFunction& callee,
                                              const syntax::Call& call, Range range) {
    const auto& def = std::get<syntax::FunctionDef>(ctx.tree.stmts[callee.def].as);
    if (def.args.kwarg) {
        return refused(ctx, def.name_range, "a device function with `**` parameters");
    }
    BoundArgs bound;
    bound.params.resize(named_parameters(def.args).size());
    if (!bind_positional(ctx, callee, call, bound, range) ||
        !bind_named(ctx, callee, call, bound) || !bind_defaults(ctx, callee, call, bound, range)) {
        return std::nullopt;
    }
    const std::size_t places = count_positional(def.args);
    const auto has_failed = [&](const std::optional<Operand>& operand) {
        ctx.has_failed_args = operand->kind == Operand::Kind::Error;
        return !operand->is_value() && !operand->is_known();
    };
    if (std::ranges::any_of(bound.params, has_failed) ||
        std::ranges::any_of(bound.rest, has_failed)) {
        return std::nullopt;
    }
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < bound.params.size(); ++i) {
        if (i == places && def.args.vararg) {
            operands.push_back(tuple_of(ctx, bound.rest, range));
        }
        operands.push_back(std::move(*bound.params[i]));
        if (operands.back().kind == Operand::Kind::Error) {
            return std::nullopt;
        }
    }
    if (bound.params.size() == places && def.args.vararg) {
        operands.push_back(tuple_of(ctx, bound.rest, range));
    }
    return operands;
}

/// `Point(x, y=1)`: a value with the class's fields.
Operand named_tuple(Lowering& ctx, const NamedTupleClass& of, const syntax::Call& call,
                    Range range) {
    std::vector<std::optional<Operand>> bound(of.fields.size());
    const auto bind = [&](std::size_t at, ExprId expr) { bound[at] = lower_value(ctx, expr); };
    if (call.args.size() > of.fields.size()) {
        return fail<Code::ArgumentCount>(ctx, range, of.name, of.fields.size(), call.args.size());
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        bind(i, call.args[i]);
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto field = std::ranges::find(of.fields, *keyword.arg);
        const auto at = std::size_t(field - of.fields.begin());
        if (field == of.fields.end() || bound[at]) {
            auto diagnostic = fail<Code::UnknownKeyword>(ctx, keyword.range, of.name, *keyword.arg);
            const std::string similar = nearest(*keyword.arg, of.fields);
            if (!similar.empty()) {
                diagnostic.help("there is `" + similar + "`");
            }
            return error();
        }
        bind(at, keyword.value);
    }
    const std::size_t without = of.fields.size() - of.defaults.size();
    std::vector<Type> types;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (!bound[i] && i < without) {
            return fail<Code::MissingField>(ctx, range, of.fields[i], of.name);
        }
        if (!bound[i]) {
            bound[i] =
                runtime(ctx, operand_of(ctx, of.defaults[i - without], std::nullopt, range), range);
        }
        if (!bound[i]->is_value()) {
            return bound[i]->kind == Operand::Kind::Error ? error() : pending(ctx);
        }
        types.push_back(bound[i]->type);
    }
    ir::Tuple tuple;
    for (const std::optional<Operand>& operand : bound) {
        tuple.items.push_back(operand->ir);
    }
    return value(ctx, ctx.types.named_tuple(of.name, of.fields, types), range, std::move(tuple));
}

}  // namespace pycu::sema
