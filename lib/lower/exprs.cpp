// Names, constants, attributes and subscripts. See lowering.h.
#include "lower/exprs.h"

#include "api/resolve.h"
#include "lower/advice.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/versions.h"
#include "support/match.h"
#include "support/nearest.h"

namespace pycu::sema {

static Operand lower_constant(Lowering& ctx, const syntax::Constant& constant, Range range) {
    if (std::holds_alternative<syntax::Bytes>(constant.value)) {
        return refused(ctx, range, "a bytes literal");
    }
    if (std::holds_alternative<syntax::Ellipsis>(constant.value)) {
        return unsupported(ctx, range, "`...` in device code");
    }
    Value value_of = literal(constant, range);
    if (value_of.is_unknown()) {
        return fail<Code::WideInteger>(ctx, range);
    }
    return operand_of(ctx, std::move(value_of), std::nullopt, range);
}

static Operand lower_name(Lowering& ctx, const syntax::Name& name, ExprId expr) {
    const Range range = ctx.range(expr);
    if (const Operand* const inner = inner_name(ctx, name.id)) {
        return *inner;
    }
    const auto use = ctx.flow.uses.find(expr.index);
    if (use != ctx.flow.uses.end()) {
        return read_version(ctx, current(ctx, use->second), range);
    }
    const std::optional<Found> found = is_import(ctx, name.id)
                                           ? ctx.evaluator.lookup_at_end(name.id, ctx.decl.scope)
                                           : ctx.evaluator.lookup(name.id, ctx.decl.scope);
    if (!found) {
        if (ctx.evaluator.scopes().all[ctx.decl.scope].globals.contains(name.id)) {
            return error();  // `global` itself is refused
        }
        if (is_of_comprehension(ctx, name.id, range)) {
            return unsupported(ctx, range,
                               "`" + name.id + "` of a comprehension in a function inside it");
        }
        auto diagnostic = fail<Code::UnknownName>(ctx, range, name.id);
        std::vector<std::string> names = ctx.evaluator.visible_names(ctx.decl.scope);
        names.insert(names.end(), ctx.flow.variables.begin(), ctx.flow.variables.end());
        const std::string_view other = advice(name.id);
        if (!other.empty()) {
            return diagnostic.help(std::string(other));
        }
        const std::string meant = api::is_known("math." + name.id) ? "math." + name.id
                                  : api::is_known("numba.cuda." + name.id)
                                      ? "cuda." + name.id
                                      : nearest(name.id, names);
        return diagnostic.there_is(meant, range, name.id);
    }
    return operand_of(ctx, found->value, found->origin, range);
}

static Operand lower_attribute(Lowering& ctx, const syntax::Attribute& attribute, ExprId expr) {
    const Range range = ctx.range(expr);
    if (ctx.is<syntax::Call>(attribute.value)) {
        // np.iinfo(np.int32).max
        const Found found = ctx.evaluator.evaluate(expr, ctx.decl.scope);
        if (found.value.is<NumberValue>()) {
            return operand_of(ctx, found.value, std::nullopt, range);
        }
    }
    return attribute_of(ctx, lower(ctx, attribute.value), attribute, expr);
}

static Operand refuse_f_string(Lowering& ctx, Range range) {
    return refused(ctx, range, "an f-string")
        .help("`print` takes texts and numbers side by side: `print(\"x =\", x)`");
}

/// A value of an operator or a call, which Numba keeps in a variable of its own: its type only
/// grows from round to round, as that of a version does. In `s = s * a[i] + 1` of uint32 the
/// product is uint64 first; once `s` is int64 and the product would be, too, both are float64.
static Operand grown(Lowering& ctx, ExprId expr, Operand value) {
    const bool is_number = value.is_value() && !value.is_known() && !value.is_literal &&
                           (value.type.is_integer() || value.type.is_float());
    if (ctx.flow.headers.empty() || !is_number) {
        return value;
    }
    // an expression of an unrolled loop or of a closure is several, one each time
    const std::uint32_t time = ctx.visits[expr.index]++;
    const auto [seen, is_new] = ctx.grown_types.try_emplace({expr.index, time}, value.type);
    if (is_new || seen->second == value.type) {
        return value;
    }
    const std::optional<Type> both = unify(seen->second, value.type, ctx.types);
    if (!both) {
        return value;
    }
    seen->second = *both;
    return *both == value.type ? value : converted(ctx, value, *both);
}

static Operand lower_written(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    const Range range = e.range;
    return std::visit<Operand>(
        match{
            [&](const syntax::Constant& x) { return lower_constant(ctx, x, range); },
            [&](const syntax::Name& x) { return lower_name(ctx, x, expr); },
            [&](const syntax::Attribute& x) { return lower_attribute(ctx, x, expr); },
            [&](const syntax::Subscript& x) { return lower_subscript(ctx, x, expr); },
            [&](const syntax::Tuple& x) { return lower_tuple(ctx, x.elts, range); },
            [&](const syntax::BinOp& x) { return grown(ctx, expr, lower_binary(ctx, x, range)); },
            [&](const syntax::UnaryOp& x) { return grown(ctx, expr, lower_unary(ctx, x, range)); },
            [&](const syntax::Compare& x) { return lower_compare(ctx, x, range); },
            [&](const syntax::BoolOp& x) { return lower_bool_op(ctx, x, range); },
            [&](const syntax::IfExp& x) { return lower_if_exp(ctx, x, range); },
            [&](const syntax::Call& x) { return grown(ctx, expr, lower_call(ctx, x, expr)); },
            [&](const syntax::NamedExpr& x) { return lower_walrus(ctx, x, range); },
            [&](const syntax::Lambda& x) { return known(Value{inner_function(ctx, x.def)}); },
            [&](const syntax::Slice&) { return unsupported(ctx, range, "a slice"); },
            [&](const syntax::Starred&) { return unsupported(ctx, range, "`*` in device code"); },
            [&](const syntax::List& x) {
                return refused(ctx, range, "a list")
                    .help(x.elts.empty()
                              ? "an array of the thread has a size that is known: "
                                "`cuda.local.array(n, dtype)`"
                              : "write a tuple, `(a, b)`, or a constant array outside the "
                                "kernel: `np.array([...])`");
            },
            [&](const syntax::GeneratorExp&) {
                return unsupported(ctx, range, "a generator expression in device code");
            },
            [&](const syntax::ListComp&) {
                return refused(ctx, range, "a list comprehension")
                    .help("fill an array of the thread in a loop: `cuda.local.array(n, dtype)`");
            },
            [&](const syntax::SetComp&) { return refused(ctx, range, "a set comprehension"); },
            [&](const syntax::DictComp&) { return refused(ctx, range, "a dict comprehension"); },
            [&](const syntax::Dict&) {
                return refused(ctx, range, "a dict")
                    .help("write a variable for each key, or a constant dict outside the kernel");
            },
            [&](const syntax::Set&) { return refused(ctx, range, "a set"); },
            [&](const syntax::Await&) { return refused(ctx, range, "`await`"); },
            [&](const syntax::Yield&) { return refused(ctx, range, "`yield`"); },
            [&](const syntax::YieldFrom&) { return refused(ctx, range, "`yield from`"); },
            [&](const syntax::JoinedStr&) { return refuse_f_string(ctx, range); },
            [&](const syntax::FormattedValue&) { return refuse_f_string(ctx, range); },
        },
        e.as);
}

Operand lower(Lowering& ctx, ExprId expr) {
    const Folded* const folded = ctx.instances.folded().find(expr);
    if (folded == nullptr || folded->value.is<HostItems>()) {
        return joined(ctx, expr, lower_written(ctx, expr));
    }
    if (!folded->is_same_in_cpp) {
        return operand_of(ctx, folded->value, std::nullopt, ctx.range(expr));
    }
    Operand written = lower_written(ctx, expr);
    written.known = folded->value;
    written.is_literal = written.type.is_integer();
    return written;
}

/// An operand that must be a value: what only the compiler knows becomes one or is an error.
Operand lower_value(Lowering& ctx, ExprId expr) {
    return runtime(ctx, lower(ctx, expr), ctx.range(expr));
}

Operand lower_plain(Lowering& ctx, ExprId expr) {
    return plain(ctx, lower_value(ctx, expr), ctx.range(expr));
}

/// What an expression is: its statements go nowhere. It is noted for this statement, since what is
/// lowered after a look lowers what stands in it, and looks at that, again.
Operand peek(Lowering& ctx, ExprId expr) {
    if (const auto seen = ctx.peeked.find(expr.index); seen != ctx.peeked.end()) {
        return seen->second;
    }
    Operand operand;
    without_effects(ctx, [&] { block_of(ctx, [&] { operand = lower(ctx, expr); }); });
    if (operand.is_value() || operand.is_known()) {
        ctx.peeked.emplace(expr.index, operand);
    }
    return operand;
}

namespace {

/// `cuda.threadIdx.w`, `cuda.threadindex.x`: a fourth dimension, or none of CUDA's four triples.
bool is_wrong_dim3(const Dotted& object, const std::string& attribute) {
    if (is_dim3(object.path)) {
        return attribute != "x" && attribute != "y" && attribute != "z";
    }
    const std::string_view prefix = "numba.cuda.";
    const std::string_view path = object.path;
    const bool is_axis = attribute == "x" || attribute == "y" || attribute == "z";
    return is_axis && path.starts_with(prefix) &&
           path.substr(prefix.size()).find('.') == std::string_view::npos;
}

}  // namespace

static Operand value_attribute(Lowering& ctx, const Operand& object,
                               const syntax::Attribute& attribute, Range range) {
    if (object.type.is_record() || is_column(ctx, object, attribute.attr)) {
        return field(ctx, object, attribute.attr, range, attribute.attr_range);
    }
    if (object.type.is_enum()) {
        return enum_attribute(ctx, object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_range()) {
        return range_attribute(ctx, object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_tuple()) {
        return tuple_attribute(ctx, object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_array()) {
        return array_attribute(ctx, object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_scalar()) {
        return scalar_attribute(ctx, object, attribute.attr, attribute.attr_range);
    }
    return unsupported(ctx, range,
                       "`." + attribute.attr + "` of `" + type_name(ctx, object.type) + "`");
}

Operand attribute_of(Lowering& ctx, Operand object, const syntax::Attribute& attribute,
                     ExprId expr) {
    const Range range = ctx.range(expr);
    if (object.is_value() && object.type.is_optional()) {
        object = plain(ctx, object, ctx.range(attribute.value));
    }
    if (object.is_value()) {
        return value_attribute(ctx, object, attribute, range);
    }
    if (!object.is_known()) {
        return object;
    }
    Found found = ctx.evaluator.attribute(*object.known, attribute.attr, range);
    if (const auto* of = object.get<Dotted>();
        of != nullptr && is_wrong_dim3(*of, attribute.attr)) {
        const bool has_axis = !is_dim3(of->path);
        const auto& place = ctx.tree.exprs[attribute.value];
        const auto* inner = place.get<syntax::Attribute>();
        const bool is_inner = has_axis && inner != nullptr;
        return fail<Code::NoAttribute>(ctx, is_inner ? inner->attr_range : attribute.attr_range,
                                       is_inner ? inner->value : attribute.value,
                                       is_inner ? inner->attr : attribute.attr)
            .help(has_axis ? "there is `threadIdx`, `blockIdx`, `blockDim` and `gridDim`"
                           : "there is `x`, `y` and `z`");
    }
    if (const auto* unknown = found.value.get<Unknown>();
        unknown != nullptr && !unknown->is_later && found.is_missing) {
        if (const auto* dotted = object.get<Dotted>()) {
            const std::string path = dotted->path + "." + attribute.attr;
            if (api::is_known(path)) {
                return operand_of(ctx, Value{Dotted{path}}, std::nullopt, range);
            }
        }
        return fail<Code::NoAttribute>(ctx, attribute.attr_range, attribute.value, attribute.attr);
    }
    return operand_of(ctx, found.value, found.origin, range);
}

Operand lower_tuple(Lowering& ctx, const std::vector<ExprId>& items, Range range) {
    std::vector<Operand> operands;
    for (ExprId item : items) {
        operands.push_back(lower_value(ctx, item));
    }
    return tuple_of(ctx, operands, range);
}

}  // namespace pycu::sema
