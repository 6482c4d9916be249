// What a method gets as `self` that nobody calls.
#include "python/interpreter.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

/// A new object with the attributes of another: what methods change that nobody calls.
Value copied(const HostObject& object) {
    auto attributes = std::make_shared<HostItems>(*object.attributes);
    attributes->aliases = nullptr;
    return {HostObject{object.of, std::move(attributes)}};
}

}  // namespace

/// What the program makes of a class that gets a method from there; nothing where it makes none, or
/// those of several classes.
std::optional<Value> Interpreter::made_object(const FunctionRef& method) {
    std::optional<Value> all;
    if (is_kind(method, Membership::Kind::Static) || is_kind(method, Membership::Kind::OfClass) ||
        def_of(method).name == "__init__") {
        return all;
    }
    for (const auto& [of, objects] : objects_) {
        const auto member = objects.empty()
                                ? std::nullopt
                                : in_class(objects[0].get<HostObject>()->of, def_of(method).name);
        const auto* function = member ? member->get<FunctionRef>() : nullptr;
        if (function == nullptr || function->def != method.def) {
            continue;
        }
        for (const Value& one : objects) {
            all = all ? join_hosts(*all, one, def_of(method).name_range, false) : one;
        }
    }
    return all && all->is<HostObject>() ? all : std::nullopt;
}

/// An object as a method that nobody calls may get it: one that the program has made, or made with
/// anything, and behind any calls of the other methods. Nothing for a function that is no method.
std::optional<Value> Interpreter::any_object(const FunctionRef& method, const Value* made) {
    const Frame& outer = store_.frame(method.frame());
    const syntax::Arguments& params = def_of(method).args;
    if (!outer.is_class || (params.args.empty() && params.posonlyargs.empty()) ||
        is_kind(method, Membership::Kind::Static) || is_kind(method, Membership::Kind::OfClass)) {
        return std::nullopt;
    }
    const ClassRef of{scopes_.all[outer.scope].def};
    const auto before = Identity::latest;
    // What is followed here is not followed for its own sake.
    const auto guesses = std::exchange(guesses_, {});
    const auto were_run = std::exchange(run_, {});
    const auto counts = std::tuple(launches_.size(), functions_.size(), made_.size());
    const bool is_first = def_of(method).name == "__init__";
    Value object = is_first          ? Value{HostObject{of.def, no_attributes()}}
                   : made != nullptr ? copied(*made->get<HostObject>())
                                     : make_object(of, {}, true, def_of(method).name_range);
    // The method itself is to be followed, too.
    const long enough = spent() + (limit_ - spent()) / 2;
    for (std::size_t i = 0; !is_first && i < std::get<1>(counts); ++i) {
        if (functions_[i].frame() != method.frame()) {
            continue;
        }
        const FunctionRef other = functions_[i];
        if (spent() > enough) {
            escape(object, def_of(method).name_range);
            break;
        }
        const std::string& name = def_of(other).name;
        if (other.def == method.def || other.membership != nullptr || name == "__init__" ||
            (made != nullptr && were_run.contains(other.def.index))) {
            continue;
        }
        const Range range = def_of(other).name_range;
        if (auto changes = path([&] { trace(other, {{object}, {}, range}, true, range); })) {
            // What else they change is not asked of functions that nobody calls either.
            changes->keep_later_than(before);
            store_.join({*changes}, true, range, ++loops_made_);
        }
    }
    guesses_ = guesses;
    run_ = were_run;
    launches_.resize(std::get<0>(counts));
    functions_.resize(std::get<1>(counts));
    made_.resize(std::get<2>(counts));
    return object;
}

}  // namespace pycu::sema
