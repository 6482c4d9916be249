// Comprehensions: the loops that they are, and their items where these are few. See body.h.
#include <algorithm>

#include "sema/body/iteration.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

/// A tuple of more items would be no text that anybody reads.
constexpr std::size_t most_tuple_items = 64;

const std::vector<syntax::Comprehension>* comprehension_of(const syntax::Expr& expr,
                                                           syntax::ExprId& elt) {
    if (const auto* e = std::get_if<syntax::GeneratorExp>(&expr.as)) {
        elt = e->elt;
        return &e->generators;
    }
    if (const auto* e = std::get_if<syntax::ListComp>(&expr.as)) {
        elt = e->elt;
        return &e->generators;
    }
    return nullptr;
}

}  // namespace

const std::vector<syntax::Comprehension>* Body::comprehension(ExprId expr) const {
    ExprId elt;
    return comprehension_of(tree_.exprs[expr], elt);
}

/// Runs through the items of an expression, or of a comprehension, in loops that it emits. False
/// where a type is missing (`has_failed_args_` tells whether that was reported).
bool Body::run_through(ExprId expr, bool may_break, const std::function<void(Operand)>& take) {
    ExprId elt;
    const auto* generators = comprehension_of(tree_.exprs[expr], elt);
    if (generators == nullptr) {
        const std::optional<Iteration> iteration = iterate(expr, {});
        if (!iteration) {
            return false;
        }
        run_loop(*iteration, {take, [] {}, "", may_break, true});
        return true;
    }
    const std::size_t outer = inner_names_.size();
    const bool is_whole =
        run_generators(*generators, 0, may_break, [&] { take(lower_value(elt)); });
    inner_names_.resize(outer);
    return is_whole;
}

bool Body::run_generators(const std::vector<syntax::Comprehension>& generators, std::size_t at,
                          bool may_break, const std::function<void()>& take) {
    const syntax::Comprehension& generator = generators[at];
    const std::optional<Iteration> iteration = iterate(generator.iter, {});
    if (!iteration) {
        return false;
    }
    bool is_whole = true;
    LoopTurn turn;
    turn.bind = [&](const Operand& item) { bind_inner(generator.target, item); };
    const std::function<void(std::size_t)> take_if = [&](std::size_t test) {
        if (test < generator.ifs.size()) {
            const Operand condition = truth(generator.ifs[test]);
            is_whole = is_whole && condition.is_value();
            has_failed_args_ = condition.kind == Operand::Kind::Error;
            ir::Block body = block_of([&] { take_if(test + 1); });
            if (is_whole) {
                emit(current_stmt_, ir::If{condition.ir, std::move(body), {}, false});
            }
        } else if (is_whole && at + 1 < generators.size()) {
            is_whole = run_generators(generators, at + 1, may_break, take);
        } else if (is_whole) {
            take();
        }
    };
    turn.body = [&] { take_if(0); };
    turn.may_break = may_break;
    if (const auto* name = std::get_if<syntax::Name>(&tree_.exprs[generator.target].as)) {
        turn.name = name->id;
    }
    run_loop(*iteration, turn);
    return is_whole;
}

void Body::run_loop(const Iteration& iteration, const LoopTurn& turn) {
    if (auto loop = make_loop(iteration, turn)) {
        emit(current_stmt_, std::move(*loop));
    }
}

/// Gives the variables of a comprehension their values: no variables of the function.
void Body::bind_inner(ExprId target, const Operand& item) {
    const syntax::Expr& e = tree_.exprs[target];
    if (const auto* name = std::get_if<syntax::Name>(&e.as)) {
        Operand bound = item;
        if (item.is_value() && !is_simple(item.ir)) {
            const ir::LocalId local = temporary(name->id, item.type, e.range);
            emit(current_stmt_, ir::Assign{.target = local, .value = item.ir});
            bound.ir = add(item.type, e.range, ir::Read{local});
        }
        inner_names_.emplace_back(name->id, bound);
        return;
    }
    const auto* tuple = std::get_if<syntax::Tuple>(&e.as);
    const std::size_t count =
        item.is_value() && item.type.is_tuple() ? evaluator_.types().items(item.type).size() : 0;
    if (tuple == nullptr || (item.is_value() && count != tuple->elts.size())) {
        if (item.is_value()) {
            report<diag::Code::UnpackCount>(
                e.range, type_name(item.type),
                std::to_string(tuple == nullptr ? 1 : tuple->elts.size()));
        }
        symbols::for_each_target_name(tree_, target, [&](ExprId, const std::string& name) {
            inner_names_.emplace_back(name, item.is_value() ? error() : item);
        });
        return;
    }
    for (std::size_t i = 0; i < tuple->elts.size(); ++i) {
        bind_inner(tuple->elts[i], item.is_value() ? tuple_item(item, i, e.range) : item);
    }
}

/// The value of a comprehension's variable.
const Operand* Body::inner_name(const std::string& name) const {
    for (std::size_t i = inner_names_.size(); i-- > 0;) {
        if (inner_names_[i].first == name) {
            return &inner_names_[i].second;
        }
    }
    return nullptr;
}

/// The items of a tuple or a list one by one, where that is what the expression is.
std::optional<std::vector<Operand>> Body::few_items(ExprId of) {
    const syntax::Expr& e = tree_.exprs[of];
    const auto* list = std::get_if<syntax::List>(&e.as);
    ExprId elt;
    if (list == nullptr &&
        (std::holds_alternative<syntax::Call>(e.as) || comprehension_of(e, elt) != nullptr)) {
        return std::nullopt;
    }
    if (const Operand seen = list == nullptr ? peek(of) : Operand{};
        seen.is_value() && !seen.type.is_tuple()) {
        return std::nullopt;
    }
    Operand tuple = list != nullptr ? lower_tuple(list->elts, e.range) : lower_value(of);
    if (!tuple.is_value() || !tuple.type.is_tuple()) {
        return std::nullopt;
    }
    tuple.ir = std::holds_alternative<ir::Tuple>(fn_.exprs[tuple.ir].as) ? tuple.ir
                                                                         : keep(tuple.ir, "items");
    std::vector<Operand> items;
    for (std::size_t i = 0; i < evaluator_.types().items(tuple.type).size(); ++i) {
        items.push_back(tuple_item(tuple, i, e.range));
    }
    return items;
}

/// `tuple(x * x for x in t)`: the items one by one, which are few and known in number.
Operand Body::fold_tuple(ExprId of, Range range) {
    if (const auto items = few_items(of)) {
        return tuple_of(*items, range);
    }
    ExprId elt;
    const auto* generators = comprehension_of(tree_.exprs[of], elt);
    const bool is_one = generators != nullptr && generators->size() == 1;
    const ExprId iterable = is_one ? generators->front().iter : of;
    const std::optional<Iteration> iteration = iterate(iterable, {});
    if (!iteration) {
        return has_failed_args_ ? error() : pending();
    }
    const auto items = known_items(*iteration);
    if (!items || (generators != nullptr && (!is_one || !generators->front().ifs.empty()))) {
        report<diag::Code::UnknownLength>(range, text(of))
            .note("the length of a tuple is part of its type");
        return error();
    }
    if (generators == nullptr) {
        return tuple_of(*items, range);
    }
    std::vector<Operand> results;
    for (const Operand& item : *items) {
        const std::size_t outer = inner_names_.size();
        bind_inner(generators->front().target, item);
        Operand result = lower_value(elt);
        inner_names_.resize(outer);
        if (!result.is_value()) {
            return result;
        }
        results.push_back(result);
    }
    return tuple_of(results, range);
}

/// The items of an iteration where their number is known while compiling, and small.
std::optional<std::vector<Operand>> Body::known_items(const Iteration& iteration) {
    if (iteration.kind == Iteration::Kind::Items) {
        return iteration.items;
    }
    if (iteration.kind == Iteration::Kind::Counted) {
        const auto* count = std::get_if<ir::Literal>(&fn_.exprs[iteration.count].as);
        const auto* number_of =
            count != nullptr ? std::get_if<std::int64_t>(&count->value) : nullptr;
        if (number_of == nullptr || *number_of > std::int64_t(most_tuple_items)) {
            return std::nullopt;
        }
        std::vector<Operand> items;
        for (std::int64_t i = 0; i < *number_of; ++i) {
            items.push_back(iteration.item({literal_int(i, iteration.range).ir}));
        }
        return items;
    }
    if (iteration.kind != Iteration::Kind::Range) {
        return std::nullopt;
    }
    std::int64_t bounds[3] = {};
    const ir::ExprId parts[] = {iteration.start, iteration.stop, iteration.step};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto bound = static_number(parts[i]);
        if (!bound) {
            return std::nullopt;
        }
        bounds[i] = *bound;
    }
    std::vector<Operand> items;
    for (std::int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1];
         i += bounds[2]) {
        if (items.size() == most_tuple_items) {
            return std::nullopt;
        }
        const Type type = fn_.exprs[iteration.start].type;
        Operand item = converted(literal_int(i, iteration.range), type);
        item.known = Value{NumberValue{type, std::get<ir::Literal>(fn_.exprs[item.ir].as).value}};
        items.push_back(item);
    }
    return items;
}

/// An integer that the module knows.
std::optional<std::int64_t> Body::static_number(ir::ExprId expr) const {
    const ir::Expr& e = fn_.exprs[expr];
    const ir::Number* number_of = nullptr;
    if (const auto* literal = std::get_if<ir::Literal>(&e.as)) {
        number_of = &literal->value;
    } else if (const auto* constant = std::get_if<ir::ReadConstant>(&e.as)) {
        number_of = &instances_.all_constants()[constant->constant].values.front();
    }
    if (number_of == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, *number_of);
}

}  // namespace pycu::sema
