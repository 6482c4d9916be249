// `try` and `with`: what runs however their bodies are left.
#include <algorithm>
#include <utility>

#include "python/interpreter.h"
#include "python/missing_modules.h"
#include "symbols/walk.h"
#include "values/numbers.h"

namespace pycu::sema {

/// Runs what a `try` may leave early. The first of `paths` is its end, where it has one; the result
/// is what a handler sees: it may stand behind any assignment.
Changes Interpreter::attempt(const std::function<void()>& body,
                             std::vector<std::optional<Changes>>& paths) {
    ++tries_;
    store_.begin_try();
    paths.push_back(path(body));
    --tries_;
    return store_.end_try();
}

struct Interpreter::Tried {
    Changes failed;  ///< what a handler sees
    bool may_be_left = false;
};

/// A `try` but for its `finally`.
Interpreter::Tried Interpreter::run_tried(const syntax::Try& node, Range range) {
    const Failures before = failures_;
    std::vector<std::optional<Changes>> paths;
    import_inside(node.body);
    const Changes failed = attempt([&] { block(node.body); }, paths);
    const bool has_ended = paths[0].has_value();
    std::vector<const syntax::ExceptHandler*> handlers;  // before these raise anything themselves
    Failures beside_libraries = before;
    beside_libraries.libraries = failures_.libraries;
    const bool has_library = failures_.libraries != before.libraries;
    for (const syntax::ExceptHandler& handler : node.handlers) {
        const bool is_passed_over =
            has_library && says_it_is_missing(*tree_, node.body, handler.body);
        if (may_catch(handler.type, is_passed_over ? beside_libraries : before)) {
            handlers.push_back(&handler);
        }
    }
    for (const syntax::ExceptHandler* handler : handlers) {
        import_inside(handler->body);
        paths.push_back(path([&] {
            store_.join({failed}, true, range);
            if (handler->name) {
                bind(handler->name->text, unknown("it is an exception", handler->name->range),
                     handler->name->range);
            }
            block(handler->body);
        }));
    }
    const bool may_be_left = !node.finalbody.empty() && may_catch({}, before);
    if (has_ended && paths.size() == 1 && !may_be_left) {
        join(std::move(paths), range);
        block(node.orelse);
        return {failed, false};
    }
    if (has_ended && !node.orelse.empty()) {
        const Changes done = *paths[0];
        paths[0] = path([&] {
            store_.join({done}, false, range);
            block(node.orelse);
        });
    }
    join(std::move(paths), range);
    return {failed, may_be_left};
}

void Interpreter::visit(const syntax::Try& node, StmtId id, Range range) {
    if (node.finalbody.empty()) {
        run_tried(node, range);
        return;
    }
    const bool has_jumps = symbols::holds_jump(*tree_, {id});
    std::optional<Detour> detour = has_jumps ? std::optional(begin_detour()) : std::nullopt;
    push_closer([&] { block(node.finalbody); });
    const Tried tried = run_tried(node, range);
    pop_closer();
    const Jumps jumps = detour ? end_detour(std::move(*detour), range) : Jumps{!is_dead_};
    if (tried.may_be_left || is_dead_) {  // `finally` runs all the same, and what is raised goes on
        const bool was_dead = std::exchange(is_dead_, false);
        path([&] {
            store_.join({tried.failed}, true, range);
            block(node.finalbody);
        });
        is_dead_ = was_dead;
    }
    block(node.finalbody);
    jump(jumps);
}

/// The body of `with contextlib.suppress(KeyError):`, which errors may end.
void Interpreter::run_suppressed(const syntax::Call& call, const std::function<void()>& body,
                                 Range range) {
    const Failures before = failures_;
    std::vector<std::optional<Changes>> paths;
    const Changes failed = attempt(body, paths);
    if (std::ranges::any_of(call.args, [&](ExprId type) { return may_catch(type, before); })) {
        paths.push_back(path([&] { store_.join({failed}, true, range); }));
    }
    join(std::move(paths), range);
}

/// The body of a `with` of an object of the program, whose `__exit__` may keep what is raised.
void Interpreter::run_with(const Value& object, const std::function<void()>& body, Range range) {
    const auto exit = [&](const Value& raised) {
        return call_own(object, "__exit__", {{raised, raised, raised}, {}, {}}, false, {});
    };
    const Failures before = failures_;
    std::vector<std::optional<Changes>> paths;
    const Changes failed = attempt(
        [&] {
            Detour detour = begin_detour();
            push_closer([&] { exit(unknown("it is an exception", range)); });
            body();
            pop_closer();
            const Jumps jumps = end_detour(std::move(detour), range);
            if (!is_dead_) {
                exit(Value{NoneValue{}});
            }
            jump(jumps);
        },
        paths);
    if (may_catch({}, before)) {
        paths.push_back(path([&] {
            store_.join({failed}, true, range);
            const auto kept = exit(unknown("it is an exception", range));
            is_dead_ = is_dead_ || !kept || kept->is<NoneValue>() || truth(*kept) == false;
        }));
    }
    join(std::move(paths), range);
}

}  // namespace pycu::sema
