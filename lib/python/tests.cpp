// See tests.h.
#include "python/tests.h"

#include <algorithm>

#include "values/functions_made.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr const char* monkeypatch = "monkeypatch";

std::vector<const syntax::Arg*> parameters_of(const syntax::FunctionDef& node) {
    std::vector<const syntax::Arg*> all;
    for (const auto* list : {&node.args.posonlyargs, &node.args.args}) {
        for (const syntax::Arg& one : *list) {
            all.push_back(&one);
        }
    }
    all.resize(all.size() - std::min(all.size(), node.args.defaults.size()));
    for (std::size_t i = 0; i < node.args.kwonlyargs.size(); ++i) {
        if (!node.args.kw_defaults[i]) {
            all.push_back(&node.args.kwonlyargs[i]);
        }
    }
    return all;
}

}  // namespace

/// Whether a name of the frame that a function was made in is still that function.
bool Interpreter::Tests::is_named(const FunctionRef& function) const {
    const auto found = run_.slot(function.frame(), run_.def_of(function).name, at_end);
    const auto* now = found ? found->value->get<FunctionRef>() : nullptr;
    return now != nullptr && now->def == function.def;
}

/// The frames of a class and of those that it has names from; none without one.
std::vector<std::size_t> Interpreter::Tests::class_frames(StmtId of) const {
    std::vector<std::size_t> frames;
    const MadeClass* made = of ? run_.made_class(of) : nullptr;
    for (std::size_t i = 0; made != nullptr && i < made->order.size(); ++i) {
        if (const MadeClass* one = made->order[i] ? run_.made_class(made->order[i]) : nullptr) {
            frames.push_back(one->frame);
        }
    }
    return frames;
}

/// The marks of a test: its decorators, those of its class and of the bases, `pytestmark` of these
/// and of the module.
std::vector<Value> Interpreter::Tests::marks_of(const FunctionRef& test, StmtId of) const {
    std::vector<Value> marks = test.made->marks;
    const auto add = [&](const std::vector<Value>& more) {
        marks.insert(marks.end(), more.begin(), more.end());
    };
    std::vector<std::size_t> frames = class_frames(of);
    for (const std::size_t frame : frames) {
        add(run_.made_class(run_.scopes_.all[run_.store_.frame(frame).scope].def)->marks);
    }
    frames.push_back(run_.module_frame(test.frame()));
    for (const std::size_t frame : frames) {
        if (const auto slot = run_.slot(frame, "pytestmark", at_end)) {
            const auto* list = slot->value->get<HostItems>();
            add(list != nullptr ? list->items : std::vector<Value>{*slot->value});
        }
    }
    return marks;
}

/// The frames in which pytest looks for fixtures of a test, the nearest first.
std::vector<std::size_t> Interpreter::Tests::frames_of(const FunctionRef& test, StmtId of) const {
    const std::size_t module = run_.module_frame(test.frame());
    std::vector<std::size_t> frames = class_frames(of);
    frames.push_back(module);
    for (const std::size_t one : run_.module_around(module).conftests) {
        if (const auto frame = run_.natural_frame(run_.scopes_.module(one))) {
            frames.push_back(*frame);
        }
    }
    return frames;
}

/// What a fixture's decorator is given by a name; nothing for what is no fixture.
std::optional<Value> Interpreter::Tests::option_of(const FunctionRef& fixture,
                                                   const char* name) const {
    for (const Value& one : fixture.made->marks) {
        if (is_fixture(one)) {
            const Value* given = option_of_mark(one, name);
            return given != nullptr ? *given : Value{NoneValue{}};
        }
    }
    return std::nullopt;
}

/// Whether a decorator of a function has an argument of a name, as it is written.
bool Interpreter::Tests::is_written(const FunctionRef& function, std::string_view option) const {
    return std::ranges::any_of(run_.def_of(function).decorator_list, [&](ExprId one) {
        const auto* call = std::get_if<syntax::Call>(&run_.file_.exprs[one].as);
        return call != nullptr &&
               std::ranges::any_of(call->keywords, [&](const syntax::Keyword& keyword) {
                   return keyword.arg == option;
               });
    });
}

/// The nearest fixture of a name; nothing where there is none.
std::optional<FunctionRef> Interpreter::Tests::fixture_of(const std::string& name) const {
    for (const std::size_t frame : frames_) {
        for (std::size_t i = run_.functions_.size(); i-- > 0;) {
            if (run_.functions_[i].frame() != frame) {
                continue;
            }
            const FunctionRef one = run_.functions_[i];
            const std::string& own = run_.def_of(one).name;
            if (own != name && !is_written(one, "name")) {
                continue;
            }
            const auto other = option_of(one, "name");
            const auto* text = other ? other->get<StringValue>() : nullptr;
            if (other && (text != nullptr ? text->text : own) == name) {
                return is_named(one) ? std::optional(one) : std::nullopt;
            }
        }
        const auto imported = run_.slot(frame, name, at_end);
        const auto* function = imported ? imported->value->get<FunctionRef>() : nullptr;
        if (function != nullptr && function->made != nullptr && option_of(*function, "name")) {
            return *function;
        }
    }
    return std::nullopt;
}

/// The fixtures that every test around them gets, the furthest first, and those of marks.
std::vector<std::string> Interpreter::Tests::asked_for(const std::vector<Value>& marks) const {
    std::vector<std::string> names;
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        for (std::size_t i = 0; i < run_.functions_.size(); ++i) {
            if (run_.functions_[i].frame() != *frame) {
                continue;
            }
            const FunctionRef one = run_.functions_[i];
            if (is_written(one, "autouse")) {
                const auto autouse = option_of(one, "autouse");
                if (autouse && truth(*autouse) == true) {
                    names.push_back(run_.def_of(one).name);
                }
            }
        }
    }
    for (const Value& mark : marks) {
        const std::vector<std::string> more = used_fixtures(mark);
        names.insert(names.end(), more.begin(), more.end());
    }
    return names;
}

/// The parameters that pytest gives: those without a default, but for `self`.
std::vector<std::string> Interpreter::Tests::wanted_by(const FunctionRef& function) const {
    std::vector<std::string> names;
    for (const syntax::Arg* one : parameters_of(run_.def_of(function))) {
        names.push_back(one->arg);
    }
    if (run_.store_.frame(function.frame()).is_class && !names.empty() &&
        !is_kind(function, Membership::Kind::Static)) {
        names.erase(names.begin());
    }
    return names;
}

/// Each set so far with each of the `params` of the fixtures that these names lead to.
void Interpreter::Tests::add_fixtures(const std::vector<std::string>& names,
                                      std::vector<TestValues>& sets,
                                      std::vector<std::string>& met) const {
    for (const std::string& name : names) {
        if (sets.empty()) {
            return;  // all are skipped
        }
        const bool is_given = value_of_name(sets[0].values, name) != nullptr;
        const auto fixture = is_given ? std::nullopt : fixture_of(name);
        if (!fixture || std::ranges::count(met, name) > 0) {
            continue;
        }
        met.push_back(name);
        const auto params = option_of(*fixture, "params");
        if (params && !params->is<NoneValue>() &&
            value_of_name(sets[0].requested, name) == nullptr) {
            add_params(name, *params, sets);
        }
        if (!sets.empty()) {
            add_fixtures(wanted_by(*fixture), sets, met);
        }
    }
}

/// Makes what fixtures are asked for by these names, from one on, and then goes on.
void Interpreter::Tests::give(const std::vector<std::string>& names, std::size_t at,
                              const Then& then) {
    if (at == names.size()) {
        then();
        return;
    }
    const std::string& name = names[at];
    const bool is_made =
        value_of_name(given_.values, name) != nullptr || std::ranges::count(running_, name) > 0;
    const auto fixture = is_made ? std::nullopt : fixture_of(name);
    const Then next = [&] { give(names, at + 1, then); };
    if (!fixture) {
        next();
        return;
    }
    running_.push_back(name);
    const std::vector<std::string> wanted = wanted_by(*fixture);
    give(wanted, 0, [&] { run_fixture(name, *fixture, next); });
    running_.pop_back();
}

/// What a fixture gets as `request`.
Value Interpreter::Tests::request_of(const std::string& name) const {
    HostItems request;
    request.class_name = "pytest.FixtureRequest";
    const auto add = [&](const char* field, const Value& value) {
        request.fields.emplace_back(field);
        request.items.push_back(value);
    };
    if (const Value* param = value_of_name(given_.requested, name)) {
        add("param", *param);
    }
    if (self_) {
        add("instance", *self_);
        add("cls", {ClassRef{self_->get<HostObject>()->of}});
    }
    add("module", {ModuleRef{module_}});
    return host_items(std::move(request));
}

/// What a fixture returns or yields; what follows a `yield` runs behind the test.
void Interpreter::Tests::run_fixture(const std::string& name, const FunctionRef& fixture,
                                     const Then& then) {
    CallArguments args = arguments_of(fixture);
    const std::vector<std::string> wanted = wanted_by(fixture);
    if (std::ranges::count(wanted, "request") > 0) {
        args.named.emplace_back("request", request_of(name));
    }
    const auto go_on = [&](const Value& value) {
        given_.values.emplace_back(name, value);
        then();
        std::erase_if(given_.values, [&](const auto& one) { return one.first == name; });
    };
    if (!run_.yields_plainly(fixture.def)) {
        go_on(run_.trace(fixture, args, true, args.range));
        return;
    }
    Taker taker{go_on, run_.frame_, run_.tree_, run_.locals_, std::exchange(run_.loops_, {})};
    Taker* const before = std::exchange(run_.taker_, &taker);
    run_.trace(fixture, args, true, args.range);
    run_.taker_ = before;
    run_.loops_ = std::move(taker.loops);
}

/// What a test or a fixture is called with; what nobody gives is open.
CallArguments Interpreter::Tests::arguments_of(const FunctionRef& function) const {
    CallArguments args;
    args.range = run_.def_of(function).name_range;
    if (self_ && run_.store_.frame(function.frame()).is_class &&
        !is_kind(function, Membership::Kind::Static)) {
        args.positional.push_back(*self_);
    }
    for (const syntax::Arg* one : parameters_of(run_.def_of(function))) {
        if (const Value* value = value_of_name(given_.values, one->arg)) {
            args.named.emplace_back(one->arg, *value);
        }
    }
    return args;
}

/// The classes whose objects a method is called with as a test: its own and those that have it from
/// there. pytest takes classes without `__init__` that are called Test..., and unittest's, whose
/// base is not known here.
std::vector<syntax::StmtId> Interpreter::Tests::classes_of(const FunctionRef& test) const {
    const StmtId own = run_.scopes_.all[run_.store_.frame(test.frame()).scope].def;
    std::vector<StmtId> classes;
    for (const auto& [index, made] : run_.classes_) {
        const StmtId one{index};
        if (!run_.is_subclass(one, own)) {
            continue;
        }
        const auto found = run_.in_class(one, run_.def_of(test).name);
        const auto* function = found ? found->get<FunctionRef>() : nullptr;
        const std::string& name = std::get<syntax::ClassDef>(run_.file_.stmts[one].as).name;
        if (function != nullptr && function->def == test.def &&
            (name.starts_with("Test") || run_.is_open_class(one)) &&
            !run_.in_class(one, "__init__") && !run_.in_class(one, "__test__")) {
            classes.push_back(one);
        }
    }
    return classes;
}

/// A new object of a class, as it is behind what runs before each of its tests; none without one.
void Interpreter::Tests::set_up(const FunctionRef& test, StmtId of) {
    self_.reset();
    if (!of) {
        return;
    }
    const Range range = run_.def_of(test).name_range;
    self_ = Value{HostObject{of, no_attributes()}};
    const ClassRef whole{of};
    for (const char* name : {"setUpClass", "setup_class"}) {
        const auto member = run_.in_class(of, name);
        const auto* function = member ? member->get<FunctionRef>() : nullptr;
        if (function != nullptr && function->made != nullptr && !function->is_device()) {
            FunctionRef plain = *function;
            plain.membership = nullptr;
            run_.trace(plain, {{{whole}}, {}, range}, true, range);
        }
    }
    for (const char* name : {"setUp", "setup_method"}) {
        run_.call_own(*self_, name, {{}, {}, range}, true, range);
    }
}

bool Interpreter::Tests::run(const FunctionRef& test) {
    const syntax::FunctionDef& node = run_.def_of(test);
    const bool is_method = run_.store_.frame(test.frame()).is_class;
    const bool is_outer = is_method || test.frame() == run_.module_frame(test.frame());
    // A function has one object, which is none.
    const std::vector<StmtId> classes = is_method ? classes_of(test) : std::vector<StmtId>(1);
    if (!node.name.starts_with("test") || !is_outer || classes.empty() || !is_named(test)) {
        return false;
    }
    bool is_run = false;
    for (const StmtId of : classes) {
        is_run |= run_in(test, of);
    }
    return is_run;
}

/// The same of a class, or of none.
bool Interpreter::Tests::run_in(const FunctionRef& test, StmtId of) {
    frames_ = frames_of(test, of);
    module_ = run_.file_.index_of(run_.file_.stmts[test.def].range);
    const auto is_hooked = [&](std::size_t frame) {
        return run_.slot(frame, "pytest_generate_tests", at_end).has_value();
    };
    if (std::ranges::any_of(frames_, is_hooked)) {
        return false;
    }
    const std::vector<Value> marks = marks_of(test, of);
    std::vector<std::string> names = asked_for(marks);
    const std::vector<std::string> wanted = wanted_by(test);
    names.insert(names.end(), wanted.begin(), wanted.end());
    std::vector<TestValues> sets(1);
    for (const Value& mark : marks) {
        add_sets(mark, sets);
    }
    if (sets.empty() || std::ranges::any_of(marks, is_skipped)) {
        return true;
    }
    std::vector<std::string> met;
    add_fixtures(names, sets, met);
    const bool is_patched = std::ranges::count(names, monkeypatch) > 0;
    if (!sets.empty() && !of && met.empty() && !is_patched && sets[0].values.empty()) {
        return false;
    }
    for (const TestValues& one : sets) {
        given_ = one;
        if (!fixture_of(monkeypatch)) {
            given_.values.emplace_back(monkeypatch, Value{Dotted{"pytest.monkeypatch"}});
        }
        run_.run_as_guess(test, [&] {
            set_up(test, of);
            give(names, 0, [&] {
                run_.is_guess_ = true;
                run_.is_uncalled_ = true;
                run_.trace(test, arguments_of(test), true, run_.def_of(test).name_range);
                run_.is_uncalled_ = false;
            });
        });
    }
    return true;
}

}  // namespace pycu::sema
