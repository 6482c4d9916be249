// Calls in host code: of the file's functions, launches, everything that may change what it gets.
#include <algorithm>

#include "python/callbacks.h"
#include "python/command_line.h"
#include "python/decorator_paths.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "values/array_interface.h"
#include "values/numba_ufuncs.h"
#include "values/number_methods.h"
#include "values/numbers.h"
#include "values/or_none.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

/// A method of a generator of NumPy's or Python's, and what it returns; nothing for other paths.
std::optional<HostResult> call_random(std::string_view path, const std::string& name,
                                      const CallArguments& args) {
    std::optional<HostResult> made;
    if (path.starts_with("numpy.random.RandomState()")) {
        made.emplace(call_host_function("numpy.random." + name, args));
    } else if (path == "numpy.random.Generator()") {
        made.emplace(call_host_generator(name, args));
    } else if (path == "random.Random()") {
        made.emplace(call_host_function("random." + name, args));
    }
    return made;
}

}  // namespace

bool Interpreter::arguments(const syntax::Call& node, CallArguments& args) {
    bool is_open = false;
    for (const ExprId arg : node.args) {
        const auto* star = std::get_if<syntax::Starred>(&tree_->exprs[arg].as);
        Value value = star != nullptr ? asked(eval(star->value), failures_) : eval(arg);
        if (star == nullptr) {
            args.positional.push_back(std::move(value));
            args.ranges.resize(args.positional.size() - 1, tree_->exprs[arg].range);
            args.ranges.push_back(tree_->exprs[arg].range);
            continue;
        }
        const HostItems* items = value.items();
        if (items == nullptr || items->more != nullptr || items->is_dict) {
            is_open = true;
        } else {
            args.positional.insert(args.positional.end(), items->items.begin(), items->items.end());
        }
    }
    for (const syntax::Keyword& keyword : node.keywords) {
        Value value = eval(keyword.value);
        value = keyword.arg ? std::move(value) : asked(std::move(value), failures_);
        const HostItems* dict = value.items();
        if (keyword.arg) {
            args.named.emplace_back(*keyword.arg, std::move(value));
        } else if (dict != nullptr && dict->is_dict && dict->more == nullptr &&
                   std::ranges::all_of(dict->keys, &Value::is<StringValue>)) {
            for (std::size_t i = 0; i < dict->items.size(); ++i) {
                args.named.emplace_back(dict->keys[i].get<StringValue>()->text, dict->items[i]);
            }
        } else {
            is_open = true;
        }
    }
    return is_open;
}

/// Whether a function takes all that its iterator has: `list`, `np.array`.
static bool uses_up_items(const Value& callee) {
    constexpr std::string_view all[] = {"frozenset", "list", "max",   "min", "set",
                                        "sorted",    "sum",  "tuple", "dict"};
    const auto* path = callee.get<Dotted>();
    const auto* method = callee.get<HostMethod>();
    constexpr std::string_view of = "builtins.";
    return (path != nullptr && path->path.starts_with(of) &&
            std::ranges::count(all, path->path.substr(of.size())) > 0) ||
           (path != nullptr && path->path == "numpy.fromiter") ||
           (method != nullptr && (method->name == "join" || method->name == "extend"));
}

/// What nobody knows has made something else of a function: it calls it now, later, or never, and
/// with these arguments or others, so that its launches are not those of this call.
void Interpreter::run_decorated(const FunctionRef& function, const CallArguments& args,
                                Range range) {
    FunctionRef body = function;
    auto made = std::make_shared<MadeFunction>(*function.made);
    const std::size_t launched = launches_.size();
    const std::set<std::uint32_t> called = run_;
    const bool keeps_launches = made->is_context;
    made->is_decorated = false;
    body.made = std::move(made);
    lazily([&] { trace(body, args, args.is_open, range); }, range);
    if (!keeps_launches) {
        launches_.resize(launched);
        run_ = called;  // and are those of calls that nobody sees
    }
}

/// `stack.enter_context(object)` and `closing(object)` run methods of the object, and
/// `object.__dict__.update(d)` changes it.
void Interpreter::note_context(const syntax::Call& node, const CallArguments& args, Range range) {
    const auto* method = tree_->exprs[node.func].get<syntax::Attribute>();
    const auto* plain = tree_->exprs[node.func].get<syntax::Name>();
    const std::string& name = method != nullptr ? method->attr : plain != nullptr ? plain->id : "";
    const auto* of =
        method != nullptr ? tree_->exprs[method->value].get<syntax::Attribute>() : nullptr;
    if (of != nullptr && of->attr == "__dict__" && name != "copy" && name != "get") {
        escape(eval(of->value), range);
    }
    if ((name == "enter_context" || name == "closing" || name == "enterContext") &&
        args.positional.size() == 1) {
        may_call(args.positional[0], {"__enter__", "__exit__", "close"}, range);
    }
}

Value Interpreter::call(const syntax::Call& node, ExprId id, Range range) {
    const Value callee = asked(without_part(eval(node.func)), failures_);
    CallArguments args;
    args.range = range;
    const bool uses_up = node.args.size() == 1 && uses_up_items(callee);
    const Range outer =
        std::exchange(used_up_, uses_up ? tree_->exprs[node.args[0]].range : Range{});
    const bool is_open = args.is_open = arguments(node, args);
    used_up_ = outer;
    if (callee.is_unknown()) {
        escape_changed(node.func, range);
    }
    note_context(node, args, range);
    Value made = dispatch(callee, node, args, is_open, id, range);
    note_call(callee, args, made);
    if (const auto* path = callee.get<Dotted>()) {
        made = as_like(std::move(made), likeness_of(path->path));
    }
    return callee.is<FunctionRef>() ? made : as_quotient(std::move(made), false);
}

Value Interpreter::dispatch(const Value& callee, const syntax::Call& node, CallArguments& args,
                            bool is_open, ExprId id, Range range) {
    if (const auto* launcher = callee.get<HostLauncher>()) {
        launch(*launcher, node, args, is_open, range);
        return {Value{NoneValue{}}};
    }
    if (const auto* function = callee.get<FunctionRef>();
        function != nullptr && function->made != nullptr) {
        if (!function->is_device() && !function->made->is_decorated) {
            return trace(*function, args, is_open, range);
        }
        if (!function->is_device() && function->made->made_by.empty()) {
            run_decorated(*function, args, range);
        }
        if (function->made->is_context && !function->is_device()) {
            return unknown("it is what a `with` enters", range);
        }
        if (function->made->made_by == "numba.cuda.jit" && !is_open) {
            // Numba refuses it, for want of blocks and threads
            launch({*function, {0}}, node, args, is_open, range);
        }
        return call_device(*function, args, range);
    }
    if (const auto* of = callee.get<ClassRef>()) {
        return make_object(*of, args, is_open, range);
    }
    if (const auto made = call_own(callee, "__call__", args, is_open, range)) {
        return *made;
    }
    const auto* path = callee.get<Dotted>();
    const bool makes_decorator =
        callee.get<JitDecorator>() != nullptr || (path != nullptr && is_decorator_path(path->path));
    if (is_open && !makes_decorator) {
        escape(args, range);
        return unknown("its arguments are not known", range);
    }
    if (const auto* decorator = callee.get<JitDecorator>()) {
        return call_decorator(*decorator, args, id, range);
    }
    if (const auto* method = callee.get<HostMethod>()) {
        return call_method(*method, args, range);
    }
    if (!callee.is_constant() && !callee.is<FunctionRef>()) {
        return unknown("it is no function", range);
    }
    return call_known(callee, args, id, range);
}

/// `k.forall(n)`, `k.configure(grid, block)`.
static std::optional<HostLauncher> launcher_of(const FunctionRef& kernel, const std::string& method,
                                               const CallArguments& args) {
    if (method == "configure") {
        std::vector<Value> brackets = args.positional;
        for (const std::string_view name : {"griddim", "blockdim", "stream", "sharedmem"}) {
            if (const Value* given = args.get(name)) {
                brackets.push_back(*given);
            }
        }
        return HostLauncher{kernel, launch_brackets(host_tuple(std::move(brackets)))};
    }
    return method == "forall" ? std::optional(HostLauncher{kernel}) : std::nullopt;
}

Value Interpreter::call_method(const HostMethod& method, CallArguments& args, Range range) {
    const Value& object = *method.object;
    const auto* array = object.get<HostArrayRef>();
    if (object.items() == nullptr) {
        settle_none(array != nullptr ? "numpy.ndarray." + method.name : "", args, range);
    }
    if (array != nullptr) {
        return call_array_method(*array, method.name, args, range);
    }
    if (object.part() != nullptr) {
        return parts().call_method(object, method.name, args, range);
    }
    const auto* function = object.get<FunctionRef>();
    if (function != nullptr && function->made != nullptr && function->made->is_cached) {
        forget_cached(*function);
    }
    if (function != nullptr && function->is_device()) {
        if (auto launcher = launcher_of(*function, method.name, args)) {
            return {*std::move(launcher)};
        }
        if (method.name == "specialize") {
            launch({*function}, {}, args, false, range);
            return object;
        }
    }
    if (is_picture(object)) {
        auto made = call_picture(object, method.name, args);
        return made ? *made : unknown("`" + method.name + "` is not followed", range);
    }
    if (const auto* path = object.get<Dotted>()) {
        if (auto made = Callbacks(*this).call(path->path + "." + method.name, args, range)) {
            return *std::move(made);
        }
        if (const auto made = call_random(path->path, method.name, args)) {
            note_effects(path->path.substr(0, path->path.rfind('.')), method.name, args, range);
            return *made ? **made : unknown("`" + method.name + "` is not followed", range);
        }
    }
    if (const auto frame = frame_of_names(object)) {
        return *call_names_method(*frame, method.name, args, range);
    }
    if (auto made = command_line().call(method, args, range)) {
        return *made;
    }
    if (auto made = call_items_method(method, args, range)) {
        return *made;
    }
    const Value known = value_of(object);
    if (number_of(known) || object.is<HostNumber>()) {
        const Value& number = object.is<HostNumber>() ? object : known;
        if (auto made = call_number_method(number, method.name, args, range)) {
            return explained(*std::move(made), {object});
        }
    }
    if (known.is<StringValue>() || number_of(known)) {
        return call_text_method(known, method.name, args, range);
    }
    escape(args, range);
    escape(object, range);
    return unknown("it is computed while the program runs", range);
}

/// `text.upper()`, and methods of numbers that nobody knows.
Value Interpreter::call_text_method(const Value& known, const std::string& name,
                                    const CallArguments& args, Range range) {
    Value typed = unknown("the method is called while the program runs", range);
    std::vector<Value> from = args.positional;
    for (const auto& [as, one] : args.named) {
        from.push_back(one);
    }
    const auto given = known_arguments(args);
    if (!given) {
        return computed(
            typed, from, [](const auto& v) { return v[0]; }, range);
    }
    const auto* text = known.get<StringValue>();
    const auto made =
        text != nullptr ? call_string_method(text->text, name, *given, range) : std::nullopt;
    return made ? *made : typed;
}

/// Whether an object is certainly no array, and nothing else that Numba has a type for.
bool Interpreter::is_plain(const HostObject& object) {
    return !is_open_class(object.of) && !in_class(object.of, device_interface);
}

void Interpreter::launch(const HostLauncher& launcher, const syntax::Call& node,
                         const CallArguments& args, bool is_open, Range range) {
    MetLaunch made;
    made.function = launcher.function;
    made.brackets = launcher.brackets;
    made.range = range;
    made.is_open = is_open;
    made.moment = store_.snapshot();
    if (!node.keywords.empty() && node.keywords[0].arg) {
        made.keyword = node.keywords[0].range;
    }
    const bool are_written = node.args.size() == args.positional.size();
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        const Range at = are_written ? tree_->exprs[node.args[i]].range : range;
        const Value given = as_array(parts().resolved(args.positional[i]), true, range);
        made.types.push_back(launch_type(given, types_, at));
        if (const auto* object = given.get<HostObject>(); object != nullptr && is_plain(*object)) {
            Unknown why = why_object(*object, file_);
            why.instead = "pass what the kernel reads of it, an argument each";
            made.types.back() = why;
        }
        const bool is_said = !given.is_unknown() && given.why != nullptr;
        made.sources.emplace_back(is_said ? given.why->said_by : std::string_view(),
                                  is_said ? given.why->said_at : Range{});
        made.parts.push_back(given.or_none             ? part_beside_none(given)
                             : given.part() != nullptr ? std::optional(*given.part())
                                                       : std::nullopt);
        made.ranges.push_back(at);
    }
    launches_.push_back(std::move(made));
    // The kernel may write to what it gets.
    for (const Value& one : args.positional) {
        if (const auto* array = one.get<HostArrayRef>()) {
            forget_elements(*array, "its elements change", range);
        }
    }
}

/// A call of what a decorator has made: a reduction, or what nobody computes here.
Value Interpreter::call_device(const FunctionRef& function, const CallArguments& args,
                               Range range) {
    const std::string& by = function.made->made_by;
    const bool is_reduction = by == "numba.cuda.reduce" || by == "numba.cuda.Reduce";
    if (is_reduction && !args.positional.empty()) {
        MetLaunch made;
        made.function = function;
        made.range = range;
        made.moment = store_.snapshot();
        made.types.push_back(launch_type(args.positional[0], types_, range));
        made.ranges.push_back(range);
        const auto* type = std::get_if<Type>(&made.types[0]);
        const Value result = type != nullptr && type->is_array()
                                 ? host_number(type->element_type())
                                 : unknown("it is what a reduction returns", range);
        launches_.push_back(std::move(made));
        return with_why(result,
                        Unknown{"it is what `" + def_of(function).name + "` returns", range});
    }
    if (function.made->given != nullptr && by.ends_with(".vectorize")) {
        if (auto made = call_numba_ufunc(*function.made->given, args)) {
            const Value* out = args.named_only("out");
            const auto* written = out != nullptr ? out->get<HostArrayRef>() : nullptr;
            if (written != nullptr) {
                forget_elements(*written, "its elements change", range);
            }
            return with_why(*std::move(made),
                            Unknown{"it is what `" + def_of(function).name + "` returns", range});
        }
    }
    escape(args, range);
    const std::string& name = def_of(function).name;
    const Unknown why{"it is what `" + name + "` returns", range};
    return with_why(by.empty() ? unknown("`" + name + "` has a decorator", range) : Value{why},
                    why);
}

}  // namespace pycu::sema
