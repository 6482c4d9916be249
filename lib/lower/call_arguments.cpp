// The arguments of a call: as they are written, and bound to the parameters of a function of the
// file or to the fields of a named tuple. See calls.h.
#include <algorithm>

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// What takes the arguments of a call.
struct Callee {
    std::string name;
    std::vector<std::string> params;
    std::size_t positional = 0;  ///< how many of them take arguments without a name
    std::size_t nameless = 0;    ///< how many take no others
    bool takes_rest = false;
    std::optional<Range> defined{};
};

/// The arguments at their parameters.
struct BoundArgs {
    std::vector<std::optional<Operand>> params;
    std::vector<Operand> rest;  // of `*args`
};

/// The default of a parameter, by its place among those; not valid where there is none.
syntax::ExprId default_of(const syntax::Arguments& args, std::size_t at) {
    const std::size_t positional = args.posonlyargs.size() + args.args.size();
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
static Operand argument_of(Lowering& ctx, Operand operand, Range range) {
    const bool stays = operand.is_known() && is_argument(*operand.known);
    return stays ? operand : runtime(ctx, std::move(operand), range);
}

static Operand lower_argument(Lowering& ctx, ExprId expr) {
    return argument_of(ctx, lower(ctx, expr), ctx.range(expr));
}

/// The arguments without names, with the items of `*tuple` in their places.
std::vector<Operand> positional(Lowering& ctx, const syntax::Call& call) {
    std::vector<Operand> operands;
    for (const ExprId arg : call.args) {
        const auto* star = ctx.get<syntax::Starred>(arg);
        if (star == nullptr) {
            operands.push_back(lower_argument(ctx, arg));
            continue;
        }
        const Operand tuple = lower_value(ctx, star->value);
        if (!tuple.type.is_tuple()) {
            return {fail<Code::StarredArgument>(ctx, ctx.range(arg), star->value, tuple)
                        .help("how many arguments a call has must be known while compiling")};
        }
        const std::vector<Operand> items = tuple_items(ctx, tuple, ctx.range(arg));
        operands.insert(operands.end(), items.begin(), items.end());
    }
    return operands;
}

std::vector<Operand> arguments(Lowering& ctx, const syntax::Call& call, Range range, Count count,
                               const std::string& name) {
    return values_of(ctx, call, positional(ctx, call), range, count, name);
}

static std::string count_text(Count count) {
    const std::string least = std::to_string(count.least);
    return count.most == count.least       ? least
           : count.most == Count::any      ? least + " or more"
           : count.most == count.least + 1 ? least + " or " + std::to_string(count.most)
                                           : least + " to " + std::to_string(count.most);
}

std::string arguments_text(const std::string& count) {
    return count + (count == "1" ? " argument" : " arguments");
}

std::vector<Operand> values_of(Lowering& ctx, const syntax::Call& call, std::vector<Operand> args,
                               Range range, Count count, const std::string& name) {
    const std::string written = name.empty() ? text(ctx, call.func) : name;
    for (std::size_t i = 0; i < args.size(); ++i) {
        args[i] = runtime(ctx, args[i], ctx.range(call.args[std::min(i, call.args.size() - 1)]));
    }
    if (!call.keywords.empty()) {
        const syntax::Keyword& keyword = call.keywords.front();
        args = {fail<Code::UnknownKeyword>(ctx, keyword.range, written, *keyword.arg)};
    }
    const Operand* poison = poison_of(args);
    if (poison == nullptr && (args.size() < count.least || args.size() > count.most)) {
        const std::size_t given = args.size();
        args = {fail<Code::ArgumentCount>(ctx, range, written, arguments_text(count_text(count)),
                                          given)};
        poison = &args.front();
    }
    const std::size_t size = count.most == Count::any ? 1 : count.most;
    return poison != nullptr ? std::vector<Operand>(size, *poison) : args;
}

bool takes(Lowering& ctx, const syntax::Call& call, Range range, std::size_t count) {
    const std::size_t given = call.args.size() + call.keywords.size();
    if (given != count || !call.keywords.empty()) {
        fail<Code::ArgumentCount>(ctx, range, call.func, counted(count, "argument"), given);
    }
    return given == count && call.keywords.empty();
}

bool bind_start(Lowering& ctx, const syntax::Call& call, Range range, const std::string& name,
                bool takes_start, ExprId& start) {
    start = call.args.size() == 2 ? call.args[1] : ExprId{};
    for (const syntax::Keyword& keyword : call.keywords) {
        if (!takes_start || keyword.arg != "start" || start.valid()) {
            fail<Code::UnknownKeyword>(ctx, keyword.range, name, keyword.arg.value_or("**"));
            return false;
        }
        start = keyword.value;
    }
    const Count count{1, takes_start ? 2U : 1U};
    const bool fits = count.least <= call.args.size() && call.args.size() <= count.most;
    if (!fits) {
        fail<Code::ArgumentCount>(ctx, range, name, arguments_text(count_text(count)),
                                  call.args.size());
    }
    return fits;
}

static Failure wrong_count(Lowering& ctx, const Callee& callee, const syntax::Call& call,
                           Range range) {
    Failure failure = fail<Code::ArgumentCount>(ctx, range, callee.name,
                                                counted(callee.params.size(), "argument"),
                                                call.args.size() + call.keywords.size());
    return callee.defined ? failure.label(*callee.defined, "`" + callee.name + "` is defined here")
                          : failure;
}

/// The arguments that are written; the defaults of the other parameters are the caller's to give.
static std::optional<BoundArgs> bind_written(Lowering& ctx, const Callee& callee,
                                             const syntax::Call& call, Range range) {
    BoundArgs bound;
    bound.params.resize(callee.params.size());
    const std::vector<Operand> operands = positional(ctx, call);
    if (operands.size() > callee.positional && !callee.takes_rest) {
        return wrong_count(ctx, callee, call, range);
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i < callee.positional) {
            bound.params[i] = operands[i];
        } else {
            bound.rest.push_back(runtime(ctx, operands[i], range));
        }
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto param = std::ranges::find(callee.params, *keyword.arg);
        const auto at = std::size_t(param - callee.params.begin());
        if (param == callee.params.end() || bound.params[at] || at < callee.nameless) {
            Failure failure =
                fail<Code::UnknownKeyword>(ctx, keyword.range, callee.name, *keyword.arg);
            if (callee.defined) {
                return failure.label(*callee.defined, "`" + callee.name + "` is defined here");
            }
            return failure.there_is(nearest(*keyword.arg, callee.params), keyword.range,
                                    *keyword.arg);
        }
        bound.params[at] = lower_argument(ctx, keyword.value);
    }
    if (const Operand* poison = poison_of(operands)) {  // how many there are may not be known
        for (std::optional<Operand>& param : bound.params) {
            param = param.value_or(*poison);
        }
    }
    return bound;
}

/// The arguments of a call to a function of the file, in the order of its parameters. A default is
/// a constant of the place where the function is defined; in device code, a value.
std::vector<Operand> bind_args(Lowering& ctx, const DeviceFunction& function,
                               const syntax::Call& call, Range range) {
    const auto& def = *ctx.tree.stmts[function.def].get<syntax::FunctionDef>();
    if (def.args.kwarg) {
        return {refused(ctx, def.name_range, "a device function with `**` parameters")};
    }
    Callee callee{.name = function.qualname,
                  .params = {},
                  .positional = def.args.posonlyargs.size() + def.args.args.size(),
                  .nameless = def.args.posonlyargs.size(),
                  .takes_rest = def.args.vararg.has_value(),
                  .defined = function.name_range};
    for (const auto* list : {&def.args.posonlyargs, &def.args.args, &def.args.kwonlyargs}) {
        std::ranges::transform(*list, std::back_inserter(callee.params), &syntax::Arg::arg);
    }
    std::optional<BoundArgs> bound = bind_written(ctx, callee, call, range);
    if (!bound) {
        return {error()};
    }
    const ScopeId outer = ctx.evaluator.scopes().all[function.scope].parent;
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < callee.params.size(); ++i) {
        const ExprId otherwise = default_of(def.args, i);
        if (!bound->params[i] && !otherwise) {
            return {wrong_count(ctx, callee, call, range)};
        }
        if (!bound->params[i] && outer == ctx.decl.scope) {
            bound->params[i] = lower_argument(ctx, otherwise);
        } else if (!bound->params[i]) {
            const Found found = ctx.evaluator.evaluate(otherwise, outer);
            const Operand made = operand_of(ctx, found.value, std::nullopt, range);
            if (made.is_value() && ctx.is<ir::Literal>(made.ir)) {
                ctx.fn.exprs[made.ir].range = ctx.range(otherwise);  // where it is written
            }
            bound->params[i] = argument_of(ctx, made, range);
        }
        operands.push_back(*bound->params[i]);
    }
    if (callee.takes_rest) {
        operands.insert(operands.begin() + std::ptrdiff_t(callee.positional),
                        tuple_of(ctx, bound->rest, range));
    }
    return operands;
}

/// `Point(x, y=1)`: a value with the class's fields.
Operand named_tuple(Lowering& ctx, const NamedTupleClass& of, const syntax::Call& call,
                    Range range) {
    const auto bound = bind_written(ctx, {of.name, of.fields, of.fields.size()}, call, range);
    if (!bound) {
        return error();
    }
    const std::size_t without = of.fields.size() - of.defaults.size();
    std::vector<Operand> items;
    for (std::size_t i = 0; i < of.fields.size(); ++i) {
        if (!bound->params[i] && i < without) {
            return fail<Code::MissingField>(ctx, range, of.fields[i], of.name);
        }
        items.push_back(runtime(
            ctx,
            bound->params[i] ? *bound->params[i]
                             : operand_of(ctx, of.defaults[i - without], std::nullopt, range),
            range));
    }
    return tuple_of(ctx, items, range, of.name, of.fields);
}

}  // namespace pycu::sema
