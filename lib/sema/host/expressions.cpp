// The expressions of host code.
#include <algorithm>

#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "sema/host/tracer.h"
#include "support/match.h"
#include "symbols/walk.h"

namespace pycu::sema {

namespace {

constexpr int max_host_nesting = 380;

}  // namespace

HostValue HostTracer::eval(ExprId id) {
    const Range range = tree_.exprs[id].range;
    if (depth_ > max_host_nesting || has_given_up_) {
        return host_unknown("it is nested too deeply", range);
    }
    ++depth_;
    HostValue value = eval_node(id);
    --depth_;
    // An array keeps why it is not what it was.
    const HostArray* array = value.array();
    return array != nullptr && array->spoiled ? HostValue{Value{*array->spoiled}} : value;
}

HostValue HostTracer::sequence(const std::vector<ExprId>& elts, bool is_list, Range range) {
    std::vector<HostValue> made;
    for (const ExprId elt : elts) {
        const auto* star = std::get_if<syntax::Starred>(&tree_.exprs[elt].as);
        HostValue value = eval(star != nullptr ? star->value : elt);
        const HostItems* inner = value.items();
        if (star != nullptr && (inner == nullptr || inner->more != nullptr)) {
            return host_unknown("it holds a `*` of something", range);
        }
        if (star != nullptr) {
            made.insert(made.end(), inner->items.begin(), inner->items.end());
        } else {
            made.push_back(std::move(value));
        }
    }
    return host_tuple(std::move(made), is_list);
}

HostValue HostTracer::compared(const syntax::Compare& node, Range range) {
    const HostValue left = eval(node.left);
    const HostValue right = eval(node.comparators[0]);
    for (std::size_t i = 1; i < node.comparators.size(); ++i) {
        eval(node.comparators[i]);
    }
    return node.ops.size() == 1 ? host_compare(node.ops[0], left, right, range)
                                : host_number(boolean);
}

HostValue HostTracer::chosen(const syntax::IfExp& node, Range range) {
    HostValue yes{Value{}}, no{Value{}};
    const auto is_true = test(node.test);
    branch(
        is_true, range, [&] { yes = eval(node.body); }, [&] { no = eval(node.orelse); });
    return is_true ? (*is_true ? yes : no) : join_hosts(yes, no, range, false);
}

/// What has no value here: its parts may still launch something.
HostValue HostTracer::other(ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    const bool is_yield = std::holds_alternative<syntax::Yield>(expr.as) ||
                          std::holds_alternative<syntax::YieldFrom>(expr.as);
    if (is_yield && !running_.empty()) {
        running_.back().is_generator = true;
    }
    symbols::for_each_child(tree_, id, [&](ExprId child) { eval(child); });
    return host_unknown("it is computed while the program runs", expr.range);
}

HostValue HostTracer::eval_node(ExprId id) {
    const syntax::Expr& expr = tree_.exprs[id];
    const Range range = expr.range;
    const auto part = [&](ExprId one) { return one ? eval(one) : HostValue{Value{NoneValue{}}}; };
    return std::visit(
        match{
            [&](const syntax::Constant& n) { return constant(n, range); },
            [&](const syntax::Name& n) {
                const auto value = look_up(n.id);
                return value ? *value : host_unknown("`" + n.id + "` is not known", range);
            },
            [&](const syntax::Attribute& n) { return attribute(eval(n.value), n.attr, range); },
            [&](const syntax::Call& n) { return call(n, id, range); },
            [&](const syntax::BinOp& n) {
                const HostValue left = eval(n.left);
                return host_binary(n.op, left, eval(n.right), range);
            },
            [&](const syntax::UnaryOp& n) { return host_unary(n.op, eval(n.operand), range); },
            [&](const syntax::BoolOp& n) { return short_circuit(n, range); },
            [&](const syntax::Compare& n) { return compared(n, range); },
            [&](const syntax::IfExp& n) { return chosen(n, range); },
            [&](const syntax::Tuple& n) { return sequence(n.elts, false, range); },
            [&](const syntax::List& n) { return sequence(n.elts, true, range); },
            [&](const syntax::Subscript& n) {
                const HostValue object = eval(n.value);
                return subscript(object, eval(n.slice), range);
            },
            [&](const syntax::Slice& n) {
                HostValue slice = host_tuple({part(n.lower), part(n.upper), part(n.step)});
                if (auto* ref = std::get_if<HostItemsRef>(&slice.as)) {
                    (*ref)->is_slice = true;
                }
                return slice;
            },
            [&](const syntax::NamedExpr& n) {
                HostValue value = eval(n.value);
                assign(n.target, value);
                return value;
            },
            [&](const syntax::Lambda& n) { return lambda(id, n); },
            [&](const syntax::ListComp& n) { return comprehension({n.elt}, n.generators, range); },
            [&](const syntax::GeneratorExp& n) {
                return comprehension({n.elt}, n.generators, range);
            },
            [&](const syntax::SetComp& n) { return comprehension({n.elt}, n.generators, range); },
            [&](const syntax::DictComp& n) {
                comprehension({n.key, n.value}, n.generators, range);
                return host_unknown("it is a dict", range);
            },
            [&](const auto&) { return other(id); },
        },
        expr.as);
}

HostValue HostTracer::constant(const syntax::Constant& node, Range range) {
    return std::visit(
        match{
            [&](const syntax::None&) { return HostValue{Value{NoneValue{}}}; },
            [&](bool value) { return HostValue{python_bool(value)}; },
            [&](const syntax::Integer& value) {
                const auto number = value.value();
                return number ? HostValue{python_int(Int128(*number))}
                              : host_unknown("it needs more than 64 bits", range);
            },
            [&](double value) { return HostValue{python_float(value)}; },
            [&](const syntax::Imaginary& value) {
                return HostValue{Value{ComplexValue{complex128, {0.0, value.value}}}};
            },
            [&](const std::string& text) { return HostValue{Value{StringValue{text}}}; },
            [&](const syntax::Bytes&) { return host_unknown("it is bytes", range); },
            [&](const syntax::Ellipsis&) { return HostValue{Value{Dotted{"..."}}}; },
        },
        node.value);
}

HostValue HostTracer::attribute(const HostValue& object, const std::string& name, Range range) {
    if (object.why_unknown() != nullptr) {
        return object;
    }
    if (const auto* array = object.get<HostArrayRef>()) {
        if (auto made = host_array_attribute(*array, name, range)) {
            return *made;
        }
    }
    if (const auto* known = object.get<Value>()) {
        if (const auto* path = known->get<Dotted>();
            path != nullptr && !path->path.ends_with(")")) {
            return from_value(module_member(path->path, name, range), range);
        }
        if (known->is<EnumValue>()) {
            return from_value(evaluator_.attribute(*known, name, range).value, range);
        }
        if (const auto* of = known->get<ClassRef>()) {
            const auto found = evaluator_.class_attribute(*of, name);
            const auto* function = found ? found->value.get<FunctionRef>() : nullptr;
            const DeviceFunction* device =
                function != nullptr ? functions_.find(*function) : nullptr;
            const bool is_plain = device == nullptr || device->kind == DeviceFunction::Kind::Plain;
            return found && !(function != nullptr && is_plain)
                       ? from_value(found->value, range)
                       : host_unknown("it belongs to a class", range);
        }
    }
    if (const HostItems* items = object.items(); items != nullptr) {
        const auto field = std::ranges::find(items->fields, name);
        if (field != items->fields.end()) {
            return items->items[std::size_t(field - items->fields.begin())];
        }
    }
    return {HostMethod{std::make_shared<HostValue>(object), name}};
}

HostValue HostTracer::subscript(const HostValue& object, const HostValue& index, Range range) {
    if (const auto* function = object.known<FunctionRef>()) {
        return {HostLauncher{*function}};
    }
    if (object.why_unknown() != nullptr) {
        return object;
    }
    if (const auto* array = object.get<HostArrayRef>()) {
        return host_subscript(*array, index, range);
    }
    const HostItems* items = object.items();
    if (items == nullptr || items->is_slice) {
        return host_unknown("it is an item of something that is not known", range);
    }
    const auto at = extent_of(index);
    if (at && at->known() && items->more == nullptr) {
        if (const auto place = python::item_place(*at->known(), items->items.size())) {
            return items->items[*place];
        }
    }
    if (index.items() != nullptr && index.items()->is_slice) {
        const HostItems& slice = *index.items();
        std::optional<std::int64_t> parts[3];
        bool is_known = items->more == nullptr;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto part = extent_of(slice.items[i]);
            parts[i] = part ? part->known() : std::nullopt;
            is_known = is_known && (parts[i] || slice.items[i].known<NoneValue>() != nullptr);
        }
        if (!is_known || parts[2] == 0) {
            return host_unknown("it is a part of a list", range);
        }
        std::vector<HostValue> taken;
        for (const std::size_t place :
             python::slice_places({parts[0], parts[1], parts[2]}, items->items.size())) {
            taken.push_back(items->items[place]);
        }
        return host_tuple(std::move(taken), items->is_list);
    }
    return host_element(object, range);
}

HostValue HostTracer::short_circuit(const syntax::BoolOp& node, Range range) {
    std::optional<HostValue> made;
    for (const ExprId id : node.values) {
        const HostValue value = eval(id);
        const auto* known = value.get<Value>();
        const auto is_true = known != nullptr ? truth(*known) : std::nullopt;
        const bool is_last = id == node.values.back();
        const bool stops = is_true && *is_true == (node.op == syntax::BoolOperator::Or);
        if (is_last || !is_true || stops) {
            made = made ? join_hosts(*made, value, range, false) : value;
        }
        if (stops) {
            break;
        }
    }
    return *made;
}

HostValue HostTracer::comprehension(const std::vector<ExprId>& elts,
                                    const std::vector<syntax::Comprehension>& parts, Range range) {
    // One turn stands for all: its names are seen by nobody else.
    const State before = state_;
    const std::size_t mark = launches_.size();
    bool may_be_empty = false;
    for (const auto& part : parts) {
        const HostValue iterable = eval(part.iter);
        const HostItems* items = iterable.items();
        const bool is_filled = items != nullptr && (!items->items.empty() || !items->may_be_empty);
        may_be_empty = may_be_empty || !is_filled || !part.ifs.empty();
        assign(part.target, host_element(iterable, range));
        std::ranges::for_each(part.ifs, [&](ExprId one) { eval(one); });
    }
    HostValue item = eval(elts.front());
    for (std::size_t i = 1; i < elts.size(); ++i) {
        eval(elts[i]);
    }
    const bool has_launched = launches_.size() > mark;
    state_ = has_launched ? joined(before, state_, range, true) : before;
    return host_many(std::move(item), true, may_be_empty);
}

HostFunction HostTracer::function_of(const syntax::Arguments& args) {
    HostFunction made;
    made.frame = frame_;
    captured_.insert(frame_);
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

HostValue HostTracer::lambda(ExprId id, const syntax::Lambda& node) {
    HostFunction made = function_of(node.args);
    made.lambda = id;
    made_.push_back(made);
    return {std::move(made)};
}

}  // namespace pycu::sema
