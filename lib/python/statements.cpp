// The statements of host code.
#include <algorithm>

#include "python/interpreter.h"
#include "python/parts.h"
#include "support/match.h"
#include "symbols/walk.h"
#include "syntax/parse.h"
#include "values/imports.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr int max_host_depth = 400;
/// As many more than a program may have: functions and loops are not followed by then.
constexpr long hopeless_steps = 10 * Evaluator::program_steps;
/// Turns of a loop that is followed turn by turn before others are.
constexpr std::size_t max_short = 32;

bool holds_call(const syntax::Tree& tree, syntax::ExprId id) {
    bool found = tree.exprs[id].is<syntax::Call>();
    symbols::for_each_part(tree.exprs[id],
                           [&](syntax::ExprId part) { found = found || holds_call(tree, part); });
    return found;
}

}  // namespace

void Interpreter::block(const syntax::Suite& body) {
    for (const StmtId id : body) {
        if (is_dead_ || has_given_up_) {
            return;
        }
        statement(id);
    }
}

void Interpreter::statement(StmtId id) {
    const syntax::Stmt& stmt = tree_->stmts[id];
    ++steps_;
    has_given_up_ = has_given_up_ || spent() > limit_ + hopeless_steps;
    if (depth_ > max_host_depth) {
        is_too_long_ = true;
        return;
    }
    Frame& frame = store_.frame(frame_);
    if (frame.latest_moment != store_.now()) {
        frame.latest_moment = store_.now();
        frame.moments[syntax::whole_range(*tree_, id).begin] = store_.now();
    }
    ++depth_;
    std::visit([&](const auto& node) { visit(node, id, stmt.range); }, stmt.as);
    --depth_;
}

void Interpreter::visit(const syntax::Return& node, StmtId /*id*/, Range range) {
    Value value = node.value ? eval(node.value) : Value{NoneValue{}};
    is_dead_ = true;
    if (!running_.empty()) {
        Running& call = running_.back();
        call.result =
            call.result ? join_hosts(*call.result, value, range, false) : std::move(value);
        leave(call.exit);
    }
}

void Interpreter::visit(const syntax::Break& /*node*/, StmtId /*id*/, Range /*range*/) {
    is_dead_ = true;
    if (!loops_.empty()) {
        leave(loops_.back().whole);
    }
}

void Interpreter::visit(const syntax::Continue& /*node*/, StmtId /*id*/, Range /*range*/) {
    is_dead_ = true;
    if (!loops_.empty()) {
        leave(loops_.back().turn);
    }
}

void Interpreter::visit(const syntax::Pass& /*node*/, StmtId /*id*/, Range /*range*/) {}

void Interpreter::visit(const syntax::Delete& node, StmtId /*id*/, Range range) {
    ++failures_.operations;
    for (const ExprId target : node.targets) {
        if (const auto* name = std::get_if<syntax::Name>(&tree_->exprs[target].as)) {
            store_.set(*own_cell(name->id), Slot{});
        } else if (const auto* item = std::get_if<syntax::Subscript>(&tree_->exprs[target].as)) {
            const Value object = eval(item->value);
            const Value key = eval(item->slice);
            if (const auto* items = object.get<HostItemsRef>()) {
                forget_items(*items, "its items change", range);
            } else if (const auto frame = frame_of_names(object)) {
                forget_names(*frame, range);
            } else if (object.is<HostObject>()) {
                escape(object, range);
            } else if (const auto* path = object.get<Dotted>();
                       path != nullptr && path->path == "sys.modules") {
                forget_module(key, range);
            }
        } else if (const auto* of = std::get_if<syntax::Attribute>(&tree_->exprs[target].as)) {
            const Value object = eval(of->value);
            if (const auto* instance = object.get<HostObject>()) {
                set_attribute(*instance, of->attr, unknown("it is deleted", range), range);
            } else {
                assign_attribute(object, of->attr, unknown("it is deleted", range), range);
            }
        }
    }
}

/// What names are not given: an iterator, which is used up, and a view, which changes with its
/// dict.
Value Interpreter::lasting(Value value, ExprId expr) {
    const Range made = tree_->exprs[expr].range;
    const HostItems* items = value.items();
    using enum HostItems::Like;
    const bool is_lazy = items != nullptr && (items->like == Iterator || items->like == View);
    return is_lazy ? with_why(unknown("it is an iterator", made),
                              Unknown{"it is computed while the program runs", made})
                   : value;
}

void Interpreter::visit(const syntax::Assign& node, StmtId id, Range range) {
    Value value = eval(node.value);
    const bool is_unpacked = std::ranges::all_of(node.targets, [&](ExprId target) {
        const auto& of = tree_->exprs[target].as;
        return std::holds_alternative<syntax::Tuple>(of) ||
               std::holds_alternative<syntax::List>(of);
    });
    value = is_unpacked ? value : lasting(std::move(value), node.value);
    if (syntax::is_doubtful(*tree_, range)) {
        value = unknown("its assignment is no valid Python", range);
    }
    for (const ExprId target : node.targets) {
        assign(target, value, id);
        note_made(value, node.value, target);
    }
}

void Interpreter::visit(const syntax::AnnAssign& node, StmtId id, Range /*range*/) {
    if (node.value) {
        const Value value = eval(node.value);
        assign(node.target, value, id);
        note_made(value, node.value, node.target);
    }
    if (const Frame& own = store_.frame(frame_); own.is_module || own.is_class) {
        note_annotation(node.annotation);
    }
}

void Interpreter::visit(const syntax::AugAssign& node, StmtId id, Range range) {
    Value before;
    if (holds_call(*tree_, node.target)) {
        path([&] { before = eval(node.target); });  // what it calls runs where it is assigned
    } else {
        before = eval(node.target);
    }
    const Value more = eval(node.value);
    if (const auto* array = before.get<HostArrayRef>();
        array != nullptr && !(*array)->is_device &&
        !std::holds_alternative<syntax::Subscript>(tree_->exprs[node.target].as)) {
        // in place: the array stays what it is, its elements do not
        const auto number = number_of(more);
        const bool is_cast = number && number->type.is_integer();
        const bool is_certain = is_cast || (number && is_float((*array)->dtype.scalar));
        failures_.operations += is_certain && !are_warnings_raised_ ? 0 : 1;
        const Value made = binary(node.op, before, more, range);
        const HostArray* computed = made.array();
        const auto width = [](const HostArray& one) {
            const Type type = one.dtype.type();
            return type.is_complex() ? 3 : type.is_float() ? 2 : type.is_integer() ? 1 : 0;
        };
        const bool is_refused = node.op != BinaryOp::MatMult && node.op != BinaryOp::Pow;
        if (computed != nullptr && is_refused && width(*computed) > width(**array)) {
            ++failures_.anything;
            is_dead_ = true;  // NumPy refuses to put them in
            return;
        }
        HostArray changed = **array;
        changed.known =
            computed != nullptr && computed->dtype == changed.dtype && !made.is_unknown()
                ? computed->known
                : nullptr;
        if (changed.known == nullptr && !changed.unknown) {
            changed.unknown = Unknown{"its elements change", range};
        }
        forget_elements(*array, "its elements change", range);
        if (changed.aliases == nullptr || changed.aliases->all.size() < 2) {
            store_.change(*array, std::move(changed));
        }
        if (std::holds_alternative<syntax::Name>(tree_->exprs[node.target].as)) {
            const auto& name = std::get<syntax::Name>(tree_->exprs[node.target].as);
            bind(name.id, before, tree_->exprs[node.target].range, id);
        }
        return;
    }
    if (const auto frame = frame_of_names(before); frame && node.op == BinaryOp::BitOr) {
        call_names_method(*frame, "update", {{more}, {}, range}, range);
        return;
    }
    const auto* list = before.get<HostItemsRef>();
    if (list != nullptr && (*list)->is_list && node.op == BinaryOp::Add) {
        extend(HostItemsRef(*list), more, range);
        return;
    }
    const auto in_place = object_in_place(node.op, before, more, range);
    assign(node.target, in_place ? *in_place : binary(node.op, before, more, range), id);
}

void Interpreter::visit(const syntax::For& node, StmtId /*id*/, Range range) {
    if (take_in_loop(node, range)) {
        return;
    }
    const Value iterable = asked(eval(node.iter), failures_);
    if (iterable.is<HostObject>()) {
        may_call(iterable, {"__iter__", "__next__"}, range);
        escape(iterable, range);  // its `__next__` may change it
    }
    const Range at = tree_->exprs[node.iter].range;
    failures_.operations += iterable.items() == nullptr && iterable.array() == nullptr ? 1 : 0;
    const HostItems* items = iterable.items();
    const bool is_known = items != nullptr && items->more == nullptr;
    // What the body does to a dict is not seen here.
    std::vector<Value> copied;
    if (is_known && (items->is_list || items->is_dict)) {
        copied = items->is_dict ? items->keys : items->items;
    }
    // Over a few methods, sizes or dtypes: each may launch something else.
    const bool is_short = is_known && items->items.size() <= max_short;
    std::size_t turns = 0;
    loop(
        [&]() -> std::optional<bool> {
            if (!is_known) {
                return std::nullopt;
            }
            if (items->is_list &&
                (items->more != nullptr || items->items.size() != copied.size())) {
                return std::nullopt;  // the body adds to it, or takes from it
            }
            if (items->is_dict && items->keys.size() != copied.size()) {
                ++failures_.anything;
                is_dead_ = true;  // Python refuses to go on
                return false;
            }
            const auto& all = items->is_dict ? copied : items->items;
            if (turns == all.size()) {
                return false;
            }
            const Value item = all[turns++];
            assign(node.target, item);
            return true;
        },
        [&] { assign(node.target, host_element(iterable, at)); }, {false, is_short}, node.body,
        node.orelse, range);
}

void Interpreter::visit(const syntax::While& node, StmtId /*id*/, Range range) {
    const auto* constant = std::get_if<syntax::Constant>(&tree_->exprs[node.test].as);
    const bool is_endless = constant != nullptr && test(node.test) == true;
    loop([&] { return test(node.test); }, [&] { eval(node.test); }, {is_endless, false}, node.body,
         node.orelse, range);
}

void Interpreter::visit(const syntax::If& node, StmtId /*id*/, Range range) {
    std::vector<std::optional<Changes>> paths;
    std::vector<ExprId> failed;
    // Those that only arguments lead to which nobody gives.
    std::vector<std::optional<Changes>> unusual;
    const auto finish = [&] {
        const auto is_alive = [](const std::optional<Changes>& one) { return one.has_value(); };
        join(std::ranges::any_of(paths, is_alive) ? std::move(paths) : std::move(unusual), range);
    };
    const auto take = [&](const syntax::Suite& body) {
        if (paths.empty() && unusual.empty()) {
            block(body);
            return;
        }
        const bool is_usual = std::ranges::none_of(
            failed, [&](ExprId test) { return parts().by_default(test) == true; });
        (is_usual ? paths : unusual).push_back(path([&] {
            std::ranges::for_each(failed, [&](ExprId test) { parts().assume(test, false); });
            block(body);
        }));
        finish();
    };
    // A chain of `elif`s is as long as it is, and not nested.
    for (const syntax::If* at = &node;;) {
        const auto is_true = test(at->test);
        if (is_true == true) {
            return take(at->body);
        }
        if (!is_true) {
            import_inside(at->body);
            import_inside(at->orelse);
            (parts().by_default(at->test) == false ? unusual : paths).push_back(path([&] {
                parts().assume(at->test, true);
                block(at->body);
            }));
            failed.push_back(at->test);
        }
        const auto* next = at->orelse.size() == 1
                               ? std::get_if<syntax::If>(&tree_->stmts[at->orelse[0]].as)
                               : nullptr;
        if (next == nullptr) {
            return take(at->orelse);
        }
        at = next;
    }
}

void Interpreter::visit(const syntax::With& node, StmtId /*id*/, Range range) {
    for (const syntax::WithItem& one :
         node.is_async ? node.items : std::vector<syntax::WithItem>{}) {
        may_call(eval(one.context_expr), {"__aenter__", "__aexit__"}, range);
    }
    enter_items(node, 0);
}

void Interpreter::visit(const syntax::ExprStmt& node, StmtId /*id*/, Range /*range*/) {
    eval(node.value);
}

}  // namespace pycu::sema
