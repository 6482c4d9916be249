// What decorators make of functions of the file.
#include <algorithm>

#include "python/decorator_paths.h"
#include "python/interpreter.h"
#include "python/pytest_marks.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

/// What a decorator makes a function to the objects of its class.
std::optional<Membership::Kind> method_kind(const Dotted* decorator) {
    constexpr std::pair<std::string_view, Membership::Kind> kinds[] = {
        {"builtins.staticmethod", Membership::Kind::Static},
        {"builtins.classmethod", Membership::Kind::OfClass},
        {"builtins.property", Membership::Kind::Property},
        {"functools.cached_property", Membership::Kind::Cached},
    };
    for (const auto& [path, kind] : kinds) {
        if (decorator != nullptr && decorator->path == path) {
            return kind;
        }
    }
    return std::nullopt;
}

bool is_cache(std::string_view path) {
    return path == "functools.lru_cache" || path == "functools.cache" ||
           path == "functools.wraps" || path == "abc.abstractmethod";
}

/// Whether what a function has made is given out again.
bool keeps_results(const Dotted* path) {
    return path != nullptr &&
           (path->path == "functools.lru_cache" || path->path == "functools.cache");
}

/// Of `lru_cache(...)`: anything but `maxsize=None`.
bool has_size(const syntax::Tree& tree, const syntax::Call& call) {
    const auto is_none = [&](syntax::ExprId value) {
        return tree.text(tree.exprs[value].range) == "None";
    };
    return !std::ranges::all_of(call.args, is_none) ||
           !std::ranges::all_of(call.keywords, [&](const syntax::Keyword& one) {
               return one.arg == "maxsize" && is_none(one.value);
           });
}

/// What a decorator without arguments tells of a function.
void note_plain(MadeFunction& made, const Dotted* path) {
    made.is_cached = made.is_cached || keeps_results(path);
    made.is_abstract = made.is_abstract || (path != nullptr && path->path == "abc.abstractmethod");
}

/// `@of(...)`, or another decorator with no path where `of` is null.
void apply_library(MadeFunction& made, const Dotted* of, const syntax::Call* call,
                   const syntax::Tree& tree) {
    if (keeps_results(of)) {
        made.is_cached = true;
        made.forgets = made.forgets || has_size(tree, *call);
    }
    made.is_decorated = made.is_decorated || of == nullptr || !is_cache(of->path);
}

/// `@x.setter`: the property, with what an assignment calls.
FunctionRef with_setter(FunctionRef property, FunctionRef setter) {
    property.membership =
        std::make_shared<Membership>(Membership{Membership::Kind::Property, {}, std::move(setter)});
    return property;
}

}  // namespace

/// What a decorator of the program makes of a function; nothing where nobody knows.
std::optional<Value> Interpreter::decorated_by(const Value& decorator, const FunctionRef& function,
                                               Range range) {
    const CallArguments args{{{function}}, {}, range};
    const auto* by = decorator.get<FunctionRef>();
    const auto* of = decorator.get<ClassRef>();
    std::optional<Value> made;
    if (by != nullptr && by->made != nullptr && !by->is_device() && !by->is_decorated()) {
        made = trace(*by, args, false, range);
    } else if (of != nullptr) {
        made = make_object(*of, args, false, range);
    } else {
        made = call_own(decorator, "__call__", args, false, range);
    }
    return made && (made->is<FunctionRef>() || made->is<HostObject>()) ? made : std::nullopt;
}

/// The same of what other decorators have made of the function.
std::optional<Value> Interpreter::decorated_again(const Value& decorator, const Value& so_far,
                                                  Range range) {
    const auto* path = decorator.get<Dotted>();
    const auto* function = so_far.get<FunctionRef>();
    if (path != nullptr && is_cache(path->path) && !keeps_results(path)) {
        return so_far;
    }
    return function != nullptr ? decorated_by(decorator, *function, range) : std::nullopt;
}

/// Whether the innermost decorator makes a context of a generator, around which others make at most
/// a method of a class.
bool Interpreter::makes_context(const syntax::FunctionDef& node, const Dotted* innermost) {
    return innermost != nullptr && innermost->path == "contextlib.contextmanager" &&
           std::all_of(node.decorator_list.begin(), node.decorator_list.end() - 1, [&](ExprId one) {
               const Value outer = eval(one);
               return method_kind(outer.get<Dotted>()).has_value();
           });
}

/// What the decorators of a `def` make of its function.
Value Interpreter::apply_decorators(const syntax::FunctionDef& node, StmtId id, MadeFunction made) {
    std::shared_ptr<const Membership> membership;
    std::optional<FunctionRef> property;
    std::optional<Value> other;
    const auto function = [&] {
        return FunctionRef{id, {}, {}, std::make_shared<const MadeFunction>(made), membership};
    };
    for (auto it = node.decorator_list.rbegin(); it != node.decorator_list.rend(); ++it) {
        const Value decorator = eval(*it);
        const auto* path = decorator.get<Dotted>();
        const auto* call = std::get_if<syntax::Call>(&tree_->exprs[*it].as);
        const auto* setter = decorator.get<HostMethod>();
        const Range range = tree_->exprs[*it].range;
        if (is_mark(decorator)) {
            made.marks.push_back(decorator);
            continue;
        }
        note_plain(made, path);
        may_call(decorator, {"__enter__", "__exit__"}, range);  // around each call
        if (other) {
            other = decorated_again(decorator, *other, range);
            if (!other) {
                ++failures_.operations;
                made.is_decorated = true;
                break;
            }
        } else if (path != nullptr && is_decorator_path(path->path)) {
            made.made_by = made.made_by.empty() ? path->path : made.made_by;
        } else if (const auto* with = decorator.get<JitDecorator>()) {
            made.given = made.made_by.empty() ? with->given : made.given;
            made.made_by = made.made_by.empty() ? with->path : made.made_by;
        } else if (const auto kind = method_kind(path)) {
            membership = std::make_shared<Membership>(Membership{*kind, {}, {}});
        } else if (setter != nullptr && setter->object->is<FunctionRef>()) {
            property = std::get<FunctionRef>(setter->object->as);
        } else if (auto by = made.is_decorated ? std::nullopt
                                               : decorated_by(decorator, function(), range)) {
            const auto* same = by->get<FunctionRef>();
            if (same == nullptr || same->def != id) {
                other = std::move(by);
            } else if (same->is_device()) {
                made.made_by = same->made->made_by;
                made.applied = same->made->applied;
                made.given = same->made->given;
                if (made.applied != nullptr) applied_[{id.index, frame_}] = made.applied;
            }
        } else if (path == nullptr || !is_cache(path->path)) {
            const Value callee = call != nullptr ? eval(call->func) : Value{};
            apply_library(made, callee.get<Dotted>(), call, *tree_);
            made.is_context = it == node.decorator_list.rbegin() && makes_context(node, path);
            failures_.operations += made.is_decorated && !made.is_context ? 1 : 0;
        }
    }
    if (other && !made.is_decorated) {
        if (!function().is_device()) {
            functions_.push_back(function());
        }
        return *std::move(other);
    }
    return {property ? with_setter(*std::move(property), function()) : function()};
}

std::shared_ptr<const JitDecorator> Interpreter::applied(StmtId def, std::size_t frame) const {
    const auto found = applied_.find({def.index, frame});
    return found != applied_.end() ? found->second : nullptr;
}

}  // namespace pycu::sema
