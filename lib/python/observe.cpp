// A run of the module, and looking back at it.
#include <algorithm>
#include <utility>

#include "python/callbacks.h"
#include "python/interpreter.h"
#include "python/tests.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A function that nobody calls is followed for as many steps at least.
constexpr long min_guess_steps = 2'000;
/// Behind their end, while a kernel of the file has no launch that is known.
constexpr long more_steps = 3 * Evaluator::program_steps;
/// All programs together are followed for as many.
constexpr long most_program_steps = 4'000'000;

/// The name or the attribute that an expression reads; null for any other.
const std::string* name_read(const syntax::Expr& expr) {
    const auto* name = std::get_if<syntax::Name>(&expr.as);
    const auto* attribute = std::get_if<syntax::Attribute>(&expr.as);
    return name != nullptr ? &name->id : attribute != nullptr ? &attribute->attr : nullptr;
}

/// All names and attributes that the program reads anywhere.
std::set<std::string> names_in_use(const syntax::Tree& tree) {
    std::set<std::string> made;
    for (const syntax::Expr& expr : tree.exprs) {
        if (const std::string* name = name_read(expr)) {
            made.insert(*name);
        }
    }
    return made;
}

/// The modules that read a name of a function of the file: what they call comes first.
std::set<std::size_t> modules_near_main(const syntax::Tree& tree, const Scopes& scopes) {
    std::set<std::size_t> near{syntax::Tree::is_main};
    if (tree.others.empty()) {
        return near;
    }
    std::set<std::string> own;
    for (const FunctionPlace& place : scopes.functions) {
        if (tree.index_of(tree.stmts[place.def].range) == syntax::Tree::is_main) {
            own.insert(std::get<syntax::FunctionDef>(tree.stmts[place.def].as).name);
        }
    }
    for (const syntax::Expr& expr : tree.exprs) {
        const std::string* name = name_read(expr);
        if (name != nullptr && own.contains(*name)) {
            near.insert(tree.index_of(expr.range));
        }
    }
    return near;
}

/// The kernels of the file, without a signature, that no launch so far has all types of.
class OpenKernels {
  public:
    OpenKernels(const syntax::Tree& tree, const Scopes& scopes) {
        for (const FunctionPlace& place : scopes.functions) {
            const bool is_own = tree.index_of(tree.stmts[place.def].range) == syntax::Tree::is_main;
            if (is_own && is_bare(tree, std::get<syntax::FunctionDef>(tree.stmts[place.def].as))) {
                kernels_.insert(place.def.index);
            }
        }
    }

    bool remain(const std::vector<MetLaunch>& launches) {
        seen_ = std::min(seen_, launches.size());
        for (; seen_ < launches.size(); ++seen_) {
            const MetLaunch& one = launches[seen_];
            const auto is_type = [](const auto& type) {
                return std::holds_alternative<Type>(type);
            };
            if (!one.is_open && std::ranges::all_of(one.types, is_type)) {
                kernels_.erase(one.function.def.index);
            }
        }
        return !kernels_.empty();
    }

  private:
    /// By its text: `@cuda.jit` without a signature, and not for a function of the device.
    static bool is_bare(const syntax::Tree& tree, const syntax::FunctionDef& node) {
        return std::ranges::any_of(node.decorator_list, [&](syntax::ExprId decorator) {
            const auto* call = std::get_if<syntax::Call>(&tree.exprs[decorator].as);
            const bool is_plain =
                call == nullptr ||
                (call->args.empty() &&
                 std::ranges::none_of(call->keywords, [](const syntax::Keyword& one) {
                     return one.arg == "device";
                 }));
            return is_plain &&
                   tree.text(tree.exprs[decorator].range).find("jit") != std::string::npos;
        });
    }

    std::set<std::uint32_t> kernels_;
    std::size_t seen_ = 0;
};

}  // namespace

void Interpreter::run() {
    store_.add_frame(0, scopes_.module());
    store_.frame(0).is_module = true;
    for (const auto& [name, value] : given_) {
        if (name.find('.') == name.npos && !scopes_.is_local(name, scopes_.module())) {
            store_.set(store_.cell(0, name), Slot{value, {}, {}});
        }
    }
    run_programs(packages_of(file_.main));
    run_module(syntax::Tree::is_main);
    is_dead_ = false;
    std::vector<std::size_t> programs;
    for (std::size_t i = 0; i < file_.others.size(); ++i) {
        if (file_.others[i].is_program) {
            const std::vector<std::size_t> packages = packages_of(file_.others[i]);
            programs.insert(programs.end(), packages.begin(), packages.end());
            programs.push_back(i);
        }
    }
    run_programs(programs);
    Callbacks(*this).finish(0);
    is_dead_ = false;
    is_too_long_ = is_main_too_long_;
    if (std::exchange(has_given_up_, false)) {
        forget_all();
    }
    forget_changed(scopes_.module(), 0);
    for (std::size_t i = 0; i < module_frames_.size(); ++i) {
        if (module_frames_[i] != 0) {
            forget_changed(scopes_.module(i), module_frames_[i]);
        }
    }
    store_.snapshot();
    limit_ = std::min(limit_, spent() + Evaluator::program_steps);
    run_uncalled();
    if (std::exchange(has_given_up_, false)) {
        forget_all();
    }
}

/// Nobody knows what a program does that is not followed to its end.
void Interpreter::forget_all() {
    const Unknown why{Evaluator::why_too_long(), {}};
    for (MetLaunch& launch : launches_) {
        std::ranges::fill(launch.types, std::variant<Type, Unknown>(why));
        std::ranges::fill(launch.parts, std::nullopt);
    }
    for (std::size_t at = 0; at < store_.frame_count(); ++at) {
        forget_names(at, {});
    }
    is_too_long_ = true;
}

/// The packages around a module, the outermost first. Python runs them before it, and they may
/// import it.
std::vector<std::size_t> Interpreter::packages_of(const syntax::Module& module) const {
    const std::string& name = module.name;
    std::vector<std::size_t> packages;
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
        const auto package = module.imports.find(name.substr(0, dot));
        if (package != module.imports.end() && package->second != syntax::Tree::is_main) {
            packages.push_back(package->second);
        }
    }
    return packages;
}

/// Runs modules, each with steps of its own.
void Interpreter::run_programs(const std::vector<std::size_t>& modules) {
    const auto is_set_elsewhere = [](const std::vector<Binding>& list) {
        return std::ranges::any_of(
            list, [](const Binding& one) { return one.kind == Binding::Kind::Foreign; });
    };
    // What one program sets in a library, the next one does not see.
    const auto restore = [&](std::size_t library, Moment moment) {
        const std::size_t frame = module_frames_[library];
        for (const auto& [name, list] : scopes_.all[scopes_.module(library)].bindings) {
            Cell* cell = is_set_elsewhere(list) ? store_.find(frame, name) : nullptr;
            if (cell != nullptr) {
                store_.set(*cell, slot(frame, name, moment).value_or(Slot{}));
            }
        }
    };
    const long before = limit_;
    for (const std::size_t module : modules) {
        is_too_long_ = false;
        limit_ = std::min(spent() + Evaluator::program_steps, most_program_steps);
        run_module(module);
        is_dead_ = false;
        for (const auto& [library, moment] : library_moments_) {
            restore(library, moment);
        }
    }
    limit_ = std::max(before, limit_);
    is_too_long_ = false;
}

/// What a function changes that nothing here calls may be anything.
void Interpreter::forget_changed(ScopeId module, std::size_t frame) {
    for (const auto& [name, list] : scopes_.all[module].bindings) {
        for (const Binding& one : list) {
            if (one.kind == Binding::Kind::Foreign && is_in_unknown_function(one.range)) {
                if (Cell* cell = store_.find(frame, name)) {
                    store_.set(*cell,
                               Slot{unknown("a function changes it", one.range), one.range, {}});
                }
            }
        }
    }
}

/// Whether a place stands in a function that nothing here calls. Nobody else calls one of a library
/// that the program does not name.
bool Interpreter::is_in_unknown_function(Range range) const {
    return std::ranges::any_of(scopes_.functions, [&](const FunctionPlace& place) {
        const Range whole = file_.stmts[place.def].range;
        if (!whole.contains(range) || run_.contains(place.def.index)) {
            return false;
        }
        const std::string& name = std::get<syntax::FunctionDef>(file_.stmts[place.def].as).name;
        return !file_.module_of(range).is_library || names_in_use(file_).contains(name);
    });
}

/// Functions that nothing here calls: others may, with anything. Those of modules that do not know
/// the file launch nothing of it by themselves. What stands in functions is looked
/// at as it is in such a call.
void Interpreter::run_uncalled() {
    std::set<std::uint32_t> outer;
    for (const Scope& scope : scopes_.all) {
        if (scope.parent) {
            outer.insert(scopes_.all[scope.parent].def.index);
        }
    }
    // Those that others name come last: one of these may call them.
    const std::set<std::string> named = names_in_use(file_);
    const std::set<std::size_t> near = modules_near_main(file_, scopes_);
    OpenKernels open(file_, scopes_);
    bool has_more = false;
    const auto follow = [&](const FunctionRef& function, bool is_named, bool has_parameters,
                            bool is_near) {
        const syntax::Arguments& params = def_of(function).args;
        const bool takes_some = !params.posonlyargs.empty() || !params.args.empty() ||
                                !params.kwonlyargs.empty() || params.vararg || params.kwarg;
        const std::size_t module = file_.index_of(file_.stmts[function.def].range);
        const bool is_main = module == syntax::Tree::is_main;
        const bool is_wanted =
            (!run_.contains(function.def.index) || outer.contains(function.def.index)) &&
            (is_main || file_.others[module].uses_main);
        if (guesses_.contains(function.def.index) || !is_wanted || takes_some != has_parameters ||
            near.contains(module) != is_near || is_named != is_in_use(function, named)) {
            return;
        }
        // What is left is shared out in parts, and is never spent.
        const bool is_low = limit_ - spent() < Evaluator::program_steps / 2;
        if (is_low && !has_more && open.remain(launches_)) {
            has_more = true;
            limit_ += more_steps;
        }
        if (!is_main && (spent() > limit_ || (has_more && !open.remain(launches_)))) {
            return;
        }
        is_unnamed_ = !is_named;
        if (!Tests(*this).run(function)) {
            run_as_guess(function, [&] { trace_with_unknowns(function, {}); });
        }
    };
    for (const bool is_named : {false, true}) {
        for (const bool has_parameters : {false, true}) {
            for (const bool is_near : {true, false}) {
                for (std::size_t i = 0; i < functions_.size(); ++i) {
                    follow(FunctionRef(functions_[i]), is_named, has_parameters, is_near);
                }
            }
        }
    }
}

/// Whether the program reads the name of a function, or of the class whose objects it makes: what
/// it is called with is then not what its text says alone.
bool Interpreter::is_in_use(const FunctionRef& function, const std::set<std::string>& named) {
    const syntax::FunctionDef& node = def_of(function);
    const Frame& outer = store_.frame(function.frame());
    const auto* of =
        outer.is_class
            ? std::get_if<syntax::ClassDef>(&file_.stmts[scopes_.all[outer.scope].def].as)
            : nullptr;
    return named.contains(node.name) || (of != nullptr && named.contains(of->name));
}

/// Runs something of which only its frames stay, as they were at its end.
void Interpreter::apart(const std::function<void()>& run) {
    const std::size_t first = store_.frame_count();
    const std::size_t mark = store_.open();
    const auto budget = std::pair(limit_, is_too_long_);
    // What one of them spends is not missing for the others.
    limit_ = spent() + std::max(min_guess_steps, (limit_ - spent()) / 8);
    frame_ = 0;
    const std::size_t launched = launches_.size();
    run();
    is_dead_ = false;
    Callbacks(*this).finish(launched);
    std::tie(limit_, is_too_long_) = budget;
    const Moment end = store_.snapshot();
    for (std::size_t i = first; i < store_.frame_count(); ++i) {
        store_.frame(i).seen_at = std::min(store_.frame(i).seen_at, end);
    }
    store_.leave(mark);
    forget_modules(first);
    is_dead_ = false;
}

/// Runs a function that nobody calls; what it launches counts where nothing has called it by then.
void Interpreter::run_as_guess(const FunctionRef& function, const std::function<void()>& run) {
    const std::size_t launched = launches_.size();
    is_guessing_ = true;
    apart(run);
    is_guessing_ = false;
    if (run_.contains(function.def.index)) {
        launches_.resize(launched);
    }
}

std::optional<std::size_t> Interpreter::natural_frame(ScopeId scope) const {
    const Scope& of = scopes_.all[scope];
    if (of.kind == Scope::Kind::Module) {
        const std::size_t index = scopes_.module_index(scope);
        const bool is_main = index == syntax::Tree::is_main;
        const std::size_t frame = is_main ? 0 : module_frames_[index];
        return is_main || frame != 0 ? std::optional(frame) : std::nullopt;
    }
    if (of.kind == Scope::Kind::Class) {
        const MadeClass* made = made_class(of.def);
        return made != nullptr ? std::optional(made->frame) : std::nullopt;
    }
    const auto found = guesses_.find(of.def.index);
    return found != guesses_.end() ? std::optional(found->second) : std::nullopt;
}

Value Interpreter::evaluate(const syntax::Tree& tree, ExprId expr, const View& view) {
    const auto outer = std::tuple(frame_, tree_, view_, view_since_, locals_, names_);
    const std::size_t launched = launches_.size();
    const std::size_t functions = functions_.size();
    const std::size_t made = made_.size();
    store_.snapshot();
    frame_ = view.frame;
    if (view.scope) {
        const auto [at, is_new] = opaque_.try_emplace({view.scope, view.frame}, 0);
        if (is_new) {
            at->second = store_.add_frame(view.frame, view.scope);
            store_.frame(at->second).is_opaque = true;
        }
        frame_ = at->second;
    }
    const std::size_t mark = store_.open();
    tree_ = &tree;
    view_ = view.moment;
    view_since_ = store_.now();
    locals_ = view.locals;
    names_ = view.names;
    const Value value = value_of(eval(expr));
    store_.leave(mark);
    std::tie(frame_, tree_, view_, view_since_, locals_, names_) = outer;
    launches_.resize(launched);
    functions_.resize(functions);
    made_.resize(made);
    is_dead_ = false;
    return value;
}

}  // namespace pycu::sema
