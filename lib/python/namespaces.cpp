// Names as a dict, `globals()` and its kin, text that is run, and attributes of what is no object.
#include <algorithm>
#include <charconv>

#include "python/interpreter.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The paths of the dict of a frame's names, and of the frame, in front of its number.
constexpr std::string_view names_path = "builtins.globals() ";
constexpr std::string_view frame_path = "builtins.frame() ";
/// Stands for all modules: one of them, and nobody knows which.
constexpr std::size_t any_frame = ~std::size_t(0);

/// The number behind a path; nothing where a value is none of that path.
std::optional<std::size_t> number_behind(std::string_view start, const Value& value) {
    const auto* path = value.get<Dotted>();
    if (path == nullptr || !path->path.starts_with(start)) {
        return std::nullopt;
    }
    std::size_t number = 0;
    std::from_chars(path->path.data() + start.size(), path->path.data() + path->path.size(),
                    number);
    return number;
}

/// What somebody who changes names he has found by their texts leaves alone: without this, no
/// kernel would be one behind an `exec`.
bool is_left_alone(const Value& value) {
    const auto* function = value.get<FunctionRef>();
    return value.is<ModuleRef>() || value.is<Dotted>() || value.is<HostLauncher>() ||
           (function != nullptr && function->is_device());
}

}  // namespace

std::string attribute_of(const FunctionRef& function, std::string_view name) {
    return "#" + std::to_string(function.def.index) + "." + std::string(name);
}

Value names_of(std::size_t frame) {
    return {Dotted{std::string(names_path) + std::to_string(frame)}};
}

std::optional<std::size_t> frame_of_names(const Value& value) {
    return number_behind(names_path, value);
}

/// `frame.f_globals`, `__main__.__dict__`; nothing for anything else.
HostResult Interpreter::names_attribute(const Value& object, const std::string& name, Range range) {
    const auto* path = object.get<Dotted>();
    const bool is_main = path != nullptr && path->path == "__main__" && name == "__dict__";
    if (is_main || (object.is_unknown() && name == "f_globals")) {
        return names_of(any_frame);
    }
    if (path != nullptr && name == "__dict__") {
        return Value{Dotted{path->path + "." + name}};
    }
    if (const auto* function = object.get<FunctionRef>()) {
        if (auto set = slot(function->frame(), attribute_of(*function, name), view_)) {
            return *std::move(set->value);
        }
        if (name == "__globals__" && function->made != nullptr) {
            return names_of(module_frame(function->frame()));
        }
    }
    const auto frame = number_behind(frame_path, object);
    if (!frame) {
        return std::nullopt;
    }
    if (name == "f_globals") {
        return names_of(*frame == any_frame ? any_frame : module_frame(*frame));
    }
    if (name == "f_back") {
        return Value{Dotted{std::string(frame_path) + std::to_string(any_frame)}};
    }
    const bool is_module =
        *frame == any_frame || store_.frame(*frame).is_module || store_.frame(*frame).is_class;
    return name == "f_locals" && is_module ? names_of(*frame)
                                           : unknown("it belongs to a frame", range);
}

void Interpreter::forget_names(std::size_t frame, Range range) {
    for (std::size_t at = 0; frame == any_frame && at < store_.frame_count(); ++at) {
        if (store_.frame(at).is_module) {
            forget_names(at, range);
        }
    }
    if (frame == any_frame) {
        return;
    }
    for (auto& [name, cell] : store_.frame(frame).names) {
        if (cell.now.value && !is_left_alone(*cell.now.value)) {
            store_.set(cell, Slot{unknown("it may be changed by its name", range), range, {}});
        }
    }
}

/// `globals()[key] = value`
void Interpreter::put_name(std::size_t frame, const Value& key, const Value& value, Range range) {
    if (const auto* name = key.get<StringValue>(); name != nullptr && frame != any_frame) {
        store_.set(store_.cell(frame, name->text), Slot{value, range, {}});
    } else {
        forget_names(frame, range);
    }
}

/// `globals()[key]`
Value Interpreter::named_by(std::size_t frame, const Value& key, Range range) {
    const auto* name = key.get<StringValue>();
    auto found =
        name != nullptr && frame != any_frame ? slot(frame, name->text, view_) : std::nullopt;
    return found ? *std::move(found->value) : unknown("it is found by its name", range);
}

/// A method of `globals()`.
HostResult Interpreter::call_names_method(std::size_t frame, const std::string& name,
                                          const CallArguments& args, Range range) {
    if (const auto added = name == "update" ? added_by_update(args) : std::nullopt) {
        for (std::size_t i = 0; i < added->keys.size(); ++i) {
            put_name(frame, added->keys[i], added->items[i], range);
        }
        return Value{NoneValue{}};
    }
    const bool only_reads =
        name == "get" || name == "keys" || name == "values" || name == "items" || name == "copy";
    if (!only_reads) {
        forget_names(frame, range);
    }
    return unknown("it is computed while the program runs", range);
}

/// `sys.modules[name] = other`, `del sys.modules[name]`: the next import of it finds other values.
void Interpreter::forget_module(const Value& name, Range range) {
    const auto* text = name.get<StringValue>();
    for (std::size_t i = 0; i < module_frames_.size(); ++i) {
        const bool is_it = text == nullptr || file_.module(i).name == text->text;
        if (is_it && module_frames_[i] != 0) {
            forget_names(module_frames_[i], range);
        } else if (is_it && text != nullptr) {
            module_frames_[i] = store_.add_frame(0, scopes_.module(i));
            store_.frame(module_frames_[i]).is_module = true;
        }
    }
}

/// What a text that is run may change: all names that it sees.
void Interpreter::run_text(Range range) {
    for (std::size_t at = frame_;; at = store_.frame(at).parent) {
        forget_names(at, range);
        if (store_.frame(at).is_module) {
            return;
        }
    }
}

/// `importlib.import_module(name)`, `__import__(name)`, `importlib.reload(module)`; nothing for
/// anything else.
HostResult Interpreter::import_by_name(const std::string& path, const CallArguments& args,
                                       Range range) {
    if (const auto* old = args.positional.empty() ? nullptr : args.positional[0].get<ModuleRef>();
        old != nullptr && path == "importlib.reload") {
        if (!file_.module(old->index).is_library) {
            run_module(old->index, true);
        }
        return Value{*old};
    }
    const bool is_head = path == "builtins.__import__";
    if ((!is_head && path != "importlib.import_module") || args.positional.empty()) {
        return std::nullopt;
    }
    const Value module = module_by_name(args.positional[0], range);
    const auto* name = args.positional[0].get<StringValue>();
    const bool is_plain = name != nullptr && args.size() == 1 && !name->text.empty() &&
                          !name->text.starts_with('.') && !args.is_open;
    if (module.is<ModuleRef>() || !is_plain) {
        return module;
    }
    const std::string& whole = name->text;
    Value made = import_module(whole, range);
    return is_head ? import_module(whole.substr(0, whole.find('.')), range) : made;
}

/// `globals()`, `vars()`, `exec(text)`, `setattr(module, name, value)`; nothing for anything else.
HostResult Interpreter::call_about_names(const std::string& path, const CallArguments& args,
                                         Range range) {
    if (path == "builtins.globals") {
        return names_of(module_frame(frame_));
    }
    if (path == "inspect.currentframe" || path == "sys._getframe") {
        const bool is_own = args.size() == 0 && !store_.frame(frame_).is_comprehension;
        return Value{Dotted{std::string(frame_path) + std::to_string(is_own ? frame_ : any_frame)}};
    }
    if (path == "builtins.locals" || (path == "builtins.vars" && args.size() == 0)) {
        std::size_t at = frame_;
        while (store_.frame(at).is_comprehension) {
            at = store_.frame(at).parent;
        }
        const bool are_names = store_.frame(at).is_module || store_.frame(at).is_class;
        return are_names ? names_of(at) : unknown("it is a copy of the variables", range);
    }
    const auto* first = args.positional.empty() ? nullptr : &args.positional[0];
    const auto* of = first != nullptr ? first->get<Dotted>() : nullptr;
    const bool is_main = of != nullptr && of->path == "__main__";
    if (path == "builtins.vars" &&
        (of != nullptr || (first != nullptr && first->is<ModuleRef>()))) {
        return attribute(*first, "__dict__", range);
    }
    if (path == "builtins.exec" || path == "builtins.eval") {
        const auto* text = first != nullptr ? first->get<StringValue>() : nullptr;
        const bool is_plain = path == "builtins.eval" && text != nullptr &&
                              text->text.find('(') == text->text.npos &&
                              text->text.find(":=") == text->text.npos;
        if (args.size() == 1 && !is_plain) {
            run_text(range);
        }
        escape(args, range);
        return unknown("it is what a text of Python makes", range);
    }
    if (path.starts_with("sys.modules.") && path != "sys.modules.get") {
        forget_module(first != nullptr ? *first : unknown("it is every module", range), range);
        return unknown("it is a module that a text names", range);
    }
    if (auto made = import_by_name(path, args, range)) {
        return made;
    }
    if (path.starts_with("unittest.mock.patch")) {
        if (const auto* one = first != nullptr ? first->get<ClassRef>() : nullptr;
            one != nullptr && made_class(one->def) != nullptr) {
            forget_names(made_class(one->def)->frame, range);
        }
        for (std::size_t frame : module_frames_) {
            if (frame != 0) {
                forget_names(frame, range);
            }
        }
        run_text(range);
        return std::nullopt;
    }
    const bool sets = path == "builtins.setattr" && args.positional.size() == 3;
    if (!sets && path != "builtins.delattr") {
        return std::nullopt;
    }
    const auto* name = args.positional.size() > 1 ? args.positional[1].get<StringValue>() : nullptr;
    if (first == nullptr || first->is<HostObject>()) {
        return std::nullopt;
    }
    if (name != nullptr) {
        assign_attribute(*first, name->text,
                         sets ? args.positional[2] : unknown("it is deleted", range), range);
    } else if (is_main) {
        forget_names(any_frame, range);
    } else if (const auto* one = first->get<ClassRef>(); one != nullptr && made_class(one->def)) {
        forget_names(made_class(one->def)->frame, range);
    } else if (const auto* module = first->get<ModuleRef>()) {
        if (const auto frame = natural_frame(scopes_.module(module->index))) {
            forget_names(*frame, range);
        }
    }
    return Value{NoneValue{}};
}

/// `sys.modules[name]`
Value Interpreter::module_by_name(const Value& key, Range range) {
    const auto* name = key.get<StringValue>();
    const std::size_t own = scopes_.module_index(store_.frame(module_frame(frame_)).scope);
    if (name == nullptr) {
        return Value{Dotted{"__main__"}};  // or any other: what is said of that holds of none
    }
    return name->text == "__main__" || name->text == file_.module(own).name
               ? Value{ModuleRef{own}}
               : unknown("it is a module that a text names", range);
}

/// `owner.name = value`, of anything but an object of a class of the file.
void Interpreter::assign_attribute(const Value& owner, const std::string& name, const Value& value,
                                   Range range) {
    // `a.shape = ...`, `a.flags.writeable = False`: the array is another one from here on.
    const auto* flags = owner.get<HostMethod>();
    const Value& changed = flags != nullptr ? *flags->object : owner;
    if (const auto* array = changed.get<HostArrayRef>()) {
        HostArray made = **array;
        made.spoiled = Unknown{"its `" + name + "` is assigned", range};
        made.known = nullptr;
        store_.change(*array, std::move(made));
    } else if (const auto* module = owner.get<ModuleRef>()) {
        if (const auto frame = natural_frame(scopes_.module(module->index))) {
            store_.set(store_.cell(*frame, name), Slot{value, range, {}});
        }
    } else if (const auto* of = owner.get<ClassRef>()) {
        const auto found = classes_.find(of->def.index);
        if (found != classes_.end()) {
            found->second.is_turned |= name == "__bases__" || name == "__class__";
            store_.set(store_.cell(found->second.frame, name), Slot{value, range, {}});
        }
    } else if (const auto* function = owner.get<FunctionRef>();
               function != nullptr && store_.frame(function->frame()).is_module) {
        store_.set(store_.cell(function->frame(), attribute_of(*function, name)),
                   Slot{value, range, {}});
    } else if (const auto* path = owner.get<Dotted>()) {
        patched_.insert(path->path + "." + name);
        if (path->path == "__main__") {
            for (std::size_t at = 0; at < store_.frame_count(); ++at) {
                if (store_.frame(at).is_module && store_.find(at, name) != nullptr) {
                    put_name(at, {StringValue{name}},
                             unknown("it may be changed by its name", range), range);
                }
            }
        }
    }
}

}  // namespace pycu::sema
