// Calls that are about more than the values of their arguments.
#include <algorithm>
#include <functional>

#include "python/callbacks.h"
#include "python/command_line.h"
#include "python/decorator_paths.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "python/pytest_marks.h"
#include "types/scalar.h"
#include "values/functions_made.h"
#include "values/imports.h"
#include "values/linked_code.h"
#include "values/numbers.h"
#include "values/tuples.h"
#include "values/type_values.h"

namespace pycu::sema {

namespace {

/// `dict(...)`, `dataclasses.field(...)`: what they are given by name; nothing for anything else.
HostResult make_dict(const std::string& path, const CallArguments& args) {
    const bool is_field = path == "dataclasses.field";
    const HostItems* other = args.positional.size() == 1 ? args.positional[0].items() : nullptr;
    const bool is_copy = other != nullptr && other->is_dict && other->more == nullptr;
    if ((path == "builtins.dict" && (is_copy || args.positional.empty())) ||
        (is_field && args.positional.empty())) {
        HostItems made;
        made.is_dict = true;
        made.class_name = is_field ? path : "";
        if (is_copy) {
            made.keys = other->keys;
            made.items = other->items;
        }
        for (const auto& named : args.named) {
            const Value key{StringValue{named.first}};
            const auto is_it = [&](const Value& one) { return is_same_key(one, key); };
            const auto found = std::ranges::find_if(made.keys, is_it);
            if (found != made.keys.end()) {
                made.items[std::size_t(found - made.keys.begin())] = named.second;
                continue;
            }
            made.keys.push_back(key);
            made.items.push_back(named.second);
        }
        return host_items(std::move(made));
    }
    return std::nullopt;
}

/// `map(function, items, ...)` of a few items that are known, each by itself.
HostResult mapped(const CallArguments& args, const std::function<Value(CallArguments&)>& call) {
    constexpr std::size_t most = 64;
    const std::vector<Value>& given = args.positional;
    std::size_t count = most + 1;
    for (std::size_t i = 1; i < given.size(); ++i) {
        const HostItems* items = given[i].items();
        if (items == nullptr || items->more != nullptr || items->is_slice || items->is_dict) {
            return std::nullopt;
        }
        count = std::min(count, items->items.size());
    }
    if (count > most || args.is_open || !args.named.empty()) {
        return std::nullopt;
    }
    HostItems made;
    made.is_list = true;
    for (std::size_t k = 0; k < count; ++k) {
        CallArguments one{{}, {}, args.range};
        for (std::size_t i = 1; i < given.size(); ++i) {
            one.positional.push_back(given[i].items()->items[k]);
        }
        made.items.push_back(call(one));
    }
    return host_items(std::move(made));
}

}  // namespace

/// Calls that are about more than the values of their arguments; nothing for all others.
HostResult Interpreter::call_special(const std::string& path, const CallArguments& args,
                                     Range range) {
    if (path == "enum.auto") {
        return auto_value(range);
    }
    if (path == "numba.cuda.is_available") {
        return python_bool(true);  // wherever a kernel is launched
    }
    if (auto made = call_linking(path, args, range)) {
        return made;
    }
    if (path == "builtins.map" && args.positional.size() > 1) {
        const Value& by = args.positional[0];
        const auto* function = by.get<FunctionRef>();
        const auto* library = by.get<Dotted>();
        const bool is_plain = function != nullptr && function->made != nullptr &&
                              !function->is_device() && !function->is_decorated();
        const bool is_known = library != nullptr && !is_decorator_path(library->path);
        const auto* launcher = by.get<HostLauncher>();
        if (is_plain || is_known || launcher != nullptr || by.is<TypeObject>()) {
            HostResult made;
            const auto run = [&] {
                made = mapped(args, [&](CallArguments& one) {
                    if (launcher != nullptr) {
                        launch(*launcher, {}, one, false, range);
                        return Value{NoneValue{}};
                    }
                    return is_plain ? trace(*function, one, false, range)
                                    : call_known(by, one, {}, range);
                });
            };
            range == used_up_ ? run() : lazily(run, range);
            return made;
        }
    }
    if (auto made = Callbacks(*this).call(path, args, range)) {
        return made;
    }
    if (path == "builtins.super") {
        return super_object(args, range);
    }
    if (path == "pytest.monkeypatch.setattr" && args.positional.size() != 3) {
        run_text(range);  // "module.name", value
    } else if (path == "pytest.monkeypatch.setattr" || path == "builtins.type.__setattr__" ||
               path == "builtins.object.__setattr__") {
        return call_special("builtins.setattr", args, range);
    }
    if (path == "builtins.type.__delattr__" || path == "builtins.object.__delattr__") {
        return call_special("builtins.delattr", args, range);
    }
    if (auto made = call_about_names(path, args, range)) {
        return made;
    }
    for (const auto& make : {&CommandLine::make, &call_pytest}) {
        if (auto made = make(path, args)) {
            return made;
        }
    }
    if (path == "builtins.isinstance" && args.size() == 2 && args.positional.size() == 2) {
        if (const auto is_it = is_one_instance(args.positional[0], args.positional[1])) {
            return python_bool(*is_it);
        }
    }
    if (auto made = ask_object(path, args, range)) {
        return made;
    }
    const auto* method = args.size() == 1 && !args.positional.empty()
                             ? args.positional[0].get<FunctionRef>()
                             : nullptr;
    if (path == "builtins.staticmethod" && method != nullptr && method->made != nullptr) {
        FunctionRef made = *method;
        made.membership =
            std::make_shared<const Membership>(Membership{Membership::Kind::Static, {}, {}});
        return Value{std::move(made)};
    }
    if (path == "builtins.getattr" && args.positional.size() == 2) {
        const Value& of = args.positional[0];
        const auto* name = args.positional[1].get<StringValue>();
        if (name != nullptr &&
            (of.is<ModuleRef>() || of.is<ClassRef>() || of.is<Dotted>() || of.is<FunctionRef>())) {
            return attribute(of, name->text, range);
        }
    }
    if (auto made = call_dataclasses(path, args, range)) {
        return made;
    }
    if (path == "collections.namedtuple" || path == "typing.NamedTuple") {
        const auto given = known_arguments(args);
        return given ? Value{path == "typing.NamedTuple" ? make_typed_tuple_class(*given, range)
                                                         : make_named_tuple_class(*given, range)}
                     : unknown("its name and fields are not known", range);
    }
    if (path == "numba.typeof" && args.size() == 1) {
        return explained(typeof_value(*args.get(0, "val"), types_, range), {*args.get(0, "val")});
    }
    const auto* of = args.positional.size() == 1 ? args.positional[0].get<ClassRef>() : nullptr;
    if (of != nullptr && path == "builtins.len") {
        const MadeClass* made = made_class(of->def);
        if (made != nullptr && made->library_base.starts_with("enum.")) {
            return count_of_members(of->def);
        }
    }
    if (auto made = make_dict(path, args)) {
        return made;
    }
    if (path == "numpy.fromfunction") {
        return of_coordinates(args, range);
    }
    const Value* first = args.positional.empty() ? nullptr : &args.positional[0];
    const auto number = first != nullptr ? number_of(*first) : std::nullopt;
    const bool is_numpys = number && !number->is_python && is_known(*first);
    if (path == "builtins.abs" && first != nullptr && (first->array() != nullptr || is_numpys)) {
        return call_path("numpy.absolute", args, {}, range);
    }
    if (path == "numpy.load" || path == "numpy.fromregex" || path == "numpy.memmap") {
        escape(args, range);
        return with_why(unknown("`" + path + "` reads a file", range),
                        Unknown{"`" + path + "` is called while the program runs", range});
    }
    return std::nullopt;
}

/// np.fromfunction: what a function of the program makes of the coordinates of a shape.
HostResult Interpreter::of_coordinates(const CallArguments& args, Range range) {
    const Value* called = args.get(0, "function");
    const Value* given = args.get(1, "shape");
    const Value* dtype = args.get(2, "dtype");
    const auto* function = called != nullptr ? called->get<FunctionRef>() : nullptr;
    const auto shape = given != nullptr ? host_shape(*given) : std::nullopt;
    const auto of = dtype != nullptr ? host_dtype(*dtype) : HostDtype(Scalar::Float64);
    const bool is_plain = function != nullptr && function->made != nullptr &&
                          !function->is_device() && !function->made->is_decorated;
    if (!is_plain || !shape || !of || args.is_open) {
        return std::nullopt;
    }
    CallArguments all{{}, {}, range};
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
        all.positional.push_back(host_contiguous(*of, *shape));
    }
    for (const auto& one : args.named) {
        if (one.first != "function" && one.first != "shape" && one.first != "dtype") {
            all.named.push_back(one);
        }
    }
    return trace(*function, all, false, range);
}

}  // namespace pycu::sema
