// Functions that factories made in a run. See closures.h and evaluator.h.
#include "python/closures.h"

#include <algorithm>
#include <charconv>

#include "python/bound_values.h"
#include "python/evaluator.h"
#include "python/interpreter.h"
#include "support/match.h"
#include "support/nearest.h"

namespace pycu::sema {

// ---- One of them is made.

void Interpreter::give(std::size_t frame, const ClosureValues& values) {
    const ScopeId scope = store_.frame(frame).scope;
    for (const auto& [place, value] : values) {
        if (place.first == scope) {
            Cell& cell = store_.cell(frame, place.second);
            store_.set(cell, Slot{value, cell.now.range, cell.now.stmt});
        }
    }
}

/// What a function makes of a `def` of its own: what it returns or has a name for where a decorator
/// was called with it, otherwise the `def` as it stands.
FunctionRef Interpreter::made_in(std::size_t frame, const FunctionPlace& place,
                                 const Value& result) {
    const auto is_it = [&](const Value& value) {
        const auto* function = value.get<FunctionRef>();
        return function != nullptr && function->def == place.def && function->is_device() &&
               function->frame() == frame;
    };
    if (is_it(result)) {
        return *result.get<FunctionRef>();
    }
    std::optional<FunctionRef> first;
    for (const auto& [name, cell] : store_.frame(frame).names) {
        const bool is_found = cell.now.value && is_it(*cell.now.value);
        const auto* function = is_found ? cell.now.value->get<FunctionRef>() : nullptr;
        if (function != nullptr && (!first || function->jit < first->jit)) {
            first = *function;
        }
    }
    if (first) {
        return *first;
    }
    frame_ = frame;
    const auto& node = std::get<syntax::FunctionDef>(file_.stmts[place.def].as);
    MadeFunction made = function_of(node.args);
    met_[place.def.index].emplace_back(frame, store_.now());
    const FunctionRef plain{place.def, {}, {}, std::make_shared<const MadeFunction>(made)};
    const Value value = apply_decorators(node, place.def, std::move(made));
    store_.snapshot();
    const auto* function = value.get<FunctionRef>();
    return function != nullptr && function->def == place.def ? *function : plain;
}

std::optional<FunctionRef> Interpreter::make_closure(const FunctionPlace& place,
                                                     const ClosureValues& values) {
    std::vector<ScopeId> around;
    for (ScopeId at = place.outer; at && at != scopes_.module(); at = scopes_.all[at].parent) {
        around.insert(around.begin(), at);
    }
    const auto given = given_;
    const std::size_t launched = launches_.size();
    const std::size_t functions = functions_.size();
    const std::size_t made = made_.size();
    std::optional<FunctionRef> result;
    apart([&] {
        std::size_t frame = 0;
        Value returned;
        for (const ScopeId scope : around) {
            const Scope& of = scopes_.all[scope];
            if (of.kind == Scope::Kind::Class) {
                const MadeClass* around_it = frame == 0 ? made_class(of.def) : nullptr;
                if (around_it == nullptr) {
                    return;
                }
                frame = around_it->frame;
                continue;
            }
            FunctionRef function{of.def};
            MadeFunction made;
            made.frame = frame;
            function.made = std::make_shared<const MadeFunction>(std::move(made));
            frame = store_.add_frame(frame, scope);
            bind_parameters(frame, function, {}, true);
            give(frame, values);
            for (const auto& [name, value] : values) {
                given_[qualified(frame, name.second)] = value;
            }
            returned = run_body(function, frame, {});
            is_dead_ = false;
            give(frame, values);
        }
        result = made_in(frame, place, returned);
    });
    given_ = given;
    launches_.resize(launched);
    functions_.resize(functions);
    made_.resize(made);
    return result;
}

// ---- All of them, by their names.

void Evaluator::set_closures(std::vector<GivenClosure> given,
                             const std::vector<std::string>& broken) {
    for (const std::string& name : broken) {
        closures_.push_back({{name, {}, {}, {}}, Closure::State::Broken});
    }
    for (GivenClosure& one : given) {
        closures_.push_back({std::move(one)});
    }
    run_ = nullptr;  // it makes them
}

bool Evaluator::is_closure(const FunctionRef& function) const {
    return std::ranges::any_of(closures_, [&](const Closure& one) {
        return one.state == Closure::State::Done && one.function->def == function.def &&
               scope_of_frame(one.function->frame()) == function.outer;
    });
}

bool Evaluator::is_beside_closure(const FunctionRef& function) const {
    const auto original = [&](ScopeId scope) { return scopes_.all[scope].original; };
    return function.outer && std::ranges::any_of(closures_, [&](const Closure& one) {
               const ScopeId made_in = one.state == Closure::State::Done
                                           ? scope_of_frame(one.function->frame())
                                           : ScopeId{};
               return made_in && original(made_in) == original(function.outer);
           });
}

bool Evaluator::has_closures(syntax::StmtId def) const {
    return std::ranges::any_of(closures_, [&](const Closure& one) {
        return one.state == Closure::State::Done && one.function->def == def;
    });
}

bool Evaluator::has_broken_closures() const {
    return std::ranges::any_of(
        closures_, [](const Closure& one) { return one.state == Closure::State::Broken; });
}

bool Evaluator::is_broken_closure(std::string_view name) const {
    return std::ranges::any_of(closures_, [&](const Closure& one) {
        return one.given.name == name && one.state == Closure::State::Broken;
    });
}

void Evaluator::make_closures() {
    for (std::size_t i = 0; i < closures_.size(); ++i) {
        closure(i);
    }
}

const FunctionRef* Evaluator::closure(std::size_t index) {
    using State = Closure::State;
    const GivenClosure& given = closures_[index].given;
    if (closures_[index].state == State::Running) {
        sink_.report<diag::Code::BadClosure>(given.range, "`" + given.name + "` holds itself");
        closures_[index].state = State::Broken;
    }
    if (closures_[index].state == State::Waiting) {
        closures_[index].state = State::Running;
        auto function = make_closure(given);
        const bool is_sound = function && closures_[index].state == State::Running;
        closures_[index].function = std::move(function);
        closures_[index].state = is_sound ? State::Done : State::Broken;
    }
    Closure& one = closures_[index];
    return one.state == State::Done ? &*one.function : nullptr;
}

/// The function that a closure is; a message and nothing where the file has none.
const FunctionPlace* Evaluator::place_of(const GivenClosure& given) {
    const std::size_t colon = given.of.rfind(':');
    const std::string name = given.of.substr(0, colon);
    std::size_t number = 1;
    if (colon != given.of.npos) {
        const char* end = given.of.data() + given.of.size();
        const auto [read, error] = std::from_chars(given.of.data() + colon + 1, end, number);
        number = error == std::errc() && read == end ? number : 0;
    }
    std::vector<std::string> names;
    std::vector<const FunctionPlace*> found;
    for (const FunctionPlace& place : scopes_.functions) {
        const Scope& inner = scopes_.all[place.inner];
        const bool is_here = !inner.original && inner.module.empty();
        if (is_here) {
            names.push_back(inner.qualname);
        }
        if (is_here && inner.qualname == name) {
            found.push_back(&place);
        }
    }
    std::ranges::sort(
        found, {}, [&](const FunctionPlace* place) { return tree_.stmts[place->def].range.begin; });
    if (number > 0 && number <= found.size()) {
        return found[number - 1];
    }
    auto& report = sink_.report<diag::Code::BadClosure>(
        given.of_range, "no function here is called `" + given.of + "`");
    if (const std::string near = nearest(given.of, names); !near.empty() && near != given.of) {
        report.help("there is `" + near + "`");
    }
    return nullptr;
}

std::optional<FunctionRef> Evaluator::make_closure(const GivenClosure& given) {
    const auto* found = place_of(given);
    if (found == nullptr) {
        return std::nullopt;
    }
    const FunctionPlace place = *found;
    const auto refuse = [&](Range range, const std::string& text) {
        sink_.report<diag::Code::BadClosure>(range, text);
        return std::nullopt;
    };
    const auto* taken = scopes_.bindings(given.name, scopes_.module());
    const auto is_def = [&](const Binding& one) {
        return one.kind == Binding::Kind::Function || one.kind == Binding::Kind::Class;
    };
    if (taken != nullptr && std::ranges::any_of(*taken, is_def)) {
        return refuse(given.range, "the module has a `" + given.name + "` of its own");
    }
    Interpreter::ClosureValues values;
    for (const GivenClosure::Name& one : given.values) {
        ScopeId at = place.outer;
        while (at != scopes_.module() &&
               !(scopes_.all[at].kind == Scope::Kind::Function && scopes_.is_local(one.name, at))) {
            at = scopes_.all[at].parent;
        }
        if (at == scopes_.module()) {
            return refuse(one.range, "no function around `" + given.of + "` has a variable `" +
                                         one.name + "`");
        }
        auto value = closure_value(given, one);
        if (!value) {
            return std::nullopt;
        }
        values.emplace(std::pair(at, one.name), *std::move(value));
    }
    auto made = run_->make_closure(place, values);
    if (!made) {
        return refuse(given.of_range, "`" + given.of + "` stands in a class of a function");
    }
    return made;
}

/// A value with all that needs nothing of the module; `title` is what an array is called.
Bound Evaluator::settled(const Bound& bound, const std::string& title, Range range) {
    return std::visit(
        match{
            [&](const BoundText& of) {
                auto value = text_value(of.text, types_);
                const auto* why = value ? value->get<Unknown>() : nullptr;
                if (!value || why != nullptr) {
                    sink_.report<diag::Code::BadClosure>(
                        range, "`" + of.text + "` is no value: " +
                                   (why != nullptr ? why->why : "it is no expression"));
                    return Bound{BoundUnknown{}};
                }
                if (const auto* array = std::get_if<HostArrayRef>(&value->as)) {
                    (*array)->title = title;
                }
                return Bound{*std::move(value)};
            },
            [](const BoundPath& of) { return Bound{path_value(of.path)}; },
            [&](const BoundAttribute& of) {
                return Bound{BoundAttribute{{settled(of.of.front(), title, range)}, of.name}};
            },
            [&](const BoundTuple& of) {
                BoundTuple made{{}, of.class_name, of.fields, false, {}};
                for (const Bound& item : of.items) {
                    made.items.push_back(
                        settled(item, title + "_" + std::to_string(made.items.size()), range));
                }
                return Bound{std::move(made)};
            },
            [&](const auto& other) { return Bound{other}; },
        },
        bound.as);
}

/// What a name of a closure holds; a message and nothing where that is no value.
std::optional<Value> Evaluator::closure_value(const GivenClosure& closure,
                                              const GivenClosure::Name& given) {
    const std::size_t errors = sink_.count();
    const Bound bound = settled(given.value, closure.name + "." + given.name, given.value_range);
    bool is_sound = sink_.count() == errors;
    const auto look = [&](const std::string& name) -> Value {
        for (std::size_t i = 0; i < closures_.size(); ++i) {
            if (closures_[i].given.name == name) {
                const FunctionRef* function = this->closure(i);
                is_sound = is_sound && function != nullptr;
                return function != nullptr ? Value{*function} : Value{};
            }
        }
        const auto slot = run_->slot(0, name, at_end);
        if (!slot) {
            sink_.report<diag::Code::BadClosure>(given.value_range,
                                                 "the module has no `" + name + "`");
            is_sound = false;
        }
        return slot ? *slot->value : Value{};
    };
    const auto attribute = [&](const Value& object, const std::string& name) {
        return run_->attribute(object, name, given.value_range);
    };
    if (!is_sound) {
        return std::nullopt;
    }
    Value value = BoundNames::value(bound, look, attribute);
    return is_sound ? std::optional(std::move(value)) : std::nullopt;
}

const FunctionRef* Evaluator::closure_called(std::string_view name) const {
    const auto found = std::ranges::find_if(closures_, [&](const Closure& one) {
        return one.given.name == name && one.state == Closure::State::Done;
    });
    return found != closures_.end() ? &*found->function : nullptr;
}

}  // namespace pycu::sema
