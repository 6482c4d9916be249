// Names, constants, attributes and subscripts. See body.h.
#include <algorithm>

#include "api/resolve.h"
#include "sema/body/advice.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "types/scalar.h"

namespace pycu::sema {

Operand Body::lower(ExprId expr) {
    const Folded* const folded = instances_.folded().find(expr);
    if (folded == nullptr || folded->value.is<TupleValue>()) {
        return joined(expr, lower_written(expr));
    }
    if (!folded->is_same_in_cpp) {
        return operand_of(folded->value, std::nullopt, tree_.exprs[expr].range);
    }
    Operand written = lower_written(expr);
    written.known = folded->value;
    written.is_literal = written.type.is_integer();
    return written;
}

Operand Body::lower_written(ExprId expr) {
    const syntax::Expr& e = tree_.exprs[expr];
    const Range range = e.range;
    return std::visit(
        match{
            [&](const syntax::Constant& x) { return lower_constant(x, range); },
            [&](const syntax::Name& x) { return lower_name(x, expr); },
            [&](const syntax::Attribute& x) { return lower_attribute(x, expr); },
            [&](const syntax::Subscript& x) { return lower_subscript(x, expr); },
            [&](const syntax::Tuple& x) { return lower_tuple(x.elts, range); },
            [&](const syntax::BinOp& x) { return lower_binary(x, range); },
            [&](const syntax::UnaryOp& x) { return lower_unary(x, range); },
            [&](const syntax::Compare& x) { return lower_compare(x, range); },
            [&](const syntax::BoolOp& x) { return lower_bool_op(x, range); },
            [&](const syntax::IfExp& x) { return lower_if_exp(x, range); },
            [&](const syntax::Call& x) { return lower_call(x, expr); },
            [&](const syntax::NamedExpr& x) { return lower_walrus(x, range); },
            [&](const syntax::Lambda& x) { return known(Value{inner_function(x.def)}); },
            [&](const syntax::Slice&) { return unsupported(range, "a slice"); },
            [&](const syntax::Starred&) { return unsupported(range, "`*` in device code"); },
            [&](const syntax::List&) { return unsupported(range, "a list in device code"); },
            [&](const syntax::GeneratorExp&) {
                return unsupported(range, "a generator expression in device code");
            },
            [&](const syntax::ListComp&) { return refused(range, "a list comprehension"); },
            [&](const syntax::SetComp&) { return refused(range, "a set comprehension"); },
            [&](const syntax::DictComp&) { return refused(range, "a dict comprehension"); },
            [&](const syntax::Dict&) { return refused(range, "a dict"); },
            [&](const syntax::Set&) { return refused(range, "a set"); },
            [&](const syntax::Await&) { return refused(range, "`await`"); },
            [&](const syntax::Yield&) { return refused(range, "`yield`"); },
            [&](const syntax::YieldFrom&) { return refused(range, "`yield from`"); },
            [&](const syntax::JoinedStr&) { return refused(range, "an f-string"); },
            [&](const syntax::FormattedValue&) { return refused(range, "an f-string"); },
        },
        e.as);
}

/// An operand that must be a value: what only the compiler knows becomes one or is an error.
Operand Body::lower_value(ExprId expr) {
    return runtime(lower(expr), tree_.exprs[expr].range);
}

Operand Body::lower_plain(ExprId expr) {
    return plain(lower_value(expr), tree_.exprs[expr].range);
}

/// What an expression is: its statements go nowhere.
Operand Body::peek(ExprId expr) {
    Operand operand;
    forget(block_of([&] { operand = lower(expr); }));
    return operand;
}

Operand Body::lower_constant(const syntax::Constant& constant, Range range) {
    if (std::holds_alternative<syntax::Bytes>(constant.value)) {
        return refused(range, "a bytes literal");
    }
    if (std::holds_alternative<syntax::Ellipsis>(constant.value)) {
        return unsupported(range, "`...` in device code");
    }
    Value value_of = literal(constant, range);
    if (value_of.is_unknown()) {
        report<diag::Code::WideInteger>(range);
        return error();
    }
    return operand_of(std::move(value_of), std::nullopt, range);
}

Operand Body::lower_name(const syntax::Name& name, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    if (const Operand* const inner = inner_name(name.id)) {
        return *inner;
    }
    const auto use = flow_.uses.find(expr.index);
    if (use != flow_.uses.end()) {
        return read_version(current(use->second), range);
    }
    const std::optional<Found> found = is_import(name.id)
                                           ? evaluator_.lookup_at_end(name.id, decl_.scope)
                                           : evaluator_.lookup(name.id, decl_.scope);
    if (!found) {
        if (evaluator_.scopes().all[decl_.scope].globals.contains(name.id)) {
            return error();  // `global` itself is refused
        }
        if (is_of_comprehension(name.id, range)) {
            return unsupported(range,
                               "`" + name.id + "` of a comprehension in a function inside it");
        }
        auto& diagnostic = report<diag::Code::UnknownName>(range, name.id);
        std::vector<std::string> names = evaluator_.visible_names(decl_.scope);
        names.insert(names.end(), flow_.variables.begin(), flow_.variables.end());
        const std::string similar = nearest(name.id, names);
        const std::string_view other = advice(name.id);
        if (!other.empty()) {
            diagnostic.help(std::string(other));
        } else if (api::is_known("math." + name.id)) {
            diagnostic.help("there is `math." + name.id + "`");
        } else if (api::is_known("numba.cuda." + name.id)) {
            diagnostic.help("there is `cuda." + name.id + "`");
        } else if (!similar.empty()) {
            diagnostic.help("there is `" + similar + "`");
        }
        return error();
    }
    return operand_of(found->value, found->origin, range);
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

Operand Body::lower_attribute(const syntax::Attribute& attribute, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    if (std::holds_alternative<syntax::Call>(tree_.exprs[attribute.value].as)) {
        // np.iinfo(np.int32).max
        const Found found = evaluator_.evaluate(expr, decl_.scope);
        if (found.value.is<NumberValue>()) {
            return operand_of(found.value, std::nullopt, range);
        }
    }
    return attribute_of(lower(attribute.value), attribute, expr);
}

Operand Body::attribute_of(Operand object, const syntax::Attribute& attribute, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    if (object.is_value() && object.type.is_optional()) {
        object = plain(object, tree_.exprs[attribute.value].range);
    }
    if (object.is_value()) {
        return value_attribute(object, attribute, range);
    }
    if (!object.is_known()) {
        return object;
    }
    Found found = evaluator_.attribute(*object.known, attribute.attr, range);
    if (const auto* of = object.get<Dotted>();
        of != nullptr && is_wrong_dim3(*of, attribute.attr)) {
        const bool has_axis = !is_dim3(of->path);
        const auto& place = tree_.exprs[attribute.value];
        const auto* inner = std::get_if<syntax::Attribute>(&place.as);
        const bool is_inner = has_axis && inner != nullptr;
        auto& diagnostic =
            report<diag::Code::NoAttribute>(is_inner ? inner->attr_range : attribute.attr_range,
                                            is_inner ? text(inner->value) : text(attribute.value),
                                            is_inner ? inner->attr : attribute.attr);
        diagnostic.help(has_axis ? "there is `threadIdx`, `blockIdx`, `blockDim` and `gridDim`"
                                 : "there is `x`, `y` and `z`");
        return error();
    }
    if (const auto* unknown = found.value.get<Unknown>();
        unknown != nullptr && !unknown->is_later) {
        if (const auto* dotted = object.get<Dotted>()) {
            const std::string path = dotted->path + "." + attribute.attr;
            if (api::is_known(path)) {
                return operand_of(Value{Dotted{path}}, std::nullopt, range);
            }
        }
        report<diag::Code::NoAttribute>(attribute.attr_range, text(attribute.value),
                                        attribute.attr);
        return error();
    }
    return operand_of(found.value, found.origin, range);
}

Operand Body::value_attribute(const Operand& object, const syntax::Attribute& attribute,
                              Range range) {
    if (object.type.is_record() || is_column(object, attribute.attr)) {
        return field(object, attribute.attr, range, attribute.attr_range);
    }
    if (object.type.is_enum()) {
        return enum_attribute(object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_range()) {
        return range_attribute(object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_tuple()) {
        return tuple_attribute(object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_array()) {
        return array_attribute(object, attribute.attr, attribute.attr_range);
    }
    if (object.type.is_scalar()) {
        return scalar_attribute(object, attribute.attr, attribute.attr_range);
    }
    return unsupported(range, "`." + attribute.attr + "` of `" + type_name(object.type) + "`");
}

Operand Body::lower_tuple(const std::vector<ExprId>& items, Range range) {
    std::vector<Operand> operands;
    for (ExprId item : items) {
        operands.push_back(lower_value(item));
    }
    for (const Operand& operand : operands) {
        if (!operand.is_value()) {
            return operand.kind == Operand::Kind::Error ? error() : pending();
        }
    }
    return tuple_of(operands, range);
}

}  // namespace pycu::sema
