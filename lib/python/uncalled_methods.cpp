// What a method gets as `self` that nobody calls.
#include <algorithm>
#include <functional>
#include <set>

#include "python/interpreter.h"
#include "support/match.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

/// What the program does with classes and objects where nothing of it is followed.
struct Unfollowed {
    /// Attributes that functions change which nobody calls, but for those of `self`.
    std::set<std::string> attributes;
    /// Classes that such functions call, or that are handed on.
    std::set<std::string> classes;
};

class Finder {
  public:
    Finder(const syntax::Tree& tree, std::function<bool(Range)> is_uncalled)
        : tree_(tree), is_uncalled_(std::move(is_uncalled)) {}

    Unfollowed find() {
        for (const syntax::Stmt& stmt : tree_.stmts) {
            if (const auto* assign = std::get_if<syntax::Assign>(&stmt.as)) {
                std::ranges::for_each(assign->targets, [&](ExprId one) { changed(one); });
                handed_on(assign->value);
            } else if (const auto* more = std::get_if<syntax::AugAssign>(&stmt.as)) {
                changed(more->target);
            } else if (const auto* result = std::get_if<syntax::Return>(&stmt.as)) {
                handed_on(result->value);
            }
        }
        for (const syntax::Expr& expr : tree_.exprs) {
            std::visit(
                match{[&](const syntax::Call& n) { called(n, expr.range); },
                      [&](const syntax::Dict& n) { all_handed_on(n.values); },
                      [&](const syntax::List& n) { all_handed_on(n.elts); },
                      [&](const syntax::Tuple& n) { all_handed_on(n.elts); },
                      [&](const syntax::IfExp& n) { handed_on(n.body), handed_on(n.orelse); },
                      [](const auto&) {}},
                expr.as);
        }
        return std::move(made_);
    }

  private:
    using ExprId = syntax::ExprId;

    const std::string* name_of(ExprId expr) const {
        const auto* name = expr ? std::get_if<syntax::Name>(&tree_.exprs[expr].as) : nullptr;
        return name != nullptr ? &name->id : nullptr;
    }

    /// `object.x = ...`, `object.x[i] = ...`, `object.x.append(...)`
    void changed(ExprId target) {
        while (const auto* item = std::get_if<syntax::Subscript>(&tree_.exprs[target].as)) {
            target = item->value;
        }
        const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[target].as);
        const std::string* of = attribute != nullptr ? name_of(attribute->value) : nullptr;
        if (attribute != nullptr && (of == nullptr || *of != "self") &&
            is_uncalled_(tree_.exprs[target].range)) {
            made_.attributes.insert(attribute->attr);
        }
    }

    void called(const syntax::Call& call, Range range) {
        constexpr std::string_view looking[] = {"isinstance", "issubclass", "super", "hasattr"};
        constexpr std::string_view changing[] = {"append", "clear",  "extend",     "insert",
                                                 "pop",    "remove", "setdefault", "update"};
        const std::string* name = name_of(call.func);
        if (name != nullptr && is_uncalled_(range)) {
            made_.classes.insert(*name);
        }
        if (name == nullptr || std::ranges::count(looking, *name) == 0) {
            all_handed_on(call.args);
        }
        const auto* method = std::get_if<syntax::Attribute>(&tree_.exprs[call.func].as);
        if (method != nullptr && std::ranges::count(changing, method->attr) > 0) {
            changed(method->value);
        }
    }

    void handed_on(ExprId value) {
        if (const std::string* name = name_of(value)) {
            made_.classes.insert(*name);
        }
    }
    void all_handed_on(const std::vector<ExprId>& values) {
        std::ranges::for_each(values, [&](ExprId one) { handed_on(one); });
    }

    const syntax::Tree& tree_;
    std::function<bool(Range)> is_uncalled_;
    Unfollowed made_;
};

/// A new object with the attributes of another: what methods change that nobody calls.
Value copied(const HostObject& object, const std::set<std::string>& assigned) {
    auto attributes = std::make_shared<HostItems>(*object.attributes);
    attributes->aliases = nullptr;
    for (const std::string& name : assigned) {
        const Value key{StringValue{name}};
        const auto at = std::ranges::find_if(attributes->keys,
                                             [&](const Value& one) { return same(one, key); });
        const auto place = std::size_t(at - attributes->keys.begin());
        if (at == attributes->keys.end()) {
            attributes->keys.push_back(key);
            attributes->items.emplace_back();
        }
        attributes->items[place] = unknown("a function changes it", {});
    }
    return {HostObject{object.of, std::move(attributes)}};
}

}  // namespace

/// What the program makes of each class whose objects get a method from there, and whether there
/// are objects that have another in its place: of these it is called by `super()` alone.
std::pair<std::vector<Value>, bool> Interpreter::made_objects(const FunctionRef& method) {
    std::pair<std::vector<Value>, bool> made;
    const Frame& outer = store_.frame(method.frame());
    if (!outer.is_class || is_kind(method, Membership::Kind::Static) ||
        is_kind(method, Membership::Kind::OfClass) || def_of(method).name == "__init__") {
        return made;
    }
    if (!changed_elsewhere_) {
        const auto found =
            Finder(file_, [&](Range range) { return is_in_unknown_function(range); }).find();
        changed_elsewhere_ = found.attributes;
        classes_elsewhere_ = found.classes;
    }
    for (const auto& [of, objects] : objects_) {
        const StmtId def = objects[0].get<HostObject>()->of;
        const auto member = in_class(def, def_of(method).name);
        const auto* function = member ? member->get<FunctionRef>() : nullptr;
        if (function == nullptr || function->def != method.def) {
            made.second |= is_subclass(def, scopes_.all[outer.scope].def);
            continue;
        }
        if (classes_elsewhere_.contains(std::get<syntax::ClassDef>(file_.stmts[def].as).name)) {
            return {};
        }
        Value all = objects[0];
        for (const Value& one : objects) {
            all = join_hosts(all, one, def_of(method).name_range, false);
        }
        made.first.push_back(std::move(all));
    }
    return made;
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
                   : made != nullptr ? copied(*made->get<HostObject>(), *changed_elsewhere_)
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
