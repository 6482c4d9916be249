// The statements of host code.
#include <algorithm>

#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "sema/host/tracer.h"
#include "support/match.h"
#include "symbols/walk.h"

namespace pycu::sema {

namespace {

constexpr int max_host_depth = 400;
constexpr long max_host_steps = 200'000;
/// More items than this are not followed one by one.
constexpr std::size_t max_unrolled = 16;
constexpr int max_loop_rounds = 6;

}  // namespace

void HostTracer::block(const syntax::Suite& body) {
    for (const StmtId id : body) {
        if (state_.is_dead || has_given_up_) {
            return;
        }
        statement(id);
    }
}

void HostTracer::statement(StmtId id) {
    if (depth_ > max_host_depth || ++steps_ > max_host_steps) {
        has_given_up_ = true;
        return;
    }
    ++depth_;
    const syntax::Stmt& stmt = tree_.stmts[id];
    std::visit([&](const auto& node) { visit(node, id, stmt.range); }, stmt.as);
    --depth_;
}

void HostTracer::visit(const syntax::FunctionDef& node, StmtId id, Range range) {
    for (const ExprId decorator : node.decorator_list) {
        eval(decorator);
    }
    const DeviceFunction* function = functions_.find(FunctionRef{id});
    const bool is_plain = function == nullptr || function->kind == DeviceFunction::Kind::Plain;
    if (!node.decorator_list.empty() && !is_plain) {
        bind(node.name, {Value{FunctionRef{id}}});
        return;
    }
    HostFunction made = function_of(node.args);
    made.def = id;
    made_.push_back(made);
    // What an unknown decorator makes of it cannot be followed; its body still can.
    const bool is_bare = node.decorator_list.empty();
    bind(node.name,
         is_bare ? HostValue{made} : host_unknown("`" + node.name + "` has a decorator", range));
}

void HostTracer::visit(const syntax::ClassDef& node, StmtId id, Range /*range*/) {
    const std::size_t outer = frame_;
    const std::size_t inner = next_frame_++;
    Frame& frame = writable(inner);
    frame.parent = outer;
    frame.is_class = true;
    captured_.insert(inner);
    frame_ = inner;
    block(node.body);
    frame_ = outer;
    bind(node.name, {Value{ClassRef{id}}});
}

void HostTracer::visit(const syntax::Return& node, StmtId /*id*/, Range range) {
    HostValue value = node.value ? eval(node.value) : HostValue{Value{NoneValue{}}};
    if (!running_.empty()) {
        Running& call = running_.back();
        call.result =
            call.result ? join_hosts(*call.result, value, range, false) : std::move(value);
        add_path(call.exits, state_, range);
    }
    state_.is_dead = true;
}

void HostTracer::visit(const syntax::Delete& node, StmtId /*id*/, Range /*range*/) {
    for (const ExprId target : node.targets) {
        if (const auto* name = std::get_if<syntax::Name>(&tree_.exprs[target].as)) {
            writable(frame_).names.erase(name->id);
        }
    }
}

void HostTracer::visit(const syntax::Assign& node, StmtId /*id*/, Range /*range*/) {
    const HostValue value = eval(node.value);
    for (const ExprId target : node.targets) {
        assign(target, value);
    }
}

void HostTracer::visit(const syntax::AugAssign& node, StmtId /*id*/, Range range) {
    const HostValue more = eval(node.value);
    const auto* name = std::get_if<syntax::Name>(&tree_.exprs[node.target].as);
    if (name == nullptr) {
        eval(node.target);
        return;
    }
    const HostValue before = eval(node.target);
    if (before.array() != nullptr && !before.array()->is_device) {
        return;  // in place: the array stays what it is
    }
    const auto* list = before.get<HostItemsRef>();
    if (list != nullptr && (*list)->is_list) {
        (*list)->more = std::make_shared<HostValue>(host_unknown("it grows", range));
        return;
    }
    bind(name->id, host_binary(node.op, before, more, range));
}

void HostTracer::visit(const syntax::AnnAssign& node, StmtId /*id*/, Range /*range*/) {
    if (node.value) {
        assign(node.target, eval(node.value));
    }
}

/// Runs a body until another round changes nothing; only the last round's launches count. An
/// endless loop is left by a break alone.
template <typename Body>
void HostTracer::loop(Range range, bool is_endless, const syntax::Suite& orelse, const Body& body) {
    const std::size_t mark = launches_.size();
    const std::uint32_t loop = ++loops_made_;
    State start = state_;
    for (int round = 0; !has_given_up_; ++round) {
        launches_.resize(mark);
        state_ = start;
        loops_.emplace_back();
        body();
        const Paths paths = std::move(loops_.back());
        loops_.pop_back();
        if (paths.continues) {
            state_ = joined(state_, *paths.continues, range, false);
        }
        State again = joined(start, state_, range, true, loop);
        if (round < max_loop_rounds && !same_state(again, start)) {
            start = std::move(again);
            continue;
        }
        has_given_up_ = has_given_up_ || round >= max_loop_rounds;
        state_ = joined(start, state_, range, false);
        state_.is_dead = is_endless;
        block(orelse);
        if (paths.breaks) {
            state_ = joined(state_, *paths.breaks, range, false);
        }
        return;
    }
}

void HostTracer::visit(const syntax::For& node, StmtId /*id*/, Range range) {
    const HostValue iterable = eval(node.iter);
    const HostItems* items = iterable.items();
    const bool is_known =
        items != nullptr && items->more == nullptr && items->items.size() <= max_unrolled;
    if (!is_known) {
        loop(range, false, node.orelse, [&] {
            assign(node.target, host_element(iterable, tree_.exprs[node.iter].range));
            block(node.body);
        });
        return;
    }
    const std::vector<HostValue> each = items->items;
    std::optional<State> breaks;
    for (const HostValue& item : each) {
        if (state_.is_dead || has_given_up_) {
            break;
        }
        loops_.emplace_back();
        assign(node.target, item);
        block(node.body);
        Paths paths = std::move(loops_.back());
        loops_.pop_back();
        if (paths.continues) {
            state_ = joined(state_, *paths.continues, range, false);
        }
        if (paths.breaks) {
            add_path(breaks, *paths.breaks, range);
        }
    }
    block(node.orelse);
    if (breaks) {
        state_ = joined(state_, *breaks, range, false);
    }
}

void HostTracer::visit(const syntax::While& node, StmtId /*id*/, Range range) {
    const auto* constant = std::get_if<syntax::Constant>(&tree_.exprs[node.test].as);
    const bool is_endless = constant != nullptr && test(node.test) == true;
    if (constant != nullptr && !is_endless) {
        block(node.orelse);
        return;
    }
    loop(range, is_endless, node.orelse, [&] {
        eval(node.test);
        block(node.body);
    });
}

std::optional<bool> HostTracer::test(ExprId expr) {
    const HostValue value = eval(expr);
    const auto* known = value.get<Value>();
    return known != nullptr ? truth(*known) : std::nullopt;
}

void HostTracer::visit(const syntax::If& node, StmtId /*id*/, Range range) {
    std::optional<State> others;  // behind the branches that may be taken
    // A chain of `elif`s is as long as it is, and not nested.
    for (const syntax::If* at = &node; at != nullptr;) {
        const auto is_true = test(at->test);
        if (is_true == true) {
            block(at->body);
            break;
        }
        if (!is_true) {
            const State before = state_;
            block(at->body);
            add_path(others, state_, range);
            state_ = before;
        }
        const auto* next = at->orelse.size() == 1
                               ? std::get_if<syntax::If>(&tree_.stmts[at->orelse[0]].as)
                               : nullptr;
        if (next == nullptr) {
            block(at->orelse);
        }
        at = next;
    }
    if (others) {
        state_ = joined(state_, *others, range, false);
    }
}

void HostTracer::visit(const syntax::With& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& one : node.items) {
        const Range range = tree_.exprs[one.context_expr].range;
        eval(one.context_expr);
        if (one.optional_vars) {
            assign(one.optional_vars, host_unknown("it is what a `with` makes", range));
        }
    }
    block(node.body);
}

void HostTracer::visit(const syntax::Match& node, StmtId /*id*/, Range range) {
    eval(node.subject);
    const State before = state_;
    State after = before;
    for (const auto& one : node.cases) {
        state_ = before;
        pattern(one.pattern);
        if (one.guard) {
            eval(one.guard);
        }
        block(one.body);
        after = joined(after, state_, range, false);
    }
    state_ = std::move(after);
}

void HostTracer::visit(const syntax::Raise& node, StmtId /*id*/, Range /*range*/) {
    if (node.exc) {
        eval(node.exc);
    }
    state_.is_dead = true;
}

void HostTracer::visit(const syntax::Try& node, StmtId /*id*/, Range range) {
    const State before = state_;
    tries_.emplace_back(before);
    block(node.body);
    State failed = std::move(*tries_.back());
    tries_.pop_back();
    block(node.orelse);
    State after = std::move(state_);
    for (const syntax::ExceptHandler& handler : node.handlers) {
        state_ = failed;
        if (handler.name) {
            bind(handler.name->text, host_unknown("it is an exception", handler.name->range));
        }
        block(handler.body);
        after = joined(after, state_, range, false);
    }
    state_ = std::move(after);
    const bool is_dead = state_.is_dead;
    if (is_dead) {
        state_ = failed;  // `finally` runs all the same
    }
    block(node.finalbody);
    state_.is_dead = state_.is_dead || is_dead;
}

void HostTracer::visit(const syntax::Assert& node, StmtId /*id*/, Range /*range*/) {
    eval(node.test);
}

void HostTracer::visit(const syntax::Import& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& alias : node.names) {
        const std::string head = alias.name.substr(0, alias.name.find('.'));
        bind(alias.asname ? *alias.asname : head,
             {module_value(alias.asname ? alias.name : head, alias.range)});
    }
}

void HostTracer::visit(const syntax::ImportFrom& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& alias : node.names) {
        const std::string module = std::string(std::size_t(node.level), '.') + node.module;
        if (alias.name == "*") {
            writable(frame_).stars.push_back(module);
            continue;
        }
        const Value from = node.level > 0
                               ? unknown("it comes from the module `" + module + "`", alias.range)
                               : module_value(node.module, alias.range);
        const auto* path = from.get<Dotted>();
        bind(alias.asname ? *alias.asname : alias.name,
             {path != nullptr ? module_member(path->path, alias.name, alias.range) : from});
    }
}

void HostTracer::visit(const syntax::Global& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& name : node.names) {
        writable(frame_).globals.insert(name.text);
    }
}

void HostTracer::visit(const syntax::Nonlocal& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& name : node.names) {
        writable(frame_).nonlocals.insert(name.text);
    }
}

void HostTracer::visit(const syntax::ExprStmt& node, StmtId /*id*/, Range /*range*/) {
    eval(node.value);
}

void HostTracer::visit(const syntax::Break& /*node*/, StmtId /*id*/, Range range) {
    if (!loops_.empty()) {
        add_path(loops_.back().breaks, state_, range);
    }
    state_.is_dead = true;
}

void HostTracer::visit(const syntax::Continue& /*node*/, StmtId /*id*/, Range range) {
    if (!loops_.empty()) {
        add_path(loops_.back().continues, state_, range);
    }
    state_.is_dead = true;
}

}  // namespace pycu::sema
