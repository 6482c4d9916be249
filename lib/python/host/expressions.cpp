// The expressions of host code.
#include <algorithm>

#include "python/constants/folding.h"
#include "python/constants/imports.h"
#include "python/constants/numbers.h"
#include "python/constants/strings.h"
#include "python/constants/type_values.h"
#include "python/host/interpreter.h"
#include "support/match.h"
#include "symbols/walk.h"

namespace pycu::sema {

namespace {

constexpr int max_host_nesting = 380;

}  // namespace

HostValue Interpreter::eval(ExprId id) {
    const Range range = tree_->exprs[id].range;
    if (depth_ > max_host_nesting) {
        return host_unknown("it is nested too deeply", range);
    }
    ++depth_, ++steps_;
    HostValue value = eval_node(id);
    --depth_;
    // An array keeps why it is not what it was.
    const HostArray* array = value.array();
    return array != nullptr && array->spoiled ? HostValue{Value{*array->spoiled}} : value;
}

HostValue Interpreter::sequence(const std::vector<ExprId>& elts, bool is_list, Range range) {
    std::vector<HostValue> made;
    made.reserve(elts.size());
    for (const ExprId elt : elts) {
        const auto* star = std::get_if<syntax::Starred>(&tree_->exprs[elt].as);
        HostValue value = eval(star != nullptr ? star->value : elt);
        const HostItems* inner = value.items();
        if (star != nullptr && (inner == nullptr || inner->more != nullptr)) {
            HostValue open = host_unknown("it holds a `*` of something", range);
            const Value why = value_of(value);
            return why.is_unknown() ? with_why(std::move(open), *why.get<Unknown>()) : open;
        }
        if (star != nullptr) {
            made.insert(made.end(), inner->items.begin(), inner->items.end());
        } else {
            made.push_back(std::move(value));
        }
    }
    return host_tuple(std::move(made), is_list);
}

HostValue Interpreter::dict(const syntax::Dict& node, Range range) {
    HostItems made;
    made.is_dict = true;
    bool is_open = false;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const HostValue key = node.keys[i] ? eval(node.keys[i]) : HostValue{};
        const HostValue item = eval(node.values[i]);
        const auto* known = key.get<Value>();
        if (!node.keys[i] || known == nullptr || known->is_unknown()) {
            is_open = true;
            continue;
        }
        made.keys.push_back(*known);
        made.items.push_back(item);
    }
    return is_open ? host_unknown("it is a dict", range) : host_items(std::move(made));
}

/// A sum of ten thousand terms is as deep as it is long: its left operands wait on our own stack.
HostValue Interpreter::bin_op(ExprId id) {
    std::vector<ExprId> spine;
    while (std::holds_alternative<syntax::BinOp>(tree_->exprs[id].as)) {
        spine.push_back(id);
        id = std::get<syntax::BinOp>(tree_->exprs[id].as).left;
    }
    HostValue left = eval(id);
    while (!spine.empty()) {
        const syntax::Expr& expr = tree_->exprs[spine.back()];
        spine.pop_back();
        const auto& node = std::get<syntax::BinOp>(expr.as);
        const HostValue right = eval(node.right);
        left = binary(node.op, left, right, expr.range);
    }
    return left;
}

HostValue Interpreter::compared(const syntax::Compare& node, Range range) {
    HostValue left = eval(node.left);
    std::optional<HostValue> result;
    for (std::size_t i = 0; i < node.ops.size(); ++i) {
        HostValue right = eval(node.comparators[i]);
        HostValue one = compare(node.ops[i], left, right, range);
        const auto is_true = truth_of(one);
        if (node.ops.size() == 1 || is_true == false) {
            return result && !truth_of(*result) ? *result : one;
        }
        if (!result || truth_of(*result) == true) {
            result = is_true ? one
                             : with_why(host_number(boolean),
                                        one.why != nullptr ? *one.why
                                                           : Unknown{"it is compared", range});
        }
        left = std::move(right);
    }
    return *result;
}

HostValue Interpreter::chosen(const syntax::IfExp& node, Range range) {
    HostValue yes, no;
    const HostValue condition = eval(node.test);
    const auto is_true = truth_of(condition);
    branch(
        is_true, range, [&] { yes = eval(node.body); }, [&] { no = eval(node.orelse); });
    if (is_true) {
        return *is_true ? yes : no;
    }
    HostValue both = join_hosts(yes, no, range, false);
    const bool is_one = is_known(yes) && is_known(no) && same_host(yes, no);
    const Value why = value_of(condition);
    return is_one ? both
                  : with_why(std::move(both), why.is_unknown()
                                                  ? *why.get<Unknown>()
                                                  : Unknown{"its condition is not known", range});
}

/// What has no value here: its parts may still launch something.
HostValue Interpreter::other(ExprId id) {
    const syntax::Expr& expr = tree_->exprs[id];
    const bool is_yield = std::holds_alternative<syntax::Yield>(expr.as) ||
                          std::holds_alternative<syntax::YieldFrom>(expr.as);
    if (is_yield && !running_.empty()) {
        running_.back().is_generator = true;
    }
    symbols::for_each_child(*tree_, id, [&](ExprId child) { eval(child); });
    return host_unknown("it is computed while the program runs", expr.range);
}

HostValue Interpreter::name(const syntax::Name& node, Range range) {
    auto value = look_up(node.id);
    if (!value) {
        return with_why(host_unknown("`" + node.id + "` is not known", range),
                        Unknown{"nothing is called `" + node.id + "`", range});
    }
    if (auto* known = std::get_if<Value>(&value->as)) {
        auto* nothing = std::get_if<Unknown>(&known->as);
        if (nothing != nullptr && nothing->range == Range{}) {
            nothing->range = range;
        }
    }
    return *std::move(value);
}

HostValue Interpreter::slice(const syntax::Slice& node) {
    const auto part = [&](ExprId one) { return one ? eval(one) : HostValue{Value{NoneValue{}}}; };
    HostValue made = host_tuple({part(node.lower), part(node.upper), part(node.step)});
    if (auto* ref = std::get_if<HostItemsRef>(&made.as)) {
        (*ref)->is_slice = true;
    }
    return made;
}

HostValue Interpreter::eval_node(ExprId id) {
    const syntax::Expr& expr = tree_->exprs[id];
    const Range range = expr.range;
    return std::visit(
        match{
            [&](const syntax::Constant& n) { return constant(n, range); },
            [&](const syntax::Name& n) { return name(n, range); },
            [&](const syntax::Attribute& n) { return attribute(eval(n.value), n.attr, range); },
            [&](const syntax::Call& n) { return call(n, id, range); },
            [&](const syntax::BinOp&) { return bin_op(id); },
            [&](const syntax::UnaryOp& n) { return unary(n.op, eval(n.operand), range); },
            [&](const syntax::BoolOp& n) { return short_circuit(n, range); },
            [&](const syntax::Compare& n) { return compared(n, range); },
            [&](const syntax::IfExp& n) { return chosen(n, range); },
            [&](const syntax::Tuple& n) { return sequence(n.elts, false, range); },
            [&](const syntax::List& n) { return sequence(n.elts, true, range); },
            [&](const syntax::Dict& n) { return dict(n, range); },
            [&](const syntax::JoinedStr& n) { return joined_text(n, range); },
            [&](const syntax::Subscript& n) {
                const HostValue object = eval(n.value);
                return subscript(object, eval(n.slice), range);
            },
            [&](const syntax::Slice& n) { return slice(n); },
            [&](const syntax::NamedExpr& n) {
                HostValue value = eval(n.value);
                assign(n.target, value);
                return value;
            },
            [&](const syntax::Lambda& n) { return lambda(n); },
            [&](const syntax::ListComp& n) {
                return comprehension({n.elt}, n.generators, false, range);
            },
            [&](const syntax::GeneratorExp& n) {
                return comprehension({n.elt}, n.generators, false, range);
            },
            [&](const syntax::SetComp& n) {
                comprehension({n.elt}, n.generators, false, range);
                return host_unknown("it is a set", range);
            },
            [&](const syntax::DictComp& n) {
                return comprehension({n.key, n.value}, n.generators, true, range);
            },
            [&](const auto&) { return other(id); },
        },
        expr.as);
}

HostValue Interpreter::constant(const syntax::Constant& node, Range range) {
    if (std::holds_alternative<syntax::Ellipsis>(node.value)) {
        return HostValue{Value{Dotted{"..."}}};
    }
    return HostValue{literal(node, range)};
}

HostValue Interpreter::short_circuit(const syntax::BoolOp& node, Range range) {
    std::optional<HostValue> made;
    for (const ExprId id : node.values) {
        const HostValue value = eval(id);
        const auto is_true = truth_of(value);
        const bool is_last = id == node.values.back();
        const bool stops = is_true && *is_true == (node.op == syntax::BoolOperator::Or);
        if (is_last || !is_true || stops) {
            if (made) {
                const Value why = value_of(*made);
                made = join_hosts(*made, value, range, false);
                made = with_why(*made, why.is_unknown() ? *why.get<Unknown>()
                                                        : Unknown{"its truth is not known", range});
            } else {
                made = value;
            }
        }
        if (stops) {
            break;
        }
    }
    return *made;
}

/// f"void({t}[:])": of strings, numbers and names of types.
HostValue Interpreter::joined_text(const syntax::JoinedStr& node, Range range) {
    std::string text;
    std::optional<HostValue> refused;
    for (const ExprId part : node.values) {
        const auto* hole = std::get_if<syntax::FormattedValue>(&tree_->exprs[part].as);
        const Value piece = value_of(eval(hole != nullptr ? hole->value : part));
        const HostValue spec = hole != nullptr && hole->format_spec
                                   ? eval(hole->format_spec)
                                   : HostValue{Value{StringValue{}}};
        if (piece.is_unknown()) {
            refused = refused ? refused : HostValue{piece};
            continue;
        }
        std::optional<std::string> made;
        const auto* type = piece.get<TypeObject>();
        if (type != nullptr && type->kind == TypeObject::Kind::Numba) {
            made = python_name(type->type, types_);
        } else if (const auto* written = spec.known<StringValue>();
                   written != nullptr && (hole == nullptr || hole->conversion == 0)) {
            made = formatted(piece, written->text);
        }
        if (!made) {
            refused = refused ? refused
                              : host_unknown("the text is formatted while the program runs", range);
            continue;
        }
        text += *made;
    }
    return refused ? *refused : HostValue{Value{StringValue{std::move(text)}}};
}

HostFunction Interpreter::function_of(const syntax::Arguments& args) {
    HostFunction made;
    made.frame = frame_;
    std::vector<HostValue> defaults;
    for (const ExprId one : args.defaults) {
        defaults.push_back(eval(one));
    }
    std::map<std::string, HostValue> named;
    for (std::size_t i = 0; i < args.kwonlyargs.size() && i < args.kw_defaults.size(); ++i) {
        if (args.kw_defaults[i]) {
            named.emplace(args.kwonlyargs[i].arg, eval(args.kw_defaults[i]));
        }
    }
    made.defaults = std::make_shared<std::vector<HostValue>>(std::move(defaults));
    made.named_defaults = std::make_shared<std::map<std::string, HostValue>>(std::move(named));
    return made;
}

HostValue Interpreter::lambda(const syntax::Lambda& node) {
    if (tree_ != &file_) {
        return host_unknown("it is a function", {});
    }
    HostFunction made = function_of(node.args);
    made.def = node.def;
    met_[node.def.index].emplace_back(frame_, store_.now());
    functions_.push_back(made);
    return {std::move(made)};
}

}  // namespace pycu::sema
