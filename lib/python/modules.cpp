// Imports of the program's own modules. Each runs once, where the run first meets an import of it,
// in a frame of its own; all others are known by their paths alone (values/imports.h).
#include "symbols/modules.h"

#include <algorithm>

#include "python/interpreter.h"
#include "support/match.h"
#include "syntax/visit.h"
#include "values/imports.h"

namespace pycu::sema {

/// The frame of the module that a frame belongs to.
std::size_t Interpreter::module_frame(std::size_t frame) {
    while (!store_.frame(frame).is_module) {
        frame = store_.frame(frame).parent;
    }
    return frame;
}

const syntax::Module& Interpreter::module_around(std::size_t frame) {
    return file_.module(scopes_.module_index(store_.frame(module_frame(frame)).scope));
}

/// Runs a module that nothing has imported yet, or one that is loaded again: in its old names. What
/// stands around the import has no part in it, and the file itself is no matter of paths.
void Interpreter::run_module(std::size_t index, bool is_again) {
    const bool is_main = index == syntax::Tree::is_main;
    if (is_main ? is_main_run_ || forks_ != 0
                : (module_frames_[index] != 0 && !is_again) || is_too_long_) {
        return;
    }
    const syntax::Module& module = file_.module(index);
    const std::size_t frame = is_main ? 0
                              : module_frames_[index] != 0
                                  ? module_frames_[index]
                                  : store_.add_frame(0, scopes_.module(index));
    const auto budget = std::pair(limit_, is_too_long_);
    if (is_main) {
        is_main_run_ = true;
        limit_ = spent() + Evaluator::program_steps, is_too_long_ = false;
    } else {
        store_.frame(frame).is_module = true;
        module_frames_[index] = frame;
        const std::string name = module.is_program ? "__main__" : module.name;
        store_.set(store_.cell(frame, "__name__"), Slot{Value{StringValue{name}}, {}, {}});
        store_.set(store_.cell(frame, "__file__"),
                   Slot{unknown("Python sets it when the program runs", {}), {}, {}});
    }
    const auto outer = std::tuple(frame_, tree_, locals_, names_);
    std::vector<Loop> loops = std::exchange(loops_, {});
    std::vector<Running> running = std::exchange(running_, {});
    std::vector<StmtId> open_classes = std::exchange(open_classes_, {});
    frame_ = frame, tree_ = &file_, locals_ = nullptr, names_ = nullptr;
    const auto before =
        module.is_library ? std::optional(std::pair(failures_, imported_)) : std::nullopt;
    block(module.body);
    if (before) {
        std::tie(failures_, imported_) = *before;
        library_moments_[index] = store_.snapshot();
    }
    std::tie(frame_, tree_, locals_, names_) = outer;
    loops_ = std::move(loops);
    running_ = std::move(running);
    open_classes_ = std::move(open_classes);
    if (is_main) {
        is_main_too_long_ = is_too_long_;
        std::tie(limit_, is_too_long_) = budget;
    }
}

/// Runs the modules that some statements may import, before paths part: they have been imported on
/// all of them then. What else is imported there may not be: the statements need not run.
void Interpreter::import_inside(const syntax::Suite& body) {
    if (forks_ != 0 || file_.others.empty()) {
        return;
    }
    std::vector<StmtId> waiting(body.rbegin(), body.rend());
    const auto part = match{
        [&](const syntax::Suite& inner, bool) {
            waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
        },
        [](const auto&, bool) {},
    };
    const auto parts = match{
        [](const syntax::FunctionDef&) {},
        [&](const auto& node) { syntax::for_each_child(node, part); },
    };
    ++tries_;
    while (!waiting.empty()) {
        const syntax::Stmt& stmt = tree_->stmts[waiting.back()];
        waiting.pop_back();
        for (const std::string& name : symbols::modules_named_by(module_around(frame_), stmt)) {
            import_module(name, stmt.range);
            is_dead_ = false;
        }
        std::visit(parts, stmt.as);
    }
    --tries_;
}

/// Modules that have run since a frame was made are as if they had not: what they did is taken
/// back.
void Interpreter::forget_modules(std::size_t first_frame) {
    for (std::size_t& frame : module_frames_) {
        frame = frame >= first_frame ? 0 : frame;
    }
}

/// `import a.b`: runs `a` and `a.b`; the value is `a.b`.
Value Interpreter::import_module(const std::string& name, Range range) {
    const auto& imports = module_around(frame_).imports;
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
        if (const auto package = imports.find(name.substr(0, dot)); package != imports.end()) {
            run_module(package->second);
        }
    }
    const auto module = imports.find(name);
    if (module == imports.end()) {
        note_import(name, {});
        return module_value(name, range);
    }
    run_module(module->second);
    failures_.libraries += file_.module(module->second).is_library ? 1 : 0;
    return {ModuleRef{module->second}};
}

/// The module in a package; nothing where it has no such one.
std::optional<std::size_t> Interpreter::inner_module(std::size_t package,
                                                     const std::string& name) const {
    const syntax::Module& of = file_.module(package);
    const auto found = of.imports.find(of.name + "." + name);
    return found != of.imports.end() ? std::optional(found->second) : std::nullopt;
}

/// What a module has under a name, or nothing: a global, or a module in it.
std::optional<Slot> Interpreter::module_slot(std::size_t module, const std::string& name) {
    const bool is_main = module == syntax::Tree::is_main;
    const std::size_t frame = is_main ? 0 : module_frames_[module];
    if (!is_main && frame == 0) {
        return std::nullopt;
    }
    if (auto found = slot(frame, name, view_)) {
        return found;
    }
    if (auto value = star_value(store_.frame(frame), name)) {
        return Slot{std::move(*value), {}, {}};
    }
    const auto inner = inner_module(module, name);
    if (inner && (*inner == syntax::Tree::is_main || module_frames_[*inner] != 0)) {
        return Slot{Value{ModuleRef{*inner}}, {}, {}};
    }
    const syntax::Module& of = file_.module(module);
    return of.is_library ? std::optional(Slot{module_value(of.name + "." + name, {}), {}, {}})
                         : std::nullopt;
}

/// `from module import name`.
Slot Interpreter::import_member(std::size_t module, const std::string& name, Range range) {
    if (auto found = module_slot(module, name)) {
        return *std::move(found);
    }
    if (const auto inner = inner_module(module, name)) {
        run_module(*inner);
        return {Value{ModuleRef{*inner}}, range, {}};
    }
    const std::string& of = file_.module(module).name;
    ++failures_.imports;
    return {unknown("the module `" + of + "` has no `" + name + "`", range), range, {}};
}

/// `from module import *`: what its `__all__` lists, or all names without an underscore before
/// them.
void Interpreter::import_star(std::size_t module, Range range) {
    const bool is_main = module == syntax::Tree::is_main;
    const Frame& from = store_.frame(is_main ? 0 : module_frames_[module]);
    const auto listed = module_slot(module, "__all__");
    const HostItems* items = listed ? listed->value->items() : nullptr;
    std::vector<std::string> names;
    if (items != nullptr && items->more == nullptr) {
        for (const Value& item : items->items) {
            if (const auto* text = item.get<StringValue>()) {
                names.push_back(text->text);
            }
        }
    } else {
        for (const auto& [name, cell] : from.names) {
            if (!name.starts_with('_')) {
                names.push_back(name);
            }
        }
        std::ranges::sort(names);
    }
    const auto stars = from.stars;
    store_.frame(frame_).stars.insert(store_.frame(frame_).stars.end(), stars.begin(), stars.end());
    for (const std::string& name : names) {
        Slot found = import_member(module, name, range);
        if (found.value) {
            bind(name, *std::move(found.value), found.range, found.stmt);
        }
    }
}

void Interpreter::visit(const syntax::Import& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& alias : node.names) {
        const std::string head = alias.name.substr(0, alias.name.find('.'));
        Value module = import_module(alias.name, alias.range);
        bind(alias.asname ? *alias.asname : head,
             alias.asname ? std::move(module) : import_module(head, alias.range), alias.range);
    }
}

void Interpreter::visit(const syntax::ImportFrom& node, StmtId /*id*/, Range range) {
    const std::string name = symbols::absolute_name(module_around(frame_), node.module, node.level);
    const Value from = import_module(name, range);
    const auto* module = from.get<ModuleRef>();
    for (const auto& alias : node.names) {
        const std::string& as = alias.asname ? *alias.asname : alias.name;
        if (alias.name == "*" && module) {
            import_star(module->index, alias.range);
        } else if (alias.name == "*") {
            const std::string dots(std::size_t(node.level), '.');
            store_.frame(frame_).stars.emplace_back(dots + node.module, alias.range);
        } else if (module) {
            Slot found = import_member(module->index, alias.name, alias.range);
            bind(as, *std::move(found.value), found.stmt ? found.range : alias.range, found.stmt);
        } else {
            note_import(name, alias.name);
            bind(as, imported_member(node.module, node.level, alias.name, alias.range),
                 alias.range);
        }
    }
}

std::optional<Value> Interpreter::unrun_import(const Binding& binding, ScopeId scope) {
    const syntax::Module& in = file_.module(scopes_.module_index(scope));
    const std::string name = symbols::absolute_name(in, binding.module, binding.level);
    const auto module = in.imports.find(name);
    if (module == in.imports.end()) {
        return std::nullopt;
    }
    if (binding.kind == Binding::Kind::Import) {
        return Value{ModuleRef{module->second}};
    }
    auto found = module_slot(module->second, binding.member);
    return found ? value_of(*found->value)
                 : unknown("it is imported while the program runs", binding.range);
}

}  // namespace pycu::sema
