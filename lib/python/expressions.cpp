// The expressions of host code.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "python/interpreter.h"
#include "python/parts.h"
#include "support/match.h"
#include "symbols/walk.h"
#include "values/folding.h"
#include "values/imports.h"
#include "values/numbers.h"
#include "values/or_none.h"
#include "values/strings.h"
#include "values/type_values.h"

namespace pycu::sema {

namespace {

constexpr int max_host_nesting = 380;

/// What an attribute or an item of an object is.
Value taken_from(const Value& object, Value made) {
    const bool is_open = object.is_unknown() || object.part() != nullptr;
    return is_open ? as_quotient(std::move(made), false) : made;
}

}  // namespace

Value Interpreter::eval(ExprId id) {
    const Range range = tree_->exprs[id].range;
    if (depth_ > max_host_nesting) {
        return unknown("it is nested too deeply", range);
    }
    ++depth_, ++steps_;
    Value value = eval_node(id);
    --depth_;
    if (const auto* text = value.get<StringValue>(); text != nullptr &&
                                                     text->text.size() > std::size_t(max_text) &&
                                                     !tree_->exprs[id].is<syntax::Constant>()) {
        return unknown("the text is too long", range);
    }
    if (tries_ > 0) {
        note_failures(id, value);
    }
    if (value.part() != nullptr) {
        return parts().resolved(value);
    }
    // An array keeps why it is not what it was.
    const HostArray* array = value.array();
    return array != nullptr && array->spoiled ? Value{*array->spoiled} : value;
}

Value Interpreter::sequence(const std::vector<ExprId>& elts, bool is_list, Range range) {
    std::vector<Value> made;
    made.reserve(elts.size());
    for (const ExprId elt : elts) {
        const auto* star = std::get_if<syntax::Starred>(&tree_->exprs[elt].as);
        Value value = star != nullptr ? asked(eval(star->value), failures_) : eval(elt);
        const HostItems* inner = value.items();
        if (star != nullptr && (inner == nullptr || inner->more != nullptr)) {
            Value open = unknown("it holds a `*` of something", range);
            const Value why = value_of(value);
            return why.is_unknown() ? with_why(std::move(open), *why.get<Unknown>()) : open;
        }
        if (star != nullptr) {
            const auto& items = inner->is_dict ? inner->keys : inner->items;
            made.insert(made.end(), items.begin(), items.end());
        } else {
            made.push_back(std::move(value));
        }
    }
    return host_tuple(std::move(made), is_list);
}

Value Interpreter::dict(const syntax::Dict& node, Range range) {
    HostItems made;
    made.is_dict = true;
    bool is_open = false;
    // A key that comes twice keeps its place, with the later value.
    std::unordered_map<std::string, std::size_t> names;
    const auto place_of = [&](const Value& key) {
        if (const auto* name = key.get<StringValue>()) {
            return names.try_emplace(name->text, made.keys.size()).first->second;
        }
        const auto is_it = [&](const Value& one) { return is_same_key(one, key); };
        return std::size_t(std::ranges::find_if(made.keys, is_it) - made.keys.begin());
    };
    const auto put = [&](const Value& key, const Value& item) {
        if (const std::size_t place = place_of(key); place < made.keys.size()) {
            made.items[place] = item;
            return;
        }
        made.keys.push_back(key);
        made.items.push_back(item);
    };
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const Value key = node.keys[i] ? eval(node.keys[i]) : Value{};
        const Value item = eval(node.values[i]);
        const HostItems* more = node.keys[i] ? nullptr : item.items();
        if (more != nullptr && more->is_dict && more->more == nullptr) {  // `**more`
            for (std::size_t k = 0; k < more->keys.size(); ++k) {
                put(more->keys[k], more->items[k]);
            }
            continue;
        }
        if (!node.keys[i] || !key.is_constant() || !is_known(key)) {
            is_open = true;
            continue;
        }
        put(key, item);
    }
    return is_open ? unknown("it is a dict", range) : host_items(std::move(made));
}

/// A sum of ten thousand terms is as deep as it is long: its left operands wait on our own stack.
Value Interpreter::bin_op(ExprId id) {
    std::vector<ExprId> spine;
    while (std::holds_alternative<syntax::BinOp>(tree_->exprs[id].as)) {
        spine.push_back(id);
        id = std::get<syntax::BinOp>(tree_->exprs[id].as).left;
    }
    Value left = eval(id);
    while (!spine.empty()) {
        const syntax::Expr& expr = tree_->exprs[spine.back()];
        spine.pop_back();
        const auto& node = std::get<syntax::BinOp>(expr.as);
        const Value right = eval(node.right);
        left = binary(node.op, left, right, expr.range);
    }
    return left;
}

Value Interpreter::compared(const syntax::Compare& node, Range range) {
    Value left = eval(node.left);
    std::optional<Value> result;
    for (std::size_t i = 0; i < node.ops.size(); ++i) {
        Value right;
        const auto ask = [&] { right = eval(node.comparators[i]); };
        // Behind a comparison that may be false it is not always asked for.
        branch(!result || truth(*result) ? std::optional(true) : std::nullopt, range, ask, [] {});
        Value one = compare(node.ops[i], left, right, range);
        note_comparison(node.ops[i], left, right);
        const auto is_true = truth_of(one, range);
        if (node.ops.size() == 1 || is_true == false) {
            return result && !truth(*result) ? *result : one;
        }
        if (!result || truth(*result) == true) {
            result = is_true ? one
                             : with_why(host_number(boolean),
                                        one.why != nullptr ? *one.why
                                                           : Unknown{"it is compared", range});
        }
        left = std::move(right);
    }
    return *result;
}

Value Interpreter::chosen(const syntax::IfExp& node, Range range) {
    Value yes, no;
    const Value condition = eval(node.test);
    const auto is_true = truth_of(condition, range);
    const auto choose = [&](bool holds) {
        if (!is_true) {
            parts().assume(node.test, holds);
        }
        (holds ? yes : no) = eval(holds ? node.body : node.orelse);
    };
    if (const auto usual = is_true ? std::nullopt : parts().by_default(node.test)) {
        path([&] { choose(!*usual); });
        choose(*usual);
        return *usual ? yes : no;
    }
    branch(
        is_true, range, [&] { choose(true); }, [&] { choose(false); });
    if (is_true) {
        return *is_true ? yes : no;
    }
    Value both = join_hosts(yes, no, range, false);
    const bool is_one = is_known(yes) && is_known(no) && same(yes, no, Sameness::State);
    const Value why = value_of(condition);
    return is_one ? both
                  : with_why(std::move(both), why.is_unknown()
                                                  ? *why.get<Unknown>()
                                                  : Unknown{"its condition is not known", range});
}

/// What has no value here: its parts may still launch something.
Value Interpreter::other(ExprId id) {
    const syntax::Expr& expr = tree_->exprs[id];
    const auto* yielded = std::get_if<syntax::Yield>(&expr.as);
    if (yielded != nullptr && !running_.empty() && running_.back().taker != nullptr) {
        return yield(*yielded, expr.range);
    }
    const bool is_yield = yielded != nullptr || std::holds_alternative<syntax::YieldFrom>(expr.as);
    if (is_yield && !running_.empty()) {
        running_.back().is_generator = true;
    }
    symbols::for_each_child(*tree_, id, [&](ExprId child) { eval(child); });
    return unknown("it is computed while the program runs", expr.range);
}

Value Interpreter::name(const syntax::Name& node, Range range) {
    auto value = look_up(node.id);
    if (!value) {
        ++failures_.operations;
        return with_why(unknown("`" + node.id + "` is not known", range),
                        Unknown{nothing_is_called(node.id), range});
    }
    auto* nothing = std::get_if<Unknown>(&value->as);
    if (nothing != nullptr && nothing->range == Range{}) {
        nothing->range = range;
    }
    return *std::move(value);
}

Value Interpreter::slice(const syntax::Slice& node) {
    const auto part = [&](ExprId one) { return one ? eval(one) : Value{NoneValue{}}; };
    Value made = host_tuple({part(node.lower), part(node.upper), part(node.step)});
    if (auto* ref = std::get_if<HostItemsRef>(&made.as)) {
        (*ref)->is_slice = true;
    }
    return made;
}

Value Interpreter::eval_node(ExprId id) {
    const syntax::Expr& expr = tree_->exprs[id];
    const Range range = expr.range;
    return std::visit(
        match{
            [&](const syntax::Constant& n) { return constant(n, range); },
            [&](const syntax::Name& n) { return name(n, range); },
            [&](const syntax::Attribute& n) {
                const Value object = asked(eval(n.value), failures_);
                return taken_from(object, attribute(object, n.attr, range));
            },
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
                const Value object = asked(eval(n.value), failures_);
                const Value index = index_without_none(eval(n.slice));
                return taken_from(object, subscript(object, index, range));
            },
            [&](const syntax::Slice& n) { return slice(n); },
            [&](const syntax::NamedExpr& n) {
                Value value = eval(n.value);
                assign_around(n.target, value, range);
                return value;
            },
            [&](const syntax::Lambda& n) { return lambda(n); },
            [&](const syntax::ListComp& n) {
                return comprehension({n.elt}, n.generators, false, range);
            },
            [&](const syntax::GeneratorExp& n) {
                Value made;
                const auto run = [&] {
                    ++lazy_;
                    made = comprehension({n.elt}, n.generators, false, range);
                    --lazy_;
                };
                range == used_up_ ? run() : lazily(run, range);
                return as_like(std::move(made), HostItems::Like::Iterator);
            },
            [&](const syntax::SetComp& n) {
                comprehension({n.elt}, n.generators, false, range);
                return unknown("it is a set", range);
            },
            [&](const syntax::DictComp& n) {
                return comprehension({n.key, n.value}, n.generators, true, range);
            },
            [&](const auto&) { return other(id); },
        },
        expr.as);
}

Value Interpreter::constant(const syntax::Constant& node, Range range) {
    if (std::holds_alternative<syntax::Ellipsis>(node.value)) {
        return Value{Dotted{"..."}};
    }
    return Value{literal(node, range)};
}

Value Interpreter::short_circuit(const syntax::BoolOp& node, Range range) {
    return short_circuit(node, 0, range);
}

/// The operands from one on, of which the first is asked for.
Value Interpreter::short_circuit(const syntax::BoolOp& node, std::size_t at, Range range) {
    Value made = eval(node.values[at]);
    if (at + 1 == node.values.size()) {
        return made;
    }
    const auto is_true = truth_of(made, range);
    if (is_true) {
        const bool stops = *is_true == (node.op == syntax::BoolOperator::Or);
        return stops ? made : short_circuit(node, at + 1, range);
    }
    Value rest;
    branch(
        {}, range, [] {}, [&] { rest = short_circuit(node, at + 1, range); });
    const Value why = value_of(made);
    return with_why(
        join_hosts(made, rest, range, false),
        why.is_unknown() ? *why.get<Unknown>() : Unknown{"its truth is not known", range});
}

/// f"void({t}[:])": of strings, numbers and names of types.
Value Interpreter::joined_text(const syntax::JoinedStr& node, Range range) {
    std::string text;
    std::optional<Value> refused;
    for (const ExprId part : node.values) {
        const auto* hole = std::get_if<syntax::FormattedValue>(&tree_->exprs[part].as);
        const Value piece = value_of(eval(hole != nullptr ? hole->value : part));
        const Value spec =
            hole != nullptr && hole->format_spec ? eval(hole->format_spec) : Value{StringValue{}};
        if (piece.is_unknown()) {
            refused = refused ? refused : Value{piece};
            continue;
        }
        std::optional<std::string> made;
        const auto* type = piece.get<TypeObject>();
        if (type != nullptr && type->kind == TypeObject::Kind::Numba) {
            made = python_name(type->type, types_);
        } else if (const auto* written = spec.get<StringValue>();
                   written != nullptr && (hole == nullptr || hole->conversion == 0)) {
            made = formatted(piece, written->text);
        }
        if (!made) {
            refused =
                refused ? refused : unknown("the text is formatted while the program runs", range);
            continue;
        }
        text += *made;
    }
    return refused ? *refused : Value{StringValue{std::move(text)}};
}

MadeFunction Interpreter::function_of(const syntax::Arguments& args) {
    MadeFunction made;
    made.frame = frame_;
    for (const ExprId one : args.defaults) {
        made.defaults.push_back(eval(one));
    }
    for (std::size_t i = 0; i < args.kwonlyargs.size() && i < args.kw_defaults.size(); ++i) {
        if (args.kw_defaults[i]) {
            made.named_defaults.emplace(args.kwonlyargs[i].arg, eval(args.kw_defaults[i]));
        }
    }
    return made;
}

Value Interpreter::lambda(const syntax::Lambda& node) {
    if (tree_ != &file_) {
        return unknown("it is a function", {});
    }
    const FunctionRef made{
        node.def, {}, {}, std::make_shared<const MadeFunction>(function_of(*node.args))};
    met_[node.def.index].emplace_back(frame_, store_.now());
    functions_.push_back(made);
    return {made};
}

}  // namespace pycu::sema
